/*===- Threads.c - loops over threads --------------------------------------===*
 *
 * Each of the threads that share a loop has a part of it, takes chunks from the
 * front of it, and then from the others' parts. So a thread that the machine gave
 * to somebody else holds up no more than the chunk it is in, and one that did not
 * come holds up nothing; and with nobody else on the machine, a thread works on the same part
 * of each loop, which is what its caches hold.
 *
 * Between loops the threads look for the next one for a moment, and then sleep: a
 * thread that waits in a loop of its own takes the time that whoever it waits for
 * needs.
 *
 *===----------------------------------------------------------------------===*/

#include "janus/Runtime/threads.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum {
  kMaxThreads = 256,
  kPatienceNs = 50000, /* of a thread that waits, before it sleeps */
  kChunksOfPart = 4,   /* a chunk is at most such a share of what is left of a part */
};

/* What one of a loop's threads begins with. On a cache line of its own. */
typedef struct part {
  _Alignas(64) _Atomic int64_t next; /* the first iteration that nobody has taken */
  int64_t end;
  bool taken; /* by a thread */
} part;

/* A loop, in the caller's frame. */
typedef struct job {
  janus_loop_body body;
  void *data;
  int64_t grain;
  int32_t threads; /* at most, and so many parts */
  int32_t joined;
  part *parts;
  fenv_t environment;
  _Atomic int32_t helpers; /* threads that work on it, besides the caller */
  struct job *next;
} job;

/* Everything but `posted` is only looked at under the lock. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t work, done;
  job *jobs;               /* that threads may join */
  _Atomic uint32_t posted; /* how many there were */
  int32_t threads, asleep;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Calls body for chunks of the part until there are none. */
static void work_on(const job *j, part *p) {
  int64_t from = atomic_load_explicit(&p->next, memory_order_relaxed);
  while (from < p->end) {
    int64_t left = p->end - from, size = left / kChunksOfPart;
    size = size < j->grain ? j->grain : size;
    size = size > left ? left : size;
    if (atomic_compare_exchange_weak_explicit(&p->next, &from, from + size, memory_order_relaxed,
                                              memory_order_relaxed)) {
      j->body(j->data, from, from + size);
      from = atomic_load_explicit(&p->next, memory_order_relaxed);
    }
  }
}

static void work_from(const job *j, int32_t own) {
  for (int32_t i = 0; i < j->threads; ++i)
    work_on(j, &j->parts[(own + i) % j->threads]);
}

/* The part of the thread in the pool that joins: the same one in each loop, if it is free. */
static int32_t take_part(job *j, int32_t number) {
  int32_t at = number % j->threads;
  while (j->parts[at].taken)
    at = (at + 1) % j->threads;
  j->parts[at].taken = true;
  return at;
}

static void *helper(void *number) {
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    job *j = pool.jobs;
    while (j && j->joined == j->threads)
      j = j->next;
    if (!j) {
      /* Looks for a moment whether there is more to do. */
      uint32_t seen = atomic_load_explicit(&pool.posted, memory_order_relaxed);
      pthread_mutex_unlock(&pool.lock);
      int64_t until = now() + kPatienceNs;
      bool waits = true;
      while (waits && now() < until)
        for (int i = 0; i < 16 && waits; ++i, relax())
          waits = atomic_load_explicit(&pool.posted, memory_order_relaxed) == seen;
      pthread_mutex_lock(&pool.lock);
      if (waits && atomic_load_explicit(&pool.posted, memory_order_relaxed) == seen) {
        ++pool.asleep;
        pthread_cond_wait(&pool.work, &pool.lock);
        --pool.asleep;
      }
      continue;
    }
    ++j->joined;
    atomic_fetch_add_explicit(&j->helpers, 1, memory_order_relaxed);
    int32_t own = take_part(j, (int32_t)(intptr_t)number);
    pthread_mutex_unlock(&pool.lock);
    fesetenv(&j->environment);
    work_from(j, own);
    pthread_mutex_lock(&pool.lock);
    /* The caller may go on, and the job with it, as soon as this is seen. */
    if (atomic_fetch_sub_explicit(&j->helpers, 1, memory_order_release) == 1)
      pthread_cond_broadcast(&pool.done);
  }
  return NULL;
}

/* In a forked child there is nobody but the caller. */
static void forget_threads(void) {
  pthread_mutex_init(&pool.lock, NULL);
  pthread_cond_init(&pool.work, NULL);
  pthread_cond_init(&pool.done, NULL);
  pool.jobs = NULL;
  pool.threads = pool.asleep = 0;
}

static void prepare_forks(void) { pthread_atfork(NULL, NULL, forget_threads); }

/* Makes threads until there are `count`, as far as that is possible. Signals are for the program's own. */
static void make_threads(int32_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare_forks);
  pthread_attr_t attributes;
  if (pool.threads >= count || pthread_attr_init(&attributes))
    return;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  while (pool.threads < count && !pthread_create(&thread, &attributes, helper, (void *)(intptr_t)(pool.threads + 1)))
    ++pool.threads;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

static void post(job *j) {
  pthread_mutex_lock(&pool.lock);
  make_threads(j->threads - 1);
  j->next = pool.jobs;
  pool.jobs = j;
  atomic_fetch_add_explicit(&pool.posted, 1, memory_order_relaxed);
  int32_t wanted = j->threads - 1;
  if (wanted >= pool.asleep)
    pthread_cond_broadcast(&pool.work);
  else
    for (int32_t i = 0; i < wanted; ++i)
      pthread_cond_signal(&pool.work);
  pthread_mutex_unlock(&pool.lock);
}

/* Waits for those that still work on the job. Nobody joins any more. */
static void finish(job *j) {
  pthread_mutex_lock(&pool.lock);
  job **at = &pool.jobs;
  while (*at != j)
    at = &(*at)->next;
  *at = j->next;
  pthread_mutex_unlock(&pool.lock);
  for (int64_t until = now() + kPatienceNs; now() < until;)
    for (int i = 0; i < 16; ++i, relax())
      if (!atomic_load_explicit(&j->helpers, memory_order_acquire))
        return;
  pthread_mutex_lock(&pool.lock);
  while (atomic_load_explicit(&j->helpers, memory_order_acquire))
    pthread_cond_wait(&pool.done, &pool.lock);
  pthread_mutex_unlock(&pool.lock);
}

void janus_threads_run(int32_t threads, janus_loop_body body, void *data, int64_t n, int64_t grain) {
  if (n <= 0)
    return;
  grain = grain < 1 ? 1 : grain;
  int64_t chunks = n / grain + (n % grain != 0);
  threads = threads > kMaxThreads ? kMaxThreads : threads;
  threads = threads > chunks ? (int32_t)chunks : threads;
  if (threads <= 1) {
    body(data, 0, n);
    return;
  }
  part parts[threads];
  for (int32_t i = 0; i < threads; ++i) {
    /* n * i / threads, which could overflow. */
    int64_t each = n / threads, rest = n % threads;
    atomic_init(&parts[i].next, each * i + (i < rest ? i : rest));
    parts[i].end = each * (i + 1) + (i + 1 < rest ? i + 1 : rest);
    parts[i].taken = i == 0;
  }
  job j = {.body = body, .data = data, .grain = grain, .threads = threads, .joined = 1, .parts = parts};
  fegetenv(&j.environment);
  post(&j);
  work_from(&j, 0);
  finish(&j);
}
