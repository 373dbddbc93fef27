//===- Creation.cpp - new tensors, and tensors of another dtype -----------===//

#include "NumberLists.h"
#include "Sizes.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

static Failable asOperand(FailureOr<Value> value) {
  return failed(value) ? Failable(failure()) : Failable(Operand(*value));
}

/// Whether a device argument is the CPU or nothing.
static LogicalResult onCpu(Emitter &emitter, const Operand &device) {
  if (device.isNone() || emitter.asString(device) == "cpu")
    return success();
  if (device.isConstant())
    if (auto literal = dyn_cast_or_null<imperative::LiteralAttr>(device.getConstant()))
      if (literal.getRepr().contains("cpu"))
        return success();
  return emitter.fail("a device that is not the CPU");
}

FailureOr<Type> library::factoryType(Emitter &emitter, ArrayRef<Operand> options, Type fallback) {
  // layout and pin_memory, where the signature has them.
  if (options.size() >= 5) {
    auto layout = options[3].isConstant() ? dyn_cast_or_null<imperative::BuiltinAttr>(options[3].getConstant())
                                          : imperative::BuiltinAttr();
    if (!options[3].isNone() && !(layout && layout.getName() == "torch.strided"))
      return emitter.fail("a layout other than torch.strided");
    if (emitter.asBool(options[4]) != false)
      return emitter.fail("pinned memory");
  }
  FailureOr<Type> type = emitter.dtype(options[0]);
  FailureOr<bool> requiresGrad = emitter.requireBool(options[2], "requires_grad");
  if (failed(type) || failed(requiresGrad) || failed(onCpu(emitter, options[1])))
    return failure();
  if (*requiresGrad)
    return emitter.fail("a new tensor that requires grad");
  emitter.contiguousResult = true;
  return *type ? *type : fallback;
}
static constexpr StringLiteral options = ", dtype=None, device=None, requires_grad=False";

Type library::numberType(Emitter &emitter, const Operand &number) {
  Type type = number.isConstant() ? llvm::cast<TypedAttr>(number.getConstant()).getType() : number.getValue().getType();
  return isa<FloatType>(type) ? emitter.defaultDtype() : type;
}

/// More elements than memory has room for: native code might never make the tensor, where eager raises.
static constexpr uint64_t kTooMany = uint64_t(1) << 40;

static FailureOr<SmallVector<Operand>> newSizes(Emitter &emitter, const Operand &operand) {
  FailureOr<SmallVector<Operand>> sizes = sizesOf(emitter, operand);
  if (failed(sizes))
    return failure();
  uint64_t elements = 1;
  for (const Operand &size : *sizes) {
    if (failed(assumeAtLeast(emitter, size, 0, "a size is not negative")))
      return failure();
    elements = llvm::SaturatingMultiply(elements, uint64_t(std::max<int64_t>(emitter.asInt(size).value_or(1), 0)));
  }
  if (elements >= kTooMany)
    return emitter.fail("a tensor of more elements than there is memory for");
  return sizes;
}

/// zeros(*size), ones(*size)
static EmitFn filled(int64_t value) {
  return [value](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<SmallVector<Operand>> sizes = newSizes(emitter, operands[0]);
    FailureOr<Type> type = factoryType(emitter, operands.drop_front(1), emitter.defaultDtype());
    if (failed(sizes) || failed(type))
      return failure();
    return asOperand(emitter.full(*sizes, *type, emitter.integer(value)));
  };
}

static Failable emitFull(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<SmallVector<Operand>> sizes = newSizes(emitter, operands[0]);
  if (failed(sizes))
    return failure();
  if (!operands[1].isNumber())
    return emitter.fail("full needs a number");
  FailureOr<Type> type = factoryType(emitter, operands.drop_front(2), numberType(emitter, operands[1]));
  return failed(type) ? Failable(failure()) : asOperand(emitter.full(*sizes, *type, operands[1]));
}

