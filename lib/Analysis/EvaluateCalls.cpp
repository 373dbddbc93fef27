//===- EvaluateCalls.cpp - what calls call, and what they give ------------===//

#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/Evaluator.h"
#include "janus/Library/Library.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// A class of torch.nn that the table knows as a whole, e.g. an LSTM: the name
/// of its forward, or nothing.
static std::string getModuleEntry(ObjectOp object) {
  StringRef className = object.getClassName();
  if (!className.starts_with("torch.nn."))
    return "";
  std::string name = ("torch.nn." + className.substr(className.rfind('.') + 1) + ".forward").str();
  return library::lookup(object.getContext(), name) ? name : "";
}

Callee Evaluator::resolveCallee(const Knowledge &callee) {
  Callee result;
  Attribute target = callee.getConstant();
  if (auto function = callee.getTypeAs<PyFunctionType>(); function && !target) {
    target = function.getCallee();
    result.boundToValue = !callee.getElements().empty();
    // A method of one of several objects.
    if (!result.boundToValue && !isa<RefAttr>(target))
      return {};
  }
  // A callable object leads to a method, a method to its function.
  while (target) {
    if (auto method = dyn_cast<MethodAttr>(target)) {
      result.self = method.getSelf();
      target = method.getFunction();
    } else if (auto builtin = dyn_cast<BuiltinAttr>(target)) {
      result.library = builtin.getName();
      return result;
    } else if (auto function = world.lookup<FuncOp>(target)) {
      result.function = function;
      return result;
    } else if (auto object = world.lookup<ObjectOp>(target)) {
      if (std::string name = getModuleEntry(object); !name.empty()) {
        result.self = target;
        result.library = BuiltinAttr::get(getContext(), name).getName();
        return result;
      }
      target = object.getCallAttr();
    } else {
      return {};
    }
  }
  return {};
}

/// The names of a call's arguments, one for each.
SmallVector<StringRef> janus::getArgumentNames(CallOp call) {
  SmallVector<StringRef> names(call.getArguments().size());
  if (auto given = call.getNames())
    for (auto [name, attribute] : llvm::zip(names, given->getAsValueRange<StringAttr>()))
      name = attribute;
  return names;
}

Knowledge Evaluator::evaluateCall(CallOp op, ArrayRef<Knowledge> operands) {
  Callee callee = resolveCallee(operands.front());
  if (!callee)
    return unknown("what is called is not known");
  if (callee.function)
    return unknown("the call of " + callee.function.getSymName() + " is not inlined");
  SmallVector<Knowledge> arguments;
  SmallVector<StringRef> names = getArgumentNames(op);
  if (callee.self || callee.boundToValue) {
    arguments.push_back(callee.self ? world.describe(callee.self) : operands.front().getElements().front());
    names.insert(names.begin(), "");
  }
  llvm::append_range(arguments, operands.drop_front());
  if (llvm::is_contained(names, "*") || llvm::is_contained(names, "**"))
    return unknown("the unpacked argument's length is not known");
  if (auto result = evaluateBuiltin(*this, callee.library, arguments, names))
    return *result;
  if (callee.library.starts_with("torch.optim.") || isGradModeChange(callee.library))
    return Knowledge::ofType(PyNoneType::get(getContext()));
  if (!arguments.empty())
    callee.library = getArrayFunction(callee.library, arguments.front().getType());
  const library::Function *function = library::lookup(getContext(), callee.library);
  if (!function)
    return unknown(callee.library + " is not in the library table");
  std::string why;
  auto bindings = library::bindArguments(*function, names, why);
  if (failed(bindings))
    return unknown(why);
  SmallVector<Knowledge> bound;
  for (auto [binding, parameter] : llvm::zip(*bindings, function->parameters)) {
    if (binding.kind == library::Binding::Kind::Default) {
      bound.push_back(constant(parameter.defaultValue));
    } else if (binding.kind == library::Binding::Kind::Argument) {
      bound.push_back(arguments[binding.arguments.front()]);
    } else {
      std::vector<Knowledge> rest;
      for (unsigned index : binding.arguments)
        rest.push_back(arguments[index]);
      bound.push_back(Knowledge::ofElements(getContext(), std::move(rest)));
    }
  }
  return evaluateLibrary(*function, bound);
}
