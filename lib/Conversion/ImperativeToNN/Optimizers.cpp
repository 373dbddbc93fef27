//===- Optimizers.cpp - step() and zero_grad() as arithmetic --------------===//
//
// What a step does with one parameter is in janus/Library/Optimizers.h. Here is
// where its settings and state are found in the world: settings are constants,
// but the learning rate may be a number that is read at each call.
//
//===----------------------------------------------------------------------===//

#include "janus/Library/Optimizers.h"
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
      : parent(parent), loc(loc), emitter(parent.builder, loc, {/*grad=*/false, parent.defaultDtype}) {}

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
      storage->gradSeen = true;
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
  Attribute value =
      parameter.kept && parameter.kept.getEntries() ? parameter.kept.getEntries()->get(name) : Attribute();
  if (!value || isa<NoneAttr>(value))
    return parent.refuse(loc, "the optimiser has no " + name + " for " + parameter.tensor->storage->path +
                                  " yet; its first step makes it, in the interpreter");
  return stateOf(value, name);
}

LogicalResult OptimizerStep::write(Tensor *tensor, Value value) {
  parent.noteWrite(tensor);
  return parent.write(tensor, value, loc, /*gradMode=*/false);
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
  FailureOr<double> momentum = constant(group, "momentum"), dampening = constant(group, "dampening"),
                    decay = constant(group, "weight_decay"), nesterov = constant(group, "nesterov"),
                    maximize = constant(group, "maximize");
  if (failed(rate) || failed(momentum) || failed(dampening) || failed(decay) || failed(nesterov) || failed(maximize))
    return failure();
  library::SgdOptions options{*momentum, *dampening, *decay, *nesterov != 0, *maximize != 0};
  library::SgdState state{parameter.tensor->storage->value, {}};
  FailureOr<Tensor *> buffer = nullptr;
  if (*momentum != 0) {
    if (failed(buffer = kept(parameter, "momentum_buffer")))
      return failure();
    state.momentumBuffer = (*buffer)->storage->value;
  }
  state = library::emitSgdStep(parent.builder, loc, state, parameter.gradient, emitter.toF64(*rate), options);
  if (*buffer && failed(write(*buffer, state.momentumBuffer)))
    return failure();
  return write(parameter.tensor, state.parameter);
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
  library::AdamOptions options{*beta1, *beta2, *eps, *decay, *amsgrad != 0, *maximize != 0, *decoupled != 0};
  FailureOr<Tensor *> step = kept(parameter, "step"), mean = kept(parameter, "exp_avg"),
                      square = kept(parameter, "exp_avg_sq"), greatest = nullptr;
  if (failed(step) || failed(mean) || failed(square) ||
      (*amsgrad != 0 && failed(greatest = kept(parameter, "max_exp_avg_sq"))))
    return failure();
  library::AdamState state{parameter.tensor->storage->value, (*step)->storage->value, (*mean)->storage->value,
                           (*square)->storage->value, *greatest ? (*greatest)->storage->value : Value()};
  state = library::emitAdamStep(parent.builder, loc, state, parameter.gradient, emitter.toF64(*rate), options);
  if (failed(write(*step, state.step)) || failed(write(*mean, state.expAvg)) ||
      failed(write(*square, state.expAvgSq)) || (*greatest && failed(write(*greatest, state.maxExpAvgSq))))
    return failure();
  return write(parameter.tensor, state.parameter);
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
