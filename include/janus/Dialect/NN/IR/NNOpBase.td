//===- NNOpBase.td - what every nn op builds on ------------*- tablegen -*-===//

#ifndef JANUS_NN_OP_BASE
#define JANUS_NN_OP_BASE

include "janus/Dialect/NN/IR/NNDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An op without side effects on value tensors.
class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, !listconcat([Pure], traits)>;

#endif // JANUS_NN_OP_BASE
