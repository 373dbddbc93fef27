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

/// The values that the end of `region` hands on; none where it leaves otherwise.
static std::optional<OperandRange> handedOn(Region &region) {
  if (region.empty() || region.front().empty())
    return std::nullopt;
  if (auto yield = dyn_cast<YieldOp>(region.front().back()))
    return yield.getValues();
  if (auto condition = dyn_cast<ConditionOp>(region.front().back()))
    return condition.getValues();
  return std::nullopt;
}

/// What `region` hands on must refine the types that the op around it expects.
static LogicalResult verifyHandedOn(Operation *op, Region &region, TypeRange types, StringRef what) {
  std::optional<OperandRange> values = handedOn(region);
  if (!values || refines(TypeRange(values->getTypes()), types))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << what << " yields (" << values->getTypes() << ") where (" << types << ") is expected";
  error.attachNote(region.front().back().getLoc()) << "yielded here";
  return error;
}

/// A block ends in a yield or leaves further out; what a condition ends is checked by its op.
static LogicalResult verifyEnd(Operation *op, Region &region, StringRef what, bool mayStop = false) {
  if (region.empty() || region.front().empty())
    return success(); // MLIR says so itself
  Operation *end = &region.front().back();
  if (isa<YieldOp, BreakOp, ContinueOp, ReturnOp, RaiseOp, ReraiseOp>(end) || (mayStop && isa<ConditionOp>(end)))
    return success();
  return op->emitOpError() << what << " must end in a yield or an exit, ends in '" << end->getName() << "'";
}

static LogicalResult verifyNoArguments(Operation *op, Region &region, StringRef what) {
  if (region.getNumArguments() == 0)
    return success();
  return op->emitOpError() << what << " takes no arguments, has " << region.getNumArguments();
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
  if (failed(verifyEnd(*this, getThenRegion(), "then")) || failed(verifyEnd(*this, getElseRegion(), "else")))
    return failure();
  if (failed(verifyHandedOn(*this, getThenRegion(), getResultTypes(), "then")))
    return failure();
  return verifyHandedOn(*this, getElseRegion(), getResultTypes(), "else");
}

//===----------------------------------------------------------------------===//
// while and for
//===----------------------------------------------------------------------===//

/// `carry` `(` %arg `=` %init `,` ... `)` `:` types, or `:` `(` init types `)` `->` types
/// where the loop starts with more special values; optional.
static ParseResult parseCarried(OpAsmParser &parser, OperationState &result,
                                SmallVectorImpl<OpAsmParser::Argument> &args) {
  if (failed(parser.parseOptionalKeyword("carry")))
    return success();
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SmallVector<Type> initTypes;
  SMLoc loc = parser.getCurrentLocation();
  size_t first = args.size();
  if (parser.parseAssignmentList(args, inits) || parser.parseColon())
    return failure();
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseTypeList(initTypes) || parser.parseRParen() || parser.parseArrowTypeList(result.types))
      return failure();
  } else {
    if (parser.parseTypeList(result.types))
      return failure();
    llvm::append_range(initTypes, result.types);
  }
  if (inits.size() != result.types.size())
    return parser.emitError(loc, "carries ") << inits.size() << " values but gives " << result.types.size() << " types";
  if (parser.resolveOperands(inits, initTypes, loc, result.operands))
    return failure();
  for (auto [arg, type] : llvm::zip(MutableArrayRef(args).drop_front(first), result.types))
    arg.type = type;
  return success();
}

