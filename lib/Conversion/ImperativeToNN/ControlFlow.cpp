//===- ControlFlow.cpp - branches and loops -------------------------------===//
//
// A region is converted into a detached one, to see which storages it writes;
// then scf ops with the right results are built around it. Loops are converted
// until the set of storages they write, which must be carried, is known.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace janus;
using namespace janus::imperative;

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

/// Notes which tuples of a merged value may be arguments, as those of one branch are. A loop's, which are arguments if
/// nothing ran, are taken for new ones.
static void markArguments(PyValue &merged, const PyValue &branch) {
  merged.mayBeArgument |= merged.isSequence && (!branch.path.empty() || branch.mayBeArgument);
  for (auto [element, given] : llvm::zip(merged.elements, branch.elements))
    markArguments(element, given);
}

LogicalResult Functionalizer::convertIf(IfOp op) {
  Location loc = op.getLoc();
  FailureOr<PyValue> conditionValue = lookup(op.getCondition(), loc);
  FailureOr<Value> condition = failed(conditionValue) ? FailureOr<Value>(failure()) : truth(*conditionValue, loc);
  if (failed(condition))
    return failure();
  if (failed(readStatesInside(op)))
    return failure();
  Block *outer = builder.getInsertionBlock();
  Snapshot before = save();
  Region regions[2];
  SmallVector<Value> yielded[2];
  SmallVector<PyValue> values[2];
  SmallVector<Layout> known[2];
  Snapshot after[2];
  llvm::SetVector<Storage *> changed;
  ++depth;
  for (int i : {0, 1}) {
    Block &block = op->getRegion(i).front();
    auto yield = dyn_cast<YieldOp>(block.back());
    if (!yield)
      return refuse(block.back().getLoc(), block.back().getName().stripDialect() + " in a branch");
    builder.setInsertionPointToEnd(&regions[i].emplaceBlock());
    if (failed(convertBlock(block)))
      return failure();
    for (auto [operand, type] : llvm::zip(yield.getValues(), op.getResultTypes())) {
      FailureOr<PyValue> value = lookup(operand, yield.getLoc());
      if (failed(value) || failed(flatten(*value, type, yielded[i], yield.getLoc())))
        return failure();
      values[i].push_back(*value);
      known[i].push_back(layoutOf(*value, yield.getLoc()));
    }
    for (Storage *storage : changedSince(before))
      changed.insert(storage);
    after[i] = save();
    dropCaches(regions[i]);
    restore(before);
  }
  --depth;
  // The storages that either branch wrote come after the results.
  auto valueIn = [&](const Snapshot &snapshot, Storage *wanted) {
    for (auto [storage, saved] : llvm::zip(storages, snapshot.storages))
      if (storage.get() == wanted)
        return saved.value;
    return wanted->value;
  };
  for (int i : {0, 1}) {
    for (Storage *storage : changed)
      yielded[i].push_back(valueIn(after[i], storage));
    builder.setInsertionPointToEnd(&regions[i].front());
    scf::YieldOp::create(builder, loc, yielded[i]);
  }
  builder.setInsertionPointToEnd(outer);
  auto branch = scf::IfOp::create(builder, loc, ValueRange(yielded[0]).getTypes(), *condition, /*addThenBlock=*/false,
                                  /*addElseBlock=*/false);
  branch.getThenRegion().takeBody(regions[0]);
  branch.getElseRegion().takeBody(regions[1]);
  ValueRange results = branch.getResults();
  for (auto [index, result] : llvm::enumerate(op.getResults())) {
    const PyValue &first = values[0][index], &second = values[1][index];
    if (!sameConstants(first, second, result.getType()))
      return refuse(loc, "branches that give different constants");
    FailureOr<PyValue> merged = unflatten(result.getType(), results, &first, loc);
    if (failed(merged))
      return failure();
    // Both branches may hand on one and the same tensor, or argument.
    if ((first.tensor && first.tensor == second.tensor) || (!first.path.empty() && first.path == second.path)) {
      environment[result] = first;
      continue;
    }
    freeze(first);
    freeze(second);
    describeMerged(*merged, mayBeWorld(first) || mayBeWorld(second), std::max(known[0][index], known[1][index]));
    markArguments(*merged, first);
    markArguments(*merged, second);
    environment[result] = *merged;
  }
  takeResults(changed.getArrayRef(), results);
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// What a loop carries besides its own numbers: the op's carried values, and the
/// storages that it writes.
struct Carried {
  SmallVector<PyValue> inits;
  SmallVector<Type> types;
  SmallVector<bool> isSame;  // the value is the initial tensor object throughout
  SmallVector<bool> isWorld; // it may be a tensor that was there before the call
  llvm::SetVector<Storage *> written;
};
} // namespace

