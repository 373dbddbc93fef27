//===- SplitBackward.cpp - a function and its backward function -----------===//
//
// For calls from eager code whose results carry a graph:
//
// 1. The entry gets an argument for the derivative by each result that depends
//    on something marked janus.requires_grad, and the gradients by those are
//    emitted behind the rest.
// 2. BackwardPartition parts the ops; what only gradients need moves into the
//    backward function.
// 3. What that reads of the entry becomes further results of the entry, and
//    arguments of the backward function; arguments and results of the entry are
//    handed over as they are.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/NN/Transforms/SplitBackward.h"
#include "BackwardPartition.h"
#include "CountedLoop.h"
#include "GradientFlow.h"
#include "GraphKeeps.h"
#include "PathFlags.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Dialect/NN/Transforms/Differentiate.h"
#include "janus/Dialect/NN/Transforms/Passes.h"
#include "janus/Dialect/NN/Transforms/Simplify.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetOperations.h"

namespace janus::nn {
#define GEN_PASS_DEF_JANUSSPLITBACKWARDPASS
#include "janus/Dialect/NN/Transforms/Passes.h.inc"
} // namespace janus::nn

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

/// The type as which the C ABI carries values of type `type`.
Type passableType(Type type) {
  Builder b(type.getContext());
  Type element = getElementTypeOrSelf(type);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return element.isIndex() ? tensor.clone(b.getI64Type()) : type;
  if (element.isInteger(1))
    return type;
  return isa<FloatType>(element) ? Type(b.getF64Type()) : b.getI64Type();
}

/// A value of that type.
Value toPassable(OpBuilder &b, Value value) {
  Location loc = value.getLoc();
  Type type = passableType(value.getType());
  if (value.getType() == type)
    return value;
  if (getElementTypeOrSelf(value.getType()).isIndex())
    return arith::IndexCastOp::create(b, loc, type, value);
  if (isa<FloatType>(type))
    return arith::ExtFOp::create(b, loc, type, value);
  return arith::ExtSIOp::create(b, loc, type, value);
}

/// The opposite.
Value fromPassable(OpBuilder &b, Value value, Type type) {
  Location loc = value.getLoc();
  if (value.getType() == type)
    return value;
  if (getElementTypeOrSelf(type).isIndex())
    return arith::IndexCastOp::create(b, loc, type, value);
  if (isa<FloatType>(type))
    return arith::TruncFOp::create(b, loc, type, value);
  return arith::TruncIOp::create(b, loc, type, value);
}

/// Whether the derivative of an op reads tensors that the op has read or made.
bool keepsTensors(Operation *op) {
  if (isa<tensor::CastOp, AddOp, BroadcastToOp, CastOp, ConcatOp, MeanOp, NegOp, PadOp, PermuteOp, ReshapeOp, SliceOp,
          SubOp, SumOp>(op) ||
      op->getNumRegions() != 0)
    return false;
  // A number that a tensor is multiplied with is kept as such.
  if (!isa<MulOp, DivOp>(op))
    return true;
  Value factor = op->getOperand(1);
  while (auto view = factor.getDefiningOp<BroadcastToOp>())
    factor = view.getInput();
  Operation *definition = factor.getDefiningOp();
  return !definition || !(definition->hasTrait<OpTrait::ConstantLike>() || isa<FullOp>(definition));
}

/// For each result with a graph the numbers of those whose graph a backward pass
/// through it uses up: eager frees what the ops on the way have kept.
SmallVector<SmallVector<int64_t>> findUsedUp(func::ReturnOp ret, ArrayRef<unsigned> graphs,
                                             ArrayRef<BlockArgument> leaves) {
  auto entry = ret->getParentOfType<func::FuncOp>();
  SmallVector<Value> leafValues(leaves.begin(), leaves.end());
  SmallVector<llvm::DenseSet<Operation *>> kept;
  for (unsigned i : graphs) {
    GradientFlow flow(ret.getOperand(i), leafValues);
    kept.emplace_back();
    for (Operation *op : flow.getActiveOps())
      if (keepsTensors(op))
        kept.back().insert(op);
  }
  SmallVector<SmallVector<int64_t>> usedUp;
  for (const llvm::DenseSet<Operation *> &own : kept) {
    usedUp.emplace_back();
    for (auto [i, other] : llvm::zip(graphs, kept))
      if (llvm::set_intersects(own, other))
        usedUp.back().push_back(entry.getResultAttrOfType<IntegerAttr>(i, "janus.result").getInt());
  }
  return usedUp;
}

