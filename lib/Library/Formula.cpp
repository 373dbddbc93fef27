//===- Formula.cpp - entries written as formulas --------------------------===//

#include "Formula.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

Formula Formula::cast(Type type) const {
  if (isFailed())
    return *this;
  Value result = emitter->cast(value(), type);
  return Emitter::elementType(result) == type ? Formula(*emitter, result)
                                              : failure("a conversion to " + dtypeName(type) + " is not computed");
}

Formula Formula::reshape(ArrayRef<Operand> sizes) const {
  return isFailed() ? *this : Formula(*emitter, emitter->reshape(value(), sizes));
}

Formula Formula::broadcastTo(ArrayRef<Operand> sizes) const {
  return isFailed() ? *this : Formula(*emitter, emitter->broadcastTo(value(), sizes));
}

Formula Formula::permute(ArrayRef<int64_t> order) const {
  return isFailed() ? *this : Formula(*emitter, emitter->permute(value(), order));
}

Formula Formula::unsqueeze(int64_t dim) const {
  if (isFailed())
    return *this;
  SmallVector<Operand> sizes = this->sizes();
  sizes.insert(sizes.begin() + dim, emitter->integer(1));
  return Formula(*emitter, emitter->op<nn::ReshapeOp>(value(), ArrayRef<OpFoldResult>(emitter->toFoldResults(sizes))));
}

Formula Formula::squeeze(int64_t dim) const {
  if (isFailed())
    return *this;
  SmallVector<Operand> sizes = this->sizes();
  sizes.erase(sizes.begin() + dim);
  return reshape(sizes);
}

Formula Formula::slice(int64_t dim, const Operand &start, const Operand &length) const {
  return isFailed() ? *this : Formula(*emitter, emitter->slice(value(), dim, start, length));
}

Formula Formula::indexSelect(int64_t dim, const Formula &index) const {
  if (isFailed() || index.isFailed())
    return isFailed() ? *this : index;
  return apply<nn::IndexSelectOp>(*this, index.value(), emitter->builder.getI64IntegerAttr(dim));
}

Formula Formula::gather(int64_t dim, const Formula &index) const {
  if (isFailed() || index.isFailed())
    return isFailed() ? *this : index;
  return apply<nn::GatherOp>(*this, index.value(), emitter->builder.getI64IntegerAttr(dim));
}

Formula Formula::flip(int64_t dim) const {
  if (isFailed())
    return *this;
  Operand size = emitter->size(value(), dim), last = emitter->sub(size, emitter->integer(1));
  Formula order(*emitter, emitter->op<nn::IotaOp>(emitter->toI64(last), emitter->toI64(emitter->integer(-1)),
                                                  emitter->toFoldResult(size)));
  return indexSelect(dim, order);
}

FailureOr<SmallVector<Value>> library::together(ArrayRef<Formula> formulas, Type type) {
  SmallVector<Operand> operands;
  for (const Formula &formula : formulas) {
    if (formula.isFailed())
      return failure();
    operands.push_back(formula.get());
  }
  return formulas.front().emitter->elementwise(operands, type);
}

Formula library::compare(nn::CompareKind kind, const Formula &a, const Formula &b) {
  FailureOr<SmallVector<Value>> values = together({a, b});
  if (failed(values))
    return Formula(*a.emitter, Failable(failure()));
  return Formula(*a.emitter, a.emitter->op<nn::CompareOp>(kind, (*values)[0], (*values)[1]));
}

Formula library::select(const Formula &condition, const Formula &a, const Formula &b) {
  FailureOr<SmallVector<Value>> values = together({a, b});
  if (condition.isFailed() || failed(values))
    return Formula(*a.emitter, Failable(failure()));
  SmallVector<Value> all = {condition.value(), (*values)[0], (*values)[1]};
  if (failed(a.emitter->broadcast(all)))
    return Formula(*a.emitter, Failable(failure()));
  return Formula(*a.emitter, a.emitter->op<nn::SelectOp>(all[0], all[1], all[2]));
}

