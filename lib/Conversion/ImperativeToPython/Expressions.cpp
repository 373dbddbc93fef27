//===- Expressions.cpp - ops that compute, read and bind ------------------===//

#include "Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace janus;
using namespace mlir;
using namespace janus::imperative;

/// Whether generated code can get the constant.
static LogicalResult checkConstant(ConstantOp op) {
  if (op.getIndex() || isa<BoolAttr, NoneAttr, EllipsisAttr>(op.getValue()))
    return success();
  return op.emitOpError("has no index: a generic function finds it among its constants");
}

Emitter::Flow Emitter::emitOp(Operation &op) {
  loc = op.getLoc();
  if (op.hasTrait<OpTrait::IsTerminator>())
    return emitTerminator(op);
  return TypeSwitch<Operation *, Flow>(&op)
      .Case<IfOp>([&](IfOp op) { return emitIf(op); })
      .Case<WhileOp>([&](WhileOp op) { return emitWhile(op); })
      .Case<ForOp>([&](ForOp op) { return emitFor(op); })
      .Case<TryOp>([&](TryOp op) { return emitTry(op); })
      .Case<SpeculateOp>([&](SpeculateOp op) { return emitSpeculate(op); })
      .Default([&](Operation *op) { return succeeded(emitSimple(*op)) ? Flow::Open : Flow::Error; });
}

