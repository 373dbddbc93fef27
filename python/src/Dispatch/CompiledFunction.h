//===- CompiledFunction.h - what janusc.compile returns ---------*- C++ -*-===//

#ifndef JANUS_PYTHON_DISPATCH_COMPILED_FUNCTION_H
#define JANUS_PYTHON_DISPATCH_COMPILED_FUNCTION_H

#include "Version.h"

namespace janus::dispatch {

/// How positional and keyword arguments become one value a parameter, from the
/// function's code object; defaults are read from the function at each call.
struct Signature {
  Ref binder;                    ///< a plain Python function, null where there is none
  std::vector<PyObject *> names; ///< borrowed from its code object
  int positionalOnly = 0, positional = 0, keywordOnly = 0;
  bool varPositional = false, varKeyword = false;

  void read(PyObject *function);
  size_t size() const { return size_t(positional + keywordOnly) + varPositional + varKeyword; }

  /// Fills `bound` with borrowed references (`owned` keeps what was made for
  /// it); false where the arguments don't fit, without a Python error.
  bool bind(PyObject *const *arguments, Py_ssize_t count, PyObject *keywordNames, std::vector<PyObject *> &bound,
            std::vector<Ref> &owned) const;
};

/// The C type `janusc._dispatch.CompiledFunction`.
struct CompiledFunction {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *function; ///< what runs in the interpreter
  PyObject *handler;  ///< handler(self, args, kwargs): the cold path
  PyObject *dict;
  PyObject *weakReferences;
  Signature signature;
  std::vector<std::shared_ptr<Version>> versions; ///< the last one that ran first
  bool interpreted;                               ///< native code will never run: calls go straight to the
                                                  ///< function
  unsigned skip;                                  ///< calls that no version takes before the handler is asked again
  unsigned long long genericCalls;                ///< calls that the generic version took, if there is one
  Trial *genericTrial;                            ///< of the generic version against the interpreter
  signed char versionTrials, genericTrials;       ///< whether there are trials; -1: as the process has it

  bool triesVersions() const { return versionTrials < 0 ? Trial::ofVersions : versionTrials; }
  bool triesGeneric() const { return genericTrials < 0 ? Trial::ofGeneric : genericTrials; }
};

extern PyTypeObject *compiledFunctionType;

/// Runs the first version that matches; null without an error where none does,
/// where native code left without having done anything, or where the call is the
/// interpreter's, which `left`, if not null, says then.
PyObject *tryVersions(CompiledFunction *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names,
                      LeftCall *left = nullptr);

/// `__get__` of both types, which is a function's.
PyObject *bindMethod(PyObject *object, PyObject *instance, PyObject *type);

/// What a handler returns to have the function run: by its generic version, or in
/// the interpreter alone.
extern PyObject *runGeneric, *runPlain;

/// Creates the types CompiledFunction and ModuleCall in the module; false with
/// a Python error.
bool initCompiledFunction(PyObject *module);
bool initModuleCall(PyObject *module);

/// JANUS_DISABLE and options that switch native code off for the whole process.
extern bool disabled;

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_COMPILED_FUNCTION_H
