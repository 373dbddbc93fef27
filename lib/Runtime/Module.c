/*===- Module.c - runs an exported program ----------------------------------===*/

#include "Module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t janus_fail(janus_module *module, int32_t status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(module->message, sizeof(module->message), format, args);
  va_end(args);
  return status;
}

/* Why this thread's last janus_module_create failed. */
static _Thread_local char create_message[256] = "";

const char *janus_module_message(const janus_module *module) { return module ? module->message : create_message; }

/*===--- inputs -----------------------------------------------------------===*/

static int32_t dtype_of(const janus_tensor *tensor) { return (int32_t)tensor->type_code << 16 | tensor->type_bits; }

/* Checks a size against the signature and binds the dim it names. */
static int32_t check_size(janus_module *module, const slot *s, int32_t axis, int64_t size) {
  int64_t wanted = s->shape[axis];
  if (size < 0)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: size %d is negative", s->name, axis);
  if (wanted >= 0 && wanted != size)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: size %d is %lld, not %lld", s->name, axis, (long long)size,
                      (long long)wanted);
  if (wanted > SIZE_FIRST_DIM)
    return JANUS_OK;
  dim *d = &module->dims[SIZE_FIRST_DIM - wanted];
  if (size < d->min || size > d->max)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: size %d (%s) is %lld, outside %lld to %lld", s->name, axis,
                      d->name, (long long)size, (long long)d->min, (long long)d->max);
  if (d->size >= 0 && d->size != size)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: size %d (%s) is %lld, but %lld elsewhere", s->name, axis,
                      d->name, (long long)size, (long long)d->size);
  d->size = size;
  return JANUS_OK;
}

static int32_t check_row_major(janus_module *module, const char *name, const janus_tensor *tensor) {
  if (!tensor->strides)
    return JANUS_OK;
  int64_t stride = 1;
  for (int32_t i = tensor->rank; i-- > 0; stride *= tensor->sizes[i])
    if (tensor->sizes[i] > 1 && tensor->strides[i] != stride)
      return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is not contiguous in row-major order", name);
  return JANUS_OK;
}

/* dtype, rank, device and memory of a tensor that a caller hands over. */
static int32_t check_tensor(janus_module *module, const slot *s, const janus_tensor *tensor) {
  if (!tensor)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is null", s->name);
  if (dtype_of(tensor) != s->dtype || tensor->type_lanes != 1) {
    const char *given = janus_dtype_name(dtype_of(tensor));
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: dtype is %s, not %s", s->name, given ? given : "unknown",
                      janus_dtype_name(s->dtype));
  }
  if (tensor->rank != s->rank)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: rank is %d, not %d", s->name, tensor->rank, s->rank);
  if (tensor->device_type != 1)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is not in the CPU's memory", s->name);
  if (s->rank && !tensor->sizes)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: has no sizes", s->name);
  return JANUS_OK;
}

static int32_t check_input(janus_module *module, const slot *s, const janus_tensor *tensor) {
  int32_t status = check_tensor(module, s, tensor);
  for (int32_t i = 0; !status && i < s->rank; ++i)
    status = check_size(module, s, i, tensor->sizes[i]);
  if (!status)
    status = check_row_major(module, s->name, tensor);
  int64_t bytes = status ? 0 : janus_byte_count(s->dtype, s->rank, tensor->sizes);
  if (!status && bytes < 0)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is too large", s->name);
  if (!status && bytes > 0 && !tensor->data)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: has no data", s->name);
  return status;
}

/*===--- outputs ----------------------------------------------------------===*/

static slot *results_of(janus_module *module) { return module->slots + module->argument_count; }
static int32_t result_count(const janus_module *module) { return module->slot_count - module->argument_count; }

/* Where the caller wants the result at this position, or null. */
static janus_tensor *output_of(janus_module *module, int32_t index) {
  slot *results = results_of(module);
  int32_t position = 0;
  for (int32_t i = 0; i < index; ++i)
    position += results[i].kind == SLOT_OUTPUT || results[i].kind == SLOT_SCALAR;
  return module->outputs[position];
}

/* The sizes an output will have, as far as the inputs tell, must be those of
 * the caller's memory: checked before anything runs. */
static int32_t check_output(janus_module *module, const slot *s, const janus_tensor *tensor) {
  if (!tensor)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is null", s->name);
  if (!tensor->data)
    return JANUS_OK;
  int32_t status = check_tensor(module, s, tensor);
  for (int32_t i = 0; !status && i < s->rank; ++i)
    status = check_size(module, s, i, tensor->sizes[i]);
  return status ? status : check_row_major(module, s->name, tensor);
}

/* janus_host::kept: one block for as long as nobody outside can have changed the state. */
static void *keep(void *user, int64_t bytes, int32_t *stale) {
  janus_module *module = user;
  if (!module->kept || module->kept_bytes != bytes) {
    free(module->kept);
    module->kept = janus_aligned(bytes);
    module->kept_bytes = bytes;
    module->stale = 1;
  }
  *stale = module->stale;
  return module->kept;
}

