//===- MatchAttention.cpp - two products with a softmax between them ------===//

#include "Attention.h"
#include "Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

/// The tensor in front of reshapes that leave the last two dimensions alone.
static Value behindReshapes(Value value) {
  auto keepsRows = [](ArrayRef<ReassociationIndices> groups) {
    return groups.size() >= 2 && groups.back().size() == 1 && groups[groups.size() - 2].size() == 1;
  };
  while (true) {
    if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>();
        collapse && keepsRows(collapse.getReassociationIndices()))
      value = collapse.getSrc();
    else if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
             expand && keepsRows(expand.getReassociationIndices()))
      value = expand.getSrc();
    else
      return value;
  }
}

/// Whether nothing but `users`, in front of reshapes or behind them, reads the tensor.
static bool onlyReadBy(Value tensor, ArrayRef<Operation *> users) {
  return llvm::all_of(tensor.getUsers(), [&](Operation *user) {
    if (llvm::is_contained(users, user) || isa<tensor::DimOp>(user))
      return true;
    return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user) && onlyReadBy(user->getResult(0), users);
  });
}

/// The map of a product's operand as loops; empty for others than permutations of some.
static SmallVector<unsigned> loopsOf(linalg::GenericOp op, OpOperand *operand) {
  SmallVector<unsigned> loops;
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (map.isProjectedPermutation())
    for (AffineExpr expr : map.getResults())
      loops.push_back(cast<AffineDimExpr>(expr).getPosition());
  return loops;
}

/// Whether the op is a product of matrices from zero, or of batches of them, in f32 or f64: operands and result have
/// the batch in front.
static bool isProduct(linalg::GenericOp op) {
  if (!op || !op.hasPureTensorSemantics() || !isContraction(op) || op.getNumReductionLoops() != 1 ||
      op.getNumLoops() < 3 || op.getNumLoops() > 4)
    return false;
  auto start = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  if (!start || !matchPattern(start.getInputs()[0], m_AnyZeroFloat()))
    return false;
  SmallVector<unsigned> out = loopsOf(op, op.getDpsInitOperand(0));
  for (OpOperand *input : op.getDpsInputOperands()) {
    SmallVector<unsigned> loops = loopsOf(op, input);
    if (loops.size() != out.size() || (out.size() == 3 && loops[0] != out[0]))
      return false;
  }
  return true;
}

/// Whether the op walks a tensor of its result's shape, all loops parallel or all but the last.
static bool walksRows(linalg::GenericOp op, bool reduces) {
  if (!op || !op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 || op.getNumLoops() < 2 ||
      op.getNumReductionLoops() != unsigned(reduces))
    return false;
  unsigned rank = op.getNumLoops();
  if (reduces && op.getIteratorTypesArray().back() != utils::IteratorType::reduction)
    return false;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return out == AffineMap::getMultiDimIdentityMap(rank, op.getContext()).getMajorSubMap(rank - reduces);
}

/// The operand that an argument of the op's body is an element of; null for others.
static OpOperand *operandOf(linalg::GenericOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBody() || argument.getArgNumber() >= op.getNumDpsInputs())
    return nullptr;
  return op.getMatchingOpOperand(argument);
}

static Value yieldOf(linalg::GenericOp op) { return op.getBody()->getTerminator()->getOperand(0); }

/// What a row's elements are folded with: `Fold(sum, x)`, from `start` on; x, or null.
template <typename Fold> static Value foldedBy(linalg::GenericOp op, llvm::function_ref<bool(Value)> isStart) {
  if (!walksRows(op, /*reduces=*/true))
    return {};
  auto fold = yieldOf(op).getDefiningOp<Fold>();
  auto start = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  Value sum = op.getRegionOutputArgs()[0];
  if (!fold || !start || !isStart(start.getInputs()[0]) || !sum.hasOneUse())
    return {};
  if (fold.getLhs() == sum)
    return fold.getRhs();
  return fold.getRhs() == sum ? fold.getLhs() : Value();
}

/// Whether `operand` has one number for each row.
static bool isByRow(linalg::GenericOp op, OpOperand *operand) {
  unsigned rank = op.getNumLoops();
  return operand && op.getMatchingIndexingMap(operand) ==
                        AffineMap::getMultiDimIdentityMap(rank, op.getContext()).getMajorSubMap(rank - 1);
}

static bool isByElement(linalg::GenericOp op, OpOperand *operand) {
  return operand && op.getMatchingIndexingMap(operand).isIdentity();
}