/// Shared by loops: the types of what is carried.
static SmallVector<Type> typesOf(ArrayRef<Value> values) {
  return llvm::map_to_vector(values, [](Value value) { return value.getType(); });
}

/// Notes the condition under which what a loop carries comes from its body.
static void ownIf(PyValue &value, Value ran) {
  if (value.tensor)
    value.tensor->storage->ownIf = ran;
  for (PyValue &element : value.elements)
    ownIf(element, ran);
}

LogicalResult Functionalizer::convertLoop(Operation *op, ValueRange inits, LoopBody convertBody, LoopBuild build,
                                          Value ran) {
  Location loc = op->getLoc();
  if (failed(readStatesInside(op)))
    return failure();
  Carried carried;
  SmallVector<Layout> known;
  for (auto [init, result] : llvm::zip(inits, op->getResults())) {
    FailureOr<PyValue> value = lookup(init, loc);
    if (failed(value))
      return failure();
    carried.inits.push_back(*value);
    carried.types.push_back(result.getType());
    carried.isSame.push_back(value->tensor != nullptr);
    known.push_back(layoutOf(*value, loc));
    carried.isWorld.push_back(mayBeWorld(*value));
  }
  Block *outer = builder.getInsertionBlock();
  // Convert until nothing new is known to be carried.
  while (true) {
    SmallVector<Value> initial;
    for (auto [init, type, same] : llvm::zip(carried.inits, carried.types, carried.isSame)) {
      if (same)
        continue;
      freeze(init);
      if (failed(flatten(init, type, initial, loc)))
        return failure();
    }
    for (Storage *storage : carried.written)
      initial.push_back(storage->value);
    Snapshot before = save();
    size_t tensorCount = tensors.size(), storageCount = storages.size(), keepCount = keeps.size();
    SmallVector<Type> types = typesOf(initial);

    // What a block with `arguments` starts from.
    auto enter = [&](ValueRange arguments, SmallVectorImpl<PyValue> &values) -> LogicalResult {
      values.clear();
      for (auto [init, type, same, layout, world] :
           llvm::zip(carried.inits, carried.types, carried.isSame, known, carried.isWorld)) {
        if (same) {
          values.push_back(init);
          continue;
        }
        FailureOr<PyValue> value = unflatten(type, arguments, &init, loc);
        if (failed(value))
          return failure();
        describeMerged(*value, world, layout);
        values.push_back(*value);
      }
      for (auto [storage, value] : llvm::zip(carried.written, arguments)) {
        storage->value = value;
        ++storage->writes;
      }
      return success();
    };
    // What a block that ends with `values` hands on; notes what is not the same.
    bool again = false;
    SmallVector<bool> givesWorld(carried.inits.size(), false);
    auto leave = [&](ArrayRef<PyValue> values, SmallVectorImpl<Value> &next) -> LogicalResult {
      for (size_t i = 0; i < values.size(); ++i) {
        if (carried.isSame[i] && values[i].tensor != carried.inits[i].tensor) {
          carried.isSame[i] = false;
          again = true;
        }
        if (Layout layout = layoutOf(values[i], loc); !carried.isSame[i] && layout > known[i]) {
          known[i] = layout;
          again = true;
        }
        bool world = !carried.isSame[i] && mayBeWorld(values[i]);
        givesWorld[i] = givesWorld[i] || world;
        if (world && !carried.isWorld[i])
          again = carried.isWorld[i] = true;
        if (!carried.isSame[i] && !sameConstants(values[i], carried.inits[i], carried.types[i]))
          return refuse(loc, "a loop that changes a constant");
      }
      for (Storage *storage : changedSince(before))
        again |= carried.written.insert(storage);
      if (again)
        return success();
      for (size_t i = 0; i < values.size(); ++i) {
        if (carried.isSame[i])
          continue;
        freeze(values[i]);
        if (failed(flatten(values[i], carried.types[i], next, loc)))
          return failure();
      }
      for (Storage *storage : carried.written)
        next.push_back(storage->value);
      return success();
    };
    ++depth;
    SmallVector<std::unique_ptr<Region>> regions;
    LogicalResult converted = convertBody(regions, types, enter, leave, again);
    --depth;
    auto dropReferences = [&] {
      for (std::unique_ptr<Region> &region : regions)
        region->dropAllReferences();
    };
    if (failed(converted)) {
      // Handles may be about ops of inner regions that are gone: nobody may look at them any more.
      dropReferences();
      return failure();
    }
    for (std::unique_ptr<Region> &region : regions)
      dropCaches(*region);
    restore(before);
    if (again) {
      // Handles made inside go away with the ops that they are about.
      tensors.resize(tensorCount);
      storages.resize(storageCount);
      keeps.erase(keeps.begin() + keepCount, keeps.end());
      dropReferences();
      builder.setInsertionPointToEnd(outer);
      continue;
    }
    builder.setInsertionPointToEnd(outer);
    ValueRange results = build(regions, initial);
    for (size_t i = 0; i < carried.inits.size(); ++i) {
      if (carried.isSame[i]) {
        environment[op->getResult(i)] = carried.inits[i];
        continue;
      }
      FailureOr<PyValue> value = unflatten(carried.types[i], results, &carried.inits[i], loc);
      if (failed(value))
        return failure();
      // What no iteration made is there only if there was none.
      bool fromBody = ran && !givesWorld[i];
      describeMerged(*value, carried.isWorld[i] && !(fromBody && matchPattern(ran, m_One())), known[i]);
      if (fromBody && depth == 0)
        ownIf(*value, ran);
      environment[op->getResult(i)] = *value;
    }
    takeResults(carried.written.getArrayRef(), results);
    leaveLoop(keepCount, carried.written.getArrayRef());
    return success();
  }
}

