//===- Evaluator.cpp - the transfer function of inference -----------------===//

#include "janus/Analysis/Evaluator.h"
#include "janus/Analysis/Builtins.h"
#include "janus/Analysis/PythonArithmetic.h"
#include "janus/Library/NumberLists.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

Knowledge Evaluator::unknown(const Twine &why) {
  reason = why.str();
  return Knowledge::top(getContext());
}

/// The text of a type for messages, without the dialect's prefix.
static std::string describe(const Knowledge &knowledge) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto builtin = knowledge.getConstantAs<BuiltinAttr>())
    stream << builtin.getName();
  else
    knowledge.print(stream);
  return text;
}

SmallVector<Knowledge> Evaluator::evaluate(Operation *op, ArrayRef<Knowledge> operands) {
  reason.clear();
  SmallVector<Knowledge> results;
  if (llvm::any_of(operands, [](const Knowledge &operand) { return operand.isBottom(); })) {
    results.resize(op->getNumResults());
    return results;
  }
  if (auto unpack = dyn_cast<UnpackOp>(op))
    return evaluateUnpack(unpack, operands.front());
  if (op->getNumResults() == 1) {
    results.push_back(evaluateOne(op, operands));
    return results;
  }
  for (Type type : op->getResultTypes())
    results.push_back(Knowledge::ofType(type));
  return results;
}

/// Whether nothing can change a new list while the knowledge of its elements
/// is used: it is only read.
static bool isOnlyRead(BuildListOp list) {
  return llvm::all_of(list->getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    unsigned number = use.getOperandNumber();
    auto isUnpacked = [&](DenseBoolArrayAttr starred) { return starred && starred.asArrayRef()[number]; };
    return llvm::TypeSwitch<Operation *, bool>(user)
        .Case([&](CallOp call) {
          if (number == 0 || getArgumentNames(call)[number - 1] == "*")
            return number != 0;
          auto constant = call.getCallee().getDefiningOp<ConstantOp>();
          auto method = call.getCallee().getDefiningOp<GetAttrOp>();
          return (constant && isa<BuiltinAttr>(constant.getValue())) ||
                 (method && isa<PyTensorType>(method.getObject().getType()));
        })
        .Case([&](BuildTupleOp tuple) { return isUnpacked(tuple.getStarredAttr()); })
        .Case([&](BuildListOp other) { return isUnpacked(other.getStarredAttr()); })
        .Case([&](ForOp loop) { return number == 0; })
        .Case<LibraryCallOp, GetItemOp, UnpackOp, TruthOp, BinaryOp>([](auto) { return true; })
        .Default(false);
  });
}

static Knowledge buildSequence(Operation *op, ArrayRef<Knowledge> operands, Knowledge::SequenceKind kind) {
  return Knowledge::ofElements(op->getContext(), std::vector<Knowledge>(operands.begin(), operands.end()), kind);
}

/// f-strings of constants: str() of strings and ints.
static Knowledge evaluateFormat(FormatOp op, ArrayRef<Knowledge> operands) {
  MLIRContext *context = op.getContext();
  if (operands.size() == 1 && !op.getConversion()) {
    if (operands.front().getConstantAs<StringAttr>())
      return operands.front();
    auto value = operands.front().getConstantAs<IntegerAttr>();
    if (value && isa<PyIntType>(operands.front().getType()))
      return Knowledge::ofConstant(StringAttr::get(context, llvm::itostr(*getIntValue(value))));
  }
  return Knowledge::ofType(PyStrType::get(context));
}

static Knowledge evaluateBuildString(BuildStringOp op, ArrayRef<Knowledge> operands) {
  std::string text;
  for (const Knowledge &part : operands) {
    auto constant = part.getConstantAs<StringAttr>();
    if (!constant)
      return Knowledge::ofType(PyStrType::get(op.getContext()));
    text += constant.getValue();
  }
  return Knowledge::ofConstant(StringAttr::get(op.getContext(), text));
}

