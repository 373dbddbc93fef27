//===- Specs.cpp - versions from descriptions in Python -------------------===//

#include "Specs.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace janus::dispatch {
namespace {

Ref ref(py::handle object) { return Ref(object.ptr()); }

/// Element i of a description, a tuple that starts with its kind.
py::object at(const py::tuple &spec, size_t i) {
  if (i >= spec.size())
    throw py::value_error("a description is too short: " + py::repr(spec).cast<std::string>());
  return spec[i];
}

PyObject *plainTensor(py::handle object) {
  if (!isPlainTensor(object.ptr()))
    throw py::type_error("expected a torch.Tensor or Parameter, got " +
                         py::str(py::type::handle_of(object)).cast<std::string>());
  return object.ptr();
}

template <typename Kind>
Kind lookup(const py::tuple &spec, std::initializer_list<std::pair<const char *, Kind>> kinds) {
  std::string name = at(spec, 0).cast<std::string>();
  for (const auto &[known, kind] : kinds)
    if (name == known)
      return kind;
  throw py::value_error("unknown kind of description: " + name);
}

/// ("tensor", slot, example, sizes, written, check_requires_grad), ("int",
/// slot), ("is", object),
/// ("value", object), ("method", bound method), ("numbers", slot, whether floats, sizes), ("any",), ("tuple",
/// children), ("list", children),
/// ("dict", [(key, child)]).
ArgumentSpec argument(const py::tuple &spec) {
  using Kind = ArgumentSpec::Kind;
  ArgumentSpec result;
  result.kind = lookup<Kind>(spec, {{"tensor", Kind::Tensor},
                                    {"int", Kind::Int},
                                    {"float", Kind::Float},
                                    {"bool", Kind::Bool},
                                    {"is", Kind::Identity},
                                    {"value", Kind::Value},
                                    {"method", Kind::Method},
                                    {"numbers", Kind::Numbers},
                                    {"any", Kind::Any},
                                    {"tuple", Kind::Tuple},
                                    {"list", Kind::List},
                                    {"dict", Kind::Dict}});
  switch (result.kind) {
  case Kind::Tensor: {
    result.slot = at(spec, 1).cast<int>();
    PyObject *example = plainTensor(at(spec, 2));
    result.object = Ref(reinterpret_cast<PyObject *>(Py_TYPE(example)));
    result.tensor = TensorSpec(*asTensor(example)->impl);
    auto sizes = at(spec, 3).cast<std::vector<int64_t>>();
    if (sizes.size() != result.tensor.sizes.size())
      throw py::value_error("the example has another rank than its sizes say");
    result.tensor.sizes = std::move(sizes);
    result.written = at(spec, 4).cast<bool>();
    result.tensor.checkRequiresGrad = at(spec, 5).cast<bool>();
    break;
  }
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
    result.slot = at(spec, 1).cast<int>();
    break;
  case Kind::Numbers:
    result.slot = at(spec, 1).cast<int>();
    result.areFloats = at(spec, 2).cast<bool>();
    result.tensor.sizes = at(spec, 3).cast<std::vector<int64_t>>();
    if (result.tensor.sizes.empty())
      throw py::value_error("a list of numbers has at least one dimension");
    break;
  case Kind::Identity:
  case Kind::Value:
    result.object = ref(at(spec, 1));
    break;
  case Kind::Method:
    result.object = ref(at(spec, 1));
    if (!PyMethod_Check(result.object.get()))
      throw py::type_error("expected a bound method");
    break;
  case Kind::Any:
    break;
  case Kind::Tuple:
  case Kind::List:
    for (py::handle child : at(spec, 1))
      result.children.push_back(argument(py::reinterpret_borrow<py::tuple>(child)));
    break;
  case Kind::Dict:
    for (py::handle item : at(spec, 1)) {
      auto pair = py::reinterpret_borrow<py::tuple>(item);
      result.keys.push_back(ref(at(pair, 0)));
      result.children.push_back(argument(at(pair, 1)));
    }
    break;
  }
  return result;
}

/// ("tensor", index), ("consumed", index, callable), ("int" | "float" | "bool" | "numbers",
/// index), ("view", tensor, sizes, strides, offset), ("argument", parameter, keys), ("object", object), ("tuple" |
/// "list", children), ("dict", [(key, child)]), ("call", callable, arguments, names of the last of them).
OutputSpec output(const py::tuple &spec) {
  using Kind = OutputSpec::Kind;
  OutputSpec result;
  result.kind = lookup<Kind>(spec, {{"tensor", Kind::Tensor},
                                    {"consumed", Kind::Consumed},
                                    {"int", Kind::Int},
                                    {"float", Kind::Float},
                                    {"bool", Kind::Bool},
                                    {"numbers", Kind::Numbers},
                                    {"view", Kind::View},
                                    {"argument", Kind::Argument},
                                    {"object", Kind::Object},
                                    {"tuple", Kind::Tuple},
                                    {"list", Kind::List},
                                    {"dict", Kind::Dict},
                                    {"call", Kind::Call}});
  switch (result.kind) {
  case Kind::Consumed:
    result.object = ref(at(spec, 2));
    [[fallthrough]];
  case Kind::Tensor:
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Numbers:
    result.index = at(spec, 1).cast<int>();
    if (result.index < 0)
      throw py::value_error("a result has no index");
    break;
  case Kind::View:
    result.children.push_back(output(at(spec, 1)));
    result.sizes = at(spec, 2).cast<std::vector<int64_t>>();
    result.strides = at(spec, 3).cast<std::vector<int64_t>>();
    result.offset = at(spec, 4).cast<int64_t>();
    break;
  case Kind::Argument:
    result.index = at(spec, 1).cast<int>();
    for (py::handle key : at(spec, 2))
      result.keys.push_back(ref(key));
    break;
  case Kind::Object:
    result.object = ref(at(spec, 1));
    break;
  case Kind::Tuple:
  case Kind::List:
    for (py::handle child : at(spec, 1))
      result.children.push_back(output(py::reinterpret_borrow<py::tuple>(child)));
    break;
  case Kind::Dict:
    for (py::handle item : at(spec, 1)) {
      auto pair = py::reinterpret_borrow<py::tuple>(item);
      result.keys.push_back(ref(at(pair, 0)));
      result.children.push_back(output(at(pair, 1)));
    }
    break;
  case Kind::Call:
    result.object = ref(at(spec, 1));
    for (py::handle child : at(spec, 2))
      result.children.push_back(output(py::reinterpret_borrow<py::tuple>(child)));
    result.names = ref(at(spec, 3));
    if (!PyTuple_CheckExact(result.names.get()) ||
        size_t(PyTuple_GET_SIZE(result.names.get())) > result.children.size())
      throw py::value_error("a call has more names than arguments");
    break;
  }
  return result;
}

/// ("tensor", slot, tensor, written, check_requires_grad, check_hooks,
/// check_grad).
StateTensor stateTensor(const py::tuple &spec) {
  StateTensor state{};
  state.slot = at(spec, 1).cast<int>();
  PyObject *tensor = plainTensor(at(spec, 2));
  state.object = Ref(tensor);
  state.spec = TensorSpec(*asTensor(tensor)->impl);
  state.written = at(spec, 3).cast<bool>();
  state.spec.checkRequiresGrad = at(spec, 4).cast<bool>();
  state.checkHooks = at(spec, 5).cast<bool>();
  state.checkGrad = at(spec, 6).cast<bool>();
  state.grad = state.checkGrad && !py::reinterpret_borrow<py::object>(tensor).attr("grad").is_none();
  return state;
}

/// ("int" | "float" | "bool", slot, container, key, written).
StateNumber stateNumber(const py::tuple &spec) {
  using Kind = ArgumentSpec::Kind;
  StateNumber number{};
  number.kind = lookup<Kind>(spec, {{"int", Kind::Int}, {"float", Kind::Float}, {"bool", Kind::Bool}});
  number.slot = at(spec, 1).cast<int>();
  number.container = ref(at(spec, 2));
  number.key = ref(at(spec, 3));
  number.written = at(spec, 4).cast<bool>();
  return number;
}

/// {"make": callable, "arguments": [("cotangent" | "slot" | "saved" | "number",
/// index)], "gradients": [(slot, [(graph, flag)])], "graphs": numbers of results,
/// "used_up_by": [indices], "watched": [("slot" | "saved", index, indices)], "again": callable or None}.
std::unique_ptr<BackwardSpec> backward(const py::dict &spec) {
  using Kind = BackwardSpec::Argument::Kind;
  auto result = std::make_unique<BackwardSpec>();
  result->make = ref(spec["make"]);
  for (py::handle item : spec["arguments"]) {
    auto argument = py::reinterpret_borrow<py::tuple>(item);
    Kind kind = lookup<Kind>(
        argument,
        {{"cotangent", Kind::Cotangent}, {"slot", Kind::Slot}, {"saved", Kind::Saved}, {"number", Kind::Number}});
    result->arguments.push_back({kind, at(argument, 1).cast<int>()});
  }
  for (py::handle item : spec["gradients"]) {
    auto gradient = py::reinterpret_borrow<py::tuple>(item);
    result->gradients.push_back({at(gradient, 0).cast<int>(), {}});
    for (py::handle path : at(gradient, 1)) {
      auto pair = py::reinterpret_borrow<py::tuple>(path);
      result->gradients.back().through.push_back({at(pair, 0).cast<int>(), at(pair, 1).cast<int>()});
    }
  }
  for (py::handle item : spec["watched"]) {
    auto watched = py::reinterpret_borrow<py::tuple>(item);
    Kind kind = lookup<Kind>(watched, {{"slot", Kind::Slot}, {"saved", Kind::Saved}});
    result->watched.push_back({kind, at(watched, 1).cast<int>(), at(watched, 2).cast<std::vector<int>>()});
  }
  result->graphs = spec["graphs"].cast<std::vector<int>>();
  result->usedUpBy = spec["used_up_by"].cast<std::vector<std::vector<int>>>();
  if (result->usedUpBy.size() != result->graphs.size())
    throw py::value_error("used_up_by must say something of each result with a graph");
  result->again = ref(spec["again"]);
  return result;
}

void countSlots(const ArgumentSpec &spec, std::vector<int> &uses) {
  if (spec.slot >= 0)
    ++uses.at(size_t(spec.slot));
  for (const ArgumentSpec &child : spec.children)
    countSlots(child, uses);
}

/// Every argument of the entry must come from exactly one place.
void checkSlots(const Version &version) {
  std::vector<int> uses(size_t(version.argumentCount), 0);
  try {
    for (const ArgumentSpec &spec : version.parameters)
      countSlots(spec, uses);
    for (const HeldArgument &argument : version.held)
      countSlots(argument.spec, uses);
    for (const StateTensor &state : version.states)
      if (state.slot >= 0)
        ++uses.at(size_t(state.slot));
    for (const StateNumber &number : version.numbers)
      ++uses.at(size_t(number.slot));
    if (version.generatorSlot >= 0)
      ++uses.at(size_t(version.generatorSlot));
  } catch (const std::out_of_range &) {
    throw py::value_error("a description names an argument that the entry does not have");
  }
  for (size_t i = 0; i < uses.size(); ++i)
    if (uses[i] != 1)
      throw py::value_error("argument " + std::to_string(i) + " of the entry comes from " + std::to_string(uses[i]) +
                            " places instead of one");
}

} // namespace

