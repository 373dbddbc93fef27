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

/// Numbers of one digit, whose sum and product no 64 bits exceed.
bool isSmall(PyObject *object) { return PyLong_CheckExact(object) && size_t(Py_SIZE(object) + 1) <= 2; }

int64_t smallValue(PyObject *object) {
  return int64_t(Py_SIZE(object)) * int64_t(reinterpret_cast<PyLongObject *>(object)->ob_digit[0]);
}

bool areFloats(PyObject *lhs, PyObject *rhs) { return PyFloat_CheckExact(lhs) && PyFloat_CheckExact(rhs); }

enum Kind : int32_t { Add, Sub, Mul, Div };

/// The common cases of +, -, * and /, which the protocol's way would take longer to
/// find; null without an exception otherwise.
PyObject *computeQuickly(int32_t kind, PyObject *lhs, PyObject *rhs) {
  if (kind > Div)
    return nullptr;
  if (areFloats(lhs, rhs)) {
    double x = PyFloat_AS_DOUBLE(lhs), y = PyFloat_AS_DOUBLE(rhs);
    if (kind == Div)
      return y == 0 ? nullptr : PyFloat_FromDouble(x / y);
    return PyFloat_FromDouble(kind == Add ? x + y : kind == Sub ? x - y : x * y);
  }
  if (kind != Div && isSmall(lhs) && isSmall(rhs)) {
    int64_t x = smallValue(lhs), y = smallValue(rhs);
    return PyLong_FromLongLong(kind == Add ? x + y : kind == Sub ? x - y : x * y);
  }
  return nullptr;
}

template <typename T> bool holds(int32_t kind, T x, T y) {
  switch (kind) {
  case Py_LT:
    return x < y;
  case Py_LE:
    return x <= y;
  case Py_EQ:
    return x == y;
  case Py_NE:
    return x != y;
  case Py_GT:
    return x > y;
  default:
    return x >= y;
  }
}

} // namespace

PyObject *janus_python_unary(int32_t kind, PyObject *operand) { return unaries[kind](operand); }

PyObject *janus_python_binary(int32_t kind, PyObject *lhs, PyObject *rhs) {
  PyObject *result = computeQuickly(kind, lhs, rhs);
  return result ? result : binaries[kind](lhs, rhs);
}

PyObject *janus_python_inplace(int32_t kind, PyObject *lhs, PyObject *rhs) {
  PyObject *result = computeQuickly(kind, lhs, rhs);
  return result ? result : inplaces[kind](lhs, rhs);
}

PyObject *janus_python_inplace_variable(int32_t kind, PyObject *lhs, PyObject *rhs, PyObject **variable) {
  if (PyUnicode_CheckExact(lhs) && PyUnicode_CheckExact(rhs) && *variable == lhs) {
    // The variable gives its reference up, so that the text may be the only one.
    *variable = nullptr;
    Py_DECREF(lhs);
    PyUnicode_Append(&lhs, rhs);
    return lhs;
  }
  PyObject *result = janus_python_inplace(kind, lhs, rhs);
  Py_DECREF(lhs);
  return result;
}

static_assert(Py_LT == 0 && Py_LE == 1 && Py_EQ == 2 && Py_NE == 3 && Py_GT == 4 && Py_GE == 5,
              "CompareKind counts as CPython does");

PyObject *janus_python_compare(int32_t kind, PyObject *lhs, PyObject *rhs) {
  if (isSmall(lhs) && isSmall(rhs))
    return janus_python_box(holds(kind, smallValue(lhs), smallValue(rhs)));
  if (areFloats(lhs, rhs))
    return janus_python_box(holds(kind, PyFloat_AS_DOUBLE(lhs), PyFloat_AS_DOUBLE(rhs)));
  return PyObject_RichCompare(lhs, rhs, kind);
}

int janus_python_holds(int32_t kind, PyObject *lhs, PyObject *rhs) {
  if (isSmall(lhs) && isSmall(rhs))
    return holds(kind, smallValue(lhs), smallValue(rhs));
  if (areFloats(lhs, rhs))
    return holds(kind, PyFloat_AS_DOUBLE(lhs), PyFloat_AS_DOUBLE(rhs));
  if (kind <= Py_NE && kind >= Py_EQ && PyUnicode_CheckExact(lhs) && PyUnicode_CheckExact(rhs))
    return _PyUnicode_EQ(lhs, rhs) == (kind == Py_EQ);
  PyObject *result = PyObject_RichCompare(lhs, rhs, kind);
  int truth = result ? janus_python_truth(result) : -1;
  Py_XDECREF(result);
  return truth;
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
