//===- ControlOps.cpp - syntax and rules of control flow ------------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace janus::imperative;

/// A region op's blocks end in a yield unless the printed form says otherwise.
static void ensureTerminator(Region &region, OpAsmParser &parser, Location loc) {
  if (region.empty())
    region.emplaceBlock();
  Block &block = region.front();
  if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>()) {
    OpBuilder builder(parser.getContext());
    builder.setInsertionPointToEnd(&block);
    YieldOp::create(builder, loc);
  }
}

/// Whether the block ends in a yield without values, which is not printed.
static bool endsInPlainYield(Region &region) {
  auto yield = dyn_cast<YieldOp>(region.front().back());
  return yield && yield.getValues().empty();
}

static void printBlock(OpAsmPrinter &printer, Region &region, bool entryArgs = false) {
  printer.printRegion(region, entryArgs, /*printBlockTerminators=*/!endsInPlainYield(region));
}

/// Yields of `region` must match the types that the op around it hands on.
static LogicalResult verifyYield(Operation *op, Region &region, TypeRange types, StringRef what) {
  if (region.empty() || region.front().empty())
    return success();
  auto yield = dyn_cast<YieldOp>(region.front().back());
  if (!yield || TypeRange(yield.getValues().getTypes()) == types)
    return success();
  InFlightDiagnostic error = op->emitOpError() << what << " yields " << yield.getValues().getTypes()
                                               << " where " << types << " is expected";
  error.attachNote(yield.getLoc()) << "yielded here";
  return error;
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand condition;
  Region *thenRegion = result.addRegion(), *elseRegion = result.addRegion();
  if (parser.parseOperand(condition) ||
      parser.resolveOperand(condition, PyBoolType::get(parser.getContext()), result.operands) ||
      parser.parseOptionalArrowTypeList(result.types) || parser.parseRegion(*thenRegion))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("else")) && parser.parseRegion(*elseRegion))
    return failure();
  ensureTerminator(*thenRegion, parser, result.location);
  ensureTerminator(*elseRegion, parser, result.location);
  return parser.parseOptionalAttrDict(result.attributes);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCondition();
  printer.printOptionalArrowTypeList(getResultTypes());
  printer << ' ';
  printBlock(printer, getThenRegion());
  bool emptyElse = endsInPlainYield(getElseRegion()) && llvm::hasSingleElement(getElseRegion().front());
  if (!emptyElse) {
    printer << " else ";
    printBlock(printer, getElseRegion());
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult IfOp::verify() {
  if (failed(verifyYield(*this, getThenRegion(), getResultTypes(), "then")))
    return failure();
  return verifyYield(*this, getElseRegion(), getResultTypes(), "else");
}

//===----------------------------------------------------------------------===//
// while and for
//===----------------------------------------------------------------------===//

/// `(` %arg `=` %init `,` ... `)` `:` types; optional.
static ParseResult parseCarried(OpAsmParser &parser, OperationState &result,
                                SmallVectorImpl<OpAsmParser::Argument> &args) {
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("carry")))
    return success();
  size_t first = args.size();
  if (parser.parseAssignmentList(args, inits) || parser.parseColonTypeList(result.types) ||
      parser.resolveOperands(inits, result.types, loc, result.operands))
    return failure();
  for (auto [arg, type] : llvm::zip(MutableArrayRef(args).drop_front(first), result.types))
    arg.type = type;
  return success();
}

