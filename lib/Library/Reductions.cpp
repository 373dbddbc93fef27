//===- Reductions.cpp - many elements to one ------------------------------===//

#include "Formula.h"
#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

namespace {
/// What most reductions are called with.
struct Reduction {
  Value input;
  SmallVector<int64_t> dims;
  bool keepdim = false;
};
} // namespace

/// The dimensions of a reduction; None and the empty tuple are all of them.
static FailureOr<SmallVector<int64_t>> reducedDims(Emitter &emitter, const Operand &operand, int64_t rank) {
  SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (operand.isNone())
    return all;
  FailureOr<SmallVector<int64_t>> dims = dimensions(emitter, operand, rank);
  if (failed(dims))
    return failure();
  return dims->empty() || rank == 0 ? all : *dims;
}

static FailureOr<Reduction> reductionOf(Emitter &emitter, const Operand &input, const Operand &dim,
                                        const Operand &keepdim) {
  FailureOr<Value> self = emitter.requireTensor(input, "input");
  FailureOr<bool> keep = emitter.requireBool(keepdim, "keepdim");
  if (failed(self) || failed(keep))
    return failure();
  FailureOr<SmallVector<int64_t>> dims = reducedDims(emitter, dim, Emitter::tensorType(*self).getRank());
  if (failed(dims))
    return failure();
  return Reduction{*self, *dims, *keep};
}

/// Nothing is the greatest of no elements.
static LogicalResult assumeSome(Emitter &emitter, const Reduction &reduction) {
  for (int64_t dim : reduction.dims)
    if (failed(assumeAtLeast(emitter, emitter.size(reduction.input, dim), 1, "a reduced dimension is not empty")))
      return failure();
  return success();
}

template <typename OpT, typename... Args>
static FailureOr<Value> reduce(Emitter &emitter, const Reduction &reduction, Args... args) {
  Builder &builder = emitter.builder;
  UnitAttr keepdim = reduction.keepdim ? builder.getUnitAttr() : UnitAttr();
  return emitter.op<OpT>(reduction.input, builder.getDenseI64ArrayAttr(reduction.dims), keepdim, args...);
}

static Failable asOperand(FailureOr<Value> value) {
  return failed(value) ? Failable(failure()) : Failable(Operand(*value));
}

/// sum, prod: integers become int64.
template <typename OpT> static Failable emitAccumulation(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[1], operands[2]);
  FailureOr<Type> type = emitter.dtype(operands[3]);
  if (failed(reduction) || failed(type))
    return failure();
  if (!*type && !Emitter::isFloat(reduction->input))
    type = emitter.builder.getI64Type();
  if (*type)
    reduction->input = emitter.cast(reduction->input, *type);
  return asOperand(reduce<OpT>(emitter, *reduction));
}

static Failable emitMean(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[1], operands[2]);
  FailureOr<Type> type = emitter.dtype(operands[3]);
  if (failed(reduction) || failed(type))
    return failure();
  if (*type)
    reduction->input = emitter.cast(reduction->input, *type);
  if (!Emitter::isFloat(reduction->input))
    return emitter.fail("mean(): could not infer output dtype; input dtype must be a floating point type");
  return asOperand(reduce<nn::MeanOp>(emitter, *reduction));
}

/// amax, amin over any dimensions.
template <typename OpT> static Failable emitExtreme(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(reduction) || failed(assumeSome(emitter, *reduction)))
    return failure();
  if (Emitter::tensorType(reduction->input).getRank() > 64)
    return emitter.fail("only tensors with up to 64 dims are supported");
  return asOperand(reduce<OpT>(emitter, *reduction));
}

/// argmax, argmin; without a dimension of the flattened tensor.
template <typename OpT> static Failable emitArg(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(reduction) || failed(assumeSome(emitter, *reduction)))
    return failure();
  if (Emitter::elementType(reduction->input).isInteger(1))
    return emitter.fail("not implemented for bool tensors");
  Builder &builder = emitter.builder;
  int64_t rank = Emitter::tensorType(reduction->input).getRank();
  if (operands[1].isNone() || rank == 0) {
    FailureOr<Value> flat = emitter.reshape(reduction->input, {emitter.product(emitter.sizes(reduction->input))});
    if (failed(flat))
      return failure();
    FailureOr<Value> index = emitter.op<OpT>(*flat, builder.getI64IntegerAttr(0), UnitAttr());
    if (failed(index) || !reduction->keepdim || rank == 0)
      return asOperand(index);
    return asOperand(emitter.reshape(*index, SmallVector<Operand>(rank, emitter.integer(1))));
  }
  return emitter.emit<OpT>(reduction->input, builder.getI64IntegerAttr(reduction->dims.front()),
                           reduction->keepdim ? builder.getUnitAttr() : UnitAttr());
}

