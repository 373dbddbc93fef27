//===- LLVMHelpers.cpp - small pieces of LLVM ------------------------------===//

#include "BodyToLLVM.h"

using namespace janus;
using namespace mlir;

Value BodyToLLVM::constant32(int64_t value) { return LLVM::ConstantOp::create(b, loc, i32, value); }
Value BodyToLLVM::constant64(int64_t value) { return LLVM::ConstantOp::create(b, loc, i64, value); }
Value BodyToLLVM::null() { return LLVM::ZeroOp::create(b, loc, ptr); }

Value BodyToLLVM::offset(Value base, int64_t bytes) {
  if (bytes == 0)
    return base;
  return LLVM::GEPOp::create(b, loc, ptr, i8, base, ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(bytes))});
}

Value BodyToLLVM::load(Type type, Value address) { return LLVM::LoadOp::create(b, loc, type, address); }

void BodyToLLVM::store(Value value, Value address) { LLVM::StoreOp::create(b, loc, value, address); }

Value BodyToLLVM::isNull(Value pointer) {
  return LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, pointer, null());
}

Value BodyToLLVM::isZero(Value number, bool negate) {
  Value zero = LLVM::ConstantOp::create(b, loc, number.getType(), 0);
  return LLVM::ICmpOp::create(b, loc, negate ? LLVM::ICmpPredicate::ne : LLVM::ICmpPredicate::eq, number, zero);
}

/// `ob_refcnt` is the first member of every object, and no object of 3.11 is immortal.
void BodyToLLVM::retain(Value object) {
  Value count = load(i64, object);
  store(LLVM::AddOp::create(b, loc, count, constant64(1)), object);
}

Value BodyToLLVM::callFunction(StringRef name, Type result, ValueRange arguments) {
  auto callee = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(result, llvm::to_vector(arguments.getTypes()));
    callee = LLVM::LLVMFuncOp::create(b, loc, name, type);
    symbols.insert(callee);
  }
  auto call = LLVM::CallOp::create(b, loc, callee, arguments);
  return call.getNumResults() ? call.getResult() : Value();
}

Value BodyToLLVM::addressOfObject(StringRef symbol) {
  if (!symbols.lookup(symbol)) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    symbols.insert(
        LLVM::GlobalOp::create(b, loc, i8, /*isConstant=*/false, LLVM::Linkage::External, symbol, Attribute()));
  }
  return LLVM::AddressOfOp::create(b, loc, ptr, symbol);
}

//===----------------------------------------------------------------------===//
// Functions of the module's own
//===----------------------------------------------------------------------===//

/// Inlined they would be most of the code, and take most of the time to compile.
LLVM::LLVMFuncOp BodyToLLVM::ownFunction(StringRef name, ArrayRef<Type> arguments) {
  b.setInsertionPointToEnd(module.getBody());
  auto own =
      LLVM::LLVMFuncOp::create(b, loc, name, LLVM::LLVMFunctionType::get(none, arguments), LLVM::Linkage::Internal);
  symbols.insert(own);
  b.setInsertionPointToStart(own.addEntryBlock(b));
  return own;
}

StringRef BodyToLLVM::releaseFunction() {
  StringRef name = "janus_release";
  if (!symbols.lookup(name)) {
    OpBuilder::InsertionGuard guard(b);
    LLVM::LLVMFuncOp own = ownFunction(name, ptr);
    Block *last = new Block, *done = new Block;
    own.getBody().push_back(last);
    own.getBody().push_back(done);
    Value object = own.getArgument(0);
    Value count = LLVM::SubOp::create(b, loc, load(i64, object), constant64(1));
    store(count, object);
    LLVM::CondBrOp::create(b, loc, isZero(count, false), last, done);
    b.setInsertionPointToEnd(last);
    callFunction("janus_python_dealloc", none, object);
    LLVM::BrOp::create(b, loc, done);
    b.setInsertionPointToEnd(done);
    LLVM::ReturnOp::create(b, loc, ValueRange());
  }
  return name;
}

/// Binds a variable to a new value, or to null, and releases the old one.
StringRef BodyToLLVM::bindFunction() {
  StringRef name = "janus_bind";
  if (!symbols.lookup(name)) {
    OpBuilder::InsertionGuard guard(b);
    LLVM::LLVMFuncOp own = ownFunction(name, {ptr, ptr});
    Block *bound = new Block, *done = new Block;
    own.getBody().push_back(bound);
    own.getBody().push_back(done);
    Value old = load(ptr, own.getArgument(1));
    store(own.getArgument(0), own.getArgument(1));
    LLVM::CondBrOp::create(b, loc, isNull(old), done, bound);
    b.setInsertionPointToEnd(bound);
    callFunction(releaseFunction(), none, old);
    LLVM::BrOp::create(b, loc, done);
    b.setInsertionPointToEnd(done);
    LLVM::ReturnOp::create(b, loc, ValueRange());
  }
  return name;
}
