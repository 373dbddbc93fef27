//===- EvaluateBuiltins.cpp - library functions that fold -----------------===//
//
// To teach inference another function, add a handler and its name to the list
// at the end. A handler gives nothing where it cannot decide.
//
//===----------------------------------------------------------------------===//

#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/Evaluator.h"
#include "janus/Analysis/PythonArithmetic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

using Result = std::optional<Knowledge>;
using Arguments = ArrayRef<Knowledge>;
using Handler = Result (*)(Evaluator &, Arguments);

static Result boolean(Evaluator &evaluator, bool value) {
  return evaluator.constant(getBoolAttr(evaluator.getContext(), value));
}

static Result knownFalse(Evaluator &evaluator, Arguments) { return boolean(evaluator, false); }
static Result knownNone(Evaluator &evaluator, Arguments) {
  return evaluator.constant(NoneAttr::get(evaluator.getContext()));
}
/// Known only while no context manager of the world changes it.
static Result isGradEnabled(Evaluator &evaluator, Arguments) {
  if (evaluator.getWorld().changesGradMode())
    return std::nullopt;
  return boolean(evaluator, evaluator.getGradMode());
}

/// torch.no_grad(): a new context manager, which is known by its class.
template <bool enable> static Result gradModeManager(Evaluator &evaluator, Arguments arguments) {
  StringRef name = enable ? "torch.enable_grad" : "torch.no_grad";
  if (!arguments.empty())
    return std::nullopt;
  return evaluator.constant(LiteralAttr::get(evaluator.getContext(), name, (name + "()").str()));
}

/// The bound __enter__ and __exit__ of a manager.
static Result withMethods(Evaluator &evaluator, Arguments arguments) {
  auto manager = arguments.size() == 1 ? arguments[0].getConstantAs<LiteralAttr>() : LiteralAttr();
  if (!manager || !isGradModeChange((manager.getType() + ".__enter__").str()))
    return std::nullopt;
  MLIRContext *context = evaluator.getContext();
  SmallVector<Attribute> methods;
  for (StringRef method : {".__enter__", ".__exit__"})
    methods.push_back(MethodAttr::get(context, BuiltinAttr::get(context, (manager.getType() + method).str()), manager));
  return evaluator.constant(ArrayAttr::get(context, methods));
}

