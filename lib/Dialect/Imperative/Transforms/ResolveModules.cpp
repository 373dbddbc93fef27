//===- ResolveModules.cpp - torch modules known as a whole ----------------===//
//
// A recurrent layer of torch.nn calls one library function for the whole
// sequence. Its forward is written down here instead of being compiled from
// torch's source, most of which is about packed sequences.
//
//===----------------------------------------------------------------------===//

#include "ResolveOps.h"
#include "janus/Analysis/PythonArithmetic.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

/// The constant field of a module; null where it is a state or not known.
static Attribute getSetting(World &world, ObjectOp module, StringRef name) {
  Attribute field = module.getFields().get(name);
  return field ? world.describe(field).getConstant() : Attribute();
}

/// The names of the weights of torch.nn.LSTM, in the order torch.lstm takes them.
static SmallVector<std::string> getWeightNames(int64_t layers, bool bidirectional, bool bias) {
  SmallVector<std::string> names;
  for (int64_t layer = 0; layer < layers; ++layer) {
    for (int64_t direction = 0; direction < (bidirectional ? 2 : 1); ++direction) {
      std::string suffix = "_l" + std::to_string(layer) + (direction ? "_reverse" : "");
      for (StringRef part : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"})
        if (bias || part.starts_with("weight"))
          names.push_back((part + suffix).str());
    }
  }
  return names;
}

/// lstm(input, hx=None): the states are zeros where they are not given. Sequences
/// without a batch and projections stay with the interpreter.
Value Resolver::resolveLstm(Location loc, ValueRange arguments) {
  auto module = world.lookup<ObjectOp>(known(arguments[0]).getConstant());
  if (!module || arguments.size() < 2 || arguments.size() > 3)
    return {};
  Value input = arguments[1];
  auto type = dyn_cast<PyTensorType>(input.getType());
  auto layers = getIntValue(getSetting(world, module, "num_layers")),
       hidden = getIntValue(getSetting(world, module, "hidden_size")),
       projection = getIntValue(getSetting(world, module, "proj_size"));
  SmallVector<Attribute> settings;
  for (StringRef name : {"bias", "num_layers", "dropout", "training", "bidirectional", "batch_first"}) {
    settings.push_back(getSetting(world, module, name));
    if (!settings.back())
      return {};
  }
  if (!type || !type.getRanked() || type.getShape().size() != 3 || !layers || !hidden || projection != 0)
    return {};
  bool bias = *foldTruth(settings[0]), bidirectional = *foldTruth(settings[4]), batchFirst = *foldTruth(settings[5]);
  // 1. The weights.
  SmallVector<Value> weights;
  for (const std::string &name : getWeightNames(*layers, bidirectional, bias)) {
    Attribute weight = module.getFields().get(name);
    if (!weight)
      return {};
    weights.push_back(constant(loc, weight));
  }
  // 2. The states.
  auto integer = [&](int64_t value) { return constant(loc, getIntAttr(builder.getContext(), value)); };
  Value states = arguments.size() == 3 ? arguments[2] : Value();
  if (!states || isa<PyNoneType>(states.getType())) {
    Value batch = callLibrary(loc, "torch.Tensor.size", {input, integer(batchFirst ? 0 : 1)});
    if (!batch)
      return {};
    Value sizes[] = {integer(*layers * (bidirectional ? 2 : 1)), batch, integer(*hidden)};
    auto zeros = [&] { return bindAndCall(loc, "torch.zeros", sizes, {"", "", ""}); };
    Value h = zeros(), c = zeros();
    if (!h || !c)
      return {};
    states = buildTuple(loc, {h, c});
  }
  // 3. The call, and its three results as torch.nn.LSTM returns them.
  SmallVector<Value> operands = {input, states, buildTuple(loc, weights)};
  for (Attribute setting : settings)
    operands.push_back(constant(loc, setting));
  Value results = callLibrary(loc, "torch.lstm", operands);
  auto parts = results ? getElementValues(loc, results) : std::nullopt;
  if (!parts || parts->size() != 3)
    return {};
  return buildTuple(loc, {(*parts)[0], buildTuple(loc, {(*parts)[1], (*parts)[2]})});
}
