//===- NNOps.td - umbrella ---------------------------------*- tablegen -*-===//

#ifndef JANUS_NN_OPS
#define JANUS_NN_OPS

include "janus/Dialect/NN/IR/NNBinaryOps.td"
include "janus/Dialect/NN/IR/NNContractionOps.td"
include "janus/Dialect/NN/IR/NNElementwiseOps.td"
include "janus/Dialect/NN/IR/NNGradientOps.td"
include "janus/Dialect/NN/IR/NNIndexingOps.td"
include "janus/Dialect/NN/IR/NNLossOps.td"
include "janus/Dialect/NN/IR/NNNormalizationOps.td"
include "janus/Dialect/NN/IR/NNOpBase.td"
include "janus/Dialect/NN/IR/NNPoolingOps.td"
include "janus/Dialect/NN/IR/NNRandomOps.td"
include "janus/Dialect/NN/IR/NNRecurrentOps.td"
include "janus/Dialect/NN/IR/NNReductionOps.td"
include "janus/Dialect/NN/IR/NNSelectionOps.td"
include "janus/Dialect/NN/IR/NNShapeOps.td"

#endif // JANUS_NN_OPS
