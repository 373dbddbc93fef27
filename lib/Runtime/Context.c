/*===- Context.c - what a call runs in: arena, results, loops ---------------===*/

#include "Module.h"

#include <stdlib.h>
#include <string.h>

enum { kAlignment = 64, kMinBlock = 1 << 20 };

/* One piece of the arena; the bytes follow the header, aligned. */
typedef struct block {
  struct block *next;
  size_t size, used;
} block;

typedef struct result {
  void *data;   /* malloc'ed by the default host, until taken */
  int64_t bits; /* of a number */
} result;

struct janus_context {
  janus_host host;
  block *arena; /* the newest block first */
  result *results;
  int32_t result_count;
  int64_t assumption;
  const char *message;
};

static size_t round_up(size_t bytes) { return (bytes + kAlignment - 1) & ~(size_t)(kAlignment - 1); }

void *janus_aligned(int64_t bytes) {
  if (bytes < 0 || (uint64_t)bytes > SIZE_MAX / 2)
    return NULL;
  return aligned_alloc(kAlignment, round_up(bytes ? (size_t)bytes : 1));
}

/*===--- arena ------------------------------------------------------------===*/

static char *block_bytes(block *b) { return (char *)b + round_up(sizeof(block)); }

static block *push_block(janus_context *context, size_t size) {
  block *b = janus_aligned((int64_t)(round_up(sizeof(block)) + size));
  if (!b)
    return NULL;
  b->next = context->arena;
  b->size = size;
  b->used = 0;
  return context->arena = b;
}

void *janus_arena_alloc(janus_context *context, int64_t bytes) {
  if (bytes < 0 || (uint64_t)bytes > SIZE_MAX / 2)
    return NULL;
  size_t need = round_up(bytes ? (size_t)bytes : 1);
  block *b = context->arena;
  if (!b || b->size - b->used < need) {
    /* Blocks double, so that a warm context holds one that serves the call. */
    size_t size = b ? 2 * b->size : kMinBlock;
    b = push_block(context, size < need ? need : size);
    if (!b)
      return NULL;
  }
  void *data = block_bytes(b) + b->used;
  b->used += need;
  return data;
}

void *janus_kept(janus_context *context, int64_t bytes, int32_t *stale) {
  if (context->host.kept)
    return context->host.kept(context->host.user, bytes, stale);
  *stale = 1;
  return janus_arena_alloc(context, bytes);
}

static int holds_any(const janus_place *place, const int64_t *addresses, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    if ((uint64_t)addresses[i] - (uint64_t)(uintptr_t)place->data < (uint64_t)place->bytes)
      return 1;
  return 0;
}

void *janus_arena_cycle(janus_context *context, void *places_and_carried, int64_t carried, int64_t bytes) {
  janus_place *place = places_and_carried;
  /* Each address is in one place at most, so one of the places is free. */
  const int64_t *addresses = (const int64_t *)(place + carried + 1);
  while (holds_any(place, addresses, carried))
    ++place;
  if (place->data && place->bytes >= bytes)
    return place->data;
  /* At least a line, so that a place without elements is told from the next one. */
  int64_t room = bytes > kAlignment ? bytes : kAlignment;
  if (place->bytes > 0 && room < 2 * place->bytes)
    room = 2 * place->bytes;
  char *data = janus_arena_alloc(context, room);
  if (data) {
    place->data = data;
    place->bytes = room;
  }
  return data;
}

