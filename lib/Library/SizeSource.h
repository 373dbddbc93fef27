//===- SizeSource.h - where an open size comes from -------------*- C++ -*-===//

#ifndef JANUS_LIBRARY_SIZESOURCE_H
#define JANUS_LIBRARY_SIZESOURCE_H

#include "mlir/IR/Value.h"

namespace janus::library {

/// Follows an open size to where it comes from: the index value that it is, or
/// null and the tensor and dimension that have it first.
mlir::Value sizeSource(mlir::Value &tensor, int64_t &dim);

} // namespace janus::library

#endif // JANUS_LIBRARY_SIZESOURCE_H
