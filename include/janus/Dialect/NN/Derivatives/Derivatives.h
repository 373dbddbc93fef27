//===- Derivatives.h - the derivative rules ---------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_DERIVATIVES_DERIVATIVES_H
#define JANUS_DIALECT_NN_DERIVATIVES_DERIVATIVES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace janus::nn {

/// Attaches the derivative rules to nn ops and to the ops of arith and tensor
/// that occur on value level.
void registerDerivatives(mlir::DialectRegistry &registry);

} // namespace janus::nn

#endif // JANUS_DIALECT_NN_DERIVATIVES_DERIVATIVES_H
