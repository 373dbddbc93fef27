//===- Arrays.cpp - numpy's arrays ----------------------------------------===//
//
// An array is a tensor with other functions. Its numbers are promoted by numpy's
// rules: kinds first, Python's numbers last. Numbers of numpy's (`a[0]`) are arrays
// without dimensions here. numpy warns where floats leave their range; that this does
// not happen is assumed.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"
#include "Sizes.h"
#include "Table.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Failable asOperand(FailureOr<Value> value) {
  return failed(value) ? Failable(failure()) : Failable(Operand(*value));
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// numpy.promote_types; null where there is no native type.
static Type promoteArrays(Type lhs, Type rhs) {
  if (!lhs || lhs == rhs)
    return rhs;
  if (lhs.isBF16() || rhs.isBF16())
    return {};
  if (lhs.isInteger(1) || rhs.isInteger(1))
    return lhs.isInteger(1) ? rhs : lhs;
  bool left = isa<FloatType>(lhs), right = isa<FloatType>(rhs);
  unsigned leftWidth = lhs.getIntOrFloatBitWidth(), rightWidth = rhs.getIntOrFloatBitWidth();
  if (left == right)
    return leftWidth > rightWidth ? lhs : rhs;
  Type floats = left ? lhs : rhs;
  unsigned integer = left ? rightWidth : leftWidth, width = floats.getIntOrFloatBitWidth();
  // A float that holds all of the integers.
  unsigned needed = integer == 8 ? 16 : integer == 16 ? 32 : 64;
  if (needed <= width)
    return floats;
  return needed == 32 ? Type(Float32Type::get(lhs.getContext())) : Type(Float64Type::get(lhs.getContext()));
}

/// What an operation on arrays and Python's numbers computes in.
static FailureOr<Type> arrayType(Emitter &emitter, ArrayRef<Operand> operands) {
  Type type;
  bool hasFloat = false, hasInt = false;
  for (const Operand &operand : operands) {
    if (operand.isTensor()) {
      if (!(type = promoteArrays(type, Emitter::elementType(operand.getValue()))))
        return emitter.fail("numpy has no such dtype");
      continue;
    }
    if (!operand.isNumber())
      return emitter.fail("expected an array or a number");
    Type number =
        operand.isConstant() ? cast<TypedAttr>(operand.getConstant()).getType() : operand.getValue().getType();
    hasFloat |= isa<FloatType>(number);
    hasInt |= number.isInteger() && !number.isInteger(1);
  }
  if (!type)
    return emitter.fail("expected an array");
  if (hasFloat && !isa<FloatType>(type))
    return Type(emitter.builder.getF64Type());
  return hasInt && type.isInteger(1) ? Type(emitter.builder.getI64Type()) : type;
}

