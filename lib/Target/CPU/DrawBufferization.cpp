//===- DrawBufferization.cpp - janus.draw on buffers ----------------------===//

#include "janus/Dialect/Janus/IR/Janus.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace janus;
using namespace mlir;
using namespace mlir::bufferization;

namespace {
struct DrawBufferization : DstBufferizableOpInterfaceExternalModel<DrawBufferization, DrawOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand, const AnalysisState &) const {
    return operand.get() != cast<DrawOp>(op).getValues();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter, const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto draw = cast<DrawOp>(op);
    SmallVector<Value> buffers;
    for (Value operand : {draw.getInput(), draw.getValues(), draw.getGenerator()}) {
      FailureOr<Value> buffer = operand ? getBuffer(rewriter, operand, options, state) : FailureOr<Value>(Value());
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    DrawOp::create(rewriter, op->getLoc(), TypeRange(), draw.getDistributionAttr(), draw.getFirst(), draw.getSecond(),
                   buffers[0], buffers[1], buffers[2]);
    replaceOpWithBufferizedValues(rewriter, op, ArrayRef(buffers).drop_front());
    return success();
  }
};
} // namespace

void cpu::registerDrawBufferization(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, JanusDialect *) { DrawOp::attachInterface<DrawBufferization>(*context); });
}
