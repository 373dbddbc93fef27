//===- Pipelines.cpp - the named pipelines --------------------------------===//

#include "janus/Pipelines/Pipelines.h"
#include "janus/Conversion/ImperativeToNN/Passes.h"
#include "janus/Conversion/ImperativeToPython/Passes.h"
#include "janus/Conversion/NNToLinalg/NNToLinalg.h"
#include "janus/Dialect/Imperative/IR/Imperative.h"
#include "janus/Dialect/Imperative/Transforms/Passes.h"
#include "janus/Dialect/NN/IR/NN.h"
#include "janus/Dialect/NN/Transforms/Passes.h"
#include "janus/Target/CPU/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace janus;
using namespace mlir;

static void addCleanup(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

static void addBufferization(OpPassManager &manager) {
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  // What a loop carries may be a new tensor in each iteration.
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  addCleanup(manager);
}

void janus::buildSpecializePipeline(OpPassManager &manager, const SpecializeOptions &options) {
  imperative::SpecializeOptions specialize;
  specialize.unroll = options.unroll;
  specialize.maxUnroll = options.maxUnroll;
  specialize.maxUnrolledOps = options.maxUnrolledOps;
  manager.addPass(imperative::createSpecialize(specialize));
  addCleanup(manager);
}

void janus::buildLowerToLoopsPipeline(OpPassManager &manager) {
  // The loops here are the program's own.
  manager.addPass(cpu::createInsertPolls());
  addCleanup(manager);
  manager.addNestedPass<func::FuncOp>(cpu::createDropUnreachable());
  manager.addPass(createConvertNNToLinalg());
  addCleanup(manager);
}

void janus::buildCodegenCPUPipeline(OpPassManager &manager, const CodegenCPUOptions &options) {
  cpu::SetTargetOptions target;
  target.target = options.target;
  manager.addPass(cpu::createSetTarget(target));
  manager.addPass(createInlinerPass());
  manager.addPass(createSymbolDCEPass());
  addCleanup(manager);
  cpu::FuseElementwiseOptions fuse;
  fuse.withinLayers = !options.trainingForms;
  manager.addPass(cpu::createFuseElementwise(fuse));
  if (options.trainingForms) {
    manager.addPass(cpu::createFuseReductions());
    manager.addPass(memref::createResolveShapedTypeResultDimsPass());
    addCleanup(manager);
    manager.addPass(cpu::createSplitConcatenations());
    addCleanup(manager);
    manager.addPass(cpu::createFuseElementwise(fuse));
  }
  manager.addPass(memref::createResolveShapedTypeResultDimsPass());
  addCleanup(manager);
  manager.addPass(cpu::createTileAttention());
  addCleanup(manager);
  if (options.winograd != "never") {
    cpu::WinogradOptions winograd;
    winograd.always = options.winograd == "always";
    manager.addPass(cpu::createWinograd(winograd));
    addCleanup(manager);
  }
  if (options.depthFirst) {
    cpu::DepthFirstOptions depthFirst;
    depthFirst.maxSteps = options.maxSteps;
    manager.addPass(cpu::createDepthFirst(depthFirst));
    addCleanup(manager);
  }
  manager.addPass(cpu::createPrepareEntries());
  manager.addPass(cpu::createPlaceEpilogues());
  addBufferization(manager);
  cpu::LowerEntriesOptions entries;
  entries.freeze = options.freeze;
  manager.addPass(cpu::createLowerEntries(entries));
  manager.addPass(cpu::createLowerDraws());
  addCleanup(manager);
  cpu::LowerContractionsOptions contractions;
  contractions.withinLayers = !options.trainingForms;
  manager.addPass(cpu::createLowerContractions(contractions));
  manager.addPass(cpu::createLowerLoops());
  addCleanup(manager);
  if (options.freeze)
    manager.addPass(cpu::createKeepConstants());
  cpu::ParallelizeLoopsOptions parallel;
  parallel.enabled = options.parallel;
  manager.addPass(cpu::createParallelizeLoops(parallel));
  addCleanup(manager);
  manager.addPass(cpu::createPlanMemory());
  manager.addPass(cpu::createOutlineLoops());
  addCleanup(manager);
  manager.addPass(cpu::createOutlineKernels());
  addCleanup(manager);
}

void janus::buildLowerToLLVMPipeline(OpPassManager &manager) {
  manager.addPass(cpu::createExpandMath());
  manager.addPass(createConvertVectorToSCFPass());
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(cpu::createLowerEarlyReturns());
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  addCleanup(manager);
}

void janus::buildLowerGenericPipeline(OpPassManager &manager) {
  manager.addPass(createImperativeToPython());
  manager.addNestedPass<python::BodyOp>(createJanusInsertReferences());
  manager.addPass(createConvertPythonToLLVM());
}

void janus::buildLowerPipeline(OpPassManager &manager, ModuleOp module) {
  bool dynamic = false, typed = false, gradients = false, tensors = false;
  module.walk([&](Operation *op) {
    dynamic |= isa<imperative::EntryOp>(op);
    typed |= isa<imperative::FuncOp>(op);
    gradients |= isa<nn::GradientOp>(op);
    auto isTensor = [](Type type) { return isa<TensorType>(type); };
    tensors |= llvm::any_of(op->getOperandTypes(), isTensor) || llvm::any_of(op->getResultTypes(), isTensor);
    if (auto func = dyn_cast<func::FuncOp>(op))
      tensors |= cpu::isEntry(func);
  });
  if (dynamic)
    buildSpecializePipeline(manager, {});
  if (typed)
    manager.addPass(createJanusFunctionalize());
  if (typed || gradients)
    manager.addNestedPass<func::FuncOp>(nn::createJanusDifferentiatePass());
  if (typed || tensors) {
    buildLowerToLoopsPipeline(manager);
    buildCodegenCPUPipeline(manager, {});
  }
  buildLowerToLLVMPipeline(manager);
}

/// The first op that is not of the LLVM dialect, or null.
static Operation *findLeftover(ModuleOp module) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (isa<ModuleOp>(op) || isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

LogicalResult janus::lowerToLLVMDialect(ModuleOp module) {
  if (module.getBody()->empty())
    return module.emitError("the module is empty: there is nothing to compile");
  if (!findLeftover(module))
    return success();
  auto functions = module.getOps<imperative::FuncOp>();
  bool isEntered = !module.getOps<imperative::EntryOp>().empty() ||
                   llvm::any_of(functions, [](imperative::FuncOp function) { return function->hasAttr("entry"); });
  if (!functions.empty() && !isEntered)
    return (*functions.begin())
        .emitError("no entry leads to this function: there is nothing to compile; an "
                   "imperative.entry says what is called with what");
  PassManager manager(module.getContext());
  buildLowerPipeline(manager, module);
  if (failed(manager.run(module)))
    return failure();
  if (Operation *leftover = findLeftover(module))
    return leftover->emitError() << "'" << leftover->getName()
                                 << "' cannot become machine code: no pass of janus lowers it to the LLVM dialect";
  return success();
}

/// Registers a pipeline over modules. Nested under another op it is an error
/// of the user's, where the pass manager would abort.
template <typename Options>
static void registerModulePipeline(StringRef name, StringRef description,
                                   void (*build)(OpPassManager &, const Options &)) {
  registerPassPipeline(
      name, description,
      [name, build](OpPassManager &manager, StringRef text,
                    function_ref<LogicalResult(const Twine &)> emitError) -> LogicalResult {
        std::optional<StringRef> anchor = manager.getOpName();
        if (anchor && *anchor != ModuleOp::getOperationName())
          return emitError("'" + name + "' runs on modules, not on '" + *anchor + "'; write builtin.module(" + name +
                           ")");
        Options options;
        if (failed(options.parseFromString(text)))
          return failure();
        build(manager, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handle) { handle(Options()); });
}

void janus::registerPipelines() {
  registerModulePipeline<CodegenCPUOptions>(
      "janus-codegen-cpu", "linalg on tensors to bufferised loops with the C ABI of entries", buildCodegenCPUPipeline);
  registerModulePipeline<EmptyPipelineOptions>(
      "janus-lower-generic", "generic functions to the LLVM dialect",
      [](OpPassManager &manager, const EmptyPipelineOptions &) { buildLowerGenericPipeline(manager); });
  registerModulePipeline<EmptyPipelineOptions>(
      "janus-lower-to-loops", "nn on values to linalg on tensors",
      [](OpPassManager &manager, const EmptyPipelineOptions &) { buildLowerToLoopsPipeline(manager); });
  registerModulePipeline<EmptyPipelineOptions>(
      "janus-lower-to-llvm", "loops over memrefs to the LLVM dialect",
      [](OpPassManager &manager, const EmptyPipelineOptions &) { buildLowerToLLVMPipeline(manager); });
  registerModulePipeline<SpecializeOptions>("janus-specialize", "a closed world of dynamic level to typed level",
                                            buildSpecializePipeline);
}
