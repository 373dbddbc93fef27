//===- Version.cpp - checks and runs a version ----------------------------===//

#include "Version.h"

#include <cstring>

namespace janus::dispatch {
namespace {

/// Writes {allocated, aligned, offset, sizes, strides} and returns the end.
int64_t *describe(int64_t *word, const c10::TensorImpl &tensor, const void *data) {
  int64_t address = reinterpret_cast<int64_t>(data);
  *word++ = address;
  *word++ = address;
  *word++ = 0;
  for (int64_t size : tensor.sizes())
    *word++ = size;
  for (int64_t stride : tensor.strides())
    *word++ = stride;
  return word;
}

size_t descriptorWords(size_t rank) { return 3 + 2 * rank; }

size_t byteCount(const c10::TensorImpl &tensor) { return size_t(tensor.numel()) * tensor.itemsize(); }

bool hasHooks(PyObject *tensor) {
  const TensorObject *object = asTensor(tensor);
  auto present = [](PyObject *hooks) { return hooks && hooks != Py_None; };
  return present(object->backwardHooks) || present(object->postAccumulateGradHooks);
}

bool hasGrad(const c10::TensorImpl &tensor) {
  // at::Tensor adds nothing to its base but methods.
  return reinterpret_cast<const at::TensorBase &>(tensor.grad()).defined();
}

} // namespace

TensorSpec::TensorSpec(const c10::TensorImpl &tensor)
    : keySet(tensor.key_set().raw_repr()), dtype(tensor.dtype()), sizes(tensor.sizes().vec()),
      requiresGrad(tensor.requires_grad()) {}

bool TensorSpec::accepts(const c10::TensorImpl &tensor) const {
  if (tensor.key_set().raw_repr() != keySet || tensor.dtype() != dtype)
    return false;
  c10::IntArrayRef actual = tensor.sizes();
  if (actual.size() != sizes.size())
    return false;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] >= 0 && sizes[i] != actual[i])
      return false;
  return !checkRequiresGrad || tensor.requires_grad() == requiresGrad;
}

bool Version::fail(const char *why) {
  failure = why;
  return false;
}

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

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool Version::bindTensor(const ArgumentSpec &spec, PyObject *value, Frame &frame) {
  if (reinterpret_cast<PyObject *>(Py_TYPE(value)) != spec.object.get())
    return fail("an argument is of another class");
  c10::TensorImpl *tensor = asTensor(value)->impl;
  if (!spec.tensor.accepts(*tensor))
    return fail("a tensor has another dtype, shape, device, layout or requires_grad");
  if (spec.slot < 0)
    return true;
  if (!tensor->is_contiguous()) {
    if (spec.written || !copyNonContiguous)
      return fail("a tensor is not contiguous");
    PyObject *copy = PyObject_CallMethod(value, "contiguous", nullptr);
    if (!copy) {
      PyErr_Clear();
      return fail("a tensor cannot be made contiguous");
    }
    frame.kept.push_back(copy);
    tensor = asTensor(copy)->impl;
  }
  // Another thread may take it out of its container while native code runs.
  Py_INCREF(value);
  frame.kept.push_back(value);
  frame.tensors.push_back(tensor);
  int64_t *words = frame.words.data() + spec.wordOffset;
  // What is written must own its memory (copy on write ends here).
  describe(words, *tensor, spec.written ? tensor->mutable_data() : tensor->data());
  frame.arguments[size_t(spec.slot)] = words;
  return true;
}

bool Version::bindNumber(ArgumentSpec::Kind kind, PyObject *value, int64_t *word) {
  if (kind == ArgumentSpec::Kind::Int) {
    if (!PyLong_CheckExact(value))
      return fail("a number is of another class");
    int overflow = 0;
    *word = PyLong_AsLongLongAndOverflow(value, &overflow);
    return !overflow || fail("an int does not fit into 64 bits");
  }
  if (kind == ArgumentSpec::Kind::Float) {
    if (!PyFloat_CheckExact(value))
      return fail("a number is of another class");
    double number = PyFloat_AS_DOUBLE(value);
    std::memcpy(word, &number, sizeof number);
    return true;
  }
  if (!PyBool_Check(value))
    return fail("a number is of another class");
  *word = value == Py_True;
  return true;
}

