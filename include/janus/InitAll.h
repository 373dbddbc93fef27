//===- InitAll.h - the one list of dialects, passes, pipelines --*- C++ -*-===//

#ifndef JANUS_INITALL_H
#define JANUS_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace janus {

/// Adds every dialect a janus module may use, ours and MLIR's, with the
/// interfaces that are attached from outside.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers every pass and pipeline, ours and MLIR's, for textual pipelines.
void registerAllPasses();

} // namespace janus

#endif // JANUS_INITALL_H