/// A question that no integer answers with yes.
template <typename OpT> static Formula floatQuestion(const Formula &a) {
  if (a.isFailed() || Emitter::isFloat(a.value()))
    return apply<OpT>(a);
  Emitter &emitter = *a.emitter;
  return Formula(emitter, emitter.full(a.sizes(), emitter.builder.getI1Type(), emitter.boolean(false)));
}

Formula library::isNan(const Formula &a) { return floatQuestion<nn::IsNanOp>(a); }
Formula library::isInf(const Formula &a) { return floatQuestion<nn::IsInfOp>(a); }

Formula library::clamp(const Formula &a, std::optional<double> low, std::optional<double> high) {
  auto attribute = [&](std::optional<double> bound) {
    return bound ? a.emitter->builder.getF64FloatAttr(*bound) : FloatAttr();
  };
  return apply<nn::ClampOp>(a, attribute(low), attribute(high));
}

Formula library::alsoWithSlope(const Formula &value, const Formula &input, const Formula &slope) {
  Emitter &emitter = *value.emitter;
  if (value.isFailed() || !emitter.modes.grad)
    return value;
  FailureOr<SmallVector<Value>> values = together({value, input, slope});
  if (failed(values))
    return Formula(emitter, Failable(failure()));
  return Formula(emitter, emitter.op<nn::WithSlopeOp>((*values)[0], (*values)[1], (*values)[2]));
}

Formula library::withSlope(const Formula &value, const Formula &input, const Formula &slope) {
  return value.isFailed() || !value.emitter->modes.grad ? value : alsoWithSlope(detach(value), input, slope);
}

SmallVector<int64_t> library::allDims(const Formula &a) {
  return a.isFailed() ? SmallVector<int64_t>() : llvm::to_vector(llvm::seq<int64_t>(0, a.rank()));
}

Formula library::concat(ArrayRef<Formula> parts, int64_t dim) {
  Emitter &emitter = *parts.front().emitter;
  SmallVector<Value> values;
  for (const Formula &part : parts) {
    if (part.isFailed())
      return part;
    values.push_back(part.value());
  }
  return Formula(emitter, emitter.op<nn::ConcatOp>(ValueRange(values), emitter.builder.getI64IntegerAttr(dim)));
}

Formula library::countTo(Emitter &emitter, const Operand &size) {
  return Formula(emitter, emitter.op<nn::IotaOp>(emitter.toI64(emitter.integer(0)), emitter.toI64(emitter.integer(1)),
                                                 emitter.toFoldResult(size)));
}

Formula library::constants(Emitter &emitter, ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({int64_t(values.size())}, emitter.builder.getI64Type());
  return Formula(emitter, emitter.create<arith::ConstantOp>(DenseElementsAttr::get(type, values)));
}

Formula library::constants(Emitter &emitter, ArrayRef<double> values, Type elementType) {
  auto type = RankedTensorType::get({int64_t(values.size())}, elementType);
  SmallVector<Attribute> elements = llvm::map_to_vector(
      values, [&](double value) -> Attribute { return emitter.builder.getFloatAttr(elementType, value); });
  return Formula(emitter, emitter.create<arith::ConstantOp>(DenseElementsAttr::get(type, elements)));
}

Formula library::call(Emitter &emitter, StringRef name, ArrayRef<Operand> operands) {
  const Function *function = lookup(emitter.getContext(), name);
  if (!function || function->parameters.size() != operands.size())
    return Formula(emitter, Failable(emitter.fail(name + " is called with other arguments than it has")));
  return Formula(emitter, function->emit(emitter, operands));
}

Formula library::floatTensor(Emitter &emitter, const Operand &operand, StringRef what, bool promote) {
  Formula x = tensorOf(emitter, operand, what);
  if (x.isFailed() || Emitter::isFloat(x.value()))
    return x;
  return promote ? x.cast(emitter.defaultDtype()) : x.failure("not implemented for integer tensors");
}
