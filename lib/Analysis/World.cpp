//===- World.cpp - reading the closed world -------------------------------===//

#include "janus/Analysis/World.h"
#include "janus/Analysis/Builtins.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

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
