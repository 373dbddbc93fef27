//===- Knowledge.cpp - what is known of a Python value --------------------===//

#include "janus/Analysis/Knowledge.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

Type janus::getConstantType(Attribute constant) {
  MLIRContext *context = constant.getContext();
  if (auto integer = dyn_cast<IntegerAttr>(constant)) {
    if (integer.getType().isInteger(1))
      return PyBoolType::get(context);
    return PyIntType::get(context);
  }
  if (isa<FloatAttr>(constant))
    return PyFloatType::get(context);
  if (isa<StringAttr>(constant))
    return PyStrType::get(context);
  if (isa<NoneAttr>(constant))
    return PyNoneType::get(context);
  if (auto array = dyn_cast<ArrayAttr>(constant)) {
    SmallVector<Type> elements;
    for (Attribute element : array)
      elements.push_back(getConstantType(element));
    return PyTupleType::get(context, elements);
  }
  if (auto ref = dyn_cast<RefAttr>(constant))
    return PyInstanceType::get(context, ref.getSymbol());
  if (isa<MethodAttr, BuiltinAttr>(constant))
    return PyFunctionType::get(context, constant);
  return PyObjectType::get(context);
}

/// Sizes that differ become `?`, ranks that differ `*`, dtypes that differ
/// none.
static Type joinTensors(PyTensorType lhs, PyTensorType rhs) {
  MLIRContext *context = lhs.getContext();
  bool isArray = lhs.getIsArray();
  if (isArray != rhs.getIsArray())
    return PyObjectType::get(context);
  Type elementType = lhs.getElementType();
  if (elementType != rhs.getElementType())
    elementType = NoneType::get(context);
  if (!lhs.getRanked() || !rhs.getRanked() || lhs.getShape().size() != rhs.getShape().size())
    return PyTensorType::get(context, /*ranked=*/false, {}, elementType, isArray);
  SmallVector<int64_t> shape(lhs.getShape());
  for (auto [size, other] : llvm::zip(shape, rhs.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return PyTensorType::get(context, /*ranked=*/true, shape, elementType, isArray);
}

/// More alternatives than this are no longer worth telling apart.
static constexpr size_t maxAlternatives = 4;

static Type joinAlternatives(Type lhs, Type rhs) {
  SmallVector<Type> alternatives;
  auto add = [&](Type type) {
    for (Type &known : alternatives) {
      if (known == type)
        return;
      if (isa<PyTensorType>(known) && isa<PyTensorType>(type)) {
        known = joinTypes(known, type);
        return;
      }
    }
    alternatives.push_back(type);
  };
  for (Type type : {lhs, rhs}) {
    if (auto choice = dyn_cast<PyUnionType>(type))
      llvm::for_each(choice.getAlternatives(), add);
    else
      add(type);
  }
  if (alternatives.size() == 1)
    return alternatives.front();
  if (alternatives.size() > maxAlternatives)
    return PyObjectType::get(lhs.getContext());
  return PyUnionType::get(lhs.getContext(), alternatives);
}

Type janus::joinTypes(Type lhs, Type rhs) {
  if (lhs == rhs)
    return lhs;
  MLIRContext *context = lhs.getContext();
  if (isa<PyObjectType, CellType>(lhs) || isa<PyObjectType, CellType>(rhs))
    return PyObjectType::get(context);
  if (auto left = dyn_cast<PyTensorType>(lhs))
    if (auto right = dyn_cast<PyTensorType>(rhs))
      return joinTensors(left, right);
  if (auto left = dyn_cast<PySequenceType>(lhs))
    if (auto right = dyn_cast<PySequenceType>(rhs))
      return PySequenceType::get(context, joinTypes(left.getElement(), right.getElement()));
  if (auto left = dyn_cast<PyTupleType>(lhs)) {
    auto right = dyn_cast<PyTupleType>(rhs);
    if (right && left.getElements().size() == right.getElements().size()) {
      SmallVector<Type> elements;
      for (auto [a, b] : llvm::zip(left.getElements(), right.getElements()))
        elements.push_back(joinTypes(a, b));
      return PyTupleType::get(context, elements);
    }
  }
  return joinAlternatives(lhs, rhs);
}

Knowledge Knowledge::ofConstant(Attribute constant) {
  Knowledge result;
  result.type = getConstantType(constant);
  result.constant = constant;
  if (auto array = dyn_cast<ArrayAttr>(constant)) {
    result.sequenceKind = SequenceKind::Tuple;
    for (Attribute element : array)
      result.elements.push_back(ofConstant(element));
  }
  return result;
}

Knowledge Knowledge::ofType(Type type) {
  MLIRContext *context = type.getContext();
  if (auto instance = dyn_cast<PyInstanceType>(type))
    return ofConstant(RefAttr::get(context, instance.getObject()));
  if (isa<PyNoneType>(type))
    return ofConstant(NoneAttr::get(context));
  Knowledge result;
  result.type = type;
  if (auto tuple = dyn_cast<PyTupleType>(type)) {
    result.sequenceKind = SequenceKind::Tuple;
    for (Type element : tuple.getElements())
      result.elements.push_back(ofType(element));
  }
  return result;
}

Knowledge Knowledge::ofElements(MLIRContext *context, std::vector<Knowledge> elements, SequenceKind kind) {
  SmallVector<Attribute> constants;
  SmallVector<Type> types;
  for (const Knowledge &element : elements) {
    types.push_back(element.getType());
    if (element.getConstant())
      constants.push_back(element.getConstant());
  }
  Knowledge result;
  if (kind == SequenceKind::Tuple) {
    if (constants.size() == elements.size())
      return ofConstant(ArrayAttr::get(context, constants));
    result.type = PyTupleType::get(context, types);
  } else if (kind == SequenceKind::Size || kind == SequenceKind::Named || kind == SequenceKind::Extremes) {
    result.type = PyTupleType::get(context, types);
  } else if (kind == SequenceKind::List) {
    Type element = types.empty() ? Type(PyObjectType::get(context)) : types.front();
    for (Type type : types)
      element = joinTypes(element, type);
    result.type = PyListType::get(context, element);
  } else {
    result.type = PySliceType::get(context);
  }
  result.elements = std::move(elements);
  result.sequenceKind = kind;
  return result;
}

Knowledge Knowledge::ofMethod(BuiltinAttr function, Knowledge self) {
  Knowledge result;
  result.type = PyFunctionType::get(function.getContext(), function);
  result.elements.push_back(std::move(self));
  return result;
}

Knowledge Knowledge::top(MLIRContext *context) { return ofType(PyObjectType::get(context)); }

bool Knowledge::operator==(const Knowledge &other) const {
  return type == other.type && constant == other.constant && sequenceKind == other.sequenceKind &&
         elements == other.elements;
}

Knowledge Knowledge::join(const Knowledge &lhs, const Knowledge &rhs) {
  if (lhs.isBottom() || lhs == rhs)
    return rhs;
  if (rhs.isBottom())
    return lhs;
  if (lhs.sequenceKind != SequenceKind::None && lhs.sequenceKind == rhs.sequenceKind &&
      lhs.elements.size() == rhs.elements.size()) {
    std::vector<Knowledge> elements;
    for (auto [left, right] : llvm::zip(lhs.elements, rhs.elements))
      elements.push_back(join(left, right));
    return ofElements(lhs.type.getContext(), std::move(elements), lhs.sequenceKind);
  }
  // One method of an object of which different things are known.
  auto method = lhs.getTypeAs<PyFunctionType>();
  if (method && lhs.type == rhs.type && lhs.elements.size() == 1 && rhs.elements.size() == 1)
    return ofMethod(cast<BuiltinAttr>(method.getCallee()), join(lhs.elements.front(), rhs.elements.front()));
  return ofType(joinTypes(lhs.type, rhs.type));
}

std::optional<unsigned> Knowledge::getNamedElement(StringRef name) const {
  auto among = [&](StringRef first, StringRef second) -> std::optional<unsigned> {
    if (name != first && name != second)
      return std::nullopt;
    return name == second;
  };
  if (sequenceKind == SequenceKind::Named)
    return among("values", "indices");
  return sequenceKind == SequenceKind::Extremes ? among("min", "max") : std::nullopt;
}

Attribute Knowledge::getComparable() const {
  if (constant || sequenceKind != SequenceKind::Size)
    return constant;
  SmallVector<Attribute> constants;
  for (const Knowledge &element : elements) {
    if (!element.constant)
      return {};
    constants.push_back(element.constant);
  }
  return ArrayAttr::get(type.getContext(), constants);
}

void Knowledge::print(raw_ostream &os) const {
  if (isBottom())
    os << "bottom";
  else if (constant)
    os << constant;
  else
    os << type;
}
