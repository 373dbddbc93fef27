//===- ResolveDicts.cpp - dicts of which the entries are known ------------===//

#include "ResolveOps.h"
#include "janus/Analysis/PythonArithmetic.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// Methods of dicts that only look.
static bool isReading(StringRef method) {
  return method == "get" || method == "items" || method == "keys" || method == "values";
}

/// Whether nothing can change a dict that is made here: it is looked into,
/// unpacked into a call, and nothing else.
static bool isOnlyRead(BuildDictOp dict) {
  return llvm::all_of(dict->getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto call = dyn_cast<CallOp>(user)) {
      unsigned index = use.getOperandNumber();
      if (index != 0 && getArgumentNames(call)[index - 1] == "**")
        return true;
      auto callee = call.getCallee().getDefiningOp<ConstantOp>();
      return callee && callee.getValue() == BuiltinAttr::get(call.getContext(), "builtins.len");
    }
    if (auto method = dyn_cast<GetAttrOp>(user))
      return isReading(method.getName()) && llvm::all_of(method->getUses(), [](OpOperand &use) {
               return isa<CallOp>(use.getOwner()) && use.getOperandNumber() == 0;
             });
    return isa<GetItemOp, CompareOp>(user);
  });
}

std::optional<SmallVector<std::pair<Attribute, Value>>> Resolver::getEntries(Location loc, Value dict) {
  SmallVector<std::pair<Attribute, Value>> entries;
  if (auto op = dict.getDefiningOp<BuildDictOp>()) {
    if (op.getUnpacked() || !isOnlyRead(op))
      return std::nullopt;
    for (auto [key, value] : llvm::zip(op.getKeys(), op.getValues())) {
      // Keys that may be equal without being the same attribute are left alone.
      auto text = known(key).getConstantAs<StringAttr>();
      if (!text)
        return std::nullopt;
      auto *earlier = llvm::find_if(entries, [&](auto &entry) { return entry.first == text; });
      if (earlier != entries.end())
        earlier->second = value;
      else
        entries.emplace_back(text, value);
    }
    return entries;
  }
  auto object = world.lookup<ObjectOp>(known(dict).getConstant());
  // The attribute sorts the entries; `order` has the dict's own order.
  auto order = object ? object->getAttrOfType<ArrayAttr>("order") : ArrayAttr();
  if (!order || !object.getEntries() || order.size() != object.getEntriesAttr().size())
    return std::nullopt;
  for (StringAttr key : order.getAsRange<StringAttr>())
    entries.emplace_back(key, constant(loc, object.getEntriesAttr().get(key)));
  return entries;
}

Value Resolver::resolveDictMethod(CallOp op, StringRef name, ValueRange arguments) {
  Location loc = op.getLoc();
  auto entries = getEntries(loc, arguments[0]);
  if (!entries || !isReading(name))
    return {};
  if (name == "get") {
    auto key = arguments.size() >= 2 ? known(arguments[1]).getConstantAs<StringAttr>() : StringAttr();
    if (!key || arguments.size() > 3)
      return {};
    for (auto [candidate, value] : *entries)
      if (candidate == key)
        return value;
    return arguments.size() == 3 ? arguments[2] : constant(loc, NoneAttr::get(op.getContext()));
  }
  if (arguments.size() != 1)
    return {};
  SmallVector<Value> elements;
  for (auto [key, value] : *entries) {
    if (name == "values") {
      elements.push_back(value);
      continue;
    }
    Value keyValue = constant(loc, key);
    elements.push_back(name == "keys" ? keyValue : buildTuple(loc, {keyValue, value}));
  }
  return buildTuple(loc, elements);
}

/// key in dict, for a dict that is made here.
Value Resolver::resolveCompare(CompareOp op) {
  if (op.getKind() != CompareKind::In && op.getKind() != CompareKind::NotIn)
    return {};
  // A list that is made for the question alone.
  if (auto list = op.getRhs().getDefiningOp<BuildListOp>(); list && list->hasOneUse() && !list.getStarred()) {
    auto elements = llvm::map_to_vector(list.getElements(), [&](Value element) { return known(element); });
    std::optional<bool> found = isAmong(elements, known(op.getLhs()).getConstant());
    return found ? constant(op.getLoc(), getBoolAttr(op.getContext(), *found == (op.getKind() == CompareKind::In)))
                 : Value();
  }
  if (!op.getRhs().getDefiningOp<BuildDictOp>())
    return {};
  auto key = known(op.getLhs()).getConstantAs<StringAttr>();
  auto entries = getEntries(op.getLoc(), op.getRhs());
  if (!key || !entries)
    return {};
  bool found = llvm::any_of(*entries, [&](auto &entry) { return entry.first == key; });
  return constant(op.getLoc(), getBoolAttr(op.getContext(), found == (op.getKind() == CompareKind::In)));
}
