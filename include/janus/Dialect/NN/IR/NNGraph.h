//===- NNGraph.h - what eager's graph keeps ---------------------*- C++ -*-===//

#ifndef JANUS_DIALECT_NN_IR_NNGRAPH_H
#define JANUS_DIALECT_NN_IR_NNGRAPH_H

#include "janus/Dialect/NN/IR/NN.h"

#define GET_OP_CLASSES
#include "janus/Dialect/NN/IR/NNGraphOps.h.inc"

#endif // JANUS_DIALECT_NN_IR_NNGRAPH_H
