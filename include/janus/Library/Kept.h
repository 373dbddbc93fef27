//===- Kept.h - what eager keeps for the backward pass ----------*- C++ -*-===//
//
// An operation of PyTorch's keeps some of its operands and results for its
// backward pass, and that raises where one of them was written since. What is
// computed here keeps other tensors, so which ones eager keeps is in a table.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIBRARY_KEPT_H
#define JANUS_LIBRARY_KEPT_H

#include "mlir/IR/BuiltinOps.h"

#include "janus/Library/Library.h"

namespace janus::library {

/// A tensor of a call that is kept.
struct KeptTensor {
  bool isResult = false;
  /// Of the operand (all tensors in it), or of the part of the result.
  unsigned index = 0;
  /// The operands one of which must require grad; empty: whatever requires grad.
  llvm::SmallVector<unsigned, 2> ifGrad;
  /// The operand that must be a tensor.
  std::optional<unsigned> ifTensor;
};

/// What a call keeps.
struct Kept {
  std::vector<KeptTensor> tensors;
  /// Whether exactly those are kept; else these and fewer may be.
  bool isExact = false;
};

/// What eager keeps of a call of `function`. hasParts: the result is several tensors; isInplace: it is the first
/// operand, written. Of what it writes, a copy from before is kept.
Kept getKept(const Function &function, bool hasParts, bool isInplace);

/// Whether what the function writes counts as unchanged for eager.
bool writesUnseen(const Function &function);

/// The names in the table (tests walk it).
std::vector<llvm::StringRef> namesInKeptTable();

} // namespace janus::library

#endif // JANUS_LIBRARY_KEPT_H