static Result length(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  if (auto size = getLength(evaluator.getWorld(), arguments[0]))
    return evaluator.constant(getIntAttr(evaluator.getContext(), *size));
  if (isa<PySequenceType>(arguments[0].getType()))
    return Knowledge::ofType(PyIntType::get(evaluator.getContext()));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// The qualified name of the class of a value of a builtin type; empty where
/// it is not known.
static StringRef getBuiltinClass(const Knowledge &value) {
  if (value.getSequenceKind() == Knowledge::SequenceKind::Size)
    return "torch.Size";
  Type type = value.getType();
  return isa<PyBoolType>(type)    ? "builtins.bool"
         : isa<PyIntType>(type)   ? "builtins.int"
         : isa<PyFloatType>(type) ? "builtins.float"
         : isa<PyStrType>(type)   ? "builtins.str"
         : isa<PyNoneType>(type)  ? "builtins.NoneType"
         : isa<PyTupleType>(type) ? "builtins.tuple"
         : isa<PyListType>(type)  ? "builtins.list"
         : isa<PyDictType>(type)  ? "builtins.dict"
         : isa<PySliceType>(type) ? "builtins.slice"
         // What has no dimensions may be one of numpy's numbers.
         : isArray(type)           ? (cast<PyTensorType>(type).getShape().empty() ? "" : "numpy.ndarray")
         : isa<PyTensorType>(type) ? "torch.Tensor"
                                   : "";
}

/// Whether a builtin class is one of the abstract classes of `collections.abc`
/// and `numbers` that are about what a class can do; nothing for others.
static std::optional<bool> isAbstract(StringRef valueClass, StringRef name) {
  static const llvm::StringSet<> classes = {"builtins.bool", "builtins.dict",  "builtins.float",
                                            "builtins.int",  "builtins.list",  "builtins.NoneType",
                                            "builtins.str",  "builtins.tuple", "torch.Size"};
  bool isTensor = valueClass == "torch.Tensor";
  if (!isTensor && !classes.contains(valueClass))
    return std::nullopt;
  auto isOneOf = [&](std::initializer_list<StringRef> names) { return llvm::is_contained(names, valueClass); };
  if (name.consume_front("collections.abc.")) {
    bool sequence = isOneOf({"builtins.list", "builtins.str", "builtins.tuple", "torch.Size"});
    bool mapping = valueClass == "builtins.dict";
    return llvm::StringSwitch<std::optional<bool>>(name)
        .Cases({"Collection", "Container", "Iterable", "Sized"}, sequence || mapping || isTensor)
        .Case("Sequence", sequence)
        .Case("MutableSequence", valueClass == "builtins.list")
        .Cases({"Mapping", "MutableMapping"}, mapping)
        .Default(std::nullopt);
  }
  if (!name.consume_front("numbers.") || isTensor)
    return std::nullopt;
  bool whole = isOneOf({"builtins.bool", "builtins.int"});
  return llvm::StringSwitch<std::optional<bool>>(name)
      .Cases({"Integral", "Rational"}, whole)
      .Cases({"Complex", "Number", "Real"}, whole || valueClass == "builtins.float")
      .Default(std::nullopt);
}

/// The same for a value of a builtin class.
static std::optional<bool> isInstanceOfBuiltin(StringRef valueClass, Attribute klass) {
  auto builtin = dyn_cast<BuiltinAttr>(klass);
  // A class of the user's may derive from a builtin one, but not the other way.
  if (!builtin)
    return false;
  std::string name = getCanonicalName(builtin.getName());
  if (isBuiltinSubclass(valueClass, name))
    return true;
  if (std::optional<bool> abstract = isAbstract(valueClass, name))
    return abstract;
  // A tensor may be a Parameter or of another subclass; an abstract base class
  // may say yes to anything.
  bool concrete = StringRef(name).starts_with("builtins.") || name == "torch.Tensor" || name == "torch.Size" ||
                  name == "numpy.ndarray" || name == "torch.nn.utils.rnn.PackedSequence";
  return concrete ? std::optional(false) : std::nullopt;
}

/// isinstance(value, one class).
static std::optional<bool> isInstance(Evaluator &evaluator, const Knowledge &value, Attribute klass) {
  auto builtin = dyn_cast<BuiltinAttr>(klass);
  auto classObject = evaluator.getWorld().lookup<ObjectOp>(klass);
  // A user class with a metaclass, which may answer as it likes, has no name here.
  auto qualified = classObject ? classObject->getAttrOfType<StringAttr>("qualified") : StringAttr();
  if (!builtin && !qualified)
    return std::nullopt;
  if (StringRef valueClass = getBuiltinClass(value); !valueClass.empty())
    return isInstanceOfBuiltin(valueClass, klass);
  auto object = evaluator.getWorld().lookup<ObjectOp>(value.getConstant());
  auto bases = object ? object->getAttrOfType<ArrayAttr>("bases") : ArrayAttr();
  if (!bases || bases.empty())
    return std::nullopt;
  StringRef name = builtin ? builtin.getName() : qualified.getValue();
  if (llvm::is_contained(bases.getAsValueRange<StringAttr>(), name))
    return true;
  // An abstract base class of the library may say yes all the same.
  bool plain = !builtin || name.starts_with("builtins.") || name.starts_with("torch.nn.") || name == "torch.Tensor";
  return plain ? std::optional(false) : std::nullopt;
}

static Result isInstanceOf(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 2 || !arguments[1].getConstant())
    return std::nullopt;
  SmallVector<Attribute> classes(1, arguments[1].getConstant());
  if (auto tuple = dyn_cast<ArrayAttr>(classes.front()))
    classes.assign(tuple.begin(), tuple.end());
  bool undecided = false;
  for (Attribute klass : classes) {
    std::optional<bool> is = isInstance(evaluator, arguments[0], klass);
    if (is && *is)
      return boolean(evaluator, true);
    undecided |= !is;
  }
  return undecided ? std::nullopt : boolean(evaluator, false);
}

static Result isTensor(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  std::optional<bool> is =
      isInstance(evaluator, arguments[0], BuiltinAttr::get(evaluator.getContext(), "torch.Tensor"));
  return is ? boolean(evaluator, *is) : std::nullopt;
}

static Result isCallable(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() == 1 && evaluator.resolveCallee(arguments[0]))
    return boolean(evaluator, true);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static Result getAttribute(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() < 2 || arguments.size() > 3 || !arguments[1].getConstantAs<StringAttr>())
    return std::nullopt;
  return evaluator.getAttribute(arguments[0], arguments[1].getConstantAs<StringAttr>().getValue());
}

static Result hasAttribute(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 2 || !arguments[1].getConstantAs<StringAttr>())
    return std::nullopt;
  Knowledge value = evaluator.getAttribute(arguments[0], arguments[1].getConstantAs<StringAttr>().getValue());
  // A library object's attributes are not checked when they are named.
  if (value.isTop() || arguments[0].getConstantAs<BuiltinAttr>() || isa<PyTupleType>(arguments[0].getType()))
    return std::nullopt;
  return boolean(evaluator, true);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// A number of the given type, where the argument is one that is not known.
static Result ofNumber(const Knowledge &argument, Type type) {
  bool isNumber = !argument.getConstant() && isa<PyIntType, PyFloatType, PyBoolType>(argument.getType());
  return isNumber ? Result(Knowledge::ofType(type)) : std::nullopt;
}

