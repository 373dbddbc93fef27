// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// A parameter, a buffer, a parameter with a gradient, a number.
// CHECK: imperative.state @net.w : !imperative.tensor<6x?x5x5xf32> path "net.w" {requires_grad}
// CHECK: imperative.state @net.mean : !imperative.tensor<*xnone> path "net.mean"
// CHECK: imperative.state @net.b : !imperative.tensor<6xf32> path "net.b" {grad, requires_grad}
// CHECK: imperative.state @lr : !imperative.float path "opt.param_groups[0]['lr']"

imperative.state @net.w : !imperative.tensor<6x?x5x5xf32> path "net.w" {requires_grad}
imperative.state @net.mean : !imperative.tensor<*xnone> path "net.mean"
imperative.state @net.b : !imperative.tensor<6xf32> path "net.b" {grad, requires_grad}
imperative.state @lr : !imperative.float path "opt.param_groups[0]['lr']"
