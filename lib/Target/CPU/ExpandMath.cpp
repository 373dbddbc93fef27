//===- ExpandMath.cpp - functions of math as arithmetic -------------------===//

#include "janus/Target/CPU/Passes.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"

namespace janus::cpu {
#define GEN_PASS_DEF_EXPANDMATH
#include "janus/Target/CPU/Passes.h.inc"
} // namespace janus::cpu

using namespace mlir;

/// The functions whose expansion is good enough (docs/cpu.md has the errors).
static bool isExpanded(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"math.erf", "math.exp", "math.log", "math.log1p", "math.tanh"}, true)
      .Default(false);
}

/// Turns what only libm gives to the last digits, near zero, into calls of it.
static LogicalResult callLibm(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(*module.getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalOp<math::ExpM1Op, math::Log1pOp>();
  return applyPartialConversion(module, target, std::move(patterns));
}

namespace {

struct ExpandMathPass : public janus::cpu::impl::ExpandMathBase<ExpandMathPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathF32ExpansionPatterns(patterns, isExpanded);
    populateMathPolynomialApproximationPatterns(patterns, isExpanded);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))) || failed(callLibm(getOperation())))
      signalPassFailure();
  }
};

} // namespace
