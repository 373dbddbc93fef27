//===- BindArguments.h - Python's binding of arguments ----------*- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_BINDARGUMENTS_H
#define JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_BINDARGUMENTS_H

#include "janus/Analysis/World.h"
#include "mlir/IR/Builders.h"

namespace janus::imperative {

/// One positional or keyword argument of a call.
struct Argument {
  llvm::StringRef name; // empty: positional
  mlir::Value value;
};

/// The values of the parameters of `function` for these arguments, in signature
/// order, as Python binds them. `defaults` are those that a `make_function`
/// evaluated; others come from the signature. Fails with what Python would
/// complain about in `reason`. New ops go where the builder is.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> bindArguments(mlir::OpBuilder &builder, mlir::Location loc,
                                                              World &world, FuncOp function,
                                                              llvm::ArrayRef<Argument> arguments,
                                                              mlir::ValueRange defaults, std::string &reason);

} // namespace janus::imperative

#endif // JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_BINDARGUMENTS_H
