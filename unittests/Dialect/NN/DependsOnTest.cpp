//===- DependsOnTest.cpp - where autograd draws a path --------------------===//

#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "janus/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace janus::nn;

namespace {

class DependsOnTest : public ::testing::Test {
protected:
  DependsOnTest() {
    mlir::DialectRegistry registry;
    janus::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// Whether what the function with this body returns depends on its argument
  /// number `argument`; the first two are tensor<4xf32>.
  bool depends(llvm::StringRef body, unsigned argument = 0) {
    std::string text = "func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index, %c: i1) "
                       "-> tensor<4xf32> {\n%c0 = arith.constant 0 : index\n%c1 = "
                       "arith.constant 1 : index\n" +
                       body.str() + "\nreturn %r : tensor<4xf32>\n}\n";
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "the text does not parse: " << text;
      return false;
    }
    auto function = mlir::cast<mlir::func::FuncOp>(module->getBody()->front());
    mlir::Value result = function.front().getTerminator()->getOperand(0);
    return dependsOn(result, function.getArgument(argument));
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_F(DependsOnTest, StraightLine) {
  llvm::StringRef body = "%r = nn.relu %x : tensor<4xf32>";
  EXPECT_TRUE(depends(body, 0));
  EXPECT_FALSE(depends(body, 1));
}

TEST_F(DependsOnTest, AValueDependsOnItself) {
  EXPECT_TRUE(depends("%r = tensor.cast %x : tensor<4xf32> to tensor<4xf32>"));
}

TEST_F(DependsOnTest, ConstantAlmostEverywhereIsStillAPath) { EXPECT_TRUE(depends("%r = nn.sign %x : tensor<4xf32>")); }

TEST_F(DependsOnTest, NotThroughDetach) { EXPECT_FALSE(depends("%r = nn.detach %x : tensor<4xf32>")); }

TEST_F(DependsOnTest, NotThroughNumbers) {
  EXPECT_FALSE(depends(R"(
    %e = tensor.extract %x[%c0] : tensor<4xf32>
    %r = nn.full %e sizes [4] : f32 -> tensor<4xf32>)"));
}

TEST_F(DependsOnTest, NotThroughComparisons) {
  EXPECT_FALSE(depends(R"(
    %b = nn.compare lt %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %r = nn.cast %b to f32 : tensor<4xi1>)"));
}

TEST_F(DependsOnTest, NotThroughTheShapeOnly) {
  EXPECT_FALSE(depends(R"(
    %i = tensor.empty() : tensor<2xi64>
    %d = tensor.empty() : tensor<2x4xf32>
    %w = nn.reshape %x sizes [1, 4] : tensor<4xf32> -> tensor<1x4xf32>
    %g = nn.embedding_backward %d, %i, %w : (tensor<2x4xf32>, tensor<2xi64>, tensor<1x4xf32>) -> tensor<1x4xf32>
    %r = nn.reshape %g sizes [4] : tensor<1x4xf32> -> tensor<4xf32>)"));
}

TEST_F(DependsOnTest, EitherBranch) {
  EXPECT_TRUE(depends(R"(
    %r = scf.if %c -> tensor<4xf32> {
      scf.yield %y : tensor<4xf32>
    } else {
      %a = nn.neg %x : tensor<4xf32>
      scf.yield %a : tensor<4xf32>
    })"));
}

TEST_F(DependsOnTest, ThroughALaterIteration) {
  // x reaches the result in the second iteration only.
  EXPECT_TRUE(depends(R"(
    %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y, %b = %x) -> (tensor<4xf32>, tensor<4xf32>) {
      scf.yield %b, %b : tensor<4xf32>, tensor<4xf32>
    })"));
}

TEST_F(DependsOnTest, NotAcrossTheValuesOfALoop) {
  EXPECT_FALSE(depends(R"(
    %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y, %b = %x) -> (tensor<4xf32>, tensor<4xf32>) {
      %d = nn.neg %a : tensor<4xf32>
      scf.yield %d, %b : tensor<4xf32>, tensor<4xf32>
    })"));
}

TEST_F(DependsOnTest, ThroughAWhile) {
  EXPECT_TRUE(depends(R"(
    %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
      scf.condition(%c) %a : tensor<4xf32>
    } do {
    ^bb0(%a: tensor<4xf32>):
      scf.yield %a : tensor<4xf32>
    })"));
}

} // namespace
