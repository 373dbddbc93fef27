//===- World.cpp - reading the closed world -------------------------------===//

#include "janus/Analysis/World.h"
#include "janus/Analysis/Builtins.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

World::World(ModuleOp module) : module(module), symbols(module) {
  module.walk([&](Operation *op) {
    if (auto set = dyn_cast<SetAttrOp>(op))
      writtenAttributes.insert(set.getName());
    else if (auto del = dyn_cast<DelAttrOp>(op))
      writtenAttributes.insert(del.getName());
    else if (auto set = dyn_cast<SetGlobalOp>(op))
      writtenGlobals.insert(set.getName());
    else if (auto del = dyn_cast<DelGlobalOp>(op))
      writtenGlobals.insert(del.getName());
  });
}

Attribute World::getGlobal(FlatSymbolRefAttr globals, StringRef name) {
  if (globals)
    if (auto object = symbols.lookup<ObjectOp>(globals.getAttr()))
      if (Attribute field = object.getFields().get(name))
        return field;
  // The world writes down every global that the code names, so a name it lacks
  // is a builtin or unbound.
  if (isBuiltinName(name))
    return BuiltinAttr::get(module.getContext(), ("builtins." + name).str());
  return {};
}
