//===- UnrollLoops.cpp - loops over known sequences -----------------------===//

#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

namespace janus::imperative {
#define GEN_PASS_DEF_UNROLLLOOPS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
/// An item of a loop: a value, a constant, a tuple of items (zip, enumerate), or
/// the `index`-th of a tuple.
struct Item {
  Value value;
  Attribute constant;
  std::vector<Item> elements;
  Value tuple = {};
  int64_t index = 0;
};
using Items = std::vector<Item>;

class Unroller {
public:
  Unroller(FuncOp function, World &world, int64_t maxUnroll, int64_t maxOps)
      : world(world), builder(function.getContext()), maxUnroll(maxUnroll), maxOps(maxOps) {}

  bool unroll(ForOp loop);

private:
  std::optional<Items> getItems(Value iterable);
  std::optional<Items> getRange(LibraryCallOp call);
  std::optional<Items> getZip(LibraryCallOp call);
  std::optional<Items> getEnumerate(LibraryCallOp call);
  uint64_t countOps(ForOp loop, uint64_t length);
  Value build(Location loc, const Item &item);
  SmallVector<Value> unrollFrom(ForOp loop, ArrayRef<Item> items, ValueRange carried);

  World &world;
  OpBuilder builder;
  int64_t maxUnroll, maxOps;
};
} // namespace

static Attribute getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : Attribute();
}

/// Whether the items are the numbers of a range, in whatever order.
static bool isCounter(Value iterable) {
  auto call = iterable.getDefiningOp<LibraryCallOp>();
  while (call && call.getCallee() == "builtins.reversed")
    call = call.getArguments()[0].getDefiningOp<LibraryCallOp>();
  return call && call.getCallee() == "builtins.range";
}

std::optional<Items> Unroller::getRange(LibraryCallOp call) {
  auto start = getIntValue(getConstant(call.getArguments()[0])),
       stop = getIntValue(getConstant(call.getArguments()[1])), step = getIntValue(getConstant(call.getArguments()[2]));
  if (!start || !stop || !step || *step == 0)
    return std::nullopt;
  Items items;
  for (int64_t i = *start; *step > 0 ? i < *stop : i > *stop; i += *step) {
    if (int64_t(items.size()) == maxUnroll)
      return std::nullopt;
    items.push_back({{}, getIntAttr(call.getContext(), i), {}});
  }
  return items;
}

std::optional<Items> Unroller::getZip(LibraryCallOp call) {
  SmallVector<Items> sequences;
  size_t length = SIZE_MAX;
  for (Value argument : call.getArguments()) {
    auto items = getItems(argument);
    if (!items)
      return std::nullopt;
    length = std::min(length, items->size());
    sequences.push_back(std::move(*items));
  }
  Items result(length);
  for (auto [index, item] : llvm::enumerate(result))
    for (Items &sequence : sequences)
      item.elements.push_back(sequence[index]);
  return result;
}

std::optional<Items> Unroller::getEnumerate(LibraryCallOp call) {
  auto items = getItems(call.getArguments()[0]);
  std::optional<int64_t> start =
      call.getArguments().size() == 2 ? getIntValue(getConstant(call.getArguments()[1])) : std::optional<int64_t>(0);
  if (!items || !start || call.getArguments().size() > 2)
    return std::nullopt;
  Items result;
  for (auto [index, item] : llvm::enumerate(*items)) {
    Item number{{}, getIntAttr(call.getContext(), *start + index), {}};
    result.push_back({{}, {}, {number, item}});
  }
  return result;
}

/// The items of a tuple whose length is known by its type.
static std::optional<Items> getTupleItems(Value iterable) {
  auto type = dyn_cast<PyTupleType>(iterable.getType());
  if (!type)
    return std::nullopt;
  Items items;
  for (int64_t index = 0, size = type.getElements().size(); index < size; ++index)
    items.push_back({{}, {}, {}, iterable, index});
  return items;
}

std::optional<Items> Unroller::getItems(Value iterable) {
  Operation *op = iterable.getDefiningOp();
  if (auto call = dyn_cast_if_present<LibraryCallOp>(op)) {
    if (call.getCallee() == "builtins.range")
      return getRange(call);
    if (auto items = getTupleItems(iterable))
      return items;
    // An iterator is used up by one loop.
    if (!iterable.hasOneUse())
      return std::nullopt;
    if (call.getCallee() == "builtins.zip")
      return getZip(call);
    if (call.getCallee() == "builtins.enumerate")
      return getEnumerate(call);
    if (call.getCallee() == "builtins.reversed" && call.getArguments().size() == 1) {
      auto items = getItems(call.getArguments()[0]);
      if (items)
        std::reverse(items->begin(), items->end());
      return items;
    }
    return std::nullopt;
  }
  Items items;
  auto list = dyn_cast_if_present<BuildListOp>(op);
  bool onlyRead = list && !list.getStarred() && llvm::all_of(list->getUsers(), [](Operation *user) {
                    return isa<ForOp, LibraryCallOp, GetItemOp>(user);
                  });
  auto tuple = dyn_cast_if_present<BuildTupleOp>(op);
  if (onlyRead || (tuple && !tuple.getStarred())) {
    for (Value element : op->getOperands())
      items.push_back({element, {}, {}});
    return items;
  }
  Attribute constant = getConstant(iterable);
  auto sequence = dyn_cast_if_present<ArrayAttr>(constant);
  if (auto object = world.lookup<ObjectOp>(constant))
    sequence = object.getItemsAttr();
  if (!sequence)
    return getTupleItems(iterable);
  for (Attribute element : sequence)
    items.push_back({{}, element, {}});
  return items;
}

