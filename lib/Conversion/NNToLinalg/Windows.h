//===- Windows.h - windows over images --------------------------*- C++ -*-===//

#ifndef JANUS_CONVERSION_NNTOLINALG_WINDOWS_H
#define JANUS_CONVERSION_NNTOLINALG_WINDOWS_H

#include "LinalgBuilder.h"
#include "Scalars.h"
#include "janus/Dialect/NN/IR/ConvolutionShape.h"

namespace janus {

/// The windows of a pooling op over an image.
struct Windows {
  llvm::SmallVector<int64_t> kernel, stride, padding, dilation;
  Layout layout;
  bool ceilMode;

  int64_t spatial() const { return kernel.size(); }
  /// How far a window reaches in a dimension.
  int64_t reach(int64_t i) const { return dilation[i] * (kernel[i] - 1) + 1; }
  /// Whether every window lies inside the image.
  bool inside() const {
    return !ceilMode && llvm::all_of(padding, [](int64_t p) { return p == 0; });
  }
  int64_t elements() const {
    int64_t product = 1;
    for (int64_t size : kernel)
      product *= size;
    return product;
  }
};

/// The windows of max_pool and of avg_pool, from the op or its derivative.
template <typename OpTy> Windows maxWindows(OpTy op) {
  return {llvm::to_vector(op.getKernel()),
          llvm::to_vector(op.getStride()),
          llvm::to_vector(op.getPadding()),
          llvm::to_vector(op.getDilation()),
          op.getLayout(),
          op.getCeilMode()};
}
template <typename OpTy> Windows avgWindows(OpTy op) {
  return {llvm::to_vector(op.getKernel()),
          llvm::to_vector(op.getStride()),
          llvm::to_vector(op.getPadding()),
          llvm::SmallVector<int64_t>(op.getKernel().size(), 1),
          op.getLayout(),
          op.getCeilMode()};
}

/// The image with `scalar` around it, as far as windows reach.
mlir::Value padForWindows(LinalgBuilder &b, mlir::Value image, const Windows &windows,
                          llvm::ArrayRef<mlir::OpFoldResult> pooled, mlir::Value scalar);

/// The maps of an image, a window and the pooled image over the loops n, c,
/// y..., k...
llvm::SmallVector<mlir::AffineMap> windowMaps(mlir::Builder &builder, const Windows &windows);

/// The number by which avg_pool divides the window at `place` (one index for
/// each spatial dimension): the divisor, or the places counted.
mlir::Value windowDivisor(Scalars &s, const Windows &windows, std::optional<int64_t> divisor, bool countPadding,
                          mlir::ValueRange place, mlir::ValueRange imageSizes, mlir::Type type);

/// Sums over the places from low to high in every dimension, by loops.
mlir::Value sumBetween(Scalars &s, mlir::ValueRange low, mlir::ValueRange high, mlir::Type type,
                       llvm::function_ref<mlir::Value(Scalars &, mlir::ValueRange)> term,
                       llvm::SmallVector<mlir::Value> place = {}, mlir::Value sum = {});

} // namespace janus

#endif // JANUS_CONVERSION_NNTOLINALG_WINDOWS_H
