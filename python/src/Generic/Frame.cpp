//===- Frame.cpp - machine code on CPython's own frames -------------------===//

#include <chrono> // before what CPython defines for itself

#define Py_BUILD_CORE 1
#include <Python.h>
#include <internal/pycore_ceval.h>
#include <internal/pycore_frame.h>
#include <internal/pycore_interp.h>
#include <internal/pycore_pystate.h>
#include <structmember.h>

#include "CallsOfC.h"
#include "Frame.h"
#include "Push.h"
#include "Stack.h"
#include "janus/Runtime/python.h"

#include <utility>

#if PY_VERSION_HEX < 0x030B0000 || PY_VERSION_HEX >= 0x030C0000
#error "frames are laid out as in CPython 3.11"
#endif

namespace janus::generic {

__thread unsigned long long nativeRuns;

//===--- time -------------------------------------------------------------===//

namespace {

bool measuring;
thread_local bool interpreting;
thread_local int64_t since, interpreterTime; // nanoseconds

void change(bool inside) {
  int64_t now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  if (interpreting)
    interpreterTime += now - since;
  since = now;
  interpreting = inside;
}

} // namespace

Phase::Phase(bool inside) : before(interpreting) {
  if (measuring && inside != before)
    change(inside);
}

Phase::~Phase() {
  if (measuring && interpreting != before)
    change(before);
}

namespace {

/// Machine code of a code object; kept with it, and alive while it runs.
struct Body {
  PyObject_HEAD janus_python_body address;
  PyObject *constants;      ///< a tuple
  PyObject *keep;           ///< what owns the machine code
  bool stale;               ///< a better one may be had: the next call asks for it
  bool reaches;             ///< a unit ran natively in a call of it, its own or one further in
  unsigned long long calls; ///< how often it was entered
};

PyTypeObject *bodyType;

/// Where code objects keep their body; None says that there will be none.
Py_ssize_t extraIndex = -1;

/// maker(function, keep): gives the code of a function that a body with this
/// `keep` calls a body, or refuses one; or replaces its stale body, whose `keep` it
/// is.
PyObject *maker;

/// considers(code's function): set where all functions are to run their body, whoever calls them, which tests of the
/// semantics do: gives the code of a function a body, or refuses one.
PyObject *everywhere;

/// After so many calls a body is looked at again: has anything native run in them?
constexpr unsigned long long trialCalls = 64;

/// References that a call takes over.
struct Given {
  PyObject **arguments = nullptr;
  size_t count = 0;

