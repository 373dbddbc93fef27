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

#include "janus/Runtime/random.h"
#include "janus/Runtime/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define JANUS_ABI_VERSION 1

/* Functions a host program calls. Exported objects define it as hidden: their
 * copy of the runtime is their own. */
#ifndef JANUS_EXPORT
#define JANUS_EXPORT __attribute__((visibility("default")))
#endif

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

/* The same for an allocation that is made again and again: one of places[0] to
 * places[carried] (zeros before the first call) that holds none of the `carried`
 * addresses behind them, which are still in use. So such a loop takes turns
 * between a few places. A place that is too small is left for one of at least
 * twice its size. */
typedef struct janus_place {
  char *data;
  int64_t bytes;
} janus_place;
void *janus_arena_cycle(janus_context *context, void *places_and_carried, int64_t carried, int64_t bytes);

/* Memory, 64-byte aligned, for what is computed from tensors that are promised to stay as they are. It may be that of
 * an earlier call of the entry, as that left it: *stale says whether it is to be filled. Null when there is none. */
void *janus_kept(janus_context *context, int64_t bytes, int32_t *stale);

/* Called before returning JANUS_ASSUMPTION_BROKEN. */
void janus_assumption_broken(janus_context *context, int64_t id);

/* Asked at each turn of a long loop: JANUS_OK, or JANUS_INTERRUPTED, with which the entry returns then. */
int32_t janus_poll(janus_context *context);

/* Fills a tensor with random numbers, and brings the generator's state forward; JANUS_OK, or another
 * status where that cannot be: generator and tensor then hold anything. */
int32_t janus_draw(janus_context *context, const janus_draw_request *request, janus_generator *generator);

/* Runs body(data, begin, end) over [0, n) in chunks of at least grain. */
typedef void (*janus_loop_body)(void *data, int64_t begin, int64_t end);
void janus_parallel_for(janus_context *context, janus_loop_body body, void *data, int64_t n, int64_t grain);

/*===--- called by the host program -------------------------------------===*/

/* How results are obtained and loops are run; null members mean the default:
 * malloc'ed results owned by the context until taken, loops run in the caller. */
typedef struct janus_host {
  void *user; /* first argument of result */
  void *(*result)(void *user, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes);
  void (*parallel_for)(void *loop_user, janus_loop_body body, void *data, int64_t n, int64_t grain);
  void *loop_user; /* first argument of parallel_for */
  /* Whether the entry is to go on: called at each turn of long loops, by the thread that runs it. */
  int32_t (*poll)(void *user);
  /* Draws random numbers, as janus_draw does. */
  int32_t (*draw)(void *user, const janus_draw_request *request, janus_generator *generator);
  /* Memory that is kept between calls, as janus_kept gives it; null: it is filled at each call. */
  void *(*kept)(void *user, int64_t bytes, int32_t *stale);
} janus_host;

/* A new context; null when there is no memory. `host` is copied and may be null.
 * A context is used by one thread at a time; its arena is kept between calls. */
JANUS_EXPORT janus_context *janus_context_create(const janus_host *host);
JANUS_EXPORT void janus_context_destroy(janus_context *context);
JANUS_EXPORT void janus_context_set_host(janus_context *context, const janus_host *host);

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

/*===--- exported programs -----------------------------------------------===*/

/* What an exported object holds. The signature is text, one line for each
 * argument of the entry in order and for each of its results in the order of
 * their indices; updates, which have none, come last:
 *
 *   janus 1 NAME
 *   dim NAME MIN MAX
 *   input NAME DTYPE SHAPE           a tensor the caller passes
 *   number NAME f64|i64|bool         a number the caller passes
 *   state NAME DTYPE SHAPE OFFSET    a tensor kept in the handle; its first value in the weights
 *   value NAME f64|i64|bool BITS     a number kept in the handle, and its first value
 *   output NAME DTYPE SHAPE          a tensor the caller receives
 *   scalar NAME f64|i64|bool         a number the caller receives, as a tensor of rank 0
 *   hidden NAME DTYPE SHAPE          a result that only `get` sees (a gradient)
 *   update NAME                      a result written into that state
 *
 * SHAPE is sizes joined by commas, "-" for rank 0; a size is a number, "?", or the
 * name of a dim, which must be the same wherever it stands. */
typedef struct janus_program {
  int32_t abi_version;
  janus_entry entry;
  const char *signature;
  const void *weights; /* null: they are beside the object and must be loaded */
  int64_t weights_bytes;
} janus_program;

/* A program with its own copy of the state. Used by one thread at a time. */
typedef struct janus_module janus_module;

/* A handle on a program; `weights_path`, if not null, names a safetensors file
 * that replaces the state. On failure *module is null. */
JANUS_EXPORT int32_t janus_module_create(const janus_program *program, const char *weights_path, janus_module **module);
JANUS_EXPORT void janus_module_destroy(janus_module *module);

/* Runs the program once. inputs[i] is the i-th `input` or `number` (a tensor of
 * rank 0). outputs[i] receives the i-th `output` or `scalar`: with data null, it gets
 * storage that the caller frees with free(); otherwise sizes and dtype must be
 * the result's and its data is filled. `sizes` of an output obtained so belong
 * to the handle and hold until its next call. */
JANUS_EXPORT int32_t janus_module_run(janus_module *module, const janus_tensor *const *inputs,
                                      janus_tensor *const *outputs);

/* The tensor of a state, value or hidden result: memory of the handle, valid until
 * its next call. */
JANUS_EXPORT int32_t janus_module_get(janus_module *module, const char *name, janus_tensor *tensor);

/* Copies a tensor into a state or value; dtype and sizes must be the same. */
JANUS_EXPORT int32_t janus_module_set(janus_module *module, const char *name, const janus_tensor *tensor);

/* Writes all states and values as a safetensors file, whole or not at all; reads one back. */
JANUS_EXPORT int32_t janus_module_save(janus_module *module, const char *path);
JANUS_EXPORT int32_t janus_module_load(janus_module *module, const char *path);

/* The text of the handle's last error, never null, valid until the next call;
 * of a null handle: why the thread's last janus_module_create failed. */
JANUS_EXPORT const char *janus_module_message(const janus_module *module);

/* How the handle's loops are run; null members mean the caller's thread. */
JANUS_EXPORT void janus_module_set_host(janus_module *module, const janus_host *host);

#ifdef __cplusplus
}
#endif

#endif /* JANUS_RUNTIME_JANUS_H */
