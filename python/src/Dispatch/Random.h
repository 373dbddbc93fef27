//===- Random.h - torch's generator of random numbers -----------*- C++ -*-===//
//
// A version that draws takes the generator's state as an argument and hands the
// state after it on when it commits. What draws is ATen's own code, so the numbers
// are eager's on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_DISPATCH_RANDOM_H
#define JANUS_PYTHON_DISPATCH_RANDOM_H

#include "janus/Runtime/random.h"

namespace janus::dispatch {

/// The state of torch's default generator for the CPU, now; and the generator brought to a state.
void readGenerator(janus_generator &state);
void writeGenerator(const janus_generator &state);

/// Draws what is asked for from a generator of that state, and gives the state after. Needs no GIL. JANUS_OK, or
/// JANUS_INVALID_ARGUMENT where ATen raises.
int32_t drawNumbers(void *, const janus_draw_request *request, janus_generator *state);

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_RANDOM_H
