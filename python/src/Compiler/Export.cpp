//===- Export.cpp - entries' signatures, objects and linking --------------===//

#include "Diagnostics.h"
#include "janus/Dialect/Janus/IR/Entry.h"
#include "janus/Target/AOT/Program.h"
#include "janus/Target/CPU/Object.h"
#include "janus/Target/CPU/ObjectCache.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>
#include <pybind11/stl.h>

using namespace janus;
using namespace janus::python;
using namespace mlir;

/// The signatures of all entries of a module at value level, as JSON text.
static std::string entrySignatures(const ModuleState &self) {
  self.context->checkIdle();
  DiagnosticCollector diagnostics(self.context->context);
  llvm::json::Array entries;
  ModuleOp top = *self.module;
  for (auto function : top.getOps<FunctionOpInterface>()) {
    if (!isEntry(function))
      continue;
    FailureOr<EntrySignature> signature = getEntrySignature(function);
    if (failed(signature))
      diagnostics.raise("reading the signature of an entry");
    entries.push_back(toJSON(*signature));
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(entries));
  return text;
}

/// The objects of a module at LLVM level: the driver and the kernels it calls.
static py::bytes compileObject(const ModuleState &self, unsigned optLevel) {
  self.context->checkIdle();
  DiagnosticCollector diagnostics(self.context->context);
  FailureOr<std::string> object = failure();
  {
    py::gil_scoped_release release;
    cpu::ObjectCache cache;
    object = cpu::compileToObject(*self.module, optLevel, &cache);
  }
  if (failed(object))
    diagnostics.raise("writing the object");
  return *object;
}

/// The object with a program's description, weights and C functions, and the
/// symbols it exports.
static py::tuple emitProgram(const ModuleState &self, const std::string &name, const std::string &entry,
                             const std::string &signature, unsigned inputs, unsigned outputs, bool hasUpdates,
                             std::optional<py::bytes> weights) {
  self.context->checkIdle();
  DiagnosticCollector diagnostics(self.context->context);
  ModuleOp module = *self.module;
  TargetAttr target = getOrSetTarget(module);
  std::unique_ptr<llvm::TargetMachine> machine = target ? cpu::createTargetMachine(module, target) : nullptr;
  if (!machine)
    diagnostics.raise("choosing the target");
  aot::Program program{name, entry, signature, inputs, outputs, hasUpdates, weights.has_value(), {}};
  std::string content = weights ? std::string(*weights) : std::string();
  program.weights = content;
  llvm::Expected<std::string> object = aot::emitProgram(program, *machine);
  if (!object)
    throw std::runtime_error(llvm::toString(object.takeError()));
  return py::make_tuple(py::bytes(*object), aot::exportedSymbols(program));
}

static void linkProgram(const std::string &output, const std::string &kind, const std::vector<py::bytes> &objects,
                        const std::string &runtime, const std::vector<std::string> &exported) {
  aot::LinkKind linkKind = kind == ".a"    ? aot::LinkKind::Archive
                           : kind == ".so" ? aot::LinkKind::SharedLibrary
                                           : aot::LinkKind::Object;
  std::vector<std::string> contents(objects.begin(), objects.end());
  std::string problem;
  {
    py::gil_scoped_release release;
    problem = llvm::toString(aot::linkObjects(contents, runtime, exported, linkKind, output));
  }
  if (!problem.empty())
    throw std::runtime_error(problem);
}

void janus::python::bindExport(py::module_ &module) {
  module.def("entry_signatures", &entrySignatures, py::arg("module"),
             "JSON text: what each entry of a module at value level takes and gives.");
  module.def("compile_object", &compileObject, py::arg("module"), py::arg("opt_level") = 3,
             "The object of a module at LLVM level; CompileError if it cannot be made.");
  module.def("emit_program", &emitProgram, py::arg("module"), py::arg("name"), py::arg("entry"), py::arg("signature"),
             py::arg("inputs"), py::arg("outputs"), py::arg("has_updates"), py::arg("weights"),
             "The object with a program's description and C functions for the module's target, and the symbols that "
             "it exports.");
  module.def("link", &linkProgram, py::arg("output"), py::arg("kind"), py::arg("objects"), py::arg("runtime"),
             py::arg("exported"), "Links objects and the runtime into one .o, .a or .so; RuntimeError if it cannot.");
}
