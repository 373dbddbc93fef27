//===- ResolveCalls.cpp - calls of the library ----------------------------===//

#include "ResolveOps.h"
#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Library/Library.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// zip(*list) of a list of tuples: its columns, each a list.
Value Resolver::unzip(CallOp op) {
  auto list = dyn_cast<PySequenceType>(op.getArguments()[0].getType());
  auto tuple = list ? dyn_cast<PyTupleType>(list.getElement()) : PyTupleType();
  bool isLooped = llvm::all_of(op->getUsers(), llvm::IsaPred<ForOp>) && op->hasOneUse();
  if (!tuple || !isLooped || evaluator.resolveCallee(known(op.getCallee())).library != "builtins.zip")
    return {};
  SmallVector<Value> columns;
  for (auto [index, type] : llvm::enumerate(tuple.getElements())) {
    Value number = constant(op.getLoc(), getIntAttr(op.getContext(), index));
    columns.push_back(callUnlisted(op.getLoc(), "janusc.column", {op.getArguments()[0], number},
                                   PySequenceType::get(op.getContext(), type)));
  }
  return buildTuple(op.getLoc(), columns);
}

/// f(*args, **kwargs) with arguments that are known one by one.
Value Resolver::expandUnpacked(CallOp op) {
  if (op.getArguments().size() == 1)
    if (Value columns = unzip(op))
      return columns;
  SmallVector<Value> arguments;
  SmallVector<Attribute> names;
  for (auto [name, argument] : llvm::zip(getArgumentNames(op), op.getArguments())) {
    if (name == "*") {
      auto elements = getElementValues(op.getLoc(), argument);
      if (!elements)
        return {};
      llvm::append_range(arguments, *elements);
      names.append(elements->size(), builder.getStringAttr(""));
    } else if (name == "**") {
      auto entries = getEntries(op.getLoc(), argument);
      if (!entries)
        return {};
      for (auto [key, value] : *entries) {
        if (!isa<StringAttr>(key))
          return {};
        names.push_back(key);
        arguments.push_back(value);
      }
    } else {
      names.push_back(builder.getStringAttr(name));
      arguments.push_back(argument);
    }
  }
  auto call =
      CallOp::create(builder, op.getLoc(), op.getType(), op.getCallee(), arguments, builder.getArrayAttr(names));
  call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return call.getResult();
}

Value Resolver::resolveCall(CallOp op) {
  SmallVector<StringRef> names = getArgumentNames(op);
  if (llvm::is_contained(names, "*") || llvm::is_contained(names, "**"))
    return expandUnpacked(op);
  Callee callee = evaluator.resolveCallee(known(op.getCallee()));
  if (callee.library.empty())
    return {};
  SmallVector<Value> arguments;
  if (callee.boundToValue) {
    auto method = op.getCallee().getDefiningOp<GetAttrOp>();
    if (!method)
      return {};
    arguments.push_back(method.getObject());
    names.insert(names.begin(), "");
  } else if (callee.self) {
    arguments.push_back(constant(op.getLoc(), callee.self));
    names.insert(names.begin(), "");
  }
  llvm::append_range(arguments, op.getArguments());
  if (!arguments.empty())
    callee.library = getArrayFunction(callee.library, arguments.front().getType());
  bool positional = llvm::all_of(names, [](StringRef name) { return name.empty(); });
  if (positional)
    if (Value value = resolveBuiltin(op, callee.library, arguments))
      return value;
  if (callee.library.starts_with("torch.optim.") && !library::lookup(op.getContext(), callee.library)) {
    if (!positional)
      return {};
    return callUnlisted(op.getLoc(), callee.library, arguments, PyNoneType::get(op.getContext()));
  }
  if (isGradModeChange(callee.library))
    return callUnlisted(op.getLoc(), callee.library, {}, PyNoneType::get(op.getContext()));
  if (callee.library == "torch.nn.LSTM.forward" && positional)
    return resolveLstm(op.getLoc(), arguments);
  return bindAndCall(op.getLoc(), callee.library, arguments, names);
}

/// Calls the table's entry with its arguments bound and defaults filled in.
Value Resolver::bindAndCall(Location loc, StringRef name, ValueRange arguments, ArrayRef<StringRef> names) {
  const library::Function *entry = library::lookup(builder.getContext(), name);
  std::string reason;
  if (!entry)
    return {};
  auto bindings = library::bindArguments(*entry, names, reason);
  if (failed(bindings))
    return {};
  SmallVector<Value> operands;
  for (auto [binding, parameter] : llvm::zip(*bindings, entry->parameters)) {
    if (binding.kind == library::Binding::Kind::Default) {
      operands.push_back(constant(loc, parameter.defaultValue));
    } else if (binding.kind == library::Binding::Kind::Argument) {
      operands.push_back(arguments[binding.arguments.front()]);
    } else {
      SmallVector<Value> rest;
      for (unsigned index : binding.arguments)
        rest.push_back(arguments[index]);
      operands.push_back(buildTuple(loc, rest));
    }
  }
  return callLibrary(loc, entry, operands);
}