static FailureOr<SmallVector<Value>> arrays(Emitter &emitter, ArrayRef<Operand> operands, Type type = {}) {
  if (!type) {
    FailureOr<Type> common = arrayType(emitter, operands);
    if (failed(common))
      return failure();
    type = *common;
  }
  return emitter.elementwise(operands, type);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Assumes that a result is finite: otherwise numpy might warn.
static Failable finite(Emitter &emitter, FailureOr<Value> result) {
  if (failed(result) || !Emitter::isFloat(*result))
    return asOperand(result);
  FailureOr<Value> isNan = emitter.op<nn::IsNanOp>(*result), isInf = emitter.op<nn::IsInfOp>(*result);
  FailureOr<Value> either = failed(isNan) || failed(isInf) ? isNan : emitter.op<nn::OrOp>(*isNan, *isInf);
  FailureOr<Value> neither = failed(either) ? either : emitter.op<nn::BitwiseNotOp>(*either);
  if (failed(neither) || failed(emitter.assumeAll(*neither, "numpy's numbers stay finite")))
    return failure();
  return Operand(*result);
}

template <typename OpT> static Failable emitArithmetic(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Value>> values = arrays(emitter, operands);
  if (failed(values))
    return failure();
  if (Emitter::elementType((*values)[0]).isInteger(1))
    return emitter.fail("arithmetic on arrays of bools");
  return finite(emitter, emitter.op<OpT>((*values)[0], (*values)[1]));
}

static Failable emitTrueDivide(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = arrayType(emitter, operands);
  if (failed(type))
    return failure();
  FailureOr<SmallVector<Value>> values =
      arrays(emitter, operands, isa<FloatType>(*type) ? *type : Type(emitter.builder.getF64Type()));
  return failed(values) ? Failable(failure()) : finite(emitter, emitter.op<nn::DivOp>((*values)[0], (*values)[1]));
}

template <typename OpT> static Failable emitBinary(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Value>> values = arrays(emitter, operands);
  return failed(values) ? Failable(failure()) : emitter.emit<OpT>((*values)[0], (*values)[1]);
}

template <typename OpT> static Failable emitBitwise(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Value>> values = arrays(emitter, operands);
  if (failed(values))
    return failure();
  if (Emitter::isFloat((*values)[0]))
    return emitter.fail("bitwise operators on arrays of floats");
  return emitter.emit<OpT>((*values)[0], (*values)[1]);
}

static EmitFn comparison(nn::CompareKind kind) {
  return [kind](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<SmallVector<Value>> values = arrays(emitter, operands);
    return failed(values) ? Failable(failure()) : emitter.emit<nn::CompareOp>(kind, (*values)[0], (*values)[1]);
  };
}

template <typename OpT> static Failable emitUnary(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> array = emitter.requireTensor(operands[0], "x");
  if (failed(array))
    return failure();
  bool wanted =
      std::is_same_v<OpT, nn::BitwiseNotOp> ? !Emitter::isFloat(*array) : !Emitter::elementType(*array).isInteger(1);
  return wanted ? emitter.emit<OpT>(*array) : Failable(emitter.fail("not for arrays of this dtype"));
}

//===----------------------------------------------------------------------===//
// Making and choosing
//===----------------------------------------------------------------------===//

/// The entry of tensors that does the same.
static Failable asTensors(Emitter &emitter, StringRef name, ArrayRef<Operand> operands) {
  return lookup(emitter.getContext(), name)->emit(emitter, operands);
}

/// array[key]: a view, but a number and what index arrays choose are copies.
static Failable emitItem(Emitter &emitter, ArrayRef<Operand> operands) {
  Failable item = asTensors(emitter, "torch.Tensor.__getitem__", operands);
  if (succeeded(item) && Emitter::tensorType(item->getValue()).getRank() == 0) {
    emitter.aliasing = Aliasing::Fresh;
    emitter.strided.clear();
  }
  return item;
}

static Failable emitSetItem(Emitter &emitter, ArrayRef<Operand> operands) {
  if (operands[2].isTensor() && Emitter::isFloat(operands[2].getValue()) && !Emitter::isFloat(operands[0].getValue()))
    return emitter.fail("floats written into an array of ints");
  return asTensors(emitter, "torch.Tensor.__setitem__", operands);
}

static Failable emitFilled(Emitter &emitter, const Operand &shape, const Operand &dtype, Type natural, int64_t value) {
  FailureOr<SmallVector<Operand>> sizes = sizesOf(emitter, shape);
  FailureOr<Type> type = emitter.dtype(dtype);
  if (failed(sizes) || failed(type))
    return failure();
  for (const Operand &size : *sizes)
    if (failed(assumeAtLeast(emitter, size, 0, "an array's size is not negative")))
      return failure();
  return asOperand(emitter.full(*sizes, *type ? *type : natural, emitter.integer(value)));
}

template <int64_t value> static Failable emitNew(Emitter &emitter, ArrayRef<Operand> operands) {
  return emitFilled(emitter, operands[0], operands[1], emitter.builder.getF64Type(), value);
}

template <int64_t value> static Failable emitLike(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> array = emitter.requireTensor(operands[0], "a");
  FailureOr<Type> type = emitter.dtype(operands[1]);
  if (failed(array) || failed(type))
    return failure();
  return asOperand(
      emitter.full(emitter.sizes(*array), *type ? *type : Emitter::elementType(*array), emitter.integer(value)));
}

static Failable emitWhere(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> condition = emitter.requireTensor(operands[0], "condition");
  if (failed(condition))
    return failure();
  if (operands[1].isNone() && operands[2].isNone())
    return placesAsTuple(emitter, *condition);
  FailureOr<Type> type = arrayType(emitter, operands.drop_front());
  if (failed(type))
    return failure();
  return emitChoice(emitter, emitter.cast(*condition, emitter.builder.getI1Type()), operands.drop_front(), *type);
}

/// argsort(a, axis, kind): stable, or of elements that are all different.
static Failable emitArgsort(Emitter &emitter, ArrayRef<Operand> operands) {
  std::optional<StringRef> kind = emitter.asString(operands[2]);
  if (!operands[2].isNone() && !kind)
    return emitter.fail("argsort of a kind that is not known");
  FailureOr<Value> array = emitter.requireTensor(operands[0], "a");
  if (failed(array))
    return failure();
  // numpy's own order of equals is another one than PyTorch's.
  Operand stable = emitter.boolean(kind == "stable" || kind == "mergesort");
  if (emitter.asBool(stable) != true)
    return sortDistinct(emitter, *array, operands[1]);
  return asTensors(emitter, "torch.argsort", {operands[0], operands[1], emitter.boolean(false), stable});
}

static Failable emitCopy(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> array = emitter.requireTensor(operands[0], "self");
  emitter.contiguousResult = true;
  return failed(array) ? Failable(failure())
                       : emitter.emit<nn::CastOp>(*array, TypeAttr::get(Emitter::elementType(*array)));
}

//===----------------------------------------------------------------------===//
// Between tensors and arrays
//===----------------------------------------------------------------------===//

/// tensor.numpy(): the same memory.
static Failable emitNumpy(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  if (Emitter::elementType(*self).isBF16())
    return emitter.fail("numpy has no bfloat16");
  if (emitter.modes.grad && Emitter::isFloat(*self))
    return emitter.fail("numpy() of a tensor that may require grad");
  return operands[0];
}

/// as_tensor, from_numpy of an array: its memory, unless the dtype is another one.
static Failable emitFromNumpy(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> array = emitter.requireTensor(operands[0], "data");
  FailureOr<Type> type = emitter.dtype(operands[1]);
  if (failed(array) || failed(type))
    return failure();
  if (!*type || *type == Emitter::elementType(*array))
    return operands[0];
  emitter.aliasing = Aliasing::Fresh;
  return emitter.emit<nn::CastOp>(*array, TypeAttr::get(*type));
}

template <typename Fn> static EmitFn ofArray(Fn fn) {
  return [fn](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
    return failed(self) ? Failable(failure()) : Failable(fn(emitter, *self));
  };
}

static EmitFn likeTensors(std::string name) {
  return [name](Emitter &emitter, ArrayRef<Operand> operands) { return asTensors(emitter, name, operands); };
}

void library::addArrays(Table &table) {
  auto method = [](StringRef name) { return ("numpy.ndarray." + name).str(); };
  table
      .add(method("shape"), "(self)", ofArray([](Emitter &emitter, Value self) {
             SmallVector<Operand> sizes = emitter.sizes(self);
             return Operand(std::vector<Operand>(sizes.begin(), sizes.end()));
           }))
      .attribute();
  table
      .add(method("size"), "(self)",
           ofArray([](Emitter &emitter, Value self) { return emitter.product(emitter.sizes(self)); }))
      .attribute();
  table
      .add(method("ndim"), "(self)",
           ofArray([](Emitter &emitter, Value self) { return emitter.integer(Emitter::tensorType(self).getRank()); }))
      .attribute();
  for (StringRef name : {"__bool__", "__float__", "__int__", "__len__"})
    table.add(method(name), "(self)", likeTensors(("torch.Tensor." + name).str()));
  table.add(method("__getitem__"), "(self, key)", emitItem).view();
  table.add(method("__setitem__"), "(self, key, value)", emitSetItem);
  table.add(method("copy"), "(self)", emitCopy);
  table.add("numpy.add", "(x1, x2)", emitArithmetic<nn::AddOp>);
  table.add("numpy.subtract", "(x1, x2)", emitArithmetic<nn::SubOp>);
  table.add("numpy.multiply", "(x1, x2)", emitArithmetic<nn::MulOp>);
  table.add("numpy.true_divide", "(x1, x2)", emitTrueDivide).alias("numpy.divide");
  table.add("numpy.maximum", "(x1, x2)", emitBinary<nn::MaximumOp>);
  table.add("numpy.minimum", "(x1, x2)", emitBinary<nn::MinimumOp>);
  table.add("numpy.bitwise_and", "(x1, x2)", emitBitwise<nn::AndOp>);
  table.add("numpy.bitwise_or", "(x1, x2)", emitBitwise<nn::OrOp>);
  table.add("numpy.negative", "(x)", emitUnary<nn::NegOp>);
  table.add("numpy.invert", "(x)", emitUnary<nn::BitwiseNotOp>);
  std::pair<StringRef, nn::CompareKind> comparisons[] = {
      {"equal", nn::CompareKind::Eq},      {"not_equal", nn::CompareKind::Ne}, {"less", nn::CompareKind::Lt},
      {"less_equal", nn::CompareKind::Le}, {"greater", nn::CompareKind::Gt},   {"greater_equal", nn::CompareKind::Ge}};
  for (auto [name, kind] : comparisons)
    table.add(("numpy." + name).str(), "(x1, x2)", comparison(kind));
  table.add("numpy.zeros", "(shape, dtype=None)", emitNew<0>);
  table.add("numpy.ones", "(shape, dtype=None)", emitNew<1>);
  // What is in new memory may be anything.
  table.add("numpy.empty", "(shape, dtype=None)", emitNew<0>);
  table.add("numpy.zeros_like", "(a, dtype=None)", emitLike<0>);
  table.add("numpy.ones_like", "(a, dtype=None)", emitLike<1>);
  table.add("numpy.where", "(condition, x=None, y=None)", emitWhere);
  table.add("numpy.argsort", "(a, axis=-1, kind=None)", emitArgsort);
  table.add("torch.Tensor.numpy", "(self)", emitNumpy).view().array();
  table.add("torch.from_numpy", "(data, dtype=None, device=None)", emitFromNumpy).view();
}
