//===- BodyToLLVM.cpp - one body to an LLVM function -----------------------===//

#include "BodyToLLVM.h"
#include "janus/Runtime/python.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace janus;
using namespace mlir;
using imperative::CellType;

/// Where a cell object keeps its variable: behind reference count and type.
static constexpr int64_t cellContents = 16;

BodyToLLVM::BodyToLLVM(python::BodyOp body)
    : body(body), module(body->getParentOfType<ModuleOp>()), b(body.getContext()), loc(body.getLoc()),
      ptr(LLVM::LLVMPointerType::get(b.getContext())), i1(b.getI1Type()), i8(b.getI8Type()), i32(b.getI32Type()),
      i64(b.getI64Type()), none(LLVM::LLVMVoidType::get(b.getContext())), symbols(module) {}

LogicalResult BodyToLLVM::convert() {
  makeFunction();
  // Dominance first: a value is there before what uses it.
  SetVector<Block *> order = getBlocksSortedByDominance(body.getBody());
  for (Block *block : order)
    if (failed(convertBlock(*block)))
      return failure();
  makeNames();
  makeCaches();
  return success();
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

void BodyToLLVM::makeFunction() {
  b.setInsertionPoint(body);
  std::string name = ("janus_body_" + body.getSymName()).str();
  function = LLVM::LLVMFuncOp::create(b, loc, name, LLVM::LLVMFunctionType::get(ptr, ptr));
  symbols.insert(function);
  b.setInsertionPointToStart(function.addEntryBlock(b));
  makeEntry();
  for (Block &block : body.getBody()) {
    Block *copy = newBlock();
    blocks[&block] = copy;
    // Where a block is reached in one way, what is made for it stands for its arguments.
    if (block.getSinglePredecessor() && llvm::hasSingleElement(block.getUses()))
      continue;
    for (BlockArgument argument : block.getArguments())
      values[argument] = copy->addArgument(argument.getType().isInteger(1) ? i1 : ptr, loc);
  }
}

/// Reads the frame and makes room on the stack; what is read here is used everywhere.
void BodyToLLVM::makeEntry() {
  frame = function.getArgument(0);
  auto member = [&](size_t place) { return load(ptr, offset(frame, place)); };
  variables = member(offsetof(janus_python_frame, variables));
  constants = member(offsetof(janus_python_frame, constants));
  instruction = member(offsetof(janus_python_frame, instruction));
  code = member(offsetof(janus_python_frame, code));
  breaker = member(offsetof(janus_python_frame, breaker));
  int64_t arrayLength = 0, roomLength = 1;
  body.walk([&](Operation *op) {
    if (isa<python::CallOp, python::InvokeOp>(op))
      arrayLength = std::max<int64_t>(arrayLength, op->getNumOperands());
    if (auto invoke = dyn_cast<python::InvokeOp>(op))
      roomLength = std::max<int64_t>(roomLength, invoke.getDestinations()[0]->getNumArguments());
    if (auto speculate = dyn_cast<python::SpeculateOp>(op)) {
      arrayLength = std::max<int64_t>(arrayLength, speculate.getInputs().size());
      roomLength = std::max<int64_t>(roomLength, speculate.getOutputs().size());
    }
  });
  auto reserve = [&](int64_t count) { return LLVM::AllocaOp::create(b, loc, ptr, ptr, constant32(count)); };
  // Two elements before the arguments: for the object of a method, and for what
  // callees want to put there.
  array = offset(reserve(arrayLength + 2), 2 * sizeof(void *));
  room = reserve(roomLength);
  body.walk([&](python::LocalOp op) {
    Value place = reserve(1);
    store(null(), place);
    values[op.getCell()] = place;
  });
}

/// Interns the names when the function is called first.
void BodyToLLVM::makeNames() {
  Block *entry = &function.getBody().front();
  b.setInsertionPointToEnd(entry);
  Block *start = blocks.lookup(&body.getBody().front());
  if (names.empty()) {
    LLVM::BrOp::create(b, loc, start);
    return;
  }
  OpBuilder top(module.getBodyRegion());
  std::string name = function.getName().str();
  auto textType = LLVM::LLVMArrayType::get(i8, nameText.size());
  symbols.insert(LLVM::GlobalOp::create(top, loc, textType, /*isConstant=*/true, LLVM::Linkage::Internal,
                                        name + ".text", b.getStringAttr(nameText)));
  auto tableType = LLVM::LLVMArrayType::get(ptr, names.size());
  auto table = LLVM::GlobalOp::create(top, loc, tableType, /*isConstant=*/false, LLVM::Linkage::Internal,
                                      name + ".names", Attribute());
  symbols.insert(table);
  OpBuilder initial(b.getContext());
  initial.createBlock(&table.getInitializerRegion());
  LLVM::ReturnOp::create(initial, loc, ValueRange(LLVM::ZeroOp::create(initial, loc, tableType)));

  Value slots = LLVM::AddressOfOp::create(b, loc, ptr, name + ".names");
  Block *intern = newBlock(), *failed = newBlock();
  LLVM::CondBrOp::create(b, loc, isNull(load(ptr, slots)), intern, start);
  b.setInsertionPointToEnd(intern);
  Value strings = LLVM::AddressOfOp::create(b, loc, ptr, name + ".text");
  Value status = callFunction("janus_python_intern", i32, {strings, slots, constant64(names.size())});
  LLVM::CondBrOp::create(b, loc, isZero(status, true), failed, start);
  b.setInsertionPointToEnd(failed);
  LLVM::ReturnOp::create(b, loc, ValueRange(null()));
}

Value BodyToLLVM::nameSlot(StringRef entry) {
  auto [found, isNew] = names.try_emplace(entry, names.size());
  if (isNew)
    (nameText += entry) += '\0';
  unsigned place = found->second;
  // The table is made at the end, when it is known how long it is.
  Value table = LLVM::AddressOfOp::create(b, loc, ptr, (function.getName() + ".names").str());
  return load(ptr, offset(table, place * sizeof(void *)));
}

Value BodyToLLVM::newCache() {
  Value table = LLVM::AddressOfOp::create(b, loc, ptr, (function.getName() + ".caches").str());
  return offset(table, numCaches++ * sizeof(janus_python_cache));
}

void BodyToLLVM::makeCaches() {
  if (!numCaches)
    return;
  OpBuilder top(module.getBodyRegion());
  auto type = LLVM::LLVMArrayType::get(i64, numCaches * (sizeof(janus_python_cache) / sizeof(uint64_t)));
  auto table = LLVM::GlobalOp::create(top, loc, type, /*isConstant=*/false, LLVM::Linkage::Internal,
                                      (function.getName() + ".caches").str(), Attribute());
  symbols.insert(table);
  OpBuilder initial(b.getContext());
  initial.createBlock(&table.getInitializerRegion());
  LLVM::ReturnOp::create(initial, loc, ValueRange(LLVM::ZeroOp::create(initial, loc, type)));
}

Block *BodyToLLVM::newBlock() { return &function.getBody().emplaceBlock(); }

SmallVector<Value> BodyToLLVM::handOn(Block *target, ValueRange made) {
  bool isOnly = target->getSinglePredecessor() && llvm::hasSingleElement(target->getUses());
  if (!isOnly)
    return llvm::to_vector(made);
  for (auto [argument, value] : llvm::zip(target->getArguments(), made))
    values[argument] = value;
  return {};
}

void BodyToLLVM::branchIf(Value condition, Block *yes, Block *no, ValueRange made) {
  LLVM::CondBrOp::create(b, loc, condition, blocks.lookup(yes), ValueRange(), blocks.lookup(no), handOn(no, made));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult BodyToLLVM::convertBlock(Block &block) {
  b.setInsertionPointToEnd(blocks.lookup(&block));
  for (Operation &op : block) {
    loc = op.getLoc();
    if (failed(convertOp(op)))
      return failure();
  }
  return success();
}

Value BodyToLLVM::address(Value cell) {
  if (auto variable = cell.getDefiningOp<python::VariableOp>()) {
    Value slot = offset(variables, variable.getSlot() * sizeof(void *));
    return variable.getShared() ? offset(load(ptr, slot), cellContents) : slot;
  }
  if (cell.getDefiningOp<python::LocalOp>())
    return get(cell);
  return offset(get(cell), cellContents);
}

Value BodyToLLVM::convertCall(Operation *op, const python::RuntimeFunction &callee, OperandRange operands,
                              ArrayAttr names, DenseI32ArrayAttr numbers) {
  SmallVector<Value> arguments;
  auto reference = [&](Value operand) {
    auto variable = operand.getDefiningOp<python::VariableOp>();
    // A captured variable's cell object is what its slot holds.
    return variable ? load(ptr, offset(variables, variable.getSlot() * sizeof(void *))) : get(operand);
  };
  unsigned operand = 0, number = 0, name = 0;
  for (char letter : callee.parameters) {
    if (letter == 'F') {
      arguments.push_back(frame);
    } else if (letter == 'O' || letter == 'C') {
      arguments.push_back(reference(operands[operand++]));
    } else if (letter == 'V') {
      arguments.push_back(address(operands[operand++]));
    } else if (letter == 'B') {
      arguments.push_back(LLVM::ZExtOp::create(b, loc, i32, get(operands[operand++])));
    } else if (letter == 'I') {
      arguments.push_back(constant32(numbers[number++]));
    } else if (letter == 'N') {
      arguments.push_back(nameSlot("s" + cast<StringAttr>(names[name++]).str()));
    } else if (letter == 'X') {
      arguments.push_back(newCache());
    } else if (letter == 'K') {
      std::string entry = "t";
      for (StringRef part : names.getAsValueRange<StringAttr>())
        entry += part.str() + '\1';
      arguments.push_back(nameSlot(entry));
    } else if (letter == 'A' || letter == 'S') {
      OperandRange rest = operands.drop_front(callee.numFixedOperands());
      for (auto [index, value] : llvm::enumerate(rest))
        store(reference(value), offset(array, index * sizeof(void *)));
      arguments.append({array, constant64(rest.size())});
    } else {
      arguments.push_back(room);
    }
  }
  using python::ResultKind;
  bool gives =
      callee.result == ResultKind::Plain || callee.result == ResultKind::Object || callee.result == ResultKind::Next;
  bool nothing = callee.result == ResultKind::None || callee.result == ResultKind::Never;
  return callFunction(("janus_python_" + callee.name).str(), gives ? ptr : nothing ? none : i32, arguments);
}

void BodyToLLVM::convertInvoke(python::InvokeOp op) {
  const python::RuntimeFunction &callee = *op.getFunction();
  Value result = convertCall(op, callee, op.getOperands(), op.getNamesAttr(), op.getNumbersAttr());
  Block *unwind = op.getUnwind(), *next = op.getDestinations().front();
  switch (callee.result) {
  case python::ResultKind::Object:
    return branchIf(isNull(result), unwind, next, result);
  case python::ResultKind::Status:
    return branchIf(isZero(result, true), unwind, next);
  case python::ResultKind::Truth: {
    Value failed = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::slt, result, constant32(0));
    Value holds = isZero(result, true);
    return branchIf(failed, unwind, next, holds);
  }
  case python::ResultKind::Objects: {
    // The room is read either way; what is in it counts only without a failure.
    SmallVector<Value> made;
    for (unsigned i = 0; i < next->getNumArguments(); ++i)
      made.push_back(load(ptr, offset(room, i * sizeof(void *))));
    return branchIf(isZero(result, true), unwind, next, made);
  }
  case python::ResultKind::Next: {
    Block *empty = newBlock();
    LLVM::CondBrOp::create(b, loc, isNull(result), empty, ValueRange(), blocks.lookup(next), handOn(next, result));
    b.setInsertionPointToEnd(empty);
    Value pending = callFunction("janus_python_pending", i32, {});
    return branchIf(isZero(pending, true), unwind, op.getDestinations()[1]);
  }
  default:
    LLVM::BrOp::create(b, loc, blocks.lookup(unwind));
  }
}

void BodyToLLVM::convertLoad(python::LoadOp op) {
  Value value = load(ptr, address(op.getCell()));
  Block *bound = newBlock();
  LLVM::CondBrOp::create(b, loc, isNull(value), blocks.lookup(op.getUnbound()), bound);
  b.setInsertionPointToEnd(bound);
  retain(value);
  LLVM::BrOp::create(b, loc, handOn(op.getBound(), value), blocks.lookup(op.getBound()));
}

void BodyToLLVM::convertDelete(python::DeleteOp op) {
  Value place = address(op.getCell());
  Value value = load(ptr, place);
  Block *bound = newBlock();
  LLVM::CondBrOp::create(b, loc, isNull(value), blocks.lookup(op.getUnbound()), bound);
  b.setInsertionPointToEnd(bound);
  store(null(), place);
  callFunction(releaseFunction(), none, value);
  LLVM::BrOp::create(b, loc, blocks.lookup(op.getDeleted()));
}

void BodyToLLVM::convertPoll(python::PollOp op) {
  Value asked = LLVM::LoadOp::create(b, loc, i32, breaker, /*alignment=*/4, /*isVolatile=*/true);
  Block *busy = newBlock();
  LLVM::CondBrOp::create(b, loc, isZero(asked, true), busy, blocks.lookup(op.getNext()));
  b.setInsertionPointToEnd(busy);
  Value status = callFunction("janus_python_poll", i32, frame);
  branchIf(isZero(status, true), op.getUnwind(), op.getNext());
}

void BodyToLLVM::convertSpeculate(python::SpeculateOp op) {
  for (auto [index, cell] : llvm::enumerate(op.getInputs()))
    store(load(ptr, address(cell)), offset(array, index * sizeof(void *)));
  Value unit = load(ptr, offset(constants, op.getUnit() * sizeof(void *)));
  Value outcome =
      callFunction("janus_python_speculate", i32,
                   {frame, unit, array, constant64(op.getInputs().size()), room, constant64(op.getOutputs().size())});
  Block *bind = newBlock();
  Block *returned = newBlock();
  // Compared one by one: LLVM's fast instruction selection leaves blocks that end in a switch to the slow one.
  std::pair<int32_t, Block *> cases[] = {{JANUS_PYTHON_NOT_RUN, blocks.lookup(op.getGeneric())},
                                         {JANUS_PYTHON_FELL_THROUGH, bind},
                                         {JANUS_PYTHON_RETURNED, returned}};
  for (auto [value, target] : cases) {
    Value is = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, outcome, constant32(value));
    Block *other = value == JANUS_PYTHON_RETURNED ? blocks.lookup(op.getUnwind()) : newBlock();
    LLVM::CondBrOp::create(b, loc, is, target, other);
    b.setInsertionPointToEnd(other);
  }
  b.setInsertionPointToEnd(bind);
  for (auto [index, cell] : llvm::enumerate(op.getOutputs()))
    callFunction(bindFunction(), none, {load(ptr, offset(room, index * sizeof(void *))), address(cell)});
  LLVM::BrOp::create(b, loc, blocks.lookup(op.getDone()));
  b.setInsertionPointToEnd(returned);
  Value result = load(ptr, room);
  LLVM::BrOp::create(b, loc, handOn(op.getReturned(), result), blocks.lookup(op.getReturned()));
}

