//===- Autograd.h - results that carry a graph ------------------*- C++ -*-===//
//
// A version whose results require grad has further entries, which give the
// gradients. A call of it is one node of PyTorch's graph: the results point to
// it, its edges lead to the arguments and parameters that require grad.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_DISPATCH_AUTOGRAD_H
#define JANUS_PYTHON_DISPATCH_AUTOGRAD_H

#include "Ref.h"
#include "janus/Runtime/janus.h"
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

namespace janus::dispatch {

/// The backward entries of a version, one for each set of results that have a derivative: what they take and give.
struct BackwardSpec {
  /// What becomes an argument of the backward entry: the derivative by a result
  /// with a graph (index in `graphs`), the tensor in a slot of the forward entry,
  /// or a tensor or number that is a result of that.
  struct Argument {
    enum class Kind { Cotangent, Slot, Saved, Number };
    Kind kind;
    int index;
  };
  /// The gradient of the tensor in a slot of the forward entry, which is there
  /// if one of the results `graph` (index in `graphs`) has a derivative, and a path
  /// in this run: always, or if the forward entry's number `flag` says so.
  struct Path {
    int graph, flag; ///< flag: -1 for always
  };
  struct Gradient {
    int slot;
    std::vector<Path> through;
  };
  /// A tensor that eager keeps for backward passes from the results `graphs` (indices in the list below), but the
  /// backward entry does not take: in a slot of the forward entry, or a result of that.
  struct Watched {
    Argument::Kind kind; ///< Slot or Saved
    int index;
    std::vector<int> graphs;
  };
  /// A backward entry, and which of its arguments it does not read.
  struct Entry {
    janus_entry address = nullptr;
    std::vector<bool> unused; ///< may be shorter: the rest is read
  };

  std::vector<Argument> arguments;
  std::vector<Gradient> gradients;
  std::vector<Watched> watched;
  std::vector<int> graphs; ///< the results that carry a graph, by number
  /// For each of them those (indices in `graphs`) through which no further
  /// backward pass leads once there was one through it and what is kept was freed.
  std::vector<std::vector<int>> usedUpBy;
  /// again(arguments, cotangents, generator state or None): the gradients, with a graph of their own.
  Ref again;
  /// make(numbers of the results without a derivative): the address of an entry for
  /// such calls, 0 where there is none, and the numbers of the arguments that it does not read. Made when first needed:
  /// much that has a graph is never differentiated.
  Ref make;
  std::atomic<uint64_t> calls = 0;

  /// The entry for the derivatives that are there; null where it cannot be made.
  /// With a Python error that is thrown.
  Entry find(const std::vector<bool> &given);

private:
  std::mutex mutex;
  std::map<std::vector<bool>, Entry> entries;
};

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_AUTOGRAD_H