/// Iterators over known sequences become calls that the unrolling of loops and
/// the lowering of `range` look at.
static bool isIteration(StringRef name) {
  return name == "builtins.zip" || name == "builtins.enumerate" || name == "builtins.reversed";
}

Value Resolver::resolveBuiltin(CallOp op, StringRef name, ValueRange arguments) {
  MLIRContext *context = op.getContext();
  Location loc = op.getLoc();
  if (name == "builtins.getattr" && arguments.size() >= 2) {
    auto attribute = known(arguments[1]).getConstantAs<StringAttr>();
    if (!attribute || evaluator.getAttribute(known(arguments[0]), attribute.getValue()).isTop())
      return {};
    return GetAttrOp::create(builder, loc, op.getType(), arguments[0], builder.getStringAttr(attribute.getValue()));
  }
  if (name == "builtins.range" && !arguments.empty() && arguments.size() <= 3) {
    if (!llvm::all_of(arguments.getTypes(), llvm::IsaPred<PyIntType, PyBoolType>))
      return {};
    Value zero = constant(loc, getIntAttr(context, 0)), one = constant(loc, getIntAttr(context, 1));
    Value start = arguments.size() == 1 ? zero : arguments[0];
    Value stop = arguments.size() == 1 ? arguments[0] : arguments[1];
    Value step = arguments.size() == 3 ? arguments[2] : one;
    return callUnlisted(loc, name, {start, stop, step}, PyObjectType::get(context));
  }
  if (isIteration(name) && !arguments.empty())
    return callUnlisted(loc, name, arguments, PyObjectType::get(context));
  if ((name == "builtins.tuple" || name == "builtins.list") && arguments.size() == 1) {
    auto elements = getElementValues(loc, arguments[0]);
    if (!elements)
      return {};
    if (name == "builtins.tuple")
      return buildTuple(loc, *elements);
    return BuildListOp::create(builder, loc, op.getType(), *elements, nullptr);
  }
  if (name == "typing.cast" && arguments.size() == 2)
    return arguments[1];
  if (name.consume_front("builtins.dict."))
    return resolveDictMethod(op, name, arguments);
  if ((name == "builtins.min" || name == "builtins.max") && arguments.size() > 1)
    return resolveExtreme(loc, name, arguments);
  if (arguments.size() != 1)
    return {};
  Type type = arguments[0].getType();
  if (name == "builtins.len" && isa<PySequenceType>(type))
    return callUnlisted(loc, name, arguments, PyIntType::get(context));
  if (isa<PyTensorType>(type)) {
    if (name == "builtins.abs" && !isArray(type))
      return callLibrary(loc, "torch.abs", arguments);
    StringRef method = name == "builtins.len"     ? "__len__"
                       : name == "builtins.float" ? "__float__"
                       : name == "builtins.int"   ? "__int__"
                       : name == "builtins.bool"  ? "__bool__"
                                                  : "";
    return method.empty() ? Value() : callLibrary(loc, (getTensorClass(type) + method).str(), arguments);
  }
  bool same = (name == "builtins.int" && isa<PyIntType>(type)) ||
              (name == "builtins.float" && isa<PyFloatType>(type)) ||
              (name == "builtins.bool" && isa<PyBoolType>(type));
  if (same)
    return arguments[0];
  if (name == "builtins.bool" && isa<PyIntType, PyFloatType>(type))
    return TruthOp::create(builder, loc, PyBoolType::get(context), arguments[0]);
  if (!isa<PyIntType, PyFloatType, PyBoolType>(type))
    return {};
  if (name == "builtins.int" || name == "math.floor" || name == "math.ceil")
    return callUnlisted(loc, name, arguments, PyIntType::get(context));
  if (name == "builtins.float")
    return callUnlisted(loc, name, arguments, PyFloatType::get(context));
  if (name == "builtins.abs")
    return callUnlisted(loc, name, arguments, isa<PyBoolType>(type) ? Type(PyIntType::get(context)) : type);
  return {};
}

/// min and max of several numbers of one type.
Value Resolver::resolveExtreme(Location loc, StringRef name, ValueRange arguments) {
  Type type = arguments[0].getType();
  bool areAlike = llvm::all_equal(arguments.getTypes()) && isa<PyIntType, PyFloatType>(type);
  return areAlike ? callUnlisted(loc, name, arguments, type) : Value();
}
