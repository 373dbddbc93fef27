//===- LoopBuilder.h - loops and index arithmetic for kernels ---*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_LOOPBUILDER_H
#define JANUS_LIB_TARGET_CPU_LOOPBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace janus::cpu {

/// Builds loops and index arithmetic at one place, folding constants.
class LoopBuilder {
public:
  LoopBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::Value constant(int64_t value);
  mlir::Value value(mlir::OpFoldResult number);
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value add(mlir::Value a, int64_t b) { return b ? add(a, constant(b)) : a; }
  mlir::Value multiply(mlir::Value a, mlir::OpFoldResult b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value minimum(mlir::Value a, mlir::Value b);
  mlir::Value maximum(mlir::Value a, mlir::Value b);
  /// Of numbers that are not negative.
  mlir::Value divide(mlir::Value a, int64_t b);
  mlir::Value remainder(mlir::Value a, int64_t b);
  /// `base + index * stride`.
  mlir::Value offset(mlir::Value base, mlir::Value index, mlir::OpFoldResult stride) {
    return add(base, multiply(index, stride));
  }
  /// `number * factor`.
  mlir::OpFoldResult scale(mlir::OpFoldResult number, int64_t factor);

  /// A loop from `from` to `to` in `step`s; `body` gets the counter.
  void loop(mlir::Value from, mlir::Value to, int64_t step, llvm::function_ref<void(mlir::Value)> body);

  /// The same, of independent iterations that take `cycles` each.
  void parallel(mlir::Value from, mlir::Value to, int64_t step, double cycles,
                llvm::function_ref<void(mlir::Value)> body);

  /// Such a loop that carries values from one iteration to the next; returns
  /// what is left at the end. A loop of one known iteration is not made.
  llvm::SmallVector<mlir::Value>
  reduce(mlir::OpFoldResult extent, mlir::ValueRange init,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, mlir::ValueRange)> body, int64_t step = 1);

  /// Covers [0, extent) by tiles of `tile`; what is left over is one smaller
  /// tile when the extent is known, else tiles of `rest`. `body` gets where a
  /// tile starts, its size, and whether the extent may end inside it. With `cycles`
  /// of each tile, the loop over whole tiles is parallel.
  void tiles(mlir::OpFoldResult extent, int64_t tile, int64_t rest,
             llvm::function_ref<void(mlir::Value, int64_t, bool)> body, std::optional<double> cycles = {});

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_LOOPBUILDER_H
