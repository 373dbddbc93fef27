/*===- Module.h - a loaded program and its state (private) ------------------===*/

#ifndef JANUS_LIB_RUNTIME_MODULE_H
#define JANUS_LIB_RUNTIME_MODULE_H

#include "janus/Runtime/janus.h"

enum { JANUS_MAX_RANK = 16, JANUS_MAX_DIMS = 32 };

typedef enum slot_kind {
  SLOT_INPUT,
  SLOT_NUMBER,
  SLOT_STATE,
  SLOT_VALUE, /* the last kind of argument */
  SLOT_OUTPUT,
  SLOT_SCALAR,
  SLOT_HIDDEN,
  SLOT_UPDATE
} slot_kind;

/* A size in a signature: a number, or one of these. */
enum { SIZE_ANY = -1, SIZE_FIRST_DIM = -2 /* dim i is SIZE_FIRST_DIM - i */ };

/* One argument or result of the entry. */
typedef struct slot {
  slot_kind kind;
  char *name;
  int32_t dtype;
  int32_t rank;
  int64_t shape[JANUS_MAX_RANK]; /* as the signature has it */
  int64_t sizes[JANUS_MAX_RANK]; /* as they are */
  void *data;                    /* state, value and hidden: owned; result: of the last run */
  int64_t bytes;                 /* capacity of data */
  int found;                     /* while a file is read */
} slot;

typedef struct dim {
  char *name;
  int64_t min, max;
  int64_t size; /* in this run, -1 while unknown */
} dim;

struct janus_module {
  const janus_program *program;
  janus_context *context;
  slot *slots;
  int32_t slot_count, argument_count, input_count, output_count;
  dim dims[JANUS_MAX_DIMS];
  int32_t dim_count;
  int lacks_state; /* its first values are beside the program, and nobody gave any yet */
  void *kept;      /* what the entry keeps of its state, 0 bytes of it valid while `stale` */
  int64_t kept_bytes;
  int stale;
  janus_tensor *const *outputs; /* of the running call */
  char message[256];
};

/* Sets the message and returns the status. */
int32_t janus_fail(janus_module *module, int32_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fills the slots from the program's signature. */
int32_t janus_parse_signature(janus_module *module);

/* Element bytes times sizes, -1 if negative or too large. */
int64_t janus_byte_count(int32_t dtype, int32_t rank, const int64_t *sizes);

/* The name of a dtype in signatures and safetensors files; null if unknown. */
const char *janus_dtype_name(int32_t dtype);
const char *janus_safetensors_dtype(int32_t dtype);

/* The dtype that a signature calls so, 0 if unknown. */
int32_t janus_dtype_named(const char *name);

/* Bytes that start at a multiple of 64, freed with free(). */
void *janus_aligned(int64_t bytes);

#endif /* JANUS_LIB_RUNTIME_MODULE_H */
