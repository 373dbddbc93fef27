// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// Every comparison.
// CHECK: %{{.*}} = imperative.compare lt %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare le %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare eq %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare ne %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare gt %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare ge %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare is %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare is_not %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare in %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object
// CHECK: %{{.*}} = imperative.compare not_in %{{.*}}, %{{.*}} : (!imperative.object, !imperative.object) -> !imperative.object

imperative.func @f(%x: !imperative.object, %y: !imperative.object, %c: !imperative.bool) -> !imperative.object {
  %lt_ = imperative.compare lt %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %le_ = imperative.compare le %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %eq_ = imperative.compare eq %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %ne_ = imperative.compare ne %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %gt_ = imperative.compare gt %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %ge_ = imperative.compare ge %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %is_ = imperative.compare is %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %is_not_ = imperative.compare is_not %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %in_ = imperative.compare in %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  %not_in_ = imperative.compare not_in %x, %y : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %x : !imperative.object
}
