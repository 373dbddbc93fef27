/*===- janus.h - what compiled programs call, and how they are called -------===*
 *
 * The C ABI of janus, version JANUS_ABI_VERSION. No Python, no C++, no LLVM.
 *
 * Two groups: what generated code calls (janus_result, janus_arena_alloc,
 * janus_parallel_for, janus_random_*), and what a host program calls to run
 * an entry (contexts). Tensors are described as in DLPack.
 *
 *===----------------------------------------------------------------------===*/

#ifndef JANUS_RUNTIME_JANUS_H
#define JANUS_RUNTIME_JANUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define JANUS_ABI_VERSION 1

/* Kept visible in objects whose other symbols are hidden. */
#if defined(__GNUC__)
#define JANUS_EXPORT __attribute__((visibility("default")))
#else
#define JANUS_EXPORT
#endif

typedef enum janus_status {
  JANUS_OK = 0,
  JANUS_ASSUMPTION_BROKEN = 1, /* janus_context_assumption says which; nothing was written */
  JANUS_OUT_OF_MEMORY = 2,
  JANUS_INVALID_ARGUMENT = 3, /* wrong dtype, rank, size or null; janus_context_message says which */
  JANUS_IO_ERROR = 4,
  JANUS_INTERRUPTED = 5
} janus_status;

/* Element types: DLPack's type code in bits 16..23, its bits in 0..15. */
typedef enum janus_dtype {
  JANUS_BOOL = (6 << 16) | 8,
  JANUS_I8 = (0 << 16) | 8,
  JANUS_I16 = (0 << 16) | 16,
  JANUS_I32 = (0 << 16) | 32,
  JANUS_I64 = (0 << 16) | 64,
  JANUS_U8 = (1 << 16) | 8,
  JANUS_F16 = (2 << 16) | 16,
  JANUS_F32 = (2 << 16) | 32,
  JANUS_F64 = (2 << 16) | 64,
  JANUS_BF16 = (4 << 16) | 16
} janus_dtype;

/* What an entry runs in: its arena, its results, its threads, its last error. */
typedef struct janus_context janus_context;

/* An entry as `janus-lower-to-llvm` emits it: arguments[i] points to a ranked
 * memref descriptor {allocated, aligned, offset, sizes[r], strides[r]} or to an
 * int64_t, double or bool. */
typedef int32_t (*janus_entry)(janus_context *context, void *const *arguments);

/*===--- called by generated code ---------------------------------------===*/

/* Storage for the entry's index-th new tensor, row-major, 64-byte aligned;
 * null when there is no memory (the entry then returns JANUS_OUT_OF_MEMORY). */
void *janus_result(janus_context *context, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes);

/* The index-th result that is a number: the bits of an int64_t, double or bool. */
void janus_result_scalar(janus_context *context, int32_t index, int64_t bits);

/* 64-byte aligned temporary memory, valid until the entry returns; null when
 * there is none. Sizes of 0 give a valid pointer. */
void *janus_arena_alloc(janus_context *context, int64_t bytes);

/* Called before returning JANUS_ASSUMPTION_BROKEN. */
void janus_assumption_broken(janus_context *context, int64_t id);

/* Runs body(data, begin, end) over [0, n) in chunks of at least grain. */
typedef void (*janus_loop_body)(void *data, int64_t begin, int64_t end);
void janus_parallel_for(janus_context *context, janus_loop_body body, void *data, int64_t n, int64_t grain);

/*===--- called by the host program -------------------------------------===*/

/* How results are obtained and loops are run; null members mean the default:
 * malloc'ed results owned by the context until taken, loops run in the caller. */
typedef struct janus_host {
  void *user;
  void *(*result)(void *user, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes);
  void (*parallel_for)(void *user, janus_loop_body body, void *data, int64_t n, int64_t grain);
} janus_host;

/* A new context; null when there is no memory. `host` is copied and may be null.
 * A context is used by one thread at a time; its arena is kept between calls. */
JANUS_EXPORT janus_context *janus_context_create(const janus_host *host);
JANUS_EXPORT void janus_context_destroy(janus_context *context);

/* Runs an entry: resets the arena and the results, calls, returns its status. */
JANUS_EXPORT int32_t janus_context_run(janus_context *context, janus_entry entry, void *const *arguments);

/* The number of the assumption that broke in the last run, -1 if none. */
JANUS_EXPORT int64_t janus_context_assumption(const janus_context *context);

/* The text of the last error, never null, valid until the next call. */
JANUS_EXPORT const char *janus_context_message(const janus_context *context);

/* The storage of the index-th tensor result of the last run under the default
 * host; the caller frees it with free(). Null if there is none or it was taken. */
JANUS_EXPORT void *janus_context_take(janus_context *context, int32_t index);

/* The bits of the index-th number result of the last run. */
JANUS_EXPORT int64_t janus_context_scalar(const janus_context *context, int32_t index);

#ifdef __cplusplus
}
#endif

#endif /* JANUS_RUNTIME_JANUS_H */
