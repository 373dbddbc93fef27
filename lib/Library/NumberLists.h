//===- NumberLists.h - tensors from and to Python's numbers -----*- C++ -*-===//

#ifndef JANUS_LIB_LIBRARY_NUMBERLISTS_H
#define JANUS_LIB_LIBRARY_NUMBERLISTS_H

#include "Table.h"

namespace janus::library {

/// The dtype that the options at the end of a factory's signature ask for: dtype, device, requires_grad.
mlir::FailureOr<mlir::Type> factoryType(Emitter &emitter, llvm::ArrayRef<Operand> options, mlir::Type fallback);

/// The dtype that a number has by itself.
mlir::Type numberType(Emitter &emitter, const Operand &number);

/// Adds torch.tensor and torch.Tensor.tolist.
void addNumberLists(Table &table);

} // namespace janus::library

#endif // JANUS_LIB_LIBRARY_NUMBERLISTS_H
