//===- Export.cpp - entries' signatures, objects and linking --------------===//

#include "Diagnostics.h"
#include "janus/Dialect/Janus/IR/Entry.h"
#include "janus/Target/AOT/Program.h"
#include "janus/Target/CPU/Object.h"
#include "janus/Target/CPU/ObjectCache.h"
#include "janus/Target/CPU/Units.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
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

static std::vector<py::bytes> toBytes(const std::vector<std::string> &objects) {
  return std::vector<py::bytes>(objects.begin(), objects.end());
}

/// The objects of a module at LLVM level: the driver and the kernels it calls.
static std::vector<py::bytes> compileObjects(const ModuleState &self, unsigned optLevel, const std::string &program,
                                             bool cached) {
  self.context->checkIdle();
  DiagnosticCollector diagnostics(self.context->context);
  FailureOr<std::vector<std::string>> objects = failure();
  {
    py::gil_scoped_release release;
    cpu::ObjectCache cache;
    objects = cpu::compileToObjects(*self.module, optLevel, cached ? &cache : nullptr, program);
  }
  if (failed(objects))
    diagnostics.raise("writing the objects");
  return toBytes(*objects);
}

static std::string programKey(const ModuleState &self, const std::string &how, unsigned optLevel) {
  self.context->checkIdle();
  DiagnosticCollector diagnostics(self.context->context);
  return cpu::programKey(*self.module, how, optLevel);
}

static std::optional<std::vector<py::bytes>> loadObjects(const std::string &program) {
  cpu::ObjectCache cache;
  std::optional<std::vector<std::string>> objects = cpu::loadObjects(cache, program);
  if (!objects)
    return std::nullopt;
  return toBytes(*objects);
}

static py::tuple cacheCounts() {
  cpu::ObjectCache::Counts counts = cpu::ObjectCache::counts();
  return py::make_tuple(counts.hits, counts.misses);
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

/// A module of its own, with the attributes of the old one, for the entry's backward function, which the old one loses.
static ModulePtr takeBackward(const ModuleState &self, const std::string &name) {
  self.context->checkIdle();
  ModuleOp module = *self.module;
  auto backward = module.lookupSymbol<mlir::func::FuncOp>(name);
  if (!backward)
    throw py::value_error("no function '" + name + "' in the module");
  for (auto entry : module.getOps<mlir::func::FuncOp>())
    if (auto symbol = entry->getAttrOfType<FlatSymbolRefAttr>("janus.backward"); symbol && symbol.getValue() == name)
      entry->removeAttr("janus.backward");
  OwningOpRef<ModuleOp> taken = ModuleOp::create(backward.getLoc());
  (*taken)->setAttrs(module->getAttrDictionary());
  backward->moveBefore(taken->getBody(), taken->getBody()->end());
  return std::make_shared<ModuleState>(self.context, std::move(taken));
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
  module.def(
      "compile_objects", &compileObjects, py::arg("module"), py::arg("opt_level") = 3, py::arg("program") = "",
      py::arg("cached") = true,
      "The objects of a module at LLVM level, the driver's first; CompileError if they cannot be made. The cache "
      "on disk remembers them, and under the program's key which they are, if one is given.");
  module.def("take_backward", &takeBackward, py::arg("module"), py::arg("name"),
             "Moves a backward function at value level out of its module, into the one that is returned.");
  module.def("program_key", &programKey, py::arg("module"), py::arg("how"), py::arg("opt_level") = 3,
             "The key of what a module of any level becomes; how: what else decides that.");
  module.def("load_objects", &loadObjects, py::arg("program"),
             "What compile_objects gave for a program, if the cache on disk still has all of it, else None.");
  module.def("cache_counts", &cacheCounts, "How many objects this process asked the cache for: (found, not found).");
  module.def("emit_program", &emitProgram, py::arg("module"), py::arg("name"), py::arg("entry"), py::arg("signature"),
             py::arg("inputs"), py::arg("outputs"), py::arg("has_updates"), py::arg("weights"),
             "The object with a program's description and C functions for the module's target, and the symbols that "
             "it exports.");
  module.def("link", &linkProgram, py::arg("output"), py::arg("kind"), py::arg("objects"), py::arg("runtime"),
             py::arg("exported"), "Links objects and the runtime into one .o, .a or .so; RuntimeError if it cannot.");
}
