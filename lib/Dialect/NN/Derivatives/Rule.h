//===- Rule.h - how a derivative rule is written down -----------*- C++ -*-===//
//
// A rule is a function from an op and the adjoint of its result to the adjoints
// of its operands:
//
//   FailureOr<SmallVector<Value>> exp(ExpOp op, Value dy, OpBuilder &b,
//   Location loc)
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

/// The interface of an op with one result, from a function. `Passed` is the
/// mask of the operands that gradients pass, all of them by default.
template <typename OpT,
          Adjoints (*Function)(OpT, mlir::Value, mlir::OpBuilder &,
                               mlir::Location),
          uint64_t Passed = ~uint64_t(0)>
struct RuleOf
    : DifferentiableOpInterface::ExternalModel<RuleOf<OpT, Function, Passed>,
                                               OpT> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op,
                                          mlir::OpBuilder &b,
                                          mlir::Location loc,
                                          mlir::ValueRange adjoints) const {
    return Function(mlir::cast<OpT>(op), adjoints[0], b, loc);
  }
  bool passesGradient(mlir::Operation *op, mlir::OpOperand &operand) const {
    return operand.getOperandNumber() >= 64 ||
           (Passed >> operand.getOperandNumber() & 1);
  }
};

/// The interface of an op with several results.
template <typename OpT,
          mlir::FailureOr<Adjoints> (*Function)(
              OpT, mlir::ValueRange, mlir::OpBuilder &, mlir::Location),
          uint64_t Passed = ~uint64_t(0)>
struct RuleOfMany : DifferentiableOpInterface::ExternalModel<
                        RuleOfMany<OpT, Function, Passed>, OpT> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op,
                                          mlir::OpBuilder &b,
                                          mlir::Location loc,
                                          mlir::ValueRange adjoints) const {
    return Function(mlir::cast<OpT>(op), adjoints, b, loc);
  }
  bool passesGradient(mlir::Operation *op, mlir::OpOperand &operand) const {
    return operand.getOperandNumber() >= 64 ||
           (Passed >> operand.getOperandNumber() & 1);
  }
};

/// Ops through which no gradient flows.
template <typename OpT>
struct NoGradient
    : DifferentiableOpInterface::ExternalModel<NoGradient<OpT>, OpT> {
  mlir::FailureOr<Adjoints> buildAdjoints(mlir::Operation *op,
                                          mlir::OpBuilder &, mlir::Location,
                                          mlir::ValueRange) const {
    return Adjoints(op->getNumOperands());
  }
  bool passesGradient(mlir::Operation *, mlir::OpOperand &) const {
    return false;
  }
};

template <typename OpT,
          Adjoints (*Function)(OpT, mlir::Value, mlir::OpBuilder &,
                               mlir::Location),
          uint64_t Passed = ~uint64_t(0)>
void attachRule(mlir::MLIRContext *context) {
  OpT::template attachInterface<RuleOf<OpT, Function, Passed>>(*context);
}
template <typename OpT,
          mlir::FailureOr<Adjoints> (*Function)(
              OpT, mlir::ValueRange, mlir::OpBuilder &, mlir::Location),
          uint64_t Passed = ~uint64_t(0)>
void attachRuleOfMany(mlir::MLIRContext *context) {
  OpT::template attachInterface<RuleOfMany<OpT, Function, Passed>>(*context);
}
template <typename... OpTs> void attachNoGradient(mlir::MLIRContext *context) {
  (OpTs::template attachInterface<NoGradient<OpTs>>(*context), ...);
}

/// One function for each family of ops, each in a file of its own.
void attachValueRules(mlir::MLIRContext *context);

} // namespace janus::nn

#endif // JANUS_LIB_DIALECT_NN_DERIVATIVES_RULE_H
