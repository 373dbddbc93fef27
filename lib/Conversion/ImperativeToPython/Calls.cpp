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

/// Whether all that is done with an attribute is to call it, without unpacking.
static bool isOnlyCalled(GetAttrOp op) {
  if (!op.getValue().hasOneUse())
    return false;
  OpOperand &use = *op.getValue().use_begin();
  auto call = dyn_cast<CallOp>(use.getOwner());
  if (!call || use.getOperandNumber() != 0 || call->getBlock() != op->getBlock())
    return false;
  return !call.getNames() || llvm::none_of(call.getNamesAttr().getAsValueRange<StringAttr>(), isStar);
}

void Emitter::emitGetAttr(GetAttrOp op) {
  if (!isOnlyCalled(op)) {
    values.map(op.getValue(), invoke("get_attr", object(op.getObject()), op.getName())[0]);
    return;
  }
  SmallVector<Value> found = invoke("load_method", object(op.getObject()), op.getName(), {}, 2);
  methods[op.getValue()] = {found[0], found[1]};
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
  SmallVector<Value> operands;
  auto method = methods.find(op.getCallee());
  bool isMethod = method != methods.end();
  if (isMethod)
    operands = {method->second.first, method->second.second};
  else
    operands = {object(op.getCallee())};
  llvm::append_range(operands, objects(op.getArguments()));
  StringRef callee =
      names.empty() ? (isMethod ? "call_method" : "call") : (isMethod ? "call_method_names" : "call_names");
  values.map(op.getResult(), invoke(callee, operands, names)[0]);
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
