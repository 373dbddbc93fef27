//===- Chains.h - chains of convolutions run in bands of rows ---*- C++ -*-===//
//
// A chain is a convolution of each channel by itself (or pooling) with the products
// before and after it, run for a band of rows before the next one, see
// docs/depth-first.md. It is found on tensors (FindChains.cpp), planned
// (PlanChain.cpp), and emitted as loops over bands (EmitChain.cpp), which call a
// kernel for each stage (EmitChainStage.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_CHAINS_H
#define JANUS_LIB_TARGET_CPU_CHAINS_H

#include "Layers.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace janus::cpu {

/// One step of a chain: an image is read once, and what follows element by element
/// is computed in registers.
struct ChainStage {
  enum class Kind {
    Copy,      ///< brings the image from outside into blocks of channels
    Product,   ///< a convolution of all channels
    Depthwise, ///< a convolution of each channel by itself
    Pool,      ///< the greatest or the sum of windows
  };
  ChainStage(Kind kind, mlir::Value image) : kind(kind), image(image) {}
  ChainStage(Kind kind, const Window &window, mlir::Value weight);

  Kind kind;
  mlir::Value image;            ///< what it reads
  mlir::Value weight;           ///< of a convolution
  mlir::linalg::GenericOp head; ///< null for a copy
  llvm::SmallVector<mlir::linalg::GenericOp> elementwise;
  bool isMax = false;
  std::array<int64_t, 2> kernel = {1, 1}, stride = {1, 1}, low = {0, 0}, high = {0, 0};
  mlir::TypedAttr padding; ///< the value around the image, null without one

  /// What it computes.
  mlir::Value result() const;
  int64_t channels() const { return sizeOf(result(), 1); }
  int64_t height() const { return sizeOf(result(), 2); }
  int64_t width() const { return sizeOf(result(), 3); }
  int64_t inputs() const { return sizeOf(image, 1); }
  int64_t taps() const { return kernel[0] * kernel[1]; }
  /// How many rows it can have when what it reads has `given`, if images went on
  /// below.
  int64_t rowsFrom(int64_t given) const;

private:
  static int64_t sizeOf(mlir::Value value, int64_t dim) {
    return mlir::cast<mlir::RankedTensorType>(value.getType()).getDimSize(dim);
  }
};

/// Stages, each of which reads the one before, the first one an image from outside.
/// The last one writes the chain's result.
struct Chain {
  llvm::SmallVector<ChainStage, 4> stages;
  std::string end; ///< why there are no more

  mlir::Value result() const { return stages.back().result(); }
  /// The layers, in order.
  llvm::SmallVector<mlir::linalg::GenericOp> layers() const;
};

/// The chains of a block.
llvm::SmallVector<Chain, 0> findChains(mlir::Block &block);

/// Rows between two stages, in blocks of as many channels as a vector has lanes: an
/// element is at [channel / lanes][row % rows][column][channel % lanes].
struct LineBuffer {
  int64_t rows;                     ///< that are kept at once
  int64_t allRows;                  ///< of the image with its border
  int64_t stride;                   ///< elements of a row with its border
  int64_t blocks;                   ///< of channels
  std::array<int64_t, 2> low, high; ///< the border's rows, columns
  mlir::TypedAttr border;           ///< null without one

  int64_t blockStride() const { return rows * stride; }
  int64_t elements() const { return blocks * blockStride(); }
  bool isRing() const { return rows < allRows; }
};

/// Registers of a stage: so many places of a row by so many vectors of channels.
struct ChainTile {
  int64_t places, vectors;
};

/// How a chain is run.
struct ChainPlan {
  mlir::FloatType element;
  int64_t lanes;
  llvm::SmallVector<LineBuffer, 4> buffers; ///< what each stage but the last writes
  llvm::SmallVector<ChainTile, 4> tiles;    ///< of each stage
  int64_t rows;                             ///< of a band of the first stage
  int64_t bands;                            ///< of an image
  double cycles;                            ///< of an image
  int64_t bytesBefore = 0, bytesAfter = 0;  ///< moved for an image
  int64_t bufferBytes = 0;
};

/// Rows that each stage can have computed when the first one has `given`, if images
/// went on below.
llvm::SmallVector<int64_t> progressOf(const Chain &chain, int64_t given);

/// Chooses tiles, buffers and bands. Fails, with the reason in `why`, where not even
/// one row at a time fits the caches.
mlir::FailureOr<ChainPlan> planChain(const Chain &chain, TargetAttr target, std::string &why);

/// Where the numbers of an operand with one for each channel lie: at
/// `image * perImage + channel * perChannel` from the first one.
struct ChannelNumbers {
  int64_t perImage, perChannel;
};
/// Nothing where they lie in another way.
std::optional<ChannelNumbers> matchChannelNumbers(mlir::OpOperand &operand);

/// The kernel that computes rows of a stage of one image. It takes what it reads
/// (the image, packed weights, numbers, whole images of the last stage) and what it writes as flat buffers, each
/// with the place of its first element, then the numbers from outside of layers, then
/// the first row and the end of the rows.
struct ChainKernel {
  mlir::func::FuncOp function;
  llvm::SmallVector<mlir::OpOperand *> numbers; ///< one for each channel
  llvm::SmallVector<mlir::Value> images;        ///< of the result's shape
  llvm::SetVector<mlir::Value> captured;
};
ChainKernel emitChainStage(mlir::ModuleOp module, const Chain &chain, const ChainPlan &plan, unsigned stage,
                           TargetAttr target);

/// The stage's weights as the kernel reads them: a row of lanes for each step of
/// the sums, [block][steps][lanes], or [taps][channels] of a depthwise one. Lanes over
/// the end are zero.
mlir::Value packWeights(mlir::OpBuilder &builder, mlir::Location loc, const ChainStage &stage, bool fromOutside,
                        int64_t lanes);

/// Replaces the chain's ops by loops over bands.
void emitChain(const Chain &chain, const ChainPlan &plan, TargetAttr target);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_CHAINS_H