/* Keeps the largest block (the newest), so that a steady state allocates nothing. */
static void reset_arena(janus_context *context) {
  block *newest = context->arena;
  if (!newest)
    return;
  size_t total = 0;
  for (block *b = newest; b; b = b->next)
    total += b->used;
  for (block *b = newest->next, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  newest->next = NULL;
  newest->used = 0;
  if (total > newest->size) {
    context->arena = NULL;
    free(newest);
    push_block(context, total); /* failing is fine: the next allocation tries again */
  }
}

/*===--- results ----------------------------------------------------------===*/

/* The result with the given index, or null when there is no memory. */
static result *result_at(janus_context *context, int32_t index) {
  if (index < 0)
    return NULL;
  if (index >= context->result_count) {
    result *grown = realloc(context->results, ((size_t)index + 1) * sizeof(result));
    if (!grown)
      return NULL;
    memset(grown + context->result_count, 0, ((size_t)index + 1 - context->result_count) * sizeof(result));
    context->results = grown;
    context->result_count = index + 1;
  }
  return &context->results[index];
}

static void free_results(janus_context *context) {
  for (int32_t i = 0; i < context->result_count; ++i) {
    free(context->results[i].data);
    context->results[i].data = NULL;
  }
}

int64_t janus_byte_count(int32_t dtype, int32_t rank, const int64_t *sizes) {
  int64_t bytes = ((dtype & 0xffff) + 7) / 8;
  for (int32_t i = 0; i < rank; ++i)
    if (sizes[i] < 0 || __builtin_mul_overflow(bytes, sizes[i], &bytes))
      return -1;
  return bytes;
}

void *janus_result(janus_context *context, int32_t index, int32_t dtype, int32_t rank, const int64_t *sizes) {
  if (context->host.result)
    return context->host.result(context->host.user, index, dtype, rank, sizes);
  int64_t bytes = janus_byte_count(dtype, rank, sizes);
  result *slot = bytes < 0 ? NULL : result_at(context, index);
  if (!slot)
    return NULL;
  free(slot->data);
  return slot->data = janus_aligned(bytes);
}

void *janus_context_take(janus_context *context, int32_t index) {
  if (index < 0 || index >= context->result_count)
    return NULL;
  void *data = context->results[index].data;
  context->results[index].data = NULL;
  return data;
}

void janus_result_scalar(janus_context *context, int32_t index, int64_t bits) {
  result *slot = result_at(context, index);
  if (slot)
    slot->bits = bits;
}

int64_t janus_context_scalar(const janus_context *context, int32_t index) {
  return index >= 0 && index < context->result_count ? context->results[index].bits : 0;
}

/*===--- loops and assumptions ----------------------------------------------===*/

void janus_parallel_for(janus_context *context, janus_loop_body body, void *data, int64_t n, int64_t grain) {
  if (n <= 0)
    return;
  if (context->host.parallel_for && n > grain)
    context->host.parallel_for(context->host.loop_user, body, data, n, grain);
  else
    body(data, 0, n);
}

int32_t janus_poll(janus_context *context) {
  return context->host.poll ? context->host.poll(context->host.user) : JANUS_OK;
}

int32_t janus_draw(janus_context *context, const janus_draw_request *request, janus_generator *generator) {
  return context->host.draw ? context->host.draw(context->host.user, request, generator) : JANUS_INVALID_ARGUMENT;
}

void janus_assumption_broken(janus_context *context, int64_t id) { context->assumption = id; }

int64_t janus_context_assumption(const janus_context *context) { return context->assumption; }

/*===--- contexts -----------------------------------------------------------===*/

janus_context *janus_context_create(const janus_host *host) {
  janus_context *context = calloc(1, sizeof(janus_context));
  if (!context)
    return NULL;
  if (host)
    context->host = *host;
  context->assumption = -1;
  context->message = "";
  return context;
}

void janus_context_set_host(janus_context *context, const janus_host *host) { context->host = *host; }

void janus_context_destroy(janus_context *context) {
  if (!context)
    return;
  for (block *b = context->arena, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  free_results(context);
  free(context->results);
  free(context);
}

int32_t janus_context_run(janus_context *context, janus_entry entry, void *const *arguments) {
  reset_arena(context);
  free_results(context);
  context->assumption = -1;
  context->message = "";
  int32_t status = entry(context, arguments);
  if (status == JANUS_ASSUMPTION_BROKEN)
    context->message = "an assumption that the code was compiled under does not hold";
  else if (status == JANUS_OUT_OF_MEMORY)
    context->message = "out of memory";
  else if (status == JANUS_INTERRUPTED)
    context->message = "interrupted";
  if (status != JANUS_OK)
    free_results(context);
  return status;
}

const char *janus_context_message(const janus_context *context) { return context->message; }
