//===- BodyToLLVM.h - one body to an LLVM function --------------*- C++ -*-===//

#ifndef JANUS_LIB_CONVERSION_IMPERATIVETOPYTHON_BODYTOLLVM_H
#define JANUS_LIB_CONVERSION_IMPERATIVETOPYTHON_BODYTOLLVM_H

#include "janus/Dialect/Python/IR/Python.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace janus {

/// Writes the LLVM function of a body. One walk, without patterns: these
/// functions are compiled while the program waits.
class BodyToLLVM {
public:
  explicit BodyToLLVM(python::BodyOp body);
  mlir::LogicalResult convert();

private:
  using Value = mlir::Value;

  // BodyToLLVM.cpp.

  void makeFunction();
  void makeEntry();
  void makeNames();
  void makeCaches();
  mlir::LogicalResult convertBlock(mlir::Block &block);
  mlir::LogicalResult convertOp(mlir::Operation &op);
  mlir::LogicalResult convertBranch(mlir::Operation &op);
  void convertLoad(python::LoadOp op);
  void convertDelete(python::DeleteOp op);
  void convertPoll(python::PollOp op);
  void convertSpeculate(python::SpeculateOp op);
  void convertInvoke(python::InvokeOp op);
  Value convertCall(mlir::Operation *op, const python::RuntimeFunction &function, mlir::OperandRange operands,
                    mlir::ArrayAttr names, mlir::DenseI32ArrayAttr numbers);
  void convertRelease(python::ReleaseOp op);

  /// Where a variable is in memory.
  Value address(Value cell);
  /// A value of the body as it is in the function.
  Value get(Value old) { return values.lookup(old); }
  /// What to give to the block of `target` for the values made for it: nothing
  /// where it is reached in this one way, for then they stand for its arguments.
  llvm::SmallVector<Value> handOn(mlir::Block *target, mlir::ValueRange made);
  /// Branches on a condition; `made` is for the block of `no`.
  void branchIf(Value condition, mlir::Block *yes, mlir::Block *no, mlir::ValueRange made = {});
  mlir::Block *newBlock();

  // LLVMHelpers.cpp: small pieces of LLVM.

  Value constant32(int64_t value);
  Value constant64(int64_t value);
  Value null();
  Value offset(Value base, int64_t bytes);
  Value load(mlir::Type type, Value address);
  void store(Value value, Value address);
  Value isNull(Value pointer);
  Value isZero(Value number, bool negate);
  void retain(Value object);
  /// Calls a function of the runtime or of this module.
  Value callFunction(llvm::StringRef name, mlir::Type result, mlir::ValueRange arguments);
  Value addressOfObject(llvm::StringRef symbol);
  /// The functions that each module has of its own.
  llvm::StringRef releaseFunction();
  llvm::StringRef bindFunction();
  mlir::LLVM::LLVMFuncOp ownFunction(llvm::StringRef name, llvm::ArrayRef<mlir::Type> arguments);

  Value nameSlot(llvm::StringRef entry);
  /// The cache of a place of its own.
  Value newCache();

  python::BodyOp body;
  mlir::ModuleOp module;
  mlir::OpBuilder b;
  mlir::Location loc;
  mlir::Type ptr, i1, i8, i32, i64, none;
  mlir::LLVM::LLVMFuncOp function;
  mlir::SymbolTable symbols;
  Value frame, variables, constants, instruction, code, breaker, array, room;
  llvm::DenseMap<Value, Value> values;
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  /// Strings to intern: a name, or the names of a tuple, to its place.
  llvm::StringMap<unsigned> names;
  std::string nameText;
  unsigned numCaches = 0;
};

} // namespace janus

#endif // JANUS_LIB_CONVERSION_IMPERATIVETOPYTHON_BODYTOLLVM_H
