//===- GraphKeeps.h - what eager's graph of an entry keeps ------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_NN_TRANSFORMS_GRAPHKEEPS_H
#define JANUS_LIB_DIALECT_NN_TRANSFORMS_GRAPHKEEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace janus::nn {

/// What eager keeps for a backward pass through an entry's results.
struct GraphKeeps {
  /// For each argument, state or result that it keeps on the way from some results to a leaf, a dictionary of what it
  /// is and the numbers of those results (`through`).
  llvm::SmallVector<mlir::Attribute> watched;
  /// What it may keep at all: pairs of `janus.arg`, `janus.state` or `janus.result`, and which one.
  llvm::DenseSet<std::pair<mlir::Attribute, mlir::Attribute>> possible;
  bool isKnown = false; ///< else it may keep anything

  bool mayKeep(mlir::NamedAttribute holder) const {
    return !isKnown || possible.contains({holder.getName(), holder.getValue()});
  }
};

/// Takes every `nn.keep` out of an entry whose graphs are the operands `graphs` of its return. That one of them needs a
/// tensor that is overwritten is an error.
mlir::FailureOr<GraphKeeps> takeKeeps(mlir::func::FuncOp entry, llvm::ArrayRef<unsigned> graphs,
                                      mlir::ValueRange leaves);

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_TRANSFORMS_GRAPHKEEPS_H
