// RUN: janus-opt %s | janus-opt | FileCheck %s

// CHECK-LABEL: func.func @compare
// CHECK: nn.compare eq %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
func.func @compare(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare eq %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}

// CHECK-LABEL: func.func @compare_1
// CHECK: nn.compare ne %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
func.func @compare_1(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare ne %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}

// CHECK-LABEL: func.func @compare_2
// CHECK: nn.compare lt %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
func.func @compare_2(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare lt %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}

// CHECK-LABEL: func.func @compare_3
// CHECK: nn.compare le %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
func.func @compare_3(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare le %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}

// CHECK-LABEL: func.func @compare_4
// CHECK: nn.compare gt %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
func.func @compare_4(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare gt %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}

// CHECK-LABEL: func.func @compare_5
// CHECK: nn.compare ge %{{.*}}, %{{.*}} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
func.func @compare_5(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xi1> {
  %y = nn.compare ge %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  return %y : tensor<?x4xi1>
}