std::shared_ptr<Version> makeVersion(const py::dict &plan) {
  auto version = std::make_shared<Version>();
  version->name = plan["name"].cast<std::string>();
  version->entry = reinterpret_cast<janus_entry>(plan["entry"].cast<uintptr_t>());
  if (!version->entry)
    throw py::value_error("a version needs the address of an entry");
  version->keep = ref(plan["keep"]);
  version->data = ref(plan["data"]);
  version->environment = plan["environment"].cast<Environment>();
  version->facts = plan["facts"].cast<std::shared_ptr<Facts>>();
  version->argumentCount = plan["arguments"].cast<int>();
  version->copyNonContiguous = plan["copy_non_contiguous"].cast<bool>();
  for (py::handle spec : plan["parameters"])
    version->parameters.push_back(argument(py::reinterpret_borrow<py::tuple>(spec)));
  if (plan.contains("held"))
    for (py::handle item : plan["held"]) {
      auto spec = py::reinterpret_borrow<py::tuple>(item);
      if (!PyDict_CheckExact(at(spec, 0).ptr()))
        throw py::type_error("attributes are held by a dict");
      version->held.push_back(
          {ref(at(spec, 0)), ref(at(spec, 1)), argument(py::reinterpret_borrow<py::tuple>(at(spec, 2)))});
    }
  if (plan.contains("writes"))
    for (py::handle item : plan["writes"]) {
      auto spec = py::reinterpret_borrow<py::tuple>(item);
      version->writes.push_back(
          {ref(at(spec, 0)), ref(at(spec, 1)), output(py::reinterpret_borrow<py::tuple>(at(spec, 2)))});
    }
  for (py::handle item : plan["states"]) {
    auto spec = py::reinterpret_borrow<py::tuple>(item);
    if (at(spec, 0).cast<std::string>() == "generator")
      version->generatorSlot = at(spec, 1).cast<int>();
    else if (at(spec, 0).cast<std::string>() == "tensor")
      version->states.push_back(stateTensor(spec));
    else
      version->numbers.push_back(stateNumber(spec));
  }
  version->output = output(plan["output"].cast<py::tuple>());
  for (py::handle item : plan["gradients"]) {
    auto pair = py::reinterpret_borrow<py::tuple>(item);
    version->gradients.emplace_back(Ref(plainTensor(at(pair, 0))), at(pair, 1).cast<int>());
  }
  if (plan.contains("backward") && !plan["backward"].is_none())
    version->backward = backward(plan["backward"].cast<py::dict>());
  checkSlots(*version);
  version->finish();
  return version;
}

} // namespace janus::dispatch
