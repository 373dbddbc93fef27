//===- ContextTest.cpp - arena, results, loops of the runtime -------------===//

#include "janus/Runtime/janus.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace {

struct Context : ::testing::Test {
  janus_context *context = janus_context_create(nullptr);
  ~Context() override { janus_context_destroy(context); }
};

TEST_F(Context, ArenaIsAlignedAndDisjoint) {
  auto entry = [](janus_context *c, void *const *) -> int32_t {
    std::vector<char *> pieces;
    for (int64_t bytes : {0, 1, 63, 64, 65, 3 << 20, 7}) {
      auto *piece = static_cast<char *>(janus_arena_alloc(c, bytes));
      if (!piece || reinterpret_cast<uintptr_t>(piece) % 64)
        return 100;
      std::memset(piece, static_cast<int>(pieces.size()), bytes);
      pieces.push_back(piece);
    }
    return pieces[5][0] == 5 && pieces[4][64] == 4 ? JANUS_OK : 101;
  };
  for (int run = 0; run < 3; ++run)
    EXPECT_EQ(janus_context_run(context, entry, nullptr), JANUS_OK);
}

TEST_F(Context, CycleTakesTurns) {
  // Two addresses are carried, so three places are enough, however often it goes round.
  auto entry = [](janus_context *c, void *const *) -> int32_t {
    struct {
      janus_place places[3];
      int64_t carried[2];
    } table = {};
    std::set<void *> seen;
    char *older = nullptr, *old = nullptr;
    for (int turn = 0; turn < 100; ++turn) {
      table.carried[0] = reinterpret_cast<intptr_t>(older);
      table.carried[1] = reinterpret_cast<intptr_t>(old);
      auto *data = static_cast<char *>(janus_arena_cycle(c, &table, 2, turn < 50 ? 0 : 1000));
      if (!data || data == older || data == old)
        return 100;
      seen.insert(data);
      older = old;
      old = data;
    }
    return seen.size() == 6 ? JANUS_OK : 101;
  };
  EXPECT_EQ(janus_context_run(context, entry, nullptr), JANUS_OK);
}

TEST_F(Context, CycleOfGrowingSizesTakesTwiceThePlace) {
  auto entry = [](janus_context *c, void *const *) -> int32_t {
    janus_place place = {};
    std::set<void *> seen;
    for (int64_t bytes = 1; bytes <= 1 << 16; ++bytes)
      seen.insert(janus_arena_cycle(c, &place, 0, bytes));
    return place.bytes >= 1 << 16 && seen.size() < 13 ? JANUS_OK : 100;
  };
  EXPECT_EQ(janus_context_run(context, entry, nullptr), JANUS_OK);
}

TEST_F(Context, ImpossibleSizesAreNull) {
  EXPECT_EQ(janus_arena_alloc(context, -1), nullptr);
  EXPECT_EQ(janus_arena_alloc(context, INT64_MAX), nullptr);
  janus_place place = {};
  EXPECT_EQ(janus_arena_cycle(context, &place, 0, INT64_MAX), nullptr);
  int64_t huge[] = {INT64_MAX, 2}, negative[] = {-1};
  EXPECT_EQ(janus_result(context, 0, JANUS_F32, 2, huge), nullptr);
  EXPECT_EQ(janus_result(context, 0, JANUS_F32, 1, negative), nullptr);
  EXPECT_EQ(janus_result(context, -1, JANUS_F32, 0, nullptr), nullptr);
}

TEST_F(Context, ResultsAreTakenOnce) {
  auto entry = [](janus_context *c, void *const *) -> int32_t {
    int64_t sizes[] = {3};
    auto *data = static_cast<double *>(janus_result(c, 1, JANUS_F64, 1, sizes));
    data[2] = 4.5;
    janus_result_scalar(c, 0, 42);
    return JANUS_OK;
  };
  ASSERT_EQ(janus_context_run(context, entry, nullptr), JANUS_OK);
  EXPECT_EQ(janus_context_scalar(context, 0), 42);
  auto *data = static_cast<double *>(janus_context_take(context, 1));
  ASSERT_NE(data, nullptr);
  EXPECT_EQ(data[2], 4.5);
  std::free(data);
  EXPECT_EQ(janus_context_take(context, 1), nullptr);
  EXPECT_EQ(janus_context_take(context, 7), nullptr);
}

TEST_F(Context, BrokenAssumptionIsNamed) {
  auto entry = [](janus_context *c, void *const *) -> int32_t {
    janus_assumption_broken(c, 3);
    return JANUS_ASSUMPTION_BROKEN;
  };
  EXPECT_EQ(janus_context_run(context, entry, nullptr), JANUS_ASSUMPTION_BROKEN);
  EXPECT_EQ(janus_context_assumption(context), 3);
  EXPECT_NE(janus_context_message(context)[0], '\0');
}

TEST(Host, MayKeepMemory) {
  janus_context *context = janus_context_create(nullptr);
  int32_t stale = 0;
  EXPECT_NE(janus_kept(context, 100, &stale), nullptr);
  EXPECT_EQ(stale, 1);
  static int64_t place[8];
  janus_host host{};
  host.kept = [](void *, int64_t, int32_t *stale) -> void * {
    *stale = 0;
    return place;
  };
  janus_context_set_host(context, &host);
  EXPECT_EQ(janus_kept(context, 64, &stale), place);
  EXPECT_EQ(stale, 0);
  janus_context_destroy(context);
}

TEST(Host, GetsResultsAndLoops) {
  struct Seen {
    int32_t results = 0, loops = 0;
    int64_t covered = 0;
    double storage[4];
  } seen;
  janus_host host{};
  host.user = host.loop_user = &seen;
  host.result = [](void *user, int32_t, int32_t, int32_t, const int64_t *) -> void * {
    auto *seen = static_cast<Seen *>(user);
    ++seen->results;
    return seen->storage;
  };
  host.parallel_for = [](void *user, janus_loop_body body, void *data, int64_t n, int64_t grain) {
    ++static_cast<Seen *>(user)->loops;
    for (int64_t begin = 0; begin < n; begin += grain)
      body(data, begin, begin + grain < n ? begin + grain : n);
  };
  janus_context *context = janus_context_create(&host);
  int64_t sizes[] = {4};
  EXPECT_EQ(janus_result(context, 0, JANUS_F64, 1, sizes), seen.storage);
  auto body = [](void *data, int64_t begin, int64_t end) { *static_cast<int64_t *>(data) += end - begin; };
  janus_parallel_for(context, body, &seen.covered, 10, 3);
  EXPECT_EQ(seen.covered, 10);
  EXPECT_EQ(seen.loops, 1);
  // A loop no longer than its grain stays with the caller; an empty one runs nothing.
  janus_parallel_for(context, body, &seen.covered, 3, 3);
  janus_parallel_for(context, body, &seen.covered, 0, 3);
  EXPECT_EQ(seen.covered, 13);
  EXPECT_EQ(seen.loops, 1);
  janus_context_destroy(context);
}

} // namespace
