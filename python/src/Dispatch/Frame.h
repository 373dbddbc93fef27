//===- Frame.h - what one native call needs ---------------------*- C++ -*-===//

#ifndef JANUS_PYTHON_DISPATCH_FRAME_H
#define JANUS_PYTHON_DISPATCH_FRAME_H

#include "Torch.h"
#include "janus/Runtime/janus.h"
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace janus::dispatch {

/// What an entry keeps between calls, computed from state as it was then; shared by the calls that read it.
struct KeptMemory {
  struct Free {
    void operator()(void *data) const { std::free(data); }
  };
  std::unique_ptr<void, Free> data; ///< null: the entry has not asked for any yet
  int64_t bytes = 0;
  std::vector<std::pair<const void *, uint32_t>> state; ///< where each tensor's numbers are, and its version
};

/// Arguments, results and runtime context of one call in progress. Frames are
/// kept per thread and used again: a warm call allocates nothing but results.
class Frame {
public:
  Frame();
  ~Frame();
  Frame(const Frame &) = delete;
  Frame &operator=(const Frame &) = delete;

  /// Runs the entry on `arguments`; the caller may have released the GIL. Under
  /// torch.profiler it is a range of that name.
  int32_t run(janus_entry entry, const std::string &name);

  int64_t scalar(int32_t index) const { return janus_context_scalar(context, index); }
  int64_t brokenAssumption() const { return janus_context_assumption(context); }
  const char *message() const { return janus_context_message(context); }

  /// Drops results and kept objects; needs the GIL.
  void reset();

  std::vector<int64_t> words;                         ///< memref descriptors and numbers
  std::vector<void *> arguments;                      ///< pointers to them, as the entry takes them
  std::vector<at::TensorBase> results;                ///< new tensors, by result index
  std::vector<std::pair<int, at::TensorBase>> arrays; ///< lists of numbers, by slot
  std::vector<PyObject *> objects;                    ///< their Python objects, once made
  std::vector<c10::TensorImpl *> tensors;             ///< tensor arguments, in the order in which they are bound
  std::vector<PyObject *> sources;                    ///< the objects that were passed for them; held by `kept`
  std::vector<PyObject *> kept;       ///< contiguous copies of arguments, and what must live as long as the call
  janus_generator drawnFrom;          ///< torch's generator as the call found it, where the version draws
  std::shared_ptr<KeptMemory> memory; ///< what the entry keeps between calls; null: it fills it at each call
  std::vector<PyObject *> held;       ///< attributes that are read as arguments; `kept` has the references

private:
  static int32_t poll(void *user);
  static void *keep(void *user, int64_t bytes, int32_t *stale);
  static void *newResult(void *user, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes);

  janus_context *context;
};

/// Takes a frame of this thread for as long as it lives. Calls nest where a
/// destructor runs compiled code while arguments are prepared.
class FrameLease {
public:
  FrameLease();
  ~FrameLease();
  FrameLease(const FrameLease &) = delete;
  FrameLease &operator=(const FrameLease &) = delete;
  Frame *operator->() { return frame.get(); }
  Frame &operator*() { return *frame; }

private:
  std::unique_ptr<Frame> frame;
};

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_FRAME_H
