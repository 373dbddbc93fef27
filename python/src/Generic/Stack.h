//===- Stack.h - more machine stack for deep recursion ----------*- C++ -*-===//

#ifndef JANUS_PYTHON_GENERIC_STACK_H
#define JANUS_PYTHON_GENERIC_STACK_H

namespace janus::generic {

/// Whether the stack that this thread is on comes to its end.
bool isStackShort();

/// Calls the function on another stack; false, without having called it, if there is
/// no memory for one. No exception of C++ may leave the function.
bool callOnNewStack(void (*function)(void *), void *data);

} // namespace janus::generic

#endif // JANUS_PYTHON_GENERIC_STACK_H
