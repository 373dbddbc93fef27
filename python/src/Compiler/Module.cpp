//===- Module.cpp - the Module class: print, verify, run passes -----------===//

#include "Diagnostics.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace janus::python;
using namespace mlir;

void janus::python::checkBlocks(const ContextPtr &context, Operation *root) {
  Operation *bad = nullptr;
  root->walk([&](Operation *op) {
    if (op->mightHaveTrait<OpTrait::NoTerminator>())
      return WalkResult::advance();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (block.empty()) {
          bad = op;
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  if (!bad)
    return;
  Message message{"error", bad->getName().getStringRef().str() + " has a block without operations", {}, 0, 0, {}};
  findPlace(bad->getLoc(), message.file, message.line, message.column);
  raiseCompileError(message);
}

namespace {

/// Remembers the first pass that failed.
struct FailureRecorder : PassInstrumentation {
  explicit FailureRecorder(std::string &failed) : failed(failed) {}
  void runAfterPassFailed(Pass *pass, Operation *) override {
    // Adaptors fail after the pass inside them did.
    if (failed.empty())
      failed = pass->getArgument().empty() ? pass->getName().str() : pass->getArgument().str();
  }
  std::string &failed;
};

/// Marks the context as busy while the interpreter is released.
struct BusyScope {
  explicit BusyScope(ContextState &context) : context(context) { context.busy = true; }
  ~BusyScope() { context.busy = false; }
  ContextState &context;
};

} // namespace

static ModuleOp checked(const ModuleState &self) {
  self.context->checkIdle();
  ModuleOp module = *self.module;
  checkBlocks(self.context, module);
  return module;
}

static std::string print(const ModuleState &self, bool locations, bool generic) {
  ModuleOp module = checked(self);
  DiagnosticCollector swallowed(self.context->context);
  OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo(true, /*prettyForm=*/false);
  if (generic)
    flags.printGenericOpForm();
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, flags);
  stream << '\n';
  return text;
}

static void verifyModule(const ModuleState &self) {
  ModuleOp module = checked(self);
  DiagnosticCollector diagnostics(self.context->context);
  if (failed(verify(module)))
    diagnostics.raise("verifying the module");
}

/// The passes inside `builtin.module(...)`, or the text itself.
static StringRef stripAnchor(StringRef pipeline) {
  pipeline = pipeline.trim();
  StringRef inner = pipeline;
  if (inner.consume_front("builtin.module(") && inner.consume_back(")"))
    return inner;
  return pipeline;
}

/// The pipeline of that text, made when it is first asked for.
static Passes &getPasses(ContextState &context, const std::string &pipeline, bool verifyEach) {
  std::unique_ptr<Passes> &known = context.passes[(verifyEach ? "verified " : "") + pipeline];
  if (known)
    return *known;
  auto made = std::make_unique<Passes>(context.context);
  made->manager.enableVerifier(verifyEach);
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (failed(parsePassPipeline(stripAnchor(pipeline), made->manager, stream)))
    throw py::value_error("invalid pass pipeline '" + pipeline + "': " + errors);
  made->manager.addInstrumentation(std::make_unique<FailureRecorder>(made->failed));
  known = std::move(made);
  return *known;
}

static py::list run(const ModulePtr &self, const std::string &pipeline, bool verifyEach) {
  ModuleOp module = checked(*self);
  ContextState &context = *self->context;
  DiagnosticCollector diagnostics(context.context);
  Passes &passes = getPasses(context, pipeline, verifyEach);
  passes.failed.clear();
  self->generation++;
  LogicalResult result = failure();
  {
    BusyScope busy(context);
    py::gil_scoped_release release;
    // A broken module would crash passes, whose first verification is their
    // last.
    result = verify(module);
    if (succeeded(result)) {
      result = passes.manager.run(module);
      if (succeeded(result) && !verifyEach)
        result = verify(module);
    }
    if (failed(result) && passes.failed.empty())
      passes.failed = "verify";
  }
  if (failed(result))
    diagnostics.raise("running pass '" + passes.failed + "'");
  return diagnostics.remarks();
}

static py::bytes toBytecode(const ModuleState &self) {
  ModuleOp module = checked(self);
  verifyModule(self);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  DiagnosticCollector diagnostics(self.context->context);
  if (failed(writeBytecodeToFile(module, stream)))
    diagnostics.raise("writing bytecode");
  return bytes;
}

static void setAttribute(const ModuleState &self, const std::string &name, const AttributeHandle &attribute) {
  checked(self)->setAttr(name, attribute.attribute);
}

static ModulePtr cloneModule(const ModuleState &self) {
  ModuleOp module = checked(self);
  return std::make_shared<ModuleState>(self.context, OwningOpRef<ModuleOp>(module.clone()));
}

void janus::python::bindModule(py::module_ &module) {
  py::class_<ModuleState, ModulePtr>(module, "Module", "A builtin.module.")
      .def("__str__", [](const ModuleState &self) { return print(self, false, false); })
      .def("text", &print, py::arg("locations") = false, py::arg("generic") = false,
           "The module as text, with debug locations or in generic form if "
           "asked for.")
      .def("verify", &verifyModule, "Raises CompileError if the module is not valid.")
      .def("run", &run, py::arg("pipeline"), py::arg("verify_each") = true,
           "Runs a textual pass pipeline. Returns the warnings and remarks; "
           "raises CompileError, which "
           "names the pass that failed. Handles into the module are stale "
           "afterwards.")
      .def("bytecode", &toBytecode, "The module as MLIR bytecode.")
      .def("set_attribute", &setAttribute, py::arg("name"), py::arg("attribute"),
           "Sets an attribute of the module itself, named \"dialect.name\".")
      .def("clone", &cloneModule, "A copy in the same context.")
      .def_property_readonly("context", [](const ModuleState &self) { return self.context; })
      .def_property_readonly(
          "body",
          [](const ModulePtr &self) {
            self->context->checkIdle();
            return BlockHandle(self, self->module->getBody());
          },
          "The module's block.");
}
