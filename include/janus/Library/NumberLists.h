//===- NumberLists.h - lists of numbers as arrays ---------------*- C++ -*-===//
//
// A list of floats or of ints, or of such lists of one length, that nobody
// changes while the function runs is an array on value level: of f64, i64 or i1.
// On typed level it is an `!imperative.list` whose elements are not known.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIBRARY_NUMBERLISTS_H
#define JANUS_LIBRARY_NUMBERLISTS_H

#include "mlir/IR/BuiltinTypes.h"

namespace janus::library {

struct Function;

/// Whether tensors among the operands of an entry's emission stand for lists of numbers.
bool takesNumberLists(const Function &function);

/// Whether the tensor that an entry emits stands for a list of numbers.
bool givesNumberList(const Function &function);

/// The array of a list type, with open sizes; null for a list of anything but numbers.
mlir::RankedTensorType arrayOfList(mlir::Type list);

/// The list type of an array.
mlir::Type listOfArray(mlir::RankedTensorType array);

} // namespace janus::library

#endif // JANUS_LIBRARY_NUMBERLISTS_H
