//===- Autograd.cpp - results that carry a graph --------------------------===//

#include "Autograd.h"
#include "Descriptor.h"
#include "Version.h"

#include "torch/csrc/Exceptions.h"
#include "torch/csrc/autograd/function.h"
#include "torch/csrc/autograd/saved_variable.h"
#include "torch/csrc/autograd/variable.h"
#include <ATen/record_function.h>
#include <algorithm>
#include <cstring>

using torch::autograd::SavedVariable;
using torch::autograd::variable_list;

namespace janus::dispatch {
namespace {

/// The tensor of a Python object. at::Tensor is nothing but the counted pointer.
const at::Tensor &tensorOf(PyObject *object) {
  static_assert(sizeof(at::Tensor) == sizeof(c10::TensorImpl *));
  return reinterpret_cast<const at::Tensor &>(asTensor(object)->impl);
}

at::Tensor &tensorOf(at::TensorBase &base) { return reinterpret_cast<at::Tensor &>(base); }

/// Lists and dicts are copied, the rest is what it is.
Ref copyContainers(PyObject *value) {
  if (PyTuple_CheckExact(value)) {
    Ref copy = Ref::take(PyTuple_New(PyTuple_GET_SIZE(value)));
    for (Py_ssize_t i = 0; copy && i < PyTuple_GET_SIZE(value); ++i)
      PyTuple_SET_ITEM(copy.get(), i, copyContainers(PyTuple_GET_ITEM(value, i)).release());
    return copy;
  }
  if (PyList_CheckExact(value)) {
    Ref copy = Ref::take(PyList_New(0));
    for (Py_ssize_t i = 0; copy && i < PyList_GET_SIZE(value); ++i)
      if (PyList_Append(copy.get(), copyContainers(PyList_GET_ITEM(value, i)).get()))
        return Ref();
    return copy;
  }
  if (PyDict_CheckExact(value)) {
    Ref copy = Ref::take(PyDict_New());
    Py_ssize_t position = 0;
    PyObject *key, *element;
    while (copy && PyDict_Next(value, &position, &key, &element))
      if (PyDict_SetItem(copy.get(), key, copyContainers(element).get()))
        return Ref();
    return copy;
  }
  return Ref(value);
}

/// Whether native code can read the tensor, once it is contiguous: dense, on the
/// CPU, and no wrapper of vmap and its like.
bool isPlain(const at::Tensor &tensor) {
  static const uint64_t plain = [] {
    int64_t size = 1;
    return emptyTensor(JANUS_F32, 1, &size).key_set().raw_repr();
  }();
  return (tensor.key_set().raw_repr() & ~plain) == 0;
}

/// Drops an object that owns Python references, from whatever thread.
struct WithGil {
  template <typename T> void operator()(T *object) const {
    if (!Py_IsInitialized())
      return;
    PyGILState_STATE state = PyGILState_Ensure();
    delete object;
    PyGILState_Release(state);
  }
};

/// The pending Python error as an exception that PyTorch's engine hands on.
[[noreturn]] void throwPythonError() {
  python_error error;
  error.persist();
  throw std::move(error);
}

} // namespace

/// One call of a version whose results carry a graph.
class CompiledBackward final : public torch::autograd::Node {
public:
  /// What the call was, for gradients that are to be differentiated again.
  struct Call {
    std::shared_ptr<Version> version;
    std::shared_ptr<const Version::Block> state;
    Ref arguments;
    Ref attributes; ///< those that the call assigned to, as they were: a tuple of one or none for each
    std::vector<c10::TensorImpl *> tensors; ///< arguments that were not written
    uint64_t versions = 0;
    std::unique_ptr<janus_generator> generator; ///< what it drew from; null: nothing

    uint64_t sumVersions() const {
      uint64_t sum = version->sumStateVersions();
      for (c10::TensorImpl *tensor : tensors)
        sum += tensor->is_inference() ? 0 : tensor->version_counter().current_version();
      return sum;
    }
  };

  explicit CompiledBackward(std::unique_ptr<Call, WithGil> call)
      : call(std::move(call)), usedUp(spec().graphs.size()) {}

