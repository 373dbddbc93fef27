//===- Operators.cpp - what Python's operators on tensors call ------------===//

#include "janus/Library/Library.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace janus;
using llvm::StringRef;

namespace {
/// An operator, by the kind of the `imperative` op for it, and what it calls.
struct Operator {
  StringRef kind, function, inplace;
};
} // namespace

static constexpr Operator kOperators[] = {
    {"add", "torch.add", "torch.Tensor.add_"},
    {"sub", "torch.sub", "torch.Tensor.sub_"},
    {"mul", "torch.mul", "torch.Tensor.mul_"},
    {"truediv", "torch.div", "torch.Tensor.div_"},
    {"floordiv", "torch.floor_divide", ""},
    {"mod", "torch.remainder", ""},
    {"pow", "torch.pow", "torch.Tensor.pow_"},
    {"matmul", "torch.matmul", ""},
    {"and", "torch.bitwise_and", ""},
    {"or", "torch.bitwise_or", ""},
    {"xor", "torch.bitwise_xor", ""},
    {"neg", "torch.neg", ""},
    {"pos", "torch.positive", ""},
    {"invert", "torch.bitwise_not", ""},
    {"lt", "torch.lt", ""},
    {"le", "torch.le", ""},
    {"eq", "torch.eq", ""},
    {"ne", "torch.ne", ""},
    {"gt", "torch.gt", ""},
    {"ge", "torch.ge", ""},
};

static Operator findOperator(StringRef kind) {
  const auto *found = llvm::find_if(kOperators, [&](const Operator &known) { return known.kind == kind; });
  return found == std::end(kOperators) ? Operator() : *found;
}

StringRef library::functionOfOperator(StringRef kind) { return findOperator(kind).function; }

StringRef library::reflectedCompare(StringRef kind) {
  return llvm::StringSwitch<StringRef>(kind)
      .Case("lt", "gt")
      .Case("le", "ge")
      .Case("gt", "lt")
      .Case("ge", "le")
      .Default(kind);
}

StringRef library::functionOfInplace(StringRef kind) { return findOperator(kind).inplace; }
