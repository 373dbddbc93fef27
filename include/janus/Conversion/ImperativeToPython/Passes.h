//===- Passes.h - generic functions to machine code -------------*- C++ -*-===//

#ifndef JANUS_CONVERSION_IMPERATIVETOPYTHON_PASSES_H
#define JANUS_CONVERSION_IMPERATIVETOPYTHON_PASSES_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Python/IR/Python.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace janus {

#define GEN_PASS_DECL
#include "janus/Conversion/ImperativeToPython/Passes.h.inc"

/// Makes the body of a generic function and puts it in the function's place. On
/// failure an error says which op has no such form.
mlir::LogicalResult convertToPython(imperative::FuncOp func);

/// Places the retains and releases of a body that has none.
void insertReferences(python::BodyOp body);

/// Makes the LLVM function of a body with references and puts it in the body's place.
mlir::LogicalResult convertPythonToLLVM(python::BodyOp body);

#define GEN_PASS_REGISTRATION
#include "janus/Conversion/ImperativeToPython/Passes.h.inc"

} // namespace janus

#endif // JANUS_CONVERSION_IMPERATIVETOPYTHON_PASSES_H