bool Version::bind(const ArgumentSpec &spec, PyObject *value, Frame &frame) {
  using Kind = ArgumentSpec::Kind;
  switch (spec.kind) {
  case Kind::Tensor:
    return bindTensor(spec, value, frame);
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool: {
    int64_t *word = frame.words.data() + spec.wordOffset;
    if (!bindNumber(spec.kind, value, word))
      return false;
    if (spec.slot >= 0)
      frame.arguments[size_t(spec.slot)] = word;
    return true;
  }
  case Kind::Identity:
    return value == spec.object.get() || fail("an argument is another object");
  case Kind::Value:
    return matches(value, spec.object.get(), Match::Value) || fail("an argument has another value");
  case Kind::Any:
    return true;
  case Kind::Tuple:
    if (!PyTuple_CheckExact(value) || size_t(PyTuple_GET_SIZE(value)) != spec.children.size())
      return fail("an argument is no tuple of that length");
    for (size_t i = 0; i < spec.children.size(); ++i)
      if (!bind(spec.children[i], PyTuple_GET_ITEM(value, i), frame))
        return false;
    return true;
  case Kind::List:
    for (size_t i = 0; i < spec.children.size() || i == 0; ++i) {
      // Looked at anew each time: preparing an element may run a destructor.
      if (!PyList_CheckExact(value) || size_t(PyList_GET_SIZE(value)) != spec.children.size())
        return fail("an argument is no list of that length");
      if (i < spec.children.size() && !bind(spec.children[i], PyList_GET_ITEM(value, i), frame))
        return false;
    }
    return true;
  case Kind::Dict: {
    if (!PyDict_CheckExact(value) || size_t(PyDict_GET_SIZE(value)) != spec.children.size())
      return fail("an argument is no dict with these keys");
    Py_ssize_t position = 0;
    size_t i = 0;
    PyObject *key, *element;
    while (PyDict_Next(value, &position, &key, &element)) {
      if (i >= spec.keys.size() || !matches(key, spec.keys[i].get(), Match::Value))
        return fail("an argument is no dict with these keys");
      if (!bind(spec.children[i++], element, frame))
        return false;
    }
    return true;
  }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

Version::Snapshot Version::takeSnapshot(const StateTensor &state, const int64_t *shape) {
  const c10::TensorImpl *impl = state.impl;
  c10::StorageImpl *storage = impl->unsafe_storage().unsafeGetStorageImpl();
  return {asTensor(state.object.get()),
          impl,
          storage,
          storage->_mutable_data_ptr_no_checks().get(),
          shape,
          impl->storage_offset(),
          impl->key_set().raw_repr(),
          impl->dtype(),
          uint8_t(impl->dim())};
}

bool Version::buildState() {
  auto next = std::make_shared<Block>();
  size_t words = 0;
  for (const StateTensor &state : states)
    words += descriptorWords(size_t(asTensor(state.object.get())->impl->dim()));
  next->words.resize(words);
  stateRanges.clear();
  snapshots.clear();
  int64_t *word = next->words.data();
  for (StateTensor &state : states) {
    state.impl = asTensor(state.object.get())->impl;
    state.data = const_cast<void *>(static_cast<const void *>(state.written ? state.impl->mutable_data() : state.impl->data()));
    if (state.slot >= 0)
      next->arguments.emplace_back(size_t(state.slot), word);
    snapshots.push_back(takeSnapshot(state, word + 3));
    word = describe(word, *state.impl, state.data);
    const char *begin = static_cast<const char *>(state.data);
    stateRanges.push_back({begin, begin + byteCount(*state.impl), state.written});
  }
  block = std::move(next);
  if (!writesState)
    return true;
  for (size_t i = 0; i < stateRanges.size(); ++i)
    for (size_t j = 0; stateRanges[i].written && j < stateRanges.size(); ++j)
      if (i != j && stateRanges[i].begin < stateRanges[j].end && stateRanges[j].begin < stateRanges[i].end)
        return fail("a tensor that is written overlaps another");
  return true;
}

void Version::Snapshot::prefetch() const {
  __builtin_prefetch(object);
  __builtin_prefetch(storage);
  for (size_t offset = 0; offset < sizeof(c10::TensorImpl); offset += 64)
    __builtin_prefetch(reinterpret_cast<const char *>(impl) + offset);
}

bool Version::Snapshot::holds() const {
  if (object->impl != impl || impl->key_set().raw_repr() != keySet)
    return false;
  c10::StorageImpl *now = impl->unsafe_storage().unsafeGetStorageImpl();
  if (now != storage || now->_mutable_data_ptr_no_checks().get() != storageData)
    return false;
  c10::IntArrayRef sizes = impl->sizes(), strides = impl->strides();
  if (sizes.size() != rank || impl->dtype() != dtype || impl->storage_offset() != storageOffset)
    return false;
  for (size_t i = 0; i < rank; ++i)
    if (sizes[i] != shape[i] || strides[i] != shape[rank + i])
      return false;
  return true;
}

/// The same from the start, for state of which something has changed.
bool Version::recheckState() {
  for (const StateTensor &state : states) {
    const c10::TensorImpl *tensor = asTensor(state.object.get())->impl;
    if (!state.spec.accepts(*tensor) || !tensor->is_contiguous())
      return fail("a parameter or buffer has another dtype, shape, layout or requires_grad");
  }
  return buildState();
}

bool Version::checkState() {
  bool same = block != nullptr;
  // A module's tensors lie anywhere: their cache lines are asked for ahead.
  constexpr size_t ahead = 6;
  for (size_t i = 0; i < snapshots.size(); ++i) {
    if (i + ahead < snapshots.size())
      snapshots[i + ahead].prefetch();
    same &= snapshots[i].holds();
  }
  if (!same && !recheckState())
    return false;
  if (!checksAutograd)
    return true;
  for (const StateTensor &state : states) {
    const c10::TensorImpl *tensor = asTensor(state.object.get())->impl;
    if (state.spec.checkRequiresGrad && tensor->requires_grad() != state.spec.requiresGrad)
      return fail("a parameter or buffer has another requires_grad");
    if (state.checkHooks && hasHooks(state.object.get()))
      return fail("a parameter has a hook");
    if (state.checkGrad && hasGrad(*tensor) != state.grad)
      return fail("a parameter's .grad is there or not, other than before");
  }
  return true;
}

namespace {

/// A number's current object, new reference; null where it is gone.
PyObject *readNumber(const StateNumber &number) {
  PyObject *container = number.container.get(), *key = number.key.get(), *value;
  if (PyDict_CheckExact(container)) {
    value = PyDict_GetItemWithError(container, key);
    Py_XINCREF(value);
  } else if (PyList_CheckExact(container)) {
    value = PyObject_GetItem(container, key);
  } else {
    value = PyObject_GetAttr(container, key);
  }
  if (!value)
    PyErr_Clear();
  return value;
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

bool Version::readNumbers(Frame &frame) {
  for (const StateNumber &number : numbers) {
    PyObject *value = readNumber(number);
    int64_t *word = frame.words.data() + number.wordOffset;
    bool bound = value ? bindNumber(number.kind, value, word) : fail("a number is gone");
    Py_XDECREF(value);
    if (!bound)
      return false;
    frame.arguments[size_t(number.slot)] = word;
  }
  return true;
}

bool Version::checkOverlap(Frame &frame) {
  if (!hasWrites)
    return true;
  std::vector<Range> ranges;
  for (size_t i = 0; i < frame.tensors.size(); ++i) {
    const c10::TensorImpl &tensor = *frame.tensors[i];
    const char *begin = static_cast<const char *>(tensor.data());
    Range range{begin, begin + byteCount(tensor), tensorArguments[i]->written};
    for (const std::vector<Range> *others : {&stateRanges, &ranges})
      for (const Range &other : *others)
        if ((range.written || other.written) && range.begin < other.end && other.begin < range.end)
          return fail("a tensor that is written overlaps another");
    ranges.push_back(range);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

void Version::finish() {
  // A frame's words, and the tensors in the order in which they are bound.
  int words = 0;
  auto place = [&](auto &self, ArgumentSpec &spec) -> void {
    spec.wordOffset = words;
    if (spec.kind == ArgumentSpec::Kind::Tensor) {
      words += int(descriptorWords(spec.tensor.sizes.size()));
      if (spec.slot >= 0)
        tensorArguments.push_back(&spec);
      hasWrites |= spec.written;
    } else {
      ++words;
    }
    for (ArgumentSpec &child : spec.children)
      self(self, child);
  };
  for (ArgumentSpec &spec : parameters)
    place(place, spec);
  for (StateNumber &number : numbers)
    number.wordOffset = words++;
  wordCount = words;
  for (const StateTensor &state : states) {
    writesState |= state.written;
    checksAutograd |= state.spec.checkRequiresGrad || state.checkHooks || state.checkGrad;
  }
  hasWrites |= writesState;
}

Outcome Version::call(PyObject *const *bound, const Environment &now, PyObject *&result) {
  // 1. Guards, the cheapest first.
  if (!(now == environment)) {
    fail("grad mode, inference mode, default dtype, determinism, options or dispatch keys are other than before");
    return Outcome::NoMatch;
  }
  FrameLease frame;
  if (frame->words.size() < size_t(wordCount))
    frame->words.resize(size_t(wordCount));
  frame->arguments.resize(size_t(argumentCount));
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!bind(parameters[i], bound[i], *frame))
      return Outcome::NoMatch;
  if (!facts->check()) {
    failure = facts->getFailure().c_str();
    return Outcome::NoMatch;
  }
  if (!checkState() || !readNumbers(*frame) || !checkOverlap(*frame))
    return Outcome::NoMatch;

  // 2. Native code; another thread may replace the block meanwhile.
  std::shared_ptr<const Block> current = block;
  for (const auto &[slot, descriptor] : current->arguments)
    frame->arguments[slot] = descriptor;
  int32_t status;
  Py_BEGIN_ALLOW_THREADS
  status = frame->run(entry);
  Py_END_ALLOW_THREADS
  if (status == JANUS_ASSUMPTION_BROKEN) {
    ++broken;
    lastBroken = frame->brokenAssumption();
    fail("an assumption inside the function broke");
    return Outcome::Broken;
  }
  if (status == JANUS_OUT_OF_MEMORY && !hasWrites) {
    ++outOfMemory;
    return Outcome::OutOfMemory;
  }
  if (status != JANUS_OK) {
    PyErr_Format(status == JANUS_OUT_OF_MEMORY ? PyExc_MemoryError : PyExc_RuntimeError, "%s: %s", name.c_str(),
                 frame->message());
    return Outcome::Raised;
  }

  // 3. Effects that Python sees, then what it receives.
  ++calls;
  if (!commit(*frame))
    return Outcome::Raised;
  result = build(output, bound, *frame);
  return result ? Outcome::Returned : Outcome::Raised;
}

bool Version::commit(Frame &frame) {
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
  case Kind::Object:
    Py_INCREF(spec.object.get());
    return spec.object.get();
  case Kind::Argument: {
    PyObject *value = bound[spec.index];
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
  }
  return nullptr;
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

int Version::traverse(visitproc visit, void *arg) {
  auto walk = [&](auto &self, const auto &spec) -> int {
    Py_VISIT(spec.object.get());
    for (const auto &child : spec.children)
      if (int stop = self(self, child))
        return stop;
    return 0;
  };
  for (const ArgumentSpec &spec : parameters)
    if (int stop = walk(walk, spec))
      return stop;
  if (int stop = walk(walk, output))
    return stop;
  for (const StateTensor &state : states)
    Py_VISIT(state.object.get());
  for (const StateNumber &number : numbers)
    Py_VISIT(number.container.get());
  for (const auto &gradient : gradients)
    Py_VISIT(gradient.first.get());
  Py_VISIT(keep.get());
  Py_VISIT(data.get());
  return facts && facts.use_count() == 1 ? facts->traverse(visit, arg) : 0;
}

} // namespace janus::dispatch
