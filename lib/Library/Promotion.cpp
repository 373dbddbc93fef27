//===- Promotion.cpp - torch.result_type and what follows from it ---------===//

#include "janus/Library/Emitter.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

Type library::defaultDtypeOf(ModuleOp module) {
  auto dtype = module->getAttrOfType<TypeAttr>("imperative.default_dtype");
  return dtype && isa<FloatType>(dtype.getValue()) ? dtype.getValue() : Type();
}

/// Where a dtype stands: bool < integers < floats.
static int category(Type type) { return isa<FloatType>(type) ? 2 : type.isInteger(1) ? 0 : 1; }

/// torch.promote_types; null stands for "nothing yet".
static Type promote(Type lhs, Type rhs) {
  if (!lhs || lhs == rhs)
    return rhs;
  if (!rhs)
    return lhs;
  int left = category(lhs), right = category(rhs);
  if (left != right)
    return left > right ? lhs : rhs;
  unsigned leftWidth = lhs.getIntOrFloatBitWidth(), rightWidth = rhs.getIntOrFloatBitWidth();
  if (leftWidth != rightWidth) {
    Type wide = leftWidth > rightWidth ? lhs : rhs;
    return wide;
  }
  // float16 with bfloat16, int8 with uint8: the next wider of both.
  if (left == 2)
    return Float32Type::get(lhs.getContext());
  return IntegerType::get(lhs.getContext(), leftWidth * 2);
}

/// A type of higher priority wins unless the lower one is of a higher category.
static Type combine(Type higher, Type lower) {
  if (!higher)
    return lower;
  if (!lower)
    return higher;
  if (category(higher) == 2)
    return higher;
  if (category(higher) == 0 || category(lower) == 2)
    return promote(higher, lower);
  return higher;
}

FailureOr<Type> Emitter::resultType(ArrayRef<Operand> operands) {
  // Tensors with dimensions outrank 0-d tensors, which outrank Python numbers.
  Type dimmed, scalar, number;
  for (const Operand &operand : operands) {
    if (operand.isTensor()) {
      Type type = elementType(operand.getValue());
      if (tensorType(operand.getValue()).getRank() == 0)
        scalar = promote(scalar, type);
      else
        dimmed = promote(dimmed, type);
    } else if (operand.isNumber()) {
      Type type =
          operand.isConstant() ? llvm::cast<TypedAttr>(operand.getConstant()).getType() : operand.getValue().getType();
      number = promote(number, isa<FloatType>(type) ? defaultDtype() : type);
    } else {
      return fail("expected a tensor or a number");
    }
  }
  return combine(dimmed, combine(scalar, number));
}

FailureOr<Type> Emitter::floatResultType(ArrayRef<Operand> operands) {
  FailureOr<Type> type = resultType(operands);
  if (succeeded(type) && !isa<FloatType>(*type))
    return defaultDtype();
  return type;
}
