/* What the machine can do: vectors of f32 a second through its arithmetic (a multiply-add, independent ones), one
 * thread. */
#include <time.h>
#ifdef __AVX512F__
#define BYTES 64
#elif defined(__AVX__)
#define BYTES 32
#else
#define BYTES 16
#endif
typedef float vector __attribute__((vector_size(BYTES)));

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int vector_bytes(void) { return BYTES; }

/* The best of many short bursts: other work on the machine may take part of some. */
double vectors_per_second(void) {
  double best = 0;
  vector x = {0}, y = {0};
  x += 0.5f, y += 0.25f;
  for (int burst = 0; burst < 200; ++burst) {
    vector a = y, b = x, c = y, d = x, e = y, f = x, g = y, h = x, i = y, j = x;
    double begin = now();
    for (int n = 0; n < 20000; ++n) {
      a = a * x + y, b = b * x + y, c = c * x + y, d = d * x + y, e = e * x + y;
      f = f * x + y, g = g * x + y, h = h * x + y, i = i * x + y, j = j * x + y;
      __asm__ volatile("" : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f), "+x"(g), "+x"(h), "+x"(i), "+x"(j));
    }
    double rate = 10 * 20000 / (now() - begin);
    best = rate > best ? rate : best;
  }
  return best;
}
