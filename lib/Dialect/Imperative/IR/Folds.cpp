//===- Folds.cpp - what is known without running --------------------------===//
//
// Truth and tests of constants, branches that are known, values that nobody
// uses. Arithmetic on constants is inference's.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace janus::imperative;

Operation *ImperativeDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  if (!isa<ImperativeDialect>(type.getDialect()) || isa<CellType>(type))
    return nullptr;
  return ConstantOp::create(builder, loc, type, value);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// Truth
//===----------------------------------------------------------------------===//

/// bool(value) of a constant; none where that may run code or is not known here.
static std::optional<bool> truthOf(Attribute value) {
  if (auto boolean = dyn_cast_or_null<BoolAttr>(value))
    return boolean.getValue();
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
    return !integer.getValue().isZero();
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return !number.getValue().isZero(); // NaN is true
  if (auto string = dyn_cast_or_null<StringAttr>(value))
    return !string.empty();
  if (auto tuple = dyn_cast_or_null<ArrayAttr>(value))
    return !tuple.empty();
  if (isa_and_nonnull<NoneAttr>(value))
    return false;
  if (isa_and_nonnull<EllipsisAttr, MethodAttr>(value))
    return true;
  return std::nullopt;
}

/// bool(value) of anything of a type.
static std::optional<bool> truthOf(Type type) {
  if (isa<PyNoneType>(type))
    return false;
  if (auto tuple = dyn_cast<PyTupleType>(type))
    return !tuple.getElements().empty();
  if (isa<PySliceType>(type))
    return true;
  return std::nullopt;
}

OpFoldResult TruthOp::fold(FoldAdaptor adaptor) {
  if (isa<PyBoolType>(getValue().getType()))
    return getValue();
  std::optional<bool> truth = truthOf(adaptor.getValue());
  if (!truth)
    truth = truthOf(getValue().getType());
  return truth ? BoolAttr::get(getContext(), *truth) : OpFoldResult();
}

OpFoldResult UnaryOp::fold(FoldAdaptor adaptor) {
  if (getKind() != UnaryKind::Not)
    return {};
  if (std::optional<bool> truth = truthOf(adaptor.getOperand()))
    return BoolAttr::get(getContext(), !*truth);
  // not not b, where b is a bool
  auto inner = getOperand().getDefiningOp<UnaryOp>();
  if (inner && inner.getKind() == UnaryKind::Not && inner.getOperand().getType() == getType())
    return isa<PyBoolType>(getType()) ? OpFoldResult(inner.getOperand()) : OpFoldResult();
  return {};
}

//===----------------------------------------------------------------------===//
// Tests of boundness
//===----------------------------------------------------------------------===//

LogicalResult CheckBoundOp::canonicalize(CheckBoundOp op, PatternRewriter &rewriter) {
  BoolAttr bound;
  if (!matchPattern(op.getBound(), m_Constant(&bound)) || !bound.getValue())
    return rewriter.notifyMatchFailure(op, "not known to be bound");
  rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

namespace {

/// An if on a constant is the branch that is taken.
struct TakeKnownBranch : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op, PatternRewriter &rewriter) const override {
    BoolAttr condition;
    if (!matchPattern(op.getCondition(), m_Constant(&condition)))
      return rewriter.notifyMatchFailure(op, "condition is not known");
    Region &taken = condition.getValue() ? op.getThenRegion() : op.getElseRegion();
    auto yield = dyn_cast<YieldOp>(taken.front().back());
    if (!yield)
      return rewriter.notifyMatchFailure(op, "branch taken does not end in a yield");
    SmallVector<Value> values(yield.getValues());
    rewriter.eraseOp(yield);
    rewriter.inlineBlockBefore(&taken.front(), op);
    rewriter.replaceOp(op, values);
    return success();
  }
};

/// Inside a branch the condition is known.
struct KnowCondition : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op, PatternRewriter &rewriter) const override {
    if (matchPattern(op.getCondition(), m_Constant()))
      return rewriter.notifyMatchFailure(op, "condition is a constant");
    bool changed = false;
    for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
      auto isInside = [&](OpOperand &use) { return region->isAncestor(use.getOwner()->getParentRegion()); };
      if (llvm::none_of(op.getCondition().getUses(), isInside))
        continue;
      rewriter.setInsertionPoint(op);
      Value known = ConstantOp::create(rewriter, op.getLoc(), op.getCondition().getType(),
                                       rewriter.getBoolAttr(region == &op.getThenRegion()));
      rewriter.replaceUsesWithIf(op.getCondition(), known, isInside);
      changed = true;
    }
    return success(changed);
  }
};

/// What both branches hand on: equal constants, or the condition itself.
struct SimplifyResults : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op, PatternRewriter &rewriter) const override {
    auto thenYield = dyn_cast<YieldOp>(op.getThenRegion().front().back());
    auto elseYield = dyn_cast<YieldOp>(op.getElseRegion().front().back());
    if (!thenYield || !elseYield)
      return rewriter.notifyMatchFailure(op, "a branch does not come back");
    bool changed = false;
    for (OpResult result : op.getResults()) {
      unsigned index = result.getResultNumber();
      if (result.use_empty())
        continue;
      if (Value value = simplify(op, result, thenYield.getOperand(index), elseYield.getOperand(index), rewriter)) {
        rewriter.replaceAllUsesWith(result, value);
        changed = true;
      }
    }
    return success(changed);
  }