static void printCarried(OpAsmPrinter &printer, ValueRange args, ValueRange inits) {
  if (inits.empty())
    return;
  printer << " carry (";
  llvm::interleaveComma(llvm::zip(args, inits), printer,
                        [&](auto pair) { printer << std::get<0>(pair) << " = " << std::get<1>(pair); });
  printer << ") : ";
  if (inits.getTypes() == args.getTypes())
    printer << args.getTypes();
  else
    printer.printFunctionalType(inits.getTypes(), args.getTypes());
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

/// The values a loop starts with must refine what it carries. Carrying values
/// is the form without early exits, in which an else has become a plain test.
static LogicalResult verifyCarriedIn(Operation *op, ValueRange inits, TypeRange types, Region &elseRegion) {
  if (!types.empty() && !elseRegion.empty())
    return op->emitOpError("carries values and so must not have an else");
  if (refines(TypeRange(inits.getTypes()), types))
    return success();
  return op->emitOpError("starts with (") << inits.getTypes() << ") where (" << types << ") is expected";
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  Region *condition = result.addRegion(), *body = result.addRegion();
  if (parseCarried(parser, result, args) || parser.parseRegion(*condition, args) || parser.parseKeyword("do") ||
      parser.parseRegion(*body))
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
  Block &condition = getConditionRegion().front();
  if (!condition.empty() && !isa<ConditionOp>(condition.back()))
    return emitOpError("condition region must end in imperative.condition");
  if (getConditionRegion().getArgumentTypes() != types || getBody().getArgumentTypes() != types)
    return emitOpError("condition and body must take the result types (") << types << ")";
  if (failed(verifyCarriedIn(*this, getInits(), types, getElseRegion())) ||
      failed(verifyHandedOn(*this, getConditionRegion(), types, "condition")) ||
      failed(verifyEnd(*this, getBody(), "body")) || failed(verifyEnd(*this, getElseRegion(), "else")) ||
      failed(verifyNoArguments(*this, getElseRegion(), "else")))
    return failure();
  return verifyHandedOn(*this, getBody(), types, "body");
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args(1);
  OpAsmParser::UnresolvedOperand iterable;
  Type iterableType, itemType;
  if (parser.parseArgument(args.front()) || parser.parseColonType(itemType) || parser.parseKeyword("in") ||
      parser.parseOperand(iterable) || parser.parseColonType(iterableType) ||
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
  printer << ' ' << item << " : " << item.getType() << " in " << getIterable() << " : " << getIterable().getType();
  printCarried(printer, getBody().getArguments().drop_front(), getInits());
  printer << ' ';
  printBlock(printer, getBody());
  printElse(printer, *this, getElseRegion());
}

LogicalResult ForOp::verify() {
  TypeRange types = getResultTypes();
  if (getBody().getNumArguments() != types.size() + 1)
    return emitOpError("body must take the item and ") << types.size() << " carried values";
  if (TypeRange(getBody().getArgumentTypes()).drop_front() != types)
    return emitOpError("body must take the item and the result types (") << types << ")";
  if (failed(verifyCarriedIn(*this, getInits(), types, getElseRegion())) ||
      failed(verifyEnd(*this, getBody(), "body", /*mayStop=*/true)) ||
      failed(verifyEnd(*this, getElseRegion(), "else")) || failed(verifyNoArguments(*this, getElseRegion(), "else")))
    return failure();
  return verifyHandedOn(*this, getBody(), types, "body");
}

OperandRange ForOp::getNextCarried() {
  std::optional<OperandRange> values = handedOn(getBody());
  return values ? *values : OperandRange((*this)->operand_end(), (*this)->operand_end());
}

Value ForOp::getGoOn() {
  auto condition = dyn_cast<ConditionOp>(getBody().front().back());
  return condition ? condition.getCondition() : Value();
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
  if (getHandler().empty() && !getElseRegion().empty())
    return emitOpError("has an else but no except");
  if (!getHandler().empty() && (getHandler().getNumArguments() != 1 ||
                                !isa<ImperativeDialect>(getHandler().getArgument(0).getType().getDialect())))
    return emitOpError("except takes the exception as its one argument");
  StringRef names[] = {"body", "except", "else", "finally"};
  for (auto [region, name] : llvm::zip((*this)->getRegions(), names))
    if (failed(verifyEnd(*this, region, name)) || (name != "except" && failed(verifyNoArguments(*this, region, name))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// speculate
//===----------------------------------------------------------------------===//

/// `(` cells `)`
static ParseResult parseCells(OpAsmParser &parser, OperationState &result, int32_t &count) {
  SmallVector<OpAsmParser::UnresolvedOperand> cells;
  if (parser.parseOperandList(cells, OpAsmParser::Delimiter::Paren) ||
      parser.resolveOperands(cells, CellType::get(parser.getContext()), result.operands))
    return failure();
  count = int32_t(cells.size());
  return success();
}

ParseResult SpeculateOp::parse(OpAsmParser &parser, OperationState &result) {
  IntegerAttr unit;
  std::array<int32_t, 2> segments;
  if (parser.parseAttribute(unit, parser.getBuilder().getI64Type()) || parseCells(parser, result, segments[0]) ||
      parser.parseArrow() || parseCells(parser, result, segments[1]))
    return failure();
  result.getOrAddProperties<Properties>().unit = unit;
  llvm::copy(segments, result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  Region *body = result.addRegion();
  if (parser.parseRegion(*body))
    return failure();
  ensureTerminator(*body, parser, result.location);
  return parser.parseOptionalAttrDict(result.attributes);
}

void SpeculateOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getUnit() << " (" << getInputs() << ") -> (" << getOutputs() << ") ";
  printBlock(printer, getBody());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"unit", "operandSegmentSizes"});
}

LogicalResult SpeculateOp::verify() {
  if (int64_t(getUnit()) < 0)
    return emitOpError("is unit ") << int64_t(getUnit()) << ", which is no element of the constants";
  if (failed(verifyNoArguments(*this, getBody(), "body")))
    return failure();
  return verifyEnd(*this, getBody(), "body");
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// A break in the else of a loop belongs to the loop around that.
static bool isLoopBody(Region *region) {
  if (auto whileOp = dyn_cast<WhileOp>(region->getParentOp()))
    return region == &whileOp.getBody();
  auto forOp = dyn_cast<ForOp>(region->getParentOp());
  return forOp && region == &forOp.getBody();
}

static LogicalResult verifyInLoop(Operation *op) {
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion()) {
    if (isLoopBody(region))
      return success();
    if (isa<FuncOp>(region->getParentOp()))
      break;
  }
  return op->emitOpError("is outside any loop");
}

LogicalResult BreakOp::verify() { return verifyInLoop(*this); }
LogicalResult ContinueOp::verify() { return verifyInLoop(*this); }
