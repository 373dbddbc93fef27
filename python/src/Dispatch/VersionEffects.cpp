//===- VersionEffects.cpp - what a call leaves behind and returns ---------===//

#include "Random.h"
#include "Version.h"

#include <cstring>

namespace janus::dispatch {
namespace {

/// The Python object of a result, new reference; the same one each time.
PyObject *resultObject(Frame &frame, int index) {
  if (size_t(index) >= frame.results.size()) {
    PyErr_SetString(PyExc_SystemError, "native code did not make a result that it should");
    return nullptr;
  }
  if (frame.objects.size() < frame.results.size())
    frame.objects.resize(frame.results.size());
  PyObject *&object = frame.objects[size_t(index)];
  if (!object)
    object = wrapTensor(std::move(frame.results[size_t(index)]));
  Py_XINCREF(object);
  return object;
}

/// Nested lists of the elements from `data` on, which moves behind them.
template <typename Element>
PyObject *makeLists(c10::IntArrayRef sizes, const Element *&data, PyObject *(*make)(Element)) {
  if (sizes.empty())
    return make(*data++);
  PyObject *list = PyList_New(Py_ssize_t(sizes[0]));
  for (Py_ssize_t i = 0; list && i < Py_ssize_t(sizes[0]); ++i) {
    PyObject *element = makeLists(sizes.slice(1), data, make);
    if (element)
      PyList_SET_ITEM(list, i, element);
    else
      Py_CLEAR(list);
  }
  return list;
}

/// What tolist() gives of a result, a tensor of f64, i64 or bool.
PyObject *listOf(const Frame &frame, int index) {
  if (size_t(index) >= frame.results.size()) {
    PyErr_SetString(PyExc_SystemError, "native code did not make a result that it should");
    return nullptr;
  }
  const at::TensorBase &tensor = frame.results[size_t(index)];
  if (tensor.scalar_type() == at::kDouble) {
    const double *data = static_cast<const double *>(tensor.const_data_ptr());
    return makeLists<double>(tensor.sizes(), data, PyFloat_FromDouble);
  }
  if (tensor.scalar_type() == at::kLong) {
    const int64_t *data = static_cast<const int64_t *>(tensor.const_data_ptr());
    return makeLists<int64_t>(tensor.sizes(), data, [](int64_t number) { return PyLong_FromLongLong(number); });
  }
  const bool *data = static_cast<const bool *>(tensor.const_data_ptr());
  return makeLists<bool>(tensor.sizes(), data, [](bool flag) { return PyBool_FromLong(flag); });
}

int writeNumber(const StateNumber &number, PyObject *value) {
  PyObject *container = number.container.get(), *key = number.key.get();
  if (PyDict_CheckExact(container) || PyList_CheckExact(container))
    return PyObject_SetItem(container, key, value);
  return PyObject_SetAttr(container, key, value);
}

PyObject *toPython(ArgumentSpec::Kind kind, int64_t word) {
  if (kind == ArgumentSpec::Kind::Int)
    return PyLong_FromLongLong(word);
  if (kind == ArgumentSpec::Kind::Bool)
    return PyBool_FromLong((word & 0xff) != 0);
  double value;
  std::memcpy(&value, &word, sizeof value);
  return PyFloat_FromDouble(value);
}

} // namespace

bool Version::commit(Frame &frame) {
  if (generatorSlot >= 0)
    writeGenerator(generatorIn(frame));
  for (size_t i = 0; i < tensorArguments.size(); ++i)
    if (tensorArguments[i]->written)
      frame.tensors[i]->bump_version();
  for (const StateTensor &state : states)
    if (state.written)
      state.impl->bump_version();
  for (const StateNumber &number : numbers) {
    if (!number.written)
      continue;
    PyObject *value = toPython(number.kind, frame.words[size_t(number.wordOffset)]);
    int failed = value ? writeNumber(number, value) : -1;
    Py_XDECREF(value);
    if (failed)
      return false;
  }
  static PyObject *gradName = PyUnicode_InternFromString("grad");
  for (const auto &[parameter, index] : gradients) {
    PyObject *gradient = resultObject(frame, index);
    int failed = gradient ? PyObject_SetAttr(parameter.get(), gradName, gradient) : -1;
    Py_XDECREF(gradient);
    if (failed)
      return false;
  }
  return true;
}

bool Version::writeAttributes(PyObject *const *bound, Frame &frame) {
  for (const AttributeWrite &write : writes) {
    PyObject *value = build(write.value, bound, frame);
    int failed = value ? PyObject_SetAttr(write.owner.get(), write.name.get(), value) : -1;
    Py_XDECREF(value);
    if (failed)
      return false;
  }
  return true;
}

PyObject *Version::build(const OutputSpec &spec, PyObject *const *bound, Frame &frame) {
  using Kind = OutputSpec::Kind;
  switch (spec.kind) {
  case Kind::Tensor:
    return resultObject(frame, spec.index);
  case Kind::Consumed: {
    PyObject *tensor = resultObject(frame, spec.index);
    PyObject *consumed = tensor ? PyObject_CallOneArg(spec.object.get(), tensor) : nullptr;
    Py_XDECREF(tensor);
    return consumed;
  }
  case Kind::Int:
    return toPython(ArgumentSpec::Kind::Int, frame.scalar(spec.index));
  case Kind::Float:
    return toPython(ArgumentSpec::Kind::Float, frame.scalar(spec.index));
  case Kind::Bool:
    return toPython(ArgumentSpec::Kind::Bool, frame.scalar(spec.index));
  case Kind::Numbers:
    return listOf(frame, spec.index);
  case Kind::View:
    return buildView(spec, bound, frame);
  case Kind::Object:
    Py_INCREF(spec.object.get());
    return spec.object.get();
  case Kind::Argument: {
    size_t index = size_t(spec.index);
    PyObject *value = index < parameters.size() ? bound[index] : frame.held[index - parameters.size()];
    Py_INCREF(value);
    for (const Ref &key : spec.keys) {
      PyObject *element = PyObject_GetItem(value, key.get());
      Py_DECREF(value);
      if (!element)
        return nullptr;
      value = element;
    }
    return value;
  }
  case Kind::Tuple:
  case Kind::List:
  case Kind::Dict:
    return buildContainer(spec, bound, frame);
  case Kind::Call:
    return buildCall(spec, bound, frame);
  }
  return nullptr;
}

PyObject *Version::buildCall(const OutputSpec &spec, PyObject *const *bound, Frame &frame) {
  std::vector<PyObject *> arguments;
  for (const OutputSpec &child : spec.children) {
    arguments.push_back(build(child, bound, frame));
    if (!arguments.back())
      break;
  }
  PyObject *result = nullptr;
  if (arguments.empty() || arguments.back()) {
    size_t names = size_t(PyTuple_GET_SIZE(spec.names.get()));
    result = PyObject_Vectorcall(spec.object.get(), arguments.data(), arguments.size() - names, spec.names.get());
  }
  for (PyObject *argument : arguments)
    Py_XDECREF(argument);
  return result;
}

PyObject *Version::buildContainer(const OutputSpec &spec, PyObject *const *bound, Frame &frame) {
  Py_ssize_t count = Py_ssize_t(spec.children.size());
  PyObject *container = spec.kind == OutputSpec::Kind::Tuple  ? PyTuple_New(count)
                        : spec.kind == OutputSpec::Kind::List ? PyList_New(count)
                                                              : PyDict_New();
  for (Py_ssize_t i = 0; container && i < count; ++i) {
    PyObject *element = build(spec.children[size_t(i)], bound, frame);
    int failed = element ? 0 : -1;
    if (element && spec.kind == OutputSpec::Kind::Tuple) {
      PyTuple_SET_ITEM(container, i, element);
    } else if (element && spec.kind == OutputSpec::Kind::List) {
      PyList_SET_ITEM(container, i, element);
    } else if (element) {
      failed = PyDict_SetItem(container, spec.keys[size_t(i)].get(), element);
      Py_DECREF(element);
    }
    if (failed)
      Py_CLEAR(container);
  }
  return container;
}

} // namespace janus::dispatch
