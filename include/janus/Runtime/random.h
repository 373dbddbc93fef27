/*===- random.h - the state of a generator of random numbers ----------------===*
 *
 * What a compiled program knows of torch's generator: its state as a block of
 * words, and the ways of drawing from it. No Python, no C++, no LLVM.
 *
 *===----------------------------------------------------------------------===*/

#ifndef JANUS_RUNTIME_RANDOM_H
#define JANUS_RUNTIME_RANDOM_H

#include <stdint.h>

/* A Mersenne twister's state, and the second of two normal numbers that were drawn
 * together. A program holds it as JANUS_GENERATOR_WORDS int64_t. */
typedef struct janus_generator {
  uint32_t words[624];
  uint64_t seed;
  int32_t left;  /* words before the next twist, counted down to 1 */
  uint32_t next; /* the next word */
  double normal; /* left over from a pair, where has_normal says so */
  float normal_f32;
  uint8_t seeded, has_normal, has_normal_f32, zero;
} janus_generator;

enum { JANUS_GENERATOR_WORDS = 316 };
#ifdef __cplusplus
static_assert(sizeof(janus_generator) == JANUS_GENERATOR_WORDS * 8, "no padding");
#else
_Static_assert(sizeof(janus_generator) == JANUS_GENERATOR_WORDS * 8, "no padding");
#endif

/* What is drawn; `first` and `second` are the bits of doubles unless they are called ints. */
typedef enum janus_distribution {
  JANUS_UNIFORM = 0,       /* from first up to second */
  JANUS_NORMAL = 1,        /* mean first, standard deviation second */
  JANUS_BERNOULLI = 2,     /* 1 with the probability first */
  JANUS_INTEGERS = 3,      /* from the int first up to the int second, without it */
  JANUS_ANY_INTEGERS = 4,  /* all that the dtype holds exactly, from 0 */
  JANUS_EXPONENTIAL = 5,   /* rate first */
  JANUS_GEOMETRIC = 6,     /* probability first */
  JANUS_CAUCHY = 7,        /* median first, scale second */
  JANUS_LOG_NORMAL = 8,    /* exp of a normal number */
  JANUS_PERMUTATION = 9,   /* of 0, 1, 2, ... */
  JANUS_BERNOULLI_OF = 10, /* the probabilities are the input */
  JANUS_POISSON_OF = 11,   /* the rates are the input */
  JANUS_MULTINOMIAL = 12   /* int first: rows of the input; int second: whether numbers may come again */
} janus_distribution;

/* What a draw reads and writes. Both tensors are row-major. */
typedef struct janus_draw_request {
  int32_t distribution;
  int32_t dtype, input_dtype;
  int64_t first, second;
  void *values;
  int64_t count;
  const void *input; /* null: none */
  int64_t input_count;
} janus_draw_request;

#endif /* JANUS_RUNTIME_RANDOM_H */
