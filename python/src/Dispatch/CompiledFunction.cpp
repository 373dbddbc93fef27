//===- CompiledFunction.cpp - what janusc.compile returns -----------------===//
//
// A callable with the vectorcall protocol: it tries its versions and falls
// back on a Python handler. To everyone else it looks like the function it was
// made from: attributes it does not have itself are the function's.
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"
#include "../Generic/Frame.h"

#include <ATen/record_function.h>

#include <new>
#include <structmember.h>

namespace janus::dispatch {

PyTypeObject *compiledFunctionType;
PyObject *runGeneric, *runPlain;
bool disabled = false;

namespace {

CompiledFunction *self(PyObject *object) { return reinterpret_cast<CompiledFunction *>(object); }

/// Scratch for bound arguments, kept per thread; nested calls take another.
struct Scratch {
  std::vector<PyObject *> bound;
  std::vector<Ref> owned;
};
thread_local std::vector<std::unique_ptr<Scratch>> freeScratch;

struct ScratchLease {
  std::unique_ptr<Scratch> scratch;
  ScratchLease() {
    if (freeScratch.empty()) {
      scratch = std::make_unique<Scratch>();
    } else {
      scratch = std::move(freeScratch.back());
      freeScratch.pop_back();
    }
  }
  ~ScratchLease() {
    scratch->owned.clear();
    freeScratch.push_back(std::move(scratch));
  }
};

/// handler(self, args, kwargs).
PyObject *callHandler(CompiledFunction *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  PyObject *positional = PyTuple_New(count), *keywords = names ? PyDict_New() : nullptr;
  if (!positional || (names && !keywords)) {
    Py_XDECREF(positional);
    Py_XDECREF(keywords);
    return nullptr;
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    Py_INCREF(arguments[i]);
    PyTuple_SET_ITEM(positional, i, arguments[i]);
  }
  PyObject *result = nullptr;
  int failed = 0;
  for (Py_ssize_t i = 0; names && !failed && i < PyTuple_GET_SIZE(names); ++i)
    failed = PyDict_SetItem(keywords, PyTuple_GET_ITEM(names, i), arguments[count + i]);
  if (!failed) {
    PyObject *packed[] = {reinterpret_cast<PyObject *>(object), positional, keywords ? keywords : Py_None};
    generic::Headroom headroom;
    result = PyObject_Vectorcall(object->handler, packed, 3, nullptr);
  }
  Py_DECREF(positional);
  Py_XDECREF(keywords);
  return result;
}

/// Whether a profiler watches operators: it would see those of a trial.
bool isWatched() { return at::hasCallbacks(); }

/// What says how much a call has to do, as far as is seen without looking into objects.
uint64_t describeWork(PyObject *const *arguments, size_t count) {
  uint64_t work = count;
  auto add = [&](int64_t part) { work = (work ^ uint64_t(part)) * 0x9e3779b97f4a7c15u; };
  for (size_t i = 0; i < count; ++i) {
    PyObject *value = arguments[i];
    if (isPlainTensor(value))
      for (int64_t size : asTensor(value)->impl->sizes())
        add(size);
    else if (PyLong_CheckExact(value) || PyUnicode_CheckExact(value))
      add(PyObject_Hash(value));
    else if (PyList_CheckExact(value) || PyTuple_CheckExact(value) || PyDict_CheckExact(value))
      add(PyObject_Size(value));
  }
  return work;
}

/// Runs the Python function in the interpreter; tells the trial, if any, how long the call took.
PyObject *runTimed(CompiledFunction *object, Trial *trial, int64_t started, PyObject *const *arguments, size_t nargsf,
                   PyObject *names) {
  PyObject *result = PyObject_Vectorcall(object->function, arguments, nargsf, names);
  if (result && trial)
    trial->record(Trial::Way::Interpreter, Trial::now() - started);
  return result;
}

/// Runs the generic version, or the Python function where that turned out to be faster.
PyObject *runGenericVersion(CompiledFunction *object, PyObject *const *arguments, size_t nargsf, PyObject *names) {
  Trial *trial = object->genericTrial;
  if (!object->triesGeneric() || (trial->isDue() && isWatched())) {
    ++object->genericCalls;
    return generic::call(object->function, arguments, nargsf, names);
  }
  size_t count = size_t(PyVectorcall_NARGS(nargsf)) + (names ? size_t(PyTuple_GET_SIZE(names)) : 0);
  Trial::Choice choice = trial->choose(trial->isDue() ? describeWork(arguments, count) : 0);
  int64_t started = choice.timed ? Trial::now() : 0;
  bool native = choice.way == Trial::Way::Native;
  object->genericCalls += native;
  PyObject *result = native ? generic::call(object->function, arguments, nargsf, names)
                            : PyObject_Vectorcall(object->function, arguments, nargsf, names);
  if (!choice.timed)
    return result;
  // A call that raises counts, too, or a trial of such calls would never end. The clock may be a test's.
  PyObject *error[3];
  PyErr_Fetch(&error[0], &error[1], &error[2]);
  trial->record(choice.way, Trial::now() - started);
  PyErr_Restore(error[0], error[1], error[2]);
  return result;
}

PyObject *vectorcall(PyObject *callable, PyObject *const *arguments, size_t nargsf, PyObject *names) {
  CompiledFunction *object = self(callable);
  if (object->interpreted || disabled)
    return PyObject_Vectorcall(object->function, arguments, nargsf, names);
  Py_ssize_t count = PyVectorcall_NARGS(nargsf);
  if (names && PyTuple_GET_SIZE(names) == 0)
    names = nullptr;
  if (interpreterReason())
    return PyObject_Vectorcall(object->function, arguments, nargsf, names);
  if (!object->versions.empty()) {
    LeftCall left;
    PyObject *result = tryVersions(object, arguments, count, names, object->triesVersions() ? &left : nullptr);
    if (result || PyErr_Occurred())
      return result;
    if (left.version)
      return runTimed(object, left.timed ? &left.version->trial : nullptr, left.started, arguments, nargsf, names);
  }
  if (object->skip) {
    --object->skip;
    return runGenericVersion(object, arguments, nargsf, names);
  }
  PyObject *result = callHandler(object, arguments, count, names);
  if (result != runGeneric && result != runPlain)
    return result;
  bool plain = result == runPlain;
  Py_DECREF(result);
  return plain ? PyObject_Vectorcall(object->function, arguments, nargsf, names)
               : runGenericVersion(object, arguments, nargsf, names);
}

//===--- the type
//-----------------------------------------------------------===//

PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  static const char *names[] = {"function", "handler", "binder", nullptr};
  PyObject *function, *handler, *binder = Py_None;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|O", const_cast<char **>(names), &function, &handler,
                                   &binder))
    return nullptr;
  CompiledFunction *object = self(type->tp_alloc(type, 0));
  if (!object)
    return nullptr;
  new (&object->signature) Signature();
  new (&object->versions) std::vector<std::shared_ptr<Version>>();
  Py_INCREF(function);
  Py_INCREF(handler);
  object->vectorcall = vectorcall;
  object->function = function;
  object->handler = handler;
  object->signature.read(binder == Py_None ? function : binder);
  object->interpreted = false;
  object->skip = 0;
  object->genericCalls = 0;
  object->versionTrials = object->genericTrials = -1;
  object->genericTrial = new Trial();
  return reinterpret_cast<PyObject *>(object);
}