static void printCarried(OpAsmPrinter &printer, ValueRange args, ValueRange inits) {
  if (inits.empty())
    return;
  printer << " carry (";
  llvm::interleaveComma(llvm::zip(args, inits), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ") : ";
  llvm::interleaveComma(inits.getTypes(), printer);
}

static ParseResult parseElse(OpAsmParser &parser, OperationState &result) {
  Region *elseRegion = result.addRegion();
  if (succeeded(parser.parseOptionalKeyword("else"))) {
    if (parser.parseRegion(*elseRegion))
      return failure();
    ensureTerminator(*elseRegion, parser, result.location);
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

static void printElse(OpAsmPrinter &printer, Operation *op, Region &region) {
  if (!region.empty()) {
    printer << " else ";
    printBlock(printer, region);
  }
  printer.printOptionalAttrDict(op->getAttrs());
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  Region *condition = result.addRegion(), *body = result.addRegion();
  if (parseCarried(parser, result, args) || parser.parseRegion(*condition, args) ||
      parser.parseKeyword("do") || parser.parseRegion(*body))
    return failure();
  ensureTerminator(*body, parser, result.location);
  return parseElse(parser, result);
}

void WhileOp::print(OpAsmPrinter &printer) {
  printCarried(printer, getConditionRegion().getArguments(), getInits());
  printer << ' ';
  printer.printRegion(getConditionRegion(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printBlock(printer, getBody(), /*entryArgs=*/true);
  printElse(printer, *this, getElseRegion());
}

LogicalResult WhileOp::verify() {
  TypeRange types = getResultTypes();
  auto condition = dyn_cast<ConditionOp>(getConditionRegion().front().back());
  if (!condition)
    return emitOpError("condition region must end in imperative.condition");
  if (TypeRange(getInits().getTypes()) != types ||
      TypeRange(getConditionRegion().getArgumentTypes()) != types ||
      TypeRange(condition.getValues().getTypes()) != types ||
      TypeRange(getBody().getArgumentTypes()) != types)
    return emitOpError("carries different types into, through and out of the loop");
  return verifyYield(*this, getBody(), types, "body");
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args(1);
  OpAsmParser::UnresolvedOperand iterable;
  Type iterableType, itemType;
  if (parser.parseArgument(args.front()) || parser.parseColonType(itemType) ||
      parser.parseKeyword("in") || parser.parseOperand(iterable) ||
      parser.parseColonType(iterableType) ||
      parser.resolveOperand(iterable, iterableType, result.operands))
    return failure();
  args.front().type = itemType;
  Region *body = result.addRegion();
  if (parseCarried(parser, result, args) || parser.parseRegion(*body, args))
    return failure();
  ensureTerminator(*body, parser, result.location);
  return parseElse(parser, result);
}

void ForOp::print(OpAsmPrinter &printer) {
  BlockArgument item = getBody().getArgument(0);
  printer << ' ' << item << " : " << item.getType() << " in " << getIterable() << " : "
          << getIterable().getType();
  printCarried(printer, getBody().getArguments().drop_front(), getInits());
  printer << ' ';
  printBlock(printer, getBody());
  printElse(printer, *this, getElseRegion());
}

LogicalResult ForOp::verify() {
  TypeRange types = getResultTypes();
  if (getBody().getNumArguments() != types.size() + 1)
    return emitOpError("body must take the item and ") << types.size() << " carried values";
  if (TypeRange(getInits().getTypes()) != types ||
      TypeRange(getBody().getArgumentTypes()).drop_front() != types)
    return emitOpError("carries different types into, through and out of the loop");
  return verifyYield(*this, getBody(), types, "body");
}

//===----------------------------------------------------------------------===//
// try
//===----------------------------------------------------------------------===//

ParseResult TryOp::parse(OpAsmParser &parser, OperationState &result) {
  Region *body = result.addRegion();
  if (parser.parseRegion(*body))
    return failure();
  ensureTerminator(*body, parser, result.location);
  for (StringRef keyword : {"except", "else", "finally"}) {
    Region *region = result.addRegion();
    if (failed(parser.parseOptionalKeyword(keyword)))
      continue;
    if (parser.parseRegion(*region))
      return failure();
    ensureTerminator(*region, parser, result.location);
  }
  return parser.parseOptionalAttrDict(result.attributes);
}

void TryOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printBlock(printer, getBody());
  StringRef keywords[] = {"except", "else", "finally"};
  for (auto [region, keyword] : llvm::zip((*this)->getRegions().drop_front(), keywords)) {
    if (region.empty())
      continue;
    printer << ' ' << keyword << ' ';
    printBlock(printer, region, /*entryArgs=*/true);
  }
  printer.printOptionalAttrDict((*this)->getAttrs());
}

LogicalResult TryOp::verify() {
  if (getHandler().empty() && getFinallyRegion().empty())
    return emitOpError("needs an except or a finally");
  if (!getHandler().empty() && getHandler().getNumArguments() != 1)
    return emitOpError("except takes the exception as its one argument");
  return success();
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

static LogicalResult verifyInLoop(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent && !isa<FuncOp>(parent); parent = parent->getParentOp())
    if (isa<WhileOp, ForOp>(parent))
      return success();
  return op->emitOpError("is outside any loop");
}

LogicalResult BreakOp::verify() { return verifyInLoop(*this); }
LogicalResult ContinueOp::verify() { return verifyInLoop(*this); }
