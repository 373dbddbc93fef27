//===- Rule.h - how a derivative rule is written down -----------*- C++ -*-===//
//
// A rule is a function from an op and the adjoint of its result to the adjoints
// of its operands:
//
//   Adjoints exp(ExpOp op, Value dy, Emit &e) { return {e.mul(dy,
//   op.getResult())}; }
//
// `attachRule<ExpOp, exp>(context)` makes it the op's
// DifferentiableOpInterface.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_DIALECT_NN_DERIVATIVES_RULE_H
#define JANUS_LIB_DIALECT_NN_DERIVATIVES_RULE_H

#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Interfaces/DifferentiableOpInterface.h"

namespace janus::nn {

using Adjoints = llvm::SmallVector<mlir::Value>;

/// Which operands gradients pass: a bit for each.
constexpr uint64_t kAllOperands = ~uint64_t(0);

/// What rules share: gradients pass the operands in `Passed`.
template <typename Derived, typename OpT, uint64_t Passed>
struct RuleBase : DifferentiableOpInterface::ExternalModel<Derived, OpT> {
  bool passesGradient(mlir::Operation *, mlir::OpOperand &operand) const {
    unsigned number = operand.getOperandNumber();
    return number >= 64 || (Passed >> number & 1);
  }
};

/// The rule of an op with one result.
template <typename OpT, Adjoints (*Function)(OpT, mlir::Value, Emit &), uint64_t Passed>
struct Rule : RuleBase<Rule<OpT, Function, Passed>, OpT, Passed> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op, mlir::OpBuilder &b, mlir::Location loc,
                                          mlir::ValueRange adjoints) const {
    Emit emit{b, loc};
    return Function(mlir::cast<OpT>(op), adjoints.front(), emit);
  }
};

/// The rule of an op with several results, or that may fail.
template <typename OpT, mlir::FailureOr<Adjoints> (*Function)(OpT, mlir::ValueRange, Emit &), uint64_t Passed>
struct RuleOfMany : RuleBase<RuleOfMany<OpT, Function, Passed>, OpT, Passed> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op, mlir::OpBuilder &b, mlir::Location loc,
                                          mlir::ValueRange adjoints) const {
    Emit emit{b, loc};
    return Function(mlir::cast<OpT>(op), adjoints, emit);
  }
};

/// The rule of an op that is replaced by simpler ones.
template <typename OpT, Adjoints (*Function)(OpT, Emit &)>
struct Decomposition : RuleBase<Decomposition<OpT, Function>, OpT, kAllOperands> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *, mlir::OpBuilder &, mlir::Location,
                                          mlir::ValueRange) const {
    return mlir::failure();
  }
  mlir::FailureOr<Adjoints> decompose(mlir::Operation *op, mlir::OpBuilder &b) const {
    Emit emit{b, op->getLoc()};
    return Function(mlir::cast<OpT>(op), emit);
  }
};

/// An op that is constant almost everywhere: the gradient is zero.
template <typename OpT> struct ZeroGradient : RuleBase<ZeroGradient<OpT>, OpT, kAllOperands> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op, mlir::OpBuilder &, mlir::Location,
                                          mlir::ValueRange) const {
    return Adjoints(op->getNumOperands());
  }
};

/// An op through which autograd draws no edge.
template <typename OpT> struct NoGradient : RuleBase<NoGradient<OpT>, OpT, 0> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op, mlir::OpBuilder &, mlir::Location,
                                          mlir::ValueRange) const {
    return Adjoints(op->getNumOperands());
  }
};

template <typename OpT, Adjoints (*Function)(OpT, mlir::Value, Emit &), uint64_t Passed = kAllOperands>
void attachRule(mlir::MLIRContext *context) {
  OpT::template attachInterface<Rule<OpT, Function, Passed>>(*context);
}
template <typename OpT, mlir::FailureOr<Adjoints> (*Function)(OpT, mlir::ValueRange, Emit &),
          uint64_t Passed = kAllOperands>
void attachRuleOfMany(mlir::MLIRContext *context) {
  OpT::template attachInterface<RuleOfMany<OpT, Function, Passed>>(*context);
}
template <typename OpT, Adjoints (*Function)(OpT, Emit &)> void attachDecomposition(mlir::MLIRContext *context) {
  OpT::template attachInterface<Decomposition<OpT, Function>>(*context);
}
template <typename... OpTs> void attachZeroGradient(mlir::MLIRContext *context) {
  (OpTs::template attachInterface<ZeroGradient<OpTs>>(*context), ...);
}
template <typename... OpTs> void attachNoGradient(mlir::MLIRContext *context) {
  (OpTs::template attachInterface<NoGradient<OpTs>>(*context), ...);
}

/// One function for each family of ops, each in a file of its own.
void attachBinaryRules(mlir::MLIRContext *context);
void attachContractionRules(mlir::MLIRContext *context);
void attachElementwiseRules(mlir::MLIRContext *context);
void attachIndexingRules(mlir::MLIRContext *context);
void attachLossRules(mlir::MLIRContext *context);
void attachNormalizationRules(mlir::MLIRContext *context);
void attachPoolingRules(mlir::MLIRContext *context);
void attachRecurrentRules(mlir::MLIRContext *context);
void attachReductionRules(mlir::MLIRContext *context);
void attachSelectionRules(mlir::MLIRContext *context);
void attachShapeRules(mlir::MLIRContext *context);
void attachValueRules(mlir::MLIRContext *context);

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_DERIVATIVES_RULE_H
