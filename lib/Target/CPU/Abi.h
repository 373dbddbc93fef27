//===- Abi.h - pieces of the border between buffers and the C ABI -*- C++ -*-===//

#ifndef JANUS_LIB_TARGET_CPU_ABI_H
#define JANUS_LIB_TARGET_CPU_ABI_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace janus::cpu {

/// The row-major buffer of the given type at `pointer`; `sizes` are the dynamic
/// ones, of type index.
mlir::Value bufferAt(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer, mlir::MemRefType type,
                     mlir::ValueRange sizes);

/// The address of a buffer's first element.
mlir::Value addressOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer);

/// A call of a function of the runtime, declared on first use.
mlir::func::CallOp callRuntime(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                               mlir::TypeRange results, mlir::ValueRange arguments);

/// Room for `count` values of a type on the stack of `function`. It is made where
/// the function is entered: LLVM gives room made later anew each time, and loses
/// the alignment of the stack with it.
mlir::Value stackRoom(mlir::Location loc, mlir::func::FuncOp function, mlir::Type type, int64_t count);

/// The code of `janus_dtype` for an element type, 0 for one without.
int32_t dtypeCode(mlir::Type type);

/// The last op of an entry's prologue (the reading of its arguments), after
/// which buffers may be asked for.
mlir::Operation *prologueEnd(mlir::func::FuncOp entry);

/// Moves what `values` are computed from to just after `after` (at top level),
/// if all of it is free of effects; returns the new last op, or null, with
/// nothing moved, when it is not.
mlir::Operation *hoistAfter(mlir::ValueRange values, mlir::Operation *after);

} // namespace janus::cpu

#endif // JANUS_LIB_TARGET_CPU_ABI_H
