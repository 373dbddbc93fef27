//===- ImperativeEffects.h - what ops read and write ------------*- C++ -*-===//
//
// The resources that effects are declared on, by MLIR's memory effect
// interface. An op that may run code nobody knows reads and writes all of them.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_DIALECT_IMPERATIVE_IR_IMPERATIVEEFFECTS_H
#define JANUS_DIALECT_IMPERATIVE_IR_IMPERATIVEEFFECTS_H

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace janus::imperative {

/// Attributes, items and globals: all of Python's mutable objects but tensors' numbers.
struct HeapResource : mlir::SideEffects::Resource::Base<HeapResource> {
  mlir::StringRef getName() final { return "heap"; }
};

/// The numbers in tensors' memory.
struct TensorStorageResource : mlir::SideEffects::Resource::Base<TensorStorageResource> {
  mlir::StringRef getName() final { return "tensor storage"; }
};

/// The state of random generators.
struct RandomResource : mlir::SideEffects::Resource::Base<RandomResource> {
  mlir::StringRef getName() final { return "random"; }
};

/// What others can see: files, the terminal, the clock.
struct WorldResource : mlir::SideEffects::Resource::Base<WorldResource> {
  mlir::StringRef getName() final { return "world"; }
};

/// Cells.
struct VariableResource : mlir::SideEffects::Resource::Base<VariableResource> {
  mlir::StringRef getName() final { return "variable"; }
};

/// Where control goes when something raises: written by what may raise.
struct ExceptionResource : mlir::SideEffects::Resource::Base<ExceptionResource> {
  mlir::StringRef getName() final { return "exception"; }
};

} // namespace janus::imperative

#endif // JANUS_DIALECT_IMPERATIVE_IR_IMPERATIVEEFFECTS_H
