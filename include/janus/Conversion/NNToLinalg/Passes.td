//===- Passes.td - nn to linalg ----------------------------*- tablegen -*-===//

#ifndef JANUS_NN_TO_LINALG_PASSES
#define JANUS_NN_TO_LINALG_PASSES

include "mlir/Pass/PassBase.td"

def ConvertNNToLinalg : Pass<"convert-nn-to-linalg"> {
  let summary = "lowers every nn op to linalg, tensor, arith, math and scf";
  let description = [{
    Each op says by LinalgLowerableOpInterface what it becomes. Products and
    convolutions become named ops of linalg where there is one, and contractions
    as `linalg.generic` otherwise; elementwise ops become `linalg.generic` with
    parallel iterators, made to be fused.

    ```mlir
    %y = nn.relu %x : tensor<?x4xf32>
    // becomes
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<?x4xf32>) outs(%empty : tensor<?x4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %below = arith.cmpf olt, %in, %zero : f32
        %0 = arith.select %below, %zero, %in : f32
        linalg.yield %0 : f32
    } -> tensor<?x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

#endif // JANUS_NN_TO_LINALG_PASSES
