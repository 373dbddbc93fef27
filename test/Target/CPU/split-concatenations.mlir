// RUN: janus-opt %s --janus-split-concatenations --cse --split-input-file | FileCheck %s

#image = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#channel = affine_map<(d0, d1, d2) -> (d1)>

// Sums over all that came before are taken once for each part, and a longer concatenation begins with the shorter one.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[A:.*]]: tensor<?x2x4xf32>, %[[B:.*]]: tensor<?x3x4xf32>, %[[C:.*]]: tensor<?x1x4xf32>, %[[N:.*]]: index)
// CHECK: %[[AB:.*]] = tensor.insert_slice %[[B]] into %{{.*}}[0, 2, 0]
// CHECK: %[[OF_A:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[OF_A]] into %{{.*}}[0] [2] [1]
// CHECK: %[[OF_B:.*]] = linalg.generic {{.*}} ins(%[[B]] :
// CHECK: %[[OF_AB:.*]] = tensor.insert_slice %[[OF_B]] into %[[FIRST]][2] [3] [1]
// CHECK: %[[BEGIN:.*]] = tensor.insert_slice %[[AB]] into %{{.*}}[0, 0, 0] [%[[N]], 5, 4]
// CHECK: %[[ABC:.*]] = tensor.insert_slice %[[C]] into %[[BEGIN]][0, 5, 0]
// CHECK-NOT: linalg.generic
// CHECK: %[[KNOWN:.*]] = tensor.insert_slice %[[OF_AB]] into %{{.*}}[0] [5] [1]
// CHECK: %[[OF_C:.*]] = linalg.generic {{.*}} ins(%[[C]] :
// CHECK: %[[OF_ABC:.*]] = tensor.insert_slice %[[OF_C]] into %[[KNOWN]][5] [1] [1]
// CHECK: return %[[OF_AB]], %[[OF_ABC]], %[[ABC]]
func.func @sums(%a: tensor<?x2x4xf32>, %b: tensor<?x3x4xf32>, %c: tensor<?x1x4xf32>, %n: index)
    -> (tensor<5xf32>, tensor<6xf32>, tensor<?x6x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x5x4xf32>
  %0 = tensor.insert_slice %a into %e[0, 0, 0] [%n, 2, 4] [1, 1, 1] : tensor<?x2x4xf32> into tensor<?x5x4xf32>
  %ab = tensor.insert_slice %b into %0[0, 2, 0] [%n, 3, 4] [1, 1, 1] : tensor<?x3x4xf32> into tensor<?x5x4xf32>
  %e1 = tensor.empty() : tensor<5xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#image, #channel], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%ab : tensor<?x5x4xf32>) outs(%z1 : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  %f = tensor.empty(%n) : tensor<?x6x4xf32>
  %2 = tensor.insert_slice %a into %f[0, 0, 0] [%n, 2, 4] [1, 1, 1] : tensor<?x2x4xf32> into tensor<?x6x4xf32>
  %3 = tensor.insert_slice %b into %2[0, 2, 0] [%n, 3, 4] [1, 1, 1] : tensor<?x3x4xf32> into tensor<?x6x4xf32>
  %abc = tensor.insert_slice %c into %3[0, 5, 0] [%n, 1, 4] [1, 1, 1] : tensor<?x1x4xf32> into tensor<?x6x4xf32>
  %e2 = tensor.empty() : tensor<6xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6xf32>) -> tensor<6xf32>
  %t = linalg.generic {indexing_maps = [#image, #channel], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%abc : tensor<?x6x4xf32>) outs(%z2 : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<6xf32>
  return %s, %t, %abc : tensor<5xf32>, tensor<6xf32>, tensor<?x6x4xf32>
}

// -----

#image = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#channel = affine_map<(d0, d1, d2) -> (d1)>

// Slices of what is computed from a concatenation are computed from its parts.
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[A:.*]]: tensor<?x2x4xf32>, %[[B:.*]]: tensor<?x3x4xf32>, %[[DY:.*]]: tensor<?x5x4xf32>, %[[W:.*]]: tensor<5xf32>
// CHECK-DAG: %[[DA:.*]] = tensor.extract_slice %[[DY]][0, 0, 0]
// CHECK-DAG: %[[WA:.*]] = tensor.extract_slice %[[W]][0] [2] [1]
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[DA]], %[[WA]] :
// CHECK-DAG: %[[DB:.*]] = tensor.extract_slice %[[DY]][0, 2, 0]
// CHECK-DAG: %[[WB:.*]] = tensor.extract_slice %[[W]][2] [3] [1]
// CHECK: linalg.generic {{.*}} ins(%[[B]], %[[DB]], %[[WB]] :
func.func @slices(%a: tensor<?x2x4xf32>, %b: tensor<?x3x4xf32>, %dy: tensor<?x5x4xf32>, %w: tensor<5xf32>, %n: index)
    -> (tensor<?x2x4xf32>, tensor<?x3x4xf32>) {
  %e = tensor.empty(%n) : tensor<?x5x4xf32>
  %0 = tensor.insert_slice %a into %e[0, 0, 0] [%n, 2, 4] [1, 1, 1] : tensor<?x2x4xf32> into tensor<?x5x4xf32>
  %ab = tensor.insert_slice %b into %0[0, 2, 0] [%n, 3, 4] [1, 1, 1] : tensor<?x3x4xf32> into tensor<?x5x4xf32>
  %dx = linalg.generic {indexing_maps = [#image, #image, #channel, #image], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%ab, %dy, %w : tensor<?x5x4xf32>, tensor<?x5x4xf32>, tensor<5xf32>) outs(%e : tensor<?x5x4xf32>) {
  ^bb0(%x: f32, %d: f32, %k: f32, %out: f32):
    %1 = arith.mulf %x, %k : f32
    %2 = arith.subf %d, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x5x4xf32>
  %da = tensor.extract_slice %dx[0, 0, 0] [%n, 2, 4] [1, 1, 1] : tensor<?x5x4xf32> to tensor<?x2x4xf32>
  %db = tensor.extract_slice %dx[0, 2, 0] [%n, 3, 4] [1, 1, 1] : tensor<?x5x4xf32> to tensor<?x3x4xf32>
  %ea = tensor.empty(%n) : tensor<?x2x4xf32>
  %ra = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%da : tensor<?x2x4xf32>) outs(%ea : tensor<?x2x4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<?x2x4xf32>
  %eb = tensor.empty(%n) : tensor<?x3x4xf32>
  %rb = linalg.generic {indexing_maps = [#image, #image], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%db : tensor<?x3x4xf32>) outs(%eb : tensor<?x3x4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %1 = arith.negf %x : f32
    linalg.yield %1 : f32
  } -> tensor<?x3x4xf32>
  return %ra, %rb : tensor<?x2x4xf32>, tensor<?x3x4xf32>
}
