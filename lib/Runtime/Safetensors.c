/*===- Safetensors.c - state to a safetensors file and back ------------------===*
 *
 * The format (https://github.com/huggingface/safetensors): 8 bytes of header
 * length, a JSON header, the tensors' bytes. A file is checked whole before the
 * first state changes.
 *
 *===----------------------------------------------------------------------===*/

#include "Module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_kept(const slot *s) { return s->kind == SLOT_STATE || s->kind == SLOT_VALUE; }
static int64_t kept_bytes(const slot *s) { return s->kind == SLOT_VALUE ? (s->dtype & 0xffff) / 8 : s->bytes; }

/*===--- writing ------------------------------------------------------------===*/

static void write_string(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\')
      fputc('\\', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

static void write_header(FILE *file, const janus_module *module) {
  int64_t begin = 0;
  const char *separator = "{";
  for (int32_t i = 0; i < module->argument_count; ++i) {
    const slot *s = &module->slots[i];
    if (!is_kept(s))
      continue;
    fputs(separator, file);
    separator = ",";
    write_string(file, s->name);
    fprintf(file, ":{\"dtype\":\"%s\",\"shape\":[", janus_safetensors_dtype(s->dtype));
    for (int32_t d = 0; d < s->rank; ++d)
      fprintf(file, "%s%" PRId64, d ? "," : "", s->sizes[d]);
    fprintf(file, "],\"data_offsets\":[%" PRId64 ",%" PRId64 "]}", begin, begin + kept_bytes(s));
    begin += kept_bytes(s);
  }
  fputs(*separator == '{' ? "{}" : "}", file);
}

static int write_file(const janus_module *module, FILE *file) {
  char *header = NULL;
  size_t length = 0;
  FILE *text = open_memstream(&header, &length);
  if (!text)
    return 0;
  write_header(text, module);
  while (ftell(text) % 8)
    fputc(' ', text);
  if (fclose(text)) {
    free(header);
    return 0;
  }
  uint64_t prefix = length;
  int ok = fwrite(&prefix, 8, 1, file) == 1 && fwrite(header, 1, length, file) == length;
  free(header);
  for (int32_t i = 0; ok && i < module->argument_count; ++i) {
    const slot *s = &module->slots[i];
    if (is_kept(s))
      ok = fwrite(s->data, 1, kept_bytes(s), file) == (size_t)kept_bytes(s);
  }
  return ok && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

int32_t janus_module_save(janus_module *module, const char *path) {
  if (!module || !path)
    return JANUS_INVALID_ARGUMENT;
  size_t length = strlen(path);
  char *temporary = malloc(length + 5);
  if (!temporary)
    return janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory");
  memcpy(temporary, path, length);
  memcpy(temporary + length, ".tmp", 5);
  FILE *file = fopen(temporary, "wb");
  int ok = file && write_file(module, file);
  if (file)
    ok = (fclose(file) == 0) && ok;
  ok = ok && rename(temporary, path) == 0;
  if (!ok && file)
    unlink(temporary);
  free(temporary);
  return ok ? JANUS_OK : janus_fail(module, JANUS_IO_ERROR, "%s: cannot be written", path);
}

/*===--- reading ------------------------------------------------------------===*/

/* The JSON of a header, as far as the format uses it. */
typedef struct reader {
  const char *at, *end;
  int failed;
} reader;

static void skip_space(reader *r) {
  while (r->at < r->end && strchr(" \t\r\n", *r->at))
    ++r->at;
}

static int accept(reader *r, char c) {
  skip_space(r);
  if (r->at == r->end || *r->at != c)
    return 0;
  ++r->at;
  return 1;
}

static void expect(reader *r, char c) {
  if (!accept(r, c))
    r->failed = 1;
}

/* A string without escapes beyond \" and \\, into text; longer ones are cut. */
static void read_string(reader *r, char *text, size_t capacity) {
  size_t length = 0;
  expect(r, '"');
  while (!r->failed && r->at < r->end && *r->at != '"') {
    if (*r->at == '\\' && r->at + 1 < r->end)
      ++r->at;
    if (length + 1 < capacity)
      text[length++] = *r->at;
    ++r->at;
  }
  text[length] = '\0';
  expect(r, '"');
}

static int64_t read_number(reader *r) {
  skip_space(r);
  int64_t value = 0;
  const char *first = r->at;
  for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; ++r->at)
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *r->at - '0', &value))
      r->failed = 1;
  if (r->at == first)
    r->failed = 1;
  return value;
}

/* [a, b, ...] of at most `capacity` numbers; gives how many. */
static int32_t read_numbers(reader *r, int64_t *numbers, int32_t capacity) {
  int32_t count = 0;
  expect(r, '[');
  if (accept(r, ']'))
    return 0;
  do {
    int64_t number = read_number(r);
    if (count == capacity)
      r->failed = 1;
    else
      numbers[count++] = number;
  } while (!r->failed && accept(r, ','));
  expect(r, ']');
  return count;
}

