//===- Export.cpp - entries' signatures, objects and linking --------------===//

#include "Diagnostics.h"
#include "janus/Dialect/Janus/IR/Entry.h"
#include "janus/Target/AOT/Program.h"
#include "llvm/Target/TargetMachine.h"

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
  module.def("link", &linkProgram, py::arg("output"), py::arg("kind"), py::arg("objects"), py::arg("runtime"),
             py::arg("exported"), "Links objects and the runtime into one .o, .a or .so; RuntimeError if it cannot.");
}
