//===- RuntimeFunctions.h - Python.def as a table ---------------*- C++ -*-===//

#ifndef JANUS_DIALECT_PYTHON_IR_RUNTIMEFUNCTIONS_H
#define JANUS_DIALECT_PYTHON_IR_RUNTIMEFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace janus::python {

/// What a function of the runtime gives; see Python.def.
enum class ResultKind { Plain, None, Object, Status, Truth, Objects, Next, Never };

/// A line of Python.def.
struct RuntimeFunction {
  llvm::StringRef name;
  llvm::StringRef parameters;
  ResultKind result;

  /// How many parameters are of that letter.
  unsigned count(char letter) const { return parameters.count(letter); }
  /// Whether it may set an exception.
  bool canFail() const { return result != ResultKind::Plain && result != ResultKind::None; }
  /// Parameters that operands stand for one by one; an array takes the others.
  unsigned numFixedOperands() const;
  /// Whether a parameter of that letter is an operand of its own.
  static bool isOperand(char letter) { return llvm::StringRef("OCVB").contains(letter); }
  bool takesArray() const { return count('A') + count('S') != 0; }
  /// Whether operand `index` is consumed.
  bool consumes(unsigned index) const;
};

/// The function of that name (without `janus_python_`), or null.
const RuntimeFunction *findRuntimeFunction(llvm::StringRef name);

} // namespace janus::python

#endif // JANUS_DIALECT_PYTHON_IR_RUNTIMEFUNCTIONS_H
