//===- BindArguments.cpp - Python's binding of arguments ------------------===//

#include "BindArguments.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

namespace {
/// Fills the parameters of one call.
class Binder {
public:
  Binder(OpBuilder &builder, Location loc, World &world, FuncOp function, std::string &reason)
      : builder(builder), loc(loc), world(world), name(function.getSymName()), reason(reason) {
    if (ArrayAttr attributes = function.getParamsAttr())
      for (ParamAttr param : attributes.getAsRange<ParamAttr>())
        params.push_back(param);
    values.resize(params.size());
  }

  LogicalResult bindPositional(ArrayRef<Argument> arguments);
  LogicalResult bindKeywords(ArrayRef<Argument> arguments);
  LogicalResult fillDefaults(ValueRange defaults);
  SmallVector<Value> take() { return std::move(values); }

private:
  LogicalResult complain(const Twine &what) {
    reason = (name + "() " + what).str();
    return failure();
  }
  static bool takesPositional(ParamAttr param) {
    return param.getKind() == ParamKind::PositionalOnly || param.getKind() == ParamKind::Positional;
  }
  static bool isVariadic(ParamAttr param) {
    return param.getKind() == ParamKind::VarPositional || param.getKind() == ParamKind::VarKeyword;
  }

  OpBuilder &builder;
  Location loc;
  World &world;
  StringRef name;
  std::string &reason;
  SmallVector<ParamAttr> params;
  SmallVector<Value> values;
};
} // namespace

LogicalResult Binder::bindPositional(ArrayRef<Argument> arguments) {
  SmallVector<Value> rest;
  size_t next = 0;
  for (const Argument &argument : arguments) {
    if (!argument.name.empty())
      continue;
    if (next < params.size() && takesPositional(params[next]))
      values[next++] = argument.value;
    else
      rest.push_back(argument.value);
  }
  auto *variadic = llvm::find_if(params, [](ParamAttr p) { return p.getKind() == ParamKind::VarPositional; });
  if (variadic == params.end())
    return rest.empty() ? success() : complain("takes fewer positional arguments than are given");
  auto type = PyTupleType::get(builder.getContext(), SmallVector<Type>(ValueRange(rest).getTypes()));
  values[variadic - params.begin()] = BuildTupleOp::create(builder, loc, type, rest, nullptr);
  return success();
}

LogicalResult Binder::bindKeywords(ArrayRef<Argument> arguments) {
  SmallVector<Value> keys, rest;
  auto *variadic = llvm::find_if(params, [](ParamAttr p) { return p.getKind() == ParamKind::VarKeyword; });
  for (const Argument &argument : arguments) {
    if (argument.name.empty())
      continue;
    auto *param = llvm::find_if(params, [&](ParamAttr candidate) {
      return candidate.getName() == argument.name && !isVariadic(candidate) &&
             candidate.getKind() != ParamKind::PositionalOnly;
    });
    if (param == params.end()) {
      if (variadic == params.end())
        return complain("got an unexpected keyword argument '" + argument.name + "'");
      keys.push_back(materialize(builder, loc, world, builder.getStringAttr(argument.name)));
      rest.push_back(argument.value);
      continue;
    }
    Value &value = values[param - params.begin()];
    if (value)
      return complain("got multiple values for argument '" + argument.name + "'");
    value = argument.value;
  }
  if (variadic == params.end())
    return success();
  Type valueType = PyObjectType::get(builder.getContext());
  auto type = PyDictType::get(builder.getContext(), PyStrType::get(builder.getContext()), valueType);
  values[variadic - params.begin()] = BuildDictOp::create(builder, loc, type, keys, rest, nullptr);
  return success();
}

LogicalResult Binder::fillDefaults(ValueRange defaults) {
  // The signature of a nested function says `unit` where `defaults` has one.
  size_t next = 0;
  for (auto [param, value] : llvm::zip(params, values)) {
    Attribute known = param.getDefaultValue();
    Value evaluated;
    if (isa_and_nonnull<UnitAttr>(known)) {
      if (next == defaults.size())
        return complain("has fewer defaults than its signature says");
      evaluated = defaults[next++];
    }
    if (value || isVariadic(param))
      continue;
    if (!known)
      return complain("is missing the argument '" + param.getName() + "'");
    value = evaluated ? evaluated : materialize(builder, loc, world, known);
  }
  return success();
}

FailureOr<SmallVector<Value>> janus::imperative::bindArguments(OpBuilder &builder, Location loc, World &world,
                                                               FuncOp function, ArrayRef<Argument> arguments,
                                                               ValueRange defaults, std::string &reason) {
  Binder binder(builder, loc, world, function, reason);
  if (failed(binder.bindPositional(arguments)) || failed(binder.bindKeywords(arguments)) ||
      failed(binder.fillDefaults(defaults)))
    return failure();
  return binder.take();
}
