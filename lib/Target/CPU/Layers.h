//===- Layers.h - linalg ops as layers over planes of images ----*- C++ -*-===//
//
// What the depth-first pass knows: ops on images with channels first, of which
// each plane (one channel of one image) can be computed by itself.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_LIB_TARGET_CPU_LAYERS_H
#define JANUS_LIB_TARGET_CPU_LAYERS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <optional>

namespace janus::cpu {

/// The greatest or the sum of the windows of a plane.
struct Window {
  mlir::linalg::GenericOp op;
  mlir::tensor::PadOp pad; ///< null where windows lie inside the image
  mlir::Value image;       ///< what windows are taken of, without the padding
  bool isMax;
  std::array<int64_t, 2> kernel, stride, low, high; ///< rows, columns
  mlir::TypedAttr padding;                          ///< the value around the image; null without padding
};

/// The op as windows over planes, or nothing.
std::optional<Window> matchWindow(mlir::linalg::GenericOp op);

/// A convolution of images with channels first, of one group or of one for each
/// channel, no tap apart from the next. `isMax` and `padding` are those of sums.
struct Convolution : Window {
  mlir::Value weight;
  bool isDepthwise; ///< a kernel [channels, rows, columns]; else [outputs, channels, rows, columns]
};

/// The op as such a convolution from zero, or nothing.
std::optional<Convolution> matchConvolution(mlir::linalg::GenericOp op);

/// Whether the op computes each element of a plane from the same place of other
/// planes and from numbers that its plane has one of.
bool isPlaneElementwise(mlir::linalg::GenericOp op);

/// Whether the operand of such an op has one number for each plane, or one for
/// all.
bool isPerPlane(mlir::OpOperand &operand);

/// Whether no element of the op's result is below zero. NaN may be among them.
bool isNeverNegative(mlir::linalg::GenericOp op);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_LAYERS_H
