//===- Emitter.cpp - Python values on value level -------------------------===//

#include "janus/Library/Emitter.h"
#include "SizeSource.h"
#include "Sizes.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Janus/IR/Janus.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace janus;
using namespace janus::library;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool Operand::isNone() const { return isConstant() && isa_and_nonnull<imperative::NoneAttr>(constant); }

bool Operand::isTensor() const { return isValue() && isa<RankedTensorType>(value.getType()); }

bool Operand::isNumber() const {
  if (isConstant())
    return isa_and_nonnull<IntegerAttr, FloatAttr>(constant);
  return isValue() && value.getType().isIntOrFloat();
}

/// Whether a tensor has more dimensions than most of PyTorch's kernels take.
static bool hasTooManyDims(const Operand &operand) {
  return (operand.isTensor() && Emitter::tensorType(operand.getValue()).getRank() > 64) ||
         llvm::any_of(operand.getElements(), hasTooManyDims);
}

Failable library::emitCall(const Function &function, Emitter &emitter, ArrayRef<Operand> operands) {
  StringRef name = function.name;
  if ((name.starts_with("torch.Tensor.") || name.starts_with("numpy.ndarray.")) && !operands.empty() &&
      !operands.front().isTensor())
    return emitter.fail("a method of tensors is called with something else");
  if (llvm::any_of(operands, hasTooManyDims))
    return emitter.fail("a tensor of more than 64 dimensions");
  return function.emit(emitter, operands);
}

LogicalResult Emitter::fail(const Twine &why) {
  if (reason.empty())
    reason = why.str();
  return failure();
}

