//===- ConvolutionShape.h - where an image's dimensions are -----*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_IR_CONVOLUTIONSHAPE_H
#define JANUS_DIALECT_NN_IR_CONVOLUTIONSHAPE_H

#include "janus/Dialect/Janus/IR/Janus.h"

namespace janus::nn {

/// Where the channel and the spatial dimensions of an image or a weight are.
/// Dimension 0 is the batch, or the output channel.
class ImageDims {
public:
  ImageDims(int64_t rank, Layout layout) : rank(rank), first(layout == Layout::ChannelsFirst) {}
  int64_t channel() const { return first ? 1 : rank - 1; }
  int64_t spatial(int64_t i) const { return first ? i + 2 : i + 1; }
  int64_t spatialRank() const { return rank - 2; }

private:
  int64_t rank;
  bool first;
};

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_IR_CONVOLUTIONSHAPE_H
