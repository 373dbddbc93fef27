//===- Table.cpp - the table of library functions -------------------------===//

#include "Table.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

//===----------------------------------------------------------------------===//
// Filling the table
//===----------------------------------------------------------------------===//

/// `self` of a method and `input` of a function are the same parameter.
static bool sameParameter(StringRef lhs, StringRef rhs) {
  auto normal = [](StringRef name) { return name == "self" ? StringRef("input") : name; };
  return normal(lhs) == normal(rhs);
}

static const Parameter *findParameter(ArrayRef<Parameter> parameters, StringRef name) {
  for (const Parameter &parameter : parameters)
    if (sameParameter(parameter.name, name))
      return &parameter;
  return nullptr;
}

/// The emission of an alias: its operands brought to the order of the entry it
/// stands for. Parameters that the entry does not have must keep their
/// defaults, but for `inplace`.
static EmitFn emitAlias(const Function &base, const std::vector<Parameter> &parameters, bool alwaysInplace) {
  // For each parameter of the base, the alias's parameter or its own default.
  std::vector<std::optional<size_t>> sources;
  for (const Parameter &parameter : base.parameters) {
    const Parameter *source = findParameter(parameters, parameter.name);
    sources.push_back(source ? std::optional<size_t>(source - parameters.data()) : std::nullopt);
    if (!source && !parameter.defaultValue)
      llvm::report_fatal_error(StringRef("an alias of " + base.name + " lacks the parameter " + parameter.name));
  }
  return [=, emit = base.emit, wanted = base.parameters](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    bool inplace = alwaysInplace;
    for (auto [parameter, operand] : llvm::zip(parameters, operands)) {
      // Which frame a warning names makes no difference to what is computed.
      if (findParameter(wanted, parameter.name) || parameter.name == "_stacklevel")
        continue;
      if (parameter.name == "inplace") {
        FailureOr<bool> value = emitter.requireBool(operand, "inplace");
        if (failed(value))
          return failure();
        inplace |= *value;
      } else if (!operand.isConstant() || operand.getConstant() != parameter.defaultValue) {
        return emitter.fail("argument '" + parameter.name + "' is not supported");
      }
    }
    std::vector<Operand> mapped;
    for (auto [source, parameter] : llvm::zip(sources, wanted))
      mapped.push_back(source ? operands[*source] : Operand(parameter.defaultValue));
    size_t before = emitter.updates.size();
    Failable result = emit(emitter, mapped);
    if (failed(result))
      return failure();
    for (auto &update : llvm::drop_begin(emitter.updates, before)) {
      if (!sources[update.first])
        return emitter.fail("writes to an argument that is not there");
      update.first = *sources[update.first];
    }
    if (!inplace)
      return result;
    return emitInplace(emitter, operands.front(), *result);
  };
}

Failable library::emitInplace(Emitter &emitter, const Operand &self, const Operand &result) {
  FailureOr<Value> target = emitter.requireTensor(self, "the argument of an in-place function");
  if (failed(target) || !result.isTensor())
    return failure();
  // The result may be promoted, but only within what the storage can hold.
  Value value = result.getValue();
  RankedTensorType type = Emitter::tensorType(*target);
  if (Emitter::isFloat(value) && !isa<FloatType>(type.getElementType()))
    return emitter.fail("result type can't be cast to the type of the tensor it is written into");
  if (Emitter::tensorType(value).getRank() != type.getRank())
    return emitter.fail("the result of an in-place function has another shape than the tensor");
  if (!Emitter::elementType(value).isInteger(1) && type.getElementType().isInteger(1))
    return emitter.fail("result type can't be cast to bool");
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (failed(emitter.assumeEqual(emitter.size(value, dim), emitter.size(*target, dim),
                                   "an in-place function keeps its tensor's shape")))
      return failure();
  value = emitter.cast(value, type.getElementType());
  value = emitter.castShape(value, type);
  emitter.update(0, value);
  emitter.aliasing = Aliasing::Same;
  return Operand(value);
}

Table::Table(MLIRContext *context) : context(context) {
  addActivations(*this);
  addArithmetic(*this);
  addArrays(*this);
  addAttention(*this);
  addCombining(*this);
  addComparisons(*this);
  addContractions(*this);
  addConvolutions(*this);
  addCreation(*this);
  addGates(*this);
  addIndexing(*this);
  addLosses(*this);
  addMathematics(*this);
  addMatrices(*this);
  addNormalization(*this);
  addPairLosses(*this);
  addPooling(*this);
  addRandom(*this);
  addRearranging(*this);
  addRecurrent(*this);
  addReductions(*this);
  addResampling(*this);
  addScattering(*this);
  addSelection(*this);
  addShapes(*this);
  addSorting(*this);
  addStatistics(*this);
  addTensorAttributes(*this);
}

void Table::addName(StringRef name, size_t index) {
  if (!names.try_emplace(name, index).second)
    llvm::report_fatal_error("two entries of the library table are called " + name);
}

size_t Table::insert(Function function) {
  function.context = context;
  functions.push_back(std::move(function));
  addName(functions.back().name, functions.size() - 1);
  return functions.size() - 1;
}