class BackwardSplitter {
public:
  explicit BackwardSplitter(func::FuncOp entry)
      : entry(entry), block(entry.getBody().front()), ret(cast<func::ReturnOp>(block.getTerminator())) {}

  LogicalResult run();

private:
  LogicalResult findGraphs();
  void emitFlags();
  void settleFlags();
  LogicalResult emit();
  bool dependsOnWritten();
  LogicalResult build(const BackwardPartition &partition);
  LogicalResult passArgument(Value argument);
  void passSaved(Value value);
  /// The number of the entry's result that is `value`, a new one if need be.
  int64_t resultNumber(Value value);
  /// The attributes of a further result of the entry.
  DictionaryAttr numberResult();
  std::optional<unsigned> findUpdate(Value value);
  Value addArgument(Type type, StringRef attribute, Attribute what);
  /// The attributes of a gradient.
  DictionaryAttr describeGradient(unsigned index);
  void finishEntry(const BackwardPartition &partition, unsigned cotangentCount);
  /// What holds the argument: `janus.arg` or `janus.state`.
  NamedAttribute nameOf(BlockArgument argument);

  func::FuncOp entry, backward;
  Block &block;
  func::ReturnOp ret;
  /// A result through which there is a gradient: operand of the return, and the
  /// operand that says at run time whether there is one, or 0 for always.
  struct Path {
    unsigned result, flag;
  };

  SmallVector<BlockArgument> leaves;
  SmallVector<unsigned> graphs;             // operands of the return that carry a graph
  SmallVector<SmallVector<Path>> through;   // for each leaf the results that depend on it
  SmallVector<SmallVector<int64_t>> usedUp; // for each graph the results that it shares what is kept with
  unsigned resultCount = 0;                 // operands of the return at first, and with flags
  int64_t nextResult = 0;
  SmallVector<Value> cotangents, gradients;
  bool readsWritten = false; // a gradient depends on what the entry writes
  GraphKeeps keeps;
  SmallVector<Value> newResults;
  SmallVector<DictionaryAttr> newAttributes;
  IRMapping mapping; // values of the entry in the backward function
};

} // namespace

LogicalResult BackwardSplitter::findGraphs() {
  SmallVector<BlockArgument> marked;
  for (BlockArgument argument : block.getArguments())
    if (entry.getArgAttr(argument.getArgNumber(), "janus.requires_grad") && isDifferentiableType(argument.getType()))
      marked.push_back(argument);
  auto dependsOnAny = [&](Value value) {
    return llvm::any_of(marked, [&](Value leaf) { return dependsOn(value, leaf); });
  };
  bool setsGradients = false;
  for (OpOperand &operand : ret->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    setsGradients |= entry.getResultAttr(i, "janus.grad") != nullptr;
    if (auto number = entry.getResultAttrOfType<IntegerAttr>(i, "janus.result")) {
      nextResult = std::max(nextResult, number.getInt() + 1);
      if (isDifferentiableType(operand.get().getType()) && dependsOnAny(operand.get()))
        graphs.push_back(i);
    }
    auto written = entry.getResultAttrOfType<StringAttr>(i, "janus.update");
    if (written && isDifferentiableType(operand.get().getType()) && dependsOnAny(operand.get()))
      return emitError(operand.get().getLoc())
             << "not native: " << written.getValue() << " is written with a value that requires grad";
  }
  if (!graphs.empty() && setsGradients)
    return emitError(entry.getLoc()) << "not native: it calls backward() and returns a value that requires grad";
  for (BlockArgument leaf : marked) {
    SmallVector<Path> paths;
    for (unsigned i : graphs)
      if (dependsOn(ret.getOperand(i), leaf))
        paths.push_back({i, 0});
    if (paths.empty())
      continue;
    leaves.push_back(leaf);
    through.push_back(std::move(paths));
  }
  usedUp = findUsedUp(ret, graphs, leaves);
  resultCount = ret.getNumOperands();
  return success();
}

