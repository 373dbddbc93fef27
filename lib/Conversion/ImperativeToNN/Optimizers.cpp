//===- Optimizers.cpp - step() and zero_grad() as arithmetic --------------===//
//
// The formulas are those of torch.optim's single-tensor implementations. The
// settings are constants of the world; the learning rate may be a number that
// is read at each call.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;
using library::Emitter;
using library::Operand;

namespace janus {
/// One call of an optimiser's method.
class OptimizerStep {
public:
  OptimizerStep(Functionalizer &parent, Location loc)
      : parent(parent), loc(loc), emitter(parent.builder, loc, /*gradMode=*/false) {}

  LogicalResult zeroGrad(ObjectOp optimizer);
  LogicalResult step(ObjectOp optimizer, StringRef kind);

private:
  /// One parameter with what the optimiser keeps for it.
  struct Parameter {
    Tensor *tensor;
    ObjectOp group, kept;
    Value gradient; // null where .grad is None
  };
  FailureOr<SmallVector<Parameter>> parameters(ObjectOp optimizer);
  FailureOr<Tensor *> stateOf(Attribute reference, StringRef what);
  LogicalResult sgd(Parameter &parameter);
  LogicalResult adam(Parameter &parameter, bool isAdamW);

  /// A setting of a group: a constant or a number that is read.
  FailureOr<Operand> setting(ObjectOp group, StringRef name);
  FailureOr<double> constant(ObjectOp group, StringRef name, double missing = 0);
  LogicalResult requireOff(ObjectOp group, ArrayRef<StringRef> names);
  /// A tensor that the optimiser keeps for a parameter.
  FailureOr<Tensor *> kept(Parameter &parameter, StringRef name);
  LogicalResult write(Tensor *tensor, Value value);

  /// A call of the library table, all operands given.
  FailureOr<Value> call(StringRef name, ArrayRef<Operand> operands);
  FailureOr<Value> add(Value lhs, Value rhs, Operand alpha) { return call("torch.add", {lhs, rhs, alpha}); }
  FailureOr<Value> mul(Value lhs, Operand rhs) { return call("torch.mul", {lhs, rhs}); }
  Operand negated(const Operand &number);

  template <typename OpT> OpT object(Attribute reference) {
    auto ref = dyn_cast_or_null<RefAttr>(reference);
    return ref ? parent.symbols.lookup<OpT>(ref.getSymbol().getAttr()) : OpT();
  }

  Functionalizer &parent;
  Location loc;
  Emitter emitter;
};
} // namespace janus

//===----------------------------------------------------------------------===//
// The world
//===----------------------------------------------------------------------===//

FailureOr<Tensor *> OptimizerStep::stateOf(Attribute reference, StringRef what) {
  auto state = object<StateOp>(reference);
  auto type = state ? dyn_cast<PyTensorType>(state.getType()) : PyTensorType();
  if (!type || !type.getValueType())
    return parent.refuse(loc, what + " is not a tensor of known shape");
  return parent.stateTensor(state);
}

FailureOr<SmallVector<OptimizerStep::Parameter>> OptimizerStep::parameters(ObjectOp optimizer) {
  auto groups = object<ObjectOp>(optimizer.getFields().get("param_groups"));
  auto state = object<ObjectOp>(optimizer.getFields().get("state"));
  if (!groups || !groups.getItems())
    return parent.refuse(loc, "the optimiser's groups of parameters are not known");
  SmallVector<Parameter> result;
  for (Attribute groupRef : groups.getItemsAttr()) {
    auto group = object<ObjectOp>(groupRef);
    Attribute params = group && group.getEntries() ? group.getEntries()->get("params") : Attribute();
    auto list = object<ObjectOp>(params);
    ArrayAttr elements = list ? list.getItemsAttr() : dyn_cast_or_null<ArrayAttr>(params);
    if (!elements)
      return parent.refuse(loc, "the optimiser's parameters are not known");
    for (Attribute element : elements) {
      FailureOr<Tensor *> tensor = stateOf(element, "a parameter of the optimiser");
      if (failed(tensor))
        return failure();
      ObjectOp kept;
      if (state && state.getItems() && result.size() < state.getItems()->size())
        kept = object<ObjectOp>((*state.getItems())[result.size()]);
      Storage *storage = (*tensor)->storage;
      result.push_back({*tensor, group, kept, storage->grad});
    }
  }
  return result;
}

