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

PyTensorType PyTensorType::get(RankedTensorType valueType) {
  return get(valueType.getContext(), true, valueType.getShape(), valueType.getElementType());
}

/// tensor-type ::= `<` (`*` `x` | (dim `x`)*) element-type `>`
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
  if (parser.parseType(elementType) || parser.parseGreater())
    return {};
  return get(parser.getContext(), ranked, shape, elementType);
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
  printer << getElementType() << ">";
}

/// tuple-type ::= `<` (type (`,` type)*)? `>`
Type PyTupleType::parse(AsmParser &parser) {
  SmallVector<Type> elements;
  auto parseElement = [&] { return parser.parseType(elements.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseElement))
    return {};
  return get(parser.getContext(), elements);
}

void PyTupleType::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getElements(), printer);
  printer << ">";
}
