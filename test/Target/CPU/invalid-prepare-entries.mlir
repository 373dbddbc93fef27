// RUN: janus-opt %s --janus-prepare-entries --split-input-file --verify-diagnostics

// expected-error @below {{result 0 updates 'v', which is no argument's janus.state or janus.arg}}
func.func @unknown(%w: tensor<4xf32> {janus.state = "w"}) -> (tensor<4xf32> {janus.update = "v"}) {
  return %w : tensor<4xf32>
}

// -----

// expected-error @below {{result 0 of type 'tensor<5xf32>' cannot update 'w' of type 'tensor<4xf32>'}}
func.func @mismatch(%w: tensor<4xf32> {janus.state = "w"}, %v: tensor<5xf32> {janus.arg = "v"})
    -> (tensor<5xf32> {janus.update = "w"}) {
  return %v : tensor<5xf32>
}