void BodyToLLVM::convertRelease(python::ReleaseOp op) {
  if (op.getValue().getDefiningOp<python::LocalOp>())
    callFunction(bindFunction(), none, {null(), get(op.getValue())});
  else
    callFunction(releaseFunction(), none, get(op.getValue()));
}

static StringRef symbolOf(python::Singleton which) {
  switch (which) {
  case python::Singleton::None:
    return "_Py_NoneStruct";
  case python::Singleton::True:
    return "_Py_TrueStruct";
  case python::Singleton::False:
    return "_Py_FalseStruct";
  case python::Singleton::Ellipsis:
    return "_Py_EllipsisObject";
  }
  llvm_unreachable("no other singleton");
}

LogicalResult BodyToLLVM::convertOp(Operation &operation) {
  return TypeSwitch<Operation *, LogicalResult>(&operation)
      .Case<python::ConstantOp>([&](python::ConstantOp op) {
        values[op.getResult()] = load(ptr, offset(constants, op.getIndex() * sizeof(void *)));
        return success();
      })
      .Case<python::SingletonOp>([&](python::SingletonOp op) {
        values[op.getResult()] = addressOfObject(symbolOf(op.getValue()));
        return success();
      })
      .Case<python::NameOp>([&](python::NameOp op) {
        values[op.getResult()] = nameSlot("s" + op.getName().str());
        return success();
      })
      .Case<python::VariableOp, python::LocalOp>([](Operation *) { return success(); })
      .Case<python::StoreOp>([&](python::StoreOp op) {
        callFunction(bindFunction(), none, {get(op.getValue()), address(op.getCell())});
        return success();
      })
      .Case<python::InstructionOp>([&](python::InstructionOp op) {
        store(offset(code, op.getOffset()), instruction);
        return success();
      })
      .Case<python::IsOp>([&](python::IsOp op) {
        values[op.getResult()] =
            LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, get(op.getLhs()), get(op.getRhs()));
        return success();
      })
      .Case<arith::ConstantOp>([&](arith::ConstantOp op) {
        values[op.getResult()] = LLVM::ConstantOp::create(b, loc, i1, op.getValue());
        return success();
      })
      .Case<arith::XOrIOp>([&](arith::XOrIOp op) {
        values[op.getResult()] = LLVM::XOrOp::create(b, loc, get(op.getLhs()), get(op.getRhs()));
        return success();
      })
      .Case<python::RetainOp>([&](python::RetainOp op) { return retain(get(op.getValue())), success(); })
      .Case<python::ReleaseOp>([&](python::ReleaseOp op) { return convertRelease(op), success(); })
      .Case<python::CallOp>([&](python::CallOp op) {
        const python::RuntimeFunction &callee = *python::findRuntimeFunction(op.getCallee());
        Value result = convertCall(op, callee, op.getOperands(), op.getNamesAttr(), op.getNumbersAttr());
        if (op.getResult())
          values[op.getResult()] = result;
        return success();
      })
      .Default([&](Operation *op) { return convertBranch(*op); });
}

