//===- janus-opt.cpp - runs passes and pipelines over a module ------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/InitAll.h"
#include "janus/Library/Library.h"
#include "janus/Support/ToolInput.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

/// `--janus-list-library`: every entry of the library table, one a line.
static int listLibrary(const mlir::DialectRegistry &registry) {
  mlir::MLIRContext context(registry);
  context.loadDialect<janus::imperative::ImperativeDialect>();
  janus::library::printLibrary(&context, llvm::outs());
  return 0;
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  janus::registerAllDialects(registry);
  janus::registerAllPasses();
  if (llvm::is_contained(llvm::ArrayRef(argv, argc), llvm::StringRef("--janus-list-library")))
    return listLibrary(registry);
  if (mlir::failed(janus::checkToolInput(argc, argv, registry)))
    return EXIT_FAILURE;
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "janus's optimizer driver\n", registry));
}
