//===- janus-translate.cpp - any level to LLVM IR, assembly, objects ------===//

#include "janus/InitAll.h"
#include "janus/Pipelines/Pipelines.h"
#include "janus/Support/ToolInput.h"
#include "janus/Target/CPU/Object.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;

/// Registers `--janus-to-<name>`, which takes a module of any level.
static void registerOutput(llvm::StringRef name, llvm::StringRef description, janus::cpu::OutputKind kind) {
  TranslateFromMLIRRegistration(
      name, description,
      [kind](ModuleOp module, llvm::raw_ostream &output) -> LogicalResult {
        // The error names the op and its place; the whole module after it would bury that.
        module.getContext()->printOpOnDiagnostic(false);
        if (failed(janus::lowerToLLVMDialect(module)))
          return failure();
        // Objects are written with seeks, which a pipe does not have.
        llvm::SmallVector<char, 0> bytes;
        llvm::raw_svector_ostream buffer(bytes);
        if (failed(janus::cpu::emit(module, kind, buffer)))
          return failure();
        output.write(bytes.data(), bytes.size());
        return success();
      },
      janus::registerAllDialects);
}

int main(int argc, char **argv) {
  registerAllTranslations();
  registerOutput("janus-to-llvmir", "lower to optimised LLVM IR", janus::cpu::OutputKind::LLVMIR);
  registerOutput("janus-to-assembly", "lower to assembly of the target", janus::cpu::OutputKind::Assembly);
  registerOutput("janus-to-object", "lower to an object file of the target", janus::cpu::OutputKind::Object);
  DialectRegistry registry;
  janus::registerAllDialects(registry);
  if (failed(janus::checkToolInput(argc, argv, registry)))
    return EXIT_FAILURE;
  return failed(mlirTranslateMain(argc, argv, "janus's translator\n"));
}
