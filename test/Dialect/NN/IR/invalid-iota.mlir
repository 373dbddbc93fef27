// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @iota(%a: i64, %b: i32) -> tensor<4xi64> {
  // expected-error @+1 {{start and step have different types}}
  %y = nn.iota %a step %b size [4] : (i64, i32) -> tensor<4xi64>
  return %y : tensor<4xi64>
}

// -----

func.func @iota(%a: i1) -> tensor<4xi1> {
  // expected-error @+1 {{expected numbers, but found i1}}
  %y = nn.iota %a step %a size [4] : (i1, i1) -> tensor<4xi1>
  return %y : tensor<4xi1>
}

// -----

func.func @iota(%a: i64) -> tensor<4xi64> {
  // expected-error @+1 {{expected one size}}
  %y = nn.iota %a step %a size [4, 4] : (i64, i64) -> tensor<4xi64>
  return %y : tensor<4xi64>
}

// -----

func.func @iota(%a: i64) -> tensor<4xi64> {
  // expected-error @+1 {{the size is negative}}
  %y = nn.iota %a step %a size [-4] : (i64, i64) -> tensor<4xi64>
  return %y : tensor<4xi64>
}