/// Where branches and loops decide whether there is a path, the entry says so.
void BackwardSplitter::emitFlags() {
  WalkResult regions = entry.walk(
      [](Operation *op) { return isa<scf::IfOp, scf::ForOp>(op) ? WalkResult::interrupt() : WalkResult::advance(); });
  if (!regions.wasInterrupted())
    return;
  for (auto [leaf, paths] : llvm::zip(leaves, through)) {
    PathFlags flags(block, leaf);
    for (Path &path : paths) {
      Value flag = flags.lookup(ret.getOperand(path.result)).value;
      if (!flag)
        continue;
      path.flag = ret.getNumOperands();
      ret.getOperandsMutable().append(flag);
    }
  }
}

/// Keeps the flags that are not the same in every run as results of the entry.
void BackwardSplitter::settleFlags() {
  SmallVector<Value> operands(ret.operand_begin(), ret.operand_begin() + resultCount);
  for (SmallVector<Path> &paths : through)
    for (Path &path : paths) {
      if (!path.flag)
        continue;
      Value flag = ret.getOperand(path.flag);
      path.flag = 0;
      if (matchPattern(flag, m_One()))
        continue;
      path.flag = operands.size();
      operands.push_back(flag);
      newAttributes.push_back(numberResult());
    }
  resultCount = operands.size();
  ret->setOperands(operands);
}

LogicalResult BackwardSplitter::emit() {
  auto losses = [&] { return llvm::map_to_vector(graphs, [&](unsigned i) { return ret.getOperand(i); }); };
  SmallVector<Value> leafValues(leaves.begin(), leaves.end());
  countActiveLoops([&] { return GradientFlow(losses(), leafValues); });
  emitFlags();
  decomposeActiveOps(losses(), leafValues);
  for (Value loss : losses())
    cotangents.push_back(block.addArgument(loss.getType(), loss.getLoc()));
  FailureOr<SmallVector<Value>> emitted = emitGradients(ret, losses(), cotangents, leafValues);
  if (failed(emitted))
    return failure();
  dropDetach(entry);
  // As operands of the return they stay known while values are replaced.
  unsigned firstGradient = ret.getNumOperands();
  ret.getOperandsMutable().append(*emitted);
  // A branch and its adjoint have one condition, but run at different times.
  if (failed(simplify(entry, /*mergeBranches=*/false)))
    return failure();
  gradients.assign(ret.operand_begin() + firstGradient, ret.operand_end());
  settleFlags();
  readsWritten = dependsOnWritten();
  return success();
}

bool BackwardSplitter::dependsOnWritten() {
  Builder b(entry.getContext());
  llvm::SetVector<Value> seen(gradients.begin(), gradients.end());
  for (unsigned i = 0; i < seen.size(); ++i) {
    if (Operation *op = seen[i].getDefiningOp())
      op->walk([&](Operation *nested) {
        for (Value operand : nested->getOperands())
          if (operand.getParentBlock() == &block)
            seen.insert(operand);
      });
  }
  return llvm::any_of(block.getArguments(), [&](BlockArgument argument) {
    if (!seen.contains(argument) || argument.getArgNumber() >= entry.getNumArguments())
      return false;
    // Who runs the function again gives it the generator that it had.
    if (nameOf(argument).getValue() == b.getStringAttr(kGeneratorName))
      return false;
    for (unsigned i = 0; i < entry.getNumResults(); ++i)
      if (entry.getResultAttr(i, "janus.update") == nameOf(argument).getValue())
        return true;
    return false;
  });
}

NamedAttribute BackwardSplitter::nameOf(BlockArgument argument) {
  for (StringRef kind : {"janus.arg", "janus.state"})
    if (Attribute name = entry.getArgAttr(argument.getArgNumber(), kind))
      return {StringAttr::get(entry.getContext(), kind), name};
  return {StringAttr::get(entry.getContext(), "janus.arg"), StringAttr::get(entry.getContext(), "")};
}

Value BackwardSplitter::addArgument(Type type, StringRef attribute, Attribute what) {
  unsigned index = backward.getNumArguments();
  Builder b(entry.getContext());
  (void)backward.insertArgument(index, type, b.getDictionaryAttr(b.getNamedAttr(attribute, what)), entry.getLoc());
  return backward.getArgument(index);
}

