//===- RuntimeOperators.cpp - operators, comparisons, strings -------------===//

#include "Runtime.h"

namespace {

using Binary = PyObject *(*)(PyObject *, PyObject *);

PyObject *power(PyObject *lhs, PyObject *rhs) { return PyNumber_Power(lhs, rhs, Py_None); }
PyObject *inplacePower(PyObject *lhs, PyObject *rhs) { return PyNumber_InPlacePower(lhs, rhs, Py_None); }

/// By the kinds of ImperativeEnums.td.
constexpr Binary binaries[] = {PyNumber_Add,
                               PyNumber_Subtract,
                               PyNumber_Multiply,
                               PyNumber_TrueDivide,
                               PyNumber_FloorDivide,
                               PyNumber_Remainder,
                               power,
                               PyNumber_MatrixMultiply,
                               PyNumber_Lshift,
                               PyNumber_Rshift,
                               PyNumber_And,
                               PyNumber_Or,
                               PyNumber_Xor};
constexpr Binary inplaces[] = {PyNumber_InPlaceAdd,
                               PyNumber_InPlaceSubtract,
                               PyNumber_InPlaceMultiply,
                               PyNumber_InPlaceTrueDivide,
                               PyNumber_InPlaceFloorDivide,
                               PyNumber_InPlaceRemainder,
                               inplacePower,
                               PyNumber_InPlaceMatrixMultiply,
                               PyNumber_InPlaceLshift,
                               PyNumber_InPlaceRshift,
                               PyNumber_InPlaceAnd,
                               PyNumber_InPlaceOr,
                               PyNumber_InPlaceXor};
constexpr unaryfunc unaries[] = {PyNumber_Negative, PyNumber_Positive, PyNumber_Invert};

/// Converts a value as `!r`, `!s` and `!a` say; a new reference.
PyObject *convert(int32_t conversion, PyObject *value) {
  switch (conversion) {
  case 'r':
    return PyObject_Repr(value);
  case 's':
    return PyObject_Str(value);
  case 'a':
    return PyObject_ASCII(value);
  default:
    return Py_NewRef(value);
  }
}

} // namespace

PyObject *janus_python_unary(int32_t kind, PyObject *operand) { return unaries[kind](operand); }

PyObject *janus_python_binary(int32_t kind, PyObject *lhs, PyObject *rhs) { return binaries[kind](lhs, rhs); }

PyObject *janus_python_inplace(int32_t kind, PyObject *lhs, PyObject *rhs) { return inplaces[kind](lhs, rhs); }

static_assert(Py_LT == 0 && Py_LE == 1 && Py_EQ == 2 && Py_NE == 3 && Py_GT == 4 && Py_GE == 5,
              "CompareKind counts as CPython does");

PyObject *janus_python_compare(int32_t kind, PyObject *lhs, PyObject *rhs) {
  return PyObject_RichCompare(lhs, rhs, kind);
}

int janus_python_contains(PyObject *container, PyObject *item) { return PySequence_Contains(container, item); }

int janus_python_truth(PyObject *object) {
  if (object == Py_True)
    return 1;
  if (object == Py_False || object == Py_None)
    return 0;
  return PyObject_IsTrue(object);
}

PyObject *janus_python_box(int32_t condition) { return Py_NewRef(condition ? Py_True : Py_False); }

PyObject *janus_python_format(int32_t conversion, PyObject *value) {
  PyObject *converted = convert(conversion, value);
  if (!converted || PyUnicode_CheckExact(converted))
    return converted;
  PyObject *result = PyObject_Format(converted, nullptr);
  Py_DECREF(converted);
  return result;
}

PyObject *janus_python_format_spec(int32_t conversion, PyObject *value, PyObject *spec) {
  PyObject *converted = convert(conversion, value);
  PyObject *result = converted ? PyObject_Format(converted, spec) : nullptr;
  Py_XDECREF(converted);
  return result;
}

PyObject *janus_python_build_string(PyObject *const *parts, size_t count) {
  PyObject *empty = PyUnicode_New(0, 0);
  PyObject *result = empty ? _PyUnicode_JoinArray(empty, parts, Py_ssize_t(count)) : nullptr;
  Py_XDECREF(empty);
  return result;
}
