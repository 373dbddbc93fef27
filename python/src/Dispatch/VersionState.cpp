//===- VersionState.cpp - what objects hold and entries read --------------===//
//
// Parameters, buffers and numbers are read at each call. A tensor is compared
// with what it was; only where something differs is it described again.
//
//===----------------------------------------------------------------------===//

#include "Descriptor.h"
#include "Version.h"

namespace janus::dispatch {
namespace {

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
    state.data =
        const_cast<void *>(static_cast<const void *>(state.written ? state.impl->mutable_data() : state.impl->data()));
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
      return fail("a parameter or buffer has another dtype, shape, layout or "
                  "requires_grad");
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

std::shared_ptr<KeptMemory> Version::findMemory() const {
  auto next = std::make_shared<KeptMemory>();
  for (const StateTensor &state : states) {
    if (state.written)
      continue;
    // Nothing says whether such a tensor has been written.
    if (state.impl->is_inference())
      return std::make_shared<KeptMemory>();
    next->state.emplace_back(state.data, state.impl->version_counter().current_version());
  }
  return memory && memory->state == next->state ? memory : next;
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

/// From the first to the last byte of a tensor, whatever its strides are.
static size_t byteExtent(const c10::TensorImpl &tensor) {
  if (tensor.is_contiguous() || !tensor.numel())
    return byteCount(tensor);
  int64_t last = 0;
  for (int64_t dim = 0; dim < tensor.dim(); ++dim)
    last += (tensor.size(dim) - 1) * tensor.stride(dim);
  return size_t(last + 1) * tensor.itemsize();
}

bool Version::checkOverlap(Frame &frame) {
  if (!hasWrites)
    return true;
  std::vector<Range> ranges;
  for (size_t i = 0; i < frame.tensors.size(); ++i) {
    // The tensor that was given: a contiguous copy of it shares no memory.
    const c10::TensorImpl &tensor = *asTensor(frame.sources[i])->impl;
    const char *begin = static_cast<const char *>(tensor.data());
    Range range{begin, begin + byteExtent(tensor), tensorArguments[i]->written};
    for (const std::vector<Range> *others : {&stateRanges, &ranges})
      for (const Range &other : *others)
        if ((range.written || other.written) && range.begin < other.end && other.begin < range.end)
          return fail("a tensor that is written overlaps another");
    ranges.push_back(range);
  }
  return true;
}

} // namespace janus::dispatch
