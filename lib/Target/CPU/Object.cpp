//===- Object.cpp - LLVM dialect to LLVM IR, assembly, objects ------------===//

#include "janus/Target/CPU/Object.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"

using namespace janus;
using namespace mlir;

static llvm::CodeGenOptLevel codeGenLevel(unsigned optLevel) {
  return optLevel == 0   ? llvm::CodeGenOptLevel::None
         : optLevel == 1 ? llvm::CodeGenOptLevel::Less
         : optLevel == 2 ? llvm::CodeGenOptLevel::Default
                         : llvm::CodeGenOptLevel::Aggressive;
}

static llvm::OptimizationLevel pipelineLevel(unsigned optLevel) {
  return optLevel == 1   ? llvm::OptimizationLevel::O1
         : optLevel == 2 ? llvm::OptimizationLevel::O2
                         : llvm::OptimizationLevel::O3;
}

std::unique_ptr<llvm::TargetMachine> cpu::createTargetMachine(Operation *op, TargetAttr target, unsigned optLevel) {
  initializeCPUTargets();
  llvm::Triple triple(target.getTriple());
  std::string error;
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!found) {
    op->emitError() << "no code generator for " << target.getTriple() << ": " << error;
    return nullptr;
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  std::unique_ptr<llvm::TargetMachine> machine(found->createTargetMachine(
      triple, target.getCpu(), target.getFeatures(), options, llvm::Reloc::PIC_, std::nullopt, codeGenLevel(optLevel)));
  if (!machine)
    op->emitError() << "LLVM has no machine for cpu '" << target.getCpu() << "'";
  return machine;
}

std::unique_ptr<llvm::Module> cpu::translate(ModuleOp module, llvm::LLVMContext &context,
                                             llvm::TargetMachine &machine) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> ir = translateModuleToLLVMIR(module, context, "janus");
  if (!ir) {
    module.emitError() << "module cannot be translated to LLVM IR";
    return nullptr;
  }
  ir->setTargetTriple(machine.getTargetTriple());
  ir->setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : *ir) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  return ir;
}

void cpu::optimize(llvm::Module &ir, llvm::TargetMachine &machine, unsigned optLevel) {
  // Nothing of ours asks to be inlined in any case, which is all that the pipeline for level 0 would do.
  if (optLevel == 0)
    return;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = optLevel > 1;
  // Kernels come as vectors or as loops: straight lines of scalars are rare, and
  // looking for vectors in them was an eighth of the pipeline's time.
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::ModulePassManager pipeline = builder.buildPerModuleDefaultPipeline(pipelineLevel(optLevel));
  pipeline.run(ir, modules);
}

bool cpu::write(llvm::Module &ir, llvm::TargetMachine &machine, OutputKind kind, llvm::raw_pwrite_stream &stream) {
  if (kind == OutputKind::LLVMIR) {
    ir.print(stream, nullptr);
    return true;
  }
  llvm::legacy::PassManager passes;
  auto file = kind == OutputKind::Assembly ? llvm::CodeGenFileType::AssemblyFile : llvm::CodeGenFileType::ObjectFile;
  // The module was verified when it was made.
  if (machine.addPassesToEmitFile(passes, stream, nullptr, file, /*DisableVerify=*/true))
    return false;
  passes.run(ir);
  return true;
}

LogicalResult cpu::emit(ModuleOp module, OutputKind kind, llvm::raw_pwrite_stream &stream, unsigned optLevel) {
  TargetAttr target = getOrSetTarget(module);
  if (!target)
    return failure();
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(module, target, optLevel);
  if (!machine)
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> ir = translate(module, context, *machine);
  if (!ir)
    return failure();
  optimize(*ir, *machine, optLevel);
  if (!write(*ir, *machine, kind, stream))
    return module.emitError() << "LLVM cannot write this kind of file for " << target.getTriple();
  return success();
}
