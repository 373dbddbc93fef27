//===- Passes.h - passes of the imperative dialect --------------*- C++ -*-===//

#ifndef JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES_H
#define JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/Pass/Pass.h"

namespace janus::imperative {

#define GEN_PASS_DECL
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "janus/Dialect/Imperative/Transforms/Passes.h.inc"

} // namespace janus::imperative

#endif // JANUS_DIALECT_IMPERATIVE_TRANSFORMS_PASSES_H
