//===- ThreadsTest.cpp ------------------------------------------------------===//

#include "janus/Runtime/threads.h"

#include <atomic>
#include <cfenv>
#include <csignal>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

struct Seen {
  explicit Seen(int64_t n) : times(n) {}
  std::vector<std::atomic<int>> times;
  std::atomic<int64_t> smallest{1 << 30};
  std::mutex lock;
  std::set<std::thread::id> threads;

  static void body(void *data, int64_t begin, int64_t end) {
    auto *seen = static_cast<Seen *>(data);
    for (int64_t i = begin; i < end; ++i)
      ++seen->times[i];
    if (end < int64_t(seen->times.size()) && end - begin < seen->smallest)
      seen->smallest = end - begin;
    std::lock_guard<std::mutex> guard(seen->lock);
    seen->threads.insert(std::this_thread::get_id());
  }

  void expectOnceEach() {
    for (std::atomic<int> &count : times)
      EXPECT_EQ(count, 1);
  }
};

TEST(Threads, RunEachIterationOnce) {
  for (int threads : {1, 2, 3, 8})
    for (int64_t n : {0, 1, 2, 3, 7, 64, 1000})
      for (int64_t grain : {0, 1, 3, 64}) {
        Seen seen(n);
        janus_threads_run(threads, Seen::body, &seen, n, grain);
        seen.expectOnceEach();
        EXPECT_LE(int(seen.threads.size()), threads);
      }
}

TEST(Threads, LeaveSmallLoopsToTheCaller) {
  Seen seen(10);
  janus_threads_run(4, Seen::body, &seen, 10, 10);
  EXPECT_EQ(seen.threads, std::set<std::thread::id>{std::this_thread::get_id()});
}

TEST(Threads, TakeWholeGrains) {
  Seen seen(96);
  janus_threads_run(3, Seen::body, &seen, 96, 8);
  EXPECT_EQ(seen.smallest, 8);
}

TEST(Threads, ShareALoop) {
  // Two chunks that wait for each other are run by two threads.
  std::atomic<int> inside{0};
  auto body = [](void *data, int64_t, int64_t) {
    auto *inside = static_cast<std::atomic<int> *>(data);
    for (++*inside; *inside < 2;)
      std::this_thread::yield();
  };
  janus_threads_run(2, body, &inside, 2, 1);
  EXPECT_EQ(inside, 2);
}

TEST(Threads, ServeSeveralCallers) {
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([] {
      for (int turn = 0; turn < 200; ++turn) {
        Seen seen(50);
        janus_threads_run(3, Seen::body, &seen, 50, 1);
        seen.expectOnceEach();
      }
    });
  for (std::thread &caller : callers)
    caller.join();
}

TEST(Threads, ComputeAsTheCallerDoes) {
  fesetround(FE_UPWARD);
  std::atomic<int> other{0};
  auto body = [](void *data, int64_t, int64_t) {
    if (fegetround() != FE_UPWARD)
      ++*static_cast<std::atomic<int> *>(data);
  };
  for (int turn = 0; turn < 20; ++turn)
    janus_threads_run(2, body, &other, 100, 1);
  fesetround(FE_TONEAREST);
  EXPECT_EQ(other, 0);
}

TEST(Threads, TakeNoSignals) {
  struct Counts {
    std::atomic<int> inside{0}, open{0};
  } counts;
  auto body = [](void *data, int64_t, int64_t) {
    auto *counts = static_cast<Counts *>(data);
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    if (!sigismember(&blocked, SIGINT))
      ++counts->open;
    for (++counts->inside; counts->inside < 2;)
      std::this_thread::yield();
  };
  janus_threads_run(2, body, &counts, 2, 1);
  EXPECT_EQ(counts.open, 1); // the caller
}

TEST(Threads, ComeBackInForkedChildren) {
  Seen before(100);
  janus_threads_run(2, Seen::body, &before, 100, 1);
  pid_t child = fork();
  if (child == 0) {
    Seen seen(100);
    janus_threads_run(2, Seen::body, &seen, 100, 1);
    bool right = true;
    for (std::atomic<int> &count : seen.times)
      right &= count == 1;
    _exit(right ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

} // namespace
