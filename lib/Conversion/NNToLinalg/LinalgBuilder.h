//===- LinalgBuilder.h - loops over tensors in few words --------*- C++ -*-===//

#ifndef JANUS_CONVERSION_NNTOLINALG_LINALGBUILDER_H
#define JANUS_CONVERSION_NNTOLINALG_LINALGBUILDER_H

#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace janus {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;

/// The ranked type of a tensor value.
inline mlir::RankedTensorType typeOf(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()); }

/// The type in which sums of this type are taken: f32 for 16-bit floats.
mlir::Type accumulatorType(mlir::Type elementType);

/// A tensor read by loops: `dims[i]` is the loop that dimension i runs with.
struct Read {
  mlir::Value tensor;
  llvm::SmallVector<int64_t> dims;
};

/// Emits loop nests over tensors and what surrounds them.
class LinalgBuilder {
public:
  /// Makes one element from the elements read.
  using Body = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

  LinalgBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  //===--- sizes ---===//

  Sizes sizes(mlir::Value tensor);
  mlir::OpFoldResult size(mlir::Value tensor, int64_t dim) { return sizes(tensor)[dim]; }
  /// The sizes of a result, from its op's shape rule.
  Sizes resultSizes(mlir::Operation *op, unsigned index = 0);
  Sizes indexSizes(llvm::ArrayRef<int64_t> numbers);
  mlir::Value indexValue(mlir::OpFoldResult size);
  mlir::OpFoldResult multiply(llvm::ArrayRef<mlir::OpFoldResult> factors);
  /// expression(s0, s1, ...) over the given sizes, folded.
  mlir::OpFoldResult affine(mlir::AffineExpr expression, llvm::ArrayRef<mlir::OpFoldResult> operands);
  mlir::AffineExpr sym(unsigned i) { return mlir::getAffineSymbolExpr(i, builder.getContext()); }
  /// A size as a scalar of a float type.
  mlir::Value toFloat(mlir::OpFoldResult size, mlir::Type type);

  //===--- tensors ---===//

  mlir::Value constant(mlir::Type type, double value);
  mlir::Value empty(llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Type elementType);
  mlir::Value fill(llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Value scalar);
  mlir::Value fill(llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Type elementType, double value) {
    return fill(sizes, constant(elementType, value));
  }
  /// `value` padded on all sides with one scalar; the value itself when nothing is added.
  mlir::Value pad(mlir::Value tensor, llvm::ArrayRef<mlir::OpFoldResult> low, llvm::ArrayRef<mlir::OpFoldResult> high,
                  mlir::Value scalar);
  /// The elements in row-major order, in another shape.
  mlir::Value reshape(mlir::Value tensor, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// An image padded in its spatial dimensions.
  mlir::Value padImage(mlir::Value image, Layout layout, llvm::ArrayRef<mlir::OpFoldResult> low,
                       llvm::ArrayRef<mlir::OpFoldResult> high, mlir::Value scalar);
  /// Replaces dimension `dim` by [count, size / count].
  mlir::Value splitDim(mlir::Value tensor, int64_t dim, int64_t count);
  /// Makes one dimension of `dim` and the next.
  mlir::Value mergeDims(mlir::Value tensor, int64_t dim);
  /// A tensor with dimensions of size 1 put in where `dims` says.
  mlir::Value keepDims(mlir::Value tensor, llvm::ArrayRef<int64_t> dims);
  mlir::Value transpose(mlir::Value tensor, llvm::ArrayRef<int64_t> permutation);
  /// Every element converted to another float type.
  mlir::Value convert(mlir::Value tensor, mlir::Type elementType);
  /// Tensor of the given type, cast where only the knowledge of sizes differs.
  mlir::Value withType(mlir::Value tensor, mlir::Type type);

  //===--- loops ---===//

  /// Reads a tensor with the loops 0, 1, ...
  Read all(mlir::Value tensor);
  /// The same elementwise function everywhere; all loops are parallel.
  mlir::Value map(llvm::ArrayRef<Read> reads, llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::Type elementType,
                  Body body);
  /// The same over an existing tensor, in whose memory the result can be written;
  /// `body` gets its elements last.
  mlir::Value update(llvm::ArrayRef<Read> reads, mlir::Value tensor, Body body);
  /// Folds loops `reduced` of those that `reads.front()` runs with. `body` gets
  /// the elements read and then what is accumulated, of `init`'s type.
  mlir::Value reduce(llvm::ArrayRef<Read> reads, llvm::ArrayRef<int64_t> reduced, mlir::Value init, Body body);
  /// A contraction over explicit maps into `init`: the sum of products, in
  /// init's element type.
  mlir::Value contract(mlir::Value lhs, mlir::AffineMap lhsMap, mlir::Value rhs, mlir::AffineMap rhsMap,
                       mlir::Value init, mlir::AffineMap initMap, llvm::ArrayRef<mlir::utils::IteratorType> iterators);
};

/// The numbers 0 to n - 1.
llvm::SmallVector<int64_t> upTo(int64_t n);

} // namespace janus

#endif // JANUS_CONVERSION_NNTOLINALG_LINALGBUILDER_H
