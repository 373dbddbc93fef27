//===- Stack.h - more machine stack for deep recursion ----------*- C++ -*-===//

#ifndef JANUS_PYTHON_GENERIC_STACK_H
#define JANUS_PYTHON_GENERIC_STACK_H

namespace janus::generic {

/// Where the stack that this thread is on counts as full; null until `findStackLimit` was called. Reached without a
/// call.
extern __thread char *stackLimit __attribute__((tls_model("initial-exec")));
void findStackLimit();

/// Whether the stack that this thread is on comes to its end.
inline bool isStackShort() {
  if (__builtin_expect(!stackLimit, 0))
    findStackLimit();
  return static_cast<char *>(__builtin_frame_address(0)) < stackLimit;
}

/// Calls the function on another stack; false, without having called it, if there is
/// no memory for one. No exception of C++ may leave the function.
bool callOnNewStack(void (*function)(void *), void *data);

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_STACK_H