  variable_list apply(variable_list &&cotangents) override;
  void release_variables() override;
  std::string name() const override { return "CompiledBackward0"; }

  /// Makes the node the history of its results that have a path in this run.
  void attach(Frame &frame);
  /// Keeps what the backward entry takes.
  void save(const Version &version, Frame &frame);

private:
  BackwardSpec &spec() const { return *call->version->backward; }
  variable_list runAgain(const variable_list &cotangents);
  variable_list runNative(const BackwardSpec::Entry &entry, const variable_list &cotangents);
  /// Saves a tensor of the call; gives its sizes.
  std::vector<int64_t> saveTensor(BackwardSpec::Argument::Kind kind, int index, const Version &version, Frame &frame,
                                  std::vector<SavedVariable> &into);
  at::Tensor zeros(size_t index) const;
  /// A tensor of these sizes, without elements to read.
  static at::Tensor placeholder(const std::vector<int64_t> &sizes);

  std::unique_ptr<Call, WithGil> call;
  std::vector<SavedVariable> saved;        ///< in the order of the backward entry's arguments
  std::vector<std::vector<int64_t>> sizes; ///< of those
  std::vector<SavedVariable> watched;      ///< in the order of the spec's
  std::vector<int64_t> numbers;
  std::vector<std::vector<bool>> paths;                        ///< for each gradient, which of its paths this run has
  std::vector<std::pair<int32_t, std::vector<int64_t>>> types; ///< dtype and sizes of the results with a graph
  std::vector<bool> usedUp;                                    ///< through which results no further pass leads
  std::vector<size_t> lastUsed;
};

variable_list CompiledBackward::apply(variable_list &&cotangents) {
  std::lock_guard<std::mutex> lock(mutex_);
  lastUsed.clear();
  bool plain = true;
  std::vector<bool> given(cotangents.size());
  for (size_t i = 0; i < cotangents.size(); ++i) {
    if (!cotangents[i].defined())
      continue;
    given[i] = true;
    TORCH_CHECK(call && !usedUp[i], torch::autograd::ERR_BACKWARD_TWICE);
    lastUsed.push_back(i);
    plain &= isPlain(cotangents[i]);
  }
  if (lastUsed.empty())
    return variable_list(num_outputs());
  // Unpacking checks that nobody has changed what eager keeps.
  for (size_t i = 0; i < watched.size(); ++i)
    for (int graph : spec().watched[i].graphs)
      if (given[size_t(graph)]) {
        watched[i].unpack(getptr());
        break;
      }
  BackwardSpec::Entry entry;
  if (!c10::GradMode::is_enabled() && plain)
    entry = spec().find(given);
  variable_list gradients = entry.address ? runNative(entry, cotangents) : runAgain(cotangents);
  // Where no path leads from what has a derivative, eager gives None.
  for (size_t i = 0; i < gradients.size(); ++i) {
    bool reached = false;
    for (size_t j = 0; j < spec().gradients[i].through.size(); ++j)
      reached |= paths[i][j] && cotangents[size_t(spec().gradients[i].through[j].graph)].defined();
    if (!reached)
      gradients[i].reset();
  }
  return gradients;
}

void CompiledBackward::release_variables() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!call)
    return;
  for (size_t used : lastUsed)
    for (int other : spec().usedUpBy[used])
      usedUp[size_t(other)] = true;
  for (bool done : usedUp)
    if (!done)
      return;
  saved.clear();
  watched.clear();
  numbers.clear();
  call.reset();
}

void CompiledBackward::attach(Frame &frame) {
  std::vector<bool> reached(spec().graphs.size());
  for (const BackwardSpec::Gradient &gradient : spec().gradients) {
    paths.emplace_back();
    for (const BackwardSpec::Path &path : gradient.through) {
      bool there = path.flag < 0 || (frame.scalar(path.flag) & 0xff) != 0;
      paths.back().push_back(there);
      reached[size_t(path.graph)] = reached[size_t(path.graph)] || there;
    }
  }
  for (size_t i = 0; i < reached.size(); ++i) {
    at::Tensor &result = tensorOf(frame.results.at(size_t(spec().graphs[i])));
    types.emplace_back(janusDtype(result.scalar_type()), result.sizes().vec());
    usedUp[i] = !reached[i];
    if (reached[i])
      torch::autograd::create_gradient_edge(result, getptr());
    else
      add_input_metadata(undefined_input());
  }
}

