//===- Passes.h - from typed to value level ---------------------*- C++ -*-===//

#ifndef JANUS_CONVERSION_IMPERATIVETONN_PASSES_H
#define JANUS_CONVERSION_IMPERATIVETONN_PASSES_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace janus {

#define GEN_PASS_DECL
#include "janus/Conversion/ImperativeToNN/Passes.h.inc"

/// Makes the value-level function of a typed entry and puts it in the entry's
/// place. On failure an error says what has no value-level form. strides: results
/// may have strides that a result of their own says; graph: `nn.keep` says what
/// eager's graph keeps.
mlir::LogicalResult functionalize(imperative::FuncOp entry, bool strides = false, bool graph = false);

#define GEN_PASS_REGISTRATION
#include "janus/Conversion/ImperativeToNN/Passes.h.inc"

} // namespace janus

#endif // JANUS_CONVERSION_IMPERATIVETONN_PASSES_H
