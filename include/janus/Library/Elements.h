//===- Elements.h - lists of open length on value level ---------*- C++ -*-===//
//
// A list that grows while the program runs is a few tensors: the elements one
// behind the other, with room for more, and how many there are. For tensors a
// table says of each one its sizes and where it begins.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIBRARY_ELEMENTS_H
#define JANUS_LIBRARY_ELEMENTS_H

#include "janus/Library/Emitter.h"

namespace janus::library {

struct Elements {
  /// i64, f64 or i1 of numbers; what is known of every element's type of tensors.
  mlir::Type type;
  mlir::Value data;  // tensor<?xT>
  mlir::Value count; // i64
  mlir::Value used;  // i64: how much of data is; of numbers as many as there are
  mlir::Value table; // tensor<?x(rank + 1)xi64>: sizes, first place; null for numbers

  bool ofTensors() const { return llvm::isa<mlir::RankedTensorType>(type); }
};

/// The types of the values that elements of `type` consist of, in the order of `valuesOf`.
llvm::SmallVector<mlir::Type> elementsTypes(mlir::Type type);
llvm::SmallVector<mlir::Value> valuesOf(const Elements &elements);
Elements elementsFrom(mlir::Type type, mlir::ValueRange values);

/// No elements.
Elements noElements(Emitter &emitter, mlir::Type type);

/// One more at the end: a number or a tensor of the elements' type.
mlir::FailureOr<Elements> append(Emitter &emitter, const Elements &elements, mlir::Value element);

/// The element at `index` (i64), which is one.
mlir::FailureOr<mlir::Value> elementAt(Emitter &emitter, const Elements &elements, mlir::Value index);

/// As an argument of an entry, and back; nullopt for anything else.
Operand toOperand(const Elements &elements);
std::optional<Elements> elementsOf(const Operand &operand);

/// All tensors joined in dimension 0; all tensors, whose sizes are then equal, one behind the other in a new
/// dimension 0.
mlir::FailureOr<mlir::Value> concatElements(Emitter &emitter, const Elements &elements);
mlir::FailureOr<mlir::Value> stackElements(Emitter &emitter, const Elements &elements);

} // namespace janus::library

#endif // JANUS_LIBRARY_ELEMENTS_H
