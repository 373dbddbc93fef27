//===- Emitter.cpp - blocks, values and places of an emitted body ---------===//

#include "Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace janus;
using namespace mlir;
using imperative::CellType;
using imperative::PyBoolType;
using imperative::PyObjectType;

Emitter::Emitter(imperative::FuncOp func, python::BodyOp body)
    : func(func), blocks(body.getBody()), b(func.getContext()), loc(func.getLoc()),
      objectType(PyObjectType::get(func.getContext())) {
  ArrayRef<int32_t> places = func.getInstructions().value_or(ArrayRef<int32_t>());
  for (; places.size() >= 3; places = places.drop_front(3)) {
    instructions.try_emplace({places[0], places[1]}, places[2]);
    lines.try_emplace(places[0], places[2]);
  }
}

LogicalResult Emitter::emitFunction() {
  Block *failed = newBlock();
  Block *entry = newBlock();
  entry->moveBefore(failed);
  unwind = newUnwind(failed);
  startBlock(entry);
  Flow flow = emitRegion(func.getBody());
  if (flow == Flow::Open)
    return func.emitOpError("has a way to its end without a return");
  if (flow == Flow::Error)
    return failure();
  startBlock(failed);
  python::FailOp::create(b, loc);
  return success();
}

Block *Emitter::newBlock(TypeRange arguments) {
  Block *block = &blocks.emplaceBlock();
  for (Type type : arguments)
    block->addArgument(type, loc);
  return block;
}

void Emitter::startBlock(Block *block, std::optional<int64_t> instruction) {
  // Blocks stand in the order in which they are written.
  if (block != &blocks.front())
    block->moveBefore(&blocks, blocks.end());
  b.setInsertionPointToEnd(block);
  current = instruction;
}

void Emitter::branch(Block *target, ValueRange values) { cf::BranchOp::create(b, loc, target, values); }

Emitter::Unwind *Emitter::newUnwind(Block *target) { return &unwinds.emplace_back(Unwind{target}); }

Block *Emitter::traced() {
  if (unwind->traced)
    return unwind->traced;
  OpBuilder::InsertionGuard guard(b);
  unwind->traced = newBlock();
  b.setInsertionPointToEnd(unwind->traced);
  call("traceback");
  branch(unwind->target);
  return unwind->traced;
}

/// The line and column of a location, if it has them.
static std::optional<std::pair<unsigned, unsigned>> findPlace(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return std::make_pair(file.getLine(), file.getColumn());
  if (auto name = dyn_cast<NameLoc>(loc))
    return findPlace(name.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (auto found = findPlace(part))
        return found;
  return std::nullopt;
}

void Emitter::place(Location where) {
  loc = where;
  auto found = findPlace(where);
  if (!found)
    return;
  std::optional<int64_t> offset;
  if (auto exact = instructions.find(*found); exact != instructions.end())
    offset = exact->second;
  else if (auto line = lines.find(found->first); line != lines.end())
    offset = line->second;
  if (!offset || offset == current)
    return;
  python::InstructionOp::create(b, loc, *offset);
  current = offset;
}

Value Emitter::singleton(python::Singleton which) { return python::SingletonOp::create(b, loc, which); }

Value Emitter::constantObject(imperative::ConstantOp op) {
  if (auto index = op.getIndex())
    return python::ConstantOp::create(b, loc, objectType, *index);
  if (auto boolean = dyn_cast<BoolAttr>(op.getValue()))
    return singleton(boolean.getValue() ? python::Singleton::True : python::Singleton::False);
  if (isa<imperative::NoneAttr>(op.getValue()))
    return singleton(python::Singleton::None);
  if (isa<imperative::EllipsisAttr>(op.getValue()))
    return singleton(python::Singleton::Ellipsis);
  return Value();
}

Value Emitter::object(Value old) {
  // Constants are fetched where they are used: that keeps them in registers.
  if (auto constant = old.getDefiningOp<imperative::ConstantOp>(); constant && !values.contains(old))
    return constantObject(constant);
  Value found = values.lookup(old);
  return found.getType().isInteger(1) ? call("box", found) : found;
}

SmallVector<Value> Emitter::objects(ValueRange old) {
  SmallVector<Value> result;
  for (Value value : old)
    result.push_back(object(value));
  return result;
}

Value Emitter::condition(Value old) {
  if (auto constant = old.getDefiningOp<imperative::ConstantOp>())
    if (auto boolean = dyn_cast<BoolAttr>(constant.getValue()))
      return arith::ConstantOp::create(b, loc, b.getBoolAttr(boolean.getValue()));
  return values.lookup(old);
}

Value Emitter::value(Value old) { return isa<PyBoolType>(old.getType()) ? condition(old) : object(old); }

Value Emitter::negate(Value condition) {
  Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  return arith::XOrIOp::create(b, loc, condition, yes);
}

/// The types of what a call hands to its first successor.
static SmallVector<Type> producedTypes(const python::RuntimeFunction &function, Type objectType, unsigned numObjects) {
  switch (function.result) {
  case python::ResultKind::Object:
    if (function.name == "new_cell")
      return {CellType::get(objectType.getContext())};
    return {objectType};
  case python::ResultKind::Next:
    return {objectType};
  case python::ResultKind::Truth:
    return {IntegerType::get(objectType.getContext(), 1)};
  case python::ResultKind::Objects:
    return SmallVector<Type>(numObjects, objectType);
  default:
    return {};
  }
}

SmallVector<Value> Emitter::invoke(StringRef callee, ValueRange operands, ArrayRef<StringRef> names,
                                   ArrayRef<int32_t> numbers, unsigned numObjects) {
  const python::RuntimeFunction *function = python::findRuntimeFunction(callee);
  Block *next = newBlock(producedTypes(*function, objectType, numObjects));
  python::InvokeOp::create(b, loc, callee, operands, names.empty() ? ArrayAttr() : b.getStrArrayAttr(names),
                           numbers.empty() ? DenseI32ArrayAttr() : b.getDenseI32ArrayAttr(numbers),
                           BlockRange{next, traced()});
  startBlock(next, current);
  return llvm::to_vector(llvm::map_range(next->getArguments(), [](BlockArgument a) -> Value { return a; }));
}

Emitter::Flow Emitter::fail(StringRef callee, ValueRange operands, Block *target) {
  python::InvokeOp::create(b, loc, callee, operands, ArrayAttr(), DenseI32ArrayAttr(), BlockRange{target});
  return Flow::Closed;
}

Value Emitter::call(StringRef callee, ValueRange operands) {
  bool gives = python::findRuntimeFunction(callee)->result == python::ResultKind::Plain;
  return python::CallOp::create(b, loc, gives ? TypeRange(objectType) : TypeRange(), callee, operands, ArrayAttr(),
                                DenseI32ArrayAttr())
      .getResult();
}
