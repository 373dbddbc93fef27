//===- Operators.cpp - what Python's operators on tensors call ------------===//

#include "janus/Library/Library.h"
#include "llvm/ADT/STLExtras.h"

using namespace janus;
using llvm::StringRef;

namespace {
/// An operator, by the kind of the `imperative` op for it, and what it calls: `reflected` where only the operand at
/// the right is a tensor, which then comes first.
struct Operator {
  StringRef kind, function, reflected, inplace;
};
} // namespace

static constexpr Operator kOperators[] = {
    {"add", "torch.add", "torch.Tensor.__radd__", "torch.Tensor.add_"},
    {"sub", "torch.sub", "torch.Tensor.__rsub__", "torch.Tensor.sub_"},
    {"mul", "torch.mul", "torch.Tensor.__rmul__", "torch.Tensor.mul_"},
    {"truediv", "torch.div", "torch.Tensor.__rtruediv__", "torch.Tensor.div_"},
    {"floordiv", "torch.floor_divide", "torch.Tensor.__rfloordiv__", "torch.Tensor.floor_divide_"},
    {"mod", "torch.remainder", "torch.Tensor.__rmod__", "torch.Tensor.remainder_"},
    {"pow", "torch.pow", "torch.Tensor.__rpow__", "torch.Tensor.pow_"},
    {"matmul", "torch.matmul", "", ""},
    {"and", "torch.bitwise_and", "torch.Tensor.__rand__", "torch.Tensor.bitwise_and_"},
    {"or", "torch.bitwise_or", "torch.Tensor.__ror__", "torch.Tensor.bitwise_or_"},
    {"xor", "torch.bitwise_xor", "torch.Tensor.__rxor__", "torch.Tensor.bitwise_xor_"},
    {"neg", "torch.neg", "", ""},
    {"pos", "torch.positive", "", ""},
    {"invert", "torch.bitwise_not", "", ""},
    {"lt", "torch.lt", "torch.gt", ""},
    {"le", "torch.le", "torch.ge", ""},
    {"eq", "torch.eq", "torch.eq", ""},
    {"ne", "torch.ne", "torch.ne", ""},
    {"gt", "torch.gt", "torch.lt", ""},
    {"ge", "torch.ge", "torch.le", ""},
};

static Operator findOperator(StringRef kind) {
  const auto *found = llvm::find_if(kOperators, [&](const Operator &known) { return known.kind == kind; });
  return found == std::end(kOperators) ? Operator() : *found;
}

StringRef library::functionOfOperator(StringRef kind) { return findOperator(kind).function; }
StringRef library::functionOfReflected(StringRef kind) { return findOperator(kind).reflected; }
StringRef library::functionOfInplace(StringRef kind) { return findOperator(kind).inplace; }
