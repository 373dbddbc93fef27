//===- ImperativeOps.cpp - functions, calls, values, state ----------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace janus::imperative;

#define GET_OP_CLASSES
#include "janus/Dialect/Imperative/IR/ImperativeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// The world
//===----------------------------------------------------------------------===//

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false, getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false,
                                           getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                           getResAttrsAttrName());
}

LogicalResult EntryOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("callee ") << getCalleeAttr() << " is not an imperative.func";
  if (getArguments().size() != callee.getNumArguments())
    return emitOpError("has ") << getArguments().size() << " arguments, but " << getCalleeAttr()
                               << " takes " << callee.getNumArguments();
  return success();
}

LogicalResult ReadStateOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto state = symbols.lookupNearestSymbolFrom<StateOp>(*this, getStateAttr());
  if (!state)
    return emitOpError() << getStateAttr() << " is not an imperative.state";
  return success();
}

LogicalResult MakeFunctionOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!symbols.lookupNearestSymbolFrom<FuncOp>(*this, getFunctionAttr()))
    return emitOpError() << getFunctionAttr() << " is not an imperative.func";
  return success();
}

//===----------------------------------------------------------------------===//
// Values and calls
//===----------------------------------------------------------------------===//

LogicalResult CallOp::verify() {
  if (auto names = getNames(); names && names->size() != getArguments().size())
    return emitOpError("has ") << getArguments().size() << " arguments but " << names->size() << " names";
  return success();
}

LogicalResult PythonOp::verify() {
  if (getNames().size() != getCells().size())
    return emitOpError("has ") << getCells().size() << " cells but " << getNames().size() << " names";
  return success();
}

LogicalResult CommitOp::verify() {
  if (getNames().size() != getLive().size())
    return emitOpError("has ") << getLive().size() << " live values but " << getNames().size() << " names";
  return success();
}
