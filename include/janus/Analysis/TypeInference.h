//===- TypeInference.h - the dataflow analysis of types ---------*- C++ -*-===//
//
// A sparse forward analysis over the lattice of Knowledge.h, combined with
// MLIR's dead-code analysis: what stands behind a condition that is known to be
// false contributes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_TYPEINFERENCE_H
#define JANUS_ANALYSIS_TYPEINFERENCE_H

#include "janus/Analysis/Evaluator.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"

namespace janus {

class KnowledgeLattice : public mlir::dataflow::Lattice<Knowledge> {
public:
  using Lattice::Lattice;
};

class TypeInference : public mlir::dataflow::SparseForwardDataFlowAnalysis<KnowledgeLattice> {
public:
  TypeInference(mlir::DataFlowSolver &solver, Evaluator &evaluator)
      : SparseForwardDataFlowAnalysis(solver), evaluator(evaluator) {}

  mlir::LogicalResult visitOperation(mlir::Operation *op, llvm::ArrayRef<const KnowledgeLattice *> operands,
                                     llvm::ArrayRef<KnowledgeLattice *> results) override;
  /// The item of a loop.
  void visitNonControlFlowArguments(mlir::Operation *op, const mlir::RegionSuccessor &successor,
                                    llvm::ArrayRef<KnowledgeLattice *> arguments, unsigned firstIndex) override;
  void setToEntryState(KnowledgeLattice *lattice) override;

private:
  Evaluator &evaluator;
};

/// What the items of a loop over `iterable` are; `value` is what is known of
/// it.
Knowledge getItemKnowledge(World &world, mlir::Value iterable, llvm::function_ref<Knowledge(mlir::Value)> getKnowledge);

/// Loads the analyses into `solver` and runs them over `function`.
mlir::LogicalResult inferTypes(mlir::DataFlowSolver &solver, imperative::FuncOp function, Evaluator &evaluator);

} // namespace janus

#endif // JANUS_ANALYSIS_TYPEINFERENCE_H
