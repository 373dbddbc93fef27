//===- Sizes.h - arguments that are sizes or dimensions ---------*- C++ -*-===//

#ifndef JANUS_LIBRARY_SIZES_H
#define JANUS_LIBRARY_SIZES_H

#include "janus/Library/Emitter.h"

namespace janus::library {

/// A tuple or list of ints; `*args` that hold one tuple stand for it, and a
/// lone int for a sequence of one.
mlir::FailureOr<llvm::SmallVector<Operand>> sizesOf(Emitter &emitter, const Operand &operand);

/// Sizes for a reshape of `tensor`: a -1 replaced by what is left, and the
/// number of elements assumed equal where that is not known.
mlir::FailureOr<llvm::SmallVector<Operand>> resolveSizes(Emitter &emitter, mlir::Value tensor,
                                                         llvm::ArrayRef<Operand> wanted);

/// A dimension or a sequence of them, counted from the start, in rising order;
/// fails on repetitions.
mlir::FailureOr<llvm::SmallVector<int64_t>> dimensions(Emitter &emitter, const Operand &operand, int64_t rank);

/// Assumes that a size is not `value`.
void assumeNot(Emitter &emitter, const Operand &size, int64_t value, const llvm::Twine &what);

/// Assumes that a size is at least `bound`; fails when it is known not to be.
mlir::LogicalResult assumeAtLeast(Emitter &emitter, const Operand &size, int64_t bound, const llvm::Twine &what);

/// Whether two sizes are the same by construction.
bool sameSize(Emitter &emitter, const Operand &lhs, const Operand &rhs);

} // namespace janus::library

#endif // JANUS_LIBRARY_SIZES_H