Knowledge Evaluator::evaluateOne(Operation *op, ArrayRef<Knowledge> operands) {
  using Kind = Knowledge::SequenceKind;
  return llvm::TypeSwitch<Operation *, Knowledge>(op)
      .Case([&](ConstantOp op) { return world.describe(op.getValue()); })
      .Case([&](UnboundOp) { return Knowledge(); })
      .Case([&](GetGlobalOp op) { return evaluateGlobal(op); })
      .Case([&](GetAttrOp op) { return getAttribute(operands[0], op.getName()); })
      .Case([&](GetItemOp) { return evaluateItem(operands[0], operands[1]); })
      .Case([&](UnaryOp op) { return evaluateUnary(op.getKind(), operands[0]); })
      .Case([&](BinaryOp op) { return evaluateBinary(op.getKind(), operands[0], operands[1]); })
      .Case([&](InplaceOp op) {
        if (isArray(operands[0].getType()))
          return unknown("an augmented assignment to an array");
        if (isa<PyTensorType>(operands[0].getType()))
          if (auto *function =
                  getTensorOperator(getContext(), OperatorFamily::Inplace, stringifyBinaryKind(op.getKind())))
            return evaluateLibrary(*function, operands);
        if (isa<PyListType>(operands[0].getType()))
          return unknown("a list is changed in place");
        return evaluateBinary(op.getKind(), operands[0], operands[1]);
      })
      .Case([&](CompareOp op) {
        if (op.getLhs() == op.getRhs() && (op.getKind() == CompareKind::Is || op.getKind() == CompareKind::IsNot))
          return constant(BoolAttr::get(getContext(), op.getKind() == CompareKind::Is));
        return evaluateCompare(op.getKind(), operands[0], operands[1]);
      })
      .Case([&](TruthOp) { return evaluateTruth(operands[0]); })
      .Case([&](BuildTupleOp op) {
        return op.getStarred() ? unknown("the unpacked element's length is not known")
                               : buildSequence(op, operands, Kind::Tuple);
      })
      .Case([&](BuildListOp op) {
        if (op.getStarred())
          return unknown("the unpacked element's length is not known");
        Knowledge list = buildSequence(op, operands, Kind::List);
        return isOnlyRead(op) ? list : Knowledge::ofType(list.getType());
      })
      .Case([&](ElementsOp) {
        Type element = PyUnionType::get(getContext(), {});
        for (const Knowledge &operand : operands)
          element = joinTypes(element, operand.getType());
        return Knowledge::ofType(PySequenceType::get(getContext(), element));
      })
      .Case([&](AppendOp) {
        auto list = operands[1].getTypeAs<PySequenceType>();
        if (!list)
          return unknown("what is appended to is not known");
        return Knowledge::ofType(
            PySequenceType::get(getContext(), joinTypes(list.getElement(), operands[0].getType())));
      })
      .Case([&](BuildSliceOp op) { return buildSequence(op, operands, Kind::Slice); })
      .Case([&](FormatOp op) { return evaluateFormat(op, operands); })
      .Case([&](BuildStringOp op) { return evaluateBuildString(op, operands); })
      .Case([&](MakeFunctionOp op) {
        return Knowledge::ofType(PyFunctionType::get(getContext(), RefAttr::get(getContext(), op.getFunctionAttr())));
      })
      .Case([&](CallOp op) { return evaluateCall(op, operands); })
      .Case([&](LibraryCallOp op) { return evaluateLibraryCall(op, operands); })
      .Default([](Operation *op) { return Knowledge::ofType(op->getResult(0).getType()); });
}

