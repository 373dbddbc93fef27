//===- Passes.td - passes over nn ops ----------------------*- tablegen -*-===//

#ifndef JANUS_NN_PASSES
#define JANUS_NN_PASSES

include "mlir/Pass/PassBase.td"

def JanusDifferentiatePass : Pass<"janus-differentiate"> {
  let summary = "expands nn.gradient into the ops that compute the gradients";
  let description = [{
    Reverse mode: walks from the loss back to the values asked for and lets each
    op on the way say, by `DifferentiableOpInterface`, how the derivative passes
    it. Only ops between the two are touched. Adjoints that meet are added in
    the reverse order of the program. An adjoint op carries the location of the op
    it belongs to.

    `scf.if` and `scf.for` get an adjoint of their own kind; what it needs of
    the primal region leaves that region as further results, the tape. Afterwards no
    `nn.gradient` and no `nn.detach` is left.

    Before:

    ```mlir
    %y = nn.relu %x : tensor<3xf32>
    %dx = nn.gradient %y, %seed wrt (%x) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    ```

    After:

    ```mlir
    %y = nn.relu %x : tensor<3xf32>
    %positive = arith.cmpf ogt, %y, %zero : tensor<3xf32>
    %dx = arith.select %positive, %seed, %zero : tensor<3xi1>, tensor<3xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::janus::nn::NNDialect"];
}

def JanusSimplifyPass : Pass<"janus-simplify"> {
  let summary = "cleans up values: canonical forms, no value twice, none for nothing";
  let description = [{
    Every canonicalization and common subexpression elimination, sizes of results
    traced back to sizes of operands, and what differentiation leaves behind:
    products with a seed of 1, and sums with zeros of which only a window is not
    zero, which become a sum in the window.

    Before:

    ```mlir
    %part = nn.slice_scatter %s into %zeros offsets [%i, 0] steps [1, 1] : (tensor<1x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>
    %sum = nn.add %x, %part : (tensor<9x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>
    ```

    After:

    ```mlir
    %old = nn.slice %x offsets [%i, 0] sizes [1, 4] steps [1, 1] : (tensor<9x4xf32>) -> tensor<1x4xf32>
    %new = nn.add %old, %s : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
    %sum = nn.slice_scatter %new into %x offsets [%i, 0] steps [1, 1] : (tensor<1x4xf32>, tensor<9x4xf32>) -> tensor<9x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::janus::nn::NNDialect"];
}

def JanusDropCotangentsPass : Pass<"janus-drop-cotangents", "::mlir::func::FuncOp"> {
  let summary = "makes a backward function one for calls without some of the derivatives";
  let description = [{
    No path from a result whose derivative is absent is taken: what would come along it is left out of
    sums, and is zero elsewhere. The arguments stay, for their sizes. A gradient that nothing is left of
    is uninitialised, and empty where its sizes are open: who calls knows from `janus.through` that there is none.

    Before:

    ```mlir
    func.func @f.backward(%da: tensor<3xf32> {janus.cotangent = 0 : i64}, %db: tensor<3xf32> {janus.cotangent = 1 : i64}, %x: tensor<3xf32> {janus.arg = "x"}) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0, 1>}) {
      %a = nn.mul %da, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %b = nn.div %db, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %dx = nn.add %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      return %dx : tensor<3xf32>
    }
    ```

    After `--janus-drop-cotangents="absent=1"`:

    ```mlir
    func.func @f.backward(%da: tensor<3xf32> {janus.cotangent = 0 : i64}, %db: tensor<3xf32> {janus.cotangent = 1 : i64}, %x: tensor<3xf32> {janus.arg = "x"}) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0, 1>}) {
      %a = nn.mul %da, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      return %a : tensor<3xf32>
    }
    ```
  }];
  let options = [ListOption<"absent", "absent", "int64_t", "numbers of the results whose derivative is not there">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::janus::nn::NNDialect"];
}

def JanusSplitBackwardPass : Pass<"janus-split-backward", "::mlir::ModuleOp"> {
  let summary = "gives entries whose results require grad a backward function";
  let description = [{
    For every entry with arguments marked `janus.requires_grad`. What its results need stays; the
    gradients of those that depend on a marked argument move into a function of their own, which
    takes the derivatives by these results (`janus.cotangent`) and what it needs of the entry:
    arguments and states as they are, results, and values that the entry now returns beside its
    results (`janus.saved`). Constants, views and sizes are computed again or kept as numbers. An
    entry without such results stays as it is.

    Before:

    ```mlir
    func.func @f(%x: tensor<3xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<3xf32> {janus.result = 0 : i64}) {
      %a = nn.exp %x : tensor<3xf32>
      %y = nn.sin %a : tensor<3xf32>
      return %y : tensor<3xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<3xf32> {janus.arg = "x", janus.requires_grad}) -> (tensor<3xf32> {janus.result = 0 : i64}, tensor<3xf32> {janus.result = 1 : i64}) attributes {janus.backward = @f.backward} {
      %a = nn.exp %x : tensor<3xf32>
      %y = nn.sin %a : tensor<3xf32>
      return %y, %a : tensor<3xf32>, tensor<3xf32>
    }
    func.func @f.backward(%dy: tensor<3xf32> {janus.cotangent = 0 : i64}, %a: tensor<3xf32> {janus.saved = 1 : i64}) -> (tensor<3xf32> {janus.gradient_of = "x", janus.result = 0 : i64, janus.through = array<i64: 0>}) {
      %c = nn.cos %a : tensor<3xf32>
      %da = nn.mul %dy, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %dx = nn.mul %da, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      return %dx : tensor<3xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::janus::nn::NNDialect"];
}

#endif // JANUS_NN_PASSES