/// Binds a block's arguments from `first` on to Python values.
static void bindArguments(llvm::DenseMap<Value, PyValue> &environment, Block &block, unsigned first,
                          ArrayRef<PyValue> values) {
  for (auto [index, value] : llvm::enumerate(values))
    environment[block.getArgument(first + index)] = value;
}

LogicalResult Functionalizer::lookupAll(ValueRange values, Location loc, SmallVectorImpl<PyValue> &result) {
  for (Value value : values) {
    FailureOr<PyValue> found = lookup(value, loc);
    if (failed(found))
      return failure();
    result.push_back(*found);
  }
  return success();
}

LogicalResult Functionalizer::convertFor(ForOp op) {
  Location loc = op.getLoc();
  FailureOr<PyValue> range = lookup(op.getIterable(), loc);
  if (failed(range))
    return failure();
  // Over anything but a range the numbers of the items are counted.
  int64_t step = 1;
  FailureOr<Value> start = failure(), stop = failure();
  if (range->isRange) {
    auto stepAttr = dyn_cast_or_null<IntegerAttr>(range->elements[2].constant);
    start = number(range->elements[0], loc);
    stop = number(range->elements[1], loc);
    if (!stepAttr || stepAttr.getValue().isZero())
      return refuse(loc, "a range whose step is not known");
    step = stepAttr.getInt();
  } else {
    start = Value(arith::ConstantIntOp::create(builder, loc, 0, 64));
    stop = itemCount(*range, loc);
  }
  if (failed(start) || failed(stop))
    return failure();
  Block &body = op.getBody().front();
  Type i64 = builder.getI64Type();
  Value stepValue = arith::ConstantIntOp::create(builder, loc, step, 64);
  Value going = arith::ConstantIntOp::create(builder, loc, 1, 1);
  bool counted = !op.getGoOn() && step > 0;

  // The body: (item[, go on], carried...).
  auto convertBody = [&](SmallVectorImpl<std::unique_ptr<Region>> &regions, ArrayRef<Type> types, LoopEnter enter,
                         LoopLeave leave, bool &again) -> LogicalResult {
    Region &region = *regions.emplace_back(std::make_unique<Region>());
    Block &block = region.emplaceBlock();
    Value item = block.addArgument(i64, loc);
    Value goOn;
    if (!counted)
      goOn = block.addArgument(builder.getI1Type(), loc);
    for (Type type : types)
      block.addArgument(type, loc);
    builder.setInsertionPointToEnd(&block);
    SmallVector<PyValue> values;
    if (failed(enter(block.getArguments().drop_front(counted ? 1 : 2), values)))
      return failure();
    FailureOr<PyValue> current = PyValue();
    current->scalar = item;
    if (!range->isRange && failed(current = itemAt(*range, item, loc)))
      return failure();
    environment[body.getArgument(0)] = *current;
    bindArguments(environment, body, 1, values);
    if (failed(convertBlock(body)))
      return failure();
    if (!isa<YieldOp, ConditionOp>(body.back()))
      return refuse(body.back().getLoc(), body.back().getName().stripDialect() + " in a loop");
    SmallVector<PyValue> last;
    SmallVector<Value> next;
    if (!counted) {
      next.push_back(arith::AddIOp::create(builder, loc, item, stepValue));
      next.push_back(going);
      if (op.getGoOn()) {
        FailureOr<PyValue> condition = lookup(op.getGoOn(), loc);
        FailureOr<Value> value = failed(condition) ? FailureOr<Value>(failure()) : truth(*condition, loc);
        if (failed(value))
          return failure();
        next.back() = *value;
      }
    }
    if (failed(lookupAll(op.getNextCarried(), loc, last)) || failed(leave(last, next)))
      return failure();
    if (!again)
      scf::YieldOp::create(builder, loc, next);
    return success();
  };

  auto buildCounted = [&](ArrayRef<std::unique_ptr<Region>> regions, ArrayRef<Value> initial) -> ValueRange {
    auto loop = scf::ForOp::create(builder, loc, *start, *stop, stepValue, initial);
    loop.getRegion().takeBody(*regions.front());
    return loop.getResults();
  };
  auto buildGeneral = [&](ArrayRef<std::unique_ptr<Region>> regions, ArrayRef<Value> initial) -> ValueRange {
    SmallVector<Value> inits = {*start, going};
    inits.append(initial.begin(), initial.end());
    auto loop = scf::WhileOp::create(builder, loc, typesOf(inits), inits);
    Block *before =
        builder.createBlock(&loop.getBefore(), {}, typesOf(inits), SmallVector<Location>(inits.size(), loc));
    auto predicate = step > 0 ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt;
    Value inside = arith::CmpIOp::create(builder, loc, predicate, before->getArgument(0), *stop);
    Value condition = arith::AndIOp::create(builder, loc, inside, before->getArgument(1));
    scf::ConditionOp::create(builder, loc, condition, before->getArguments());
    loop.getAfter().takeBody(*regions.front());
    builder.setInsertionPointAfter(loop);
    return loop.getResults().drop_front(2);
  };
  // The last item plus the step must not wrap around.
  if (!counted && range->isRange && !matchPattern(*stop, m_Constant())) {
    Value margin = arith::ConstantIntOp::create(builder, loc, step > 0 ? INT64_MAX - step : INT64_MIN - step, 64);
    auto predicate = step > 0 ? arith::CmpIPredicate::sle : arith::CmpIPredicate::sge;
    assume(arith::CmpIOp::create(builder, loc, predicate, *stop, margin), "a range ends inside 64 bits", loc);
  }
  auto inside = step > 0 ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt;
  Value ran = builder.createOrFold<arith::CmpIOp>(loc, inside, *start, *stop);
  if (counted)
    return convertLoop(op, op.getInits(), convertBody, buildCounted, ran);
  return convertLoop(op, op.getInits(), convertBody, buildGeneral, ran);
}

