"""The benchmark of calls still says what it measures: its calls are compiled ones, and give what they should."""
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmark"))


def test_call_overhead():
    import call_overhead

    guarded, result, tensors = call_overhead.three_tensors()
    assert guarded(*tensors) is None
    assert torch.equal(result(*tensors), 2 * tensors[0])
    module, x = nn.Sequential(nn.Linear(3, 3), nn.ReLU()).eval(), torch.ones(1, 3)
    tree = call_overhead.module_tree(module, x)
    with torch.no_grad():
        assert tree(module, x) is None


def test_boxed():
    import boxed

    for name, microseconds, speed in boxed.speeds(["attribute", "recursion"], rounds=1):
        assert microseconds > 0 and speed > 0, name
