//===- GrowLists.cpp - lists that loops append to -------------------------===//
//
// Where it is not known how often a loop appends, no list of known elements can
// stand for the list (PromoteLists.cpp). But as long as this function alone has it,
// appends to it and looks at it, its elements can be a value: the variable that holds
// the list becomes one that holds the elements, and promotion carries it through loops.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace janus::imperative {
#define GEN_PASS_DEF_GROWLISTS
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"
} // namespace janus::imperative

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
class ListGrower {
public:
  explicit ListGrower(BuildListOp list) : list(list) {}

  bool grow();

private:
  bool collect();
  bool isRead(OpOperand &use);
  void rewrite();

  BuildListOp list;
  SmallVector<GetAttrOp> methods;
  SmallVector<CallOp> appends;
  SmallVector<OpOperand *> reads;
};
} // namespace

/// Functions that look at the elements of a list and keep nothing of it.
static bool isReader(Value callee) {
  static const llvm::StringSet<> names = {"builtins.len", "builtins.zip", "builtins.enumerate", "builtins.reversed",
                                          "torch.cat",    "torch.concat", "torch.concatenate",  "torch.stack"};
  auto constant = callee.getDefiningOp<ConstantOp>();
  auto builtin = constant ? dyn_cast<BuiltinAttr>(constant.getValue()) : BuiltinAttr();
  return builtin && names.contains(builtin.getName());
}

bool ListGrower::isRead(OpOperand &use) {
  unsigned number = use.getOperandNumber();
  return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
      .Case<ForOp, GetItemOp>([&](auto) { return number == 0; })
      .Case<LibraryCallOp, TruthOp>([](auto) { return true; })
      .Case([&](CallOp call) { return number != 0 && isReader(call.getCallee()); })
      .Default(false);
}

/// Whether values cross every region between `op` and the block of the list.
static bool isReachable(Operation *op, Block *block) {
  for (; op->getBlock() != block; op = op->getParentOp())
    if (!isa_and_nonnull<IfOp, WhileOp, ForOp>(op->getParentOp()))
      return false;
  return true;
}

bool ListGrower::collect() {
  for (OpOperand &use : list->getUses()) {
    auto method = dyn_cast<GetAttrOp>(use.getOwner());
    if (!method) {
      if (!isRead(use))
        return false;
      reads.push_back(&use);
      continue;
    }
    if (method.getName() != "append")
      return false;
    methods.push_back(method);
    for (OpOperand &called : method->getUses()) {
      auto call = dyn_cast<CallOp>(called.getOwner());
      if (!call || called.getOperandNumber() != 0 || call.getNames() || call.getArguments().size() != 1)
        return false;
      appends.push_back(call);
    }
  }
  auto isInside = [&](Operation *op) { return isReachable(op, list->getBlock()); };
  if (!llvm::all_of(appends, isInside) ||
      !llvm::all_of(reads, [&](OpOperand *read) { return isInside(read->getOwner()); }))
    return false;
  // A loop over the list sees what is appended on the way.
  for (OpOperand *read : reads)
    for (CallOp append : appends)
      if (read->getOwner()->isProperAncestor(append))
        return false;
  // Iterators that outlive what is asked of them here would see it, too.
  for (OpOperand *read : reads)
    if (isa<CallOp, LibraryCallOp>(read->getOwner()))
      for (Operation *user : read->getOwner()->getUsers())
        for (CallOp append : appends)
          if (isa<ForOp>(user) && user->isProperAncestor(append))
            return false;
  return llvm::any_of(
      appends, [](CallOp append) { return append->getParentOfType<ForOp>() || append->getParentOfType<WhileOp>(); });
}

void ListGrower::rewrite() {
  OpBuilder builder(list);
  Type object = PyObjectType::get(list.getContext());
  Value cell = CellOp::create(builder, list.getLoc(), "list");
  Value first = ElementsOp::create(builder, list.getLoc(), object, list.getElements());
  StoreOp::create(builder, list.getLoc(), first, cell);
  for (OpOperand *read : reads) {
    builder.setInsertionPoint(read->getOwner());
    read->set(LoadOp::create(builder, read->getOwner()->getLoc(), object, cell));
  }
  for (CallOp append : appends) {
    builder.setInsertionPoint(append);
    Location loc = append.getLoc();
    Value before = LoadOp::create(builder, loc, object, cell);
    StoreOp::create(builder, loc, AppendOp::create(builder, loc, object, append.getArguments()[0], before), cell);
    append.getResult().replaceAllUsesWith(
        ConstantOp::create(builder, loc, PyNoneType::get(list.getContext()), NoneAttr::get(list.getContext())));
    append.erase();
  }
  for (GetAttrOp method : methods)
    method.erase();
  list.erase();
}

bool ListGrower::grow() {
  if (list.getStarred() || !collect())
    return false;
  rewrite();
  return true;
}

bool janus::imperative::growLists(FuncOp function) {
  SmallVector<BuildListOp> lists;
  function.walk([&](BuildListOp list) { lists.push_back(list); });
  bool changed = false;
  for (BuildListOp list : lists)
    changed |= ListGrower(list).grow();
  return changed;
}

namespace {
struct GrowListsPass : public janus::imperative::impl::GrowListsBase<GrowListsPass> {
  void runOnOperation() override {
    for (FuncOp function : getOperation().getOps<FuncOp>())
      if (isEntry(function))
        growLists(function);
  }
};
} // namespace
