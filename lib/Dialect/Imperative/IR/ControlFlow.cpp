//===- ControlFlow.cpp - where control goes between regions ---------------===//
//
// The region branch interface of if, while, for and try. `break`, `continue`,
// `return` and `raise` have no successor here: the function must have been
// through `imperative-raise-early-exits` before an analysis is right about it.
//
//===----------------------------------------------------------------------===//

#include "janus/Dialect/Imperative/IR/Imperative.h"

using namespace mlir;
using namespace janus::imperative;

/// Whether the branch point is the end of `region`.
static bool isEndOf(RegionBranchPoint point, Region &region) {
  Operation *terminator = point.getTerminatorPredecessorOrNull();
  return terminator && terminator->getParentRegion() == &region;
}

/// A `return` inside leaves the function, not the op around it.
static bool leavesFunction(RegionBranchPoint point) {
  return isa_and_nonnull<ReturnOp>(point.getTerminatorPredecessorOrNull());
}

static bool compatible(Type from, Type to) { return refines(from, to); }

bool IfOp::areTypesCompatible(Type from, Type to) { return compatible(from, to); }
bool WhileOp::areTypesCompatible(Type from, Type to) { return compatible(from, to); }
bool ForOp::areTypesCompatible(Type from, Type to) { return compatible(from, to); }
bool TryOp::areTypesCompatible(Type from, Type to) { return compatible(from, to); }

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

void IfOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (leavesFunction(point))
    return;
  if (!point.isParent()) {
    regions.emplace_back(getOperation(), getResults());
    return;
  }
  regions.emplace_back(&getThenRegion());
  regions.emplace_back(&getElseRegion());
}

void IfOp::getEntrySuccessorRegions(ArrayRef<Attribute> operands, SmallVectorImpl<RegionSuccessor> &regions) {
  auto condition = dyn_cast_or_null<BoolAttr>(operands.front());
  if (!condition || condition.getValue())
    regions.emplace_back(&getThenRegion());
  if (!condition || !condition.getValue())
    regions.emplace_back(&getElseRegion());
}

void IfOp::getRegionInvocationBounds(ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  auto condition = dyn_cast_or_null<BoolAttr>(operands.front());
  for (bool taken : {true, false}) {
    unsigned lower = condition && condition.getValue() == taken;
    unsigned upper = !condition || condition.getValue() == taken;
    bounds.emplace_back(lower, upper);
  }
}

//===----------------------------------------------------------------------===//
// while and for
//===----------------------------------------------------------------------===//

OperandRange WhileOp::getEntrySuccessorOperands(RegionSuccessor) { return getInits(); }

void WhileOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (leavesFunction(point))
    return;
  if (point.isParent() || isEndOf(point, getBody())) {
    regions.emplace_back(&getConditionRegion(), getConditionRegion().getArguments());
    return;
  }
  if (isEndOf(point, getConditionRegion())) {
    regions.emplace_back(&getBody(), getBody().getArguments());
    // A loop with an else carries no values (verified), so where else ends is of no matter here.
    if (!getElseRegion().empty())
      regions.emplace_back(&getElseRegion());
    regions.emplace_back(getOperation(), getResults());
  }
}

OperandRange ForOp::getEntrySuccessorOperands(RegionSuccessor) { return getInits(); }

void ForOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (leavesFunction(point) || isEndOf(point, getElseRegion()))
    return;
  regions.emplace_back(&getBody(), getBody().getArguments().drop_front());
  if (!getElseRegion().empty())
    regions.emplace_back(&getElseRegion());
  regions.emplace_back(getOperation(), getResults());
}

MutableOperandRange ConditionOp::getMutableSuccessorOperands(RegionSuccessor) { return getValuesMutable(); }

//===----------------------------------------------------------------------===//
// try
//===----------------------------------------------------------------------===//

void TryOp::getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (leavesFunction(point))
    return;
  if (point.isParent()) {
    // Anything in the body may raise, so that the handler is reached from wherever the body is.
    regions.emplace_back(&getBody());
    if (!getHandler().empty())
      regions.emplace_back(&getHandler());
    if (!getFinallyRegion().empty())
      regions.emplace_back(&getFinallyRegion());
    return;
  }
  bool atEnd = isEndOf(point, getFinallyRegion());
  if (isEndOf(point, getBody()) && !getElseRegion().empty())
    regions.emplace_back(&getElseRegion());
  else if (!atEnd && !getFinallyRegion().empty())
    regions.emplace_back(&getFinallyRegion());
  else
    regions.emplace_back(getOperation(), (*this)->getResults());
}