int traverse(PyObject *object, visitproc visit, void *arg) {
  CompiledFunction *f = self(object);
  Py_VISIT(reinterpret_cast<PyObject *>(Py_TYPE(object)));
  Py_VISIT(f->function);
  Py_VISIT(f->handler);
  Py_VISIT(f->dict);
  Py_VISIT(f->signature.binder.get());
  for (const std::shared_ptr<Version> &version : f->versions)
    if (version.use_count() == 1)
      if (int stop = version->traverse(visit, arg))
        return stop;
  return 0;
}

int clear(PyObject *object) {
  CompiledFunction *f = self(object);
  auto versions = std::move(f->versions);
  f->versions.clear();
  // Kept callable, should a destructor call it: only containers of cycles go.
  Py_CLEAR(f->dict);
  return 0;
}

void deallocate(PyObject *object) {
  CompiledFunction *f = self(object);
  PyObject_GC_UnTrack(object);
  if (f->weakReferences)
    PyObject_ClearWeakRefs(object);
  clear(object);
  Py_CLEAR(f->function);
  Py_CLEAR(f->handler);
  delete f->genericTrial;
  f->versions.~vector();
  f->signature.~Signature();
  PyTypeObject *type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(reinterpret_cast<PyObject *>(type));
}

/// Attributes of the function that generic lookup would find on the type.
PyObject *getForwarded(PyObject *object, void *name) {
  CompiledFunction *f = self(object);
  if (f->dict) {
    PyObject *own = PyDict_GetItemString(f->dict, static_cast<const char *>(name));
    if (own) {
      Py_INCREF(own);
      return own;
    }
  }
  return PyObject_GetAttrString(f->function, static_cast<const char *>(name));
}