std::vector<int64_t> CompiledBackward::saveTensor(BackwardSpec::Argument::Kind kind, int index, const Version &version,
                                                  Frame &frame, std::vector<SavedVariable> &into) {
  at::Tensor tensor;
  auto isSlot = [&](const auto &array) { return array.first == index; };
  if (kind == BackwardSpec::Argument::Kind::Saved)
    tensor = tensorOf(frame.results.at(size_t(index)));
  else if (auto array = std::find_if(frame.arrays.begin(), frame.arrays.end(), isSlot); array != frame.arrays.end())
    tensor = at::Tensor(array->second);
  else
    tensor = tensorOf(version.tensorIn(index, frame));
  into.emplace_back(tensor, /*is_output=*/tensor.grad_fn().get() == this);
  return tensor.sizes().vec();
}

void CompiledBackward::save(const Version &version, Frame &frame) {
  using Kind = BackwardSpec::Argument::Kind;
  for (const BackwardSpec::Argument &argument : spec().arguments) {
    if (argument.kind == Kind::Number)
      numbers.push_back(frame.scalar(argument.index));
    else if (argument.kind != Kind::Cotangent)
      sizes.push_back(saveTensor(argument.kind, argument.index, version, frame, saved));
  }
  for (const BackwardSpec::Watched &tensor : spec().watched)
    saveTensor(tensor.kind, tensor.index, version, frame, watched);
}

at::Tensor CompiledBackward::zeros(size_t index) const {
  const auto &[dtype, sizes] = types[index];
  at::TensorBase tensor = emptyTensor(dtype, int32_t(sizes.size()), sizes.data());
  std::memset(tensor.mutable_data_ptr(), 0, tensor.nbytes());
  return at::Tensor(std::move(tensor));
}

at::Tensor CompiledBackward::placeholder(const std::vector<int64_t> &sizes) {
  int64_t none = 0;
  at::Tensor tensor(emptyTensor(JANUS_F32, 1, &none));
  tensor.unsafeGetTensorImpl()->set_sizes_contiguous(sizes);
  return tensor;
}

variable_list CompiledBackward::runNative(const BackwardSpec::Entry &entry, const variable_list &cotangents) {
  using Kind = BackwardSpec::Argument::Kind;
  const BackwardSpec &spec = this->spec();
  // 1. The tensors, contiguous; unpacking checks that nobody has changed them.
  std::vector<at::Tensor> tensors;
  size_t words = spec.arguments.size();
  auto nextSaved = saved.begin();
  for (size_t i = 0; i < spec.arguments.size(); ++i) {
    const BackwardSpec::Argument &argument = spec.arguments[i];
    if (argument.kind == Kind::Number)
      continue;
    at::Tensor tensor;
    if (argument.kind != Kind::Cotangent) {
      SavedVariable &kept = *nextSaved++;
      // What is not read may have been written.
      tensor = i < entry.unused.size() && entry.unused[i] ? placeholder(sizes[size_t(&kept - saved.data())])
                                                          : kept.unpack(getptr());
    } else {
      const at::Tensor &given = cotangents[size_t(argument.index)];
      tensor = given.defined() ? given : zeros(size_t(argument.index));
    }
    tensors.push_back(tensor.contiguous());
    words += descriptorWords(size_t(tensor.dim()));
  }
  // 2. The arguments as the entry takes them.
  FrameLease frame;
  if (frame->words.size() < words)
    frame->words.resize(words);
  frame->arguments.clear();
  int64_t *word = frame->words.data();
  auto nextTensor = tensors.begin();
  auto nextNumber = numbers.begin();
  for (const BackwardSpec::Argument &argument : spec.arguments) {
    frame->arguments.push_back(word);
    if (argument.kind == Kind::Number) {
      *word++ = *nextNumber++;
    } else {
      const c10::TensorImpl &tensor = *(nextTensor++)->unsafeGetTensorImpl();
      word = describe(word, tensor, tensor.data());
    }
  }
  // 3. The gradients.
  int32_t status = frame->run(entry.address, call->version->name + ".backward");
  if (status == JANUS_INTERRUPTED) {
    PyGILState_STATE state = PyGILState_Ensure();
    struct Release {
      PyGILState_STATE state;
      ~Release() { PyGILState_Release(state); }
    } release{state};
    if (PyErr_Occurred())
      throwPythonError();
  }
  TORCH_CHECK(status == JANUS_OK, call->version->name,
              ": the backward pass failed: ", status == JANUS_OUT_OF_MEMORY ? "out of memory" : frame->message());
  ++this->spec().calls;
  variable_list gradients;
  for (size_t i = 0; i < spec.gradients.size(); ++i)
    gradients.push_back(std::move(tensorOf(frame->results[i])));
  return gradients;
}

