/*===- threads.h - loops over threads ----------------------------*- C -*-===*/

#ifndef JANUS_RUNTIME_THREADS_H
#define JANUS_RUNTIME_THREADS_H

#include "janus/Runtime/janus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Runs body(data, begin, end) over [0, n) in chunks of at least grain, the last ones of a part
 * excepted, by the caller and up to threads - 1 others, which are kept for later loops. It is
 * done when all chunks are: the others need not have come. Any number of threads may call it at once,
 * and the bodies compute with the caller's floating-point environment. */
JANUS_EXPORT void janus_threads_run(int32_t threads, janus_loop_body body, void *data, int64_t n, int64_t grain);

#ifdef __cplusplus
}
#endif

#endif /* JANUS_RUNTIME_THREADS_H */
