//===- Program.cpp - a program's description and C functions --------------===//

#include "janus/Target/AOT/Program.h"
#include "janus/Runtime/janus.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace janus;
using llvm::cast;

namespace {

/// Builds the module: one janus_program and the functions that forward to the
/// runtime's janus_module_*.
class ProgramEmitter {
public:
  ProgramEmitter(const aot::Program &program, llvm::Module &module)
      : program(program), module(module), builder(module.getContext()), ptr(builder.getPtrTy()),
        i32(builder.getInt32Ty()) {}

  void run() {
    llvm::Constant *description = emitDescription();
    // create(const char *weights, NAME **handle)
    forward("_create", {ptr, ptr}, i32, "janus_module_create", {description});
    emitRun();
    forward("_get", {ptr, ptr, ptr}, i32, "janus_module_get");
    forward("_set", {ptr, ptr, ptr}, i32, "janus_module_set");
    forward("_save", {ptr, ptr}, i32, "janus_module_save");
    forward("_load", {ptr, ptr}, i32, "janus_module_load");
    forward("_message", {ptr}, ptr, "janus_module_message");
    forward("_set_host", {ptr, ptr}, builder.getVoidTy(), "janus_module_set_host");
    emitSignature();
    forward("_destroy", {ptr}, builder.getVoidTy(), "janus_module_destroy");
  }

private:
  /// A constant with internal linkage.
  llvm::GlobalVariable *constant(llvm::Constant *value, const llvm::Twine &name, unsigned alignment) {
    auto *global = new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::InternalLinkage, value, name);
    global->setAlignment(llvm::Align(alignment));
    return global;
  }

  /// The janus_program of include/janus/Runtime/janus.h.
  llvm::Constant *emitDescription() {
    llvm::LLVMContext &context = module.getContext();
    auto *entryType = llvm::FunctionType::get(i32, {ptr, ptr}, false);
    auto *entry = cast<llvm::Constant>(module.getOrInsertFunction(program.entry, entryType).getCallee());
    signature = constant(llvm::ConstantDataArray::getString(context, program.signature), "signature", 1);
    llvm::Constant *weights = llvm::ConstantPointerNull::get(ptr);
    if (program.embedWeights)
      weights = constant(llvm::ConstantDataArray::getRaw(program.weights, program.weights.size(), builder.getInt8Ty()),
                         "weights", 64);
    auto *description = llvm::ConstantStruct::getAnon(
        {builder.getInt32(JANUS_ABI_VERSION), entry, signature, weights, builder.getInt64(program.weights.size())});
    return constant(description, "program", 8);
  }

  /// A function of the program with default visibility.
  llvm::Function *define(llvm::StringRef suffix, llvm::ArrayRef<llvm::Type *> parameters, llvm::Type *result) {
    auto *function = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                            llvm::GlobalValue::ExternalLinkage, program.name + suffix, module);
    builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
    return function;
  }

  void finish(llvm::CallInst *call) {
    if (call->getType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
  }

  /// NAME<suffix>(parameters) { return callee(leading, parameters); }
  void forward(llvm::StringRef suffix, llvm::ArrayRef<llvm::Type *> parameters, llvm::Type *result,
               llvm::StringRef callee, llvm::ArrayRef<llvm::Value *> leading = {}) {
    llvm::Function *function = define(suffix, parameters, result);
    llvm::SmallVector<llvm::Value *> arguments(leading);
    llvm::SmallVector<llvm::Type *> types;
    for (llvm::Argument &argument : function->args())
      arguments.push_back(&argument);
    for (llvm::Value *argument : arguments)
      types.push_back(argument->getType());
    auto target = module.getOrInsertFunction(callee, llvm::FunctionType::get(result, types, false));
    finish(builder.CreateCall(target, arguments));
  }

  /// NAME_signature(): the text that describes the program.
  void emitSignature() {
    define("_signature", {}, ptr);
    builder.CreateRet(signature);
  }

  /// An array on the stack that holds the given pointers.
  llvm::Value *arrayOf(llvm::ArrayRef<llvm::Value *> pointers) {
    auto *type = llvm::ArrayType::get(ptr, pointers.size());
    llvm::Value *array = builder.CreateAlloca(type);
    for (auto [i, pointer] : llvm::enumerate(pointers))
      builder.CreateStore(pointer, builder.CreateConstInBoundsGEP2_64(type, array, 0, i));
    return array;
  }

  /// NAME_run(handle, inputs..., outputs...): each a pointer to a janus_tensor.
  void emitRun() {
    llvm::SmallVector<llvm::Type *> parameters(1 + program.inputs + program.outputs, ptr);
    llvm::Function *function = define(program.hasUpdates ? "_step" : "_run", parameters, i32);
    llvm::SmallVector<llvm::Value *> tensors;
    for (llvm::Argument &argument : llvm::drop_begin(function->args()))
      tensors.push_back(&argument);
    llvm::ArrayRef<llvm::Value *> all(tensors);
    llvm::Value *inputs = arrayOf(all.take_front(program.inputs));
    llvm::Value *outputs = arrayOf(all.drop_front(program.inputs));
    auto target = module.getOrInsertFunction("janus_module_run", llvm::FunctionType::get(i32, {ptr, ptr, ptr}, false));
    finish(builder.CreateCall(target, {function->getArg(0), inputs, outputs}));
  }

  const aot::Program &program;
  llvm::Module &module;
  llvm::IRBuilder<> builder;
  llvm::PointerType *ptr;
  llvm::IntegerType *i32;
  llvm::Constant *signature = nullptr;
};

} // namespace

std::vector<std::string> aot::exportedSymbols(const Program &program) {
  std::vector<std::string> symbols;
  for (const char *suffix : {"_create", program.hasUpdates ? "_step" : "_run", "_get", "_set", "_save", "_load",
                             "_message", "_set_host", "_signature", "_destroy"})
    symbols.push_back(program.name + suffix);
  return symbols;
}

llvm::Expected<std::string> aot::emitProgram(const Program &program, llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  llvm::Module module(program.name, context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  ProgramEmitter(program, module).run();
  std::string problem;
  llvm::raw_string_ostream problemStream(problem);
  if (llvm::verifyModule(module, &problemStream))
    return llvm::createStringError("program '" + program.name + "' is malformed: " + problem);

  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("LLVM cannot write objects for " + machine.getTargetTriple().str());
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}