Knowledge Evaluator::evaluateGlobal(GetGlobalOp op) {
  auto globals = op->getAttrOfType<FlatSymbolRefAttr>("globals");
  if (!globals)
    globals = op->getParentOfType<FuncOp>().getGlobalsAttr();
  if (Attribute value = world.getGlobal(globals, op.getName()))
    return world.describe(value);
  return unknown("the global name '" + op.getName() + "' is not known");
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

std::optional<std::vector<Knowledge>> janus::getElements(World &world, const Knowledge &value) {
  using Kind = Knowledge::SequenceKind;
  if (value.getSequenceKind() != Kind::None && value.getSequenceKind() != Kind::Slice)
    return value.getElements();
  auto object = world.lookup<ObjectOp>(value.getConstant());
  if (!object || !object.getItems())
    return std::nullopt;
  std::vector<Knowledge> elements;
  for (Attribute item : object.getItemsAttr())
    elements.push_back(world.describe(item));
  return elements;
}

/// The places that a slice takes of `length`, with Python's rules for what is
/// absent or out of range.
std::optional<SmallVector<int64_t>> janus::getSlicePositions(const Knowledge &slice, int64_t length) {
  if (slice.getSequenceKind() != Knowledge::SequenceKind::Slice)
    return std::nullopt;
  std::optional<int64_t> parts[3];
  for (auto [part, element] : llvm::zip(parts, slice.getElements())) {
    part = getIntValue(element.getConstant());
    if (!part && !element.getConstantAs<NoneAttr>())
      return std::nullopt;
  }
  int64_t step = parts[2].value_or(1);
  if (step == 0)
    return std::nullopt;
  auto clamp = [&](int64_t index) {
    if (index < 0)
      index += length;
    int64_t low = step < 0 ? -1 : 0;
    return std::clamp<int64_t>(index, low, length + low);
  };
  int64_t start = parts[0] ? clamp(*parts[0]) : step < 0 ? length - 1 : 0;
  int64_t stop = parts[1] ? clamp(*parts[1]) : step < 0 ? -1 : length;
  SmallVector<int64_t> positions;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step)
    positions.push_back(i);
  return positions;
}

Knowledge Evaluator::evaluateItem(const Knowledge &object, const Knowledge &key) {
  if (isArray(object.getType()))
    return evaluateLibrary(*getArrayOperator(getContext(), "getitem"), {object, key});
  if (isa<PyTensorType>(object.getType())) {
    if (auto *function = getTensorOperator(getContext(), OperatorFamily::Binary, "getitem"))
      return evaluateLibrary(*function, {object, key});
    return unknown("tensors are not indexed natively");
  }
  std::optional<int64_t> index = getIntValue(key.getConstant());
  if (auto text = object.getConstantAs<StringAttr>(); text && index) {
    bool ascii = llvm::all_of(text.getValue(), [](char c) { return static_cast<signed char>(c) >= 0; });
    int64_t position = *index < 0 ? *index + text.size() : *index;
    if (ascii && position >= 0 && position < int64_t(text.size()))
      return constant(StringAttr::get(getContext(), text.getValue().substr(position, 1)));
  }
  if (auto dict = world.lookup<ObjectOp>(object.getConstant()); dict && dict.getEntries()) {
    auto name = key.getConstantAs<StringAttr>();
    Attribute entry = name ? dict.getEntries()->get(name.getValue()) : Attribute();
    return entry ? world.describe(entry) : unknown("the key is not known in " + dict.getPath());
  }
  if (auto sequence = object.getTypeAs<PySequenceType>(); sequence && isa<PyIntType>(key.getType()))
    return isNever(sequence.getElement()) ? Knowledge() : Knowledge::ofType(sequence.getElement());
  std::optional<std::vector<Knowledge>> elements = getElements(world, object);
  // A list of numbers that is an argument.
  if (auto list = object.getTypeAs<PyListType>(); list && !elements && isa<PyIntType>(key.getType()))
    if (library::arrayOfList(list))
      return Knowledge::ofType(list.getElement());
  if (!elements && isa<PyListType>(object.getType()) && isa<PySliceType>(key.getType()))
    return Knowledge::ofType(object.getType());
  if (!elements)
    return unknown("indexing a value of type " + describe(object) + " is not known");
  if (index) {
    int64_t position = *index < 0 ? *index + int64_t(elements->size()) : *index;
    if (position < 0 || position >= int64_t(elements->size()))
      return unknown("the index is out of range");
    return (*elements)[position];
  }
  auto positions = getSlicePositions(key, elements->size());
  bool isList = isa<PyListType>(object.getType());
  if (!positions || !(isList || isa<PyTupleType>(object.getType())))
    return unknown("the index is not known");
  std::vector<Knowledge> part;
  for (int64_t position : *positions)
    part.push_back((*elements)[position]);
  Knowledge result = Knowledge::ofElements(getContext(), std::move(part), object.getSequenceKind());
  // A new list, which may change.
  return isList ? Knowledge::ofType(result.getType()) : result;
}

