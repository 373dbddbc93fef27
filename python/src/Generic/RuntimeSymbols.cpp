//===- RuntimeSymbols.cpp - name to address, for the JIT ------------------===//

#include "Runtime.h"

#include <type_traits>

namespace {

/// Whether C parameters are those that the letters of Python.def say.
template <typename... Types> struct Parameters;

template <> struct Parameters<> {
  static constexpr bool match(const char *letters) { return !*letters; }
};

template <typename First, typename... Rest> struct Parameters<First, Rest...> {
  static constexpr bool match(const char *letters) {
    const char letter = *letters;
    if constexpr (std::is_same_v<First, janus_python_frame *>)
      return letter == 'F' && Parameters<Rest...>::match(letters + 1);
    else if constexpr (std::is_same_v<First, PyObject *>)
      return (letter == 'O' || letter == 'C' || letter == 'N' || letter == 'K') &&
             Parameters<Rest...>::match(letters + 1);
    else if constexpr (std::is_same_v<First, int32_t>)
      return (letter == 'I' || letter == 'B') && Parameters<Rest...>::match(letters + 1);
    else if constexpr (std::is_same_v<First, janus_python_cache *>)
      return letter == 'X' && Parameters<Rest...>::match(letters + 1);
    else if constexpr (std::is_same_v<First, PyObject *const *>)
      return letter == 'A' && Parameters<Rest...>::match(letters); // the length comes with it
    else if constexpr (std::is_same_v<First, PyObject **>)
      return letter == 'S' ? Parameters<Rest...>::match(letters)
                           : (letter == 'R' || letter == 'V') && Parameters<Rest...>::match(letters + 1);
    else if constexpr (std::is_same_v<First, size_t>)
      return (letter == 'A' || letter == 'S') && Parameters<Rest...>::match(letters + 1);
    else
      return false;
  }
};

enum class Kind { Plain, None, Object, Status, Truth, Objects, Next, Never };

template <typename Result, typename... Types>
constexpr bool matches(Result (*)(Types...), const char *letters, Kind kind) {
  bool isObject = kind == Kind::Plain || kind == Kind::Object || kind == Kind::Next;
  bool isNothing = kind == Kind::None || kind == Kind::Never;
  bool fits = std::is_same_v<Result, PyObject *> ? isObject
              : std::is_void_v<Result>           ? isNothing
                                                 : !isObject && !isNothing;
  return fits && Parameters<Types...>::match(letters);
}

#define JANUS_PYTHON(NAME, PARAMETERS, RESULT)                                                                         \
  static_assert(matches(&janus_python_##NAME, PARAMETERS, Kind::RESULT), #NAME " is not as Python.def says");
#include "janus/Runtime/Python.def"
#undef JANUS_PYTHON

template <typename T> bool add(PyObject *symbols, const char *name, T *address) {
  PyObject *number = PyLong_FromVoidPtr(reinterpret_cast<void *>(address));
  bool added = number && PyDict_SetItemString(symbols, name, number) == 0;
  Py_XDECREF(number);
  return added;
}

bool addAll(PyObject *symbols) {
#define JANUS_PYTHON(NAME, PARAMETERS, RESULT)                                                                         \
  if (!add(symbols, "janus_python_" #NAME, &janus_python_##NAME))                                                      \
    return false;
#include "janus/Runtime/Python.def"
#undef JANUS_PYTHON
  return add(symbols, "janus_python_intern", &janus_python_intern) &&
         add(symbols, "janus_python_speculate", &janus_python_speculate) && add(symbols, "_Py_NoneStruct", Py_None) &&
         add(symbols, "_Py_TrueStruct", Py_True) && add(symbols, "_Py_FalseStruct", Py_False) &&
         add(symbols, "_Py_EllipsisObject", Py_Ellipsis);
}

} // namespace

PyObject *janus::generic::runtimeSymbols() {
  PyObject *symbols = PyDict_New();
  if (symbols && !addAll(symbols))
    Py_CLEAR(symbols);
  return symbols;
}
