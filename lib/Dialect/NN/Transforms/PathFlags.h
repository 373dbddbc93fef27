//===- PathFlags.h - whether a run has a path to a leaf ---------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_PATHFLAGS_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_PATHFLAGS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace janus::nn {

/// Emits numbers of type i1 that say of the values of a block whether this run
/// has a path from them to `leaf`, where control flow decides that. Branches and
/// loops are replaced by ones with further results.
class PathFlags {
public:
  PathFlags(mlir::Block &block, mlir::Value leaf);

  /// Whether there is a path: true, false, or a number that says so.
  struct Flag {
    bool constant = false;
    mlir::Value value = {}; ///< null: `constant` holds in every run
  };
  Flag lookup(mlir::Value value) const;

private:
  void process(mlir::Block &block);
  void processIf(mlir::scf::IfOp op);
  void processFor(mlir::scf::ForOp op);
  Flag join(mlir::OpBuilder &b, mlir::Location loc, Flag lhs, Flag rhs);
  mlir::Value materialize(mlir::OpBuilder &b, mlir::Location loc, Flag flag);

  mlir::Value leaf;
  llvm::DenseMap<mlir::Value, Flag> flags;
};

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_PATHFLAGS_H
