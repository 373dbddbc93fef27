//===- Frame.cpp - what one native call needs -----------------------------===//

#include "Frame.h"
#include "Random.h"

#include "../Generic/Frame.h"

#include <ATen/record_function.h>
#include <chrono>
#include <new>

namespace janus::dispatch {
namespace {

/// Never destroyed before the thread's last call: a thread-local.
thread_local std::vector<std::unique_ptr<Frame>> freeFrames;

void runLoop(void *, janus_loop_body body, void *data, int64_t n, int64_t grain) { parallelFor(body, data, n, grain); }

} // namespace

Frame::Frame() {
  janus_host host{};
  host.user = this;
  host.result = newResult;
  host.parallel_for = runLoop;
  host.poll = poll;
  host.draw = drawNumbers;
  host.kept = keep;
  context = janus_context_create(&host);
  if (!context)
    throw std::bad_alloc();
}

Frame::~Frame() { janus_context_destroy(context); }

/// Runs the handlers of signals that have come, as the interpreter does between instructions. Where one raises, the
/// exception stays with this thread, and native code leaves.
int32_t Frame::poll(void *) {
  if (!generic::isBreakerSet())
    return JANUS_OK;
  // Other threads may keep it set: they are not to be disturbed at each turn.
  thread_local std::chrono::steady_clock::time_point last;
  auto now = std::chrono::steady_clock::now();
  if (now - last < std::chrono::milliseconds(5))
    return JANUS_OK;
  last = now;
  PyGILState_STATE state = PyGILState_Ensure();
  int failed = PyErr_CheckSignals();
  PyGILState_Release(state);
  return failed ? JANUS_INTERRUPTED : JANUS_OK;
}

/// Memory that the call fills is not seen by others before it has ended well.
void *Frame::keep(void *user, int64_t bytes, int32_t *stale) {
  Frame *frame = static_cast<Frame *>(user);
  *stale = 1;
  if (!frame->memory)
    return janus_arena_alloc(frame->context, bytes);
  KeptMemory &memory = *frame->memory;
  if (!memory.data) {
    size_t whole = (size_t(bytes) + 63) / 64 * 64;
    memory.data.reset(std::aligned_alloc(64, whole ? whole : 64));
    memory.bytes = bytes;
  } else {
    *stale = 0;
  }
  return memory.data.get();
}

int32_t Frame::run(janus_entry entry, const std::string &name) {
  at::RecordFunction range(at::RecordScope::USER_SCOPE);
  if (range.isActive())
    range.before("janus::" + name);
  return janus_context_run(context, entry, arguments.data());
}

void *Frame::newResult(void *user, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes) {
  Frame *frame = static_cast<Frame *>(user);
  try {
    if (size_t(index) >= frame->results.size())
      frame->results.resize(size_t(index) + 1);
    at::TensorBase &tensor = frame->results[size_t(index)];
    tensor = emptyTensor(dtype, rank, sizes);
    // An empty tensor has no storage, but null would mean that memory ran out.
    void *data = tensor.mutable_data_ptr();
    return data ? data : frame;
  } catch (const std::exception &) {
    return nullptr;
  }
}

void Frame::reset() {
  for (at::TensorBase &tensor : results)
    tensor.reset();
  memory.reset();
  arrays.clear();
  tensors.clear();
  sources.clear();
  held.clear();
  for (PyObject *&object : objects)
    Py_CLEAR(object);
  while (!kept.empty()) {
    PyObject *object = kept.back();
    kept.pop_back();
    Py_DECREF(object);
  }
}

FrameLease::FrameLease() {
  if (freeFrames.empty()) {
    frame = std::make_unique<Frame>();
    return;
  }
  frame = std::move(freeFrames.back());
  freeFrames.pop_back();
}

FrameLease::~FrameLease() {
  frame->reset();
  freeFrames.push_back(std::move(frame));
}

} // namespace janus::dispatch
