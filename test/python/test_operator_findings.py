"""What the operator database found (docs/testing.md), each as a call of its own: values, types, strides, memory, exceptions."""
import sys
from pathlib import Path

import janusc
import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[1] / "suites"))
from suitelib.compare import compare, run
from suitelib.sources import FILE, execute

MANY = torch.ones([1] * 65)
CALLS = {
    # A method of tensors is none of numbers.
    "torch.Tensor.__radd__(2, a)": torch.ones(3),
    "torch.Tensor.mul(2, a)": torch.ones(3),
    "torch.fmod(2, a)": torch.ones(3),
    # More dimensions than most kernels take.
    "torch.aminmax(a, dim=-1)": MANY,
    "a.amax(64)": MANY,
    # There is no native code that makes tensors of uint8.
    "torch.eye(2, 3, dtype=torch.uint8) + a": torch.ones((), dtype=torch.uint8),
    "torch.sum(a, 0, dtype=torch.uint8)": torch.ones(3, 2),
    # 16-bit floats are computed with in 32 bits.
    "torch.dist(a, -a, 4)": torch.full((40,), 9.0, dtype=torch.float16),
    "torch.linalg.vector_norm(a, ord=6)": torch.full((40,), 9.0, dtype=torch.float16),
    # Zeros are exact.
    "torch.lgamma(a)": torch.tensor([1.0, 2.0], dtype=torch.float64),
    "torch.addr(a, a[0], a[1], beta=3, alpha=2)": torch.tensor([[True, False], [True, True]]),
    # Memory and strides of places.
    "torch.nonzero(a)": torch.tensor([1.0, 0, 2, 3]),
    "torch.nonzero(a - 1)": torch.tensor([1.0, 1]),
    "torch.nonzero(a, as_tuple=True)": torch.tensor([[1.0, 0], [2, 3]]),
    # Arguments that eager refuses.
    "torch.nn.functional.max_unpool2d(a, torch.zeros(1, 1, 4, 1, dtype=torch.int64), 3, 2)": torch.ones(1, 1, 4, 4),
    "torch.arange(1549556900, 1549556828, 1989724)": None,
    "torch.roll(a, ())": torch.ones(3),
    "torch.nn.functional.rrelu(a, 0.3, 0.1)": torch.ones(3),
    # A view of the input, not the input.
    "torch.nn.functional.dropout3d(a, 0.5, False)": torch.ones(2, 3, 2, 2),
    "torch.nn.functional.dropout1d(a, 0.0)": torch.ones(2, 3),
    "torch.rand(size=(2, 3), layout=torch.strided, pin_memory=False)": None,
}


@pytest.mark.parametrize("call", CALLS)
def test_call(call):
    name = f"finding-{list(CALLS).index(call)}"
    function = execute(f"import torch\n\n\ndef call(a):\n    return {call}\n", name)["call"]
    argument, file = CALLS[call], FILE.format(name)
    with janusc.options(profile_calls=0, compile_all=True, tier="fast"):
        found = compare(run(function, (argument,), file), run(janusc.compile(function), (argument,), file))
    assert found is None


def test_a_tensor_that_is_overwritten_stays_in_its_graph():
    def f(x, y):
        z = x * 2
        z.zero_()
        w = x * 3
        w.copy_(y)
        return z, w

    results = []
    with janusc.options(profile_calls=0, compile_all=True, tier="fast"):
        for called in (f, janusc.compile(f)):
            x, y = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
            z, w = called(x, y)
            assert z.requires_grad and w.requires_grad
            (z + 5 * w).sum().backward()
            results.append((x.grad, y.grad))
    for got, expected in zip(*results, strict=True):
        assert torch.equal(got, expected)
