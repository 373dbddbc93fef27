//===- Operators.cpp - what Python's operators on tensors call ------------===//

#include "janus/Library/Library.h"
#include "llvm/ADT/StringSwitch.h"

using namespace janus;

llvm::StringRef library::functionOfBinary(llvm::StringRef kind) {
  return llvm::StringSwitch<llvm::StringRef>(kind)
      .Case("add", "torch.add")
      .Case("sub", "torch.sub")
      .Case("mul", "torch.mul")
      .Case("truediv", "torch.div")
      .Case("floordiv", "torch.floor_divide")
      .Case("mod", "torch.remainder")
      .Case("pow", "torch.pow")
      .Case("matmul", "torch.matmul")
      .Case("and", "torch.bitwise_and")
      .Case("or", "torch.bitwise_or")
      .Case("xor", "torch.bitwise_xor")
      .Default("");
}

llvm::StringRef library::functionOfUnary(llvm::StringRef kind) {
  return llvm::StringSwitch<llvm::StringRef>(kind)
      .Case("neg", "torch.neg")
      .Case("pos", "torch.positive")
      .Case("invert", "torch.bitwise_not")
      .Default("");
}

llvm::StringRef library::functionOfCompare(llvm::StringRef kind) {
  return llvm::StringSwitch<llvm::StringRef>(kind)
      .Case("lt", "torch.lt")
      .Case("le", "torch.le")
      .Case("eq", "torch.eq")
      .Case("ne", "torch.ne")
      .Case("gt", "torch.gt")
      .Case("ge", "torch.ge")
      .Default("");
}

llvm::StringRef library::functionOfInplace(llvm::StringRef kind) {
  return llvm::StringSwitch<llvm::StringRef>(kind)
      .Case("add", "torch.Tensor.add_")
      .Case("sub", "torch.Tensor.sub_")
      .Case("mul", "torch.Tensor.mul_")
      .Case("truediv", "torch.Tensor.div_")
      .Case("pow", "torch.Tensor.pow_")
      .Default("");
}
