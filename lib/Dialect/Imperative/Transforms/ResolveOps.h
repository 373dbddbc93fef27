//===- ResolveOps.h - the rewriter behind imperative-resolve-ops *- C++ -*-===//

#ifndef JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_RESOLVEOPS_H
#define JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_RESOLVEOPS_H

#include "janus/Dialect/Imperative/Transforms/Specialize.h"

namespace janus::library {
struct Function;
} // namespace janus::library

namespace janus::imperative {

/// Rewrites the ops of one function, on one run of the analysis.
class Resolver {
public:
  Resolver(FuncOp function, Evaluator &evaluator, mlir::DataFlowSolver &solver);

  bool run();

private:
  /// Each gives the values that replace the op's results, or none where the
  /// op stays.
  llvm::SmallVector<mlir::Value> resolve(mlir::Operation *op);
  mlir::Value resolveGlobal(GetGlobalOp op);
  mlir::Value resolveAttribute(GetAttrOp op);
  mlir::Value resolveItem(GetItemOp op);
  mlir::Value resolveSetItem(SetItemOp op);
  llvm::SmallVector<mlir::Value> resolveUnpack(UnpackOp op);
  llvm::SmallVector<mlir::Value> unpackTensor(UnpackOp op);
  mlir::Value resolveBinary(BinaryOp op);
  mlir::Value resolveRepeat(BinaryOp op);
  mlir::Value resolveTruth(TruthOp op);
  mlir::Value resolveStarred(mlir::Operation *op, mlir::DenseBoolArrayAttr starred);
  mlir::Value resolveCall(CallOp op);
  mlir::Value resolveBuiltin(CallOp op, llvm::StringRef name, mlir::ValueRange arguments);
  mlir::Value resolveExtreme(mlir::Location loc, llvm::StringRef name, mlir::ValueRange arguments);
  mlir::Value resolveDictMethod(CallOp op, llvm::StringRef name, mlir::ValueRange arguments);
  mlir::Value resolveCompare(CompareOp op);
  mlir::Value compareTuples(CompareOp op);
  mlir::Value unzip(CallOp op);
  mlir::Value expandUnpacked(CallOp op);
  mlir::Value resolveLstm(mlir::Location loc, mlir::ValueRange arguments);

  mlir::Value bindAndCall(mlir::Location loc, llvm::StringRef name, mlir::ValueRange arguments,
                          llvm::ArrayRef<llvm::StringRef> names);
  /// A call of the table's entry; null where its result is not known.
  mlir::Value callLibrary(mlir::Location loc, const library::Function *function, mlir::ValueRange operands);
  mlir::Value callLibrary(mlir::Location loc, llvm::StringRef name, mlir::ValueRange operands);
  /// A binary operator or comparison on tensors, reflected where only the operand at the right is one.
  mlir::Value callOperator(mlir::Operation *op, llvm::StringRef kind);
  mlir::Value callUnlisted(mlir::Location loc, llvm::StringRef name, mlir::ValueRange operands, mlir::Type type);
  /// The elements of a tuple or list as values, where they are known.
  std::optional<llvm::SmallVector<mlir::Value>> getElementValues(mlir::Location loc, mlir::Value sequence);
  /// The entries of a dict whose keys are constants, in order: one of the world,
  /// or one made here that is only read.
  std::optional<llvm::SmallVector<std::pair<mlir::Attribute, mlir::Value>>> getEntries(mlir::Location loc,
                                                                                       mlir::Value dict);
  mlir::Value buildTuple(mlir::Location loc, mlir::ValueRange elements);
  mlir::Value buildList(mlir::Location loc, mlir::ValueRange elements);
  mlir::Value constant(mlir::Location loc, mlir::Attribute value) { return materialize(builder, loc, world, value); }
  Knowledge known(mlir::Value value);
  void erase(mlir::Operation *op);

  FuncOp function;
  Evaluator &evaluator;
  World &world;
  mlir::OpBuilder builder;
  // The analysis names values by address, and a new op may get that of one
  // that was erased; so what it found is copied, and forgotten on erasure.
  llvm::DenseMap<mlir::Value, Knowledge> facts;
};

} // namespace janus::imperative

#endif // JANUS_LIB_DIALECT_IMPERATIVE_TRANSFORMS_RESOLVEOPS_H
