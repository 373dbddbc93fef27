//===- Selection.h - places found by values ---------------------*- C++ -*-===//

#ifndef JANUS_LIBRARY_SELECTION_H
#define JANUS_LIBRARY_SELECTION_H

#include "janus/Library/Emitter.h"

namespace janus::library {

/// The places where a tensor is not zero, one a row: [n, rank].
mlir::FailureOr<mlir::Value> placesOf(Emitter &emitter, mlir::Value tensor);

/// The same as numbers of elements in row-major order: [n].
mlir::FailureOr<mlir::Value> flatPlacesOf(Emitter &emitter, mlir::Value tensor);

/// The columns of `placesOf`, one for each dimension.
Failable placesAsTuple(Emitter &emitter, mlir::Value tensor);
/// The first of two branches, tensors or numbers made `type`, where an i1 tensor holds, else the second; broadcast.
Failable emitChoice(Emitter &emitter, mlir::Value condition, llvm::ArrayRef<Operand> branches, mlir::Type type);

/// The indices that sort a tensor along a dimension, whose elements are assumed to be all different.
Failable sortDistinct(Emitter &emitter, mlir::Value tensor, const Operand &dim);

} // namespace janus::library

#endif // JANUS_LIBRARY_SELECTION_H
