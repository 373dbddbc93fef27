//===- Version.cpp - checks and runs a version ----------------------------===//

#include "Version.h"
#include "../Generic/Frame.h"
#include "Descriptor.h"
#include "Random.h"

#include <ATen/EmptyTensor.h>
#include <algorithm>
#include <cstring>

namespace janus::dispatch {
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
  frame.sources.push_back(value);
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

namespace {

/// The sizes of a list of lists, by the first element of each.
bool measure(PyObject *value, const std::vector<int64_t> &wanted, std::vector<int64_t> &sizes) {
  for (int64_t size : wanted) {
    if (!PyList_CheckExact(value) || PyList_GET_SIZE(value) == 0 || (size >= 0 && PyList_GET_SIZE(value) != size))
      return false;
    sizes.push_back(PyList_GET_SIZE(value));
    value = PyList_GET_ITEM(value, 0);
  }
  return true;
}

/// Copies the numbers in a list to `words`, in row-major order; false where they are no such numbers, or too large.
bool copyNumbers(PyObject *list, const std::vector<int64_t> &sizes, size_t depth, bool areFloats, int64_t *&words) {
  if (!PyList_CheckExact(list) || PyList_GET_SIZE(list) != sizes[depth])
    return false;
  for (Py_ssize_t i = 0; i < sizes[depth]; ++i) {
    PyObject *element = PyList_GET_ITEM(list, i);
    int overflow = 0;
    if (depth + 1 < sizes.size()) {
      if (!copyNumbers(element, sizes, depth + 1, areFloats, words))
        return false;
    } else if (areFloats && PyFloat_CheckExact(element)) {
      double number = PyFloat_AS_DOUBLE(element);
      std::memcpy(words++, &number, sizeof number);
    } else if (!areFloats && PyLong_CheckExact(element)) {
      *words++ = PyLong_AsLongLongAndOverflow(element, &overflow);
      if (overflow)
        return false;
    } else {
      return false;
    }
  }
  return true;
}

} // namespace

bool Version::bindNumbers(const ArgumentSpec &spec, PyObject *value, Frame &frame) {
  std::vector<int64_t> sizes;
  if (!measure(value, spec.tensor.sizes, sizes))
    return fail("an argument is no list of numbers of that length");
  at::TensorBase array = at::detail::empty_cpu(sizes, spec.areFloats ? at::kDouble : at::kLong,
                                               /*pin_memory=*/false, std::nullopt);
  int64_t *words = static_cast<int64_t *>(array.mutable_data_ptr());
  if (!copyNumbers(value, sizes, 0, spec.areFloats, words))
    return fail("an argument is no list of such numbers");
  if (spec.slot >= 0) {
    int64_t *descriptor = frame.words.data() + spec.wordOffset;
    describe(descriptor, *array.unsafeGetTensorImpl(), array.const_data_ptr());
    frame.arguments[size_t(spec.slot)] = descriptor;
  }
  frame.arrays.emplace_back(spec.slot, std::move(array));
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
  case Kind::Numbers:
    return bindNumbers(spec, value, frame);
  case Kind::Identity:
    return value == spec.object.get() || fail("an argument is another object");
  case Kind::Value:
    return matches(value, spec.object.get(), Match::Value) || fail("an argument has another value");
  case Kind::Method: {
    // Looking a method up makes a new object each time.
    PyObject *method = spec.object.get();
    return (PyMethod_Check(value) && PyMethod_GET_SELF(value) == PyMethod_GET_SELF(method) &&
            PyMethod_GET_FUNCTION(value) == PyMethod_GET_FUNCTION(method)) ||
           fail("an argument is another method");
  }
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

bool Version::bindHeld(Frame &frame) {
  for (const HeldArgument &argument : held) {
    PyObject *value = PyDict_GetItemWithError(argument.container.get(), argument.key.get());
    if (!value) {
      PyErr_Clear();
      return fail("an attribute is gone");
    }
    // The call may put another one into its place.
    Py_INCREF(value);
    frame.kept.push_back(value);
    frame.held.push_back(value);
    if (!bind(argument.spec, value, frame))
      return false;
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
    } else if (spec.kind == ArgumentSpec::Kind::Numbers) {
      words += int(descriptorWords(spec.tensor.sizes.size()));
    } else {
      ++words;
    }
    for (ArgumentSpec &child : spec.children)
      self(self, child);
  };
  for (ArgumentSpec &spec : parameters)
    place(place, spec);
  for (HeldArgument &argument : held)
    place(place, argument.spec);
  for (StateNumber &number : numbers)
    number.wordOffset = words++;
  if (generatorSlot >= 0) {
    generatorOffset = words;
    words += int(descriptorWords(1)) + JANUS_GENERATOR_WORDS;
  }
  wordCount = words;
  for (const StateTensor &state : states) {
    writesState |= state.written;
    checksAutograd |= state.spec.checkRequiresGrad || state.checkHooks || state.checkGrad;
  }
  hasWrites |= writesState;
}

/// What says how much a call has to do: the sizes of its tensors and its ints.
uint64_t Version::describeWork(PyObject *const *bound, const Frame &frame) const {
  uint64_t work = 0;
  auto add = [&](int64_t part) { work = (work ^ uint64_t(part)) * 0x9e3779b97f4a7c15u; };
  for (const c10::TensorImpl *tensor : frame.tensors)
    for (int64_t size : tensor->sizes())
      add(size);
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == ArgumentSpec::Kind::Int)
      add(frame.words[size_t(parameters[i].wordOffset)]);
  return work;
}

