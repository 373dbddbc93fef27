//===- Handles.h - what Python holds of MLIR's objects ----------*- C++ -*-===//
//
// Every handle keeps its context alive and knows whether what it points at can
// still be there: passes may erase any operation, so running them makes all
// earlier handles into that module stale. Using a stale or foreign handle is a
// Python exception.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_PYTHON_COMPILER_HANDLES_H
#define JANUS_PYTHON_COMPILER_HANDLES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Types.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <pybind11/pybind11.h>
#include <string>

namespace janus::python {

namespace py = pybind11;

/// A pipeline that may run over many modules, one after the other.
struct Passes {
  explicit Passes(mlir::MLIRContext &context) : manager(&context, mlir::ModuleOp::getOperationName()) {}

  mlir::PassManager manager;
  /// The first pass of the last run that failed.
  std::string failed;
};

/// An MLIR context with every dialect and pass. It does not start threads: a
/// process that forks (data loaders) must not lose a thread pool.
struct ContextState {
  ContextState();

  mlir::MLIRContext context;
  /// Whether a pass pipeline runs with the interpreter released.
  bool busy = false;
  llvm::StringMap<mlir::Attribute> parsedAttributes;
  llvm::StringMap<mlir::Type> parsedTypes;
  /// The pass managers of the pipelines that ran here, by their text: making one and collecting its patterns takes
  /// longer than it does to run on a small function.
  llvm::StringMap<std::unique_ptr<Passes>> passes;

  /// Raises RuntimeError while another thread runs passes in this context.
  void checkIdle() const;
};
using ContextPtr = std::shared_ptr<ContextState>;

/// A module and the number of times that passes have run over it.
struct ModuleState {
  ModuleState(ContextPtr context, mlir::OwningOpRef<mlir::ModuleOp> module)
      : context(std::move(context)), module(std::move(module)) {}

  ContextPtr context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  uint64_t generation = 0;
};
using ModulePtr = std::shared_ptr<ModuleState>;

/// A pointer into a module, valid until passes run over it.
template <typename T> struct Handle {
  Handle(ModulePtr owner, T object) : owner(std::move(owner)), generation(this->owner->generation), object(object) {}

  /// The object; raises RuntimeError if the handle is stale.
  T get() const {
    owner->context->checkIdle();
    if (owner->generation != generation)
      throw std::runtime_error("stale handle: passes ran over its module since it was made");
    return object;
  }

  ModulePtr owner;
  uint64_t generation;
  T object;
};

struct ValueHandle : Handle<mlir::Value> {
  using Handle::Handle;
};
struct BlockHandle : Handle<mlir::Block *> {
  using Handle::Handle;
};
struct OperationHandle : Handle<mlir::Operation *> {
  using Handle::Handle;
};

struct AttributeHandle {
  ContextPtr context;
  mlir::Attribute attribute;
};
struct TypeHandle {
  ContextPtr context;
  mlir::Type type;
};

/// The attribute that stands for a Python object: bool, int (64 bits), float,
/// str, tuple or list, dict with string keys, a Type or an Attribute.
mlir::Attribute toAttribute(const ContextPtr &context, py::handle object);

/// The type in `object`, which must be a Type of `context`.
mlir::Type toType(const ContextPtr &context, py::handle object);

/// A location from None or a (file, line, column) tuple.
mlir::Location toLocation(const ContextPtr &context, py::handle object);

/// Raises CompileError where a block that needs a terminator is empty; op
/// verifiers may look at a block's last operation without asking.
void checkBlocks(const ContextPtr &context, mlir::Operation *root);

/// Each adds its classes to the extension module.
void bindContext(py::module_ &module);
void bindModule(py::module_ &module);
void bindBuilder(py::module_ &module);
void bindExport(py::module_ &module);
void bindJit(py::module_ &module);
void bindDynamic(py::module_ &module);

} // namespace janus::python

#endif // JANUS_PYTHON_COMPILER_HANDLES_H
