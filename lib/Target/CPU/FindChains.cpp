//===- FindChains.cpp - products around a convolution of each channel -----===//
//
// A chain is grown around its middle, which moves much and computes little: back
// to the product that makes its image, forth to the product that uses it.
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace janus;
using namespace janus::cpu;
using namespace mlir;

Value ChainStage::result() const {
  if (!elementwise.empty())
    return linalg::GenericOp(elementwise.back())->getResult(0);
  return head ? linalg::GenericOp(head)->getResult(0) : image;
}

int64_t ChainStage::rowsFrom(int64_t given) const {
  return llvm::divideFloorSigned(given + low[0] - kernel[0], stride[0]) + 1;
}

SmallVector<linalg::GenericOp> Chain::layers() const {
  SmallVector<linalg::GenericOp> layers;
  for (const ChainStage &stage : stages) {
    if (stage.head)
      layers.push_back(stage.head);
    llvm::append_range(layers, stage.elementwise);
  }
  return layers;
}

std::optional<ChannelNumbers> cpu::matchChannelNumbers(OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return std::nullopt;
  AffineMap map = cast<linalg::GenericOp>(operand.getOwner()).getMatchingIndexingMap(&operand);
  ChannelNumbers found{0, 0};
  int64_t stride = 1;
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    AffineExpr expr = map.getResult(i);
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      (dim.getPosition() == 0 ? found.perImage : found.perChannel) += stride;
    else if (!isa<AffineConstantExpr>(expr) || cast<AffineConstantExpr>(expr).getValue() != 0)
      return std::nullopt;
    if (type.isDynamicDim(i) && i > 0)
      return std::nullopt;
    stride *= type.isDynamicDim(i) ? 1 : type.getDimSize(i);
  }
  return found.perChannel <= 1 ? std::optional(found) : std::nullopt;
}

/// Whether a layer can follow in a chain: of images it reads `image` and, where
/// `takesImages`, others of the same shape.
static bool follows(linalg::GenericOp op, Value image, bool takesImages) {
  if (!isPlaneElementwise(op) || op->getResult(0).getType() != image.getType())
    return false;
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
    if (!isa<RankedTensorType>(operand->get().getType()))
      return true;
    if (isPerPlane(*operand))
      return matchChannelNumbers(*operand).has_value();
    return operand->get() == image || (takesImages && operand->get().getType() == image.getType());
  });
}

/// The most steps of the sums of a product that pooling follows: a tile's weights stay in the first cache.
static constexpr int64_t kMaxSteps = 512;

/// Whether pooling behind such a product makes a chain of it: there is much to be pooled, and the product is none that
/// has a faster way by itself (windows of 3x3 one step apart).
static bool isPooled(const ChainStage &product) {
  bool hasFaster = product.kernel == std::array<int64_t, 2>{3, 3} && product.stride == std::array<int64_t, 2>{1, 1};
  return !hasFaster && product.taps() > 1 && product.taps() * product.inputs() <= kMaxSteps;
}

namespace {

/// Grows the chains of a block.
class ChainFinder {
public:
  explicit ChainFinder(Block &block) : block(block) {}

  SmallVector<Chain, 0> run();

private:
  linalg::GenericOp makerOf(Value value);
  linalg::GenericOp userOf(Value value);
  std::optional<ChainStage> middleOf(linalg::GenericOp op);
  std::optional<ChainStage> productOf(linalg::GenericOp op);
  Value sourceOf(Value image, SmallVector<linalg::GenericOp> &elementwise);
  std::optional<ChainStage> productBefore(Value source);
  void addBefore(Chain &chain);
  void addElementwise(ChainStage &stage, bool isLast);
  void addAfter(Chain &chain);

  Block &block;
  llvm::DenseSet<Operation *> taken;
};

} // namespace

/// The one op that uses a value, once or several times, or null.
static Operation *onlyUser(Value value) {
  if (value.use_empty() || !llvm::all_equal(value.getUsers()))
    return nullptr;
  return *value.getUsers().begin();
}

/// The op of the block that makes a value that only one op uses, or null.
linalg::GenericOp ChainFinder::makerOf(Value value) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  return op && op->getBlock() == &block && onlyUser(value) && !taken.contains(op) ? op : linalg::GenericOp();
}

/// The one op of the block that uses a value, through padding too, or null.
linalg::GenericOp ChainFinder::userOf(Value value) {
  Operation *user = onlyUser(value);
  if (!user)
    return {};
  if (auto pad = dyn_cast<tensor::PadOp>(user))
    return userOf(pad.getResult());
  auto op = dyn_cast<linalg::GenericOp>(user);
  return op && op->getBlock() == &block && !taken.contains(op) ? op : linalg::GenericOp();
}