/// <x>_like(input): `value` is null where the next operand is the number.
static EmitFn like(std::optional<int64_t> value) {
  return [value](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
    if (failed(input))
      return failure();
    Operand number = value ? emitter.integer(*value) : operands[1];
    FailureOr<Type> type = factoryType(emitter, operands.drop_front(value ? 1 : 2), Emitter::elementType(*input));
    if (failed(type) || !number.isNumber())
      return emitter.fail("full_like needs a number");
    emitter.contiguousResult = false; // strides are the input's
    return asOperand(emitter.full(emitter.sizes(*input), *type, number));
  };
}

static bool isFormat(const Operand &format, StringRef name) {
  auto builtin =
      format.isConstant() ? dyn_cast_or_null<imperative::BuiltinAttr>(format.getConstant()) : imperative::BuiltinAttr();
  return builtin && builtin.getName() == name;
}

/// empty_like(input, *, memory_format); memory as it is found may hold zeros.
static Failable emitEmptyLike(Emitter &emitter, ArrayRef<Operand> operands) {
  const Operand &format = operands.back();
  bool contiguous = isFormat(format, "torch.contiguous_format") || isFormat(format, "torch.legacy_contiguous_format");
  if (!contiguous && !format.isNone() && !isFormat(format, "torch.preserve_format"))
    return emitter.fail("a memory format other than the tensor's own");
  Failable result = like(0)(emitter, operands.drop_back());
  emitter.contiguousResult = contiguous;
  return result;
}

/// self.new_<x>(*size): dtype is self's.
static EmitFn fresh(std::optional<int64_t> value) {
  return [value](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> self = emitter.requireTensor(operands[0], "self");
    FailureOr<SmallVector<Operand>> sizes = newSizes(emitter, operands[1]);
    if (failed(self) || failed(sizes))
      return failure();
    Operand number = value ? emitter.integer(*value) : operands[2];
    FailureOr<Type> type = factoryType(emitter, operands.drop_front(value ? 2 : 3), Emitter::elementType(*self));
    if (failed(type) || !number.isNumber())
      return emitter.fail("new_full needs a number");
    return asOperand(emitter.full(*sizes, *type, number));
  };
}

