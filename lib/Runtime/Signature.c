/*===- Signature.c - reads the text that describes a program ----------------===*/

#include "Module.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  int32_t dtype;
  const char *name, *safetensors;
} kDtypes[] = {
    {JANUS_BOOL, "bool", "BOOL"}, {JANUS_I8, "i8", "I8"},       {JANUS_I16, "i16", "I16"}, {JANUS_I32, "i32", "I32"},
    {JANUS_I64, "i64", "I64"},    {JANUS_U8, "u8", "U8"},       {JANUS_F16, "f16", "F16"}, {JANUS_F32, "f32", "F32"},
    {JANUS_F64, "f64", "F64"},    {JANUS_BF16, "bf16", "BF16"},
};
enum { kDtypeCount = sizeof(kDtypes) / sizeof(kDtypes[0]) };

const char *janus_dtype_name(int32_t dtype) {
  for (int i = 0; i < kDtypeCount; ++i)
    if (kDtypes[i].dtype == dtype)
      return kDtypes[i].name;
  return NULL;
}

const char *janus_safetensors_dtype(int32_t dtype) {
  for (int i = 0; i < kDtypeCount; ++i)
    if (kDtypes[i].dtype == dtype)
      return kDtypes[i].safetensors;
  return NULL;
}

int32_t janus_dtype_named(const char *name) {
  for (int i = 0; i < kDtypeCount; ++i)
    if (strcmp(kDtypes[i].name, name) == 0)
      return kDtypes[i].dtype;
  return 0;
}

static const struct {
  const char *word;
  slot_kind kind;
} kKinds[] = {
    {"input", SLOT_INPUT},   {"number", SLOT_NUMBER}, {"state", SLOT_STATE},   {"value", SLOT_VALUE},
    {"output", SLOT_OUTPUT}, {"scalar", SLOT_SCALAR}, {"hidden", SLOT_HIDDEN}, {"update", SLOT_UPDATE},
};

