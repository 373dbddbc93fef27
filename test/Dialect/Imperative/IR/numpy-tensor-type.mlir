// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: imperative.func private @f(!imperative.tensor<?x4xf32, numpy>, !imperative.tensor<*xf32, numpy>) -> !imperative.tensor<4xi1, numpy>
imperative.func private @f(!imperative.tensor<?x4xf32, numpy>, !imperative.tensor<*xf32, numpy>) -> !imperative.tensor<4xi1, numpy>