static Result toInt(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  MLIRContext *context = evaluator.getContext();
  Attribute value = arguments[0].getConstant();
  if (auto integer = getIntValue(value))
    return evaluator.constant(getIntAttr(context, *integer));
  if (auto number = getFloatValue(value); number && std::abs(*number) < 9e18)
    return evaluator.constant(getIntAttr(context, int64_t(*number)));
  return ofNumber(arguments[0], PyIntType::get(context));
}

static Result toFloat(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  MLIRContext *context = evaluator.getContext();
  Attribute value = arguments[0].getConstant();
  if (auto number = getFloatValue(value))
    return evaluator.constant(getFloatAttr(context, *number));
  if (auto text = dyn_cast_if_present<StringAttr>(value)) {
    bool negative = text.getValue() == "-inf";
    if (negative || text.getValue() == "inf")
      return evaluator.constant(getFloatAttr(context, negative ? -INFINITY : INFINITY));
  }
  return ofNumber(arguments[0], PyFloatType::get(context));
}

static Result toBool(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  std::optional<bool> truth = getTruth(evaluator.getWorld(), arguments[0]);
  return truth ? boolean(evaluator, *truth) : std::nullopt;
}

static Result absolute(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  MLIRContext *context = evaluator.getContext();
  Attribute value = arguments[0].getConstant();
  if (auto integer = getIntValue(value); integer && *integer != INT64_MIN)
    return evaluator.constant(getIntAttr(context, std::abs(*integer)));
  if (auto number = getFloatValue(value))
    return evaluator.constant(getFloatAttr(context, std::fabs(*number)));
  bool isBool = isa<PyBoolType>(arguments[0].getType());
  return ofNumber(arguments[0], isBool ? Type(PyIntType::get(context)) : arguments[0].getType());
}

/// min and max: of two or more arguments, or of the elements of one.
template <CompareKind better> static Result extreme(Evaluator &evaluator, Arguments arguments) {
  std::vector<Knowledge> values(arguments.begin(), arguments.end());
  if (values.size() == 1) {
    auto elements = getElements(evaluator.getWorld(), values.front());
    if (!elements)
      return std::nullopt;
    values = *elements;
  }
  if (values.empty())
    return std::nullopt;
  // Which one it is decides on the type, too.
  bool isAnyOpen = llvm::any_of(values, [](const Knowledge &value) { return !value.getConstant(); });
  bool areAlike = llvm::all_of(values, [&](const Knowledge &value) { return value.getType() == values[0].getType(); });
  if (isAnyOpen && areAlike && isa<PyIntType, PyFloatType>(values[0].getType()))
    return Knowledge::ofType(values[0].getType());
  Attribute best;
  for (const Knowledge &value : values) {
    if (!value.getConstant())
      return std::nullopt;
    if (!best) {
      best = value.getConstant();
      continue;
    }
    Attribute replaces = foldCompare(better, value.getConstant(), best);
    if (!replaces)
      return std::nullopt;
    if (cast<BoolAttr>(replaces).getValue())
      best = value.getConstant();
  }
  return evaluator.constant(best);
}

static Result sum(Evaluator &evaluator, Arguments arguments) {
  if (arguments.empty() || arguments.size() > 2)
    return std::nullopt;
  auto elements = getElements(evaluator.getWorld(), arguments[0]);
  Attribute total = arguments.size() == 2 ? arguments[1].getConstant() : getIntAttr(evaluator.getContext(), 0);
  if (!elements || !total)
    return std::nullopt;
  for (const Knowledge &element : *elements) {
    if (!element.getConstant())
      return std::nullopt;
    // From Python 3.12 on, sum() compensates rounding of floats.
    if (!isa<IntegerAttr>(element.getConstant()))
      return std::nullopt;
    if (!(total = foldBinary(BinaryKind::Add, total, element.getConstant())))
      return std::nullopt;
  }
  return evaluator.constant(total);
}

static Result floorDivMod(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 2 || !arguments[0].getConstant() || !arguments[1].getConstant())
    return std::nullopt;
  Attribute quotient = foldBinary(BinaryKind::FloorDiv, arguments[0].getConstant(), arguments[1].getConstant());
  Attribute remainder = foldBinary(BinaryKind::Mod, arguments[0].getConstant(), arguments[1].getConstant());
  if (!quotient || !remainder)
    return std::nullopt;
  return evaluator.constant(ArrayAttr::get(evaluator.getContext(), {quotient, remainder}));
}

static Result power(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 2 || !arguments[0].getConstant() || !arguments[1].getConstant())
    return std::nullopt;
  Attribute result = foldBinary(BinaryKind::Pow, arguments[0].getConstant(), arguments[1].getConstant());
  return result ? Result(evaluator.constant(result)) : std::nullopt;
}

