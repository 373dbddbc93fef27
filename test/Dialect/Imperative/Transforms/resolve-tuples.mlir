// RUN: janus-opt %s --imperative-infer-types --imperative-resolve-ops | FileCheck %s

!pair = !imperative.tuple<!imperative.int, !imperative.int>

// Comparing ints runs no code, so tuples of them are compared one by one.
// CHECK-LABEL: imperative.func @equal
// CHECK-SAME: (%[[A:.*]]: !imperative.int, %[[B:.*]]: !imperative.int)
imperative.func @equal(%a: !imperative.int, %b: !imperative.int) -> !imperative.object attributes {entry} {
  %lhs = imperative.build_tuple (%a, %b) : (!imperative.int, !imperative.int) -> !pair
  %rhs = imperative.build_tuple (%b, %a) : (!imperative.int, !imperative.int) -> !pair
  // CHECK: %[[FIRST:.*]] = imperative.compare ne %[[A]], %[[B]]
  // CHECK: %[[SECOND:.*]] = imperative.compare ne %[[B]], %[[A]]
  // CHECK: %[[ANY:.*]] = imperative.binary or %[[FIRST]], %[[SECOND]] : (!imperative.bool, !imperative.bool) -> !imperative.bool
  // CHECK: imperative.set_global "ints", %[[ANY]]
  %r = imperative.compare ne %lhs, %rhs : (!pair, !pair) -> !imperative.object
  imperative.set_global "ints", %r : !imperative.object
  imperative.return %r : !imperative.object
}

// Floats may not be equal to themselves, but are in a tuple.
// CHECK-LABEL: imperative.func @floats
imperative.func @floats(%a: !imperative.float) -> !imperative.object attributes {entry} {
  %lhs = imperative.build_tuple (%a) : (!imperative.float) -> !imperative.tuple<!imperative.float>
  %rhs = imperative.build_tuple (%a) : (!imperative.float) -> !imperative.tuple<!imperative.float>
  // CHECK: imperative.compare eq %{{.*}}, %{{.*}} : (!imperative.tuple<!imperative.float>, !imperative.tuple<!imperative.float>) -> !imperative.object
  %r = imperative.compare eq %lhs, %rhs : (!imperative.tuple<!imperative.float>, !imperative.tuple<!imperative.float>) -> !imperative.object
  imperative.return %r : !imperative.object
}

// CHECK-LABEL: imperative.func @identity
imperative.func @identity(%x: !imperative.tensor<?xf32>, %y: !imperative.tensor<?xf32>) -> !imperative.object attributes {entry} {
  // CHECK: %[[TRUE:.*]] = imperative.constant true
  // CHECK: imperative.set_global "same", %[[TRUE]]
  %same = imperative.compare is %x, %x : (!imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.object
  imperative.set_global "same", %same : !imperative.object
  // CHECK: imperative.compare is_not
  %other = imperative.compare is_not %x, %y : (!imperative.tensor<?xf32>, !imperative.tensor<?xf32>) -> !imperative.object
  imperative.return %other : !imperative.object
}

// CHECK-LABEL: imperative.func @among
imperative.func @among() -> !imperative.object attributes {entry} {
  %a = imperative.constant "a" -> !imperative.str
  %b = imperative.constant "b" -> !imperative.str
  %nan = imperative.constant 0x7FF8000000000000 : f64 -> !imperative.float
  %list = imperative.build_list (%b, %a) : (!imperative.str, !imperative.str) -> !imperative.list<!imperative.str>
  // CHECK: %[[TRUE:.*]] = imperative.constant true
  // CHECK: imperative.set_global "in", %[[TRUE]]
  %in = imperative.compare in %a, %list : (!imperative.str, !imperative.list<!imperative.str>) -> !imperative.object
  imperative.set_global "in", %in : !imperative.object
  // What is no number is in a list by being one of the objects.
  %odd = imperative.build_list (%nan) : (!imperative.float) -> !imperative.list<!imperative.float>
  // CHECK: imperative.compare in
  %r = imperative.compare in %nan, %odd : (!imperative.float, !imperative.list<!imperative.float>) -> !imperative.object
  imperative.return %r : !imperative.object
}

// CHECK-LABEL: imperative.func @unpack
// CHECK-SAME: (%[[X:.*]]: !imperative.tensor<2x3xf32>, %[[Y:.*]]: !imperative.tensor<?xf32>)
imperative.func @unpack(%x: !imperative.tensor<2x3xf32>, %y: !imperative.tensor<?xf32>) -> !imperative.object attributes {entry} {
  // CHECK-NOT: imperative.assume
  // CHECK: %[[A:.*]] = imperative.library_call "torch.Tensor.__getitem__"(%[[X]], %{{.*}}) : {{.*}} -> !imperative.tensor<3xf32>
  // CHECK: %[[B:.*]] = imperative.library_call "torch.Tensor.__getitem__"(%[[X]], %{{.*}}) : {{.*}} -> !imperative.tensor<3xf32>
  // CHECK: imperative.set_global "a", %[[A]]
  // CHECK: imperative.set_global "b", %[[B]]
  %a, %b = imperative.unpack %x : (!imperative.tensor<2x3xf32>) -> (!imperative.object, !imperative.object)
  imperative.set_global "a", %a : !imperative.object
  imperative.set_global "b", %b : !imperative.object
  // CHECK: %[[LENGTH:.*]] = imperative.library_call "torch.Tensor.__len__"(%[[Y]])
  // CHECK: %[[EQUAL:.*]] = imperative.compare eq %[[LENGTH]], %{{.*}}
  // CHECK: %[[TRUTH:.*]] = imperative.truth %[[EQUAL]]
  // CHECK: imperative.assume %[[TRUTH]], "a tensor is unpacked into as many targets as it has elements"
  %c = imperative.unpack %y : (!imperative.tensor<?xf32>) -> !imperative.object
  imperative.return %c : !imperative.object
}
