//===- ControlFlow.cpp - regions to blocks, and the ways out of them ------===//

#include "Emitter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace janus;
using namespace mlir;
using namespace janus::imperative;

/// Puts back where the emitter was.
struct Emitter::Position {
  explicit Position(Emitter &emitter)
      : emitter(emitter), guard(emitter.b), loc(emitter.loc), unwind(emitter.unwind), scope(emitter.scope),
        current(emitter.current) {}
  ~Position() {
    emitter.loc = loc;
    emitter.unwind = unwind;
    emitter.scope = scope;
    emitter.current = current;
  }

  Emitter &emitter;
  OpBuilder::InsertionGuard guard;
  Location loc;
  Unwind *unwind;
  Scope *scope;
  std::optional<int64_t> current;
};

Emitter::Flow Emitter::emitRegion(Region &region, SmallVectorImpl<Value> &yielded) {
  for (Operation &op : region.front())
    if (Flow flow = emitOp(op); flow != Flow::Open)
      return flow;
  // What an if yields may be asked for as a condition or as an object.
  for (Value value : region.front().getTerminator()->getOperands())
    yielded.push_back(value);
  return Flow::Open;
}

Emitter::Flow Emitter::emitRegion(Region &region) {
  SmallVector<Value> yielded;
  return emitRegion(region, yielded);
}