/// Whether two bodies compute one thing.
static bool areSame(linalg::GenericOp a, Value x, linalg::GenericOp b, Value y) {
  OpOperand *first = operandOf(a, x), *second = operandOf(b, y);
  if (first && second)
    return first->get() == second->get() && a.getMatchingIndexingMap(first) == b.getMatchingIndexingMap(second);
  Operation *left = x.getDefiningOp(), *right = y.getDefiningOp();
  if (first || second || !left || !right)
    return false;
  Attribute known, other;
  if (matchPattern(x, m_Constant(&known)) && matchPattern(y, m_Constant(&other)))
    return known == other;
  if (left->getBlock() != a.getBody() || right->getBlock() != b.getBody())
    return x == y;
  return left->getName() == right->getName() && left->getAttrs() == right->getAttrs() && left->getNumRegions() == 0 &&
         left->getNumResults() == 1 && left->getNumOperands() == right->getNumOperands() &&
         llvm::all_of(llvm::zip_equal(left->getOperands(), right->getOperands()),
                      [&](auto pair) { return areSame(a, std::get<0>(pair), b, std::get<1>(pair)); });
}

bool cpu::isScores(Attention &attention, Value tensor) {
  return behindReshapes(tensor) == attention.scores->getResult(0);
}

std::optional<ScorePart> cpu::seenThrough(ScorePart part, OpOperand &operand) {
  auto maker = operand.get().getDefiningOp<linalg::GenericOp>();
  if (!maker || !maker.hasPureTensorSemantics() || maker.getNumReductionLoops() || maker->getNumResults() != 1 ||
      !maker.getMatchingIndexingMap(maker.getDpsInitOperand(0)).isIdentity() ||
      !maker.getRegionOutputArgs()[0].use_empty())
    return std::nullopt;
  for (Operation &nested : maker.getBody()->without_terminator())
    if (!isa<linalg::IndexOp>(nested) &&
        (nested.getNumRegions() || nested.getNumResults() != 1 ||
         isa_and_nonnull<math::MathDialect>(nested.getDialect()) || !(isMemoryEffectFree(&nested))))
      return std::nullopt;
  ScorePart seen{maker, part.op.getMatchingIndexingMap(&operand).compose(part.map), yieldOf(maker)};
  unsigned rank = part.map.getNumDims();
  bool isLarge = seen.map.isFunctionOfDim(rank - 1) && seen.map.isFunctionOfDim(rank - 2);
  return maker.getNumDpsInputs() == 0 || isLarge ? std::optional(seen) : std::nullopt;
}

/// A value with what only passes it on taken away.
static ScorePart origin(ScorePart part) {
  while (true) {
    if (OpOperand *operand = operandOf(part.op, part.value)) {
      std::optional<ScorePart> seen = seenThrough(part, *operand);
      if (!seen)
        return part;
      part = *seen;
    } else if (auto cast = part.value.getDefiningOp<arith::IndexCastOp>()) {
      part.value = cast.getIn();
    } else {
      return part;
    }
  }
}

/// Whether all that f has right of the diagonal is minus infinity: `column <= row ? ... : -inf`.
static bool isCausal(Attention &attention) {
  ScorePart whole = origin(attention.score);
  auto choice = whole.value.getDefiningOp<arith::SelectOp>();
  if (!choice || !matchPattern(origin({whole.op, whole.map, choice.getFalseValue()}).value, m_NegInfFloat()))
    return false;
  ScorePart condition = origin({whole.op, whole.map, choice.getCondition()});
  auto compare = condition.value.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return false;
  auto isPosition = [&](Value value, unsigned dim) {
    ScorePart part = origin({condition.op, condition.map, value});
    auto index = part.value.getDefiningOp<linalg::IndexOp>();
    return index && part.map.getResult(index.getDim()) == getAffineDimExpr(dim, value.getContext());
  };
  unsigned column = attention.rank() - 1, row = column - 1;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return isPosition(compare.getLhs(), column) && isPosition(compare.getRhs(), row);
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return isPosition(compare.getLhs(), row) && isPosition(compare.getRhs(), column);
  default:
    return false;
  }
}

/// Whether a map takes each dimension of a tensor from another one of the scores, or from a fixed place.
static bool isPlain(AffineMap map) { return map.isProjectedPermutation(/*allowZeroInResults=*/true); }

/// Whether f can be emitted for a block of scores: it reads the scores where it writes, and all else at plain places.
static bool isEmittable(Attention &attention, ScorePart part, unsigned &reads) {
  if (OpOperand *operand = operandOf(part.op, part.value)) {
    if (!isa<RankedTensorType>(operand->get().getType()))
      return true;
    AffineMap map = part.op.getMatchingIndexingMap(operand).compose(part.map);
    if (isScores(attention, operand->get()))
      return ++reads, map.isIdentity();
    if (std::optional<ScorePart> seen = seenThrough(part, *operand))
      return isEmittable(attention, *seen, reads);
    return isPlain(map);
  }
  Operation *def = part.value.getDefiningOp();
  if (!def || def->getBlock() != part.op.getBody())
    return def || cast<BlockArgument>(part.value).getOwner() != part.op.getBody();
  if (isa<linalg::IndexOp>(def))
    return isPlain(part.map);
  return def->getNumRegions() == 0 && def->getNumResults() == 1 && isMemoryEffectFree(def) &&
         llvm::all_of(def->getOperands(),
                      [&](Value operand) { return isEmittable(attention, {part.op, part.map, operand}, reads); });
}