LogicalResult Emitter::emitSimple(Operation &op) {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return checkConstant(constant);
  if (auto call = dyn_cast<CallOp>(op)) {
    place(op.getLoc());
    return emitCall(call);
  }
  if (isa<CellOp, LoadOp, StoreOp, DeleteOp>(op))
    return emitVariable(op);
  place(op.getLoc());
  return emitExpression(op);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

Block *Emitter::unboundBlock(Value cell) {
  Value variable = values.lookup(cell);
  Block *&block = unboundBlocks[{variable, unwind}];
  if (block)
    return block;
  block = newBlock();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(block);
  auto op = cell.getDefiningOp<CellOp>();
  SmallVector<int32_t> numbers;
  if (op.getSlot())
    numbers.push_back(int32_t(*op.getSlot()));
  StringRef callee = op.getSlot() ? "unbound_variable" : "unbound_name";
  python::InvokeOp::create(b, loc, callee, ValueRange(), op.getSlot() ? ArrayAttr() : b.getStrArrayAttr({op.getName()}),
                           op.getSlot() ? b.getDenseI32ArrayAttr(numbers) : DenseI32ArrayAttr(), BlockRange{traced()});
  return block;
}

void Emitter::emitLoad(LoadOp op) {
  place(op.getLoc());
  Block *bound = newBlock(objectType);
  python::LoadOp::create(b, loc, values.lookup(op.getCell()), bound, unboundBlock(op.getCell()));
  startBlock(bound, current);
  values.map(op.getValue(), bound->getArgument(0));
}

LogicalResult Emitter::emitVariable(Operation &op) {
  if (auto cell = dyn_cast<CellOp>(op)) {
    Value variable;
    if (auto slot = cell.getSlot())
      variable = python::VariableOp::create(b, loc, cell.getType(), *slot, cell.getName(), cell.getShared());
    else if (!cell.getShared())
      variable = python::LocalOp::create(b, loc, cell.getType(), cell.getName());
    else
      variable = invoke("new_cell", {})[0];
    values.map(cell.getCell(), variable);
    return success();
  }
  Value variable = isa<StoreOp>(op) ? op.getOperand(1) : op.getOperand(0);
  if (!variable.getDefiningOp<CellOp>())
    return op.emitOpError("is of a variable that no imperative.cell of this function makes");
  if (auto load = dyn_cast<LoadOp>(op)) {
    emitLoad(load);
  } else if (auto store = dyn_cast<StoreOp>(op)) {
    python::StoreOp::create(b, loc, object(store.getValue()), values.lookup(store.getCell()));
  } else {
    place(op.getLoc());
    Block *deleted = newBlock();
    python::DeleteOp::create(b, loc, values.lookup(variable), deleted, unboundBlock(variable));
    startBlock(deleted, current);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Value Emitter::truth(Value old) {
  if (isa<PyBoolType>(old.getType()))
    return condition(old);
  Value found = values.lookupOrNull(old);
  if (found && found.getType().isInteger(1))
    return found;
  return invoke("truth", object(old))[0];
}

void Emitter::emitUnary(UnaryOp op) {
  if (op.getKind() == UnaryKind::Not)
    values.map(op.getResult(), negate(truth(op.getOperand())));
  else
    values.map(op.getResult(), invoke("unary", object(op.getOperand()), {}, int32_t(op.getKind()))[0]);
}

/// The variable that an augmented assignment reads and binds, if it is one of the frame or
/// the body alone.
static Value findTarget(InplaceOp op) {
  auto load = op.getLhs().getDefiningOp<LoadOp>();
  auto store = dyn_cast_or_null<StoreOp>(op->getNextNode());
  if (!load || !store || store.getValue() != op.getResult() || store.getCell() != load.getCell() ||
      !op.getLhs().hasOneUse() || !op.getResult().hasOneUse())
    return Value();
  auto cell = load.getCell().getDefiningOp<CellOp>();
  return cell && !cell.getShared() ? load.getCell() : Value();
}

void Emitter::emitInplace(InplaceOp op) {
  SmallVector<Value> operands = objects({op.getLhs(), op.getRhs()});
  StringRef callee = "inplace";
  // Text grows where it is if nobody but the variable holds it.
  if (Value target = findTarget(op); target && op.getKind() == BinaryKind::Add) {
    operands.push_back(values.lookup(target));
    callee = "inplace_variable";
  }
  values.map(op.getResult(), invoke(callee, operands, {}, int32_t(op.getKind()))[0]);
}

/// Whether nothing but the truth of a comparison matters, right behind it.
static bool isTested(CompareOp op) {
  return op.getResult().hasOneUse() && isa<TruthOp>(*op.getResult().user_begin()) &&
         *op.getResult().user_begin() == op->getNextNode();
}

void Emitter::emitCompare(CompareOp op) {
  CompareKind kind = op.getKind();
  SmallVector<Value> operands = objects({op.getLhs(), op.getRhs()});
  Value result;
  if (kind == CompareKind::Is || kind == CompareKind::IsNot)
    result = python::IsOp::create(b, loc, operands[0], operands[1]);
  else if (kind == CompareKind::In || kind == CompareKind::NotIn)
    result = invoke("contains", {operands[1], operands[0]})[0];
  else if (isTested(op))
    result = invoke("holds", operands, {}, int32_t(kind))[0];
  else
    result = invoke("compare", operands, {}, int32_t(kind))[0];
  bool isNegated = kind == CompareKind::IsNot || kind == CompareKind::NotIn;
  values.map(op.getResult(), isNegated ? negate(result) : result);
}

void Emitter::emitFormat(FormatOp op) {
  int32_t conversion = op.getConversion() ? op.getConversion()->front() : 0;
  SmallVector<Value> operands = {object(op.getValue())};
  if (op.getSpec())
    operands.push_back(object(op.getSpec()));
  values.map(op.getResult(), invoke(op.getSpec() ? "format_spec" : "format", operands, {}, conversion)[0]);
}

void Emitter::emitUnpack(UnpackOp op) {
  int32_t count = op.getTargets().size();
  SmallVector<int32_t> numbers = {count};
  if (auto star = op.getStar())
    numbers = {int32_t(*star), count - 1 - int32_t(*star)};
  StringRef callee = op.getStar() ? "unpack_star" : "unpack";
  values.map(op.getTargets(), invoke(callee, object(op.getValue()), {}, numbers, count));
}

//===----------------------------------------------------------------------===//
// Displays
//===----------------------------------------------------------------------===//

/// Whether an element is unpacked.
static bool isMarked(std::optional<ArrayRef<bool>> marks, size_t index) { return marks && (*marks)[index]; }

/// How many elements come before the first that is unpacked.
static size_t plainPrefix(std::optional<ArrayRef<bool>> marks, size_t count) {
  return marks ? llvm::find(*marks, true) - marks->begin() : count;
}

Value Emitter::buildList(ValueRange elements, std::optional<ArrayRef<bool>> starred) {
  size_t plain = plainPrefix(starred, elements.size());
  Value list = invoke("build_list", objects(elements.take_front(plain)))[0];
  for (size_t i = plain; i < elements.size(); ++i)
    invoke(isMarked(starred, i) ? "list_extend" : "list_append", {list, object(elements[i])});
  return list;
}

void Emitter::emitTuple(BuildTupleOp op) {
  bool plain = plainPrefix(op.getStarred(), op.getElements().size()) == op.getElements().size();
  Value tuple = plain ? invoke("build_tuple", objects(op.getElements()))[0]
                      : invoke("list_to_tuple", buildList(op.getElements(), op.getStarred()))[0];
  values.map(op.getResult(), tuple);
}

void Emitter::emitSet(BuildSetOp op) {
  size_t plain = plainPrefix(op.getStarred(), op.getElements().size());
  Value set = invoke("build_set", objects(op.getElements().take_front(plain)))[0];
  for (size_t i = plain; i < op.getElements().size(); ++i)
    invoke(isMarked(op.getStarred(), i) ? "set_update" : "set_add", {set, object(op.getElements()[i])});
  values.map(op.getResult(), set);
}

void Emitter::emitDict(BuildDictOp op) {
  size_t plain = plainPrefix(op.getUnpacked(), op.getKeys().size());
  SmallVector<Value> pairs;
  for (size_t i = 0; i < plain; ++i)
    pairs.append({object(op.getKeys()[i]), object(op.getValues()[i])});
  Value dict = invoke("build_dict", pairs)[0];
  for (size_t i = plain; i < op.getKeys().size(); ++i) {
    Value value = object(op.getValues()[i]);
    if (isMarked(op.getUnpacked(), i))
      invoke("dict_update", {dict, value});
    else
      invoke("set_item", {dict, object(op.getKeys()[i]), value});
  }
  values.map(op.getResult(), dict);
}

//===----------------------------------------------------------------------===//
// The rest: one op, one function
//===----------------------------------------------------------------------===//

LogicalResult Emitter::emitExpression(Operation &operation) {
  auto one = [&](Value result, StringRef callee, ValueRange operands, ArrayRef<StringRef> names = {},
                 ArrayRef<int32_t> numbers = {}) {
    values.map(result, invoke(callee, objects(operands), names, numbers)[0]);
  };
  auto none = [&](StringRef callee, ValueRange operands, ArrayRef<StringRef> names = {}) {
    invoke(callee, objects(operands), names);
  };
  return TypeSwitch<Operation *, LogicalResult>(&operation)
      .Case<UnaryOp>([&](UnaryOp op) { return emitUnary(op), success(); })
      .Case<BinaryOp>([&](BinaryOp op) {
        return one(op.getResult(), "binary", op.getOperands(), {}, int32_t(op.getKind())), success();
      })
      .Case<InplaceOp>([&](InplaceOp op) { return emitInplace(op), success(); })
      .Case<CompareOp>([&](CompareOp op) { return emitCompare(op), success(); })
      .Case<TruthOp>([&](TruthOp op) { return values.map(op.getResult(), truth(op.getValue())), success(); })
      .Case<BuildTupleOp>([&](BuildTupleOp op) { return emitTuple(op), success(); })
      .Case<BuildListOp>([&](BuildListOp op) {
        return values.map(op.getResult(), buildList(op.getElements(), op.getStarred())), success();
      })
      .Case<BuildSetOp>([&](BuildSetOp op) { return emitSet(op), success(); })
      .Case<BuildDictOp>([&](BuildDictOp op) { return emitDict(op), success(); })
      .Case<BuildSliceOp>(
          [&](BuildSliceOp op) { return one(op.getResult(), "build_slice", op.getOperands()), success(); })
      .Case<FormatOp>([&](FormatOp op) { return emitFormat(op), success(); })
      .Case<BuildStringOp>(
          [&](BuildStringOp op) { return one(op.getResult(), "build_string", op.getParts()), success(); })
      .Case<UnpackOp>([&](UnpackOp op) { return emitUnpack(op), success(); })
      .Case<GetGlobalOp>([&](GetGlobalOp op) { return one(op.getValue(), "get_global", {}, op.getName()), success(); })
      .Case<SetGlobalOp>([&](SetGlobalOp op) { return none("set_global", op.getValue(), op.getName()), success(); })
      .Case<DelGlobalOp>([&](DelGlobalOp op) { return none("del_global", {}, op.getName()), success(); })
      .Case<GetAttrOp>([&](GetAttrOp op) { return emitGetAttr(op), success(); })
      .Case<SetAttrOp>([&](SetAttrOp op) { return none("set_attr", op.getOperands(), op.getName()), success(); })
      .Case<DelAttrOp>([&](DelAttrOp op) { return none("del_attr", op.getObject(), op.getName()), success(); })
      .Case<GetItemOp>([&](GetItemOp op) { return one(op.getValue(), "get_item", op.getOperands()), success(); })
      .Case<SetItemOp>([&](SetItemOp op) { return none("set_item", op.getOperands()), success(); })
      .Case<DelItemOp>([&](DelItemOp op) { return none("del_item", op.getOperands()), success(); })
      .Case<IterOp>([&](IterOp op) { return one(op.getResult(), "iter", op.getValue()), success(); })
      .Case<ImportOp>([&](ImportOp op) {
        return one(op.getValue(), "import", op.getNames(), op.getName(), int32_t(op.getLevel())), success();
      })
      .Case<ImportFromOp>(
          [&](ImportFromOp op) { return one(op.getValue(), "import_from", op.getModule(), op.getName()), success(); })
      .Case<MakeClosureOp>([&](MakeClosureOp op) { return emitClosure(op), success(); })
      .Default([](Operation *op) {
        return op->emitOpError("has no generic form: it is not of the dynamic level of a generic function");
      });
}
