//===- Calls.cpp - calls and closures -------------------------------------===//

#include "Emitter.h"

using namespace janus;
using namespace mlir;
using namespace janus::imperative;

/// How an argument is given: `""`, `"*"`, `"**"` or its keyword.
static StringRef nameOf(CallOp op, size_t index) {
  return op.getNames() ? cast<StringAttr>((*op.getNames())[index]).getValue() : StringRef();
}

static bool isStar(StringRef name) { return name == "*" || name == "**"; }

/// The runtime's function that does what a helper of janusc does, or null. The
/// constant holds the helper itself, for those that have none.
static const python::RuntimeFunction *findHelper(CallOp op) {
  auto constant = op.getCallee().getDefiningOp<ConstantOp>();
  auto builtin = constant ? dyn_cast<BuiltinAttr>(constant.getValue()) : BuiltinAttr();
  StringRef name = builtin ? builtin.getName() : StringRef();
  if (!name.consume_front("janusc.helpers.") && !name.consume_front("janusc.python."))
    return nullptr;
  const python::RuntimeFunction *function = python::findRuntimeFunction(name);
  bool plain = function && function->parameters.size() == function->count('O') && !op.getNames() &&
               op.getArguments().size() == function->count('O');
  return plain ? function : nullptr;
}

LogicalResult Emitter::emitCall(CallOp op) {
  if (const python::RuntimeFunction *helper = findHelper(op)) {
    SmallVector<Value> results = invoke(helper->name, objects(op.getArguments()));
    values.map(op.getResult(), results.empty() ? singleton(python::Singleton::None) : results[0]);
    return success();
  }
  SmallVector<StringRef> names;
  for (size_t i = 0; i < op.getArguments().size(); ++i) {
    StringRef name = nameOf(op, i);
    if (isStar(name))
      return emitStarCall(op), success();
    if (!name.empty())
      names.push_back(name);
  }
  SmallVector<Value> operands = {object(op.getCallee())};
  llvm::append_range(operands, objects(op.getArguments()));
  values.map(op.getResult(), invoke(names.empty() ? "call" : "call_names", operands, names)[0]);
  return success();
}

/// The positional arguments as a tuple, or as the one iterable that is unpacked.
Value Emitter::positionalArguments(CallOp op) {
  SmallVector<Value> arguments;
  SmallVector<bool> starred;
  for (auto [index, argument] : llvm::enumerate(op.getArguments())) {
    StringRef name = nameOf(op, index);
    if (!name.empty() && name != "*")
      continue;
    arguments.push_back(argument);
    starred.push_back(name == "*");
  }
  if (!llvm::is_contained(starred, true))
    return invoke("build_tuple", objects(arguments))[0];
  if (arguments.size() == 1)
    return object(arguments[0]);
  return invoke("list_to_tuple", buildList(arguments, ArrayRef<bool>(starred)))[0];
}

/// The keyword arguments as a dict, merged in order; None if there are none.
Value Emitter::keywordArguments(CallOp op, Value callee) {
  SmallVector<Value> pairs;
  Value dict;
  auto flush = [&] {
    if (dict && pairs.empty())
      return;
    Value part = invoke("build_dict", pairs)[0];
    if (dict)
      invoke("dict_merge", {callee, dict, part});
    else
      dict = part;
    pairs.clear();
  };
  // A dict that was made for this call alone needs no copy.
  if (Value last = op.getArguments().empty() ? Value() : op.getArguments().back();
      last && last.getDefiningOp<BuildDictOp>() && last.hasOneUse() &&
      nameOf(op, op.getArguments().size() - 1) == "**" &&
      llvm::count_if(op.getNamesAttr().getAsValueRange<StringAttr>(),
                     [](StringRef name) { return !name.empty() && name != "*"; }) == 1)
    return object(last);
  bool any = false;
  for (auto [index, argument] : llvm::enumerate(op.getArguments())) {
    StringRef name = nameOf(op, index);
    if (name.empty() || name == "*")
      continue;
    any = true;
    if (name != "**") {
      pairs.push_back(python::NameOp::create(b, loc, objectType, name));
      pairs.push_back(object(argument));
      continue;
    }
    flush();
    invoke("dict_merge", {callee, dict, object(argument)});
  }
  if (!any)
    return singleton(python::Singleton::None);
  flush();
  return dict;
}

void Emitter::emitStarCall(CallOp op) {
  Value callee = object(op.getCallee());
  Value positional = positionalArguments(op);
  Value keywords = keywordArguments(op, callee);
  values.map(op.getResult(), invoke("call_star", {callee, positional, keywords})[0]);
}

void Emitter::emitClosure(MakeClosureOp op) {
  SmallVector<Value> operands = {object(op.getCode())};
  for (Value part : {op.getDefaults(), op.getKwdefaults(), op.getAnnotations()})
    operands.push_back(part ? object(part) : singleton(python::Singleton::None));
  for (Value cell : op.getCaptures())
    operands.push_back(values.lookup(cell));
  values.map(op.getResult(), invoke("make_closure", operands)[0]);
}
