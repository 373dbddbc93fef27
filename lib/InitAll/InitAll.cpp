//===- InitAll.cpp - the one list of dialects, passes, pipelines ----------===//

#include "janus/InitAll.h"
#include "janus/Conversion/ImperativeToNN/Passes.h"
#include "janus/Conversion/ImperativeToPython/Passes.h"
#include "janus/Conversion/NNToLinalg/NNToLinalg.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Dialect/NN/Derivatives/Derivatives.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Dialect/NN/Transforms/Passes.h"
#include "janus/Dialect/Python/IR/Python.h"
#include "janus/Library/Library.h"
#include "janus/Pipelines/Pipelines.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

void janus::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<JanusDialect, imperative::ImperativeDialect, nn::NNDialect, python::PythonDialect>();
  library::registerLibrary(registry);
  nn::registerDerivatives(registry);
  registerNNToLinalgLowerings(registry);
  cpu::registerDrawBufferization(registry);
}

void janus::registerAllPasses() {
  mlir::registerAllPasses();
  cpu::registerJanusCPUPasses();
  imperative::registerImperativePasses();
  nn::registerNNPasses();
  registerImperativeToNNPasses();
  registerImperativeToPythonPasses();
  registerNNToLinalgPasses();
  registerPipelines();
}
