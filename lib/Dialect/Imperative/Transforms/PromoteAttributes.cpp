//===- PromoteAttributes.cpp - attributes that the function assigns to ----===//
//
// In program order, as far as it is clear what runs: the value of an attribute
// is the one assigned last, or else what the object held when the call started.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace janus::imperative {
#define GEN_PASS_DEF_PROMOTEATTRIBUTES
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
class AttributePromoter {
public:
  AttributePromoter(FuncOp function, World &world)
      : function(function), world(world), evaluator(world, true), builder(function.getContext()) {}

  bool run() {
    Values values;
    visit(function.getBody().front(), values);
    return changed;
  }

private:
  using Key = std::pair<ObjectOp, StringAttr>;
  /// What was assigned to attributes.
  using Values = llvm::MapVector<Key, Value>;

  /// Each gives false where it is not clear what comes after.
  bool visit(Block &block, Values &values);
  bool visit(Operation *op, Values &values);
  bool visitGet(GetAttrOp op, Values &values);
  bool visitSet(SetAttrOp op, Values &values);
  bool visitIf(IfOp op, Values &values);
  bool visitOther(Operation *op, Values &values);
  bool isOpaque(CallOp call);
  ObjectOp getObject(Value value, StringRef name);
  Value getStart(const Key &key, Operation *before);
  bool merge(IfOp op, const Values &thenValues, const Values &elseValues, Values &values);

  FuncOp function;
  World &world;
  Evaluator evaluator;
  OpBuilder builder;
  /// How many branches of a condition this is in.
  unsigned depth = 0;
  bool changed = false;
};
} // namespace

static Attribute getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : Attribute();
}

/// The object of the world whose attribute `name` is written plainly; null for
/// others.
ObjectOp AttributePromoter::getObject(Value value, StringRef name) {
  auto object = world.lookup<ObjectOp>(getConstant(value));
  return object && world.isAssigned(object, name) ? object : ObjectOp();
}

/// What the object held when the call started; null where it did not have it.
Value AttributePromoter::getStart(const Key &key, Operation *before) {
  ObjectOp object = key.first;
  Attribute field = object.getFields().get(key.second);
  if (!field)
    return {};
  builder.setInsertionPoint(before);
  return materialize(builder, before->getLoc(), world, field);
}

bool AttributePromoter::visitGet(GetAttrOp op, Values &values) {
  if (ObjectOp object = getObject(op.getObject(), op.getName())) {
    Key key(object, op.getNameAttr());
    auto found = values.find(key);
    Value value = found != values.end() ? found->second : getStart(key, op);
    if (!value)
      return false;
    op.getValue().replaceAllUsesWith(value);
    op.erase();
    changed = true;
    return true;
  }
  // Which object is not known yet; it may have been assigned to.
  return !world.isAssigned(op.getName()) || !isa<PyObjectType, PyUnionType>(op.getObject().getType()) ||
         getConstant(op.getObject());
}

bool AttributePromoter::visitSet(SetAttrOp op, Values &values) {
  ObjectOp object = getObject(op.getObject(), op.getName());
  if (!object)
    return false;
  values[{object, op.getNameAttr()}] = op.getValue();
  // Under a condition it is one only once that is merged.
  if (depth == 0 && !op->hasAttr("at_commit")) {
    op->setAttr("at_commit", builder.getUnitAttr());
    changed = true;
  }
  return true;
}

