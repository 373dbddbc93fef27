//===- WorldOps.cpp - functions, objects, state, entries ------------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace janus::imperative;

/// Every `#imperative.ref` inside the attribute names something of this module.
static LogicalResult verifyRefs(Operation *op, Attribute value, SymbolTableCollection &symbols) {
  if (!value)
    return success();
  LogicalResult result = success();
  value.walk<WalkOrder::PreOrder>([&](RefAttr ref) {
    Operation *symbol = symbols.lookupNearestSymbolFrom(op, ref.getSymbol());
    if (isa_and_nonnull<ObjectOp, FuncOp, StateOp>(symbol))
      return WalkResult::advance();
    result = op->emitOpError() << ref << " is not an object, function or state of this module";
    return WalkResult::interrupt();
  });
  return result;
}

//===----------------------------------------------------------------------===//
// func
//===----------------------------------------------------------------------===//

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(inputs, results); };
  return function_interface_impl::parseFunctionOp(parser, result, /*allowVariadic=*/false,
                                                  getFunctionTypeAttrName(result.name), buildType,
                                                  getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
                                           getArgAttrsAttrName(), getResAttrsAttrName());
}

/// Names, order and defaults as Python has them.
static LogicalResult verifyParams(FuncOp func) {
  llvm::StringSet<> names;
  ParamKind last = ParamKind::PositionalOnly;
  bool hadDefault = false;
  for (Attribute attr : func.getParamsAttr()) {
    auto param = dyn_cast<ParamAttr>(attr);
    if (!param)
      return func.emitOpError("params must hold #imperative.param, found ") << attr;
    if (!names.insert(param.getName()).second)
      return func.emitOpError("has two parameters \"") << param.getName() << "\"";
    ParamKind kind = param.getKind();
    bool variadic = kind == ParamKind::VarPositional || kind == ParamKind::VarKeyword;
    if (kind < last || (variadic && kind == last))
      return func.emitOpError("parameter \"") << param.getName() << "\" (" << stringifyParamKind(kind)
                                              << ") cannot follow one that is " << stringifyParamKind(last);
    if (variadic && param.getDefaultValue())
      return func.emitOpError("parameter \"") << param.getName() << "\" takes any number and so has no default";
    bool positional = kind == ParamKind::PositionalOnly || kind == ParamKind::Positional;
    if (positional && hadDefault && !param.getDefaultValue())
      return func.emitOpError("parameter \"") << param.getName() << "\" needs a default, as the one before has";
    hadDefault |= positional && param.getDefaultValue();
    last = kind;
  }
  return success();
}

/// The rules of a generic function: variables are in its frame.
static LogicalResult verifyGeneric(FuncOp func) {
  if (func.getNumArguments() || func.getParams() || func.getCaptures())
    return func.emitOpError("is generic and so takes no arguments: they are in slots of its frame");
  if (func.getInstructions() && func.getInstructions()->size() % 3)
    return func.emitOpError("instructions come in threes (line, column, offset), has ")
           << func.getInstructions()->size() << " numbers";
  return success();
}

LogicalResult FuncOp::verify() {
  if (!isExternal() && !getBody().hasOneBlock())
    return emitOpError("body must be one block, has ") << getBody().getBlocks().size();
  if (getGeneric())
    return verifyGeneric(*this);
  if (getInstructions())
    return emitOpError("has instructions but is not generic");
  if (!getParams())
    return getCaptures() ? emitOpError("has captures but no params") : success();
  size_t captures = getCaptures() ? getCaptures()->size() : 0;
  if (getParams()->size() + captures != getNumArguments())
    return emitOpError("takes ") << getNumArguments() << " arguments but names " << getParams()->size()
                                 << " parameters and " << captures << " captured cells";
  if (failed(verifyParams(*this)))
    return failure();
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    bool captured = index >= getParams()->size();
    if (captured != isa<CellType>(type))
      return emitOpError("argument ") << index
                                      << (captured ? " is captured and so must be a cell, is "
                                                   : " is a parameter and so must be an object, is ")
                                      << type;
  }
  llvm::StringSet<> names;
  for (size_t i = 0; i < captures; ++i)
    if (auto name = cast<StringAttr>((*getCaptures())[i]); !names.insert(name.getValue()).second)
      return emitOpError("captures ") << name << " twice";
  return success();
}

LogicalResult FuncOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (getGlobalsAttr() && !symbols.lookupNearestSymbolFrom<ObjectOp>(*this, getGlobalsAttr()))
    return emitOpError("globals ") << getGlobalsAttr() << " is not an imperative.object";
  return verifyRefs(*this, getParamsAttr(), symbols);
}

LogicalResult ReturnOp::verify() {
  auto func = (*this)->getParentOfType<FuncOp>();
  if (!func)
    return emitOpError("is outside any imperative.func");
  if (refines(TypeRange(getValues().getTypes()), TypeRange(func.getResultTypes())))
    return success();
  InFlightDiagnostic error = emitOpError("returns (")
                             << getValues().getTypes() << ") where (" << func.getResultTypes() << ") is expected";
  error.attachNote(func.getLoc()) << "in this function";
  return error;
}

//===----------------------------------------------------------------------===//
// object, state, entry
//===----------------------------------------------------------------------===//

LogicalResult ObjectOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (Attribute value :
       {Attribute(getFieldsAttr()), Attribute(getItemsAttr()), Attribute(getEntriesAttr()), getCallAttr()})
    if (failed(verifyRefs(*this, value, symbols)))
      return failure();
  return success();
}

LogicalResult StateOp::verify() {
  if (!isa<PyTensorType, PyIntType, PyFloatType, PyBoolType>(getType()))
    return emitOpError("holds a ") << getType() << ", which is neither a tensor nor a number";
  if (!isa<PyTensorType>(getType()) && (getRequiresGrad() || getGrad()))
    return emitOpError("is a number and so has no gradient");
  return success();
}

LogicalResult EntryOp::verify() {
  for (auto [index, argument] : llvm::enumerate(getArguments())) {
    auto type = dyn_cast<TypeAttr>(argument);
    bool isObject = type && isa<ImperativeDialect>(type.getValue().getDialect()) && !isa<CellType>(type.getValue());
    if (type && !isObject)
      return emitOpError("argument ") << index << " has type " << type << ", which is no Python type";
  }
  return success();
}

LogicalResult EntryOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("callee ") << getCalleeAttr() << " is not an imperative.func";
  if (getArguments().size() != callee.getNumArguments())
    return emitOpError("has ") << getArguments().size() << " arguments, but " << getCalleeAttr() << " takes "
                               << callee.getNumArguments();
  return verifyRefs(*this, getArgumentsAttr(), symbols);
}

//===----------------------------------------------------------------------===//
// Uses of the world
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyRefs(*this, getValue(), symbols);
}

LogicalResult ReadStateOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto state = symbols.lookupNearestSymbolFrom<StateOp>(*this, getStateAttr());
  if (!state)
    return emitOpError() << getStateAttr() << " is not an imperative.state";
  if (!refines(state.getType(), getValue().getType()))
    return emitOpError("reads a ") << getValue().getType() << " from " << getStateAttr() << ", which holds a "
                                   << state.getType();
  return success();
}

LogicalResult MakeFunctionOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getFunctionAttr());
  if (!function)
    return emitOpError() << getFunctionAttr() << " is not an imperative.func";
  size_t captures = function.getCaptures() ? function.getCaptures()->size() : 0;
  if (captures != getCaptures().size())
    return emitOpError("captures ") << getCaptures().size() << " cells, but " << getFunctionAttr() << " takes "
                                    << captures;
  return success();
}
