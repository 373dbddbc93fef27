//===- Ref.h - a counted reference to a Python object -----------*- C++ -*-===//

#ifndef JANUS_PYTHON_DISPATCH_REF_H
#define JANUS_PYTHON_DISPATCH_REF_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <utility>

namespace janus::dispatch {

/// A counted reference that is dropped with the GIL held by its owner.
class Ref {
public:
  Ref() = default;
  explicit Ref(PyObject *object) : object(object) { Py_XINCREF(object); }
  Ref(const Ref &other) : Ref(other.object) {}
  Ref(Ref &&other) noexcept : object(other.object) { other.object = nullptr; }
  Ref &operator=(Ref other) {
    std::swap(object, other.object);
    return *this;
  }
  ~Ref() { Py_XDECREF(object); }
  PyObject *get() const { return object; }
  explicit operator bool() const { return object; }

  /// Gives the reference away.
  PyObject *release() { return std::exchange(object, nullptr); }

  /// Takes over a new reference.
  static Ref take(PyObject *object) {
    Ref ref;
    ref.object = object;
    return ref;
  }

private:
  PyObject *object = nullptr;
};

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_REF_H