bool janus::isUnpackable(Type type, int64_t count) {
  auto tensor = dyn_cast<PyTensorType>(type);
  return tensor && !tensor.getIsArray() && tensor.getRanked() && !tensor.getShape().empty() &&
         (tensor.getShape()[0] == count || ShapedType::isDynamic(tensor.getShape()[0]));
}

SmallVector<Knowledge> Evaluator::evaluateUnpack(UnpackOp op, const Knowledge &value) {
  size_t count = op.getNumResults();
  auto elements = getElements(world, value);
  if (elements && !op.getStar() && elements->size() == count)
    return SmallVector<Knowledge>(elements->begin(), elements->end());
  if (elements && op.getStar() && elements->size() + 1 >= count) {
    // What is left over is a new list.
    auto first = elements->begin() + *op.getStar(), last = elements->end() - (count - 1 - *op.getStar());
    SmallVector<Knowledge> results(elements->begin(), first);
    results.push_back(
        Knowledge::ofType(Knowledge::ofElements(getContext(), {first, last}, Knowledge::SequenceKind::List).getType()));
    results.append(last, elements->end());
    return results;
  }
  SmallVector<Knowledge> results;
  // A tensor of as many elements as there are targets; that it has them is assumed where its size is open.
  if (!op.getStar() && isUnpackable(value.getType(), count)) {
    for (size_t i = 0; i < count; ++i)
      results.push_back(evaluateItem(value, constant(getIntAttr(getContext(), i))));
    return results;
  }
  for (size_t i = 0; i < count; ++i)
    results.push_back(
        unknown("unpacking a value of type " + describe(value) + " into " + Twine(count) + " targets is not known"));
  return results;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Whether values of one of Python's own types have a method; torch.Size, a tuple here, has one more.
static bool hasMethod(Type type, StringRef name) {
  static const llvm::StringSet<> ofText = {
      "capitalize", "casefold",     "center",       "count",   "encode",     "endswith",    "expandtabs",
      "find",       "format",       "format_map",   "index",   "isalnum",    "isalpha",     "isascii",
      "isdecimal",  "isdigit",      "isidentifier", "islower", "isnumeric",  "isprintable", "isspace",
      "istitle",    "isupper",      "join",         "ljust",   "lower",      "lstrip",      "maketrans",
      "partition",  "removeprefix", "removesuffix", "replace", "rfind",      "rindex",      "rjust",
      "rpartition", "rsplit",       "rstrip",       "split",   "splitlines", "startswith",  "strip",
      "swapcase",   "title",        "translate",    "upper",   "zfill"};
  static const llvm::StringSet<> ofTuple = {"count", "index", "numel"};
  static const llvm::StringSet<> ofList = {"append", "clear", "copy",   "count",   "extend", "index",
                                           "insert", "pop",   "remove", "reverse", "sort"};
  static const llvm::StringSet<> ofDict = {"clear", "copy",    "fromkeys",   "get",    "items", "keys",
                                           "pop",   "popitem", "setdefault", "update", "values"};
  return llvm::TypeSwitch<Type, bool>(type)
      .Case([&](PyStrType) { return ofText.contains(name); })
      .Case([&](PyTupleType) { return ofTuple.contains(name); })
      .Case([&](PyListType) { return ofList.contains(name); })
      .Case([&](PyDictType) { return ofDict.contains(name); })
      .Default(false);
}

Knowledge Evaluator::getAttribute(const Knowledge &object, StringRef name) {
  MLIRContext *context = getContext();
  if (auto ref = object.getConstantAs<RefAttr>())
    return getObjectAttribute(ref, name);
  if (auto builtin = object.getConstantAs<BuiltinAttr>()) {
    std::string qualified = (builtin.getName() + "." + name).str();
    if (world.isAbsent(qualified))
      return unknown(builtin.getName() + " has no attribute '" + name + "'");
    qualified = getCanonicalName(qualified);
    if (Attribute value = getLibraryConstant(context, qualified))
      return constant(value);
    if (Attribute function = world.getImplementation(qualified))
      return constant(function);
    return constant(BuiltinAttr::get(context, qualified));
  }
  if (isa<PyTensorType>(object.getType()))
    return getTensorAttribute(object, name);
  if (auto literal = object.getConstantAs<LiteralAttr>(); literal && literal.getType() == "torch.device") {
    if (name == "type")
      return constant(StringAttr::get(context, literal.getRepr().contains("cuda") ? "cuda" : "cpu"));
    if (name == "index" && !literal.getRepr().contains("index"))
      return constant(NoneAttr::get(context));
  }
  // torch.return_types of max, sort, topk, ...
  if (std::optional<unsigned> element = object.getNamedElement(name))
    return object.getElements()[*element];
  StringRef prefix = isa<PyStrType>(object.getType())     ? "builtins.str."
                     : isa<PyTupleType>(object.getType()) ? "builtins.tuple."
                     : isa<PyListType>(object.getType())  ? "builtins.list."
                     : isa<PyDictType>(object.getType())  ? "builtins.dict."
                                                          : "";
  if (!prefix.empty() && hasMethod(object.getType(), name)) {
    auto method = BuiltinAttr::get(context, (prefix + name).str());
    return object.getConstant() ? constant(MethodAttr::get(context, method, object.getConstant()))
                                : Knowledge::ofMethod(method, object);
  }
  return unknown("attribute '" + name + "' of a value of type " + describe(object) + " is not known");
}

/// Methods of Python's containers that do not change them.
static bool isReadingMethod(StringRef name) {
  static const llvm::StringSet<> names = {"items", "keys", "values", "get", "index", "count", "copy"};
  return names.contains(name);
}

Knowledge Evaluator::getObjectAttribute(RefAttr ref, StringRef name) {
  MLIRContext *context = getContext();
  auto object = world.lookup<ObjectOp>(ref);
  if (!object)
    return unknown("attribute '" + name + "' of a function is not known");
  if (world.isAssigned(object, name))
    return unknown("attribute '" + name + "' of " + object.getPath() +
                   " is assigned to, and not known where it is not clear what comes before");
  if (Attribute field = object.getFields().get(name))
    return world.describe(field);
  StringRef className = object.getClassName();
  // Optimisers are known by the class's own name; torch says
  // torch.optim.sgd.SGD.
  if (className.starts_with("torch.optim.")) {
    StringRef last = className.substr(className.rfind('.') + 1);
    std::string method = ("torch.optim." + (name == "step" ? last : "Optimizer") + "." + name).str();
    if (name == "step" || name == "zero_grad")
      return constant(MethodAttr::get(context, BuiltinAttr::get(context, method), ref));
  }
  if ((className.starts_with("builtins.") || className == "collections.OrderedDict") && isReadingMethod(name)) {
    StringRef kind = object.getEntries() ? "builtins.dict." : "builtins.list.";
    return constant(MethodAttr::get(context, BuiltinAttr::get(context, (kind + name).str()), ref));
  }
  return unknown("attribute '" + name + "' of " + object.getPath() + " is not known");
}
