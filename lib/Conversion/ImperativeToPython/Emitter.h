//===- Emitter.h - one generic function to blocks ---------------*- C++ -*-===//

#ifndef JANUS_LIB_CONVERSION_IMPERATIVETOPYTHON_EMITTER_H
#define JANUS_LIB_CONVERSION_IMPERATIVETOPYTHON_EMITTER_H

#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Python/IR/Python.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <optional>

namespace janus {

/// Walks a generic function once and writes its blocks. A region that several
/// ways out run (a `finally`) is walked once for each.
class Emitter {
public:
  Emitter(imperative::FuncOp func, python::BodyOp body);

  /// Writes the whole body.
  mlir::LogicalResult emitFunction();

private:
  /// Whether control goes on behind what was emitted.
  enum class Flow { Open, Closed, Error };

  /// Where an exception goes.
  struct Unwind {
    /// For an exception that has been in this frame before.
    mlir::Block *target;
    /// For one that enters it: adds the frame to its traceback first. Made when needed.
    mlir::Block *traced = nullptr;
  };

  /// A way out of a structure.
  enum class Exit { Return, Break, Continue };

  /// A structure around the place being emitted that exits have to mind.
  struct Scope {
    enum Kind { Loop, Handler, Finally };
    Scope(Kind kind, Scope *parent) : kind(kind), parent(parent) {}
    Kind kind;
    Scope *parent;
    /// Loop.
    mlir::Block *breakTo = nullptr;
    mlir::Block *continueTo = nullptr;
    /// Handler: what was handled before, and, if it is not the program's own, the instruction that raised.
    mlir::Value handled;
    mlir::Value raisedAt;
    /// Finally: what to run, where its exceptions go, and its copies so far.
    mlir::Region *region = nullptr;
    Unwind *unwind = nullptr;
    llvm::DenseMap<std::pair<unsigned, Scope *>, mlir::Block *> copies;
  };

  // Emitter.cpp: blocks, values, places.

  mlir::Block *newBlock(mlir::TypeRange arguments = {});
  /// Goes on at the end of a block. `instruction` is what the frame is at there, if that is known.
  void startBlock(mlir::Block *block, std::optional<int64_t> instruction = std::nullopt);
  void branch(mlir::Block *target, mlir::ValueRange values = {});
  /// Where an exception that enters the frame here goes.
  mlir::Block *traced();
  Unwind *newUnwind(mlir::Block *target);
  /// Puts the frame at the instruction of a location, if it is not there.
  void place(mlir::Location loc);
  /// The value of an old one, as an object.
  mlir::Value object(mlir::Value old);
  llvm::SmallVector<mlir::Value> objects(mlir::ValueRange old);
  /// The value of an old one that is a condition.
  mlir::Value condition(mlir::Value old);
  /// The value of an old one, as its own type asks.
  mlir::Value value(mlir::Value old);
  mlir::Value constantObject(imperative::ConstantOp op);
  mlir::Value singleton(python::Singleton which);
  mlir::Value negate(mlir::Value condition);
  /// A call that can fail; its results, of which `Objects` give as many as asked for.
  llvm::SmallVector<mlir::Value> invoke(llvm::StringRef callee, mlir::ValueRange operands,
                                        llvm::ArrayRef<llvm::StringRef> names = {},
                                        llvm::ArrayRef<int32_t> numbers = {}, unsigned numObjects = 0);
  /// A call that always fails.
  Flow fail(llvm::StringRef callee, mlir::ValueRange operands, mlir::Block *unwind);
  /// A call that cannot fail.
  mlir::Value call(llvm::StringRef callee, mlir::ValueRange operands = {});

  // Expressions.cpp, Calls.cpp: straight-line ops.

  Flow emitOp(mlir::Operation &op);
  mlir::LogicalResult emitSimple(mlir::Operation &op);
  mlir::LogicalResult emitExpression(mlir::Operation &op);
  mlir::LogicalResult emitVariable(mlir::Operation &op);
  void emitLoad(imperative::LoadOp op);
  void emitUnary(imperative::UnaryOp op);
  void emitCompare(imperative::CompareOp op);
  mlir::Value truth(mlir::Value old);
  void emitFormat(imperative::FormatOp op);
  void emitUnpack(imperative::UnpackOp op);
  void emitTuple(imperative::BuildTupleOp op);
  void emitSet(imperative::BuildSetOp op);
  void emitDict(imperative::BuildDictOp op);
  /// A list of elements of which some are unpacked.
  mlir::Value buildList(mlir::ValueRange elements, std::optional<llvm::ArrayRef<bool>> starred);
  /// The block that raises for an unbound variable.
  mlir::Block *unboundBlock(mlir::Value cell);
  void emitGetAttr(imperative::GetAttrOp op);
  void emitInplace(imperative::InplaceOp op);
  mlir::LogicalResult emitCall(imperative::CallOp op);
  void emitStarCall(imperative::CallOp op);
  mlir::Value positionalArguments(imperative::CallOp op);
  mlir::Value keywordArguments(imperative::CallOp op, mlir::Value callee);
  void emitClosure(imperative::MakeClosureOp op);

  // ControlFlow.cpp.

  /// Emits a region of one block; `yielded` are the values it hands on.
  Flow emitRegion(mlir::Region &region, llvm::SmallVectorImpl<mlir::Value> &yielded);
  Flow emitRegion(mlir::Region &region);
  Flow emitIf(imperative::IfOp op);
  Flow emitWhile(imperative::WhileOp op);
  Flow emitFor(imperative::ForOp op);
  Flow emitLoopBody(mlir::Region &body, mlir::Block *latch, mlir::Block *end, mlir::Block *head, mlir::Location loc);
  Flow emitLoopEnd(mlir::Region &elseRegion, mlir::Block *exhausted, mlir::Block *end);
  /// Goes on at `end`, where the flow before comes to as well if it is open.
  Flow emitEnd(Flow flow, mlir::Block *end);
  Flow emitTry(imperative::TryOp op);
  Flow emitProtected(imperative::TryOp op);
  Flow emitHandler(mlir::Region &region, mlir::Block *landing, imperative::TryOp op);
  /// Raises the handled exception again, which has been in this frame before.
  Flow emitReraise(mlir::Block *target);
  Flow emitSpeculate(imperative::SpeculateOp op);
  Flow emitTerminator(mlir::Operation &op);
  Flow emitExit(Exit exit, mlir::Value result);
  Flow emitFinallyCopy(Scope *scope, Exit exit, Scope *loop, mlir::Value result);
  /// The innermost loop around the place being emitted.
  Scope *findLoop();

  /// What emitting a copy elsewhere must put back.
  struct Position;

  imperative::FuncOp func;
  mlir::Region &blocks;
  mlir::OpBuilder b;
  mlir::Location loc;
  mlir::Type objectType;
  mlir::IRMapping values;
  std::deque<Unwind> unwinds;
  llvm::DenseMap<std::pair<mlir::Value, Unwind *>, mlir::Block *> unboundBlocks;
  /// For a method that is only called: the function and the object.
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, mlir::Value>> methods;
  Unwind *unwind = nullptr;
  Scope *scope = nullptr;
  /// Offsets of instructions by line and column, and of the first of each line.
  llvm::DenseMap<std::pair<unsigned, unsigned>, int64_t> instructions;
  llvm::DenseMap<unsigned, int64_t> lines;
  std::optional<int64_t> current;
};

} // namespace janus

#endif // JANUS_LIB_CONVERSION_IMPERATIVETOPYTHON_EMITTER_H