/// What the object does not have itself is the function's: __name__,
/// __code__, __defaults__, the attributes a user hung on it.
PyObject *getAttribute(PyObject *object, PyObject *name) {
  // The type has a __module__ of its own, which is not the function's; no
  // getter may stand in its place, or the type would be without one.
  if (PyUnicode_CompareWithASCIIString(name, "__module__") == 0)
    return getForwarded(object, const_cast<char *>("__module__"));
  PyObject *value = PyObject_GenericGetAttr(object, name);
  if (value || !PyErr_ExceptionMatches(PyExc_AttributeError))
    return value;
  PyErr_Clear();
  return PyObject_GetAttr(self(object)->function, name);
}

PyObject *represent(PyObject *object) { return PyObject_Repr(self(object)->function); }

PyObject *getFunction(PyObject *object, void *) {
  Py_INCREF(self(object)->function);
  return self(object)->function;
}

/// isinstance() asks this too; type() tells the truth.
PyObject *getClass(PyObject *object, void *) {
  PyObject *type = reinterpret_cast<PyObject *>(Py_TYPE(self(object)->function));
  Py_INCREF(type);
  return type;
}

int setForwarded(PyObject *object, PyObject *value, void *name) {
  CompiledFunction *f = self(object);
  if (!f->dict && !(f->dict = PyDict_New()))
    return -1;
  if (value)
    return PyDict_SetItemString(f->dict, static_cast<const char *>(name), value);
  return PyDict_DelItemString(f->dict, static_cast<const char *>(name));
}

PyObject *reduce(PyObject *object, PyObject *) {
  PyObject *module = PyImport_ImportModule("janusc.dispatch.pickling");
  PyObject *result = module ? PyObject_CallMethod(module, "reduce_function", "O", object) : nullptr;
  Py_XDECREF(module);
  return result;
}

PyObject *deepCopy(PyObject *object, PyObject *) {
  // Functions are their own deep copies.
  Py_INCREF(object);
  return object;
}

char nameText[] = "__name__", qualnameText[] = "__qualname__", docText[] = "__doc__";

