//===- World.cpp - reading the closed world -------------------------------===//

#include "janus/Analysis/World.h"
#include "janus/Analysis/Builtins.h"
#include "janus/Library/Library.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

World::World(ModuleOp module) : module(module), symbols(module), defaultDtype(library::defaultDtypeOf(module)) {
  auto isManager = [](StringRef name) {
    return name.ends_with("no_grad") || name.ends_with("enable_grad") || name.ends_with("set_grad_enabled") ||
           name.ends_with("inference_mode");
  };
  if (auto names = module->getAttrOfType<ArrayAttr>("imperative.absent"))
    for (StringRef name : names.getAsValueRange<StringAttr>())
      absent.insert(name);
  module.walk([&](Operation *op) {
    if (auto set = dyn_cast<SetAttrOp>(op))
      assigned.insert(set.getName());
    else if (auto del = dyn_cast<DelAttrOp>(op))
      assigned.insert(del.getName());
    if (auto attribute = dyn_cast<GetAttrOp>(op))
      namesGradMode |= isManager(attribute.getName());
    else if (auto global = dyn_cast<GetGlobalOp>(op))
      namesGradMode |= isManager(global.getName());
    else if (auto constant = dyn_cast<ConstantOp>(op))
      if (auto builtin = dyn_cast<BuiltinAttr>(constant.getValue()))
        namesGradMode |= isManager(builtin.getName());
    // An object may hold the manager's class, as what @torch.no_grad() makes does.
    if (auto object = dyn_cast<ObjectOp>(op))
      object->getAttrDictionary().walk([&](BuiltinAttr builtin) { namesGradMode |= isManager(builtin.getName()); });
  });
}

bool World::isAssigned(ObjectOp object, StringRef name) const {
  if (!assigned.contains(name))
    return false;
  auto writable = object->getAttrOfType<ArrayAttr>("writable");
  return writable && llvm::is_contained(writable.getAsValueRange<StringAttr>(), name);
}

Knowledge World::describe(Attribute constant) {
  if (auto state = lookup<StateOp>(constant))
    return Knowledge::ofType(state.getType());
  auto tuple = dyn_cast<ArrayAttr>(constant);
  if (!tuple)
    return Knowledge::ofConstant(constant);
  std::vector<Knowledge> elements;
  for (Attribute element : tuple)
    elements.push_back(describe(element));
  return Knowledge::ofElements(getContext(), std::move(elements));
}

Attribute World::getImplementation(StringRef name) const {
  auto functions = module->getAttrOfType<DictionaryAttr>("imperative.implementations");
  return functions ? functions.get(name) : Attribute();
}

Attribute World::getGlobal(FlatSymbolRefAttr globals, StringRef name) {
  if (globals)
    if (auto object = symbols.lookup<ObjectOp>(globals.getAttr()))
      if (Attribute field = object.getFields().get(name))
        return field;
  // The world writes down every global that the code names, so a name it lacks
  // is a builtin or unbound.
  if (isBuiltinName(name))
    return BuiltinAttr::get(getContext(), ("builtins." + name).str());
  return {};
}
