//===- Lowerings.h - what each family of nn ops becomes ---------*- C++ -*-===//

#ifndef JANUS_CONVERSION_NNTOLINALG_LOWERINGS_H
#define JANUS_CONVERSION_NNTOLINALG_LOWERINGS_H

#include "LinalgBuilder.h"
#include "Scalars.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Interfaces/LinalgLowerableOpInterface.h"

namespace janus {

/// Implements LinalgLowerableOpInterface of `OpTy` by a function that returns
/// the op's result, or all its results.
template <typename OpTy, auto lower>
struct Lowering : LinalgLowerableOpInterface::ExternalModel<Lowering<OpTy, lower>, OpTy> {
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> lowerToLinalg(mlir::Operation *op, mlir::OpBuilder &builder) const {
    LinalgBuilder b(builder, op->getLoc());
    llvm::SmallVector<mlir::Value> results;
    if constexpr (std::is_same_v<decltype(lower(mlir::cast<OpTy>(op), b)), mlir::Value>)
      results.push_back(lower(mlir::cast<OpTy>(op), b));
    else
      results = lower(mlir::cast<OpTy>(op), b);
    return results;
  }
};

template <typename OpTy, auto lower> void attachLowering(mlir::MLIRContext *context) {
  OpTy::template attachInterface<Lowering<OpTy, lower>>(*context);
}

/// One element of an elementwise op's result, from one element of each operand.
template <typename OpTy> using ScalarFunction = mlir::Value (*)(OpTy op, Scalars &s, mlir::ValueRange x);

/// Loops over the elements of an elementwise op; 16-bit floats are widened for
/// `function` and its result rounded.
template <typename OpTy, ScalarFunction<OpTy> function> mlir::Value lowerElementwise(OpTy op, LinalgBuilder &b) {
  llvm::SmallVector<Read> reads;
  for (mlir::Value operand : op->getOperands())
    reads.push_back(b.all(operand));
  mlir::Type type = typeOf(op.getResult()).getElementType();
  return b.map(reads, b.resultSizes(op), type, [&](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange x) {
    Scalars s(builder, loc);
    llvm::SmallVector<mlir::Value> wide;
    for (mlir::Value element : x)
      wide.push_back(s.toFloatType(element, accumulatorType(element.getType())));
    return s.toFloatType(function(op, s, wide), type);
  });
}

template <typename OpTy, ScalarFunction<OpTy> function> void attachElementwise(mlir::MLIRContext *context) {
  attachLowering<OpTy, lowerElementwise<OpTy, function>>(context);
}

/// The sum of `tensor` over dimensions, in the accumulator's type.
mlir::Value sumOver(LinalgBuilder &b, mlir::Value tensor, llvm::ArrayRef<int64_t> dims);
/// The greatest over dimensions, NaN where there is one.
mlir::Value maxOver(LinalgBuilder &b, mlir::Value tensor, llvm::ArrayRef<int64_t> dims);
/// Mean and mean squared difference from it over dimensions, in the
/// accumulator's type; the divisor of the latter is max(0, n - correction).
std::pair<mlir::Value, mlir::Value> momentsOver(LinalgBuilder &b, mlir::Value tensor, llvm::ArrayRef<int64_t> dims,
                                                double correction);
/// The loops that are left of `rank` when `dims` are reduced.
llvm::SmallVector<int64_t> without(int64_t rank, llvm::ArrayRef<int64_t> dims);

/// What a sequential loop does at one place: from indices and the values handed
/// on to what is handed on next.
using SequentialBody =
    llvm::function_ref<llvm::SmallVector<mlir::Value>(Scalars &, mlir::ValueRange, mlir::ValueRange)>;
/// Loops over `sizes`, one inside the other, that hand values on; `indices` are
/// those of the loops around them.
llvm::SmallVector<mlir::Value> sequentialLoops(LinalgBuilder &b, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                                               mlir::ValueRange initial, SequentialBody body,
                                               llvm::ArrayRef<mlir::Value> indices = {});

void attachBinaryLowerings(mlir::MLIRContext *context);
void attachContractionLowerings(mlir::MLIRContext *context);
void attachConvolutionBackwardInputLowerings(mlir::MLIRContext *context);
void attachConvolutionLowerings(mlir::MLIRContext *context);
void attachIndexingLowerings(mlir::MLIRContext *context);
void attachLossLowerings(mlir::MLIRContext *context);
void attachNormalizationLowerings(mlir::MLIRContext *context);
void attachPoolingBackwardLowerings(mlir::MLIRContext *context);
void attachPoolingLowerings(mlir::MLIRContext *context);
void attachRandomLowerings(mlir::MLIRContext *context);
void attachRecurrentLowerings(mlir::MLIRContext *context);
void attachReductionLowerings(mlir::MLIRContext *context);
void attachScanLowerings(mlir::MLIRContext *context);
void attachSelectionLowerings(mlir::MLIRContext *context);
void attachShapeLowerings(mlir::MLIRContext *context);
void attachSpecialLowerings(mlir::MLIRContext *context);
void attachUnaryLowerings(mlir::MLIRContext *context);

} // namespace janus

#endif // JANUS_CONVERSION_NNTOLINALG_LOWERINGS_H
