//===- ConvolutionLoops.h - the loops of a convolution ----------*- C++ -*-===//

#ifndef JANUS_CONVERSION_NNTOLINALG_CONVOLUTIONLOOPS_H
#define JANUS_CONVERSION_NNTOLINALG_CONVOLUTIONLOOPS_H

#include "janus/Dialect/NN/IR/ConvolutionShape.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace janus {

/// The loops of a convolution, and how images, weights and results are read by
/// them: n, g, o, y..., c, k... (g only when there are groups).
class ConvolutionLoops {
public:
  ConvolutionLoops(mlir::Builder &builder, int64_t spatial, Layout layout, bool grouped)
      : builder(builder), spatial(spatial), layout(layout), grouped(grouped) {}

  mlir::AffineExpr batch() { return dim(0); }
  mlir::AffineExpr group() { return dim(1); }
  mlir::AffineExpr output() { return dim(grouped ? 2 : 1); }
  mlir::AffineExpr place(int64_t i) { return dim(first() + i); }
  mlir::AffineExpr channel() { return dim(first() + spatial); }
  mlir::AffineExpr kernel(int64_t i) { return dim(first() + spatial + 1 + i); }
  unsigned count() { return first() + 2 * spatial + 1; }

  /// The map of a tensor [front, channels, places] in the layout's order, where
  /// channels are preceded by the group.
  mlir::AffineMap image(mlir::AffineExpr front, mlir::AffineExpr channels, llvm::ArrayRef<mlir::AffineExpr> places) {
    return map(front, grouped ? group() : mlir::AffineExpr(), channels, places);
  }
  /// The map of a weight: the group stands before its first dimension.
  mlir::AffineMap weight() { return weight(output(), channel()); }
  mlir::AffineMap weight(mlir::AffineExpr front, mlir::AffineExpr channels) {
    llvm::SmallVector<mlir::AffineExpr> places, exprs;
    for (int64_t i = 0; i < spatial; ++i)
      places.push_back(kernel(i));
    mlir::AffineMap inner = map(front, mlir::AffineExpr(), channels, places);
    if (grouped)
      exprs.push_back(group());
    llvm::append_range(exprs, inner.getResults());
    return mlir::AffineMap::get(count(), 0, exprs, builder.getContext());
  }

private:
  unsigned first() { return grouped ? 3 : 2; }
  mlir::AffineExpr dim(unsigned i) { return builder.getAffineDimExpr(i); }
  mlir::AffineMap map(mlir::AffineExpr front, mlir::AffineExpr beforeChannels, mlir::AffineExpr channels,
                      llvm::ArrayRef<mlir::AffineExpr> places) {
    llvm::SmallVector<mlir::AffineExpr> exprs{front};
    auto addChannels = [&] {
      if (beforeChannels)
        exprs.push_back(beforeChannels);
      exprs.push_back(channels);
    };
    if (layout == Layout::ChannelsFirst)
      addChannels();
    llvm::append_range(exprs, places);
    if (layout == Layout::ChannelsLast)
      addChannels();
    return mlir::AffineMap::get(count(), 0, exprs, builder.getContext());
  }

  mlir::Builder &builder;
  int64_t spatial;
  Layout layout;
  bool grouped;
};

} // namespace janus

#endif // JANUS_CONVERSION_NNTOLINALG_CONVOLUTIONLOOPS_H
