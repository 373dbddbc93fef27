//===- Pipelines.h - the named pipelines with their options -----*- C++ -*-===//

#ifndef JANUS_PIPELINES_PIPELINES_H
#define JANUS_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace janus {

/// Options of `janus-codegen-cpu`.
struct CodegenCPUOptions : public mlir::PassPipelineOptions<CodegenCPUOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("the machine, `host` or `cpu:<name>`; what the module says by default")};
  Option<bool> parallel{*this, "parallel", llvm::cl::desc("split large loops over threads"), llvm::cl::init(true)};
  Option<bool> depthFirst{*this, "depth-first", llvm::cl::desc("run chains of layers plane by plane"),
                          llvm::cl::init(true)};
  Option<int64_t> maxSteps{*this, "max-steps",
                           llvm::cl::desc("windows in such a chain, at most; 0 for as many as the caches allow"),
                           llvm::cl::init(0)};
  Option<bool> trainingForms{*this, "training-forms",
                             llvm::cl::desc("fuse across layers, and take sums over one tensor in one pass; "
                                            "without, each layer and each derivative runs by itself"),
                             llvm::cl::init(true)};
  Option<std::string> winograd{*this, "winograd",
                               llvm::cl::desc("3x3 convolutions with fewer multiplications: `auto` (where it pays, but "
                                              "not with derivatives), `always` or `never`"),
                               llvm::cl::init("auto")};
  Option<bool> freeze{*this, "freeze",
                      llvm::cl::desc("states that an entry does not update are promised to stay what they are"),
                      llvm::cl::init(false)};
};

/// Options of `janus-specialize`.
struct SpecializeOptions : public mlir::PassPipelineOptions<SpecializeOptions> {
  Option<bool> unroll{*this, "unroll", llvm::cl::desc("unroll loops over known sequences"), llvm::cl::init(true)};
  Option<int64_t> maxUnroll{*this, "max-unroll", llvm::cl::desc("the longest sequence that a loop is unrolled over"),
                            llvm::cl::init(1024)};
  Option<int64_t> maxUnrolledOps{*this, "max-unrolled-ops",
                                 llvm::cl::desc("the most ops that unrolling a loop over a range may give"),
                                 llvm::cl::init(2048)};
};

/// A closed world of dynamic level to its entries at typed level.
void buildSpecializePipeline(mlir::OpPassManager &manager, const SpecializeOptions &options);

/// Value level to linalg on tensors.
void buildLowerToLoopsPipeline(mlir::OpPassManager &manager);

/// Linalg on tensors to bufferised loops with the ABI of entries.
void buildCodegenCPUPipeline(mlir::OpPassManager &manager, const CodegenCPUOptions &options);

/// Loops over memrefs to the LLVM dialect.
void buildLowerToLLVMPipeline(mlir::OpPassManager &manager);

/// Generic functions to the LLVM dialect.
void buildLowerGenericPipeline(mlir::OpPassManager &manager);

/// What is left of the way to the LLVM dialect for this module, judged by the
/// ops it holds.
void buildLowerPipeline(mlir::OpPassManager &manager, mlir::ModuleOp module);

/// Runs what is left of the way down, from any level; afterwards the module is
/// in the LLVM dialect.
mlir::LogicalResult lowerToLLVMDialect(mlir::ModuleOp module);

/// Registers every pipeline under its name.
void registerPipelines();

} // namespace janus

#endif // JANUS_PIPELINES_PIPELINES_H
