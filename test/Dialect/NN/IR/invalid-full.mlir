// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @full(%v: f32) -> tensor<?x4xf32> {
  // expected-error @+1 {{sizes has the negative entry -1}}
  %y = nn.full %v sizes [-1, 4] : f32 -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

func.func @full(%v: f32) -> tensor<?xf32> {
  // expected-error @+1 {{sizes has 1 dynamic entries but 0 values}}
  %y = "nn.full"(%v) {static_sizes = array<i64: -9223372036854775808>} : (f32) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
