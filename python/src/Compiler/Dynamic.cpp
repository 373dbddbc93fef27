//===- Dynamic.cpp - what an entry of the typed level leaves dynamic ------===//

#include "Diagnostics.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Imperative/Transforms/Specialize.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/SymbolTable.h"

using namespace janus::imperative;
using namespace janus::python;
using namespace mlir;

namespace {

bool isUnknown(Type type) {
  if (auto tuple = dyn_cast<PyTupleType>(type))
    return llvm::any_of(tuple.getElements(), isUnknown);
  return isa<PyObjectType>(type);
}

/// Whether a value is unknown, or a display of one: [unknown].
bool isMadeOfUnknown(Value value) {
  if (isUnknown(value.getType()))
    return true;
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<BuildListOp, BuildTupleOp, BuildDictOp, BuildSliceOp>(op) &&
         llvm::any_of(op->getOperands(), isMadeOfUnknown);
}

/// Whether the op is dynamic only because a value that it uses is unknown: then
/// that value's own op is to blame. Of one that was not looked into nothing is known.
bool isConsequence(Operation *op) {
  if (op->hasAttr("unresolved"))
    return true;
  if (llvm::any_of(op->getOperands(), isMadeOfUnknown))
    return true;
  // What is called with a list that grows may be fine with the list that it becomes.
  if (isa<CallOp, LibraryCallOp>(op) && llvm::any_of(op->getOperandTypes(), [](Type type) {
        auto list = dyn_cast<PyListType>(type);
        return list && isUnknown(list.getElement());
      }))
    return true;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && llvm::any_of(block.back().getOperandTypes(), isUnknown))
        return true;
  return false;
}

/// The places that a location went through, the innermost first.
py::list getPlaces(Location location) {
  py::list result;
  std::string file;
  unsigned line = 0, column = 0;
  auto add = [&](Location place) {
    if (findPlace(place, file, line, column))
      result.append(py::make_tuple(file, line, column));
  };
  while (auto call = dyn_cast<CallSiteLoc>(location)) {
    add(call.getCallee());
    location = call.getCaller();
  }
  add(location);
  return result;
}

/// The name that tells ops of a kind apart: an attribute's, a function's.
std::string getDetail(Operation *op) {
  for (StringRef name : {"name", "callee"})
    if (auto text = op->getAttrOfType<StringAttr>(name))
      return text.str();
  return "";
}

Operation *findEntry(const ModuleState &self, const std::string &name) {
  self.context->checkIdle();
  Operation *function = SymbolTable::lookupSymbolIn(*self.module, name);
  if (!function)
    throw py::value_error("no entry '" + name + "' in the module");
  return function;
}

py::list findLoops(const ModuleState &self, const std::string &name) {
  py::list result;
  findEntry(self, name)->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ForOp, WhileOp>(op))
      result.append(py::make_tuple(op->getName().stripDialect().str(), getPlaces(op->getLoc())));
  });
  return result;
}

py::list findDynamic(const ModuleState &self, const std::string &name) {
  Operation *function = findEntry(self, name);
  py::list result;
  function->walk([&](Operation *op) {
    if (op == function || isNative(op))
      return;
    auto reason = op->getAttrOfType<StringAttr>("reason");
    result.append(py::make_tuple(op->getName().stripDialect().str(), getDetail(op), reason ? reason.str() : "",
                                 !isConsequence(op), getPlaces(op->getLoc())));
  });
  return result;
}

/// How many ops say what code does, not what the world is, and how many of them are islands.
py::tuple countOps(const ModuleState &self) {
  self.context->checkIdle();
  int64_t ops = 0, islands = 0;
  self.module.get()->walk([&](Operation *op) {
    if (!isa<ImperativeDialect>(op->getDialect()) || isa<ObjectOp, StateOp, EntryOp, FuncOp>(op))
      return;
    ++ops;
    islands += isa<PythonOp>(op);
  });
  return py::make_tuple(ops, islands);
}

} // namespace

void janus::python::bindDynamic(py::module_ &module) {
  module.def("count_ops", &countOps, py::arg("module"),
             "How many ops of a module of the dynamic level say what code does, and how many of those are islands.");
  module.def(
      "find_dynamic", &findDynamic, py::arg("module"), py::arg("entry"),
      "What an entry of the typed level leaves to the interpreter: a list of (operation without its dialect, the "
      "name of its attribute or callee, reason, whether it is the cause rather than a use of another one's "
      "result, the places (file, line, column) from the innermost callee to the entry).");
  module.def(
      "find_loops", &findLoops, py::arg("module"), py::arg("entry"),
      "The loops that an entry of the typed level has, those of the functions it calls among them: a list of (for "
      "or while, the places from the innermost callee to the entry).");
}
