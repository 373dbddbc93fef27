//===- Transforms.h - what the passes do, as functions ----------*- C++ -*-===//

#ifndef JANUS_DIALECT_IMPERATIVE_TRANSFORMS_TRANSFORMS_H
#define JANUS_DIALECT_IMPERATIVE_TRANSFORMS_TRANSFORMS_H

#include "janus/Dialect/Imperative/IR/Imperative.h"

namespace janus::imperative {

/// Gives every region of `func` one exit: no break, continue, nested return or
/// loop else is left. Fails, with a remark and the function as it was, where an exit crosses
/// a try or an op that hands on values.
mlir::LogicalResult raiseEarlyExits(FuncOp func);

/// Whether a break, continue or return still ends a nested region of `func`, or a loop has an else.
bool hasEarlyExits(FuncOp func);

/// How many variables of a function became values, and how many stayed cells.
struct PromotedCells {
  unsigned promoted = 0, kept = 0;
};

/// Turns the variables of `func` into values where that is exact. Does nothing
/// to a function that has early exits.
PromotedCells promoteCells(FuncOp func);

/// Replaces loads of variables that nobody else has yet by what they hold, also of those that are captured later.
bool forwardLoads(FuncOp func);

} // namespace janus::imperative

#endif // JANUS_DIALECT_IMPERATIVE_TRANSFORMS_TRANSFORMS_H
