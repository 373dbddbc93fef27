//===- AdjointControlFlow.cpp - adjoints of scf.if and scf.for ------------===//
//
// The adjoint of a branch is a branch on the same condition, that of a loop a
// loop with the same trip count that runs backwards. Both return the adjoints
// of the active values that the primal regions use from outside. Adjoint code
// is emitted as if it stood in the primal region, and what it uses of that
// region is taped afterwards (Tape.cpp), so that only that is taped.
//
//===----------------------------------------------------------------------===//

#include "AdjointEmitter.h"
#include "Tape.h"
#include "janus/Dialect/NN/Derivatives/Builders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace janus;
using namespace janus::nn;
using namespace mlir;

LogicalResult AdjointEmitter::emitBranch(Block &branch, Block &into, ValueRange resultAdjoints,
                                         ArrayRef<Value> captured) {
  Operation *yield = branch.getTerminator();
  OpBuilder inner = OpBuilder::atBlockEnd(&into);
  AdjointEmitter emitter(inner, flow);
  for (auto [value, adjoint] : llvm::zip_equal(yield->getOperands(), resultAdjoints))
    emitter.accumulate(value, adjoint, yield->getLoc());
  if (failed(emitter.emitBlock(branch, nullptr)))
    return failure();
  SmallVector<Value> contributions;
  for (Value value : captured)
    contributions.push_back(emitter.lookupOrZero(value, yield->getLoc()));
  scf::YieldOp::create(inner, yield->getLoc(), contributions);
  return success();
}

LogicalResult AdjointEmitter::emitIf(scf::IfOp op, ValueRange resultAdjoints) {
  SmallVector<Value> captured = activeCaptures(op);
  if (captured.empty())
    return success();
  Location loc = op.getLoc();
  auto adjoint =
      scf::IfOp::create(builder, loc, ValueRange(captured).getTypes(), op.getCondition(), /*addThenBlock=*/true,
                        /*addElseBlock=*/true);
  if (failed(emitBranch(*op.thenBlock(), *adjoint.thenBlock(), resultAdjoints, captured)) ||
      failed(emitBranch(*op.elseBlock(), *adjoint.elseBlock(), resultAdjoints, captured)))
    return failure();
  scf::IfOp taped = tapeBranches(op, adjoint);
  if (taped != op) {
    replaceResults(SmallVector<Value>(op.getResults()), taped);
    op.erase();
  }
  for (auto [value, contribution] : llvm::zip(captured, adjoint.getResults()))
    accumulate(value, contribution, loc);
  return success();
}

/// How often `op` runs, as an index.
static Value buildTripCount(OpBuilder &b, scf::ForOp op) {
  Location loc = op.getLoc();
  if (std::optional<APInt> count = op.getStaticTripCount())
    return arith::ConstantIndexOp::create(b, loc, count->getSExtValue());
  Value distance = arith::SubIOp::create(b, loc, op.getUpperBound(), op.getLowerBound());
  Value count = arith::CeilDivSIOp::create(b, loc, distance, op.getStep());
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(count.getType()));
  count = arith::MaxSIOp::create(b, loc, count, zero);
  if (!count.getType().isIndex())
    count = arith::IndexCastOp::create(b, loc, b.getIndexType(), count);
  return count;
}

/// The induction variable of `op` in its iteration number `iteration`.
static Value buildInductionVar(OpBuilder &b, scf::ForOp op, Value iteration) {
  Location loc = op.getLoc();
  Type type = op.getInductionVar().getType();
  if (!type.isIndex())
    iteration = arith::IndexCastOp::create(b, loc, type, iteration);
  Value offset = arith::MulIOp::create(b, loc, iteration, op.getStep());
  return arith::AddIOp::create(b, loc, op.getLowerBound(), offset);
}

LogicalResult AdjointEmitter::emitFor(scf::ForOp op, ValueRange resultAdjoints) {
  if (op.getUnsignedCmp())
    return op.emitOpError("has no derivative with unsigned bounds");
  Location loc = op.getLoc();
  SmallVector<Value> captured = activeCaptures(op);

  // The reverse loop carries the adjoints of what the primal one carries, then
  // the sums over the iterations for what it captures.
  SmallVector<unsigned> carried;
  SmallVector<Value> inits;
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    if (!flow.isActive(result) && !flow.isActive(op.getRegionIterArg(i)))
      continue;
    carried.push_back(i);
    inits.push_back(resultAdjoints[i] ? resultAdjoints[i] : buildZeroLike(builder, loc, result));
  }
  // The trip count must dominate the primal loop too, where the tape is made.
  OpBuilder before(op);
  Value tripCount = buildTripCount(before, op);
  Value zero = arith::ConstantIndexOp::create(before, loc, 0);
  Value one = arith::ConstantIndexOp::create(before, loc, 1);
  for (Value value : captured)
    inits.push_back(buildZeroLike(builder, loc, value));

  auto adjoint = scf::ForOp::create(builder, loc, zero, tripCount, one, inits);
  OpBuilder inner = OpBuilder::atBlockBegin(adjoint.getBody());
  Value last = arith::SubIOp::create(inner, loc, tripCount, one);
  Value iteration = arith::SubIOp::create(inner, loc, last, adjoint.getInductionVar());
  Value inductionVar = buildInductionVar(inner, op, iteration);

  AdjointEmitter emitter(inner, flow);
  Operation *yield = op.getBody()->getTerminator();
  for (auto [position, i] : llvm::enumerate(carried))
    emitter.accumulate(yield->getOperand(i), adjoint.getRegionIterArg(position), yield->getLoc());
  if (failed(emitter.emitBlock(*op.getBody(), nullptr)))
    return failure();
  SmallVector<Value> yielded;
  for (unsigned i : carried)
    yielded.push_back(emitter.lookupOrZero(op.getRegionIterArg(i), loc));
  for (auto [sum, value] : llvm::zip(adjoint.getRegionIterArgs().drop_front(carried.size()), captured)) {
    Value contribution = emitter.lookup(value);
    yielded.push_back(contribution ? buildAdd(inner, loc, sum, contribution) : sum);
  }
  scf::YieldOp::create(inner, loc, yielded);

  SmallVector<Value> results(op.getResults());
  FailureOr<scf::ForOp> taped = tapeLoop(op, adjoint, tripCount, iteration, inductionVar);
  if (failed(taped))
    return failure();
  if (*taped != op)
    replaceResults(results, *taped);
  SmallVector<Value> initial(taped->getInitArgs());
  for (auto [position, i] : llvm::enumerate(carried))
    accumulate(initial[i], adjoint.getResult(position), loc);
  for (auto [position, value] : llvm::enumerate(captured))
    accumulate(value, adjoint.getResult(carried.size() + position), loc);
  return success();
}
