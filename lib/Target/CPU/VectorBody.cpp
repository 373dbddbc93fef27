//===- VectorBody.cpp - bodies of layers on vectors -----------------------===//

#include "VectorBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace janus;
using namespace mlir;

/// Each round brings the two halves together, lane by lane.
SmallVector<Value> cpu::turnOver(OpBuilder &builder, Location loc, SmallVector<Value> rows) {
  int64_t lanes = rows.size();
  SmallVector<int64_t> low, high;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    low.push_back(lane / 2 + lane % 2 * lanes);
    high.push_back(lanes / 2 + lane / 2 + lane % 2 * lanes);
  }
  for (int64_t round = 1; round < lanes; round *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < lanes / 2; ++i)
      for (ArrayRef<int64_t> order : {ArrayRef(low), ArrayRef(high)})
        next.push_back(vector::ShuffleOp::create(builder, loc, rows[i], rows[i + lanes / 2], order));
    rows = next;
  }
  return rows;
}

/// An op of the body on vectors instead of numbers.
static Value vectorize(OpBuilder &builder, Operation &op, ValueRange operands, VectorType vector) {
  OperationState state(op.getLoc(), op.getName(), operands,
                       VectorType::get(vector.getShape(), op.getResult(0).getType()), op.getAttrs());
  Operation *made = builder.create(state);
  // Zeros of either sign are one to maximum and minimum.
  if (auto flags = dyn_cast<arith::ArithFastMathInterface>(made);
      flags && isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    made->setAttr(flags.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(builder.getContext(),
                                                flags.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::nsz));
  return made->getResult(0);
}

static bool isConstant(Value value) {
  return value.getDefiningOp() && value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

SmallVector<Value> cpu::valuesFromOutside(linalg::GenericOp op) {
  SmallVector<Value> values;
  for (Operation &nested : *op.getBlock())
    for (Value operand : nested.getOperands())
      if (operand.getParentBlock() != op.getBlock() && !isConstant(operand) && !llvm::is_contained(values, operand))
        values.push_back(operand);
  return values;
}

Value cpu::evaluateBody(OpBuilder &builder, linalg::GenericOp op, VectorType vector,
                        function_ref<Value(OpOperand &)> operandAt, function_ref<Value(Value)> outside) {
  llvm::DenseMap<Value, Value> mapped;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (!argument.use_empty())
      mapped[argument] = operandAt(*operand);
  }
  auto lookup = [&](Value value) -> Value {
    if (Value known = mapped.lookup(value))
      return known;
    if (!isConstant(value))
      return outside(value);
    Value number = builder.clone(*value.getDefiningOp())->getResult(0);
    auto type = VectorType::get(vector.getShape(), number.getType());
    return vector::BroadcastOp::create(builder, op.getLoc(), type, number);
  };
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (nested.hasTrait<OpTrait::ConstantLike>())
      continue;
    SmallVector<Value> operands = llvm::map_to_vector(nested.getOperands(), lookup);
    mapped[nested.getResult(0)] = vectorize(builder, nested, operands, vector);
  }
  return lookup(op.getBlock()->getTerminator()->getOperand(0));
}
