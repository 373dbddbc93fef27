//===- Version.h - a function compiled for what one call saw ----*- C++ -*-===//
//
// A version is an entry of native code, what must hold for it (environment,
// arguments, state, facts) and what Python receives from it.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_DISPATCH_VERSION_H
#define JANUS_PYTHON_DISPATCH_VERSION_H

#include "Autograd.h"
#include "Facts.h"
#include "Frame.h"
#include "Torch.h"
#include "Trial.h"
#include <memory>
#include <string>
#include <vector>

namespace janus::dispatch {

/// What is required of a tensor whoever holds it.
struct TensorSpec {
  uint64_t keySet = 0; ///< dispatch keys: device, layout, subclass, conj, functorch
  caffe2::TypeMeta dtype;
  std::vector<int64_t> sizes; ///< -1: any
  bool requiresGrad = false;
  bool checkRequiresGrad = false;

  TensorSpec() = default;
  /// As the tensor is now.
  explicit TensorSpec(const c10::TensorImpl &tensor);
  bool accepts(const c10::TensorImpl &tensor) const;
};

/// What is required of one argument, a tree where it is a container.
struct ArgumentSpec {
  enum class Kind { Tensor, Int, Float, Bool, Identity, Value, Method, Tuple, List, Dict, Numbers, Any };
  Kind kind = Kind::Any;
  int slot = -1;      ///< which argument of the entry it becomes, -1: none
  int wordOffset = 0; ///< where the frame keeps its descriptor or number
  Ref object;         ///< the tensor's class, the object expected, or a bound method equal to it
  TensorSpec tensor;  ///< of a list of numbers only the sizes
  bool written = false;
  bool areFloats = false; ///< the numbers of a list, else ints
  std::vector<ArgumentSpec> children;
  std::vector<Ref> keys;
};

/// A tensor that an object holds and the entry reads or writes.
struct StateTensor {
  int slot;
  Ref object;
  c10::TensorImpl *impl;
  void *data;
  TensorSpec spec;
  bool written;
  bool checkHooks;      ///< the entry computes its gradient: no hook may watch it
  bool checkGrad, grad; ///< whether .grad is there, where that matters
};

/// A number that an object holds: an item of a dict or list, or an attribute.
struct StateNumber {
  int slot;
  Ref container, key;
  ArgumentSpec::Kind kind;
  int wordOffset;
  bool written;
};

/// What Python receives.
struct OutputSpec {
  enum class Kind { Tensor, Consumed, Int, Float, Bool, Numbers, View, Argument, Object, Tuple, List, Dict, Call };
  Kind kind = Kind::Object;
  int index = -1; ///< of the result or the parameter
  Ref object;     ///< the object itself; what calls on a consumed result; what makes a view or named tuple
  Ref names;      ///< of a call's last arguments
  std::vector<Ref> keys;
  std::vector<OutputSpec> children; ///< of a view the tensor it is of
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;
};

/// An attribute that is read at each call, as an argument is: an item of the
/// dict that an object keeps its attributes in.
struct HeldArgument {
  Ref container, key;
  ArgumentSpec spec;
};

/// What is assigned to an attribute when a call ends.
struct AttributeWrite {
  Ref owner, name;
  OutputSpec value;
};

/// How a call ended.
enum class Outcome {
  Returned,
  NoMatch,
  Raised,
  Broken,      ///< an assumption inside: nothing has been written
  OutOfMemory, ///< nothing has been written
  Interpreter  ///< it matches, but the Python function is to be run
};

class Version;

/// A call that a version takes, but that the interpreter is to run.
struct LeftCall {
  std::shared_ptr<Version> version; ///< null: there is none
  bool timed = false;               ///< whether its trial wants to know how long the call takes
  int64_t started = 0;              ///< when it began, in that case
};

class Version : public std::enable_shared_from_this<Version> {
public:
  Version() = default;
  Version(const Version &) = delete;
  Version &operator=(const Version &) = delete;

  /// Checks everything and runs; `result` is a new reference when Returned. May
  /// leave the call to the interpreter if `left` is there to be told of it.
  Outcome call(PyObject *const *bound, const Environment &now, PyObject *&result, LeftCall *left = nullptr);

  /// Reads the state's addresses again; false where tensors overlap that are
  /// written.
  bool buildState();
  /// Lays out the frame, once all specs are there.
  void finish();

  int traverse(visitproc visit, void *arg);

