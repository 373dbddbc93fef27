//===- Windows.h - what convolutions and pools share ------------*- C++ -*-===//

#ifndef JANUS_LIBRARY_WINDOWS_H
#define JANUS_LIBRARY_WINDOWS_H

#include "janus/Library/Emitter.h"

namespace janus::library {

/// An input with a batch dimension, which one without it is given: removed from
/// the result again by `finish`.
struct Batched {
  mlir::Value input;
  bool added = false;

  Failable finish(Emitter &emitter, mlir::FailureOr<mlir::Value> result) const;
};

/// The input of a layer over `spatial` dimensions: [n, c, x...] or [c, x...].
mlir::FailureOr<Batched> batchedInput(Emitter &emitter, const Operand &operand, size_t spatial);

/// Assumes that windows of `extent` elements fit into the padded input.
mlir::LogicalResult assumeWindowsFit(Emitter &emitter, mlir::Value input, llvm::ArrayRef<int64_t> extents,
                                     llvm::ArrayRef<int64_t> padding);

/// Max pooling over windows that are given element by element, for each dimension a list of windows of one length;
/// with the places of the greatest elements if `indices`.
Failable emitPoolByWindows(Emitter &emitter, const Batched &input,
                           llvm::ArrayRef<llvm::SmallVector<llvm::SmallVector<int64_t>>> windows, bool indices);

} // namespace janus::library

#endif // JANUS_LIBRARY_WINDOWS_H