/// max, min: of everything, of two tensors, or (values, indices) along a
/// dimension.
template <typename OpT, typename ArgT, typename BinaryT>
static Failable emitMax(Emitter &emitter, ArrayRef<Operand> operands) {
  StringRef className = std::is_same_v<OpT, nn::AmaxOp> ? "torch.return_types.max" : "torch.return_types.min";
  if (operands[1].isTensor() && operands[0].isTensor()) {
    FailureOr<SmallVector<Value>> values = emitter.elementwise(operands.take_front(2));
    return failed(values) ? Failable(failure()) : emitter.emit<BinaryT>((*values)[0], (*values)[1]);
  }
  if (operands[1].isNone())
    return emitExtreme<OpT>(emitter, operands);
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  FailureOr<bool> keepdim = emitter.requireBool(operands[2], "keepdim");
  FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
  if (failed(dim) || failed(keepdim) || failed(input))
    return failure();
  int64_t rank = Emitter::tensorType(*input).getRank();
  if (Emitter::elementType(*input).isInteger(1))
    return emitter.fail("max along a dimension of a bool tensor");
  if (rank == 0) {
    FailureOr<Value> place = emitter.full({}, emitter.builder.getI64Type(), emitter.integer(0));
    if (failed(place) || failed(emitter.wrapDim(*dim, rank)))
      return failure();
    return Operand({operands[0], Operand(*place)}, className);
  }
  Failable kept = emitArg<ArgT>(emitter, {operands[0], operands[1], emitter.boolean(true)});
  if (failed(kept) || failed(dim = emitter.wrapDim(*dim, rank)))
    return failure();
  // The value is the element at the index: it alone gets the gradient.
  FailureOr<Value> value = emitter.op<nn::GatherOp>(*input, kept->getValue(), emitter.builder.getI64IntegerAttr(*dim));
  FailureOr<Value> index = kept->getValue();
  if (failed(value))
    return failure();
  if (!*keepdim) {
    SmallVector<Operand> sizes = emitter.sizes(*input);
    sizes.erase(sizes.begin() + *dim);
    if (failed(value = emitter.reshape(*value, sizes)) || failed(index = emitter.reshape(*index, sizes)))
      return failure();
  }
  return Operand({Operand(*value), Operand(*index)}, className);
}

template <typename OpT> static Failable emitTruth(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(reduction))
    return failure();
  reduction->input = emitter.cast(reduction->input, emitter.builder.getI1Type());
  return asOperand(reduce<OpT>(emitter, *reduction));
}

/// var, std(input, dim, unbiased, keepdim, *, correction); a bool as dim is
/// the old form std(input, unbiased).
template <typename OpT> static Failable emitSpread(Emitter &emitter, ArrayRef<Operand> operands) {
  Operand dim = operands[1], unbiased = operands[2];
  if (dim.isConstant() && isa<BoolAttr>(dim.getConstant())) {
    unbiased = dim;
    dim = emitter.none();
  }
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], dim, operands[3]);
  if (failed(reduction))
    return failure();
  if (!Emitter::isFloat(reduction->input))
    return emitter.fail("std and var only support floating point dtypes");
  FailureOr<double> correction = 1.0;
  if (!operands[4].isNone())
    correction = emitter.requireFloat(operands[4], "correction");
  else if (!unbiased.isNone())
    correction = emitter.requireFloat(unbiased, "unbiased");
  if (failed(correction))
    return failure();
  return asOperand(reduce<OpT>(emitter, *reduction, emitter.builder.getF64FloatAttr(*correction)));
}

/// The p-norm of vectors.
static Failable makeNorm(Emitter &emitter, const Operand &p, const Reduction &reduction) {
  if (!Emitter::isFloat(reduction.input))
    return emitter.fail("norm of an integer tensor");
  std::optional<StringRef> name = emitter.asString(p);
  std::optional<double> order = p.isNone() || name == "fro" ? std::optional<double>(2) : emitter.asFloat(p);
  if (!order)
    return emitter.fail("norm of an order that is not a number known when compiling");
  return normOver(Formula(emitter, reduction.input), *order, reduction.dims, reduction.keepdim);
}

