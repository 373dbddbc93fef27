//===- Builder.cpp - operations, blocks, values and the Builder -----------===//
//
// One generic `create` for every operation of every dialect: the checks are
// the operations' own verifiers, run as soon as an operation is complete.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace janus::python;
using namespace mlir;

namespace {

/// Creates operations at the end of a block.
struct BuilderState {
  explicit BuilderState(BlockHandle block) : block(std::move(block)) {}
  BlockHandle block;
};

} // namespace

static SmallVector<Value> toOperands(const ModulePtr &owner, const py::sequence &operands) {
  SmallVector<Value> values;
  for (py::handle operand : operands) {
    if (!py::isinstance<ValueHandle>(operand))
      throw py::type_error("expected a Value as operand, found " + std::string(py::str(py::type::of(operand))));
    const auto &handle = operand.cast<const ValueHandle &>();
    if (handle.owner != owner)
      throw py::value_error("operand belongs to another Module");
    values.push_back(handle.get());
  }
  return values;
}

static OperationName lookUpName(const ContextPtr &context, const std::string &name) {
  auto registered = RegisteredOperationName::lookup(name, &context->context);
  if (!registered) {
    // The dialect may not have been loaded yet.
    context->context.getOrLoadDialect(StringRef(name).split('.').first);
    registered = RegisteredOperationName::lookup(name, &context->context);
  }
  if (!registered)
    throw py::value_error("unknown operation '" + name + "'");
  return *registered;
}

static OperationHandle create(BuilderState &self, const std::string &name, py::sequence operands, py::dict attributes,
                              py::sequence resultTypes, unsigned regions, py::object location) {
  Block *block = self.block.get();
  const ModulePtr &owner = self.block.owner;
  const ContextPtr &context = owner->context;
  OperationState state(toLocation(context, location), lookUpName(context, name));
  state.addOperands(toOperands(owner, operands));
  for (py::handle type : resultTypes)
    state.addTypes(toType(context, type));
  auto dictionary = cast<DictionaryAttr>(toAttribute(context, attributes));
  state.addAttributes(dictionary.getValue());
  for (unsigned i = 0; i < regions; ++i)
    state.addRegion();
  if (!block->empty() && block->back().hasTrait<OpTrait::IsTerminator>())
    throw py::value_error("the block already ends in '" + block->back().getName().getStringRef().str() + "'");
  DiagnosticCollector diagnostics(context->context);
  Operation *op = Operation::create(state);
  block->push_back(op);
  // An operation with regions is complete, and checked, only with the module.
  if (regions == 0 && failed(verify(op, /*verifyRecursively=*/false))) {
    op->erase();
    diagnostics.raise("creating " + name);
  }
  return OperationHandle(owner, op);
}

static BlockHandle addBlock(const OperationHandle &self, unsigned region, py::sequence types, py::object location) {
  Operation *op = self.get();
  const ContextPtr &context = self.owner->context;
  if (region >= op->getNumRegions())
    throw py::index_error("operation has " + std::to_string(op->getNumRegions()) + " regions");
  Location loc = toLocation(context, location);
  SmallVector<Type> argumentTypes;
  for (py::handle type : types)
    argumentTypes.push_back(toType(context, type));
  Block *block = new Block();
  op->getRegion(region).push_back(block);
  for (Type type : argumentTypes)
    block->addArgument(type, loc);
  return BlockHandle(self.owner, block);
}

template <typename Range> static py::tuple toTuple(const ModulePtr &owner, Range values) {
  py::tuple result(values.size());
  for (auto [index, value] : llvm::enumerate(values))
    result[index] = ValueHandle(owner, value);
  return result;
}

static std::string print(const OperationHandle &self) {
  Operation *op = self.get();
  checkBlocks(self.owner->context, op);
  DiagnosticCollector swallowed(self.owner->context->context);
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  return text;
}

static void bindOperation(py::module_ &module) {
  py::class_<OperationHandle>(module, "Operation", "An operation in a module.")
      .def("__str__", &print)
      .def_property_readonly("name",
                             [](const OperationHandle &self) { return self.get()->getName().getStringRef().str(); })
      .def_property_readonly("results",
                             [](const OperationHandle &self) { return toTuple(self.owner, self.get()->getResults()); })
      .def_property_readonly(
          "result",
          [](const OperationHandle &self) {
            Operation *op = self.get();
            if (op->getNumResults() != 1)
              throw py::value_error("operation has " + std::to_string(op->getNumResults()) + " results, not one");
            return ValueHandle(self.owner, op->getResult(0));
          },
          "Its only result.")
      .def(
          "set",
          [](const OperationHandle &self, const std::string &name, py::handle value) {
            self.get()->setAttr(name, toAttribute(self.owner->context, value));
          },
          py::arg("name"), py::arg("value"), "Sets an attribute; the module's verifier checks it.")
      .def("add_block", &addBlock, py::arg("region") = 0, py::arg("types") = py::tuple(), py::arg("loc") = py::none(),
           "Adds a block with arguments of the types to the region of that "
           "index.");
}

void janus::python::bindBuilder(py::module_ &module) {
  py::class_<ValueHandle>(module, "Value", "An SSA value in a module.")
      .def_property_readonly(
          "type", [](const ValueHandle &self) -> TypeHandle { return {self.owner->context, self.get().getType()}; });
  bindOperation(module);
  py::class_<BlockHandle>(module, "Block", "A block in a module.")
      .def_property_readonly("arguments",
                             [](const BlockHandle &self) { return toTuple(self.owner, self.get()->getArguments()); })
      .def_property_readonly(
          "terminated",
          [](const BlockHandle &self) {
            Block *block = self.get();
            return !block->empty() && block->back().hasTrait<OpTrait::IsTerminator>();
          },
          "Whether the block ends in a terminator.")
      .def(
          "operations",
          [](const BlockHandle &self) {
            py::list result;
            for (Operation &op : *self.get())
              result.append(OperationHandle(self.owner, &op));
            return result;
          },
          "The operations of the block.");
  py::class_<BuilderState>(module, "Builder", "Creates operations at the end of a block.")
      .def(py::init<BlockHandle>(), py::arg("block"))
      // By value: a caller that keeps the block to come back to it must not see
      // later changes.
      .def_property(
          "block", [](const BuilderState &self) { return self.block; },
          [](BuilderState &self, const BlockHandle &block) { self.block = block; }, "Where operations are created.")
      .def("create", &create, py::arg("name"), py::arg("operands") = py::tuple(), py::arg("attributes") = py::dict(),
           py::arg("result_types") = py::tuple(), py::arg("regions") = 0, py::arg("loc") = py::none(),
           "Creates any registered operation; raises CompileError if its "
           "verifier rejects it.");
}