LogicalResult Functionalizer::convertWhile(WhileOp op) {
  Location loc = op.getLoc();
  Block &conditionBlock = op.getConditionRegion().front(), &body = op.getBody().front();
  auto conditionOp = dyn_cast<ConditionOp>(conditionBlock.back());
  auto yield = dyn_cast<YieldOp>(body.back());
  if (!conditionOp || !yield)
    return refuse(loc, "a while loop that does not end in its condition");
  auto convertBody = [&](SmallVectorImpl<std::unique_ptr<Region>> &regions, ArrayRef<Type> types, LoopEnter enter,
                         LoopLeave leave, bool &again) -> LogicalResult {
    SmallVector<PyValue> values;
    for (bool isBody : {false, true}) {
      Block &source = isBody ? body : conditionBlock;
      Region &region = *regions.emplace_back(std::make_unique<Region>());
      Block &block = region.emplaceBlock();
      block.addArguments(types, SmallVector<Location>(types.size(), loc));
      builder.setInsertionPointToEnd(&block);
      if (failed(enter(block.getArguments(), values)))
        return failure();
      bindArguments(environment, source, 0, values);
      if (failed(convertBlock(source)))
        return failure();
      SmallVector<PyValue> last;
      SmallVector<Value> next;
      if (failed(lookupAll(isBody ? yield.getValues() : conditionOp.getValues(), loc, last)) ||
          failed(leave(last, next)))
        return failure();
      if (isBody) {
        if (!again)
          scf::YieldOp::create(builder, loc, next);
        continue;
      }
      FailureOr<PyValue> condition = lookup(conditionOp.getCondition(), loc);
      FailureOr<Value> holds = failed(condition) ? FailureOr<Value>(failure()) : truth(*condition, loc);
      if (failed(holds))
        return failure();
      if (!again)
        scf::ConditionOp::create(builder, loc, *holds, next);
    }
    return success();
  };
  auto build = [&](ArrayRef<std::unique_ptr<Region>> regions, ArrayRef<Value> initial) -> ValueRange {
    auto loop = scf::WhileOp::create(builder, loc, typesOf(initial), initial);
    loop.getBefore().takeBody(*regions[0]);
    loop.getAfter().takeBody(*regions[1]);
    return loop.getResults();
  };
  return convertLoop(op, op.getInits(), convertBody, build);
}
