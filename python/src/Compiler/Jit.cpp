//===- Jit.cpp - objects made and loaded into this process ----------------===//

#include "janus/Target/CPU/Jit.h"
#include "Diagnostics.h"
#include "janus/Dialect/Janus/IR/Entry.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <pybind11/stl.h>

using namespace janus;
using namespace janus::python;
using namespace mlir;

namespace {

[[noreturn]] void raise(llvm::Error error) { throw std::runtime_error(llvm::toString(std::move(error))); }

std::unique_ptr<cpu::Jit> makeJit(const std::map<std::string, uintptr_t> &more, bool functions, bool debugger) {
  SmallVector<cpu::Jit::Symbol> symbols(cpu::runtimeSymbols());
  for (const auto &[name, address] : more)
    symbols.emplace_back(name, reinterpret_cast<void *>(address));
  auto jit = cpu::Jit::create(symbols, {functions, debugger});
  if (!jit)
    raise(jit.takeError());
  return std::move(*jit);
}

void addObject(cpu::Jit &jit, const std::string &bytes, const std::string &name) {
  py::gil_scoped_release release;
  llvm::Error error = jit.addObject(bytes, name);
  if (!error)
    return;
  py::gil_scoped_acquire acquire;
  raise(std::move(error));
}

uintptr_t lookupEntry(cpu::Jit &jit, const std::string &name) {
  auto entry = jit.lookupEntry(name);
  if (!entry)
    raise(entry.takeError());
  return reinterpret_cast<uintptr_t>(*entry);
}

uintptr_t lookup(cpu::Jit &jit, const std::string &name) {
  auto address = jit.lookup(name);
  if (!address)
    raise(address.takeError());
  return reinterpret_cast<uintptr_t>(*address);
}

/// Name, address and size of each function that was linked since the last call.
py::list takeFunctions(cpu::Jit &jit) {
  py::list result;
  for (const cpu::Jit::Function &function : jit.takeFunctions())
    result.append(py::make_tuple(function.name, function.address, function.size));
  return result;
}

/// The entry of that name; raises ValueError if there is none.
FunctionOpInterface findEntry(const ModuleState &self, const std::string &name) {
  self.context->checkIdle();
  auto function = dyn_cast_or_null<FunctionOpInterface>(SymbolTable::lookupSymbolIn(*self.module, name));
  if (!function || function.getFunctionBody().empty())
    throw py::value_error("no entry '" + name + "' in the module");
  return function;
}

/// The assumptions inside an entry: number, text, place.
py::list findAssumptions(const ModuleState &self, const std::string &name) {
  py::list result;
  findEntry(self, name)->walk([&](AssumeOp assume) {
    std::string file;
    unsigned line = 0, column = 0;
    py::object place = py::none();
    if (findPlace(assume.getLoc(), file, line, column))
      place = py::str(file + ":" + std::to_string(line));
    result.append(py::make_tuple(int64_t(assume.getId()), assume.getWhat().str(), place));
  });
  return result;
}

/// Says of an entry's arguments and states of these names that they require grad.
void markRequiresGrad(const ModuleState &self, const std::string &name, const std::vector<std::string> &names) {
  FunctionOpInterface function = findEntry(self, name);
  FailureOr<EntrySignature> signature = getEntrySignature(function);
  if (failed(signature))
    throw py::value_error("'" + name + "' is no entry");
  for (auto [i, value] : llvm::enumerate(signature->arguments))
    if (llvm::is_contained(names, value.name))
      function.setArgAttr(i, "janus.requires_grad", UnitAttr::get(function->getContext()));
}

} // namespace

void janus::python::bindJit(py::module_ &module) {
  module.def("mark_requires_grad", &markRequiresGrad, py::arg("module"), py::arg("entry"), py::arg("names"),
             "Marks arguments and states of an entry of the value level: gradients may flow to them.");
  module.def("find_assumptions", &findAssumptions, py::arg("module"), py::arg("entry"),
             "What an entry of the value level assumes inside: a list of "
             "(number, text, place or None).");
  py::class_<cpu::Jit>(module, "Jit", "Objects linked into this process; their code lives as long as this.")
      .def(py::init(&makeJit), py::arg("symbols") = std::map<std::string, uintptr_t>(), py::arg("functions") = false,
           py::arg("debugger") = false,
           "symbols: addresses of functions that objects may call besides the runtime's. functions: remember them for "
           "take_functions. debugger: tell a debugger of each object.")
      .def("add_object", &addObject, py::arg("bytes"), py::arg("name") = "janus")
      .def("entry", &lookupEntry, py::arg("name"), "The address of an entry.")
      .def("take_functions", &takeFunctions,
           "The functions that were linked since the last call, each as (name, address, size).")
      .def("lookup", &lookup, py::arg("name"), "The address of a symbol.");
}
