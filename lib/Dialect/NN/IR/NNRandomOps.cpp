//===- NNRandomOps.cpp - random numbers -----------------------------------===//

#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::nn;

LogicalResult nn::DrawOp::inferShapes(Adaptor op, ShapeInference &shapes) {
  bool takesInput = llvm::is_contained({Distribution::BernoulliOf, Distribution::PoissonOf, Distribution::Multinomial},
                                       op.getDistribution());
  if (takesInput != bool(op.getInput()))
    return shapes.fail(takesInput ? "needs an input" : "takes no input");
  if (llvm::count(op.getStaticSizes(), ShapedType::kDynamic) != int64_t(op.getSizes().size()))
    return shapes.fail("has " + Twine(op.getSizes().size()) + " open sizes, but another number of values for them");
  if (!isa<FloatType, IntegerType>(op.getElementType()))
    return shapes.fail("has elements that are no numbers");
  auto generator = cast<RankedTensorType>(op.getGenerator().getType());
  if (generator != generatorType(generator.getContext()))
    return shapes.fail("has a generator of type " + debugString(generator) + ", expected " +
                       debugString(generatorType(generator.getContext())));
  shapes.result(shapes.sizes(op.getStaticSizes(), op.getSizes()), op.getElementType());
  shapes.result({JANUS_GENERATOR_WORDS}, generator.getElementType());
  return success();
}
