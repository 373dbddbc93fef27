//===- Trial.h - native code or the interpreter, by the clock ---*- C++ -*-===//
//
// A call must not stay slower than it was without janus. To run the Python
// function in place of native code is always right, so now and then a few calls
// are run each way, in turns, and timed; the faster way takes the calls until
// the next trial. Trials become rare: the distance doubles each time.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_DISPATCH_TRIAL_H
#define JANUS_PYTHON_DISPATCH_TRIAL_H

#include <cstdint>

namespace janus::dispatch {

class Trial {
public:
  enum class Way { Native, Interpreter };
  /// How a call is to be run, and whether it is to be timed.
  struct Choice {
    Way way;
    bool timed;
  };

  /// Whether the next call belongs to a trial: `work` of it is asked for then.
  bool isDue() const { return open || calls + 1 >= next; }
  /// For the next call. `work` tells calls apart that cannot be compared, as they
  /// are of other sizes: calls of one kind are timed in one trial.
  Choice choose(uint64_t work);
  /// How long a call took that was to be timed.
  void record(Way way, int64_t nanoseconds);

  Way preferred() const { return way; }
  /// The best times of the last trial, in ns; 0 before there was one.
  int64_t nativeTime() const { return last[0]; }
  int64_t interpreterTime() const { return last[1]; }
  /// How many calls the interpreter got.
  uint64_t interpreted() const { return given; }

  /// The clock, in ns.
  static int64_t (*now)();
  /// Whether there are trials: of versions, of generic versions.
  static bool ofVersions, ofGeneric;

private:
  void close();

  uint64_t calls = 0, next = 8, given = 0, begun = 0, work = 0;
  int64_t best[2] = {0, 0}, last[2] = {0, 0};
  int count[2] = {0, 0};
  bool open = false;
  Way way = Way::Native;
};

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_TRIAL_H
