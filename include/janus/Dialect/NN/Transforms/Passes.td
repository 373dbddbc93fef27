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

#endif // JANUS_NN_PASSES