/// A function of math on one finite float; where Python would raise nothing
/// folds.
template <double (*function)(double)> static Result mathFunction(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1 || !getFloatValue(arguments[0].getConstant()))
    return std::nullopt;
  double result = function(*getFloatValue(arguments[0].getConstant()));
  if (!std::isfinite(result))
    return std::nullopt;
  return evaluator.constant(getFloatAttr(evaluator.getContext(), result));
}

template <double (*function)(double)> static Result mathRounding(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() != 1)
    return std::nullopt;
  if (auto integer = getIntValue(arguments[0].getConstant()))
    return evaluator.constant(getIntAttr(evaluator.getContext(), *integer));
  auto number = getFloatValue(arguments[0].getConstant());
  if (!number)
    return ofNumber(arguments[0], PyIntType::get(evaluator.getContext()));
  if (!(std::abs(*number) < 9e18))
    return std::nullopt;
  return evaluator.constant(getIntAttr(evaluator.getContext(), int64_t(function(*number))));
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// tuple(sequence). list() makes a new object and so is no constant.
static Result toTuple(Evaluator &evaluator, Arguments arguments) {
  if (arguments.empty())
    return evaluator.constant(ArrayAttr::get(evaluator.getContext(), {}));
  if (arguments.size() != 1)
    return std::nullopt;
  auto elements = getElements(evaluator.getWorld(), arguments[0]);
  return elements ? Result(Knowledge::ofElements(evaluator.getContext(), std::move(*elements))) : std::nullopt;
}

static Result dictGet(Evaluator &evaluator, Arguments arguments) {
  if (arguments.size() < 2 || arguments.size() > 3)
    return std::nullopt;
  auto dict = evaluator.getWorld().lookup<ObjectOp>(arguments[0].getConstant());
  auto key = arguments[1].getConstantAs<StringAttr>();
  if (!dict || !dict.getEntries() || !key)
    return std::nullopt;
  if (Attribute entry = dict.getEntries()->get(key.getValue()))
    return evaluator.getWorld().describe(entry);
  return arguments.size() == 3 ? arguments[2] : *knownNone(evaluator, {});
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

static const llvm::StringMap<Handler> &getHandlers() {
  static const llvm::StringMap<Handler> handlers = {
      {"builtins.abs", absolute},
      {"builtins.bool", toBool},
      {"builtins.callable", isCallable},
      {"builtins.dict.get", dictGet},
      {"builtins.divmod", floorDivMod},
      {"builtins.float", toFloat},
      {"builtins.getattr", getAttribute},
      {"builtins.hasattr", hasAttribute},
      {"builtins.int", toInt},
      {"builtins.isinstance", isInstanceOf},
      {"builtins.len", length},
      {"builtins.max", extreme<CompareKind::Gt>},
      {"builtins.min", extreme<CompareKind::Lt>},
      {"builtins.pow", power},
      {"builtins.sum", sum},
      {"builtins.tuple", toTuple},
      {"janusc.helpers.with_methods", withMethods},
      {"math.ceil", mathRounding<std::ceil>},
      {"math.exp", mathFunction<std::exp>},
      {"math.floor", mathRounding<std::floor>},
      {"math.log", mathFunction<std::log>},
      {"math.sqrt", mathFunction<std::sqrt>},
      {"torch._C._get_tracing_state", knownNone},
      {"torch._jit_internal.is_scripting", knownFalse},
      {"torch.compiler.is_compiling", knownFalse},
      {"torch.enable_grad", gradModeManager<true>},
      {"torch.is_grad_enabled", isGradEnabled},
      {"torch.is_tensor", isTensor},
      {"torch.is_autocast_enabled", knownFalse},
      {"torch.jit.is_scripting", knownFalse},
      {"torch.jit.is_tracing", knownFalse},
      {"torch.no_grad", gradModeManager<false>},
      {"typing.cast",
       [](Evaluator &, Arguments arguments) { return arguments.size() == 2 ? Result(arguments[1]) : std::nullopt; }},
  };
  return handlers;
}

Result janus::evaluateBuiltin(Evaluator &evaluator, StringRef name, Arguments arguments, ArrayRef<StringRef> names) {
  if (llvm::any_of(names, [](StringRef keyword) { return !keyword.empty(); }))
    return std::nullopt;
  // Torch's Python functions ask this before anything else; a tensor that is
  // not exactly torch.Tensor or a Parameter does not get here (it is guarded).
  StringRef last = name.substr(name.rfind('.') + 1);
  if (name.starts_with("torch.") && last.ltrim('_').starts_with("has_torch_function"))
    return knownFalse(evaluator, arguments);
  auto handler = getHandlers().find(name);
  return handler == getHandlers().end() ? std::nullopt : handler->second(evaluator, arguments);
}
