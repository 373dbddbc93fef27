//===- janus-opt.cpp - runs passes and pipelines over a module ------------===//

#include "janus/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  janus::registerAllDialects(registry);
  janus::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "janus's optimizer driver\n", registry));
}