  std::string name;
  janus_entry entry = nullptr;
  Ref keep; ///< what owns the machine code
  Environment environment;
  std::vector<ArgumentSpec> parameters;
  std::vector<HeldArgument> held; ///< counted on from the parameters where an output names an argument
  std::vector<AttributeWrite> writes;
  std::vector<StateTensor> states;
  std::vector<StateNumber> numbers;
  int generatorSlot = -1; ///< of torch's generator of random numbers, -1: nothing is drawn
  OutputSpec output;
  std::vector<std::pair<Ref, int>> gradients; ///< parameter, result
  std::shared_ptr<Facts> facts;
  int argumentCount = 0;
  std::unique_ptr<BackwardSpec> backward; ///< null where no result carries a graph
  bool copyNonContiguous = false;         ///< no result's strides depend on an argument's
  Ref data;                               ///< what Python keeps with it, for explain

  Trial trial;
  uint64_t calls = 0, broken = 0, outOfMemory = 0;
  int64_t lastBroken = -1;
  const char *failure = ""; ///< why the last call did not match; null: the facts say

  /// Why the last call did not match.
  const char *getFailure() const { return failure ? failure : facts->getFailure().c_str(); }

private:
  friend class CompiledBackward;

  /// The descriptors of the state, shared by calls in progress; replaced, never
  /// changed.
  struct Block {
    std::vector<int64_t> words;
    std::vector<std::pair<size_t, void *>> arguments; ///< slot, descriptor
  };
  /// What a state's tensor was when the block was built: while all of it is the
  /// same, the block's descriptor holds and nothing else need be looked at.
  struct Snapshot {
    const TensorObject *object;
    const c10::TensorImpl *impl;
    const c10::StorageImpl *storage;
    const void *storageData;
    const int64_t *shape; ///< sizes, then strides, in the block
    int64_t storageOffset;
    uint64_t keySet;
    caffe2::TypeMeta dtype;
    uint8_t rank;

    bool holds() const;
    void prefetch() const;
  };
  struct Range {
    const char *begin, *end;
    bool written;
  };

  bool fail(const char *why);
  Outcome run(PyObject *const *bound, Frame &frame, PyObject *&result);
  uint64_t describeWork(PyObject *const *bound, const Frame &frame) const;
  bool bind(const ArgumentSpec &spec, PyObject *value, Frame &frame);
  bool bindTensor(const ArgumentSpec &spec, PyObject *value, Frame &frame);
  bool bindNumbers(const ArgumentSpec &spec, PyObject *value, Frame &frame);
  bool bindNumber(ArgumentSpec::Kind kind, PyObject *value, int64_t *word);
  bool bindHeld(Frame &frame);
  bool checkState();
  bool readNumbers(Frame &frame);
  janus_generator &generatorIn(Frame &frame) const;
  bool checkOverlap(Frame &frame);
  bool commit(Frame &frame);
  bool writeAttributes(PyObject *const *bound, Frame &frame);
  /// Gives the results a graph: a node that keeps what the backward entry takes.
  /// False with a Python error where a hook on what is kept raises one.
  bool attachGraph(PyObject *const *bound, Frame &frame);
  /// The tensor that was passed in a slot of the entry.
  PyObject *tensorIn(int slot, const Frame &frame) const;
  /// The sum of the version counters of the states that the entry does not
  /// write.
  uint64_t sumStateVersions() const;
  /// What the entry keeps between calls: of earlier ones while no state has been written since, else nothing yet.
  std::shared_ptr<KeptMemory> findMemory() const;
  PyObject *build(const OutputSpec &spec, PyObject *const *bound, Frame &frame);
  PyObject *buildView(const OutputSpec &spec, PyObject *const *bound, Frame &frame);
  PyObject *buildContainer(const OutputSpec &spec, PyObject *const *bound, Frame &frame);
  PyObject *buildCall(const OutputSpec &spec, PyObject *const *bound, Frame &frame);

  bool recheckState();
  static Snapshot takeSnapshot(const StateTensor &state, const int64_t *shape);

  std::shared_ptr<const Block> block;
  std::vector<Snapshot> snapshots;
  std::vector<Range> stateRanges;
  std::shared_ptr<KeptMemory> memory; ///< of the last call that filled it; replaced, never changed
  bool keepsMemory = true;            ///< false once an entry has ended without having asked for any
  bool hasWrites = false, writesState = false, checksAutograd = false;
  int wordCount = 0;
  int generatorOffset = 0; ///< where the frame keeps the generator's descriptor, and then its state
  std::vector<const ArgumentSpec *> tensorArguments;
};

} // namespace janus::dispatch

#endif // JANUS_PYTHON_DISPATCH_VERSION_H
