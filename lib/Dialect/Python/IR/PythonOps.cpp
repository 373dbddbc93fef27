//===- PythonOps.cpp - rules of the python dialect ------------------------===//

#include "janus/Dialect/Python/IR/Python.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace janus::python;
using janus::imperative::CellType;
using janus::imperative::PyObjectType;

#define GET_OP_CLASSES
#include "janus/Dialect/Python/IR/PythonOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Ownership
//===----------------------------------------------------------------------===//

bool janus::python::isReference(Value value) { return isa<CellType, PyObjectType>(value.getType()); }

bool janus::python::isOwned(Value value) {
  return isReference(value) && !isa_and_nonnull<ConstantOp, NameOp, SingletonOp, VariableOp>(value.getDefiningOp());
}

bool janus::python::consumesOperand(OpOperand &operand) {
  Operation *op = operand.getOwner();
  unsigned index = operand.getOperandNumber();
  if (isa<ReturnOp, ReleaseOp>(op))
    return true;
  if (isa<StoreOp>(op))
    return index == 0;
  if (auto invoke = dyn_cast<InvokeOp>(op))
    return invoke.getFunction()->consumes(index);
  if (auto call = dyn_cast<CallOp>(op))
    return findRuntimeFunction(call.getCallee())->consumes(index);
  return isa<cf::BranchOp, cf::CondBranchOp>(op) && isReference(operand.get());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

const RuntimeFunction *InvokeOp::getFunction() { return findRuntimeFunction(getCallee()); }

/// Whether the value is a variable that is no cell object.
static bool isPlainVariable(Value value) {
  auto variable = value.getDefiningOp<VariableOp>();
  return variable ? !variable.getShared() : bool(value.getDefiningOp<LocalOp>());
}

/// Operands, names and numbers against the line of Python.def.
template <typename Op> static LogicalResult verifyCall(Op op, const RuntimeFunction *function) {
  if (!function)
    return op.emitOpError() << "calls \"" << op.getCallee() << "\", which Python.def does not have";
  unsigned fixed = function->numFixedOperands(), given = op.getOperands().size();
  if (given < fixed || (given > fixed && !function->takesArray()))
    return op.emitOpError() << "gives " << given << " operands to \"" << function->name << "\", which takes " << fixed;
  unsigned index = 0;
  for (char letter : function->parameters) {
    if (!RuntimeFunction::isOperand(letter))
      continue;
    Value operand = op.getOperands()[index];
    bool fits = letter == 'B'   ? operand.getType().isInteger(1)
                : letter == 'V' ? isPlainVariable(operand)
                                : isReference(operand);
    if (!fits)
      return op.emitOpError() << "operand " << index << " of \"" << function->name << "\" must be "
                              << (letter == 'B'   ? "a condition"
                                  : letter == 'V' ? "a variable that is not shared"
                                                  : "a reference");
    ++index;
  }
  for (Value operand : op.getOperands().drop_front(fixed))
    if (!isReference(operand))
      return op.emitOpError() << "array of \"" << function->name << "\" must be of references";
  size_t numbers = op.getNumbers() ? op.getNumbers()->size() : 0;
  if (numbers != function->count('I'))
    return op.emitOpError() << "gives " << numbers << " numbers to \"" << function->name << "\", which takes "
                            << function->count('I');
  size_t names = op.getNames() ? op.getNames()->size() : 0;
  if (function->count('K') ? names == 0 : names != function->count('N'))
    return op.emitOpError() << "gives " << names << " names to \"" << function->name << "\"";
  return success();
}

LogicalResult CallOp::verify() {
  const RuntimeFunction *function = findRuntimeFunction(getCallee());
  if (failed(verifyCall(*this, function)))
    return failure();
  if (function->canFail())
    return emitOpError() << "cannot go on where \"" << function->name << "\" fails; use python.invoke";
  if ((function->result == ResultKind::Plain) != bool(getResult()))
    return emitOpError() << "of \"" << function->name << "\" must have " << (getResult() ? "no" : "one") << " result";
  return success();
}

/// How many arguments the first successor gets, or nothing where any number is right.
static std::optional<unsigned> numProduced(ResultKind result) {
  switch (result) {
  case ResultKind::Object:
  case ResultKind::Truth:
  case ResultKind::Next:
    return 1;
  case ResultKind::Objects:
    return std::nullopt;
  default:
    return 0;
  }
}

/// The arguments that an op makes for a successor.
static LogicalResult verifyProduced(Operation *op, Block *successor, std::optional<unsigned> count, bool condition) {
  if (count && successor->getNumArguments() != *count)
    return op->emitOpError() << "makes " << *count << " values for a successor that takes "
                             << successor->getNumArguments();
  for (BlockArgument argument : successor->getArguments())
    if (condition ? !argument.getType().isInteger(1) : !isReference(argument))
      return op->emitOpError() << "makes a " << (condition ? "condition" : "reference") << " for an argument of type "
                               << argument.getType();
  return success();
}

LogicalResult InvokeOp::verify() {
  const RuntimeFunction *function = getFunction();
  if (failed(verifyCall(*this, function)))
    return failure();
  if (!function->canFail())
    return emitOpError() << "of \"" << function->name << "\" cannot fail; use python.call";
  unsigned expected = function->result == ResultKind::Never ? 1 : function->result == ResultKind::Next ? 3 : 2;
  if (getDestinations().size() != expected)
    return emitOpError() << "of \"" << function->name << "\" needs " << expected << " successors, has "
                         << getDestinations().size();
  if (expected == 1)
    return success();
  return verifyProduced(*this, getDestinations().front(), numProduced(function->result),
                        function->result == ResultKind::Truth);
}

/// Successor operands of an op that makes all arguments of its first successor.
static SuccessorOperands madeForFirst(Operation *op, unsigned index) {
  MutableOperandRange none(op, 0, 0);
  return SuccessorOperands(index == 0 ? op->getSuccessor(0)->getNumArguments() : 0, none);
}

SuccessorOperands InvokeOp::getSuccessorOperands(unsigned index) {
  return index + 1 == getDestinations().size() ? SuccessorOperands(MutableOperandRange(*this, 0, 0))
                                               : madeForFirst(*this, index);
}

SuccessorOperands PollOp::getSuccessorOperands(unsigned) { return SuccessorOperands(MutableOperandRange(*this, 0, 0)); }

//===----------------------------------------------------------------------===//
// Variables and units
//===----------------------------------------------------------------------===//

SuccessorOperands LoadOp::getSuccessorOperands(unsigned index) { return madeForFirst(*this, index); }

LogicalResult LoadOp::verify() { return verifyProduced(*this, getBound(), 1, /*condition=*/false); }

SuccessorOperands DeleteOp::getSuccessorOperands(unsigned) {
  return SuccessorOperands(MutableOperandRange(*this, 0, 0));
}

/// The result of a unit that returns goes to the second successor.
SuccessorOperands SpeculateOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(index == 1 ? 1 : 0, MutableOperandRange(*this, 0, 0));
}

LogicalResult SpeculateOp::verify() { return verifyProduced(*this, getReturned(), 1, /*condition=*/false); }
