//===- Trial.cpp - native code or the interpreter, by the clock -----------===//

#include "Trial.h"

#include <algorithm>
#include <chrono>

namespace janus::dispatch {
namespace {

/// How often each way is timed in a trial, and after how many calls one is given up for which no further call of its
/// kind has come.
constexpr int samples = 3;
constexpr uint64_t patience = 64;

int64_t readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Whether a way that takes `other` is clearly faster than one that takes `mine`: by a tenth, as clocks and
/// machines are not exact.
bool isFaster(int64_t other, int64_t mine) { return other * 10 < mine * 9; }

} // namespace

int64_t (*Trial::now)() = readClock;
bool Trial::ofVersions = true, Trial::ofGeneric = true;

Trial::Choice Trial::choose(uint64_t kind) {
  ++calls;
  if (!open && calls >= next) {
    open = true;
    begun = calls;
    work = kind;
    count[0] = count[1] = 0;
  }
  if (open && kind != work && calls - begun > patience)
    close();
  bool timed = open && kind == work;
  // In turns, so that both find caches and machine alike.
  Way chosen = !timed ? way : count[0] <= count[1] ? Way::Native : Way::Interpreter;
  given += chosen == Way::Interpreter;
  return {chosen, timed};
}

void Trial::record(Way taken, int64_t nanoseconds) {
  if (!open)
    return;
  int i = int(taken);
  best[i] = count[i]++ == 0 ? nanoseconds : std::min(best[i], nanoseconds);
  if (count[0] < samples || count[1] < samples)
    return;
  std::copy(best, best + 2, last);
  int mine = int(way);
  if (isFaster(best[1 - mine], best[mine]))
    way = Way(1 - mine);
  close();
}

void Trial::close() {
  open = false;
  next = 2 * calls;
}

} // namespace janus::dispatch
