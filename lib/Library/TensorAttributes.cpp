//===- TensorAttributes.cpp - what a tensor says of itself ----------------===//

#include "Table.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Operand shapeOf(Emitter &emitter, Value tensor) {
  SmallVector<Operand> sizes = emitter.sizes(tensor);
  return Operand(std::vector<Operand>(sizes.begin(), sizes.end()), Operand::SequenceKind::Size);
}

/// size(), and size(dim).
static Failable emitSize(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  if (operands[1].isNone())
    return shapeOf(emitter, *self);
  FailureOr<int64_t> dim = emitter.requireInt(operands[1], "dim");
  if (failed(dim) || failed(dim = emitter.wrapOwnDim(*dim, *self)))
    return failure();
  return emitter.size(*self, *dim);
}

/// The one element of a tensor as a Python number.
static FailureOr<Value> element(Emitter &emitter, const Operand &operand) {
  FailureOr<Value> self = emitter.requireTensor(operand, "self");
  if (failed(self))
    return failure();
  SmallVector<Operand> sizes = emitter.sizes(*self);
  if (failed(
          emitter.assumeEqual(emitter.product(sizes), emitter.integer(1), "a tensor read as a number has one element")))
    return failure();
  SmallVector<Value> zeros(sizes.size(), emitter.toIndex(emitter.integer(0)));
  return Value(emitter.create<tensor::ExtractOp>(*self, zeros));
}

/// A number of any element type as Python's float, int or bool.
static Value toPython(Emitter &emitter, Value number) {
  Type type = number.getType();
  if (type.isInteger(1) || type.isF64() || type.isInteger(64))
    return number;
  if (isa<FloatType>(type))
    return emitter.create<arith::ExtFOp>(emitter.builder.getF64Type(), number);
  return emitter.create<arith::ExtSIOp>(emitter.builder.getI64Type(), number);
}

static Failable emitItem(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> number = element(emitter, operands[0]);
  if (failed(number))
    return failure();
  return Operand(toPython(emitter, *number));
}

static Failable emitFloat(Emitter &emitter, ArrayRef<Operand> operands) {
  Failable number = emitItem(emitter, operands);
  if (failed(number))
    return failure();
  return Operand(emitter.toF64(*number));
}

static Failable emitBool(Emitter &emitter, ArrayRef<Operand> operands) {
  Failable number = emitItem(emitter, operands);
  if (failed(number))
    return failure();
  Value value = number->getValue();
  if (value.getType().isInteger(1))
    return number;
  if (value.getType().isF64())
    return Operand(
        emitter.create<arith::CmpFOp>(arith::CmpFPredicate::UNE, value, emitter.toF64(emitter.integer(0))).getResult());
  return Operand(
      emitter.create<arith::CmpIOp>(arith::CmpIPredicate::ne, value, emitter.toI64(emitter.integer(0))).getResult());
}

static Failable emitInt(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> number = element(emitter, operands[0]);
  if (failed(number))
    return failure();
  if (isa<FloatType>(number->getType()))
    return emitter.fail("int() of a float tensor");
  return Operand(emitter.toI64(Operand(toPython(emitter, *number))));
}

/// An entry computed from the tensor alone.
template <typename Fn> static EmitFn ofTensor(Fn fn) {
  return [fn](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
    if (failed(self))
      return failure();
    return fn(emitter, *self);
  };
}

static Operand rankOf(Emitter &emitter, Value self) { return emitter.integer(Emitter::tensorType(self).getRank()); }
static Operand countOf(Emitter &emitter, Value self) { return emitter.product(emitter.sizes(self)); }
static Operand isFloating(Emitter &emitter, Value self) { return emitter.boolean(Emitter::isFloat(self)); }

static Failable lengthOf(Emitter &emitter, Value self) {
  if (Emitter::tensorType(self).getRank() == 0)
    return emitter.fail("len() of a 0-d tensor");
  return emitter.size(self, 0);
}

/// backward(): what it does to .grad is functionalisation's to know.
static Failable emitBackward(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
  if (failed(self))
    return failure();
  if (!Emitter::isFloat(*self))
    return emitter.fail("backward() of an integer tensor");
  return emitter.none();
}

void library::addTensorAttributes(Table &table) {
  table.add("torch.Tensor.shape", "(self)", ofTensor(shapeOf)).attribute();
  table.add("torch.Tensor.size", "(self, dim=None)", emitSize);
  table.add("torch.Tensor.ndim", "(self)", ofTensor(rankOf)).attribute();
  table.add("torch.Tensor.dim", "(self)", ofTensor(rankOf)).alias("torch.Tensor.ndimension");
  table.add("torch.numel", "(input)", ofTensor(countOf))
      .alias("torch.Tensor.numel", "(self)")
      .alias("torch.Tensor.nelement", "(self)");
  table.add("torch.Tensor.__len__", "(self)", ofTensor(lengthOf));
  table.add("torch.is_floating_point", "(input)", ofTensor(isFloating))
      .alias("torch.Tensor.is_floating_point", "(self)");
  table
      .add("torch.Tensor.dtype", "(self)", ofTensor([](Emitter &emitter, Value self) {
             return Operand(emitter.dtypeAttr(Emitter::elementType(self)));
           }))
      .attribute();
  table.add("torch.Tensor.is_cuda", "(self)", ofTensor([](Emitter &emitter, Value) { return emitter.boolean(false); }))
      .attribute();
  table.add("torch.Tensor.item", "(self)", emitItem);
  table.add("torch.Tensor.__float__", "(self)", emitFloat);
  table.add("torch.Tensor.__int__", "(self)", emitInt).alias("torch.Tensor.__index__");
  table.add("torch.Tensor.__bool__", "(self)", emitBool);
  table.add("torch.Tensor.backward", "(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)",
            emitBackward);
}