Value Unroller::build(Location loc, const Item &item) {
  if (item.value)
    return item.value;
  if (item.constant)
    return materialize(builder, loc, world, item.constant);
  if (item.tuple) {
    Value index = materialize(builder, loc, world, getIntAttr(builder.getContext(), item.index));
    Type type = cast<PyTupleType>(item.tuple.getType()).getElements()[item.index];
    return GetItemOp::create(builder, loc, type, item.tuple, index);
  }
  SmallVector<Value> elements;
  for (const Item &element : item.elements)
    elements.push_back(build(loc, element));
  auto type = PyTupleType::get(builder.getContext(), SmallVector<Type>(ValueRange(elements).getTypes()));
  return BuildTupleOp::create(builder, loc, type, elements, nullptr);
}

/// The iterations from the first of `items` on, where the builder is; the
/// carried values at the end. What follows a break goes under its condition.
SmallVector<Value> Unroller::unrollFrom(ForOp loop, ArrayRef<Item> items, ValueRange carried) {
  if (items.empty())
    return carried;
  Location loc = loop.getLoc();
  IRMapping mapping;
  Block &body = loop.getBody().front();
  mapping.map(body.getArgument(0), build(loc, items.front()));
  mapping.map(body.getArguments().drop_front(), carried);
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  SmallVector<Value> next;
  for (Value value : loop.getNextCarried())
    next.push_back(mapping.lookupOrDefault(value));
  if (!loop.getGoOn())
    return unrollFrom(loop, items.drop_front(), next);
  if (items.size() == 1)
    return next;
  Value goOn = mapping.lookupOrDefault(loop.getGoOn());
  auto rest = IfOp::create(builder, loc, loop.getResultTypes(), goOn);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&rest.getThenRegion());
  SmallVector<Value> last = unrollFrom(loop, items.drop_front(), next);
  YieldOp::create(builder, loc, last);
  builder.createBlock(&rest.getElseRegion());
  YieldOp::create(builder, loc, next);
  return rest.getResults();
}

/// How many ops so many copies of the body are, with the loops inside unrolled.
uint64_t Unroller::countOps(ForOp loop, uint64_t length) {
  uint64_t ops = 0;
  loop.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    ++ops;
    auto inner = dyn_cast<ForOp>(op);
    auto items = inner ? getItems(inner.getIterable()) : std::nullopt;
    if (!items)
      return WalkResult::advance();
    ops = llvm::SaturatingAdd(ops, countOps(inner, items->size()));
    return WalkResult::skip();
  });
  return llvm::SaturatingMultiply(ops, length);
}

bool Unroller::unroll(ForOp loop) {
  if (!loop.getElseRegion().empty() || !isa<YieldOp, ConditionOp>(loop.getBody().front().back()))
    return false;
  auto items = getItems(loop.getIterable());
  if (!items || int64_t(items->size()) > maxUnroll)
    return false;
  // The counter of a long loop need not be known; that one step in a thousand differs is no reason for a thousand
  // copies.
  if (isCounter(loop.getIterable()) && countOps(loop, items->size()) > uint64_t(maxOps))
    return false;
  builder.setInsertionPoint(loop);
  loop.replaceAllUsesWith(unrollFrom(loop, *items, loop.getInits()));
  loop.erase();
  return true;
}

bool janus::imperative::unrollLoops(FuncOp function, World &world, int64_t maxUnroll, int64_t maxOps) {
  Unroller unroller(function, world, maxUnroll, maxOps);
  // Outermost loops first: what is known inside may depend on the iteration.
  bool changed = false;
  function.walk<WalkOrder::PreOrder>([&](ForOp loop) {
    if (!unroller.unroll(loop))
      return WalkResult::advance();
    changed = true;
    return WalkResult::skip();
  });
  return changed;
}

namespace {
struct UnrollLoopsPass : public janus::imperative::impl::UnrollLoopsBase<UnrollLoopsPass> {
  using UnrollLoopsBase::UnrollLoopsBase;

  void runOnOperation() override {
    World world(getOperation());
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function))
        unrollLoops(function, world, maxUnroll, maxUnrolledOps);
  }
};
} // namespace
