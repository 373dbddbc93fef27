// RUN: janus-translate --janus-to-llvmir %s | FileCheck %s --check-prefix=IR
// RUN: janus-translate --janus-to-assembly %s | FileCheck %s --check-prefix=ASM
// RUN: janus-translate --janus-to-object %s -o %t.o && llvm-nm %t.o | FileCheck %s --check-prefix=NM
// RUN: janus-opt %s --janus-codegen-cpu --janus-lower-to-llvm | janus-translate --janus-to-object -o %t2.o && llvm-nm %t2.o | FileCheck %s --check-prefix=NM
// RUN: not janus-translate --janus-to-object %s -o %t.missing/x.o 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: not janus-translate --janus-to-object %S/does-not-exist.mlir 2>&1 | FileCheck %s --check-prefix=IN
// RUN: echo "func.func @f(" | not janus-translate --janus-to-object 2>&1 | FileCheck %s --check-prefix=SYNTAX

// IR: define {{.*}}i32 @janus_entry_f(ptr {{.*}}, ptr {{.*}})
// ASM: janus_entry_f:
// NM: T janus_entry_f
// OUT: {{error: cannot open output file|No such file}}
// IN: No such file or directory
// SYNTAX: error:
module attributes {janus.target = #janus.target<triple = "x86_64-pc-linux-gnu", cpu = "x86-64-v3", features = "", vectorBits = 256, registers = 16, l1 = 32768, l2 = 524288, l3 = 8388608, cores = 1>} {
  func.func @f(%x: tensor<?xf32> {janus.arg = "x"}) -> (tensor<?xf32> {janus.result = 0 : i64}) {
    %0 = arith.addf %x, %x : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
