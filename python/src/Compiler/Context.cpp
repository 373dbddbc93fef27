//===- Context.cpp - the Context class ------------------------------------===//

#include "Diagnostics.h"
#include "janus/InitAll.h"
#include "janus/Library/Library.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <vector>

using namespace janus;
using namespace janus::python;
using namespace mlir;

ContextState::ContextState() : context(MLIRContext::Threading::DISABLED) {
  static std::once_flag once;
  std::call_once(once, [] { janus::registerAllPasses(); });
  DialectRegistry registry;
  janus::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  context.printOpOnDiagnostic(false);
  // Text may name any of our dialects; MLIR's load when they are met.
  for (const char *name : {"imperative", "nn", "janus"})
    context.getOrLoadDialect(name);
}

void ContextState::checkIdle() const {
  if (busy)
    throw std::runtime_error("this Context runs passes in another thread; use "
                             "one Context for each compilation");
}

template <typename T> static std::string print(T object) {
  std::string text;
  llvm::raw_string_ostream(text) << object;
  return text;
}

/// Parses `text` once; later calls are a look-up.
static AttributeHandle internAttribute(const ContextPtr &context, const std::string &text) {
  context->checkIdle();
  Attribute &attribute = context->parsedAttributes[text];
  if (!attribute) {
    DiagnosticCollector diagnostics(context->context);
    if (!(attribute = mlir::parseAttribute(text, &context->context)))
      diagnostics.raise("parsing the attribute '" + text + "'");
  }
  return {context, attribute};
}

static TypeHandle internType(const ContextPtr &context, const std::string &text) {
  context->checkIdle();
  Type &type = context->parsedTypes[text];
  if (!type) {
    DiagnosticCollector diagnostics(context->context);
    if (!(type = mlir::parseType(text, &context->context)))
      diagnostics.raise("parsing the type '" + text + "'");
  }
  return {context, type};
}

/// Text only: MLIR's bytecode reader can be crashed by damaged input, so
/// bytecode is read by tools that check a digest first.
static ModulePtr parseModule(const ContextPtr &context, const std::string &text, const std::string &name) {
  context->checkIdle();
  if (llvm::StringRef(text).starts_with("ML\xefR"))
    throw py::value_error("expected MLIR text, found bytecode");
  DiagnosticCollector diagnostics(context->context);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, ParserConfig(&context->context), name);
  if (!module)
    diagnostics.raise("parsing " + name);
  return std::make_shared<ModuleState>(context, std::move(module));
}

static ModulePtr createModule(const ContextPtr &context, py::object location) {
  context->checkIdle();
  return std::make_shared<ModuleState>(context, ModuleOp::create(toLocation(context, location)));
}

static void bindAttributes(py::module_ &module) {
  py::class_<AttributeHandle>(module, "Attribute", "An MLIR attribute.")
      .def("__str__", [](const AttributeHandle &self) { return print(self.attribute); })
      .def(
          "__eq__", [](const AttributeHandle &a, const AttributeHandle &b) { return a.attribute == b.attribute; },
          py::is_operator())
      .def("__hash__", [](const AttributeHandle &self) { return (size_t)hash_value(self.attribute); });
  py::class_<TypeHandle>(module, "Type", "An MLIR type.")
      .def("__str__", [](const TypeHandle &self) { return print(self.type); })
      .def(
          "__eq__", [](const TypeHandle &a, const TypeHandle &b) { return a.type == b.type; }, py::is_operator())
      .def("__hash__", [](const TypeHandle &self) { return (size_t)hash_value(self.type); });
}

/// Whether the table of library functions knows a name. The table is made of
/// attributes, so it needs a context; this one is never shown to anybody.
static bool libraryHas(const std::string &name) {
  static ContextPtr context = std::make_shared<ContextState>();
  return library::lookup(&context->context, name) != nullptr;
}

/// A context that nobody uses any more, or a new one: making one and loading its dialects takes longer than a small
/// function takes to compile. What it has uniqued stays, so it is not used for ever. Called under Python's lock.
static ContextPtr takeContext() {
  static constexpr unsigned kMostUses = 250, kMostIdle = 16;
  // Never destroyed: MLIR may be gone before.
  static auto *known = new std::vector<std::pair<ContextPtr, unsigned>>;
  llvm::erase_if(*known, [](const auto &entry) { return entry.first.use_count() == 1 && entry.second >= kMostUses; });
  for (auto &[context, uses] : *known)
    if (context.use_count() == 1) {
      ++uses;
      return context;
    }
  ContextPtr made = std::make_shared<ContextState>();
  if (known->size() < kMostIdle)
    known->emplace_back(made, 1);
  return made;
}

void janus::python::bindContext(py::module_ &module) {
  module.def("library_has", &libraryHas, py::arg("name"), "Whether the table of library functions knows a name.");
  bindAttributes(module);
  py::class_<ContextState, ContextPtr>(module, "Context", "Owns types and attributes; one for each compilation.")
      .def(py::init<>())
      .def_static("take", &takeContext, "One that is not in use, or a new one.")
      .def("parse", &parseModule, py::arg("text"), py::arg("name") = "<string>", "Parses a module from text.")
      .def("module", &createModule, py::arg("loc") = py::none(), "A new, empty module.")
      .def("type", &internType, py::arg("text"), "The type that the text spells (cached).")
      .def("attribute", &internAttribute, py::arg("text"), "The attribute that the text spells (cached).")
      .def(
          "to_attribute",
          [](const ContextPtr &self, py::object object) -> AttributeHandle {
            self->checkIdle();
            return {self, toAttribute(self, object)};
          },
          py::arg("object"),
          "The attribute for a bool, int, float, str, tuple, list, dict or "
          "Type.")
      .def(
          "symbol",
          [](const ContextPtr &self, const std::string &name) -> AttributeHandle {
            self->checkIdle();
            return {self, FlatSymbolRefAttr::get(&self->context, name)};
          },
          py::arg("name"), "@name")
      .def(
          "integer",
          [](const ContextPtr &self, int64_t value, unsigned width) -> AttributeHandle {
            self->checkIdle();
            if (width == 0 || width > 64)
              throw py::value_error("width must be from 1 to 64");
            auto type = IntegerType::get(&self->context, width);
            return {self, IntegerAttr::get(type, llvm::APInt(width, value, /*isSigned=*/true,
                                                             /*implicitTrunc=*/true))};
          },
          py::arg("value"), py::arg("width"), "A signless integer attribute.")
      .def(
          "unit",
          [](const ContextPtr &self) -> AttributeHandle {
            self->checkIdle();
            return {self, UnitAttr::get(&self->context)};
          },
          "unit, what marks the presence of a flag")
      .def(
          "has_operation",
          [](const ContextPtr &self, const std::string &name) {
            self->checkIdle();
            return RegisteredOperationName::lookup(name, &self->context).has_value();
          },
          py::arg("name"), "Whether a loaded dialect defines the operation.");
}
