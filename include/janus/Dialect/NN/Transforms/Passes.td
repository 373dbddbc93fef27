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

#endif // JANUS_NN_PASSES