/* {"key": "text", ...}: the optional metadata. */
static void skip_metadata(reader *r) {
  char text[4];
  expect(r, '{');
  if (accept(r, '}'))
    return;
  do {
    read_string(r, text, sizeof(text));
    expect(r, ':');
    read_string(r, text, sizeof(text));
  } while (!r->failed && accept(r, ','));
  expect(r, '}');
}

typedef struct tensor_entry {
  char name[512], dtype[8];
  int64_t shape[JANUS_MAX_RANK], offsets[2];
  int32_t rank;
} tensor_entry;

static void read_entry(reader *r, tensor_entry *entry) {
  char key[16];
  expect(r, '{');
  do {
    read_string(r, key, sizeof(key));
    expect(r, ':');
    if (strcmp(key, "dtype") == 0)
      read_string(r, entry->dtype, sizeof(entry->dtype));
    else if (strcmp(key, "shape") == 0)
      entry->rank = read_numbers(r, entry->shape, JANUS_MAX_RANK);
    else if (strcmp(key, "data_offsets") == 0)
      r->failed |= read_numbers(r, entry->offsets, 2) != 2;
    else
      r->failed = 1;
  } while (!r->failed && accept(r, ','));
  expect(r, '}');
}

static slot *find_state(janus_module *module, const char *name) {
  for (int32_t i = 0; i < module->argument_count; ++i)
    if (is_kept(&module->slots[i]) && strcmp(module->slots[i].name, name) == 0)
      return &module->slots[i];
  return NULL;
}

/* Whether an entry's tensor is what the state needs, wholly inside the data. */
static int32_t check_entry(janus_module *module, const char *path, const slot *s, const tensor_entry *entry,
                           int64_t data_bytes) {
  if (strcmp(entry->dtype, janus_safetensors_dtype(s->dtype)) != 0)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: %s has dtype %s, not %s", path, s->name, entry->dtype,
                      janus_safetensors_dtype(s->dtype));
  if (entry->rank != s->rank || (s->rank && memcmp(entry->shape, s->sizes, s->rank * sizeof(int64_t)) != 0))
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: %s has other sizes", path, s->name);
  if (entry->offsets[0] > data_bytes || entry->offsets[1] > data_bytes ||
      entry->offsets[1] - entry->offsets[0] != kept_bytes(s))
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: %s lies outside the file", path, s->name);
  return JANUS_OK;
}

/* One pass over the header: checks (apply 0), or copies what was checked. */
static int32_t read_header(janus_module *module, const char *path, const char *bytes, uint64_t header, int64_t size,
                           int apply) {
  reader r = {bytes + 8, bytes + 8 + header, 0};
  const char *data = r.end;
  int64_t data_bytes = size - 8 - (int64_t)header;
  int32_t found = 0, wanted = 0;
  for (int32_t i = 0; i < module->argument_count; ++i) {
    module->slots[i].found = 0;
    wanted += is_kept(&module->slots[i]);
  }
  expect(&r, '{');
  int empty = accept(&r, '}');
  while (!empty && !r.failed) {
    tensor_entry entry = {0};
    read_string(&r, entry.name, sizeof(entry.name));
    expect(&r, ':');
    if (strcmp(entry.name, "__metadata__") == 0) {
      skip_metadata(&r);
    } else {
      read_entry(&r, &entry);
      slot *s = r.failed ? NULL : find_state(module, entry.name);
      if (s) { /* tensors the program does not have are left alone */
        int32_t status = check_entry(module, path, s, &entry, data_bytes);
        if (status)
          return status;
        if (apply)
          memcpy(s->data, data + entry.offsets[0], kept_bytes(s));
        found += !s->found;
        s->found = 1;
      }
    }
    if (!accept(&r, ',')) {
      expect(&r, '}');
      break;
    }
  }
  if (r.failed)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is not a safetensors file (its header is damaged)", path);
  if (found < wanted)
    return janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: holds %d of the program's %d states", path, found, wanted);
  return JANUS_OK;
}

int32_t janus_module_load(janus_module *module, const char *path) {
  if (!module || !path)
    return JANUS_INVALID_ARGUMENT;
  FILE *file = fopen(path, "rb");
  if (!file)
    return janus_fail(module, JANUS_IO_ERROR, "%s: cannot be opened", path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *bytes = size > 0 ? malloc(size) : NULL;
  int32_t status = JANUS_OK;
  if (size < 8)
    status = janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is not a safetensors file (too short)", path);
  else if (!bytes)
    status = janus_fail(module, JANUS_OUT_OF_MEMORY, "out of memory for %s", path);
  else if (fread(bytes, 1, size, file) != (size_t)size)
    status = janus_fail(module, JANUS_IO_ERROR, "%s: cannot be read", path);
  fclose(file);
  uint64_t header = 0;
  if (!status) {
    memcpy(&header, bytes, 8);
    if (header > (uint64_t)size - 8)
      status =
          janus_fail(module, JANUS_INVALID_ARGUMENT, "%s: is not a safetensors file (its header is cut off)", path);
  }
  for (int apply = 0; !status && apply < 2; ++apply)
    status = read_header(module, path, bytes, header, size, apply);
  free(bytes);
  if (!status)
    module->lacks_state = 0;
  module->stale = 1;
  return status;
}
