//===- ImperativeTypes.cpp - Python's types -------------------------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace janus::imperative;

#define GET_TYPEDEF_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeTypes.cpp.inc"

void ImperativeDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "janus/Dialect/Imperative/IR/ImperativeTypes.cpp.inc"
      >();
}

RankedTensorType PyTensorType::getValueType() const {
  if (!getRanked() || isa<NoneType>(getElementType()))
    return {};
  return RankedTensorType::get(getShape(), getElementType());
}

PyTensorType PyTensorType::get(RankedTensorType valueType, bool isArray) {
  return get(valueType.getContext(), true, valueType.getShape(), valueType.getElementType(), isArray);
}

/// tensor-type ::= `<` (`*` `x` | (dim `x`)*) element-type (`,` `numpy`)? `>`
Type PyTensorType::parse(AsmParser &parser) {
  bool ranked = true;
  SmallVector<int64_t> shape;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalStar())) {
    ranked = false;
    if (parser.parseXInDimensionList())
      return {};
  } else if (parser.parseDimensionList(shape)) {
    return {};
  }
  Type elementType;
  if (parser.parseType(elementType))
    return {};
  bool isArray = succeeded(parser.parseOptionalComma());
  if ((isArray && parser.parseKeyword("numpy")) || parser.parseGreater())
    return {};
  return get(parser.getContext(), ranked, shape, elementType, isArray);
}

void PyTensorType::print(AsmPrinter &printer) const {
  printer << "<";
  if (!getRanked())
    printer << "*x";
  for (int64_t dim : getShape()) {
    if (ShapedType::isDynamic(dim))
      printer << "?x";
    else
      printer << dim << "x";
  }
  printer << getElementType() << (getIsArray() ? ", numpy>" : ">");
}

/// types ::= `<` (type (`,` type)*)? `>`
static ParseResult parseTypes(AsmParser &parser, SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                        [&] { return parser.parseType(types.emplace_back()); });
}

static void printTypes(AsmPrinter &printer, ArrayRef<Type> types) {
  printer << "<";
  llvm::interleaveComma(types, printer);
  printer << ">";
}

Type PyTupleType::parse(AsmParser &parser) {
  SmallVector<Type> elements;
  if (parseTypes(parser, elements))
    return {};
  return get(parser.getContext(), elements);
}

void PyTupleType::print(AsmPrinter &printer) const { printTypes(printer, getElements()); }

Type PyUnionType::parse(AsmParser &parser) {
  SmallVector<Type> alternatives;
  if (parseTypes(parser, alternatives))
    return {};
  return get(parser.getContext(), alternatives);
}

void PyUnionType::print(AsmPrinter &printer) const { printTypes(printer, getAlternatives()); }

//===----------------------------------------------------------------------===//
// Refinement
//===----------------------------------------------------------------------===//

static bool refinesTensor(PyTensorType type, PyTensorType wider) {
  if (type.getIsArray() != wider.getIsArray())
    return false;
  if (!isa<NoneType>(wider.getElementType()) && type.getElementType() != wider.getElementType())
    return false;
  if (!wider.getRanked())
    return true;
  return type.getRanked() && type.getShape().size() == wider.getShape().size() &&
         llvm::all_of(llvm::zip(type.getShape(), wider.getShape()), [](auto dims) {
           auto [dim, widerDim] = dims;
           return ShapedType::isDynamic(widerDim) || dim == widerDim;
         });
}

bool janus::imperative::refines(Type type, Type wider) {
  if (type == wider)
    return true;
  if (isa<PyObjectType>(wider))
    return isa<ImperativeDialect>(type.getDialect()) && !isa<CellType>(type);
  if (auto types = dyn_cast<PyUnionType>(type))
    return llvm::all_of(types.getAlternatives(), [&](Type each) { return refines(each, wider); });
  if (auto types = dyn_cast<PyUnionType>(wider))
    return llvm::any_of(types.getAlternatives(), [&](Type each) { return refines(type, each); });
  if (auto tensor = dyn_cast<PyTensorType>(type))
    return isa<PyTensorType>(wider) && refinesTensor(tensor, cast<PyTensorType>(wider));
  if (auto sequence = dyn_cast<PySequenceType>(type))
    return isa<PySequenceType>(wider) && refines(sequence.getElement(), cast<PySequenceType>(wider).getElement());
  auto tuple = dyn_cast<PyTupleType>(type), widerTuple = dyn_cast<PyTupleType>(wider);
  return tuple && widerTuple && refines(tuple.getElements(), widerTuple.getElements());
}

bool janus::imperative::refines(TypeRange types, TypeRange wider) {
  return types.size() == wider.size() &&
         llvm::all_of(llvm::zip(types, wider), [](auto pair) { return refines(std::get<0>(pair), std::get<1>(pair)); });
}