/// arange(end), arange(start, end, step)
static Failable emitArange(Emitter &emitter, ArrayRef<Operand> operands) {
  Operand start = operands[1].isNone() ? emitter.integer(0) : operands[0];
  Operand end = operands[1].isNone() ? operands[0] : operands[1];
  FailureOr<double> step = emitter.requireFloat(operands[2], "step");
  if (failed(step))
    return failure();
  if (!start.isNumber() || !end.isNumber() || *step == 0)
    return emitter.fail("arange needs numbers and a step that is not zero");
  bool isFloat = llvm::any_of(ArrayRef<Operand>{start, end, operands[2]},
                              [&](const Operand &number) { return isa<FloatType>(numberType(emitter, number)); });
  FailureOr<Type> type =
      factoryType(emitter, operands.drop_front(3), isFloat ? emitter.defaultDtype() : emitter.builder.getI64Type());
  if (failed(type))
    return failure();
  std::optional<double> first = emitter.asFloat(start), last = emitter.asFloat(end);
  Operand count;
  if (first && last) {
    double size = (*last - *first) / *step;
    if (!(size >= 0))
      return emitter.fail("upper bound and lower bound inconsistent with step sign");
    count = emitter.integer(int64_t(std::ceil(size)));
  } else if (!isFloat && *step == 1) {
    count = emitter.sub(end, start);
    if (failed(assumeAtLeast(emitter, count, 0, "arange does not end before it starts")))
      return failure();
  } else {
    return emitter.fail("arange with bounds that are not known when compiling");
  }
  FailureOr<Value> from = emitter.scalar(start, *type), by = emitter.scalar(operands[2], *type);
  if (failed(from) || failed(by))
    return failure();
  return asOperand(emitter.op<nn::IotaOp>(*from, *by, emitter.toFoldResult(count)));
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Whether a memory format is that of the tensor itself.
static bool keepsStrides(const Operand &format) { return format.isNone() || isFormat(format, "torch.preserve_format"); }

/// The tensor itself where it has the dtype already.
static Failable convert(Emitter &emitter, const Operand &operand, Type type) {
  FailureOr<Value> self = emitter.requireTensor(operand, "self");
  if (failed(self))
    return failure();
  if (!type || type == Emitter::elementType(*self)) {
    emitter.aliasing = Aliasing::Same;
    return operand;
  }
  emitter.aliasing = Aliasing::Fresh;
  if (succeeded(emitter.scalar(emitter.integer(0), type)))
    return emitter.emit<nn::CastOp>(*self, TypeAttr::get(type));
  return failure();
}

/// as_tensor(data, dtype, device): the tensor itself where it has the dtype.
static Failable emitAsTensor(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.dtype(operands[1]);
  if (failed(type) || failed(onCpu(emitter, operands[2])))
    return failure();
  if (!operands[0].isTensor())
    return emitter.fail("as_tensor of something that is no tensor");
  return convert(emitter, operands[0], *type);
}

static EmitFn convertTo(StringRef name) {
  return [name](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    if (operands.size() > 1 && !keepsStrides(operands[1]))
      return Failable(emitter.fail("a memory format other than the tensor's own"));
    return convert(emitter, operands[0], dtypeFromName(emitter.getContext(), name));
  };
}

/// to(dtype), to(device), to(device, dtype), to(other), and keywords.
static Failable emitTo(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.dtype(operands[2]);
  FailureOr<bool> copy = emitter.requireBool(operands[5], "copy");
  if (failed(type) || failed(copy) || failed(onCpu(emitter, operands[3])))
    return failure();
  if (*copy || !keepsStrides(operands[6]))
    return emitter.fail("to with copy=True or a memory format");
  for (const Operand &argument : operands[1].getElements()) {
    if (argument.isTensor()) {
      type = Emitter::elementType(argument.getValue());
      continue;
    }
    bool isDtype = argument.isConstant() && isa_and_nonnull<imperative::BuiltinAttr>(argument.getConstant());
    if (!isDtype && failed(onCpu(emitter, argument)))
      return failure();
    if (isDtype && failed(type = emitter.dtype(argument)))
      return failure();
  }
  return convert(emitter, operands[0], *type);
}

static Failable emitTypeAs(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> other = emitter.requireTensor(operands[1], "other");
  return failed(other) ? Failable(failure()) : convert(emitter, operands[0], Emitter::elementType(*other));
}

//===----------------------------------------------------------------------===//
// Overwriting
//===----------------------------------------------------------------------===//

static Failable overwrite(Emitter &emitter, const Operand &self, const Operand &number) {
  FailureOr<Value> target = emitter.requireTensor(self, "self");
  if (failed(target))
    return failure();
  if (!number.isNumber())
    return emitter.fail("fill_ needs a number");
  FailureOr<Value> value = emitter.full(emitter.sizes(*target), Emitter::elementType(*target), number);
  return failed(value) ? Failable(failure()) : emitInplace(emitter, self, Operand(*value));
}

/// copy_(src): converted and broadcast.
static Failable emitCopy(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Value> target = emitter.requireTensor(operands[0], "self"),
                   source = emitter.requireTensor(operands[1], "src");
  if (failed(target) || failed(source))
    return failure();
  FailureOr<Value> value =
      emitter.broadcastTo(emitter.cast(*source, Emitter::elementType(*target)), emitter.sizes(*target));
  return failed(value) ? Failable(failure()) : emitInplace(emitter, operands[0], Operand(*value));
}

/// type(dtype): the conversion; without dtype a name, which is not known here.
static Failable emitType(Emitter &emitter, ArrayRef<Operand> operands) {
  FailureOr<Type> type = emitter.dtype(operands[1]);
  if (failed(type))
    return failure();
  return *type ? convert(emitter, operands[0], *type) : Failable(emitter.fail("type() without a dtype"));
}

static void addConversions(Table &table) {
  table
      .add("torch.Tensor.to",
           "(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None)", emitTo)
      .view();
  for (StringRef name : {"float", "double", "half", "bfloat16", "long", "int", "short", "bool"})
    table.add(("torch.Tensor." + name).str(), "(self, memory_format=None)", convertTo(name)).view();
  table.add("torch.as_tensor", "(data, dtype=None, device=None)", emitAsTensor).view();
  table.add("torch.Tensor.type", "(self, dtype=None, non_blocking=False)", emitType).view();
  table.add("torch.Tensor.type_as", "(self, other)", emitTypeAs).view();
  table.add("torch.Tensor.cpu", "(self)", convertTo("")).view();
}

void library::addCreation(Table &table) {
  auto withOptions = [](StringRef parameters) { return ("(" + parameters + options + ")").str(); };
  table.add("torch.zeros", withOptions("*size"), filled(0));
  // What is in new memory may be anything.
  table.add("torch.empty", withOptions("*size"), filled(0));
  table.add("torch.ones", withOptions("*size"), filled(1));
  table.add("torch.full", withOptions("size, fill_value, *"), emitFull);
  table.add("torch.empty_like", "(input, *, dtype=None, device=None, requires_grad=False, memory_format=None)",
            emitEmptyLike);
  table.add("torch.Tensor.new_empty", withOptions("self, *size"), fresh(0));
  table.add("torch.scalar_tensor", withOptions("s, *"), [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Type> type = factoryType(emitter, operands.drop_front(1), emitter.defaultDtype());
    if (failed(type) || !operands[0].isNumber())
      return emitter.fail("scalar_tensor needs a number");
    return asOperand(emitter.full({}, *type, operands[0]));
  });
  table.add("torch.zeros_like", withOptions("input, *"), like(0));
  table.add("torch.ones_like", withOptions("input, *"), like(1));
  table.add("torch.full_like", withOptions("input, fill_value, *"), like(std::nullopt));
  table.add("torch.Tensor.new_zeros", withOptions("self, *size"), fresh(0));
  table.add("torch.Tensor.new_ones", withOptions("self, *size"), fresh(1));
  table.add("torch.Tensor.new_full", withOptions("self, size, fill_value, *"), fresh(std::nullopt));
  table.add("torch.arange", withOptions("start, end=None, step=1, *"), emitArange);
  addNumberLists(table);
  addConversions(table);
  table.add("torch.fill", "(input, value)", [](Emitter &emitter, ArrayRef<Operand> operands) -> Failable {
    FailureOr<Value> input = emitter.requireTensor(operands[0], "input");
    if (failed(input))
      return failure();
    if (operands[1].isTensor()) {
      if (Emitter::tensorType(operands[1].getValue()).getRank() != 0)
        return emitter.fail("fill only supports 0-dimension value tensor");
      Value value = emitter.cast(operands[1].getValue(), Emitter::elementType(*input));
      return asOperand(emitter.broadcastTo(value, emitter.sizes(*input)));
    }
    return asOperand(emitter.full(emitter.sizes(*input), Emitter::elementType(*input), operands[1]));
  });
  table
      .add("torch.Tensor.zero_", "(self)",
           [](Emitter &emitter, ArrayRef<Operand> operands) {
             return overwrite(emitter, operands[0], emitter.integer(0));
           })
      .alias("torch.zero_", "(input)");
  table.add("torch.Tensor.fill_", "(self, value)",
            [](Emitter &emitter, ArrayRef<Operand> operands) { return overwrite(emitter, operands[0], operands[1]); });
  table.add("torch.Tensor.copy_", "(self, src, non_blocking=False)", emitCopy);
}
