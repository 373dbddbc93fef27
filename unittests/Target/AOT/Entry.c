/* The entry of the test program: y = x + w, w += 1. */
#include "janus/Runtime/janus.h"

struct descriptor {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};

int32_t janus_entry_add(janus_context *context, void *const *arguments) {
  struct descriptor *x = arguments[0], *w = arguments[1];
  float *y = janus_result(context, 0, JANUS_F32, 1, &x->size);
  if (!y)
    return JANUS_OUT_OF_MEMORY;
  for (int64_t i = 0; i < x->size; ++i)
    y[i] = x->aligned[i] + w->aligned[0];
  w->aligned[0] += 1;
  return JANUS_OK;
}