FailureOr<Value> Emitter::inferTypes(Operation *op) {
  std::string message;
  ScopedDiagnosticHandler handler(getContext(), [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  SmallVector<Type> types;
  auto inferring = llvm::cast<InferTypeOpInterface>(op);
  LogicalResult inferred = inferring.inferReturnTypes(getContext(), loc, op->getOperands(), op->getRawDictionaryAttrs(),
                                                      op->getPropertiesStorage(), op->getRegions(), types);
  if (succeeded(inferred)) {
    for (auto [result, type] : llvm::zip(op->getResults(), types))
      result.setType(type);
    if (succeeded(verify(op)))
      return op->getResult(0);
  }
  op->erase();
  return fail(message.empty() ? "the operands do not fit" : message);
}

void Emitter::assume(Value condition, const Twine &what) {
  if (matchPattern(condition, m_One()))
    return;
  create<AssumeOp>(condition, /*id=*/0, what.str());
}

Operand Emitter::none() { return Operand(Attribute(imperative::NoneAttr::get(getContext()))); }
Operand Emitter::integer(int64_t value) { return Operand(Attribute(builder.getI64IntegerAttr(value))); }
Operand Emitter::floating(double value) { return Operand(Attribute(builder.getF64FloatAttr(value))); }
Operand Emitter::boolean(bool value) { return Operand(Attribute(builder.getBoolAttr(value))); }

/// The attribute behind an operand: a constant, or an SSA value made by one.
static Attribute constantOf(const Operand &operand) {
  if (operand.isConstant())
    return operand.getConstant();
  Attribute constant;
  if (operand.isValue() && !operand.isTensor() && matchPattern(operand.getValue(), m_Constant(&constant)))
    return constant;
  return {};
}

std::optional<int64_t> Emitter::asInt(const Operand &operand) {
  auto constant = dyn_cast_or_null<IntegerAttr>(constantOf(operand));
  if (!constant)
    return std::nullopt;
  return constant.getType().isInteger(1) ? constant.getValue().getZExtValue() : constant.getValue().getSExtValue();
}

std::optional<double> Emitter::asFloat(const Operand &operand) {
  if (auto constant = dyn_cast_or_null<FloatAttr>(constantOf(operand)))
    return constant.getValueAsDouble();
  if (std::optional<int64_t> value = asInt(operand))
    return double(*value);
  return std::nullopt;
}

std::optional<bool> Emitter::asBool(const Operand &operand) {
  if (operand.isNone())
    return false;
  if (std::optional<double> value = asFloat(operand))
    return *value != 0;
  return std::nullopt;
}

std::optional<StringRef> Emitter::asString(const Operand &operand) {
  auto constant = dyn_cast_or_null<StringAttr>(constantOf(operand));
  return constant ? std::optional<StringRef>(constant.getValue()) : std::nullopt;
}

Value Emitter::toI64(const Operand &operand) {
  if (std::optional<int64_t> value = asInt(operand))
    return create<arith::ConstantIntOp>(*value, 64);
  Value value = operand.getValue();
  if (value.getType().isInteger(1))
    return create<arith::ExtUIOp>(builder.getI64Type(), value);
  return value;
}

Value Emitter::toF64(const Operand &operand) {
  if (std::optional<double> value = asFloat(operand))
    return create<arith::ConstantFloatOp>(builder.getF64Type(), APFloat(*value));
  Value value = operand.getValue();
  if (value.getType().isF64())
    return value;
  return create<arith::SIToFPOp>(builder.getF64Type(), toI64(operand));
}

Value Emitter::toIndex(const Operand &operand) {
  if (std::optional<int64_t> value = asInt(operand))
    return create<arith::ConstantIndexOp>(*value);
  if (auto cast = operand.getValue().getDefiningOp<arith::IndexCastOp>())
    return cast.getIn();
  return create<arith::IndexCastOp>(builder.getIndexType(), toI64(operand));
}

FailureOr<int64_t> Emitter::requireInt(const Operand &operand, StringRef what) {
  if (std::optional<int64_t> value = asInt(operand))
    return *value;
  return fail(what + " must be an int known when compiling");
}

FailureOr<bool> Emitter::requireBool(const Operand &operand, StringRef what) {
  if (std::optional<bool> value = asBool(operand))
    return *value;
  return fail(what + " must be a bool known when compiling");
}

FailureOr<double> Emitter::requireFloat(const Operand &operand, StringRef what) {
  if (std::optional<double> value = asFloat(operand))
    return *value;
  return fail(what + " must be a number known when compiling");
}

FailureOr<Value> Emitter::requireTensor(const Operand &operand, StringRef what) {
  if (!operand.isTensor())
    return fail(what + " must be a tensor");
  Type type = elementType(operand.getValue());
  if (!isa<FloatType>(type) && !type.isSignlessInteger())
    return fail(what + " is a tensor of a dtype that is not computed with");
  return operand.getValue();
}

FailureOr<SmallVector<int64_t>> Emitter::requireInts(const Operand &operand, StringRef what, size_t count) {
  SmallVector<int64_t> result;
  if (operand.isSequence()) {
    for (const Operand &element : operand.getElements()) {
      FailureOr<int64_t> value = requireInt(element, what);
      if (failed(value))
        return failure();
      result.push_back(*value);
    }
  } else if (auto array = dyn_cast_or_null<ArrayAttr>(constantOf(operand))) {
    for (Attribute element : array) {
      FailureOr<int64_t> value = requireInt(Operand(element), what);
      if (failed(value))
        return failure();
      result.push_back(*value);
    }
  } else {
    FailureOr<int64_t> value = requireInt(operand, what);
    if (failed(value))
      return failure();
    result.assign(std::max<size_t>(count, 1), *value);
  }
  // A sequence of one stands for all dimensions, as in PyTorch's IntArrayRef[n].
  if (count && result.size() == 1)
    result.assign(count, result.front());
  if (count && result.size() != count)
    return fail(what + " must have " + Twine(count) + " elements, not " + Twine(result.size()));
  return result;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Operand Emitter::size(Value tensor, int64_t dim) {
  RankedTensorType type = tensorType(tensor);
  if (!type.isDynamicDim(dim))
    return integer(type.getDimSize(dim));
  Value size = sizeSource(tensor, dim);
  if (!size)
    size = create<tensor::DimOp>(tensor, dim);
  // What was an int is that int.
  if (auto cast = size.getDefiningOp<arith::IndexCastOp>())
    return Operand(cast.getIn());
  return Operand(create<arith::IndexCastOp>(builder.getI64Type(), size).getResult());
}

SmallVector<Operand> Emitter::sizes(Value tensor) {
  SmallVector<Operand> result;
  for (int64_t dim = 0; dim < tensorType(tensor).getRank(); ++dim)
    result.push_back(size(tensor, dim));
  return result;
}

Operand Emitter::mul(const Operand &lhs, const Operand &rhs) {
  std::optional<int64_t> a = asInt(lhs), b = asInt(rhs);
  if (a && b)
    return integer(*a * *b);
  if (a == 1)
    return rhs;
  if (b == 1)
    return lhs;
  return Operand(create<arith::MulIOp>(toI64(lhs), toI64(rhs)).getResult());
}

Operand Emitter::add(const Operand &lhs, const Operand &rhs) {
  std::optional<int64_t> a = asInt(lhs), b = asInt(rhs);
  if (a && b)
    return integer(*a + *b);
  if (a == 0)
    return rhs;
  if (b == 0)
    return lhs;
  return Operand(create<arith::AddIOp>(toI64(lhs), toI64(rhs)).getResult());
}

/// An int: the constant, where the SSA value is one.
static Operand asConstant(Emitter &emitter, Value value) {
  std::optional<int64_t> known = emitter.asInt(Operand(value));
  return known ? emitter.integer(*known) : Operand(value);
}

Operand Emitter::sub(const Operand &lhs, const Operand &rhs) {
  std::optional<int64_t> a = asInt(lhs), b = asInt(rhs);
  if (a && b)
    return integer(*a - *b);
  if (b == 0)
    return lhs;
  // (x + n) - x, as in x[i:i + n].
  if (auto sum = lhs.isValue() && rhs.isValue() ? lhs.getValue().getDefiningOp<arith::AddIOp>() : arith::AddIOp()) {
    if (sum.getLhs() == rhs.getValue())
      return asConstant(*this, sum.getRhs());
    if (sum.getRhs() == rhs.getValue())
      return asConstant(*this, sum.getLhs());
  }
  return Operand(create<arith::SubIOp>(toI64(lhs), toI64(rhs)).getResult());
}

Operand Emitter::div(const Operand &lhs, const Operand &rhs) {
  std::optional<int64_t> a = asInt(lhs), b = asInt(rhs);
  if (a && b && *b != 0)
    return integer(*a / *b);
  if (b == 1)
    return lhs;
  return Operand(create<arith::DivSIOp>(toI64(lhs), toI64(rhs)).getResult());
}

Operand Emitter::product(ArrayRef<Operand> sizes) {
  Operand result = integer(1);
  for (const Operand &size : sizes)
    result = mul(result, size);
  return result;
}

FailureOr<int64_t> Emitter::wrapDim(int64_t dim, int64_t rank) {
  int64_t span = std::max<int64_t>(rank, 1);
  if (dim < -span || dim >= span)
    return fail("dimension " + Twine(dim) + " is out of range for a tensor of " + Twine(rank) + " dimensions");
  return dim < 0 ? dim + span : dim;
}

FailureOr<int64_t> Emitter::wrapOwnDim(int64_t dim, Value tensor) {
  int64_t rank = tensorType(tensor).getRank();
  return rank == 0 ? FailureOr<int64_t>(fail("a tensor without dimensions has no dimension " + Twine(dim)))
                   : wrapDim(dim, rank);
}

SmallVector<int64_t> Emitter::extents(ArrayRef<Operand> sizes) {
  return llvm::map_to_vector(sizes, [&](const Operand &size) { return asInt(size).value_or(ShapedType::kDynamic); });
}

LogicalResult Emitter::assumeEqual(const Operand &lhs, const Operand &rhs, const Twine &what) {
  std::optional<int64_t> a = asInt(lhs), b = asInt(rhs);
  if (a && b)
    return *a == *b ? success() : fail(what + ": " + Twine(*a) + " is not " + Twine(*b));
  if (sameSize(*this, lhs, rhs))
    return success();
  Value equal = create<arith::CmpIOp>(arith::CmpIPredicate::eq, toI64(lhs), toI64(rhs));
  assume(equal, what);
  return success();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

StringRef library::dtypeName(Type type) {
  if (type.isF32())
    return "float32";
  if (type.isF64())
    return "float64";
  if (type.isF16())
    return "float16";
  if (type.isBF16())
    return "bfloat16";
  if (type.isUnsignedInteger(8))
    return "uint8";
  if (type.isInteger(1))
    return "bool";
  if (type.isSignlessInteger(8))
    return "int8";
  if (type.isSignlessInteger(16))
    return "int16";
  if (type.isSignlessInteger(32))
    return "int32";
  if (type.isSignlessInteger(64))
    return "int64";
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF64() ? "complex128" : "complex64";
  if (type.isUnsignedInteger(16))
    return "uint16";
  if (type.isUnsignedInteger(32))
    return "uint32";
  if (type.isUnsignedInteger(64))
    return "uint64";
  return "";
}

bool library::isComputedWith(Type elementType) {
  return dtypeFromName(elementType.getContext(), dtypeName(elementType)) == elementType;
}

Type library::dtypeFromName(MLIRContext *context, StringRef name) {
  Builder builder(context);
  return llvm::StringSwitch<Type>(name)
      .Cases({"float32", "float"}, builder.getF32Type())
      .Cases({"float64", "double"}, builder.getF64Type())
      .Cases({"float16", "half"}, builder.getF16Type())
      .Case("bfloat16", builder.getBF16Type())
      .Case("uint8", builder.getIntegerType(8, /*isSigned=*/false))
      .Case("bool", builder.getI1Type())
      .Case("int8", builder.getIntegerType(8))
      .Cases({"int16", "short"}, builder.getIntegerType(16))
      .Cases({"int32", "int"}, builder.getIntegerType(32))
      .Cases({"int64", "long"}, builder.getIntegerType(64))
      .Default(Type());
}

Attribute Emitter::dtypeAttr(Type elementType) {
  return imperative::BuiltinAttr::get(getContext(), ("torch." + dtypeName(elementType)).str());
}

FailureOr<Type> Emitter::dtype(const Operand &operand) {
  if (operand.isNone())
    return Type();
  auto builtin = operand.isConstant() ? dyn_cast_or_null<imperative::BuiltinAttr>(operand.getConstant())
                                      : imperative::BuiltinAttr();
  if (!builtin)
    return fail("dtype must be known when compiling");
  StringRef name = builtin.getName();
  // Python's own types stand for the widest of their kind.
  if (name == "builtins.float")
    return Type(builder.getF64Type());
  if (name == "builtins.int")
    return Type(builder.getI64Type());
  if (name == "builtins.bool")
    return Type(builder.getI1Type());
  if (name == "numpy.bool_")
    name = "bool";
  name.consume_front("numpy.");
  name.consume_front("torch.");
  Type type = dtypeFromName(getContext(), name);
  if (type && !type.isUnsignedInteger())
    return type;
  return fail("dtype " + builtin.getName() + " is not supported");
}
