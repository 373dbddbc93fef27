//===- KeptTest.cpp - what eager keeps, by the table ----------------------===//

#include "janus/Library/Kept.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/InitAll.h"
#include "gtest/gtest.h"

using namespace janus;
using namespace janus::library;

namespace {

class KeptTest : public ::testing::Test {
protected:
  KeptTest() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<imperative::ImperativeDialect>();
  }

  /// The operands (their numbers) and results (-1 for the first part) that are kept.
  std::vector<int> kept(llvm::StringRef name, bool hasParts = false, bool isInplace = false) {
    std::vector<int> numbers;
    for (const KeptTensor &tensor : getKept(*lookup(&context, name), hasParts, isInplace).tensors)
      numbers.push_back(tensor.isResult ? -1 - int(tensor.index) : int(tensor.index));
    return numbers;
  }

  mlir::MLIRContext context;
};

TEST_F(KeptTest, NamesAreEntriesOfTheirOwn) {
  for (llvm::StringRef name : namesInKeptTable()) {
    const Function *function = lookup(&context, name);
    ASSERT_NE(function, nullptr) << name.str();
    EXPECT_EQ(function->name, name.str());
    EXPECT_TRUE(function->aliasOf.empty()) << name.str();
  }
}

TEST_F(KeptTest, WordsOfALine) {
  EXPECT_EQ(kept("torch.tanh"), (std::vector<int>{-1}));
  EXPECT_EQ(kept("torch.max"), (std::vector<int>{0, -1}));
  EXPECT_EQ(kept("torch.max", /*hasParts=*/true), (std::vector<int>{-2}));
  EXPECT_EQ(kept("torch.nn.functional.elu"), (std::vector<int>{0}));
  EXPECT_EQ(kept("torch.nn.functional.elu", false, /*isInplace=*/true), (std::vector<int>{0, -1}));
  Kept mul = getKept(*lookup(&context, "torch.Tensor.mul_"), false, true);
  EXPECT_TRUE(mul.isExact);
  ASSERT_EQ(mul.tensors.size(), 2u);
  EXPECT_EQ(mul.tensors[0].ifGrad, (llvm::SmallVector<unsigned, 2>{1}));
  EXPECT_EQ(getKept(*lookup(&context, "torch.pow"), false, false).tensors.back().ifTensor, 1u);
}

TEST_F(KeptTest, WhatIsNotNamedMayKeepAll) {
  Kept kept = getKept(*lookup(&context, "torch.lstm_cell"), true, false);
  EXPECT_FALSE(kept.isExact);
  EXPECT_GT(kept.tensors.size(), 6u);
  // Views keep nothing.
  EXPECT_TRUE(getKept(*lookup(&context, "torch.Tensor.view"), false, false).tensors.empty());
}

} // namespace