Outcome Version::call(PyObject *const *bound, const Environment &now, PyObject *&result, LeftCall *left) {
  generic::Phase phase(/*inside=*/false);
  int64_t started = left && trial.isDue() ? Trial::now() : 0;
  // 1. Guards, the cheapest first.
  if (!(now == environment)) {
    fail("grad mode, inference mode, default dtype, determinism, options or "
         "dispatch keys are other than before");
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
    failure = nullptr;
    return Outcome::NoMatch;
  }
  if (!bindHeld(*frame))
    return Outcome::NoMatch;
  if (!checkState() || !readNumbers(*frame) || !checkOverlap(*frame))
    return Outcome::NoMatch;

  // 2. By the clock the Python function may be the better way.
  Trial::Choice choice{Trial::Way::Native, false};
  if (left) {
    choice = trial.choose(trial.isDue() ? describeWork(bound, *frame) : 0);
    if (choice.way == Trial::Way::Interpreter) {
      *left = {shared_from_this(), choice.timed, started};
      return Outcome::Interpreter;
    }
  }
  Outcome outcome = run(bound, *frame, result);
  if (choice.timed && outcome == Outcome::Returned)
    trial.record(Trial::Way::Native, Trial::now() - started);
  return outcome;
}

/// The state of torch's generator that a call starts with, and after it the one it leaves.
janus_generator &Version::generatorIn(Frame &frame) const {
  return *reinterpret_cast<janus_generator *>(frame.words.data() + size_t(generatorOffset) + descriptorWords(1));
}

Outcome Version::run(PyObject *const *bound, Frame &frame, PyObject *&result) {
  // 1. Native code; another thread may replace the block meanwhile.
  std::shared_ptr<const Block> current = block;
  for (const auto &[slot, descriptor] : current->arguments)
    frame.arguments[slot] = descriptor;
  if (generatorSlot >= 0) {
    janus_generator &generator = generatorIn(frame);
    readGenerator(generator);
    frame.drawnFrom = generator;
    int64_t *words = frame.words.data() + generatorOffset;
    int64_t address = reinterpret_cast<int64_t>(&generator);
    int64_t descriptor[] = {address, address, 0, JANUS_GENERATOR_WORDS, 1};
    std::copy(std::begin(descriptor), std::end(descriptor), words);
    frame.arguments[size_t(generatorSlot)] = words;
  }
  if (keepsMemory)
    frame.memory = findMemory();
  int32_t status;
  Py_BEGIN_ALLOW_THREADS status = frame.run(entry, name);
  Py_END_ALLOW_THREADS if (status == JANUS_ASSUMPTION_BROKEN) {
    ++broken;
    lastBroken = frame.brokenAssumption();
    fail("an assumption inside the function broke");
    return Outcome::Broken;
  }
  if (status == JANUS_OUT_OF_MEMORY && !hasWrites) {
    ++outOfMemory;
    return Outcome::OutOfMemory;
  }
  // The handler of a signal has raised.
  if (status == JANUS_INTERRUPTED && PyErr_Occurred())
    return Outcome::Raised;
  if (status != JANUS_OK) {
    PyErr_Format(status == JANUS_OUT_OF_MEMORY ? PyExc_MemoryError : PyExc_RuntimeError, "%s: %s", name.c_str(),
                 frame.message());
    return Outcome::Raised;
  }

  // 2. Effects that Python sees, then what it receives.
  if (frame.memory) {
    keepsMemory = frame.memory->data != nullptr;
    memory = keepsMemory && frame.memory->state.size() ? std::move(frame.memory) : nullptr;
  }
  ++calls;
  ++generic::nativeRuns;
  if (!commit(frame))
    return Outcome::Raised;
  if (backward && !attachGraph(bound, frame))
    return Outcome::Raised;
  if (!writeAttributes(bound, frame))
    return Outcome::Raised;
  result = build(output, bound, frame);
  return result ? Outcome::Returned : Outcome::Raised;
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
  for (const HeldArgument &argument : held) {
    Py_VISIT(argument.container.get());
    if (int stop = walk(walk, argument.spec))
      return stop;
  }
  for (const AttributeWrite &write : writes) {
    Py_VISIT(write.owner.get());
    if (int stop = walk(walk, write.value))
      return stop;
  }
  for (const StateTensor &state : states)
    Py_VISIT(state.object.get());
  for (const StateNumber &number : numbers)
    Py_VISIT(number.container.get());
  for (const auto &gradient : gradients)
    Py_VISIT(gradient.first.get());
  if (backward) {
    Py_VISIT(backward->again.get());
    Py_VISIT(backward->make.get());
  }
  Py_VISIT(keep.get());
  Py_VISIT(data.get());
  return facts && facts.use_count() == 1 ? facts->traverse(visit, arg) : 0;
}

} // namespace janus::dispatch
