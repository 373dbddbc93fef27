//===- Selection.cpp - derivatives of ops that find places ----------------===//

#include "Rule.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

namespace {

Adjoints indexPut(IndexPutOp op, Value dy, Emit &e) {
  Value values = IndexSelectOp::create(e.b, e.loc, dy, op.getIndex(), op.getDim());
  Value input = IndexPutOp::create(e.b, e.loc, e.zero(op.getValues()), dy, op.getIndex(), op.getDim());
  return {values, input, Value()};
}

} // namespace

void nn::attachSelectionRules(MLIRContext *context) {
  attachRule<IndexPutOp, indexPut, 3>(context);
  attachNoGradient<ArgsortOp, NonzeroOp>(context);
}