  void release() {
    for (size_t i = 0; i < count; ++i)
      Py_CLEAR(arguments[i]);
    count = 0;
  }
};

/// A call whose frame the hook waits for.
struct Request {
  Body *body;
  PyFunctionObject *function;
  Request *previous;
  bool taken;
  Given given;
};

/// What is known of a thread. Reached without a call: the extension has few such bytes.
struct Thread {
  Request *request;
  Body *running;
  int nested;
};
__attribute__((tls_model("initial-exec"))) thread_local Thread here;

/// Bodies on one thread before calls go on in the interpreter, whose loop takes no
/// machine stack for Python calling Python.
constexpr int maxNested = 400;

PyObject *hook(PyThreadState *thread, _PyInterpreterFrame *frame, int throwing);

bool isOurs(_PyFrameEvalFunction function) { return function == hook; }

// As _PyInterpreterState_SetEvalFrameFunc does, but in place.
void install(PyInterpreterState *interpreter) { interpreter->eval_frame = hook; }

void uninstall(PyInterpreterState *interpreter) {
  if (!everywhere && !measuring)
    interpreter->eval_frame = nullptr;
}

bool hasForeignHook(PyInterpreterState *interpreter) {
  return interpreter->eval_frame && !isOurs(interpreter->eval_frame);
}

/// What CPython's bytecode does before RESUME: the closure's cells, then new ones.
bool makeCells(_PyInterpreterFrame *frame) {
  PyCodeObject *code = frame->f_code;
  int first = code->co_nlocals + code->co_nplaincellvars;
  for (int i = 0; i < code->co_nfreevars; ++i) {
    PyObject *cell = PyTuple_GET_ITEM(frame->f_func->func_closure, i);
    Py_INCREF(cell);
    frame->localsplus[first + i] = cell;
  }
  const char *kinds = PyBytes_AS_STRING(code->co_localspluskinds);
  for (int i = 0; code->co_ncellvars && i < first; ++i) {
    if (!(kinds[i] & CO_FAST_CELL))
      continue;
    PyObject *initial = frame->localsplus[i];
    PyObject *cell = PyCell_New(initial);
    if (!cell)
      return false;
    frame->localsplus[i] = cell;
    Py_XDECREF(initial);
  }
  return true;
}

const int32_t *breakerOf(PyThreadState *thread) {
  return reinterpret_cast<const int32_t *>(&thread->interp->ceval.eval_breaker);
}

/// The body on a frame that is linked in.
inline PyObject *runLinked(PyThreadState *thread, _PyInterpreterFrame *frame, Body *body) {
  if (!makeCells(frame))
    return nullptr;
  PyCodeObject *code = frame->f_code;
  frame->prev_instr = _PyCode_CODE(code) + code->_co_firsttraceable;
  if (*breakerOf(thread) && poll(thread) < 0) {
    PyFrameObject *object = PyThreadState_GetFrame(thread);
    if (object)
      PyTraceBack_Here(object);
    Py_XDECREF(object);
    return nullptr;
  }
  janus_python_frame state{};
  state.variables = frame->localsplus;
  state.constants = reinterpret_cast<PyTupleObject *>(body->constants)->ob_item;
  state.instruction = reinterpret_cast<void **>(&frame->prev_instr);
  state.code = reinterpret_cast<char *>(_PyCode_CODE(code));
  state.breaker = breakerOf(thread);
  state.globals = frame->f_globals;
  state.builtins = frame->f_builtins;
  state.executable = reinterpret_cast<PyObject *>(code);
  return body->address(&state);
}

/// The body on a frame that is linked in, counted as a level of recursion.
inline PyObject *runCounted(PyThreadState *thread, _PyInterpreterFrame *frame, Body *body) {
  PyObject *result = nullptr;
  if (_Py_EnterRecursiveCallTstate(thread, "")) {
    thread->recursion_remaining--;
  } else {
    Body *before = here.running;
    here.running = body;
    ++here.nested;
    if (++body->calls == trialCalls)
      body->stale = true;
    unsigned long long nativeBefore = nativeRuns;
    result = runLinked(thread, frame, body);
    body->reaches |= nativeRuns != nativeBefore;
    --here.nested;
    here.running = before;
  }
  _Py_LeaveRecursiveCallTstate(thread);
  return result;
}

/// Runs the body where the interpreter's loop would run the bytecode: with the
/// frame on top.
PyObject *run(PyThreadState *thread, _PyInterpreterFrame *frame, Body *body) {
  Phase phase(/*inside=*/false);
  _PyCFrame link;
  _PyCFrame *outer = thread->cframe;
  link.use_tracing = outer->use_tracing;
  link.previous = outer;
  link.current_frame = frame;
  frame->is_entry = true;
  frame->previous = outer->current_frame;
  thread->cframe = &link;
  PyObject *result = runCounted(thread, frame, body);
  thread->cframe = link.previous;
  thread->cframe->use_tracing = link.use_tracing;
  return result;
}

/// Runs the body on a frame that was pushed here, and lets go of it. The frame is in the list of whoever runs on this
/// stack of frames: nothing but the interpreter's loop needs one of its own.
inline PyObject *runPushed(PyThreadState *thread, _PyInterpreterFrame *frame, Body *body) {
  // Whatever runs may give the code another body.
  Py_INCREF(body);
  _PyCFrame *link = thread->cframe;
  frame->is_entry = true;
  frame->previous = link->current_frame;
  link->current_frame = frame;
  PyObject *result = runCounted(thread, frame, body);
  link->current_frame = frame->previous;
  popFrame(thread, frame);
  Py_DECREF(body);
  return result;
}

/// As _PyCode_GetExtra, but in place.
void *extraOf(PyObject *code) {
  struct Extras {
    Py_ssize_t count;
    void *values[1];
  };
  auto *extras = static_cast<Extras *>(reinterpret_cast<PyCodeObject *>(code)->co_extra);
  return extras && extraIndex < extras->count ? extras->values[extraIndex] : nullptr;
}

/// The body of a frame that is about to start, made now if its code is new; null without one.
Body *findBodyAnywhere(PyThreadState *thread, _PyInterpreterFrame *frame) {
  PyCodeObject *code = frame->f_code;
  constexpr int suspends = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR;
  if (thread->cframe->use_tracing || !(code->co_flags & CO_OPTIMIZED) || code->co_flags & suspends ||
      here.nested >= maxNested || isStackShort())
    return nullptr;
  PyObject *extra = static_cast<PyObject *>(extraOf(reinterpret_cast<PyObject *>(code)));
  thread_local bool making;
  if (!extra && !making) {
    making = true;
    Headroom headroom;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *result = PyObject_CallOneArg(everywhere, reinterpret_cast<PyObject *>(frame->f_func));
    if (!result)
      PyErr_WriteUnraisable(everywhere);
    Py_XDECREF(result);
    PyErr_Restore(type, value, traceback);
    making = false;
    extra = static_cast<PyObject *>(extraOf(reinterpret_cast<PyObject *>(code)));
  }
  return extra && extra != Py_None ? reinterpret_cast<Body *>(extra) : nullptr;
}

PyObject *hook(PyThreadState *thread, _PyInterpreterFrame *frame, int throwing) {
  Request *wanted = here.request;
  // A finaliser may run while arguments are bound, or another thread.
  if (!wanted || wanted->taken || throwing || frame->f_func != wanted->function) {
    Body *body = everywhere && !throwing ? findBodyAnywhere(thread, frame) : nullptr;
    if (!body) {
      Phase phase(/*inside=*/true);
      return _PyEval_EvalFrameDefault(thread, frame, throwing);
    }
    Py_INCREF(body);
    PyObject *result = run(thread, frame, body);
    Py_DECREF(body);
    return result;
  }
  wanted->taken = true;
  uninstall(thread->interp);
  // The frame has references of its own now.
  wanted->given.release();
  return run(thread, frame, wanted->body);
}

/// Calls the function so that its frame runs the body.
PyObject *enter(PyThreadState *thread, PyFunctionObject *function, Body *body, PyObject *const *arguments,
                size_t nargsf, PyObject *names, Given given) {
  Request wanted{body, function, here.request, false, given};
  here.request = &wanted;
  // Whatever runs may give the code another body.
  Py_INCREF(body);
  install(thread->interp);
  PyObject *result = _PyFunction_Vectorcall(reinterpret_cast<PyObject *>(function), arguments, nargsf, names);
  here.request = wanted.previous;
  // A call whose arguments do not fit never reaches the hook.
  if (!wanted.taken && isOurs(thread->interp->eval_frame))
    uninstall(thread->interp);
  // A call that a finaliser made took the hook out that the outer call waits for.
  if (here.request && !here.request->taken && !thread->interp->eval_frame)
    install(thread->interp);
  Py_DECREF(body);
  return result;
}

Body *bodyOf(PyFunctionObject *function) {
  PyObject *extra = static_cast<PyObject *>(extraOf(function->func_code));
  return extra && extra != Py_None ? reinterpret_cast<Body *>(extra) : nullptr;
}

/// The body of a function's code, made now if another one calls it or if it is
/// stale; null without one. Gives -1 with an exception (an interrupt while it is
/// made).
int findBody(PyFunctionObject *function, Body *&body) {
  body = bodyOf(function);
  if (body ? !body->stale : !here.running || extraOf(function->func_code))
    return 0;
  if (!maker)
    return 0;
  Headroom headroom;
  PyObject *keep = Py_NewRef(body ? body->keep : here.running->keep);
  PyObject *asked[] = {nullptr, reinterpret_cast<PyObject *>(function), keep};
  PyObject *result = PyObject_Vectorcall(maker, asked + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  Py_DECREF(keep);
  if (!result)
    return -1;
  Py_DECREF(result);
  body = bodyOf(function);
  return 0;
}

/// Whether a call may run a body.
bool mayEnter(PyThreadState *thread) {
  return !thread->cframe->use_tracing && !hasForeignHook(thread->interp) && here.nested < maxNested;
}

PyObject *callFunction(PyObject *callee, PyObject *const *arguments, size_t nargsf, PyObject *names, Given given) {
  PyThreadState *thread = _PyThreadState_GET();
  auto *function = reinterpret_cast<PyFunctionObject *>(callee);
  if (mayEnter(thread)) {
    Body *body = nullptr;
    if (findBody(function, body) < 0)
      return nullptr;
    if (body && !names && !measuring) {
      // `callWith` hands on a copy of the arguments.
      PyObject **owned = given.arguments == arguments ? given.arguments : nullptr;
      Positional plain{nullptr, arguments, size_t(PyVectorcall_NARGS(nargsf)), owned};
      if (_PyInterpreterFrame *frame = pushFrame(thread, function, plain))
        return runPushed(thread, frame, body);
    }
    if (body)
      return enter(thread, function, body, arguments, nargsf, names, given);
  }
  return _PyFunction_Vectorcall(callee, arguments, nargsf, names);
}

/// A function with one more argument, before the others.
PyObject *callWith(PyObject *function, PyObject *self, PyObject *const *arguments, size_t nargsf, PyObject *names,
                   Given given = {}) {
  PyThreadState *thread = _PyThreadState_GET();
  Body *body =
      names || measuring || !mayEnter(thread) ? nullptr : bodyOf(reinterpret_cast<PyFunctionObject *>(function));
  if (body && !body->stale) {
    Positional plain{self, arguments, size_t(PyVectorcall_NARGS(nargsf)), given.arguments};
    if (_PyInterpreterFrame *frame = pushFrame(thread, reinterpret_cast<PyFunctionObject *>(function), plain))
      return runPushed(thread, frame, body);
  }
  constexpr size_t few = 8;
  size_t total = size_t(PyVectorcall_NARGS(nargsf)) + (names ? size_t(PyTuple_GET_SIZE(names)) : 0);
  PyObject *small[few];
  PyObject **all = total < few ? small : static_cast<PyObject **>(PyMem_Malloc((total + 1) * sizeof(PyObject *)));
  if (!all)
    return PyErr_NoMemory();
  all[0] = self;
  for (size_t i = 0; i < total; ++i)
    all[i + 1] = arguments[i];
  // What was called may let go of both while the function runs.
  Py_INCREF(self);
  Py_INCREF(function);
  PyObject *result = callFunction(function, all, size_t(PyVectorcall_NARGS(nargsf)) + 1, names, given);
  Py_DECREF(function);
  Py_DECREF(self);
  if (all != small)
    PyMem_Free(all);
  return result;
}

/// The Python function that calling an instance of a class runs: its __call__.
PyObject *findCall(PyTypeObject *type) {
  static PyObject *name = PyUnicode_InternFromString("__call__");
  if (!(type->tp_flags & Py_TPFLAGS_HEAPTYPE) || type->tp_flags & Py_TPFLAGS_HAVE_VECTORCALL || !type->tp_call)
    return nullptr;
  PyObject *found = _PyType_Lookup(type, name);
  return found && Py_TYPE(found) == &PyFunction_Type ? found : nullptr;
}

/// Calls an instance as the interpreter does: one level of recursion more than its __call__.
PyObject *callInstance(PyThreadState *thread, PyObject *function, PyObject *instance, PyObject *const *arguments,
                       size_t nargsf, PyObject *names) {
  if (_Py_EnterRecursiveCallTstate(thread, " while calling a Python object"))
    return nullptr;
  PyObject *result = callWith(function, instance, arguments, nargsf, names);
  _Py_LeaveRecursiveCallTstate(thread);
  return result;
}

/// The __init__ that calling a class runs on a plain new object, if it is a Python
/// function; null for classes that are made in any other way.
PyObject *findInit(PyObject *callee) {
  static PyObject *name = PyUnicode_InternFromString("__init__");
  PyTypeObject *type = reinterpret_cast<PyTypeObject *>(callee);
  if (Py_TYPE(callee) != &PyType_Type || !(type->tp_flags & Py_TPFLAGS_HEAPTYPE) || type->tp_vectorcall ||
      type->tp_new != PyBaseObject_Type.tp_new)
    return nullptr;
  PyObject *found = _PyType_Lookup(type, name);
  return found && Py_TYPE(found) == &PyFunction_Type ? found : nullptr;
}

/// Calls a class as the interpreter does: a new object, then its __init__.
PyObject *callClass(PyThreadState *thread, PyObject *init, PyTypeObject *type, PyObject *const *arguments,
                    size_t nargsf, PyObject *names) {
  static PyObject *none = PyTuple_New(0);
  if (_Py_EnterRecursiveCallTstate(thread, " while calling a Python object"))
    return nullptr;
  Py_INCREF(init);
  PyObject *instance = type->tp_new(type, none, nullptr);
  PyObject *result = instance ? callWith(init, instance, arguments, nargsf, names) : nullptr;
  Py_DECREF(init);
  if (result && result != Py_None)
    PyErr_Format(PyExc_TypeError, "__init__() should return None, not '%.200s'", Py_TYPE(result)->tp_name);
  if (result != Py_None)
    Py_CLEAR(instance);
  Py_XDECREF(result);
  _Py_LeaveRecursiveCallTstate(thread);
  return instance;
}

//===--- poll -------------------------------------------------------------===//

/// An exception that another thread sent is taken by the interpreter's loop alone:
/// a function of no instructions runs in it.
int takeAsynchronousException() {
  static PyObject *function = [] {
    PyObject *scope = PyDict_New();
    PyObject *made = scope ? PyRun_String("lambda: None", Py_eval_input, scope, scope) : nullptr;
    Py_XDECREF(scope);
    return made;
  }();
  PyObject *result = function ? PyObject_CallNoArgs(function) : nullptr;
  Py_XDECREF(result);
  if (result)
    return 0;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  Py_XDECREF(traceback);
  PyErr_Restore(type, value, nullptr);
  return -1;
}

} // namespace

bool hasForeignHook() { return hasForeignHook(_PyThreadState_GET()->interp); }

bool isBreakerSet() {
  return *reinterpret_cast<const volatile int32_t *>(&PyInterpreterState_Main()->ceval.eval_breaker) != 0;
}

int poll(PyThreadState *thread) {
  if (Py_MakePendingCalls() < 0)
    return -1;
  if (*reinterpret_cast<const volatile int32_t *>(&thread->interp->ceval.gil_drop_request))
    PyEval_RestoreThread(PyEval_SaveThread());
  return thread->async_exc ? takeAsynchronousException() : 0;
}

static PyObject *callHere(PyObject *callee, PyObject *const *arguments, size_t nargsf, PyObject *names, Given given) {
  PyTypeObject *type = Py_TYPE(callee);
  if (type == &PyFunction_Type)
    return callFunction(callee, arguments, nargsf, names, given);
  if (type == &PyMethod_Type && Py_TYPE(PyMethod_GET_FUNCTION(callee)) == &PyFunction_Type)
    return callWith(PyMethod_GET_FUNCTION(callee), PyMethod_GET_SELF(callee), arguments, nargsf, names, given);
  if (PyObject *function = findCall(type))
    return callInstance(_PyThreadState_GET(), function, callee, arguments, nargsf, names);
  if (PyObject *init = findInit(callee))
    return callClass(_PyThreadState_GET(), init, reinterpret_cast<PyTypeObject *>(callee), arguments, nargsf, names);
  return PyObject_Vectorcall(callee, arguments, nargsf, names);
}

static PyObject *callAnywhere(PyObject *callee, PyObject *const *arguments, size_t nargsf, PyObject *names,
                              Given given) {
  if (!isStackShort())
    return callHere(callee, arguments, nargsf, names, given);
  struct Call {
    PyObject *callee, *const *arguments;
    size_t nargsf;
    PyObject *names, *result;
    Given given;
  } call{callee, arguments, nargsf, names, nullptr, given};
  auto run = [](void *data) {
    Call *call = static_cast<Call *>(data);
    call->result = callHere(call->callee, call->arguments, call->nargsf, call->names, call->given);
  };
  if (!callOnNewStack(run, &call))
    return PyErr_NoMemory();
  return call.result;
}

PyObject *call(PyObject *callee, PyObject *const *arguments, size_t nargsf, PyObject *names) {
  return callAnywhere(callee, arguments, nargsf, names, Given());
}

PyObject *callConsuming(PyObject *callee, PyObject **arguments, size_t nargsf, PyObject *names) {
  if (Py_TYPE(callee) == &PyFunction_Type && !names && !isStackShort()) {
    PyThreadState *thread = _PyThreadState_GET();
    auto *function = reinterpret_cast<PyFunctionObject *>(callee);
    Body *body = mayEnter(thread) && !measuring ? bodyOf(function) : nullptr;
    if (body && !body->stale) {
      Positional plain{nullptr, arguments, size_t(PyVectorcall_NARGS(nargsf)), arguments};
      if (_PyInterpreterFrame *frame = pushFrame(thread, function, plain))
        return runPushed(thread, frame, body);
    }
  }
  Given all{arguments, size_t(PyVectorcall_NARGS(nargsf)) + (names ? size_t(PyTuple_GET_SIZE(names)) : 0)};
  PyObject *result = callAnywhere(callee, arguments, nargsf, names, all);
  all.release();
  return result;
}

//===--- Python's side ----------------------------------------------------===//

namespace {

PyObject *createBody(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  static const char *names[] = {"address", "constants", "keep", nullptr};
  unsigned long long address;
  PyObject *constants, *keep;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "KO!O", const_cast<char **>(names), &address, &PyTuple_Type,
                                   &constants, &keep))
    return nullptr;
  Body *body = reinterpret_cast<Body *>(type->tp_alloc(type, 0));
  if (!body)
    return nullptr;
  body->address = reinterpret_cast<janus_python_body>(address);
  body->constants = Py_NewRef(constants);
  body->keep = Py_NewRef(keep);
  return reinterpret_cast<PyObject *>(body);
}

void deallocateBody(PyObject *object) {
  Body *body = reinterpret_cast<Body *>(object);
  Py_XDECREF(body->constants);
  Py_XDECREF(body->keep);
  PyTypeObject *type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(type);
}

PyMemberDef bodyMembers[] = {{"constants", T_OBJECT, offsetof(Body, constants), READONLY, nullptr},
                             {"keep", T_OBJECT, offsetof(Body, keep), READONLY, nullptr},
                             {"stale", T_BOOL, offsetof(Body, stale), 0, nullptr},
                             {"reaches", T_BOOL, offsetof(Body, reaches), READONLY, nullptr},
                             {"calls", T_ULONGLONG, offsetof(Body, calls), READONLY, nullptr},
                             {nullptr, 0, 0, 0, nullptr}};

PyType_Slot bodySlots[] = {{Py_tp_new, reinterpret_cast<void *>(createBody)},
                           {Py_tp_dealloc, reinterpret_cast<void *>(deallocateBody)},
                           {Py_tp_members, bodyMembers},
                           {0, nullptr}};

PyType_Spec bodySpec = {"janusc._dispatch.Body", sizeof(Body), 0, Py_TPFLAGS_DEFAULT, bodySlots};

void freeExtra(void *extra) { Py_XDECREF(static_cast<PyObject *>(extra)); }

bool checkCode(PyObject *code) {
  if (PyCode_Check(code))
    return true;
  PyErr_Format(PyExc_TypeError, "expected a code object, found %s", Py_TYPE(code)->tp_name);
  return false;
}

/// set_body(code, body): a Body, None for "never", or nothing to forget both.
PyObject *setBody(PyObject *, PyObject *const *arguments, Py_ssize_t count) {
  if (count < 1 || count > 2) {
    PyErr_Format(PyExc_TypeError, "set_body takes a code object and a Body or None, %zd arguments given", count);
    return nullptr;
  }
  if (!checkCode(arguments[0]))
    return nullptr;
  PyObject *body = count == 2 ? arguments[1] : nullptr;
  if (body && body != Py_None && Py_TYPE(body) != bodyType) {
    PyErr_Format(PyExc_TypeError, "expected a Body or None, found %s", Py_TYPE(body)->tp_name);
    return nullptr;
  }
  // Frees what was there.
  if (_PyCode_SetExtra(arguments[0], extraIndex, Py_XNewRef(body)) < 0)
    return nullptr;
  Py_RETURN_NONE;
}

/// get_body(code, default): the Body, None where there will be none, default
/// where nothing is known.
PyObject *getBody(PyObject *, PyObject *const *arguments, Py_ssize_t count) {
  if (!checkCount("get_body", count, 2) || !checkCode(arguments[0]))
    return nullptr;
  void *extra = extraOf(arguments[0]);
  return Py_NewRef(extra ? static_cast<PyObject *>(extra) : arguments[1]);
}

PyObject *setMaker(PyObject *, PyObject *value) {
  Py_XSETREF(maker, Py_NewRef(value));
  Py_RETURN_NONE;
}

/// set_everywhere(considers): all functions run their body, whoever calls them, until it is set to None.
PyObject *setEverywhere(PyObject *, PyObject *value) {
  PyInterpreterState *interpreter = PyInterpreterState_Get();
  if (value != Py_None && hasForeignHook(interpreter)) {
    PyErr_SetString(PyExc_RuntimeError, "something else evaluates this interpreter's frames");
    return nullptr;
  }
  Py_XSETREF(everywhere, value == Py_None ? nullptr : Py_NewRef(value));
  if (everywhere)
    install(interpreter);
  else if (isOurs(interpreter->eval_frame))
    uninstall(interpreter);
  Py_RETURN_NONE;
}

/// measure_time(whether): from now on the time in the interpreter's loop is taken, on every thread.
PyObject *measureTime(PyObject *, PyObject *value) {
  int wanted = PyObject_IsTrue(value);
  PyInterpreterState *interpreter = PyInterpreterState_Get();
  if (wanted < 0)
    return nullptr;
  if (wanted && hasForeignHook(interpreter)) {
    PyErr_SetString(PyExc_RuntimeError, "something else evaluates this interpreter's frames");
    return nullptr;
  }
  measuring = wanted;
  if (measuring)
    install(interpreter);
  else if (isOurs(interpreter->eval_frame))
    uninstall(interpreter);
  Py_RETURN_NONE;
}

/// interpreter_time(): how long this thread has been in the interpreter's loop, in nanoseconds.
PyObject *getInterpreterTime(PyObject *, PyObject *) {
  change(interpreting);
  return PyLong_FromLongLong(interpreterTime);
}

/// call_generic(callee, *args): as a body calls, for tests.
PyObject *callGeneric(PyObject *, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
  if (count < 1) {
    PyErr_SetString(PyExc_TypeError, "call_generic takes a callable");
    return nullptr;
  }
  return call(arguments[0], arguments + 1, size_t(count - 1), names);
}

PyMethodDef methods[] = {
    {"set_body", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(setBody)), METH_FASTCALL,
     "gives a code object a Body, or None for never"},
    {"get_body", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(getBody)), METH_FASTCALL,
     "the Body of a code object, None for never, or the default"},
    {"set_body_maker", setMaker, METH_O, "what considers functions that bodies call, and stale bodies"},
    {"set_everywhere", setEverywhere, METH_O, "runs bodies of all functions, for tests"},
    {"measure_time", measureTime, METH_O, "whether the time in the interpreter's loop is taken"},
    {"interpreter_time", getInterpreterTime, METH_NOARGS,
     "how long this thread has been in the interpreter's loop, outside of bodies and native code, in nanoseconds"},
    {"call_generic", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(callGeneric)),
     METH_FASTCALL | METH_KEYWORDS, "calls as a body does"},
    {nullptr, nullptr, 0, nullptr}};

} // namespace

bool initFrame(PyObject *module) {
  initCallsOfC();
  extraIndex = _PyEval_RequestCodeExtraIndex(freeExtra);
  if (extraIndex < 0) {
    PyErr_SetString(PyExc_RuntimeError, "no room for janusc in code objects: too many users of co_extra");
    return false;
  }
  bodyType = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&bodySpec));
  return bodyType && PyModule_AddObjectRef(module, "Body", reinterpret_cast<PyObject *>(bodyType)) == 0 &&
         PyModule_AddFunctions(module, methods) == 0;
}

} // namespace janus::generic