FailureOr<Operand> OptimizerStep::setting(ObjectOp group, StringRef name) {
  Attribute value = group.getEntries()->get(name);
  if (auto state = object<StateOp>(value)) {
    FailureOr<PyValue> number = parent.stateValue(state, loc);
    if (failed(number))
      return failure();
    if (!number->scalar)
      return parent.refuse(loc, "the optimiser's " + name + " is a tensor");
    return Operand(number->scalar);
  }
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(value))
    return parent.refuse(loc, "the optimiser's " + name + " is not a number");
  return Operand(value);
}

FailureOr<double> OptimizerStep::constant(ObjectOp group, StringRef name, double missing) {
  Attribute value = group.getEntries()->get(name);
  if (!value || isa<NoneAttr>(value))
    return missing;
  std::optional<double> number = emitter.asFloat(Operand(value));
  if (!number)
    return parent.refuse(loc, "the optimiser's " + name + " is not a constant number");
  return *number;
}

LogicalResult OptimizerStep::requireOff(ObjectOp group, ArrayRef<StringRef> names) {
  for (StringRef name : names) {
    FailureOr<double> value = constant(group, name);
    if (failed(value))
      return failure();
    if (*value != 0)
      return parent.refuse(loc, "an optimiser with " + name);
  }
  return success();
}

FailureOr<Tensor *> OptimizerStep::kept(Parameter &parameter, StringRef name) {
  Attribute value = parameter.kept && parameter.kept.getEntries() ? parameter.kept.getEntries()->get(name) : Attribute();
  if (!value || isa<NoneAttr>(value))
    return parent.refuse(loc, "the optimiser has no " + name + " for " + parameter.tensor->storage->path +
                                  " yet; its first step makes it, in the interpreter");
  return stateOf(value, name);
}

LogicalResult OptimizerStep::write(Tensor *tensor, Value value) {
  // What an optimiser computes is no part of a graph.
  FailureOr<Value> detached = emitter.op<nn::DetachOp>(value);
  if (failed(detached))
    return parent.refuse(loc, emitter.getReason());
  return parent.write(tensor, *detached, loc, /*gradMode=*/false);
}

FailureOr<Value> OptimizerStep::call(StringRef name, ArrayRef<Operand> operands) {
  const library::Function *function = library::lookup(emitter.getContext(), name);
  SmallVector<Operand> all(operands);
  for (const library::Parameter &parameter : llvm::drop_begin(function->parameters, operands.size()))
    all.push_back(Operand(parameter.defaultValue));
  library::Failable result = function->emit(emitter, all);
  if (failed(result))
    return parent.refuse(loc, emitter.getReason());
  return result->getValue();
}

Operand OptimizerStep::negated(const Operand &number) {
  if (std::optional<double> value = emitter.asFloat(number))
    return emitter.floating(-*value);
  return Operand(emitter.create<arith::NegFOp>(emitter.toF64(number)).getResult());
}

//===----------------------------------------------------------------------===//
// The methods
//===----------------------------------------------------------------------===//

LogicalResult OptimizerStep::zeroGrad(ObjectOp optimizer) {
  FailureOr<SmallVector<Parameter>> all = parameters(optimizer);
  if (failed(all))
    return failure();
  for (Parameter &parameter : *all) {
    parameter.tensor->storage->grad = {};
    parameter.tensor->storage->gradKept = false;
  }
  return success();
}

