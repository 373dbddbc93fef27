//===- PythonArithmetic.h - operators on constants --------------*- C++ -*-===//
//
// Python's operators on constant attributes, with Python's exact results. Each
// gives null where Python raises, where the result has no attribute (an int
// beyond 64 bits, a complex) or where it is not worth knowing.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_ANALYSIS_PYTHONARITHMETIC_H
#define JANUS_ANALYSIS_PYTHONARITHMETIC_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include <optional>

namespace janus {

/// An int or bool constant's value.
std::optional<int64_t> getIntValue(mlir::Attribute constant);
/// An int, bool or float constant as float.
std::optional<double> getFloatValue(mlir::Attribute constant);

mlir::Attribute getIntAttr(mlir::MLIRContext *context, int64_t value);
mlir::Attribute getFloatAttr(mlir::MLIRContext *context, double value);
mlir::Attribute getBoolAttr(mlir::MLIRContext *context, bool value);

mlir::Attribute foldUnary(imperative::UnaryKind kind, mlir::Attribute operand);
mlir::Attribute foldBinary(imperative::BinaryKind kind, mlir::Attribute lhs, mlir::Attribute rhs);
mlir::Attribute foldCompare(imperative::CompareKind kind, mlir::Attribute lhs, mlir::Attribute rhs);

/// bool(constant); nullopt for objects whose truth is not known from the
/// attribute alone.
std::optional<bool> foldTruth(mlir::Attribute constant);

} // namespace janus

#endif // JANUS_ANALYSIS_PYTHONARITHMETIC_H
