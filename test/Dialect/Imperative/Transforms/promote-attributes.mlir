// RUN: janus-opt %s --imperative-promote-attributes | FileCheck %s

!self = !imperative.instance<@self>
imperative.object @self class "m.Counter" path "self" {fields = {n = #imperative.ref<@self.n>, plain = 3 : i64}, writable = ["n", "last"]}
imperative.object @other class "m.Counter" path "other" {fields = {n = 5 : i64}, writable = ["n", "last"]}
imperative.object @setter class "m.Setter" path "setter" {fields = {n = 7 : i64}}
imperative.state @self.n : !imperative.int path "self.n"

// What is read after an assignment is what was assigned; before one it is what the object held.
// CHECK-LABEL: imperative.func @counts
// CHECK-SAME: (%[[X:.*]]: !imperative.int)
imperative.func @counts(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %self = imperative.constant #imperative.ref<@self> -> !self
  %other = imperative.constant #imperative.ref<@other> -> !imperative.instance<@other>
  // CHECK: %[[N:.*]] = imperative.read_state @self.n : !imperative.int
  // CHECK: %[[M:.*]] = imperative.binary add %[[N]], %[[X]]
  %n = imperative.get_attr %self, "n" : (!self) -> !imperative.object
  %m = imperative.binary add %n, %x : (!imperative.object, !imperative.int) -> !imperative.object
  // CHECK: imperative.set_attr %{{.*}}, "n", %[[M]] : {{.*}} {at_commit}
  imperative.set_attr %self, "n", %m : !self, !imperative.object
  %again = imperative.get_attr %self, "n" : (!self) -> !imperative.object
  // CHECK: %[[FIVE:.*]] = imperative.constant 5
  // CHECK: imperative.get_attr %{{.*}}, "plain"
  %five = imperative.get_attr %other, "n" : (!imperative.instance<@other>) -> !imperative.object
  %plain = imperative.get_attr %self, "plain" : (!self) -> !imperative.object
  // CHECK: imperative.build_tuple(%[[M]], %[[FIVE]], %{{.*}})
  %all = imperative.build_tuple(%again, %five, %plain) : (!imperative.object, !imperative.object, !imperative.object) -> !imperative.object
  imperative.return %all : !imperative.object
}

// An assignment under a condition is one after it.
// CHECK-LABEL: imperative.func @conditional
// CHECK-SAME: (%[[X:.*]]: !imperative.int, %[[C:.*]]: !imperative.bool)
imperative.func @conditional(%x: !imperative.int, %c: !imperative.bool) -> !imperative.object attributes {entry} {
  %self = imperative.constant #imperative.ref<@self> -> !self
  // CHECK: %[[N:.*]] = imperative.read_state @self.n
  // CHECK: %[[R:.*]] = imperative.if %[[C]] -> !imperative.object {
  // CHECK-NOT: set_attr
  // CHECK:   imperative.yield %[[X]]
  // CHECK: } else {
  // CHECK:   imperative.yield %[[N]]
  // CHECK: imperative.set_attr %{{.*}}, "n", %[[R]] : {{.*}} {at_commit}
  // CHECK: imperative.return %[[R]]
  imperative.if %c {
    imperative.set_attr %self, "n", %x : !self, !imperative.int
  } else {
  }
  %n = imperative.get_attr %self, "n" : (!self) -> !imperative.object
  imperative.return %n : !imperative.object
}

// It is not known what comes before: a call that is not inlined, a loop that assigns, another object, a setter.
// CHECK-LABEL: imperative.func @called
imperative.func @called(%f: !imperative.object) -> !imperative.object attributes {entry} {
  %self = imperative.constant #imperative.ref<@self> -> !self
  %r = imperative.call %f() : (!imperative.object) -> !imperative.object
  // CHECK: imperative.get_attr
  %n = imperative.get_attr %self, "n" : (!self) -> !imperative.object
  imperative.return %n : !imperative.object
}
// CHECK-LABEL: imperative.func @looped
imperative.func @looped(%many: !imperative.object) -> !imperative.object attributes {entry} {
  %self = imperative.constant #imperative.ref<@self> -> !self
  imperative.for %i : !imperative.object in %many : !imperative.object {
    imperative.set_attr %self, "n", %i : !self, !imperative.object
  }
  // CHECK: imperative.get_attr
  %n = imperative.get_attr %self, "n" : (!self) -> !imperative.object
  imperative.return %n : !imperative.object
}
// CHECK-LABEL: imperative.func @another
imperative.func @another(%x: !imperative.object) -> !imperative.object attributes {entry} {
  %self = imperative.constant #imperative.ref<@self> -> !self
  imperative.set_attr %x, "n", %x : !imperative.object, !imperative.object
  // CHECK: imperative.get_attr
  %n = imperative.get_attr %self, "n" : (!self) -> !imperative.object
  imperative.return %n : !imperative.object
}
// CHECK-LABEL: imperative.func @setter_runs
imperative.func @setter_runs(%x: !imperative.int) -> !imperative.object attributes {entry} {
  %setter = imperative.constant #imperative.ref<@setter> -> !imperative.instance<@setter>
  // CHECK: imperative.set_attr
  // CHECK-NOT: at_commit
  imperative.set_attr %setter, "n", %x : !imperative.instance<@setter>, !imperative.int
  imperative.return %x : !imperative.int
}