LogicalResult OptimizerStep::step(ObjectOp optimizer, StringRef kind) {
  FailureOr<SmallVector<Parameter>> all = parameters(optimizer);
  if (failed(all))
    return failure();
  for (Parameter &parameter : *all) {
    Storage *storage = parameter.tensor->storage;
    if (storage->gradAtEntry && storage->gradKept)
      return parent.refuse(loc, "a step by the gradient that " + storage->path + " had before the call");
    if (!parameter.gradient)
      continue;
    LogicalResult done = kind == "SGD" ? sgd(parameter) : adam(parameter, kind == "AdamW");
    if (failed(done))
      return failure();
  }
  return success();
}

LogicalResult OptimizerStep::sgd(Parameter &parameter) {
  ObjectOp group = parameter.group;
  if (failed(requireOff(group, {"differentiable", "fused"})))
    return failure();
  FailureOr<Operand> rate = setting(group, "lr");
  FailureOr<double> decay = constant(group, "weight_decay"), momentum = constant(group, "momentum"),
                    dampening = constant(group, "dampening"), nesterov = constant(group, "nesterov"),
                    maximize = constant(group, "maximize");
  if (failed(rate) || failed(decay) || failed(momentum) || failed(dampening) || failed(nesterov) || failed(maximize))
    return failure();
  Value value = parameter.tensor->storage->value;
  FailureOr<Value> gradient = parameter.gradient;
  if (*maximize != 0)
    gradient = call("torch.neg", {*gradient});
  if (succeeded(gradient) && *decay != 0)
    gradient = add(*gradient, value, emitter.floating(*decay));
  if (failed(gradient))
    return failure();
  if (*momentum != 0) {
    FailureOr<Tensor *> buffer = kept(parameter, "momentum_buffer");
    if (failed(buffer))
      return failure();
    FailureOr<Value> scaled = mul((*buffer)->storage->value, emitter.floating(*momentum));
    FailureOr<Value> next = failed(scaled) ? scaled : add(*scaled, *gradient, emitter.floating(1 - *dampening));
    if (failed(next) || failed(write(*buffer, *next)))
      return failure();
    gradient = *nesterov != 0 ? add(*gradient, *next, emitter.floating(*momentum)) : next;
  }
  FailureOr<Value> moved = failed(gradient) ? gradient : add(value, *gradient, negated(*rate));
  return failed(moved) ? failure() : write(parameter.tensor, *moved);
}

