// RUN: janus-opt %s --janus-set-target=target=cpu:x86-64-v3 | FileCheck %s --check-prefix=V3
// RUN: janus-opt %s --janus-set-target=target=cpu:x86-64-v4 | FileCheck %s --check-prefix=V4
// RUN: janus-opt %s --janus-set-target | FileCheck %s --check-prefix=HOST

// V3: module attributes {janus.target = #janus.target<{{.*}}cpu = "x86-64-v3", features = "", vectorBits = 256, registers = 16
// V4: cpu = "x86-64-v4", features = "", vectorBits = 512, registers = 32
// HOST: janus.target = #janus.target<
module {}
