//===- Passes.h - passes over nn ops ----------------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_TRANSFORMS_PASSES_H
#define JANUS_DIALECT_NN_TRANSFORMS_PASSES_H

#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace janus::nn {

#define GEN_PASS_DECL
#include "janus/Dialect/NN/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "janus/Dialect/NN/Transforms/Passes.h.inc"

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_TRANSFORMS_PASSES_H