LogicalResult OptimizerStep::adam(Parameter &parameter, bool isAdamW) {
  ObjectOp group = parameter.group;
  if (failed(requireOff(group, {"differentiable", "fused", "capturable"})))
    return failure();
  FailureOr<Operand> rate = setting(group, "lr");
  FailureOr<double> decay = constant(group, "weight_decay"), eps = constant(group, "eps"),
                    maximize = constant(group, "maximize"), amsgrad = constant(group, "amsgrad"),
                    decoupled = constant(group, "decoupled_weight_decay", isAdamW);
  auto betas = dyn_cast_or_null<ArrayAttr>(group.getEntries()->get("betas"));
  if (failed(rate) || failed(decay) || failed(eps) || failed(maximize) || failed(amsgrad) || failed(decoupled))
    return failure();
  std::optional<double> beta1 = betas && betas.size() == 2 ? emitter.asFloat(Operand(betas[0])) : std::nullopt;
  std::optional<double> beta2 = beta1 ? emitter.asFloat(Operand(betas[1])) : std::nullopt;
  if (!beta2)
    return parent.refuse(loc, "the optimiser's betas are not constant numbers");
  FailureOr<Tensor *> count = kept(parameter, "step"), mean = kept(parameter, "exp_avg"), square = kept(parameter, "exp_avg_sq");
  if (failed(count) || failed(mean) || failed(square))
    return failure();
  // 1. The step's number.
  FailureOr<Value> steps = call("torch.add", {(*count)->storage->value, emitter.integer(1)});
  if (failed(steps) || failed(write(*count, *steps)))
    return failure();
  FailureOr<Value> number = call("torch.Tensor.__float__", {*steps});
  if (failed(number))
    return failure();
  // 2. Decay, into the parameter or into the gradient.
  FailureOr<Value> value = parameter.tensor->storage->value, gradient = parameter.gradient;
  if (*maximize != 0)
    gradient = call("torch.neg", {*gradient});
  if (succeeded(gradient) && *decay != 0) {
    if (*decoupled != 0) {
      Value shrink = emitter.create<arith::MulFOp>(emitter.toF64(*rate), emitter.toF64(emitter.floating(*decay)));
      Value factor = emitter.create<arith::SubFOp>(emitter.toF64(emitter.floating(1)), shrink);
      value = mul(*value, Operand(factor));
    } else {
      gradient = add(*gradient, *value, emitter.floating(*decay));
    }
  }
  if (failed(value) || failed(gradient))
    return failure();
  // 3. The moments.
  FailureOr<Value> first = call("torch.lerp", {(*mean)->storage->value, *gradient, emitter.floating(1 - *beta1)});
  FailureOr<Value> faded = mul((*square)->storage->value, emitter.floating(*beta2));
  if (failed(first) || failed(faded) || failed(write(*mean, *first)))
    return failure();
  FailureOr<Value> second = call("torch.addcmul", {*faded, *gradient, *gradient, emitter.floating(1 - *beta2)});
  if (failed(second) || failed(write(*square, *second)))
    return failure();
  // 4. The bias corrections.
  auto correction = [&](double beta) -> Value {
    Value power = emitter.create<math::PowFOp>(emitter.toF64(emitter.floating(beta)), *number);
    return emitter.create<arith::SubFOp>(emitter.toF64(emitter.floating(1)), power);
  };
  Value stepSize = emitter.create<arith::DivFOp>(emitter.toF64(*rate), correction(*beta1));
  Value root = emitter.create<math::SqrtOp>(correction(*beta2));
  FailureOr<Value> spread = second;
  if (*amsgrad != 0) {
    FailureOr<Tensor *> greatest = kept(parameter, "max_exp_avg_sq");
    if (failed(greatest))
      return failure();
    spread = call("torch.maximum", {(*greatest)->storage->value, *second});
    if (failed(spread) || failed(write(*greatest, *spread)))
      return failure();
  }
  // 5. The step.
  FailureOr<Value> denominator = call("torch.sqrt", {*spread});
  if (succeeded(denominator))
    denominator = call("torch.div", {*denominator, Operand(root)});
  if (succeeded(denominator))
    denominator = call("torch.add", {*denominator, emitter.floating(*eps)});
  if (failed(denominator))
    return failure();
  FailureOr<Value> moved = call("torch.addcdiv", {*value, *first, *denominator, negated(Operand(stepSize))});
  return failed(moved) ? failure() : write(parameter.tensor, *moved);
}

LogicalResult Functionalizer::convertOptimizer(StringRef name, ArrayRef<PyValue> operands, Location loc) {
  auto ref = operands.empty() ? RefAttr() : dyn_cast_or_null<RefAttr>(operands.front().constant);
  auto optimizer = ref ? symbols.lookup<ObjectOp>(ref.getSymbol().getAttr()) : ObjectOp();
  if (!optimizer)
    return refuse(loc, "an optimiser that is not known before the call");
  if (depth > 0)
    return refuse(loc, name + "() inside a branch or loop");
  auto isPlain = [](const PyValue &value) {
    auto flag = dyn_cast_or_null<BoolAttr>(value.constant);
    return isa_and_nonnull<NoneAttr>(value.constant) || (flag && flag.getValue());
  };
  if (!llvm::all_of(operands.drop_front(), isPlain))
    return refuse(loc, name + "() with an argument");
  StringRef method = name;
  method.consume_front("torch.optim.");
  OptimizerStep step(*this, loc);
  if (method == "Optimizer.zero_grad")
    return step.zeroGrad(optimizer);
  for (StringRef kind : {"SGD", "Adam", "AdamW"})
    if (method == (kind + ".step").str())
      return step.step(optimizer, kind);
  return refuse(loc, name + "() is not supported; SGD, Adam and AdamW are");
}