EmitFn library::onTensors(unsigned count, EmitFn emit) {
  return [count, emit = std::move(emit)](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    for (const Operand &operand : operands.take_front(count))
      if (!operand.isTensor())
        return emitter.fail("expected a tensor");
    return emit(emitter, operands);
  };
}

EmitFn library::exceptFor(unsigned kinds, EmitFn emit) {
  return [kinds, emit = std::move(emit)](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    if (operands.front().isTensor()) {
      Type type = Emitter::elementType(operands.front().getValue());
      unsigned own = isa<FloatType>(type) ? (type.getIntOrFloatBitWidth() == 16 ? Halves : 0)
                     : type.isInteger(1)  ? Bools
                                          : Ints;
      if (own & kinds)
        return emitter.fail("not implemented for " + dtypeName(type) + " tensors");
    }
    return emit(emitter, operands);
  };
}

Table::Entry Table::add(StringRef name, StringRef signature, EmitFn emit) {
  Function function;
  function.name = name.str();
  function.parameters = parseSignature(context, signature);
  function.emit = std::move(emit);
  function.givesArrays = name.starts_with("numpy.");
  return Entry(*this, insert(std::move(function)));
}

Table::Entry Table::addBoth(StringRef name, StringRef parameters, EmitFn emit) {
  Entry entry = add(("torch." + name).str(), ("(input" + parameters + ")").str(), std::move(emit));
  return entry.alias(("torch.Tensor." + name).str(), ("(self" + parameters + ")").str());
}

Table::Entry Table::addWithInplace(StringRef name, StringRef parameters, EmitFn emit) {
  return addBoth(name, parameters, std::move(emit))
      .inplace(("torch.Tensor." + name + "_").str(), ("(self" + parameters + ")").str());
}

Table::Entry &Table::Entry::alias(StringRef name) {
  table.addName(name, index);
  table.functions[index].aliases.push_back(name.str());
  return *this;
}

Table::Entry &Table::Entry::alias(StringRef name, StringRef signature) {
  Function function;
  function.name = name.str();
  function.parameters = parseSignature(table.context, signature);
  function.aliasOf = table.functions[index].name;
  function.isView = table.functions[index].isView;
  function.draws = table.functions[index].draws;
  function.emit = emitAlias(table.functions[index], function.parameters, /*alwaysInplace=*/false);
  table.insert(std::move(function));
  return *this;
}

Table::Entry &Table::Entry::inplace(StringRef name, StringRef signature) {
  Function function;
  function.name = name.str();
  function.parameters = parseSignature(table.context, signature);
  function.aliasOf = table.functions[index].name;
  function.emit = emitAlias(table.functions[index], function.parameters, /*alwaysInplace=*/true);
  table.insert(std::move(function));
  return *this;
}

Table::Entry &Table::Entry::view() {
  table.functions[index].isView = true;
  return *this;
}

Table::Entry &Table::Entry::attribute() {
  table.functions[index].isAttribute = true;
  return *this;
}

Table::Entry &Table::Entry::draws() {
  table.functions[index].draws = true;
  return *this;
}

Table::Entry &Table::Entry::array() {
  table.functions[index].givesArrays = true;
  return *this;
}

const Function *Table::lookup(StringRef name) const {
  auto found = names.find(name);
  return found == names.end() ? nullptr : &functions[found->second];
}

//===----------------------------------------------------------------------===//
// The table of a context
//===----------------------------------------------------------------------===//

namespace {
/// The table hangs on the imperative dialect: it holds attributes, so it lives
/// as long as the context.
class LibraryInterface : public DialectInterface::Base<LibraryInterface> {
public:
  LibraryInterface(Dialect *dialect) : Base(dialect), table(dialect->getContext()) {}
  Table table;
};
} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(LibraryInterface)
MLIR_DEFINE_EXPLICIT_TYPE_ID(LibraryInterface)

void library::registerLibrary(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, imperative::ImperativeDialect *dialect) {
    context->loadDialect<arith::ArithDialect, index::IndexDialect, nn::NNDialect, scf::SCFDialect,
                         tensor::TensorDialect>();
    dialect->addInterfaces<LibraryInterface>();
  });
}

static const Table &tableOf(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<imperative::ImperativeDialect>();
  auto *interface = dialect ? dialect->getRegisteredInterface<LibraryInterface>() : nullptr;
  if (!interface)
    llvm::report_fatal_error("the library table is not registered in this context");
  return interface->table;
}

const Function *library::lookup(MLIRContext *context, StringRef name) { return tableOf(context).lookup(name); }

const std::vector<Function> &library::allFunctions(MLIRContext *context) { return tableOf(context).getFunctions(); }

void library::printLibrary(MLIRContext *context, raw_ostream &os) {
  for (const Function &function : allFunctions(context)) {
    os << function.name << '(';
    llvm::interleaveComma(function.parameters, os, [&](const Parameter &parameter) {
      os << (parameter.variadic ? "*" : "") << parameter.name;
      if (parameter.defaultValue)
        os << '=' << parameter.defaultValue;
    });
    os << ')';
    if (!function.aliasOf.empty())
      os << " as " << function.aliasOf;
    for (const std::string &alias : function.aliases)
      os << " | " << alias;
    os << '\n';
  }
}
