//===- ImperativeToPython.cpp - the pass ----------------------------------===//

#include "Emitter.h"
#include "janus/Conversion/ImperativeToPython/Passes.h"

namespace janus {
#define GEN_PASS_DEF_IMPERATIVETOPYTHON
#include "janus/Conversion/ImperativeToPython/Passes.h.inc"
} // namespace janus

using namespace janus;
using namespace mlir;

namespace {

struct ImperativeToPython : janus::impl::ImperativeToPythonBase<ImperativeToPython> {
  void runOnOperation() override {
    for (auto func : llvm::make_early_inc_range(getOperation().getOps<imperative::FuncOp>()))
      if (func.getGeneric() && !func.isExternal() && failed(convertToPython(func)))
        return signalPassFailure();
  }
};

} // namespace

LogicalResult janus::convertToPython(imperative::FuncOp func) {
  OpBuilder builder(func);
  auto body = python::BodyOp::create(builder, func.getLoc(), func.getSymName());
  if (failed(Emitter(func, body).emitFunction())) {
    body.erase();
    return failure();
  }
  func.erase();
  return success();
}