std::optional<unsigned> BackwardSplitter::findUpdate(Value value) {
  Builder b(entry.getContext());
  auto mayKeep = [&](Attribute path) {
    return keeps.mayKeep(b.getNamedAttr("janus.arg", path)) || keeps.mayKeep(b.getNamedAttr("janus.state", path));
  };
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    if (Attribute path = entry.getResultAttr(i, "janus.update"); path && ret.getOperand(i) == value && mayKeep(path))
      return i;
  return std::nullopt;
}

int64_t BackwardSplitter::resultNumber(Value value) {
  // Of a result that eager does not keep a copy is: it may be written.
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    if (auto number = entry.getResultAttrOfType<IntegerAttr>(i, "janus.result"); number && ret.getOperand(i) == value)
      if (!isa<RankedTensorType>(value.getType()) ||
          keeps.mayKeep(NamedAttribute(StringAttr::get(entry.getContext(), "janus.result"), number)))
        return number.getInt();
  OpBuilder b(ret);
  newResults.push_back(toPassable(b, value));
  newAttributes.push_back(numberResult());
  return nextResult - 1;
}

DictionaryAttr BackwardSplitter::numberResult() {
  Builder b(entry.getContext());
  return b.getDictionaryAttr(b.getNamedAttr("janus.result", b.getI64IntegerAttr(nextResult++)));
}

/// An argument of the entry that the gradients read.
LogicalResult BackwardSplitter::passArgument(Value argument) {
  if (!isa<RankedTensorType>(argument.getType())) {
    passSaved(argument);
    return success();
  }
  NamedAttribute name = nameOf(cast<BlockArgument>(argument));
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    if (entry.getResultAttr(i, "janus.update") == name.getValue())
      return emitError(entry.getLoc()) << "not native: its gradient needs "
                                       << cast<StringAttr>(name.getValue()).getValue()
                                       << " as it was before it is written";
  if (!keeps.mayKeep(name)) {
    passSaved(argument);
    return success();
  }
  mapping.map(argument, addArgument(argument.getType(), name.getName(), name.getValue()));
  return success();
}

/// A value that the entry computes and the gradients read.
void BackwardSplitter::passSaved(Value value) {
  Builder b(entry.getContext());
  // What a state holds after the call is there in the state.
  if (std::optional<unsigned> update = findUpdate(value); update && isa<RankedTensorType>(value.getType())) {
    auto path = entry.getResultAttrOfType<StringAttr>(*update, "janus.update");
    for (BlockArgument argument : block.getArguments())
      if (nameOf(argument).getValue() == path && argument.getType() == value.getType()) {
        mapping.map(value, addArgument(value.getType(), nameOf(argument).getName(), path));
        return;
      }
  }
  int64_t number = resultNumber(value);
  Value passed = addArgument(passableType(value.getType()), "janus.saved", b.getI64IntegerAttr(number));
  OpBuilder inner = OpBuilder::atBlockEnd(&backward.getBody().front());
  mapping.map(value, fromPassable(inner, passed, value.getType()));
}

LogicalResult BackwardSplitter::build(const BackwardPartition &partition) {
  OpBuilder b(entry->getContext());
  b.setInsertionPointAfter(entry);
  backward = func::FuncOp::create(b, entry.getLoc(), (entry.getName() + ".backward").str(), b.getFunctionType({}, {}));
  Block *body = backward.addEntryBlock();
  // 1. The arguments.
  for (auto [i, cotangent, shared] : llvm::zip(graphs, cotangents, usedUp)) {
    Attribute number = entry.getResultAttr(i, "janus.result");
    mapping.map(cotangent, addArgument(cotangent.getType(), "janus.cotangent", number));
    backward.setArgAttr(backward.getNumArguments() - 1, "janus.used_up_by", b.getDenseI64ArrayAttr(shared));
  }
  for (Value argument : partition.getArguments())
    if (failed(passArgument(argument)))
      return failure();
  for (Value value : partition.getSaved())
    passSaved(value);
  // 2. The ops, in their order.
  b.setInsertionPointToEnd(body);
  for (Operation &op : block.without_terminator())
    if (partition.isBackward(&op))
      b.clone(op, mapping);
  // 3. The results.
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> attributes;
  for (auto [i, gradient] : llvm::enumerate(gradients)) {
    results.push_back(mapping.lookup(gradient));
    attributes.push_back(describeGradient(i));
  }
  func::ReturnOp::create(b, entry.getLoc(), results);
  backward.setFunctionType(b.getFunctionType(backward.getArgumentTypes(), ValueRange(results).getTypes()));
  backward.setAllResultAttrs(attributes);
  return success();
}

