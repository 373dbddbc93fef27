"""Gradients through branches and loops of open sizes, run natively, against torch.autograd."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from derivative_cases import randn
from native import Entry, differentiate

RNN = """
func.func @f(%x: tensor<?x?x3xf64> {janus.arg = "x"}, %h0: tensor<?x4xf64> {janus.arg = "h"}, %w: tensor<4x3xf64> {janus.arg = "w"},
             %u: tensor<4x4xf64> {janus.arg = "u"}, %seed: tensor<?x4xf64> {janus.arg = "seed"})
    -> (tensor<?x?x3xf64> {janus.result = 0 : i64}, tensor<?x4xf64> {janus.result = 1 : i64},
        tensor<4x3xf64> {janus.result = 2 : i64}, tensor<4x4xf64> {janus.result = 3 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : tensor<?x?x3xf64>
  %batch = tensor.dim %x, %c1 : tensor<?x?x3xf64>
  %y = scf.for %i = %c0 to %steps step %c1 iter_args(%h = %h0) -> tensor<?x4xf64> {
    %s = nn.slice %x offsets [%i, 0, 0] sizes [1, %batch, 3] steps [1, 1, 1] : (tensor<?x?x3xf64>) -> tensor<1x?x3xf64>
    %xi = nn.reshape %s sizes [%batch, 3] : tensor<1x?x3xf64> -> tensor<?x3xf64>
    %a = nn.linear %h, %u : (tensor<?x4xf64>, tensor<4x4xf64>) -> tensor<?x4xf64>
    %b = nn.linear %xi, %w : (tensor<?x3xf64>, tensor<4x3xf64>) -> tensor<?x4xf64>
    %sum = nn.add %a, %b : (tensor<?x4xf64>, tensor<?x4xf64>) -> tensor<?x4xf64>
    %next = nn.tanh %sum : tensor<?x4xf64>
    scf.yield %next : tensor<?x4xf64>
  }
  %g:4 = nn.gradient %y, %seed wrt (%x, %h0, %w, %u) : (tensor<?x4xf64>, tensor<?x4xf64>, tensor<?x?x3xf64>, tensor<?x4xf64>,
      tensor<4x3xf64>, tensor<4x4xf64>) -> (tensor<?x?x3xf64>, tensor<?x4xf64>, tensor<4x3xf64>, tensor<4x4xf64>)
  return %g#0, %g#1, %g#2, %g#3 : tensor<?x?x3xf64>, tensor<?x4xf64>, tensor<4x3xf64>, tensor<4x4xf64>
}
"""

BRANCH_IN_LOOP = """
func.func @f(%n: i64 {janus.arg = "n"}, %x: tensor<?xf64> {janus.arg = "x"}, %seed: tensor<?xf64> {janus.arg = "seed"})
    -> (tensor<?xf64> {janus.result = 0 : i64}, tensor<?xf64> {janus.result = 1 : i64}) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> : i64 {
    %left = arith.remsi %i, %c2 : i64
    %odd = arith.cmpi eq, %left, %c1 : i64
    %next = scf.if %odd -> tensor<?xf64> {
      %s = nn.sin %h : tensor<?xf64>
      %p = nn.mul %s, %x : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %p : tensor<?xf64>
    } else {
      %e = scf.for %j = %c0 to %c2 step %c1 iter_args(%k = %h) -> tensor<?xf64> : i64 {
        %t = nn.tanh %k : tensor<?xf64>
        %q = nn.add %t, %x : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
        scf.yield %q : tensor<?xf64>
      }
      scf.yield %e : tensor<?xf64>
    }
    scf.yield %next : tensor<?xf64>
  }
  %g = nn.gradient %y, %seed wrt (%x) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %h = nn.gradient %g, %seed wrt (%x) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  return %g, %h : tensor<?xf64>, tensor<?xf64>
}
"""


def close(got: list[np.ndarray], wanted: list[torch.Tensor]) -> None:
    for value, want in zip(got, wanted, strict=True):
        torch.testing.assert_close(torch.from_numpy(value), want.contiguous(), rtol=1e-10, atol=1e-10)


def test_recurrent_net_of_any_length_and_batch() -> None:
    entry = Entry(differentiate(RNN))
    for steps, batch in ((5, 2), (1, 3), (0, 2)):
        x, h0, w, u, seed = randn(steps, batch, 3), randn(batch, 4), randn(4, 3), randn(4, 4), randn(batch, 4, seed=3)
        leaves = [t.clone().requires_grad_() for t in (x, h0, w, u)]
        h = leaves[1]
        for i in range(steps):
            h = torch.tanh(h @ leaves[3].T + leaves[0][i] @ leaves[2].T)
        wanted = torch.autograd.grad(h, leaves, seed, materialize_grads=True)
        close(entry(*(t.numpy() for t in (x, h0, w, u, seed))), list(wanted))


@pytest.mark.parametrize("n", [0, 1, 4, 7])
def test_branch_in_a_loop_twice(n: int) -> None:
    x, seed = randn(3), randn(3, seed=5)
    leaf = x.clone().requires_grad_()
    h = leaf
    for i in range(n):
        if i % 2 == 1:
            h = h.sin() * leaf
        else:
            for _ in range(2):
                h = h.tanh() + leaf
    (first,) = torch.autograd.grad(h, leaf, seed, create_graph=True)
    (second,) = torch.autograd.grad(first, leaf, seed, materialize_grads=True) if first.requires_grad else (torch.zeros(3, dtype=torch.float64),)
    # A tape of a tape has to know its sizes.
    text = BRANCH_IN_LOOP.replace("?xf64", "3xf64")
    close(Entry(differentiate(text))(n, x.numpy(), seed.numpy()), [first.detach(), second])
