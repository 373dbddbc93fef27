//===- DepthFirst.h - chains of layers run plane by plane -------*- C++ -*-===//
//
// A group is a graph of layers that is run for one plane before the next one,
// see docs/depth-first.md. It is found on tensors (FindGroups.cpp), planned
// (PlanGroup.cpp), and emitted as loops over buffers (EmitGroup.cpp), which call
// a kernel for each stage (EmitStage.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_DEPTHFIRST_H
#define JANUS_LIB_TARGET_CPU_DEPTHFIRST_H

#include "Layers.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace janus::cpu {

/// What bounds a group.
struct GroupLimits {
  int64_t maxSteps;   ///< windows, at most; 0 for as many as there are
  int64_t maxBuffers; ///< bytes of the planes between layers, at most
};

/// Layers that run together, in order, and why there are no more.
struct LayerGroup {
  llvm::SmallVector<mlir::linalg::GenericOp> ops;
  std::string end;

  bool contains(mlir::Operation *op) const { return llvm::is_contained(ops, op); }
  /// Where it will run: everything it reads is made before.
  mlir::Operation *last() const { return mlir::linalg::GenericOp(ops.back()); }
};

/// The groups of a block. Layers that gain nothing are in none.
llvm::SmallVector<LayerGroup> findGroups(mlir::Block &block, const GroupLimits &limits);

/// Whether a use is by a layer of the group, or by padding for such layers alone.
bool isInside(const LayerGroup &group, mlir::OpOperand &use);

/// A piece of a group that walks its planes once: windows, then what is computed
/// of them element by element, in registers.
struct Stage {
  std::optional<Window> window;
  llvm::SmallVector<mlir::linalg::GenericOp> elementwise;
  mlir::Value copied;    ///< of a stage that only pads what comes from outside
  int64_t height, width; ///< of what it computes
  /// How many of its rows can be computed when what it reads has `given` of
  /// its own, if images went on below.
  int64_t rowsFrom(mlir::Value input, int64_t given) const;
  /// The values that come from other stages or from outside, plane by plane.
  llvm::SetVector<mlir::Value> inputs;
  /// What other stages or ops outside need of it.
  llvm::SetVector<mlir::Value> outputs;
};

/// How values between stages are written, for maxima: the hardware's propagate no
/// NaN, but those of integers are right where floats are ordered like them.
enum class Order {
  AsIs,
  NeverNegative, ///< no value is below zero; signs, NaN's too, are cleared
  Keys,          ///< bits of negative values are flipped but for the sign; no NaN has one
};

/// Where a value lies between two stages: a plane with a border, in row-major
/// order.
struct PlaneBuffer {
  int64_t height, width;
  std::array<int64_t, 2> low = {0, 0}, high = {0, 0}; ///< the border's rows, columns
  mlir::TypedAttr border;                             ///< null without one
  int64_t left = 0, stride = 0;                       ///< elements before a row's first one; of a row
  unsigned storage = 0;                               ///< buffers with the same one share memory
  Order order = Order::AsIs;

  int64_t origin() const { return low[0] * stride + left; }
  int64_t elements() const { return (low[0] + height + high[0]) * stride + left; }
};

/// How a group is run.
struct GroupPlan {
  llvm::SmallVector<Stage, 0> stages;
  llvm::DenseMap<mlir::Value, PlaneBuffer> buffers;
  llvm::SetVector<mlir::Value> results; ///< what ops outside use
  unsigned storages = 0;
  mlir::FloatType element;
  int64_t channels;
  int64_t lanes;                           ///< of a vector register
  int64_t rows;                            ///< of a band
  int64_t bands;                           ///< a plane is split into
  int64_t planes;                          ///< computed one after the other by one thread
  double cycles;                           ///< of one plane
  int64_t lines = 0;                       ///< of memory that a band asks for in advance
  int64_t ahead = 0;                       ///< of them, how many the stages ask for at once
  bool mayStream = false;                  ///< whether results can go past the caches
  int64_t bytesBefore = 0, bytesAfter = 0; ///< moved for one image
  int64_t bufferBytes = 0;

  /// Vectors of a column that a stage walks down, and how many columns there are.
  int64_t vectorsOf(const Stage &stage) const;
  int64_t columnsOf(const Stage &stage) const;
  /// Whether the stage walks along its rows, some of them at once, and gets what is beside a vector by shuffling
  /// whole ones: loads that begin within a line of memory as long as they are take two.
  bool goesAlongRows(const Stage &stage) const;
  /// Rows that such a stage computes at once.
  static constexpr int64_t kRowsAtOnce = 4;

  /// How often the stage can ask for lines while it computes a band.
  int64_t chancesOf(const Stage &stage) const;
  /// How often the stages before it can.
  int64_t chancesBefore(const Stage &stage) const;
  /// Whether the stage asks memory for the rows that the first one reads next, as long as the stages before
  /// it do not ask for all.
  bool fetches(const Stage &stage) const { return chancesOf(stage) && chancesBefore(stage) * ahead < lines; }
  /// The image from outside that the first stage reads.
  mlir::Value image() const { return stages.front().inputs.front(); }

  /// How many rows each stage can have computed when the first one has computed
  /// `given`, if images went on below.
  llvm::SmallVector<int64_t> progress(int64_t given) const;

  /// The stage that computes a value of the group, or null.
  Stage *stageOf(mlir::Value value);
  const Stage *stageOf(mlir::Value value) const { return const_cast<GroupPlan *>(this)->stageOf(value); }
};

/// Chooses stages, buffers and bands. Fails, with the reason in `why`, when the
/// group cannot be run plane by plane.
mlir::FailureOr<GroupPlan> planGroup(const LayerGroup &group, TargetAttr target, std::string &why);

/// Where a plane is that a stage reads or writes.
struct Port {
  mlir::Value value;
  bool inBuffer; ///< between stages; else a whole tensor's
};

/// The kernel that computes rows of a stage of one plane. It takes a flat buffer
/// and the place of the plane's first element for each port, then the numbers,
/// then what to ask memory for in advance (a buffer and a place), if anything, and the
/// first row and the end of the rows.
struct StageKernel {
  mlir::func::FuncOp function;
  llvm::SmallVector<Port> ports; ///< inputs, then outputs
  /// Operands of layers with one number for each plane.
  llvm::SmallVector<mlir::OpOperand *> numbers;
  /// Numbers that are made outside of the layers.
  llvm::SetVector<mlir::Value> captured;
};
/// With `streams`, results of the group go past the caches.
StageKernel emitStage(mlir::ModuleOp module, const GroupPlan &plan, const Stage &stage, TargetAttr target,
                      bool streams = false);

/// Replaces the group's ops by loops over planes.
void emitGroup(const LayerGroup &group, GroupPlan &plan, TargetAttr target);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_DEPTHFIRST_H