LogicalResult BodyToLLVM::convertBranch(Operation &operation) {
  return TypeSwitch<Operation *, LogicalResult>(&operation)
      .Case<python::InvokeOp>([&](python::InvokeOp op) { return convertInvoke(op), success(); })
      .Case<python::LoadOp>([&](python::LoadOp op) { return convertLoad(op), success(); })
      .Case<python::DeleteOp>([&](python::DeleteOp op) { return convertDelete(op), success(); })
      .Case<python::PollOp>([&](python::PollOp op) { return convertPoll(op), success(); })
      .Case<python::SpeculateOp>([&](python::SpeculateOp op) { return convertSpeculate(op), success(); })
      .Case<python::ReturnOp>([&](python::ReturnOp op) {
        LLVM::ReturnOp::create(b, loc, get(op.getValue()));
        return success();
      })
      .Case<python::FailOp>([&](python::FailOp) {
        LLVM::ReturnOp::create(b, loc, null());
        return success();
      })
      .Case<cf::BranchOp>([&](cf::BranchOp op) {
        SmallVector<Value> given = llvm::map_to_vector(op.getDestOperands(), [&](Value v) { return get(v); });
        LLVM::BrOp::create(b, loc, handOn(op.getDest(), given), blocks.lookup(op.getDest()));
        return success();
      })
      .Case<cf::CondBranchOp>([&](cf::CondBranchOp op) {
        auto given = [&](ValueRange operands, Block *target) {
          return handOn(target, llvm::map_to_vector(operands, [&](Value v) { return get(v); }));
        };
        LLVM::CondBrOp::create(b, loc, get(op.getCondition()), blocks.lookup(op.getTrueDest()),
                               given(op.getTrueDestOperands(), op.getTrueDest()), blocks.lookup(op.getFalseDest()),
                               given(op.getFalseDestOperands(), op.getFalseDest()));
        return success();
      })
      .Default([](Operation *op) { return op->emitOpError("has no place in a body"); });
}
