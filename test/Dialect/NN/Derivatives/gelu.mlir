// RUN: janus-opt %s --janus-differentiate --janus-simplify | FileCheck %s

// CHECK-LABEL: func.func @gelu_exact
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @gelu_exact(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<0.3989422804014327> : tensor<6xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<-5.000000e-01> : tensor<6xf64>
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<5.000000e-01> : tensor<6xf64>
  // CHECK-DAG: %[[C4:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK-DAG: %[[C5:.*]] = arith.constant dense<0.70710678118654757> : tensor<6xf64>
  // CHECK: %[[V5:.*]] = nn.mul %[[A0]], %[[C5]]
  // CHECK: %[[V6:.*]] = nn.erf %[[V5]]
  // CHECK: %[[V7:.*]] = nn.add %[[V6]], %[[C4]]
  // CHECK: %[[V8:.*]] = nn.mul %[[V7]], %[[C3]]
  // CHECK: %[[V9:.*]] = nn.mul %[[A0]], %[[A0]]
  // CHECK: %[[V10:.*]] = nn.mul %[[V9]], %[[C2]]
  // CHECK: %[[V11:.*]] = nn.exp %[[V10]]
  // CHECK: %[[V12:.*]] = nn.mul %[[V11]], %[[C1]]
  // CHECK: %[[V13:.*]] = nn.mul %[[A0]], %[[V12]]
  // CHECK: %[[V14:.*]] = nn.add %[[V8]], %[[V13]]
  // CHECK: %[[V15:.*]] = nn.mul %[[SEED]], %[[V14]]
  // CHECK: return %[[V15]]
  %y = nn.gelu exact %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}

// CHECK-LABEL: func.func @gelu_tanh
// CHECK-SAME: (%[[A0:[^:]*]]: tensor<6xf64>, %[[SEED:[^:]*]]: tensor<6xf64>)
func.func @gelu_tanh(%a0: tensor<6xf64>, %seed: tensor<6xf64>) -> tensor<6xf64> {
  // CHECK-DAG: %[[C1:.*]] = arith.constant dense<1.341450e-01> : tensor<6xf64>
  // CHECK-DAG: %[[C2:.*]] = arith.constant dense<5.000000e-01> : tensor<6xf64>
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<1.000000e+00> : tensor<6xf64>
  // CHECK-DAG: %[[C4:.*]] = arith.constant dense<0.79788456080286541> : tensor<6xf64>
  // CHECK-DAG: %[[C5:.*]] = arith.constant dense<4.471500e-02> : tensor<6xf64>
  // CHECK: %[[V5:.*]] = nn.mul %[[A0]], %[[A0]]
  // CHECK: %[[V6:.*]] = nn.mul %[[V5]], %[[A0]]
  // CHECK: %[[V7:.*]] = nn.mul %[[V6]], %[[C5]]
  // CHECK: %[[V8:.*]] = nn.add %[[A0]], %[[V7]]
  // CHECK: %[[V9:.*]] = nn.mul %[[V8]], %[[C4]]
  // CHECK: %[[V10:.*]] = nn.tanh %[[V9]]
  // CHECK: %[[V11:.*]] = nn.add %[[V10]], %[[C3]]
  // CHECK: %[[V12:.*]] = nn.mul %[[V11]], %[[C2]]
  // CHECK: %[[V13:.*]] = nn.mul %[[V10]], %[[V10]]
  // CHECK: %[[V14:.*]] = nn.sub %[[C3]], %[[V13]]
  // CHECK: %[[V15:.*]] = nn.mul %[[V5]], %[[C1]]
  // CHECK: %[[V16:.*]] = nn.add %[[V15]], %[[C3]]
  // CHECK: %[[V17:.*]] = nn.mul %[[V16]], %[[C4]]
  // CHECK: %[[V18:.*]] = nn.mul %[[A0]], %[[C2]]
  // CHECK: %[[V19:.*]] = nn.mul %[[V14]], %[[V17]]
  // CHECK: %[[V20:.*]] = nn.mul %[[V18]], %[[V19]]
  // CHECK: %[[V21:.*]] = nn.add %[[V12]], %[[V20]]
  // CHECK: %[[V22:.*]] = nn.mul %[[SEED]], %[[V21]]
  // CHECK: return %[[V22]]
  %y = nn.gelu tanh %a0 : tensor<6xf64>
  %g = nn.gradient %y, %seed wrt (%a0) : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  return %g : tensor<6xf64>
}