Emitter::Flow Emitter::emitIf(IfOp op) {
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(isa<PyBoolType>(type) ? Type(b.getI1Type()) : objectType);
  Block *end = newBlock(types);
  Block *branches[] = {newBlock(), newBlock()};
  cf::CondBranchOp::create(b, loc, condition(op.getCondition()), branches[0], branches[1]);
  std::optional<int64_t> before = current;
  for (auto [block, region] : llvm::zip(branches, op->getRegions())) {
    startBlock(block, before);
    SmallVector<Value> yielded, handedOn;
    Flow flow = emitRegion(region, yielded);
    if (flow == Flow::Error)
      return flow;
    if (flow == Flow::Closed)
      continue;
    for (auto [value, type] : llvm::zip(yielded, types))
      handedOn.push_back(type.isInteger(1) ? condition(value) : object(value));
    branch(end, handedOn);
  }
  if (end->hasNoPredecessors())
    return end->erase(), Flow::Closed;
  startBlock(end);
  values.map(op.getResults(), end->getArguments());
  return Flow::Open;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The body, which goes on at `latch`, and the way from there to the next iteration.
Emitter::Flow Emitter::emitLoopBody(Region &body, Block *latch, Block *end, Block *head, Location where) {
  Scope loop(Scope::Loop, scope);
  loop.breakTo = end;
  loop.continueTo = latch;
  scope = &loop;
  Flow flow = emitRegion(body);
  scope = loop.parent;
  if (flow == Flow::Error)
    return flow;
  if (flow == Flow::Open)
    branch(latch);
  if (latch->hasNoPredecessors())
    return latch->erase(), Flow::Closed;
  startBlock(latch);
  place(where);
  python::PollOp::create(b, loc, head, traced());
  return Flow::Closed;
}

/// What runs when a loop ends by itself, and the place behind the loop.
Emitter::Flow Emitter::emitLoopEnd(Region &elseRegion, Block *exhausted, Block *end) {
  startBlock(exhausted);
  Flow flow = elseRegion.empty() ? Flow::Open : emitRegion(elseRegion);
  if (flow == Flow::Error)
    return flow;
  return emitEnd(flow, end);
}

Emitter::Flow Emitter::emitEnd(Flow flow, Block *end) {
  if (flow == Flow::Open)
    branch(end);
  if (end->hasNoPredecessors())
    return end->erase(), Flow::Closed;
  startBlock(end);
  return Flow::Open;
}

Emitter::Flow Emitter::emitWhile(WhileOp op) {
  if (!op.getInits().empty())
    return op.emitOpError("carries values: it is not of the dynamic level"), Flow::Error;
  Block *head = newBlock(), *body = newBlock(), *exhausted = newBlock(), *latch = newBlock(), *end = newBlock();
  branch(head);
  startBlock(head);
  SmallVector<Value> condition;
  Flow flow = emitRegion(op.getConditionRegion(), condition);
  if (flow == Flow::Open) {
    cf::CondBranchOp::create(b, loc, this->condition(condition[0]), body, exhausted);
    startBlock(body, current);
    flow = emitLoopBody(op.getBody(), latch, end, head, op.getLoc());
  }
  if (flow == Flow::Error)
    return flow;
  if (exhausted->hasNoPredecessors()) {
    // The condition never gives an answer: nothing comes behind.
    for (Block *block : {body, exhausted, latch, end})
      if (block->empty())
        block->erase();
    return Flow::Closed;
  }
  return emitLoopEnd(op.getElseRegion(), exhausted, end);
}

Emitter::Flow Emitter::emitFor(ForOp op) {
  if (!op.getInits().empty())
    return op.emitOpError("carries values: it is not of the dynamic level"), Flow::Error;
  if (isa<ConditionOp>(op.getBody().front().back()))
    return op.emitOpError("ends in a condition: it is not of the dynamic level"), Flow::Error;
  place(op.getLoc());
  Value iterator = object(op.getIterable());
  if (!op->hasAttr("iterator"))
    iterator = invoke("iter", iterator)[0];
  std::optional<int64_t> atLoop = current;
  Block *head = newBlock(), *body = newBlock(objectType), *exhausted = newBlock(), *latch = newBlock(),
        *end = newBlock();
  branch(head);
  // Whoever comes here has just been placed at the loop.
  startBlock(head, atLoop);
  python::InvokeOp::create(b, loc, "next", iterator, ArrayAttr(), DenseI32ArrayAttr(),
                           BlockRange{body, exhausted, traced()});
  startBlock(body, atLoop);
  values.map(op.getBody().getArgument(0), body->getArgument(0));
  if (emitLoopBody(op.getBody(), latch, end, head, op.getLoc()) == Flow::Error)
    return Flow::Error;
  return emitLoopEnd(op.getElseRegion(), exhausted, end);
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

/// Emits what runs with the exception at `landing` as the handled one. A
/// `finally` raises it again at its end; an `except` region goes on.
Emitter::Flow Emitter::emitHandler(Region &region, Block *landing, TryOp op) {
  bool isFinally = &region == &op.getFinallyRegion(), isImplicit = op->hasAttr("implicit");
  startBlock(landing);
  loc = op.getLoc();
  Scope handler(Scope::Handler, scope);
  if (isImplicit)
    handler.raisedAt = call("instruction");
  handler.handled = call("handled");
  Value exception = call("catch");
  if (!isFinally)
    values.map(region.getArgument(0), exception);
  Unwind *outer = unwind;
  Block *leaving = newBlock();
  unwind = newUnwind(leaving);
  scope = &handler;
  Flow flow = emitRegion(region);
  if (flow == Flow::Open && isFinally) {
    if (!isImplicit)
      place(region.front().getTerminator()->getLoc());
    flow = emitReraise(leaving);
  }
  scope = handler.parent;
  unwind = outer;
  if (flow == Flow::Error)
    return flow;
  if (flow == Flow::Open)
    call("set_handled", handler.handled);
  if (leaving->hasNoPredecessors())
    return leaving->erase(), flow;
  OpBuilder::InsertionGuard guard(b);
  leaving->moveBefore(&blocks, blocks.end());
  b.setInsertionPointToEnd(leaving);
  call("set_handled", handler.handled);
  branch(outer->target);
  return flow;
}

Emitter::Flow Emitter::emitReraise(Block *target) {
  Scope *handler = scope;
  while (handler && handler->kind != Scope::Handler)
    handler = handler->parent;
  if (handler && handler->raisedAt)
    call("set_instruction", handler->raisedAt);
  return fail("reraise", {}, target);
}

/// try / except / else, without the finally.
Emitter::Flow Emitter::emitProtected(TryOp op) {
  if (op.getHandler().empty())
    return emitRegion(op.getBody());
  Block *landing = newBlock(), *end = newBlock();
  Unwind *outer = unwind;
  unwind = newUnwind(landing);
  Flow flow = emitRegion(op.getBody());
  unwind = outer;
  if (flow == Flow::Open && !op.getElseRegion().empty())
    flow = emitRegion(op.getElseRegion());
  if (flow == Flow::Error)
    return flow;
  if (landing->hasNoPredecessors()) {
    landing->erase();
    return emitEnd(flow, end);
  }
  if (flow == Flow::Open)
    branch(end);
  flow = emitHandler(op.getHandler(), landing, op);
  return flow == Flow::Error ? flow : emitEnd(flow, end);
}

Emitter::Flow Emitter::emitTry(TryOp op) {
  if (op.getFinallyRegion().empty())
    return emitProtected(op);
  Block *landing = newBlock();
  Scope finally(Scope::Finally, scope);
  finally.region = &op.getFinallyRegion();
  finally.unwind = unwind;
  unwind = newUnwind(landing);
  scope = &finally;
  Flow flow = emitProtected(op);
  scope = finally.parent;
  unwind = finally.unwind;
  if (flow == Flow::Open)
    flow = emitRegion(op.getFinallyRegion());
  if (flow == Flow::Error)
    return flow;
  if (landing->hasNoPredecessors())
    return landing->erase(), flow;
  Position position(*this);
  Flow raised = emitHandler(op.getFinallyRegion(), landing, op);
  return raised == Flow::Error ? raised : flow;
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

Emitter::Flow Emitter::emitSpeculate(SpeculateOp op) {
  place(op.getLoc());
  auto variables = [&](ValueRange cells) {
    return llvm::map_to_vector(cells, [&](Value cell) { return values.lookup(cell); });
  };
  Block *end = newBlock(), *returned = newBlock(objectType), *generic = newBlock();
  python::SpeculateOp::create(b, loc, op.getUnit(), variables(op.getInputs()), variables(op.getOutputs()), end,
                              returned, generic, traced());
  std::optional<int64_t> before = current;
  startBlock(returned);
  if (emitExit(Exit::Return, returned->getArgument(0)) == Flow::Error)
    return Flow::Error;
  startBlock(generic, before);
  Flow flow = emitRegion(op.getBody());
  if (flow == Flow::Error)
    return flow;
  if (flow == Flow::Open)
    branch(end);
  startBlock(end);
  return Flow::Open;
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

Emitter::Flow Emitter::emitTerminator(Operation &op) {
  if (isa<YieldOp, ConditionOp>(op))
    return Flow::Open;
  if (auto result = dyn_cast<imperative::ReturnOp>(op)) {
    if (result.getValues().size() != 1)
      return result.emitOpError("of a generic function returns one value"), Flow::Error;
    return emitExit(Exit::Return, object(result.getValues()[0]));
  }
  if (isa<BreakOp>(op))
    return emitExit(Exit::Break, Value());
  if (isa<ContinueOp>(op))
    return emitExit(Exit::Continue, Value());
  place(op.getLoc());
  if (auto raise = dyn_cast<RaiseOp>(op)) {
    SmallVector<Value> operands = objects(raise.getOperands());
    return fail(raise.getCause() ? "raise_from" : "raise", operands, traced());
  }
  if (isa<ReraiseOp>(op))
    return emitReraise(unwind->target);
  return op.emitOpError("has no generic form"), Flow::Error;
}

Emitter::Scope *Emitter::findLoop() {
  Scope *found = scope;
  while (found->kind != Scope::Loop)
    found = found->parent;
  return found;
}

Emitter::Flow Emitter::emitExit(Exit exit, Value result) {
  Scope *loop = exit == Exit::Return ? nullptr : findLoop();
  for (Scope *crossed = scope; crossed != loop; crossed = crossed->parent) {
    if (crossed->kind == Scope::Handler)
      call("set_handled", crossed->handled);
    else if (crossed->kind == Scope::Finally)
      return emitFinallyCopy(crossed, exit, loop, result);
  }
  if (exit == Exit::Return)
    python::ReturnOp::create(b, loc, result);
  else
    branch(exit == Exit::Break ? loop->breakTo : loop->continueTo);
  return Flow::Closed;
}

Emitter::Flow Emitter::emitFinallyCopy(Scope *crossed, Exit exit, Scope *loop, Value result) {
  Block *&copy = crossed->copies[{unsigned(exit), loop}];
  bool isNew = !copy;
  if (isNew)
    copy = newBlock(result ? TypeRange(objectType) : TypeRange());
  branch(copy, result ? ValueRange(result) : ValueRange());
  if (!isNew)
    return Flow::Closed;
  Block *block = copy;
  Position position(*this);
  startBlock(block);
  scope = crossed->parent;
  unwind = crossed->unwind;
  Flow flow = emitRegion(*crossed->region);
  if (flow == Flow::Open)
    flow = emitExit(exit, result ? Value(block->getArgument(0)) : Value());
  return flow == Flow::Error ? flow : Flow::Closed;
}