BackwardSpec::Entry BackwardSpec::find(const std::vector<bool> &given) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = entries.find(given); found != entries.end())
      return found->second;
  }
  // Not under the lock: compiling lets other threads run.
  PyGILState_STATE state = PyGILState_Ensure();
  struct Release {
    PyGILState_STATE state;
    ~Release() { PyGILState_Release(state); }
  } release{state};
  Ref absent = Ref::take(PyList_New(0));
  for (size_t i = 0; absent && i < given.size(); ++i) {
    Ref number = Ref::take(given[i] ? Py_NewRef(Py_None) : PyLong_FromLong(graphs[i]));
    if (!number || (!given[i] && PyList_Append(absent.get(), number.get())))
      throwPythonError();
  }
  Ref made = Ref::take(absent ? PyObject_CallOneArg(make.get(), absent.get()) : nullptr);
  unsigned long long address = 0;
  PyObject *unused = nullptr;
  if (!made || !PyArg_ParseTuple(made.get(), "KO!", &address, &PyList_Type, &unused))
    throwPythonError();
  Entry entry{reinterpret_cast<janus_entry>(address), std::vector<bool>(arguments.size())};
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(unused); ++i)
    if (size_t number = PyLong_AsSize_t(PyList_GET_ITEM(unused, i)); number < arguments.size())
      entry.unused[number] = true;
  if (PyErr_Occurred())
    throwPythonError();
  std::lock_guard<std::mutex> lock(mutex);
  return entries[given] = std::move(entry);
}

/// Gradients that are differentiated again, or that vmap computes many of, or whose native code cannot be made: by
/// Python's own function, which is run again.
variable_list CompiledBackward::runAgain(const variable_list &cotangents) {
  for (SavedVariable &variable : saved)
    variable.unpack(getptr());
  PyGILState_STATE state = PyGILState_Ensure();
  struct Release {
    PyGILState_STATE state;
    ~Release() { PyGILState_Release(state); }
  } release{state};
  bool same =
      call->state == call->version->block && call->sumVersions() == call->versions && call->version->facts->check();
  TORCH_CHECK(same, call->version->name,
              ": cannot differentiate this gradient again: a tensor or object that the compiled function read has "
              "changed since it was called");
  TORCH_CHECK(spec().again.get() != Py_None, call->version->name,
              ": cannot differentiate this gradient again: it depends on a tensor that the compiled function wrote; "
              "call the function without janusc where create_graph=True is needed");
  Ref list = Ref::take(PyList_New(Py_ssize_t(cotangents.size())));
  for (size_t i = 0; list && i < cotangents.size(); ++i)
    PyList_SET_ITEM(list.get(), Py_ssize_t(i), wrapTensor(at::Tensor(cotangents[i])));
  Ref generator = call->generator ? Ref::take(PyBytes_FromStringAndSize(
                                        reinterpret_cast<const char *>(call->generator.get()), sizeof(janus_generator)))
                                  : Ref(Py_None);
  Ref result =
      Ref::take(list && generator ? PyObject_CallFunctionObjArgs(spec().again.get(), call->arguments.get(), list.get(),
                                                                 generator.get(), call->attributes.get(), nullptr)
                                  : nullptr);
  if (!result)
    throwPythonError();
  TORCH_CHECK(PyList_CheckExact(result.get()) && size_t(PyList_GET_SIZE(result.get())) == spec().gradients.size(),
              "a gradient is missing");
  variable_list gradients(spec().gradients.size());
  for (size_t i = 0; i < gradients.size(); ++i) {
    PyObject *gradient = PyList_GET_ITEM(result.get(), Py_ssize_t(i));
    if (gradient != Py_None)
      gradients[i] = tensorOf(gradient);
  }
  return gradients;
}