ChainStage::ChainStage(Kind kind, const Window &window, Value weight)
    : kind(kind), image(window.image), weight(weight), head(window.op), isMax(window.isMax), kernel(window.kernel),
      stride(window.stride), low(window.low), high(window.high), padding(window.padding) {
  // A border that something else reads, too, is made before.
  if (tensor::PadOp pad = window.pad; pad && !pad->hasOneUse()) {
    image = pad.getResult();
    low = high = {0, 0};
    padding = {};
  }
}

/// A convolution of each channel by itself, or pooling behind a product.
std::optional<ChainStage> ChainFinder::middleOf(linalg::GenericOp op) {
  if (std::optional<Convolution> found = matchConvolution(op); found && found->isDepthwise)
    return ChainStage(ChainStage::Kind::Depthwise, *found, found->weight);
  std::optional<Window> window = matchWindow(op);
  if (!window)
    return std::nullopt;
  ChainStage pool(ChainStage::Kind::Pool, *window, Value());
  SmallVector<linalg::GenericOp> elementwise;
  std::optional<ChainStage> product = productBefore(sourceOf(pool.image, elementwise));
  return product && isPooled(*product) ? std::optional(pool) : std::nullopt;
}

std::optional<ChainStage> ChainFinder::productOf(linalg::GenericOp op) {
  if (std::optional<Convolution> found = matchConvolution(op); found && !found->isDepthwise)
    return ChainStage(ChainStage::Kind::Product, *found, found->weight);
  return std::nullopt;
}

/// What an image is made from by layers that only it needs, which are put in front of `elementwise`.
Value ChainFinder::sourceOf(Value image, SmallVector<linalg::GenericOp> &elementwise) {
  while (linalg::GenericOp op = makerOf(image)) {
    Value read;
    for (OpOperand *operand : op.getDpsInputOperands())
      if (isa<RankedTensorType>(operand->get().getType()) && !isPerPlane(*operand))
        read = operand->get();
    if (!read || !follows(op, read, /*takesImages=*/false))
      break;
    elementwise.insert(elementwise.begin(), op);
    image = read;
  }
  return image;
}

/// The product that makes an image that one op uses. Its own image comes from outside, with its border.
std::optional<ChainStage> ChainFinder::productBefore(Value source) {
  linalg::GenericOp op = makerOf(source);
  std::optional<ChainStage> product = op ? productOf(op) : std::nullopt;
  if (!product)
    return std::nullopt;
  product->image = op.getDpsInputs()[0];
  product->low = product->high = {0, 0};
  product->padding = {};
  return product;
}

/// Puts what makes the image of the chain's first stage in front: a product with what
/// follows it, or else a copy.
void ChainFinder::addBefore(Chain &chain) {
  SmallVector<linalg::GenericOp> elementwise;
  Value source = sourceOf(chain.stages.front().image, elementwise);
  ChainStage first(ChainStage::Kind::Copy, source);
  if (std::optional<ChainStage> product = productBefore(source))
    first = *product;
  first.elementwise = elementwise;
  chain.stages.insert(chain.stages.begin(), first);
}

/// What follows a stage element by element.
void ChainFinder::addElementwise(ChainStage &stage, bool isLast) {
  while (true) {
    linalg::GenericOp op = userOf(stage.result());
    if (!op || !follows(op, stage.result(), isLast))
      return;
    stage.elementwise.push_back(op);
  }
}

/// The product after the middle, if its result is all that is needed.
void ChainFinder::addAfter(Chain &chain) {
  ChainStage &middle = chain.stages.back();
  addElementwise(middle, /*isLast=*/false);
  if (linalg::GenericOp op = userOf(middle.result()))
    if (std::optional<ChainStage> product = productOf(op);
        product && product->image == middle.result() && product->taps() == 1 &&
        product->stride == std::array<int64_t, 2>{1, 1} && !product->padding)
      chain.stages.push_back(*product);
  addElementwise(chain.stages.back(), /*isLast=*/true);
}

/// Why a chain goes no further.
static std::string describeEnd(Value result) {
  if (!result.use_empty() && !onlyUser(result))
    return "several ops use its result";
  for (OpOperand &use : result.getUses()) {
    if (use.getOwner()->hasTrait<OpTrait::ReturnLike>())
      return "its result leaves";
    return ("'" + use.getOwner()->getName().getStringRef() + "' does not go by rows").str();
  }
  return "nothing uses its result";
}

SmallVector<Chain, 0> ChainFinder::run() {
  SmallVector<Chain, 0> chains;
  for (Operation &op : block) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic || taken.contains(generic))
      continue;
    std::optional<ChainStage> middle = middleOf(generic);
    if (!middle)
      continue;
    Chain chain;
    chain.stages.push_back(*middle);
    addBefore(chain);
    addAfter(chain);
    chain.end = describeEnd(chain.result());
    for (linalg::GenericOp layer : chain.layers())
      taken.insert(layer);
    chains.push_back(std::move(chain));
  }
  return chains;
}

SmallVector<Chain, 0> cpu::findChains(Block &block) { return ChainFinder(block).run(); }
