//===- Signature.cpp - binds arguments to parameters ----------------------===//

#include "CompiledFunction.h"

namespace janus::dispatch {

void Signature::read(PyObject *function) {
  if (!function || !PyFunction_Check(function))
    return;
  binder = Ref(function);
  auto *code = reinterpret_cast<PyCodeObject *>(PyFunction_GET_CODE(function));
  positionalOnly = code->co_posonlyargcount;
  positional = code->co_argcount;
  keywordOnly = code->co_kwonlyargcount;
  varPositional = code->co_flags & CO_VARARGS;
  varKeyword = code->co_flags & CO_VARKEYWORDS;
  for (size_t i = 0; i < size(); ++i)
    names.push_back(PyTuple_GET_ITEM(code->co_localsplusnames, Py_ssize_t(i)));
}

namespace {

/// Index of the parameter of that name in [begin, end), or -1.
int find(const std::vector<PyObject *> &names, PyObject *name, int begin, int end) {
  for (int i = begin; i < end; ++i)
    if (names[size_t(i)] == name)
      return i;
  // Names that are not interned: only those built at run time.
  for (int i = begin; i < end; ++i)
    if (PyUnicode_Check(name) && PyUnicode_Compare(names[size_t(i)], name) == 0)
      return i;
  return -1;
}

} // namespace

bool Signature::bind(PyObject *const *arguments, Py_ssize_t count, PyObject *keywordNames,
                     std::vector<PyObject *> &bound, std::vector<Ref> &owned) const {
  auto *f = reinterpret_cast<PyFunctionObject *>(binder.get());
  int named = positional + keywordOnly;
  bound.assign(size(), nullptr);

  // 1. Positional arguments; what is left over is *args.
  int taken = count < positional ? int(count) : positional;
  for (int i = 0; i < taken; ++i)
    bound[size_t(i)] = arguments[i];
  if (count > positional && !varPositional)
    return false;
  if (varPositional) {
    PyObject *rest = PyTuple_New(count - taken);
    if (!rest)
      return PyErr_Clear(), false;
    for (Py_ssize_t i = taken; i < count; ++i) {
      Py_INCREF(arguments[i]);
      PyTuple_SET_ITEM(rest, i - taken, arguments[i]);
    }
    bound[size_t(named)] = rest;
    owned.emplace_back(rest);
    Py_DECREF(rest);
  }

  // 2. Keywords; what no parameter is called is **kwargs.
  PyObject *rest = nullptr;
  if (varKeyword) {
    rest = PyDict_New();
    if (!rest)
      return PyErr_Clear(), false;
    bound[size() - 1] = rest;
    owned.emplace_back(rest);
    Py_DECREF(rest);
  }
  Py_ssize_t keywords = keywordNames ? PyTuple_GET_SIZE(keywordNames) : 0;
  for (Py_ssize_t i = 0; i < keywords; ++i) {
    PyObject *name = PyTuple_GET_ITEM(keywordNames, i), *value = arguments[count + i];
    int index = find(names, name, positionalOnly, named);
    if (index >= 0) {
      if (bound[size_t(index)])
        return false;
      bound[size_t(index)] = value;
    } else if (!rest || PyDict_SetItem(rest, name, value) < 0) {
      return PyErr_Clear(), false;
    }
  }

  // 3. Defaults, as the function holds them now.
  Py_ssize_t defaults = f->func_defaults ? PyTuple_GET_SIZE(f->func_defaults) : 0;
  for (int i = taken; i < named; ++i) {
    PyObject *&value = bound[size_t(i)];
    if (value)
      continue;
    Py_ssize_t fromEnd = i - (positional - defaults);
    if (i < positional && fromEnd >= 0)
      value = PyTuple_GET_ITEM(f->func_defaults, fromEnd);
    else if (i >= positional && f->func_kwdefaults)
      value = PyDict_GetItemWithError(f->func_kwdefaults, names[size_t(i)]);
    if (!value)
      return PyErr_Clear(), false;
  }
  return true;
}

} // namespace janus::dispatch