/* janus_host::result: storage for the entry's results. */
static void *place_result(void *user, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes) {
  janus_module *module = user;
  if (index < 0 || index >= result_count(module))
    return NULL;
  slot *s = &results_of(module)[index];
  int64_t bytes = janus_byte_count(dtype, rank, sizes);
  if (bytes < 0 || rank != s->rank || dtype != s->dtype)
    return NULL;
  janus_tensor *output = s->kind == SLOT_OUTPUT ? output_of(module, index) : NULL;
  if (output && output->data) {
    if (rank && memcmp(output->sizes, sizes, rank * sizeof(int64_t)) != 0) {
      janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: the memory given has other sizes than the result", s->name);
      return NULL;
    }
    /* Entries store whole vectors: into memory at another place than theirs,
     * deliver copies. */
    char *data = (char *)output->data + output->byte_offset;
    if ((uintptr_t)data % 64 == 0)
      return data;
  }
  memcpy(s->sizes, sizes, rank * sizeof(int64_t));
  if (s->kind == SLOT_HIDDEN && s->data && s->bytes >= bytes)
    return s->data;
  free(s->data);
  s->data = janus_aligned(bytes);
  s->bytes = bytes;
  return s->data;
}

/* Hands the results of a successful run to the caller. */
static int32_t deliver(janus_module *module) {
  for (int32_t i = 0; i < result_count(module); ++i) {
    slot *s = &results_of(module)[i];
    if (s->kind != SLOT_OUTPUT && s->kind != SLOT_SCALAR)
      continue;
    janus_tensor *output = output_of(module, i);
    if (s->kind == SLOT_SCALAR) {
      int64_t bits = janus_context_scalar(module->context, i);
      char *data = output->data ? (char *)output->data + output->byte_offset : janus_aligned(8);
      if (!data)
        return janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory for %s", s->name);
      memcpy(data, &bits, (s->dtype & 0xffff) / 8);
      if (!output->data)
        *output = janus_tensor_of(data, s->dtype, 0, s->sizes);
    } else if (!output->data) {
      *output = janus_tensor_of(s->data, s->dtype, s->rank, s->sizes);
      s->data = NULL;
    } else if (s->data) {
      memcpy((char *)output->data + output->byte_offset, s->data, janus_byte_count(s->dtype, s->rank, s->sizes));
    }
  }
  return JANUS_OK;
}

static void drop_results(janus_module *module) {
  for (int32_t i = 0; i < result_count(module); ++i) {
    slot *s = &results_of(module)[i];
    if (s->kind == SLOT_OUTPUT) {
      free(s->data);
      s->data = NULL;
    }
  }
}

/*===--- running ------------------------------------------------------------===*/

/* A ranked memref descriptor: allocated, aligned, offset, sizes, strides. */
typedef struct descriptor {
  void *allocated, *aligned;
  int64_t words[1 + 2 * JANUS_MAX_RANK];
} descriptor;

static void describe(descriptor *d, void *data, int32_t rank, const int64_t *sizes) {
  d->allocated = d->aligned = data;
  d->words[0] = 0;
  int64_t stride = 1;
  for (int32_t i = rank; i-- > 0; stride *= sizes[i]) {
    d->words[1 + i] = sizes[i];
    d->words[1 + rank + i] = stride;
  }
}

/* Checks the inputs and points the entry's arguments at them and at the state. */
static int32_t bind_arguments(janus_module *module, const janus_tensor *const *inputs, descriptor *descriptors,
                              void **arguments) {
  for (int32_t i = 0, input = 0; i < module->argument_count; ++i) {
    slot *s = &module->slots[i];
    arguments[i] = &descriptors[i];
    if (s->kind == SLOT_STATE) {
      describe(&descriptors[i], s->data, s->rank, s->sizes);
      continue;
    }
    if (s->kind == SLOT_VALUE) {
      arguments[i] = s->data;
      continue;
    }
    const janus_tensor *tensor = inputs ? inputs[input++] : NULL;
    int32_t status = check_input(module, s, tensor);
    if (status)
      return status;
    char *data = (char *)tensor->data + tensor->byte_offset;
    if (s->kind == SLOT_NUMBER)
      arguments[i] = data;
    else
      describe(&descriptors[i], data, s->rank, tensor->sizes);
  }
  return JANUS_OK;
}

