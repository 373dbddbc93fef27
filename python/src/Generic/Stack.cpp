//===- Stack.cpp - more machine stack for deep recursion ------------------===//
//
// The interpreter runs Python calling Python without machine stack, and so has
// no bound but its recursion stackLimit. Compiled functions that call each other through C
// take some for each level: where a thread's stack comes to an end, the call goes
// on on another one.
//
//===----------------------------------------------------------------------===//

#include "Stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

namespace janus::generic {
namespace {

/// The size of another stack; only what is touched takes memory.
constexpr size_t segmentSize = size_t(256) << 20;

/// What is kept for code that knows nothing of all this: so much, or a quarter.
constexpr size_t reserve = size_t(1) << 20;

/// One stack is kept for the next time: a loop may stand right where one ends.
struct Kept {
  void *memory = nullptr;
  ~Kept() {
    if (memory)
      munmap(memory, segmentSize);
  }
};
thread_local Kept kept;

/// A stack whose lowest page stops what runs over; null without memory.
void *takeSegment() {
  if (void *memory = kept.memory) {
    kept.memory = nullptr;
    return memory;
  }
  void *memory = mmap(nullptr, segmentSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  mprotect(memory, 4096, PROT_NONE);
  return memory;
}

void giveSegment(void *memory) {
  if (kept.memory)
    munmap(memory, segmentSize);
  else
    kept.memory = memory;
}

/// A call that goes on on another stack.
struct Passage {
  void (*function)(void *);
  void *data;
  ucontext_t here, there;
};

thread_local Passage *passage;

void begin() {
  Passage *current = passage;
  current->function(current->data);
}

} // namespace

__thread char *stackLimit;

void findStackLimit() {
  pthread_attr_t attributes;
  void *base = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &base, &size);
    pthread_attr_destroy(&attributes);
  }
  stackLimit = static_cast<char *>(base) + (size / 4 < reserve ? size / 4 : reserve);
}

bool callOnNewStack(void (*function)(void *), void *data) {
  void *memory = takeSegment();
  if (!memory)
    return false;
  Passage current{function, data, {}, {}};
  getcontext(&current.there);
  current.there.uc_stack.ss_sp = memory;
  current.there.uc_stack.ss_size = segmentSize;
  current.there.uc_link = &current.here;
  makecontext(&current.there, begin, 0);
  Passage *before = passage;
  char *limitBefore = stackLimit;
  passage = &current;
  stackLimit = static_cast<char *>(memory) + reserve;
  swapcontext(&current.here, &current.there);
  stackLimit = limitBefore;
  passage = before;
  giveSegment(memory);
  return true;
}

} // namespace janus::generic
