//===- Specialize.h - from dynamic to typed level, as functions -*- C++ -*-===//
//
// The steps that `imperative-specialize` repeats. Each says whether it changed
// anything, and each is a pass of its own too.
//
//===----------------------------------------------------------------------===//

#ifndef JANUS_DIALECT_IMPERATIVE_TRANSFORMS_SPECIALIZE_H
#define JANUS_DIALECT_IMPERATIVE_TRANSFORMS_SPECIALIZE_H

#include "janus/Analysis/TypeInference.h"
#include "janus/Analysis/World.h"
#include "mlir/IR/Builders.h"

namespace janus::imperative {

/// Turns an entry into the function it asks for: a copy of the callee that
/// takes the run-time arguments only. The entry is erased.
mlir::FailureOr<FuncOp> instantiateEntry(EntryOp entry);

/// Whether a function is the copy made for an entry.
bool isEntry(FuncOp function);

/// Whether gradients are recorded while the function runs.
bool recordsGradients(FuncOp function);

/// Gives every value the type that was inferred for it and puts constants in
/// the place of what is known; ops that only computed those go away.
mlir::FailureOr<bool> inferTypes(FuncOp function, World &world);

/// Rewrites ops whose meaning is settled by what is known of their operands:
/// reads of states, library calls with bound arguments, elements of tuples.
mlir::FailureOr<bool> resolveOps(FuncOp function, World &world);

/// Both, one after the other, on one run of the analysis.
mlir::FailureOr<bool> inferAndResolve(FuncOp function, World &world);

/// Puts the bodies of known user functions in the place of their calls.
bool inlineCalls(FuncOp function, World &world);

/// Makes values of the attributes that the function assigns to, as far as it is
/// clear what comes before. What is left of assignments is done at the end of
/// the call (`at_commit`).
bool promoteAttributes(FuncOp function, World &world);

/// Does while compiling what changes lists that are made in the function and
/// that nothing else can change.
bool promoteLists(FuncOp function);

/// Makes values of the elements of lists that loops append to and that this function alone has.
bool growLists(FuncOp function);

/// Unrolls loops over known sequences of at most `maxUnroll` items; over a range only where that gives at most `maxOps`
/// ops.
bool unrollLoops(FuncOp function, World &world, int64_t maxUnroll, int64_t maxOps);

/// Assumes the longer one of two branches that give values of no common native type.
bool assumeBranches(FuncOp function);

/// Makes `imperative.assume` of branches that only raise.
bool assumeNoRaise(FuncOp function);

/// Replaces each try statement by what it does when nothing is raised: body,
/// else, finally. Right where an exception means that the interpreter runs the
/// call again.
bool assumeNoException(FuncOp function);

/// Makes constants of the grad modes that context managers set. False where the
/// mode depends on which way was taken; the calls then stay.
bool resolveGradModes(FuncOp function);

/// Erases ops without a use that are known not to have an effect.
bool eraseDeadOps(FuncOp function);

/// Whether the op is of typed level: later steps compile it without the
/// interpreter. What decides is what is known of its operands and results.
bool isNative(mlir::Operation *op);

/// Whether values of typed level may have the type of this one where control flow joins.
bool hasNativeType(mlir::Value value);

/// The value of `constant` at the builder's place: a read where it is a state.
mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location loc, World &world, mlir::Attribute constant);

} // namespace janus::imperative

#endif // JANUS_DIALECT_IMPERATIVE_TRANSFORMS_SPECIALIZE_H