private:
  static Value simplify(IfOp op, Value result, Value ifTrue, Value ifFalse, PatternRewriter &rewriter) {
    Attribute trueValue, falseValue;
    if (!matchPattern(ifTrue, m_Constant(&trueValue)) || !matchPattern(ifFalse, m_Constant(&falseValue)) ||
        ifTrue.getType() != ifFalse.getType())
      return {};
    rewriter.setInsertionPoint(op);
    if (trueValue == falseValue)
      return ConstantOp::create(rewriter, op.getLoc(), ifTrue.getType(), trueValue);
    auto trueBool = dyn_cast<BoolAttr>(trueValue);
    if (!isa<PyBoolType>(ifTrue.getType()) || !trueBool)
      return {};
    if (trueBool.getValue())
      return op.getCondition();
    return UnaryOp::create(rewriter, op.getLoc(), result.getType(), UnaryKind::Not, op.getCondition());
  }
};

} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<KnowCondition, SimplifyResults, TakeKnownBranch>(context);
  populateRegionBranchOpInterfaceCanonicalizationPatterns(patterns, getOperationName());
}

//===----------------------------------------------------------------------===//
// while and for
//===----------------------------------------------------------------------===//

namespace {

/// A value that a while carries and nobody reads, or that never changes. The
/// upstream patterns would drop arguments of the condition and of the body
/// apart from each other, but here they are the same list.
struct DropCarried : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp op, PatternRewriter &rewriter) const override {
    BitVector drop(op.getNumResults());
    for (unsigned i = 0; i < op.getNumResults(); ++i)
      if (isUnread(op, i) || isInvariant(op, i))
        drop.set(i);
    if (drop.none())
      return rewriter.notifyMatchFailure(op, "every carried value is read and changes");
    rewriteWithout(op, drop, rewriter);
    return success();
  }

private:
  static Block &conditionOf(WhileOp op) { return op.getConditionRegion().front(); }
  static Block &bodyOf(WhileOp op) { return op.getBody().front(); }

  /// Whether the value's only use is as operand `index` of `end`.
  static bool isOnlyHandedOn(Value value, Operation *end, unsigned index) {
    return llvm::all_of(value.getUses(),
                        [&](OpOperand &use) { return use.getOwner() == end && use.getOperandNumber() == index; });
  }

  static bool isUnread(WhileOp op, unsigned i) {
    return op.getResult(i).use_empty() &&
           isOnlyHandedOn(conditionOf(op).getArgument(i), &conditionOf(op).back(), i + 1) &&
           isOnlyHandedOn(bodyOf(op).getArgument(i), &bodyOf(op).back(), i);
  }

  static bool isInvariant(WhileOp op, unsigned i) {
    Value init = op.getInits()[i];
    auto is = [&](Value value, Value argument) { return value == argument || value == init; };
    auto yield = dyn_cast<YieldOp>(bodyOf(op).back());
    return is(conditionOf(op).back().getOperand(i + 1), conditionOf(op).getArgument(i)) &&
           (!yield || is(yield.getValues()[i], bodyOf(op).getArgument(i)));
  }

  static void rewriteWithout(WhileOp op, const BitVector &drop, PatternRewriter &rewriter) {
    BitVector dropCondition(drop.size() + 1);
    for (unsigned i : drop.set_bits()) {
      dropCondition.set(i + 1);
      for (Value value :
           {Value(conditionOf(op).getArgument(i)), Value(bodyOf(op).getArgument(i)), Value(op.getResult(i))})
        rewriter.replaceAllUsesWith(value, op.getInits()[i]);
    }
    SmallVector<Value> inits, results;
    SmallVector<Type> types;
    for (unsigned i = 0; i < drop.size(); ++i) {
      if (drop.test(i))
        continue;
      inits.push_back(op.getInits()[i]);
      types.push_back(op.getResult(i).getType());
    }
    auto kept = WhileOp::create(rewriter, op.getLoc(), types, inits);
    kept->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.modifyOpInPlace(&conditionOf(op).back(), [&] { conditionOf(op).back().eraseOperands(dropCondition); });
    if (auto yield = dyn_cast<YieldOp>(bodyOf(op).back()))
      rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(drop); });
    conditionOf(op).eraseArguments(drop);
    bodyOf(op).eraseArguments(drop);
    for (auto [to, from] : llvm::zip(kept->getRegions(), op->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    for (unsigned i = 0, next = 0; i < drop.size(); ++i)
      results.push_back(drop.test(i) ? op.getInits()[i] : Value(kept.getResult(next++)));
    rewriter.replaceOp(op, results);
  }
};

} // namespace

void WhileOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropCarried>(context);
}

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  populateRegionBranchOpInterfaceCanonicalizationPatterns(patterns, getOperationName());
}