/// norm(input, p, dim, keepdim, out, dtype)
static Failable emitNorm(Emitter &emitter, ArrayRef<Operand> operands) {
  if (!operands[4].isNone())
    return emitter.fail("norm with out");
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[2], operands[3]);
  FailureOr<Type> type = emitter.dtype(operands[5]);
  if (failed(reduction) || failed(type))
    return failure();
  if (*type)
    reduction->input = emitter.cast(reduction->input, *type);
  return makeNorm(emitter, operands[1], *reduction);
}

/// F.normalize: x / max(norm(x), eps)
static Failable emitNormalize(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[2], emitter.boolean(true));
  FailureOr<double> eps = emitter.requireFloat(operands[3], "eps");
  if (failed(reduction) || failed(eps))
    return failure();
  if (!operands[4].isNone())
    return emitter.fail("normalize with out");
  Failable norm = makeNorm(emitter, operands[1], *reduction);
  if (failed(norm))
    return failure();
  FailureOr<Value> bounded =
      emitter.op<nn::ClampOp>(norm->getValue(), emitter.builder.getF64FloatAttr(*eps), FloatAttr());
  if (failed(bounded))
    return failure();
  FailureOr<SmallVector<Value>> values = emitter.elementwise({operands[0], Operand(*bounded)});
  return failed(values) ? Failable(failure()) : emitter.emit<nn::DivOp>((*values)[0], (*values)[1]);
}

static Failable emitLogsumexp(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Reduction> reduction = reductionOf(emitter, operands[0], operands[1], operands[2]);
  if (failed(reduction))
    return failure();
  if (!Emitter::isFloat(reduction->input))
    reduction->input = emitter.cast(reduction->input, emitter.defaultDtype());
  return asOperand(reduce<nn::LogsumexpOp>(emitter, *reduction));
}

void library::addReductions(Table &table) {
  table.addBoth("sum", ", dim=None, keepdim=False, *, dtype=None", emitAccumulation<nn::SumOp>);
  table.addBoth("prod", ", dim=None, keepdim=False, *, dtype=None", emitAccumulation<nn::ProdOp>);
  table.addBoth("mean", ", dim=None, keepdim=False, *, dtype=None", emitMean);
  table.addBoth("amax", ", dim=(), keepdim=False", emitExtreme<nn::AmaxOp>);
  table.addBoth("amin", ", dim=(), keepdim=False", emitExtreme<nn::AminOp>);
  table.addBoth("max", ", dim=None, keepdim=False", emitMax<nn::AmaxOp, nn::ArgmaxOp, nn::MaximumOp>);
  table.addBoth("min", ", dim=None, keepdim=False", emitMax<nn::AminOp, nn::ArgminOp, nn::MinimumOp>);
  table.addBoth("argmax", ", dim=None, keepdim=False", emitArg<nn::ArgmaxOp>);
  table.addBoth("argmin", ", dim=None, keepdim=False", emitArg<nn::ArgminOp>);
  table.addBoth("any", ", dim=None, keepdim=False", emitTruth<nn::AnyOp>);
  table.addBoth("all", ", dim=None, keepdim=False", emitTruth<nn::AllOp>);
  table.addBoth("var", ", dim=None, unbiased=None, keepdim=False, *, correction=None", emitSpread<nn::VarOp>);
  table.addBoth("std", ", dim=None, unbiased=None, keepdim=False, *, correction=None", emitSpread<nn::StdOp>);
  table.add("torch.norm", "(input, p='fro', dim=None, keepdim=False, out=None, dtype=None)", emitNorm)
      .alias("torch.Tensor.norm", "(self, p='fro', dim=None, keepdim=False, dtype=None)");
  table.add("torch.linalg.vector_norm", "(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None)",
            [](Emitter &emitter, ArrayRef<Operand> operands) {
              return emitNorm(emitter, {operands[0], operands[1], operands[2], operands[3], operands[5], operands[4]});
            });
  table.add("torch.nn.functional.normalize", "(input, p=2.0, dim=1, eps=1e-12, out=None)", emitNormalize);
  table.addBoth("logsumexp", ", dim, keepdim=False", emitLogsumexp);
}
