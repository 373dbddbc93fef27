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
  SmallVector<size_t> candidates;
  for (auto [index, param] : llvm::enumerate(params))
    if (!isVariadic(param))
      candidates.push_back(index);
  if (defaults.size() > candidates.size())
    return complain("has more defaults than parameters");
  for (auto [index, value] : llvm::zip(ArrayRef(candidates).take_back(defaults.size()), defaults))
    if (!values[index])
      values[index] = value;
  for (size_t index : candidates) {
    if (values[index])
      continue;
    Attribute value = params[index].getDefaultValue();
    if (!value)
      return complain("is missing the argument '" + params[index].getName() + "'");
    values[index] = materialize(builder, loc, world, value);
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
