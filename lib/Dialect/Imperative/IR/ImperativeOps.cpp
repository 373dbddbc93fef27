//===- ImperativeOps.cpp - rules of values, calls and islands -------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace janus::imperative;

#define GET_OP_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The type of a constant's object; null where the attribute is no constant.
static Type typeOfConstant(Attribute value) {
  MLIRContext *context = value.getContext();
  Type object = PyObjectType::get(context);
  if (isa<BoolAttr>(value))
    return PyBoolType::get(context);
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getType().isSignlessInteger(64) ? PyIntType::get(context) : Type();
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getType().isF64() ? PyFloatType::get(context) : Type();
  if (isa<StringAttr>(value))
    return PyStrType::get(context);
  if (isa<NoneAttr>(value))
    return PyNoneType::get(context);
  if (auto tuple = dyn_cast<ArrayAttr>(value))
    return llvm::all_of(tuple, typeOfConstant) ? object : Type();
  return isa<EllipsisAttr, LiteralAttr, BuiltinAttr, RefAttr, MethodAttr>(value) ? object : Type();
}

LogicalResult ConstantOp::verify() {
  if (getIndex() && int64_t(*getIndex()) < 0)
    return emitOpError("is element ") << int64_t(*getIndex()) << " of the constants";
  Type type = typeOfConstant(getValue());
  if (!type)
    return emitOpError("holds ") << getValue() << ", which is no Python constant";
  // What a reference or tuple is, is more than its attribute says.
  if (!isa<PyObjectType>(type) && !refines(type, getType()))
    return emitOpError("holds a ") << type << " where " << getType() << " is expected";
  return success();
}

/// One mark an element.
static LogicalResult verifyMarks(Operation *op, std::optional<ArrayRef<bool>> marks, size_t count, StringRef what) {
  if (marks && marks->size() != count)
    return op->emitOpError("has ") << count << " " << what << " but " << marks->size() << " marks";
  return success();
}

LogicalResult BuildTupleOp::verify() { return verifyMarks(*this, getStarred(), getElements().size(), "elements"); }
LogicalResult BuildListOp::verify() { return verifyMarks(*this, getStarred(), getElements().size(), "elements"); }
LogicalResult BuildSetOp::verify() { return verifyMarks(*this, getStarred(), getElements().size(), "elements"); }
LogicalResult BuildDictOp::verify() { return verifyMarks(*this, getUnpacked(), getKeys().size(), "pairs"); }

LogicalResult FormatOp::verify() {
  if (getConversion() && !llvm::is_contained({"r", "s", "a"}, *getConversion()))
    return emitOpError("conversion must be \"r\", \"s\" or \"a\", is ") << getConversionAttr();
  return success();
}

LogicalResult UnpackOp::verify() {
  int64_t count = getTargets().size();
  if (getStar() && (int64_t(*getStar()) < 0 || int64_t(*getStar()) >= count))
    return emitOpError("star is target ") << int64_t(*getStar()) << " of " << count;
  return success();
}

//===----------------------------------------------------------------------===//
// Calls and islands
//===----------------------------------------------------------------------===//

LogicalResult CallOp::verify() {
  if (!getNames())
    return success();
  if (getNames()->size() != getArguments().size())
    return emitOpError("has ") << getArguments().size() << " arguments but " << getNames()->size() << " names";
  llvm::StringSet<> keywords;
  bool hadKeyword = false;
  for (auto name : getNames()->getAsRange<StringAttr>()) {
    if (name.getValue().empty() && hadKeyword)
      return emitOpError("has a positional argument behind a keyword");
    bool isKeyword = !name.getValue().empty() && name.getValue() != "*" && name.getValue() != "**";
    hadKeyword |= isKeyword || name.getValue() == "**";
    if (isKeyword && !keywords.insert(name.getValue()).second)
      return emitOpError("gives keyword ") << name << " twice";
  }
  return success();
}

LogicalResult CellOp::verify() {
  if (getSlot() && int64_t(*getSlot()) < 0)
    return emitOpError("is in slot ") << int64_t(*getSlot()) << ", which no frame has";
  return success();
}

LogicalResult MakeClosureOp::verify() {
  for (Value cell : getCaptures())
    if (auto op = cell.getDefiningOp<CellOp>(); op && !op.getShared()) {
      InFlightDiagnostic error = emitOpError("captures the variable \"") << op.getName() << "\", which is not shared";
      error.attachNote(op.getLoc()) << "the variable";
      return error;
    }
  return success();
}

LogicalResult PythonOp::verify() {
  if (getNames().size() != getCells().size())
    return emitOpError("has ") << getCells().size() << " cells but " << getNames().size() << " names";
  llvm::StringSet<> names;
  for (auto name : getNames().getAsRange<StringAttr>())
    if (!names.insert(name.getValue()).second)
      return emitOpError("names cell ") << name << " twice";
  return success();
}

LogicalResult CommitOp::verify() {
  if (getNames().size() != getLive().size())
    return emitOpError("has ") << getLive().size() << " live values but " << getNames().size() << " names";
  return success();
}
