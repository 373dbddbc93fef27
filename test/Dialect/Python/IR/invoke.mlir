// RUN: janus-opt %s --verify-roundtrip | janus-opt | FileCheck %s

// CHECK: python.invoke "get_attr"(%{{.*}}) names ["shape"] : !imperative.object ^{{.*}}, ^{{.*}}
// CHECK: python.invoke "binary"(%{{.*}}, %{{.*}}) numbers [2] : !imperative.object, !imperative.object ^{{.*}}, ^{{.*}}
// CHECK: python.invoke "next"(%{{.*}}) : !imperative.object ^{{.*}}, ^{{.*}}, ^{{.*}}
// CHECK: python.invoke "reraise"() ^{{.*}}
python.body @f {
  %a = python.constant 0
  python.invoke "get_attr"(%a) names ["shape"] : !imperative.object ^next, ^failed
^next(%shape: !imperative.object):
  python.return %shape
^failed:
  python.fail
}

python.body @g {
  %a = python.constant 0
  python.invoke "binary"(%a, %a) numbers [2] : !imperative.object, !imperative.object ^product, ^failed
^product(%x: !imperative.object):
  python.invoke "next"(%x) : !imperative.object ^item, ^end, ^failed
^item(%i: !imperative.object):
  python.return %i
^end:
  python.invoke "reraise"() ^failed
^failed:
  python.fail
}
