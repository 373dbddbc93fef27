// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Every operator, on objects and on types that are known.
// CHECK: %{{.*}} = imperative.binary add %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary sub %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary mul %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary truediv %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary floordiv %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary mod %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary pow %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary matmul %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary lshift %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary rshift %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary and %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary or %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary xor %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.binary add %{{.*}}, %{{.*}} : (!imperative.int, !imperative.float) -> !imperative.float

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %n: !imperative.int, %r: !imperative.float) -> !imperative.object {
  %add = imperative.binary add %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %sub = imperative.binary sub %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %mul = imperative.binary mul %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %truediv = imperative.binary truediv %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %floordiv = imperative.binary floordiv %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %mod = imperative.binary mod %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %pow = imperative.binary pow %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %matmul = imperative.binary matmul %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %lshift = imperative.binary lshift %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %rshift = imperative.binary rshift %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %and = imperative.binary and %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %or = imperative.binary or %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %xor = imperative.binary xor %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %typed = imperative.binary add %n, %r : (!imperative.int, !imperative.float) -> !imperative.float
  imperative.return %x : !imperative.object
}
