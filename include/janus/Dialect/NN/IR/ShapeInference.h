//===- ShapeInference.h - one shape rule, two answers -----------*- C++ -*-===//
//
// An op states the sizes of its results once, over Extents. Without a builder
// that gives result types; with one it gives the ops that compute sizes.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_DIALECT_NN_IR_SHAPEINFERENCE_H
#define JANUS_DIALECT_NN_IR_SHAPEINFERENCE_H

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Support/DebugStringHelper.h"

namespace janus::nn {

/// The size of a dimension: a constant, or dynamic. A dynamic one has a value
/// only while sizes, not types, are asked for.
class Extent {
public:
  Extent(int64_t size) : size(size) {}
  static Extent dynamic(mlir::OpFoldResult value = {}) {
    Extent extent(mlir::ShapedType::kDynamic);
    extent.value = value;
    return extent;
  }
  bool isDynamic() const { return mlir::ShapedType::isDynamic(size); }
  bool isStatic() const { return !isDynamic(); }
  /// The constant size, or ShapedType::kDynamic.
  int64_t getSize() const { return size; }
  /// The value of a dynamic size; null when only types are asked for.
  mlir::OpFoldResult getValue() const { return value; }

private:
  int64_t size;
  mlir::OpFoldResult value;
};

/// What `inferShapes` of an op talks to: sizes of operands, arithmetic on them,
/// and the results.
class ShapeInference {
public:
  ShapeInference(llvm::StringRef opName, std::optional<mlir::Location> loc, mlir::OpBuilder *builder = nullptr)
      : opName(opName), loc(loc), builder(builder) {}

  /// Emits `message` as the op's error and fails.
  llvm::LogicalResult fail(const llvm::Twine &message);

  /// The size of one dimension of a tensor, and of all of them.
  Extent dim(mlir::Value tensor, int64_t index);
  llvm::SmallVector<Extent> dims(mlir::Value tensor);
  /// A size given as an attribute or an index value.
  Extent size(mlir::OpFoldResult given);
  /// Sizes given as the operands of a mixed list.
  llvm::SmallVector<Extent> sizes(llvm::ArrayRef<int64_t> fixed, mlir::ValueRange open);

  Extent add(Extent a, Extent b);
  Extent add(Extent a, int64_t b);
  Extent multiply(Extent a, Extent b);
  Extent floorDivide(Extent a, int64_t b);
  Extent ceilDivide(Extent a, int64_t b);
  Extent minimum(Extent a, Extent b);
  /// Of two sizes that are equal at run time the one that is known better.
  Extent better(Extent a, Extent b) { return a.isStatic() ? a : b; }

  /// Whether two sizes may be equal at run time.
  static bool mayEqual(Extent a, Extent b) { return a.isDynamic() || b.isDynamic() || a.getSize() == b.getSize(); }

  /// Adds a result.
  void result(llvm::ArrayRef<Extent> shape, mlir::Type elementType);
  /// The rule of elementwise ops: one result with the operands' shape, which
  /// must be the same for all; elements as the first operand's unless given.
  llvm::LogicalResult elementwise(mlir::ValueRange operands, mlir::Type elementType = {});
  /// The rule of reductions: `dims` become 1 or disappear.
  llvm::LogicalResult reduction(mlir::Value input, llvm::ArrayRef<int64_t> dims, bool keepdim,
                                mlir::Type elementType = {});
  /// The rule of scans along `dim`: the operand's shape; elements as its own unless given.
  llvm::LogicalResult scan(mlir::Value input, int64_t dim, mlir::Type elementType = {});
  /// Fails unless `dim` is a dimension of a tensor of this rank.
  llvm::LogicalResult checkDim(int64_t dim, int64_t rank);

  void getTypes(llvm::SmallVectorImpl<mlir::Type> &types) const;
  void getSizes(mlir::ReifiedRankedShapedTypeDims &sizes) const;

private:
  /// Arithmetic on dynamic sizes as a folded affine.apply; dynamic without a
  /// value when there is no builder.
  Extent apply(mlir::AffineExpr expression, llvm::ArrayRef<Extent> operands);
  mlir::OpFoldResult toFoldResult(Extent extent) const;

  llvm::StringRef opName;
  std::optional<mlir::Location> loc;
  mlir::OpBuilder *builder;
  llvm::SmallVector<std::pair<llvm::SmallVector<Extent>, mlir::Type>> results;
};

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_IR_SHAPEINFERENCE_H
