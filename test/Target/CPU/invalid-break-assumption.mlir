// RUN: janus-opt --janus-break-assumption=number=7 --verify-diagnostics %s

// expected-error @+1 {{no assumption has number 7; functionalisation counts them from 0}}
module {
  func.func @f(%c: i1) {
    janus.assume %c, 0, "c"
    return
  }
}
