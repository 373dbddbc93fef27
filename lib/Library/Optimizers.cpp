//===- Optimizers.cpp - one step of an optimiser on values ----------------===//
//
// Numbers are combined as f64, as Python's floats are, and become the
// parameter's type where they meet a tensor. New values are detached: a step
// runs under torch.no_grad().
//
//===----------------------------------------------------------------------===//

#include "janus/Library/Optimizers.h"
#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "janus/Library/Emitter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace janus;
using namespace janus::library;
using namespace mlir;

namespace {

/// Arithmetic of one step: f64 numbers, and tensors in the type that PyTorch
/// computes in (f32 for 16-bit floats).
class Step {
public:
  Step(OpBuilder &b, Location loc, Value parameter)
      : b(b), loc(loc), e{b, loc}, type(nn::elementTypeOf(parameter)), wide(Emitter::computeType(type)) {}

  Value number(double value) { return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(value)); }
  Value subNumbers(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
  Value mulNumbers(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
  Value divNumbers(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y); }
  Value negNumber(Value x) { return arith::NegFOp::create(b, loc, x); }
  Value powNumbers(Value x, Value y) { return math::PowFOp::create(b, loc, x, y); }
  Value sqrtNumber(Value x) { return math::SqrtOp::create(b, loc, x); }

  Value widen(Value tensor) { return e.cast(tensor, wide); }
  Value narrow(Value tensor) { return e.cast(tensor, type); }
  Value detach(Value tensor) { return nn::DetachOp::create(b, loc, tensor); }

  /// A tensor of one f64 number, like `like`.
  Value spread(Value number, Value like) {
    Type element = nn::elementTypeOf(like);
    if (!element.isF64())
      number = arith::TruncFOp::create(b, loc, element, number);
    return nn::FullOp::create(b, loc, like.getType(), number, e.sizes(like));
  }
  Value scale(Value tensor, Value number) { return e.mul(tensor, spread(number, tensor)); }

  /// x.add(y, alpha=alpha)
  Value add(Value x, Value y, Value alpha) { return narrow(e.add(widen(x), scale(widen(y), alpha))); }
  /// x.mul(number)
  Value mul(Value x, Value number) { return narrow(scale(widen(x), number)); }
  /// x.lerp(end, weight) in the form for weights on this side of 0.5
  Value lerp(Value x, Value end, double weight) {
    Value from = widen(x), to = widen(end), difference = e.sub(to, from);
    if (std::abs(weight) < 0.5)
      return narrow(e.add(from, scale(difference, number(weight))));
    return narrow(e.sub(to, scale(difference, number(1.0 - weight))));
  }
  /// x.addcmul(y, y, value=value)
  Value addSquare(Value x, Value y, Value value) {
    Value factor = widen(y);
    return narrow(e.add(widen(x), e.mul(scale(factor, value), factor)));
  }
  /// x.addcdiv(y, z, value=value)
  Value addQuotient(Value x, Value y, Value z, Value value) {
    return narrow(e.add(widen(x), e.div(scale(widen(y), value), widen(z))));
  }
  /// (x.sqrt() / divisor).add(eps)
  Value denominator(Value x, Value divisor, double eps) {
    Value root = narrow(nn::SqrtOp::create(b, loc, widen(x)));
    Value quotient = widen(root);
    quotient = narrow(e.div(quotient, spread(divisor, quotient)));
    Value sum = widen(quotient);
    return narrow(e.add(sum, spread(number(eps), sum)));
  }

  OpBuilder &b;
  Location loc;
  nn::Emit e;

private:
  Type type, wide;
};

} // namespace

SgdState library::emitSgdStep(OpBuilder &b, Location loc, SgdState state, Value grad, Value lr,
                              const SgdOptions &options) {
  Step s(b, loc, state.parameter);
  if (options.maximize)
    grad = s.e.neg(grad);
  if (options.weightDecay != 0.0)
    grad = s.add(grad, state.parameter, s.number(options.weightDecay));
  Value buffer;
  if (options.momentum != 0.0) {
    buffer = grad;
    if (state.momentumBuffer)
      buffer = s.add(s.mul(state.momentumBuffer, s.number(options.momentum)), grad, s.number(1.0 - options.dampening));
    grad = options.nesterov ? s.add(grad, buffer, s.number(options.momentum)) : buffer;
  }
  Value parameter = s.add(state.parameter, grad, s.negNumber(lr));
  return {s.detach(parameter), buffer ? s.detach(buffer) : Value()};
}

AdamState library::emitAdamStep(OpBuilder &b, Location loc, AdamState state, Value grad, Value lr,
                                const AdamOptions &options) {
  Step s(b, loc, state.parameter);
  if (options.maximize)
    grad = s.e.neg(grad);
  Value step = s.e.addScalar(state.step, 1.0);
  Value parameter = state.parameter, one = s.number(1.0);
  if (options.weightDecay != 0.0) {
    Value decay = s.number(options.weightDecay);
    if (options.decoupled)
      parameter = s.mul(parameter, s.subNumbers(one, s.mulNumbers(lr, decay)));
    else
      grad = s.add(grad, parameter, decay);
  }
  Value expAvg = s.lerp(state.expAvg, grad, 1.0 - options.beta1);
  Value expAvgSq = s.addSquare(s.mul(state.expAvgSq, s.number(options.beta2)), grad, s.number(1.0 - options.beta2));

  Value count = tensor::ExtractOp::create(b, loc, step, ValueRange{});
  if (!count.getType().isF64())
    count = arith::ExtFOp::create(b, loc, b.getF64Type(), count);
  auto correction = [&](double beta) { return s.subNumbers(one, s.powNumbers(s.number(beta), count)); };
  Value size = s.divNumbers(lr, correction(options.beta1));
  Value root = s.sqrtNumber(correction(options.beta2));
  Value largest, second = expAvgSq;
  if (options.amsgrad)
    second = largest = nn::MaximumOp::create(b, loc, state.maxExpAvgSq, expAvgSq);
  Value divisor = s.denominator(second, root, options.eps);
  parameter = s.addQuotient(parameter, expAvg, divisor, s.negNumber(size));
  return {s.detach(parameter), s.detach(step), s.detach(expAvg), s.detach(expAvgSq),
          largest ? s.detach(largest) : Value()};
}