PyObject *Version::buildView(const OutputSpec &spec, PyObject *const *bound, Frame &frame) {
  Ref of = Ref::take(build(spec.children.front(), bound, frame));
  if (!of)
    return nullptr;
  try {
    // A result takes shape here, as a new one does in newResult(): profilers see no operator.
    at::DisableRecordFunctionGuard quiet;
    const at::Tensor &tensor = tensorOf(of.get());
    return wrapTensor(tensor.as_strided(spec.sizes, spec.strides, tensor.storage_offset() + spec.offset));
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
}

PyObject *Version::tensorIn(int slot, const Frame &frame) const {
  for (size_t i = 0; i < tensorArguments.size(); ++i)
    if (tensorArguments[i]->slot == slot)
      return frame.sources[i];
  for (const StateTensor &state : states)
    if (state.slot == slot)
      return state.object.get();
  throw std::logic_error("the backward entry reads a slot that holds no tensor");
}

uint64_t Version::sumStateVersions() const {
  uint64_t sum = 0;
  for (const StateTensor &state : states)
    if (!state.written && !state.impl->is_inference())
      sum += state.impl->version_counter().current_version();
  return sum;
}

/// A tuple with the attribute of an object, or without one if it has none; null with a Python error.
static Ref takeAttribute(const AttributeWrite &write) {
  Ref value = Ref::take(PyObject_GetAttr(write.owner.get(), write.name.get()));
  if (value)
    return Ref::take(PyTuple_Pack(1, copyContainers(value.get()).get()));
  if (!PyErr_ExceptionMatches(PyExc_AttributeError))
    return value;
  PyErr_Clear();
  return Ref::take(PyTuple_New(0));
}

bool Version::attachGraph(PyObject *const *bound, Frame &frame) {
  std::unique_ptr<CompiledBackward::Call, WithGil> call(new CompiledBackward::Call);
  call->version = shared_from_this();
  call->state = block;
  call->arguments = Ref::take(PyTuple_New(Py_ssize_t(parameters.size())));
  if (!call->arguments)
    throw std::bad_alloc();
  for (size_t i = 0; i < parameters.size(); ++i)
    PyTuple_SET_ITEM(call->arguments.get(), Py_ssize_t(i), copyContainers(bound[i]).release());
  call->attributes = Ref::take(PyTuple_New(Py_ssize_t(writes.size())));
  if (!call->attributes)
    throw std::bad_alloc();
  for (size_t i = 0; i < writes.size(); ++i) {
    Ref before = takeAttribute(writes[i]);
    if (!before)
      return false;
    PyTuple_SET_ITEM(call->attributes.get(), Py_ssize_t(i), before.release());
  }
  for (size_t i = 0; i < tensorArguments.size(); ++i)
    if (!tensorArguments[i]->written)
      call->tensors.push_back(asTensor(frame.sources[i])->impl);
  call->versions = call->sumVersions();
  if (generatorSlot >= 0)
    call->generator = std::make_unique<janus_generator>(frame.drawnFrom);
  torch::autograd::edge_list edges;
  for (const BackwardSpec::Gradient &gradient : backward->gradients)
    edges.push_back(torch::autograd::impl::gradient_edge(tensorOf(tensorIn(gradient.slot, frame))));
  auto node = c10::make_intrusive<CompiledBackward>(std::move(call));
  node->set_next_edges(std::move(edges));
  node->attach(frame);
  try {
    node->save(*this, frame);
  } catch (python_error &error) {
    // Pack hooks raise what stops a checkpoint's recomputation.
    error.restore();
    return false;
  }
  return true;
}

} // namespace janus::dispatch
