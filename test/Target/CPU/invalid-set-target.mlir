// RUN: not janus-opt %s --janus-set-target=target=cpu:pentium-9 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not janus-opt %s --janus-set-target=target=toaster 2>&1 | FileCheck %s --check-prefix=KIND

// CPU: error: unknown cpu 'pentium-9' for x86_64; expected a name LLVM knows, such as x86-64-v3, or 'host'
// KIND: error: unknown target 'toaster'; expected 'host' or 'cpu:<name>', such as cpu:x86-64-v3
module {}