int32_t janus_module_run(janus_module *module, const janus_tensor *const *inputs, janus_tensor *const *outputs) {
  if (!module)
    return JANUS_INVALID_ARGUMENT;
  module->message[0] = '\0';
  if (!outputs && module->output_count)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "outputs: is null");
  if (module->lacks_state)
    return janus_fail(module, JANUS_INVALID_ARGUMENT,
                      "the state is beside the program: give its safetensors file when the handle is made, or load it");
  module->outputs = outputs;
  for (int32_t i = 0; i < module->dim_count; ++i)
    module->dims[i].size = -1;

  size_t count = module->argument_count ? module->argument_count : 1;
  descriptor *descriptors = malloc(count * sizeof(descriptor));
  void **arguments = malloc(count * sizeof(void *));
  int32_t status = descriptors && arguments ? bind_arguments(module, inputs, descriptors, arguments)
                                            : janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory");
  for (int32_t i = 0; !status && i < result_count(module); ++i) {
    slot *s = &results_of(module)[i];
    if (s->kind == SLOT_OUTPUT || s->kind == SLOT_SCALAR)
      status = check_output(module, s, output_of(module, i));
  }
  if (!status) {
    status = janus_context_run(module->context, module->program->entry, arguments);
    if (status && !module->message[0])
      janus_fail(module, status, "%s", janus_context_message(module->context));
    else if (status)
      status = JANUS_INVALID_ARGUMENT; /* place_result said what was wrong */
    module->stale = status != JANUS_OK;
  }
  if (!status)
    status = deliver(module);
  drop_results(module);
  free(arguments);
  free(descriptors);
  return status;
}

/*===--- state --------------------------------------------------------------===*/

static slot *find_kept(janus_module *module, const char *name) {
  for (int32_t i = 0; name && i < module->slot_count; ++i) {
    slot *s = &module->slots[i];
    if ((s->kind == SLOT_STATE || s->kind == SLOT_VALUE || s->kind == SLOT_HIDDEN) && strcmp(s->name, name) == 0)
      return s;
  }
  return NULL;
}

static int32_t unknown_name(janus_module *module, const char *name) {
  return janus_fail(module, JANUS_INVALID_ARGUMENT, "no state is called %s", name ? name : "(null)");
}

int32_t janus_module_get(janus_module *module, const char *name, janus_tensor *tensor) {
  if (!module || !tensor)
    return JANUS_INVALID_ARGUMENT;
  slot *s = find_kept(module, name);
  if (!s)
    return unknown_name(module, name);
  if (!s->data)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: has no value before the first run", name);
  *tensor = janus_tensor_of(s->data, s->dtype, s->rank, s->sizes);
  module->stale = 1; /* the caller may write it */
  return JANUS_OK;
}

int32_t janus_module_set(janus_module *module, const char *name, const janus_tensor *tensor) {
  if (!module)
    return JANUS_INVALID_ARGUMENT;
  slot *s = find_kept(module, name);
  if (!s || s->kind == SLOT_HIDDEN)
    return unknown_name(module, name);
  int32_t status = check_input(module, s, tensor);
  if (status)
    return status;
  int64_t bytes = s->kind == SLOT_VALUE ? (s->dtype & 0xffff) / 8 : s->bytes;
  memcpy(s->data, (const char *)tensor->data + tensor->byte_offset, bytes);
  module->lacks_state = 0;
  module->stale = 1;
  return JANUS_OK;
}

void janus_module_destroy(janus_module *module) {
  if (!module)
    return;
  for (int32_t i = 0; i < module->slot_count; ++i) {
    free(module->slots[i].name);
    free(module->slots[i].data);
  }
  for (int32_t i = 0; i < module->dim_count; ++i)
    free(module->dims[i].name);
  free(module->slots);
  free(module->kept);
  janus_context_destroy(module->context);
  free(module);
}

void janus_module_set_host(janus_module *module, const janus_host *host) {
  janus_host own = {module, place_result, NULL, NULL, NULL, NULL, keep};
  if (host) {
    own.parallel_for = host->parallel_for;
    own.loop_user = host->loop_user;
  }
  janus_context_set_host(module->context, &own);
}

int32_t janus_module_create(const janus_program *program, const char *weights_path, janus_module **out) {
  if (!out)
    return JANUS_INVALID_ARGUMENT;
  *out = NULL;
  snprintf(create_message, sizeof(create_message), "out of memory");
  if (!program || program->abi_version != JANUS_ABI_VERSION) {
    snprintf(create_message, sizeof(create_message), "the program is of another ABI version than the runtime (%d)",
             JANUS_ABI_VERSION);
    return JANUS_INVALID_ARGUMENT;
  }
  janus_module *module = calloc(1, sizeof(janus_module));
  if (!module)
    return JANUS_OUT_OF_MEMORY;
  module->program = program;
  module->context = janus_context_create(NULL);
  int32_t status = module->context ? janus_parse_signature(module) : JANUS_OUT_OF_MEMORY;
  if (!status) {
    janus_module_set_host(module, NULL);
    for (int32_t i = 0; i < module->slot_count; ++i)
      module->lacks_state |= !program->weights && module->slots[i].kind == SLOT_STATE && module->slots[i].bytes > 0;
    if (weights_path)
      status = janus_module_load(module, weights_path);
  }
  if (status) {
    memcpy(create_message, module->message, sizeof(create_message));
    janus_module_destroy(module);
    return status;
  }
  create_message[0] = '\0';
  *out = module;
  return JANUS_OK;
}
