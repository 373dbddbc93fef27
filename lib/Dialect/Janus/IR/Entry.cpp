//===- Entry.cpp - what an entry of the value level takes and gives -------===//

#include "janus/Dialect/Janus/IR/Entry.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace janus;
using namespace mlir;

StringRef janus::getDTypeName(Type type) {
  if (type.isInteger(1))
    return "bool";
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 8:
      return integer.isUnsigned() ? "u8" : "i8";
    case 16:
      return "i16";
    case 32:
      return "i32";
    case 64:
      return "i64";
    default:
      return "";
    }
  }
  return type.isF16() ? "f16" : type.isBF16() ? "bf16" : type.isF32() ? "f32" : type.isF64() ? "f64" : "";
}

/// The kind that an attribute of an argument or result stands for.
static std::optional<EntryValue::Kind> getKind(StringRef attribute) {
  return llvm::StringSwitch<std::optional<EntryValue::Kind>>(attribute)
      .Case("janus.arg", EntryValue::Kind::Argument)
      .Case("janus.state", EntryValue::Kind::State)
      .Case("janus.cotangent", EntryValue::Kind::Cotangent)
      .Case("janus.saved", EntryValue::Kind::Saved)
      .Case("janus.result", EntryValue::Kind::Result)
      .Case("janus.update", EntryValue::Kind::Update)
      .Case("janus.grad", EntryValue::Kind::Gradient)
      .Default(std::nullopt);
}

static StringRef getKindName(EntryValue::Kind kind) {
  switch (kind) {
  case EntryValue::Kind::Argument:
    return "arg";
  case EntryValue::Kind::State:
    return "state";
  case EntryValue::Kind::Cotangent:
    return "cotangent";
  case EntryValue::Kind::Saved:
    return "saved";
  case EntryValue::Kind::Result:
    return "result";
  case EntryValue::Kind::Update:
    return "update";
  case EntryValue::Kind::Gradient:
    return "grad";
  }
  return "";
}

bool janus::isEntry(FunctionOpInterface function) {
  if (function->hasAttr("janus.output"))
    return true;
  auto marked = [](DictionaryAttr attributes) {
    return attributes &&
           llvm::any_of(attributes, [](NamedAttribute attribute) { return getKind(attribute.getName()).has_value(); });
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (marked(function.getArgAttrDict(i)))
      return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (marked(function.getResultAttrDict(i)))
      return true;
  return false;
}

/// Whether values of this type cross the C ABI.
static bool isPassable(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return !getDTypeName(tensor.getElementType()).empty();
  return type.isInteger(64) || type.isF64() || type.isInteger(1);
}

/// The name or number that an attribute gives what it stands for; nullopt for another attribute.
static std::optional<std::string> getName(Attribute attribute) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    return text.str();
  if (auto index = dyn_cast<IntegerAttr>(attribute))
    return std::to_string(index.getInt());
  return std::nullopt;
}

static FailureOr<EntryValue> describe(FunctionOpInterface function, DictionaryAttr attributes, Type type,
                                      const Twine &what) {
  if (!isPassable(type))
    return function.emitError() << what << " has type " << type << ", which the C interface cannot pass";
  for (NamedAttribute attribute : attributes ? attributes.getValue() : ArrayRef<NamedAttribute>()) {
    std::optional<EntryValue::Kind> kind = getKind(attribute.getName());
    if (!kind)
      continue;
    std::optional<std::string> name = getName(attribute.getValue());
    if (!name)
      return function.emitError() << what << ": " << attribute.getName() << " must be a string or an index";
    EntryValue value{*kind, *name, type};
    value.gradAbsent = attributes.contains("janus.grad_absent");
    value.isUnused = attributes.contains("janus.unused");
    if (auto of = attributes.getAs<StringAttr>("janus.gradient_of"))
      value.gradientOf = of.str();
    auto read = [&](StringRef name, std::vector<int64_t> &into) {
      if (auto numbers = attributes.getAs<DenseI64ArrayAttr>(name))
        into.assign(numbers.asArrayRef().begin(), numbers.asArrayRef().end());
    };
    read("janus.through", value.through);
    read("janus.through_if", value.throughIf);
    read("janus.used_up_by", value.usedUpBy);
    return value;
  }
  return function.emitError() << what << " has none of janus.arg, janus.state, janus.result, janus.update, janus.grad";
}

