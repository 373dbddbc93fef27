//===- Registration.cpp - attaches the derivative rules -------------------===//

#include "Rule.h"
#include "janus/Dialect/NN/Derivatives/Derivatives.h"

using namespace janus;
using namespace mlir;

void nn::registerDerivatives(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, NNDialect *, arith::ArithDialect *, tensor::TensorDialect *) {
    attachBinaryRules(context);
    attachContractionRules(context);
    attachElementwiseRules(context);
    attachIndexingRules(context);
    attachLossRules(context);
    attachNormalizationRules(context);
    attachPoolingRules(context);
    attachRecurrentRules(context);
    attachReductionRules(context);
    attachSelectionRules(context);
    attachShapeRules(context);
    attachValueRules(context);
    attachNoGradient<DetachOp>(context);
  });
}
