// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// A type is passed at run time; a constant or reference is guarded.
// CHECK: imperative.entry @step calls @f [!imperative.tensor<?x4xf32>, #imperative.ref<@net>, 2]

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %z: !imperative.object) -> !imperative.object {
  imperative.return %x : !imperative.object
}
imperative.object @net class "Net" path "net"
imperative.entry @step calls @f [!imperative.tensor<?x4xf32>, #imperative.ref<@net>, 2 : i64]
