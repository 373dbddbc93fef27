//===- Unit.h - statements with versions of their own -----------*- C++ -*-===//
//
// A unit is what generated code of a generic version hands to
// janus_python_speculate: the versions of its synthetic function, and the Python
// handler that makes them.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_GENERIC_UNIT_H
#define JANUS_PYTHON_GENERIC_UNIT_H

#include "../Dispatch/Version.h"

namespace janus::dispatch {

/// What a unit's versions give.
enum class UnitResult {
  Value,   ///< the value of an expression
  Outputs, ///< a tuple of the variables that are bound
  Return   ///< what the function returns
};

/// The C type `janusc._dispatch.Unit`.
struct Unit {
  PyObject_HEAD PyObject *handler; ///< handler(self, unbound, values): the cold path
  PyObject *globals;               ///< the dict that its versions' globals are
  PyObject *weakReferences;
  /// A version, and the inputs that are not bound where it is for, as bits.
  struct Candidate {
    uint64_t unbound;
    std::shared_ptr<Version> version;
  };
  /// An attribute of an input, or of a peek before, that is read before the unit and handed over as one more input. The
  /// name `len()` stands for the length.
  struct Peek {
    size_t of; ///< among inputs and peeks
    Ref name;
    bool isLength;
  };
  std::vector<Candidate> candidates; ///< the last one that ran first
  std::vector<Peek> peeks;
  uint64_t hidden; ///< inputs that only peeks look at, as bits
  size_t inputs, outputs;
  UnitResult result;
  bool closed;   ///< no more versions are made
  uint64_t skip; ///< reaches without a version to let pass before the handler is asked again
  uint64_t hits, misses;
};

extern PyTypeObject *unitType;

/// Inputs of a unit at the most, peeks among them: their pattern of unbound ones is a word.
constexpr size_t maxUnitInputs = 64;

/// Tries the unit where the frame's globals are `globals` (null: not looked at). Gives what janus_python_speculate
/// does.
int tryUnit(Unit *unit, PyObject *globals, PyObject *const *inputs, size_t n, PyObject **outputs, size_t m);

/// Creates the type Unit in the module; false with a Python error.
bool initUnit(PyObject *module);

} // namespace janus::dispatch

#endif // JANUS_PYTHON_GENERIC_UNIT_H
