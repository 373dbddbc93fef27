//===- ModuleCall.cpp - __call__ of compiled modules ----------------------===//
//
// One object in the class of compiled modules: it finds the CompiledFunction
// of the instance and calls that with the instance as first argument. Where
// the original has become an instance of another class, a compiled module of
// that class takes the instance's place.
//
//===----------------------------------------------------------------------===//

#include "CompiledFunction.h"

#include <structmember.h>

namespace janus::dispatch {
namespace {

struct ModuleCall {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *find;     ///< descriptor of the slot that holds the instance's CompiledFunction
  PyObject *create;   ///< create(instance): makes it on the first call, and where the class has got another __call__
  PyObject *original; ///< descriptor of the slot that holds the original
  PyObject *moved;    ///< moved(instance): the compiled module to call for an original of another class
  PyTypeObject *base; ///< the original's class
  PyObject *wrapped;
  PyObject *dict;
};

ModuleCall *self(PyObject *object) { return reinterpret_cast<ModuleCall *>(object); }

/// What a slot's descriptor finds, null without an exception if the slot is empty.
PyObject *get(PyObject *descriptor, PyObject *instance) {
  PyObject *value =
      Py_TYPE(descriptor)->tp_descr_get(descriptor, instance, reinterpret_cast<PyObject *>(Py_TYPE(instance)));
  if (!value && PyErr_ExceptionMatches(PyExc_AttributeError))
    PyErr_Clear();
  return value;
}

PyObject *callName;

/// Whether an instance's CompiledFunction stands for what its class says now.
bool isCurrent(ModuleCall *call, PyObject *compiled) {
  return reinterpret_cast<CompiledFunction *>(compiled)->function == _PyType_Lookup(call->base, callName);
}

PyObject *vectorcall(PyObject *callable, PyObject *const *arguments, size_t nargsf, PyObject *names) {
  ModuleCall *call = self(callable);
  if (PyVectorcall_NARGS(nargsf) == 0)
    return PyObject_Vectorcall(call->wrapped, arguments, nargsf, names);
  PyObject *original = get(call->original, arguments[0]);
  bool hasMoved = original && Py_TYPE(original) != call->base;
  Py_XDECREF(original);
  if (hasMoved) {
    PyObject *moved = PyObject_CallOneArg(call->moved, arguments[0]);
    if (!moved)
      return nullptr;
    PyObject *result = PyObject_Vectorcall(moved, arguments + 1, PyVectorcall_NARGS(nargsf) - 1, names);
    Py_DECREF(moved);
    return result;
  }
  PyObject *compiled = PyErr_Occurred() ? nullptr : get(call->find, arguments[0]);
  if (compiled && !isCurrent(call, compiled))
    Py_CLEAR(compiled);
  if (!compiled) {
    if (PyErr_Occurred())
      return nullptr;
    compiled = PyObject_CallOneArg(call->create, arguments[0]);
    if (!compiled)
      return nullptr;
  }
  PyObject *result = PyObject_Vectorcall(compiled, arguments, nargsf & ~PY_VECTORCALL_ARGUMENTS_OFFSET, names);
  Py_DECREF(compiled);
  return result;
}

PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *) {
  PyObject *find, *make, *original, *moved, *base;
  if (!PyArg_ParseTuple(arguments, "OOOOO!", &find, &make, &original, &moved, &PyType_Type, &base))
    return nullptr;
  if (!Py_TYPE(find)->tp_descr_get || !Py_TYPE(original)->tp_descr_get) {
    PyErr_SetString(PyExc_TypeError, "ModuleCall needs the descriptors of slots");
    return nullptr;
  }
  PyObject *wrapped = PyObject_GetAttrString(base, "__call__");
  if (!wrapped)
    return nullptr;
  ModuleCall *call = self(type->tp_alloc(type, 0));
  if (!call) {
    Py_DECREF(wrapped);
    return nullptr;
  }
  call->vectorcall = vectorcall;
  call->find = Py_NewRef(find);
  call->create = Py_NewRef(make);
  call->original = Py_NewRef(original);
  call->moved = Py_NewRef(moved);
  call->base = reinterpret_cast<PyTypeObject *>(Py_NewRef(base));
  call->wrapped = wrapped;
  return reinterpret_cast<PyObject *>(call);
}

int traverse(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(reinterpret_cast<PyObject *>(Py_TYPE(object)));
  Py_VISIT(self(object)->find);
  Py_VISIT(self(object)->create);
  Py_VISIT(self(object)->original);
  Py_VISIT(self(object)->moved);
  Py_VISIT(reinterpret_cast<PyObject *>(self(object)->base));
  Py_VISIT(self(object)->wrapped);
  Py_VISIT(self(object)->dict);
  return 0;
}

int clear(PyObject *object) {
  Py_CLEAR(self(object)->find);
  Py_CLEAR(self(object)->create);
  Py_CLEAR(self(object)->original);
  Py_CLEAR(self(object)->moved);
  Py_CLEAR(self(object)->base);
  Py_CLEAR(self(object)->wrapped);
  Py_CLEAR(self(object)->dict);
  return 0;
}

void deallocate(PyObject *object) {
  PyObject_GC_UnTrack(object);
  clear(object);
  PyTypeObject *type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(reinterpret_cast<PyObject *>(type));
}

PyMemberDef members[] = {{"__vectorcalloffset__", T_PYSSIZET, offsetof(ModuleCall, vectorcall), READONLY, nullptr},
                         {"__dictoffset__", T_PYSSIZET, offsetof(ModuleCall, dict), READONLY, nullptr},
                         {"__wrapped__", T_OBJECT, offsetof(ModuleCall, wrapped), READONLY, nullptr},
                         {nullptr, 0, 0, 0, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(create)},
                       {Py_tp_dealloc, reinterpret_cast<void *>(deallocate)},
                       {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
                       {Py_tp_clear, reinterpret_cast<void *>(clear)},
                       {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
                       {Py_tp_descr_get, reinterpret_cast<void *>(bindMethod)},
                       {Py_tp_members, members},
                       {0, nullptr}};

PyType_Spec spec = {"janusc._dispatch.ModuleCall", sizeof(ModuleCall), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR,
                    slots};

} // namespace

bool initModuleCall(PyObject *module) {
  if (!(callName = PyUnicode_InternFromString("__call__")))
    return false;
  PyObject *type = PyType_FromSpec(&spec);
  return type && PyModule_AddObjectRef(module, "ModuleCall", type) == 0;
}

} // namespace janus::dispatch