/* Splits off the next word of a line; null at its end. */
static char *next_word(char **line) {
  char *word = *line + strspn(*line, " ");
  if (!*word)
    return NULL;
  char *end = word + strcspn(word, " ");
  *line = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

static int32_t malformed(janus_module *module, const char *what) {
  return janus_fail(module, JANUS_INVALID_ARGUMENT, "the program's signature is malformed: %s", what);
}

/* Whether the whole word is a number. */
static int parse_i64(const char *word, int64_t *value) {
  char *end;
  if (!word || !*word)
    return 0;
  *value = strtoll(word, &end, 10);
  return *end == '\0';
}

static int32_t parse_dim(janus_module *module, char *line) {
  char *name = next_word(&line);
  dim *d = &module->dims[module->dim_count];
  if (module->dim_count == JANUS_MAX_DIMS)
    return malformed(module, "too many dims");
  if (!name || !parse_i64(next_word(&line), &d->min) || !parse_i64(next_word(&line), &d->max))
    return malformed(module, "dim needs a name, a minimum and a maximum");
  d->name = strdup(name);
  if (!d->name)
    return janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory");
  ++module->dim_count;
  return JANUS_OK;
}

static int32_t parse_size(janus_module *module, const char *word, int64_t *size) {
  if (strcmp(word, "?") == 0) {
    *size = SIZE_ANY;
    return JANUS_OK;
  }
  for (int32_t i = 0; i < module->dim_count; ++i)
    if (strcmp(word, module->dims[i].name) == 0) {
      *size = SIZE_FIRST_DIM - i;
      return JANUS_OK;
    }
  if (!parse_i64(word, size) || *size < 0)
    return malformed(module, "unknown size");
  return JANUS_OK;
}

/* shape ::= `-` | size (`,` size)* */
static int32_t parse_shape(janus_module *module, char *word, slot *s) {
  if (!word)
    return malformed(module, "a shape is missing");
  if (strcmp(word, "-") == 0)
    return JANUS_OK;
  for (char *size; (size = strsep(&word, ","));) {
    if (s->rank == JANUS_MAX_RANK)
      return malformed(module, "rank above 16");
    int32_t status = parse_size(module, size, &s->shape[s->rank++]);
    if (status)
      return status;
  }
  return JANUS_OK;
}

/* Gives a state its memory and its first value. */
static int32_t init_state(janus_module *module, slot *s, int64_t offset) {
  memcpy(s->sizes, s->shape, sizeof(s->sizes));
  s->bytes = janus_byte_count(s->dtype, s->rank, s->sizes);
  if (s->bytes < 0)
    return malformed(module, "a state's size is not known");
  s->data = janus_aligned(s->bytes);
  if (!s->data)
    return janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory for %s", s->name);
  const janus_program *program = module->program;
  if (!program->weights) {
    memset(s->data, 0, s->bytes);
    return JANUS_OK;
  }
  if (offset < 0 || offset > program->weights_bytes - s->bytes)
    return malformed(module, "a state lies outside the weights");
  memcpy(s->data, (const char *)program->weights + offset, s->bytes);
  return JANUS_OK;
}

static int32_t parse_slot(janus_module *module, slot_kind kind, char *line) {
  slot *s = &module->slots[module->slot_count];
  char *name = next_word(&line);
  if (!name)
    return malformed(module, "a name is missing");
  s->kind = kind;
  s->name = strdup(name);
  if (!s->name)
    return janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory");
  ++module->slot_count;
  if (kind <= SLOT_VALUE) {
    if (module->argument_count + 1 != module->slot_count)
      return malformed(module, "an argument comes after a result");
    ++module->argument_count;
  }
  module->input_count += kind == SLOT_INPUT || kind == SLOT_NUMBER;
  module->output_count += kind == SLOT_OUTPUT || kind == SLOT_SCALAR;
  if (kind == SLOT_UPDATE)
    return JANUS_OK;

  char *dtype = next_word(&line);
  s->dtype = dtype ? janus_dtype_named(dtype) : 0;
  if (!s->dtype)
    return malformed(module, "unknown dtype");
  int64_t number = 0;
  switch (kind) {
  case SLOT_NUMBER:
  case SLOT_SCALAR:
    return JANUS_OK;
  case SLOT_VALUE:
    if (!parse_i64(next_word(&line), &number))
      return malformed(module, "a value needs its bits");
    s->bytes = 8;
    s->data = janus_aligned(8);
    if (!s->data)
      return janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory");
    memcpy(s->data, &number, 8);
    return JANUS_OK;
  default:
    break;
  }
  int32_t status = parse_shape(module, next_word(&line), s);
  if (status || kind != SLOT_STATE)
    return status;
  if (!parse_i64(next_word(&line), &number))
    return malformed(module, "a state needs its offset");
  return init_state(module, s, number);
}

static int32_t parse_line(janus_module *module, char *line) {
  char *word = next_word(&line);
  if (!word || strcmp(word, "janus") == 0)
    return JANUS_OK;
  if (strcmp(word, "dim") == 0)
    return parse_dim(module, line);
  for (size_t i = 0; i < sizeof(kKinds) / sizeof(kKinds[0]); ++i)
    if (strcmp(word, kKinds[i].word) == 0)
      return parse_slot(module, kKinds[i].kind, line);
  return malformed(module, "unknown line");
}

int32_t janus_parse_signature(janus_module *module) {
  const char *signature = module->program->signature;
  if (strncmp(signature, "janus 1 ", 8) != 0)
    return malformed(module, "not of version 1");
  int32_t lines = 1;
  for (const char *c = signature; *c; ++c)
    lines += *c == '\n';
  module->slots = calloc(lines, sizeof(slot));
  char *copy = strdup(signature), *rest = copy;
  int32_t status = module->slots && copy ? JANUS_OK : janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory");
  for (char *line; !status && (line = strsep(&rest, "\n"));)
    status = parse_line(module, line);
  free(copy);
  return status;
}