/// What `janus.watched` says.
static std::vector<WatchedTensor> getWatched(FunctionOpInterface function) {
  std::vector<WatchedTensor> watched;
  auto list = function->getAttrOfType<ArrayAttr>("janus.watched");
  for (Attribute each : list ? list.getValue() : ArrayRef<Attribute>())
    for (NamedAttribute attribute : cast<DictionaryAttr>(each))
      if (auto kind = getKind(attribute.getName()); kind && getName(attribute.getValue())) {
        auto through = cast<DictionaryAttr>(each).getAs<DenseI64ArrayAttr>("through");
        watched.push_back({*kind, *getName(attribute.getValue()), {}});
        if (through)
          watched.back().through.assign(through.asArrayRef().begin(), through.asArrayRef().end());
      }
  return watched;
}

FailureOr<EntrySignature> janus::getEntrySignature(FunctionOpInterface function) {
  EntrySignature signature;
  signature.name = function.getName().str();
  if (auto output = function->getAttrOfType<StringAttr>("janus.output"))
    signature.output = output.str();
  if (auto backward = function->getAttrOfType<FlatSymbolRefAttr>("janus.backward"))
    signature.backward = backward.getValue().str();
  signature.readsWritten = function->hasAttr("janus.reads_written");
  if (auto writes = function->getAttrOfType<StringAttr>("janus.writes"))
    signature.writes = writes.str();
  signature.watched = getWatched(function);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto value = describe(function, function.getArgAttrDict(i), type, "argument " + Twine(i));
    if (failed(value))
      return failure();
    signature.arguments.push_back(*value);
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    auto value = describe(function, function.getResultAttrDict(i), type, "result " + Twine(i));
    if (failed(value))
      return failure();
    signature.results.push_back(*value);
  }
  return signature;
}

static llvm::json::Value toJSON(const EntryValue &value) {
  llvm::json::Object object{{"kind", getKindName(value.kind)}, {"name", value.name}, {"shape", nullptr}};
  Type elementType = value.type;
  if (auto tensor = dyn_cast<RankedTensorType>(value.type)) {
    elementType = tensor.getElementType();
    llvm::json::Array shape;
    for (int64_t size : tensor.getShape())
      shape.push_back(ShapedType::isDynamic(size) ? -1 : size);
    object["shape"] = std::move(shape);
  }
  object["dtype"] = getDTypeName(elementType);
  if (value.gradAbsent)
    object["grad_absent"] = true;
  if (!value.gradientOf.empty()) {
    object["of"] = value.gradientOf;
    object["through"] = llvm::json::Array(value.through);
    object["through_if"] = llvm::json::Array(value.throughIf);
  }
  if (value.isUnused)
    object["unused"] = true;
  if (value.kind == EntryValue::Kind::Cotangent)
    object["used_up_by"] = llvm::json::Array(value.usedUpBy);
  return object;
}

llvm::json::Value janus::toJSON(const EntrySignature &signature) {
  llvm::json::Array arguments, results;
  for (const EntryValue &value : signature.arguments)
    arguments.push_back(::toJSON(value));
  for (const EntryValue &value : signature.results)
    results.push_back(::toJSON(value));
  llvm::json::Object object{{"name", signature.name},
                            {"arguments", std::move(arguments)},
                            {"results", std::move(results)},
                            {"output", nullptr},
                            {"backward", nullptr}};
  if (!signature.backward.empty())
    object["backward"] = signature.backward;
  if (signature.readsWritten)
    object["reads_written"] = true;
  if (!signature.watched.empty()) {
    llvm::json::Array watched;
    for (const WatchedTensor &tensor : signature.watched)
      watched.push_back(llvm::json::Object{
          {"kind", getKindName(tensor.kind)}, {"name", tensor.name}, {"through", llvm::json::Array(tensor.through)}});
    object["watched"] = std::move(watched);
  }
  if (llvm::Expected<llvm::json::Value> output = llvm::json::parse(signature.output))
    object["output"] = std::move(*output);
  else
    llvm::consumeError(output.takeError());
  if (signature.writes.empty())
    return object;
  if (llvm::Expected<llvm::json::Value> writes = llvm::json::parse(signature.writes))
    object["writes"] = std::move(*writes);
  else
    llvm::consumeError(writes.takeError());
  return object;
}
