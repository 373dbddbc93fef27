// RUN: janus-opt --verify-diagnostics=only-expected --split-input-file %s

func.func @all(%x: tensor<2xi1>) -> tensor<i1> {
  // expected-error @+1 {{dimension -1 is not one of a tensor of rank 1}}
  %y = nn.all %x dims [-1] : (tensor<2xi1>) -> tensor<i1>
  return %y : tensor<i1>
}
