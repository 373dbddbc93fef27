//===- Passes.td - loop level to machine on CPUs -----------*- tablegen -*-===//

#ifndef JANUS_TARGET_CPU_PASSES
#define JANUS_TARGET_CPU_PASSES

include "mlir/Pass/PassBase.td"

def BreakAssumption : Pass<"janus-break-assumption", "::mlir::ModuleOp"> {
  let summary = "makes one assumption fail, to test what happens then";
  let description = [{
    The condition of each `janus.assume` with that number becomes false, and is marked so that what stands behind it stays.

    ```mlir
    janus.assume %condition, 3, "x.shape[0] == y.shape[0]"
    // janus-break-assumption{number=3}:
    janus.assume %false, 3, "x.shape[0] == y.shape[0]" {janus.broken}
    ```
  }];
  let options = [Option<"number", "number", "int64_t", "0", "the assumption's number">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def DepthFirst : Pass<"janus-depth-first", "::mlir::ModuleOp"> {
  let summary = "runs chains of layers over images plane by plane";
  let description = [{
    Layers of which each plane (a channel of an image) can be computed by itself
    (pooling one step apart, normalisation, activations, sums of images) are put
    into groups, as a graph. A group becomes one loop over planes that takes each
    of them through all layers, in bands of rows that stay in the innermost cache, and
    keeps what lies between two layers in a few planes of memory:

    ```mlir
    %0 = linalg.generic <windows> ins(%padded, ...)   // pooling
    %1 = linalg.generic <elementwise> ins(%0, ...)    // normalisation, ReLU
    // becomes
    %x = bufferization.to_buffer %image read_only
    %y = memref.alloc
    scf.parallel (%planes) {
      scf.for %rows { func.call @janus_kernel_<digest>(...) } // for each stage
    }
    %1 = bufferization.to_tensor %y restrict writable
    ```

    A remark for each group says what it holds, the bytes moved with and without it, and why it ends.
  }];
  let options = [
    Option<"maxSteps", "max-steps", "int64_t", "0",
           "windows in a group, at most; 0 for as many as the caches' sizes allow">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"chains", "chains", "chains of convolutions run in bands of rows">,
    Statistic<"groups", "groups", "groups run plane by plane">,
    Statistic<"layers", "layers", "layers in them">
  ];
}

def ExpandMath : Pass<"janus-expand-math", "::mlir::ModuleOp"> {
  let summary = "rewrites functions of math that have a good polynomial as arithmetic";
  let description = [{
    Only functions whose expansion stays within about 4 units in the last place of
    f32 for every finite input, and treats NaN and infinities as libm does, are
    expanded: the loops they stand in can then be vectorised. The others are left
    to libm (sine, cosine and expm1 lose all digits for some inputs). `expm1` and `log1p` become calls of libm here:
    the conversion to LLVM writes them as `exp(x) - 1` and `log(1 + x)`, which is what they are there to avoid.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def FuseElementwise : Pass<"janus-fuse-elementwise"> {
  let summary = "fuses elementwise producers into their consumers where that saves a pass over memory";
  let description = [{
    Everything on tensors is turned into `linalg.generic` first. A producer goes
    into its consumer when it has no other use or costs nothing (fills, casts,
    broadcasts); never into a contraction, whose shape the kernel emitter needs.
  }];
  let options = [Option<"withinLayers", "within-layers", "bool", "false",
                        "fuse only ops that one place of the program asks for: a call, or its derivative">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def FuseReductions : Pass<"janus-fuse-reductions"> {
  let summary = "takes several sums over one tensor in one pass over it";
  let description = [{
    Reductions (that are no contractions) which run the same loops and read one
    tensor whole become one `linalg.generic` with all their results, where the
    last of them stands: the two sums of a batch normalisation's derivative.
  }];
  let statistics = [Statistic<"fused", "fused", "Number of reductions that went into another">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def LowerContractions : Pass<"janus-lower-contractions", "::mlir::ModuleOp"> {
  let summary = "turns contractions over buffers into register-tiled loops of vectors";
  let description = [{
    A `linalg.generic` that adds up products of two operands whose addresses are
    linear in the loop counters (matrix products, convolutions in every
    direction) becomes one of two kernels of the module's target: scalars times
    vectors, with the vectors' operand copied into a panel when it is not
    contiguous, or vectors times vectors summed over their lanes. All ways to
    assign loops to rows, columns and lanes are priced, and the cheapest is taken.
    A fill with zero just before is absorbed, and so is an elementwise op that alone
    reads the result just behind: it is done where the kernel has the sums in registers.
  }];
  let options = [Option<"withinLayers", "within-layers", "bool", "false",
                        "absorb only ops that the same place of the program asks for">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let statistics = [Statistic<"kernels", "kernels", "contractions lowered">,
                    Statistic<"epilogues", "epilogues", "elementwise ops done in their kernels">];
}

def LowerEarlyReturns : Pass<"janus-lower-early-returns", "::mlir::ModuleOp"> {
  let summary = "turns assumptions and failed allocations into returns of a status";
  let description = [{
    In an entry whose control flow is a graph of blocks, `janus.assume` becomes

    ```mlir
    cf.cond_br %condition, ^continue, ^broken
    ^broken: // janus_assumption_broken(ctx, id); return JANUS_ASSUMPTION_BROKEN
    ```

    and a null pointer from `janus_arena_alloc`, `janus_kept` or `janus_result` returns
    JANUS_OUT_OF_MEMORY.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
                           "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"];
}

def KeepConstants : Pass<"janus-keep-constants", "::mlir::ModuleOp"> {
  let summary = "computes what comes from frozen state alone once, not in each call";
  let description = [{
    An allocation in a lowered entry of which all that is written is computed from buffers marked `janus.frozen` becomes
    a part of what `janus_kept` gives, and what writes it runs only where that has to be filled:

    ```mlir
    %kept = call @janus_kept(%context, %bytes, %flag)
    scf.if %stale { /* scale of a normalisation, panels of weights, ... */ }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"buffers", "buffers", "Number of buffers kept">];
}

def LowerDraws : Pass<"janus-lower-draws", "::mlir::ModuleOp"> {
  let summary = "makes random numbers a call of the runtime";
  let description = [{
    A `janus.draw` on buffers of a lowered entry becomes `janus_draw`. Where what holds the runtime cannot draw (a
    probability that is none), the entry is left as by an assumption that does not hold.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerEntries : Pass<"janus-lower-entries", "::mlir::ModuleOp"> {
  let summary = "gives bufferised entries the signature of the C ABI";
  let description = [{
    `func.func @f(memref..., i64) -> (memref...)` with `janus.` attributes becomes
    `func.func @janus_entry_f(!llvm.ptr, !llvm.ptr) -> i32`: arguments are read
    from their descriptors, a result's buffer comes from `janus_result` (the
    allocation that made it is replaced, or it is copied when it is someone
    else's memory), numbers go through `janus_result_scalar`, and an update that
    was not computed in its state's own memory is copied there at the end.

    Results that are gradients are numbered after the others, in order.

    With `freeze`, buffers of states that the entry does not update carry `janus.frozen` (on the op that reads the
    argument): they are promised to stay as they are from call to call.
  }];
  let options = [Option<"freeze", "freeze", "bool", "false", "states that are not updated stay as they are">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
}

def LowerLoops : Pass<"janus-lower-loops"> {
  let summary = "turns the linalg ops on buffers that are left into loops LLVM can vectorise";
  let description = [{
    Independent iterations become `scf.parallel`; neighbouring loops that walk
    contiguous memory become one; a reduction is carried in registers, except
    where the lanes of a vector hold different sums (a sum of rows), which are
    then added to in memory. Sums may be added up in another order; nothing else
    is allowed to change. Copies between strided buffers are loops too.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def NameKernels : Pass<"janus-name-kernels", "::mlir::ModuleOp"> {
  let summary = "says in the symbols of kernels what program they are of";
  let description = [{
    For debuggers and profilers: a kernel's name is a digest, as programs share kernels. On LLVM level the name of the
    module's first entry is appended.

    ```mlir
    llvm.func @janus_kernel_1f2e()
    llvm.func @janus_entry_train_step(...)
    // becomes
    llvm.func @janus_kernel_1f2e.train_step()
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineKernels : Pass<"janus-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "makes functions of the loop nests of an entry";
  let description = [{
    A nest with the attribute `janus.nest`, or another loop that only computes
    and is around no such nest, becomes `@janus_kernel_<digest>`, where
    the digest is of its text, its target and the version of janus: nests that
    are the same share one function. What a nest uses is passed, constants are
    repeated. No vector is passed: what makes those that a loop takes, and what
    uses those that it gives, belongs to its kernel; where that cannot be, the loop
    stays. The entry is left as the driver that calls kernels.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"outlined", "outlined", "nests outlined">];
}

def OutlineLoops : Pass<"janus-outline-loops", "::mlir::ModuleOp"> {
  let summary = "makes functions of the loops that are split over threads";
  let description = [{
    An outermost `scf.parallel` with the attribute `janus.grain` becomes a call of
    `janus_parallel_for` with the loop's body as a kernel over ranges of its first
    dimension, named like those of `janus-outline-kernels`. What the body uses is passed in a record; constants are
    repeated.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"outlined", "outlined", "loops outlined">];
}

def ParallelizeLoops : Pass<"janus-parallelize-loops", "::mlir::ModuleOp"> {
  let summary = "chooses the parallel loops to split over threads, makes the others sequential";
  let description = [{
    An outermost `scf.parallel` of an entry gets the attribute `janus.grain` when
    all of it is expected to take more than two grains; a grain is the number of
    iterations of its first dimension that take some 20 microseconds. The loop's
    attribute `janus.cost` says how many cycles an iteration takes where the ops
    in it do not. All other parallel loops become `scf.for`, and the buffers made
    on the stack inside them ordinary ones, to be planned.
  }];
  let options = [
    Option<"enabled", "enabled", "bool", "true", "whether to split any loop at all">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def PlaceEpilogues : Pass<"janus-place-epilogues", "::mlir::ModuleOp"> {
  let summary = "moves contractions to the elementwise ops that alone read them";
  let description = [{
    `janus-lower-contractions` does an elementwise op where the kernel writes its sums
    if the op comes next. On tensors that can always be had: a contraction whose only use is an
    operand of an elementwise op moves in front of it, with the fill that it starts from. Of several
    that an op reads, the last one does.
  }];
  let statistics = [Statistic<"moved", "moved", "contractions moved">];
}

def PlanMemory : Pass<"janus-plan-memory", "::mlir::ModuleOp"> {
  let summary = "gives every temporary buffer of an entry its place in one block of the arena";
  let description = [{
    Buffers whose lives do not overlap share a slot. Sizes may be expressions of
    the arguments' sizes; a slot is as large as the largest buffer in it, and the
    block is asked for once, before anything is computed. A buffer whose size is
    only known later, or that is new in each iteration of a loop that carries it,
    is asked for where it is made; inside of a loop it gets one place more than
    the loops carry values that may be an earlier such buffer, and takes them in turn.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"buffers", "buffers", "temporary buffers planned">,
    Statistic<"slots", "slots", "slots they share">
  ];
}

def InsertPolls : Pass<"janus-insert-polls", "::mlir::ModuleOp"> {
  let summary = "lets the loops of entries be interrupted";
  let description = [{
    At each turn of a loop that may be long (without a known trip count, or with one from 4096) an entry asks whether to go
    on. Where not, it returns JANUS_INTERRUPTED, and has written nothing.

    ```mlir
    scf.for %i = %zero to %n step %one {
      // becomes
      %go = func.call @janus_keep_running() : () -> i1
      janus.assume %go, -1, "nobody interrupts"
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::janus::JanusDialect"];
}

def DropUnreachable : Pass<"janus-drop-unreachable", "::mlir::func::FuncOp"> {
  let summary = "drops what stands behind an assumption that never holds";
  let description = [{
    What is computed behind such an assumption need not be possible at all: with sizes of the calls at hand a part may
    lie outside of its tensor. The rest of the block goes, and what the block hands on is anything of its type.

    ```mlir
    janus.assume %false, 0, "a slice ends inside the tensor"
    %part = tensor.extract_slice %x[1] [2] [1] : tensor<?xf32> to tensor<2xf32>
    return %part : tensor<2xf32>
    // becomes
    janus.assume %false, 0, "a slice ends inside the tensor"
    %any = tensor.empty() : tensor<2xf32>
    return %any : tensor<2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def PrepareEntries : Pass<"janus-prepare-entries", "::mlir::ModuleOp"> {
  let summary = "orders checks before writes and makes updates write into their state";
  let description = [{
    Assumptions, with what they are computed from, move to the top of the entry.
    Then an update's value is materialised in its state argument, so that
    bufferisation can compute it in place; every other argument is read-only. When
    an assumption cannot be moved (it stands in a loop or branch), updates are
    left to be copied at the end. So are those that would be written before the last loop
    which can be interrupted.

    ```mlir
    func.func @f(%w: tensor<4xf32> {janus.state = "w"}) -> (tensor<4xf32> {janus.update = "w"}) {
      %new = ...
      return %new
    // becomes
      %0 = bufferization.materialize_in_destination %new in %w
      return %0
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect", "::mlir::tensor::TensorDialect"];
}

def SetTarget : Pass<"janus-set-target", "::mlir::ModuleOp"> {
  let summary = "sets the module's attribute janus.target";
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "`host` or `cpu:<name>`; empty keeps what the module has, else takes the host">
  ];
  let dependentDialects = ["::janus::JanusDialect"];
}

def SplitConcatenations : Pass<"janus-split-concatenations"> {
  let summary = "computes what reads a concatenation part by part where parts are known already";
  let description = [{
    For the sums over a concatenation for each place along its dimension (the
    statistics of a batch normalisation) and for elementwise ops on it of which
    only slices are used (its derivative):

    - a concatenation that begins with the parts of an earlier one is made of
      that one and of what is new;
    - sums over it become the sums of its parts, put together, so that those of
      the earlier one are computed once (by CSE, which is to come next);
    - each slice of the elementwise op is computed by itself from the parts, so that
      it can go into the op that reads it.
  }];
  let statistics = [Statistic<"split", "split", "Number of sums taken part by part">,
                    Statistic<"slices", "slices", "Number of elementwise ops computed by slices">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def TileAttention : Pass<"janus-tile-attention", "::mlir::ModuleOp"> {
  let summary = "computes attention in blocks of its scores";
  let description = [{
    A product, a softmax of its rows, and a product of that, as `softmax(f(Q * K)) * V`, become loops over blocks of rows
    and of columns of the scores with a running maximum and sum: no more scores than a block are in memory at any time. f
    may be anything that works element by element: scales, masks, biases. Masks that are made of positions
    are made again for each block; where f is minus infinity right of the diagonal, blocks right of it are left out.

    ```mlir
    %0 = linalg.generic <product> ins(%q, %k) outs(%zero)
    %1 = ... softmax of %0 ...
    %2 = linalg.generic <product> ins(%1, %v) outs(%zero)
    // becomes
    %y = memref.alloc
    scf.parallel (%blocks) {
      %scores = memref.alloca
      scf.for %column = ... {
        linalg.generic ... // on blocks
      }
    }
    %2 = bufferization.to_tensor %y restrict writable
    ```

    Done where nothing else reads the scores or the weights.
  }];
  let options = [
    Option<"rows", "rows", "int64_t", "0", "rows of a block; 0 lets the pass choose">,
    Option<"columns", "columns", "int64_t", "0", "columns of a block; 0 lets the pass choose">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"attentions", "attentions", "attentions rewritten">];
}

def Winograd : Pass<"janus-winograd", "::mlir::ModuleOp"> {
  let summary = "computes convolutions of 3x3 kernels with fewer multiplications";
  let description = [{
    A convolution of 3x3 kernels one step apart over f32 images with channels first, whose size but for their number
    is known, becomes loops over blocks of tiles: pieces of the image, and the weights, are transformed, multiplied as
    matrices for each of the 36 (or 16) places of a tile, and transformed back. Zeros around the image and what follows
    element by element are part of it.

    ```mlir
    %0 = tensor.pad %image ...
    %1 = linalg.generic <3x3 convolution> ins(%0, %weight) outs(%zero)
    %2 = linalg.generic <bias, ReLU> ins(%1, %bias)
    // becomes
    %x = bufferization.to_buffer %image read_only
    %y = memref.alloc
    scf.parallel (%blocks) {
      func.call @janus_kernel_<digest>(...) // for each stage
    }
    %2 = bufferization.to_tensor %y restrict writable
    ```

    Done where it is expected to be faster, and the error to be below 2e-5 of the output's scale; not in modules that compute
    derivatives. A tile whose result is not finite is computed again by the definition.
  }];
  let options = [
    Option<"always", "always", "bool", "false", "in every layer that it can be done in, derivatives included">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
  let statistics = [Statistic<"layers", "layers", "layers rewritten">];
}

#endif // JANUS_TARGET_CPU_PASSES
