//===- Winograd.h - convolutions with fewer multiplications -----*- C++ -*-===//
//
// A convolution of 3x3 kernels one step apart, tile by tile in the domain where
// it is a product of matrices for each of the places of a tile; docs/winograd.md.
// Found on tensors (Winograd.cpp), planned (WinogradPlan.cpp), and emitted as
// loops over buffers (EmitWinograd.cpp) that call a kernel for each stage
// (EmitWinogradStages.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_WINOGRAD_H
#define JANUS_LIB_TARGET_CPU_WINOGRAD_H

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include <array>
#include <optional>

namespace janus::cpu {

/// A convolution of images with channels first that can be done by Winograd's
/// algorithm, with what it is padded by and what is computed of its result.
struct WinogradLayer {
  mlir::linalg::GenericOp op;
  mlir::tensor::PadOp pad;          ///< null without padding
  mlir::linalg::GenericOp epilogue; ///< null when nothing follows element by element
  mlir::Value image, weight;
  bool isBackward;            ///< the weight is [image's channels][result's channels] of flipped kernels
  std::array<int64_t, 2> low; ///< rows and columns of zeros before the image
  int64_t inner, outer;       ///< channels
  int64_t height, width;      ///< of the image, without padding
  int64_t outHeight, outWidth;

  /// The op that the layer's loops stand in front of.
  mlir::linalg::GenericOp last() const { return epilogue ? epilogue : op; }
};

/// The op as such a layer, or nothing.
std::optional<WinogradLayer> matchWinograd(mlir::linalg::GenericOp op);

/// How a layer is run.
struct WinogradPlan {
  int64_t tile;                 ///< rows and columns of the result's tiles
  int64_t lanes;                ///< of a vector register
  int64_t columns, rows;        ///< the products' register tile: vectors, tiles
  int64_t tilesHigh, tilesWide; ///< of an image
  int64_t blockRows;            ///< rows of tiles in a block
  /// Whether the images' tiles of a block are shared by all threads, which part
  /// the channels of the result; else they part the blocks.
  bool shared;
  int64_t depth;         ///< channels of which weights are transformed at a time, when shared
  double error;          ///< expected, relative to the output's scale
  double cycles, direct; ///< expected for one image, and with the direct kernel

  int64_t reach() const { return tile + 2; }
  int64_t places() const { return reach() * reach(); }
  /// Tiles of a block, in whole register tiles.
  int64_t tiles() const { return llvm::alignTo(blockRows * tilesWide, rows); }
  int64_t columnWidth() const { return columns * lanes; }
};

/// The best way to run a layer with tiles of its size, the larger ones first.
WinogradPlan planWinograd(const WinogradLayer &layer, TargetAttr target);

/// The transforms of one dimension as code on vectors, for tiles of 2 or 4.
class WinogradTransform {
public:
  WinogradTransform(mlir::OpBuilder &builder, mlir::Location loc, int64_t tile)
      : builder(builder), loc(loc), tile(tile) {}

  using Vectors = llvm::SmallVector<mlir::Value>;
  /// Both dimensions, of [rows][columns].
  Vectors image(Vectors values) { return both(values, tile + 2, &WinogradTransform::imageLine); }
  Vectors weight(Vectors values) { return both(values, 3, &WinogradTransform::weightLine); }
  Vectors result(Vectors values) { return both(values, tile + 2, &WinogradTransform::resultLine); }

private:
  Vectors both(Vectors values, int64_t size, Vectors (WinogradTransform::*line)(const Vectors &));
  Vectors imageLine(const Vectors &d);
  Vectors weightLine(const Vectors &g);
  Vectors resultLine(const Vectors &m);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value scale(double factor, mlir::Value a);
  mlir::Value scaleAndAdd(double factor, mlir::Value a, mlir::Value b);
  mlir::Value constant(double value, mlir::Type type);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  int64_t tile;
};

/// What the epilogue reads, as the kernels that run it take it.
struct EpilogueOperand {
  mlir::Value value; ///< a tensor or a number
  /// The operand of the op; null for a number that its body uses from outside.
  mlir::OpOperand *operand;
  bool isImage; ///< read where the result is written; flat
};
llvm::SmallVector<EpilogueOperand> epilogueOperands(const WinogradLayer &layer);

/// The kernels of a layer. Buffers are flat unless said otherwise; a place is an
/// index into one.
struct WinogradKernels {
  /// (weight, vector of result channels, first channel, end, U, place, scratch): transforms weights
  mlir::func::FuncOp weights;
  /// (image, its place, row of tiles, V, first tile, band): transforms a row of tiles
  mlir::func::FuncOp images;
  /// (V, first channel, end, U, place, M, register tiles): the products; the second adds to M
  mlir::func::FuncOp products, moreProducts;
  /// (image, its place, weight, first channel, row of tiles, M, first tile, vector in M, band, number of the image,
  /// result, its place, epilogue's operands): a row of tiles of a vector of channels
  mlir::func::FuncOp results;
};
WinogradKernels emitWinogradKernels(const WinogradLayer &layer, const WinogradPlan &plan, TargetAttr target);

/// Replaces the layer's ops by loops that call kernels.
void emitWinograd(const WinogradLayer &layer, const WinogradPlan &plan, TargetAttr target);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_WINOGRAD_H