DictionaryAttr BackwardSplitter::describeGradient(unsigned index) {
  Builder b(entry.getContext());
  // Flags are results of the entry, numbered in their order.
  auto numberOf = [&](unsigned operand) -> int64_t {
    if (operand >= entry.getNumResults())
      return cast<IntegerAttr>(newAttributes[operand - entry.getNumResults()].get("janus.result")).getInt();
    return entry.getResultAttrOfType<IntegerAttr>(operand, "janus.result").getInt();
  };
  SmallVector<int64_t> results, flags;
  for (Path path : through[index]) {
    results.push_back(numberOf(path.result));
    flags.push_back(path.flag ? numberOf(path.flag) : -1);
  }
  NamedAttrList attributes;
  attributes.set("janus.result", b.getI64IntegerAttr(index));
  attributes.set("janus.gradient_of", nameOf(leaves[index]).getValue());
  attributes.set("janus.through", b.getDenseI64ArrayAttr(results));
  if (llvm::any_of(flags, [](int64_t flag) { return flag >= 0; }))
    attributes.set("janus.through_if", b.getDenseI64ArrayAttr(flags));
  return attributes.getDictionary(entry.getContext());
}

/// Takes what moved out of the entry; adds what is kept to its results.
void BackwardSplitter::finishEntry(const BackwardPartition &partition, unsigned cotangentCount) {
  Builder b(entry.getContext());
  SmallVector<Value> results(ret.operand_begin(), ret.operand_begin() + resultCount); // with the flags
  SmallVector<DictionaryAttr> attributes;
  for (unsigned i = 0; i < entry.getNumResults(); ++i)
    attributes.push_back(DictionaryAttr::get(entry.getContext(), entry.getResultAttrs(i)));
  llvm::append_range(results, newResults);
  llvm::append_range(attributes, newAttributes);
  ret->setOperands(results);
  SmallVector<Operation *> moved;
  for (Operation &op : block.without_terminator())
    if (!partition.isForward(&op) && isMemoryEffectFree(&op))
      moved.push_back(&op);
  // Those that carry what is kept over the C ABI stay.
  for (Operation *op : llvm::reverse(moved))
    if (op->use_empty())
      op->erase();
  block.eraseArguments(block.getNumArguments() - cotangentCount, cotangentCount);
  entry.setFunctionType(b.getFunctionType(block.getArgumentTypes(), ValueRange(results).getTypes()));
  entry.setAllResultAttrs(attributes);
  if (readsWritten)
    backward->setAttr("janus.reads_written", b.getUnitAttr());
  if (!keeps.watched.empty())
    backward->setAttr("janus.watched", b.getArrayAttr(keeps.watched));
  entry->setAttr("janus.backward", FlatSymbolRefAttr::get(backward.getSymNameAttr()));
}

LogicalResult BackwardSplitter::run() {
  if (failed(findGraphs()))
    return failure();
  FailureOr<GraphKeeps> kept = takeKeeps(entry, graphs, llvm::to_vector_of<Value>(leaves));
  if (failed(kept))
    return failure();
  keeps = std::move(*kept);
  if (graphs.empty())
    return success();
  if (failed(emit()))
    return failure();
  BackwardPartition partition(block, ret.getOperands().take_front(resultCount), gradients, cotangents);
  if (failed(build(partition))) {
    if (backward)
      backward.erase();
    return failure();
  }
  finishEntry(partition, cotangents.size());
  return success();
}

LogicalResult nn::splitBackward(func::FuncOp entry) { return BackwardSplitter(entry).run(); }

namespace {
struct JanusSplitBackwardPass : nn::impl::JanusSplitBackwardPassBase<JanusSplitBackwardPass> {
  void runOnOperation() override {
    for (auto entry : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      bool isMarked = false;
      for (unsigned i = 0; i < entry.getNumArguments(); ++i)
        isMarked |= entry.getArgAttr(i, "janus.requires_grad") != nullptr;
      if (isMarked && !entry.isExternal() && failed(splitBackward(entry)))
        return signalPassFailure();
    }
  }
};
} // namespace