PyGetSetDef getters[] = {{"__wrapped__", getFunction, nullptr, "the function as it was written", nullptr},
                         {"__class__", getClass, nullptr, "the function's class", nullptr},
                         {"__name__", getForwarded, setForwarded, nullptr, nameText},
                         {"__qualname__", getForwarded, setForwarded, nullptr, qualnameText},
                         {"__doc__", getForwarded, setForwarded, nullptr, docText},
                         {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
                         {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr},
                         {"__reduce_ex__", reduce, METH_O, nullptr},
                         {"__deepcopy__", deepCopy, METH_O, nullptr},
                         {"__copy__", deepCopy, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(CompiledFunction, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(CompiledFunction, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(CompiledFunction, weakReferences), READONLY, nullptr},
    {"_function", T_OBJECT, offsetof(CompiledFunction, function), READONLY, nullptr},
    {"_handler", T_OBJECT, offsetof(CompiledFunction, handler), READONLY, nullptr},
    {"_interpreted", T_BOOL, offsetof(CompiledFunction, interpreted), 0, nullptr},
    {"_skip", T_UINT, offsetof(CompiledFunction, skip), 0, nullptr},
    {"_version_trials", T_BYTE, offsetof(CompiledFunction, versionTrials), 0, nullptr},
    {"_generic_trials", T_BYTE, offsetof(CompiledFunction, genericTrials), 0, nullptr},
    {"_generic_calls", T_ULONGLONG, offsetof(CompiledFunction, genericCalls), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(create)},
                       {Py_tp_dealloc, reinterpret_cast<void *>(deallocate)},
                       {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                       {Py_tp_clear, reinterpret_cast<void *>(clear)},
                       {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                       {Py_tp_getattro, reinterpret_cast<void *>(getAttribute)},
                       {Py_tp_descr_get, reinterpret_cast<void *>(bindMethod)},
                       {Py_tp_repr, reinterpret_cast<void *>(represent)},
                       {Py_tp_getset, getters},
                       {Py_tp_methods, methods},
                       {Py_tp_members, members},
                       {0, nullptr}};

PyType_Spec spec = {"janusc._dispatch.CompiledFunction", sizeof(CompiledFunction), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
                    slots};

} // namespace

PyObject *bindMethod(PyObject *object, PyObject *instance, PyObject *) {
  if (!instance || instance == Py_None) {
    Py_INCREF(object);
    return object;
  }
  return PyMethod_New(object, instance);
}

/// tryVersions, where exceptions of C++ may still fly.
static PyObject *runVersions(CompiledFunction *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names,
                             LeftCall *left) {
  ScratchLease lease;
  Scratch &scratch = *lease.scratch;
  if (!object->signature.bind(arguments, count, names, scratch.bound, scratch.owned))
    return nullptr;
  Environment now = currentEnvironment();
  // Who asked for determinism gets the same bits each time.
  if (now.flags & Deterministic)
    left = nullptr;
  for (size_t i = 0; i < object->versions.size(); ++i) {
    // Held: guards of other objects and destructors may change the list.
    std::shared_ptr<Version> version = object->versions[i];
    PyObject *result = nullptr;
    bool tries = left && !(version->trial.isDue() && isWatched());
    switch (version->call(scratch.bound.data(), now, result, tries ? left : nullptr)) {
    case Outcome::Returned:
      if (i != 0 && i < object->versions.size())
        std::swap(object->versions[0], object->versions[i]);
      return result;
    case Outcome::Raised:
    case Outcome::Broken:
    case Outcome::OutOfMemory:
      return nullptr;
    case Outcome::Interpreter:
      return nullptr;
    case Outcome::NoMatch:
      break;
    }
  }
  return nullptr;
}

PyObject *tryVersions(CompiledFunction *object, PyObject *const *arguments, Py_ssize_t count, PyObject *names,
                      LeftCall *left) {
  try {
    return runVersions(object, arguments, count, names, left);
  } catch (const std::bad_alloc &) {
    return PyErr_NoMemory();
  } catch (const std::exception &error) {
    // torch checks what it is asked for: in-place writes to inference tensors.
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
}

bool initCompiledFunction(PyObject *module) {
  compiledFunctionType = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  runGeneric = PyObject_CallNoArgs(reinterpret_cast<PyObject *>(&PyBaseObject_Type));
  runPlain = PyObject_CallNoArgs(reinterpret_cast<PyObject *>(&PyBaseObject_Type));
  return compiledFunctionType && runGeneric && runPlain &&
         PyModule_AddObjectRef(module, "RUN_GENERIC", runGeneric) == 0 &&
         PyModule_AddObjectRef(module, "RUN_PLAIN", runPlain) == 0 &&
         PyModule_AddObjectRef(module, "CompiledFunction", reinterpret_cast<PyObject *>(compiledFunctionType)) == 0;
}

} // namespace janus::dispatch
