//===- PythonToLLVM.cpp - bodies to LLVM functions ------------------------===//

#include "BodyToLLVM.h"
#include "janus/Conversion/ImperativeToPython/Passes.h"

namespace janus {
#define GEN_PASS_DEF_CONVERTPYTHONTOLLVM
#include "janus/Conversion/ImperativeToPython/Passes.h.inc"
} // namespace janus

using namespace janus;
using namespace mlir;

namespace {

struct ConvertPythonToLLVM : janus::impl::ConvertPythonToLLVMBase<ConvertPythonToLLVM> {
  void runOnOperation() override {
    for (auto body : llvm::make_early_inc_range(getOperation().getOps<python::BodyOp>()))
      if (failed(convertPythonToLLVM(body)))
        return signalPassFailure();
  }
};

} // namespace

LogicalResult janus::convertPythonToLLVM(python::BodyOp body) {
  if (failed(BodyToLLVM(body).convert()))
    return failure();
  body.erase();
  return success();
}