/// The softmax whose weights, `exp / sum`, are `weights`: f, the exponentials and whether nothing else reads them.
static bool matchSoftmax(Attention &attention, Value given) {
  auto quotient = behindReshapes(given).getDefiningOp<linalg::GenericOp>();
  if (!walksRows(quotient, false) || !onlyReadBy(quotient->getResult(0), {attention.product}))
    return false;
  auto divide = yieldOf(quotient).getDefiningOp<arith::DivFOp>();
  if (!divide)
    return false;
  OpOperand *above = operandOf(quotient, divide.getLhs()), *below = operandOf(quotient, divide.getRhs());
  if (!isByElement(quotient, above) || !isByRow(quotient, below))
    return false;
  auto power = above->get().getDefiningOp<linalg::GenericOp>(), sum = below->get().getDefiningOp<linalg::GenericOp>();
  if (!sum || !walksRows(power, false))
    return false;
  auto isZero = [](Value start) { return matchPattern(start, m_AnyZeroFloat()); };
  auto isLeast = [](Value start) { return matchPattern(start, m_NegInfFloat()); };
  OpOperand *summed = nullptr;
  if (Value element = foldedBy<arith::AddFOp>(sum, isZero))
    summed = operandOf(sum, element);
  if (!isByElement(sum, summed) || summed->get() != power->getResult(0) ||
      !onlyReadBy(power->getResult(0), {quotient, sum}) || !onlyReadBy(sum->getResult(0), {quotient}))
    return false;
  auto exp = yieldOf(power).getDefiningOp<math::ExpOp>();
  auto shifted = exp ? exp.getOperand().getDefiningOp<arith::SubFOp>() : arith::SubFOp();
  OpOperand *shift = shifted ? operandOf(power, shifted.getRhs()) : nullptr;
  if (!isByRow(power, shift))
    return false;
  auto most = shift->get().getDefiningOp<linalg::GenericOp>();
  Value greatest = most ? foldedBy<arith::MaximumFOp>(most, isLeast) : Value();
  if (!greatest || most.getNumLoops() != power.getNumLoops() || !onlyReadBy(most->getResult(0), {power}) ||
      !areSame(most, greatest, power, shifted.getLhs()))
    return false;
  attention.weights = power;
  AffineMap identity = AffineMap::getMultiDimIdentityMap(power.getNumLoops(), power.getContext());
  attention.score = {power, identity, shifted.getLhs()};
  SmallVector<Operation *> readers = {power, most};
  // Where f was not brought into both, it is an op of its own.
  OpOperand *whole = operandOf(power, shifted.getLhs());
  if (whole && isByElement(power, whole) && onlyReadBy(whole->get(), readers)) {
    auto own = behindReshapes(whole->get()).getDefiningOp<linalg::GenericOp>();
    if (own && whole->get() == own->getResult(0) && walksRows(own, false) && !isContraction(own)) {
      attention.score = {own, identity, yieldOf(own)};
      readers = {own};
    }
  }
  for (OpOperand *input : attention.score.op.getDpsInputOperands())
    if (auto scores = behindReshapes(input->get()).getDefiningOp<linalg::GenericOp>();
        isProduct(scores) && onlyReadBy(scores->getResult(0), readers)) {
      attention.scores = scores;
      unsigned reads = 0;
      if (isEmittable(attention, attention.score, reads) && reads)
        return true;
    }
  return false;
}

std::optional<Attention> cpu::matchAttention(linalg::GenericOp product) {
  Attention attention;
  attention.product = product;
  if (!isProduct(product))
    return std::nullopt;
  // Rows and columns of the weights are where they are in the scores.
  SmallVector<unsigned> out = loopsOf(product, product.getDpsInitOperand(0)),
                        weights = loopsOf(product, product.getDpsInputOperand(0));
  if (weights[weights.size() - 2] != out[out.size() - 2] || weights.back() == out.back())
    return std::nullopt;
  if (!matchSoftmax(attention, product.getDpsInputs()[0]) || attention.scores.getNumLoops() != product.getNumLoops() ||
      attention.scores->getBlock() != product->getBlock())
    return std::nullopt;
  // How many numbers a row of each has is known.
  for (linalg::GenericOp op : {attention.scores, product})
    for (auto [range, kind] : llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
      if (op == attention.scores && kind == utils::IteratorType::reduction && ShapedType::isDynamic(range))
        return std::nullopt;
  if (ShapedType::isDynamic(product.getStaticLoopRanges()[out.back()]))
    return std::nullopt;
  attention.isCausal = isCausal(attention);
  return attention;
}