/// Whether a call may assign to attributes.
bool AttributePromoter::isOpaque(CallOp call) {
  static const llvm::StringSet<> assigning = {"builtins.setattr", "builtins.delattr", "builtins.exec", "builtins.eval",
                                              "builtins.map",     "builtins.next",    "builtins.vars"};
  if (auto method = call.getCallee().getDefiningOp<GetAttrOp>())
    return !isa<PyTensorType, PyListType, PyTupleType, PyDictType, PyStrType, PyIntType, PyFloatType>(
        method.getObject().getType());
  Attribute callee = getConstant(call.getCallee());
  Callee target =
      evaluator.resolveCallee(callee ? Knowledge::ofConstant(callee) : Knowledge::ofType(call.getCallee().getType()));
  return target.library.empty() || assigning.contains(target.library);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Puts assignments after a condition in the place of those in its branches.
bool AttributePromoter::merge(IfOp op, const Values &thenValues, const Values &elseValues, Values &values) {
  // 1. What differs, and what it is at the end of each branch.
  Values merged;
  for (const Values *branch : {&thenValues, &elseValues})
    for (auto &[key, value] : *branch)
      if (values.lookup(key) != value)
        merged.insert({key, Value()});
  if (merged.empty())
    return true;
  SmallVector<Value> ends[2];
  for (auto &[key, result] : merged) {
    for (auto [branch, end] : llvm::zip(ArrayRef{&thenValues, &elseValues}, ends)) {
      Value value = branch->lookup(key);
      end.push_back(value ? value : getStart(key, op));
      if (!end.back())
        return false;
    }
  }
  // 2. The same condition with more results.
  SmallVector<Type> types(op.getResultTypes());
  types.append(merged.size(), PyObjectType::get(builder.getContext()));
  builder.setInsertionPoint(op);
  auto wider = IfOp::create(builder, op.getLoc(), types, op.getCondition());
  for (auto [from, to, end] : llvm::zip(op->getRegions(), wider->getRegions(), ends)) {
    to.takeBody(from);
    // A branch that raises hands nothing on.
    if (auto yield = dyn_cast<YieldOp>(to.front().back()))
      yield->insertOperands(yield->getNumOperands(), end);
    to.walk([](SetAttrOp set) { set.erase(); });
  }
  for (auto [from, to] : llvm::zip(op.getResults(), wider.getResults()))
    from.replaceAllUsesWith(to);
  // 3. The assignments.
  auto added = wider.getResults().drop_front(op.getNumResults());
  builder.setInsertionPointAfter(wider);
  for (auto [entry, result] : llvm::zip(merged, added)) {
    auto [object, name] = entry.first;
    Value target = ConstantOp::create(builder, op.getLoc(),
                                      PyInstanceType::get(builder.getContext(), FlatSymbolRefAttr::get(object)),
                                      RefAttr::get(builder.getContext(), FlatSymbolRefAttr::get(object)));
    auto set = SetAttrOp::create(builder, op.getLoc(), target, name, result);
    visitSet(set, values);
  }
  op.erase();
  changed = true;
  return true;
}

bool AttributePromoter::visitIf(IfOp op, Values &values) {
  Values branches[2] = {values, values};
  ++depth;
  bool clear = visit(op.getThenRegion().front(), branches[0]);
  // Both ways, so that what is in the other one gets known as well.
  if (!op.getElseRegion().empty())
    clear &= visit(op.getElseRegion().front(), branches[1]);
  --depth;
  return clear && merge(op, branches[0], branches[1], values);
}

/// Loops and the like: nothing may assign inside.
bool AttributePromoter::visitOther(Operation *op, Values &values) {
  for (Region &region : op->getRegions()) {
    WalkResult assigns = region.walk([](Operation *inner) {
      return isa<SetAttrOp, DelAttrOp>(inner) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (assigns.wasInterrupted())
      return false;
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!visit(block, values))
        return false;
  return true;
}

bool AttributePromoter::visit(Operation *op, Values &values) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](GetAttrOp op) { return visitGet(op, values); })
      .Case([&](SetAttrOp op) { return visitSet(op, values); })
      .Case([&](CallOp op) { return !isOpaque(op); })
      .Case<DelAttrOp, PythonOp>([](auto) { return false; })
      .Case([&](IfOp op) { return visitIf(op, values); })
      .Default([&](Operation *op) { return op->getNumRegions() == 0 || visitOther(op, values); });
}

bool AttributePromoter::visit(Block &block, Values &values) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (!visit(&op, values))
      return false;
  return true;
}

bool janus::imperative::promoteAttributes(FuncOp function, World &world) {
  return world.assignsAttributes() && AttributePromoter(function, world).run();
}

namespace {
struct PromoteAttributesPass : public janus::imperative::impl::PromoteAttributesBase<PromoteAttributesPass> {
  void runOnOperation() override {
    World world(getOperation());
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function))
        promoteAttributes(function, world);
  }
};
} // namespace
