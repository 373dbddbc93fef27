"""Loops over threads: as many as torch says, with the same bits as one."""
from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import janusc
import pytest
import torch


def run(program: str, folder: Path) -> None:
    """A process of its own, whose threads can be counted."""
    path = folder / "program.py"
    path.write_text(textwrap.dedent(program))
    environment = {**os.environ, "PYTHONPATH": str(Path(janusc.__file__).parents[1])}
    result = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=120, env=environment)
    assert result.returncode == 0, result.stderr


def test_torch_says_how_many(tmp_path):
    run("""
        import os, torch, janusc
        def threads():
            return len(os.listdir("/proc/self/task"))
        def f(x):
            return torch.exp(x) + torch.sin(x)
        compiled = janusc.compile(f, native=True)
        x = torch.randn(500, 1000)
        torch.set_num_threads(1)
        compiled(x), compiled(x)
        before = threads()
        compiled(x)
        assert threads() == before, "a thread was made, though torch has one"
        for count in (3, 2):
            torch.set_num_threads(count)
            compiled(x), compiled(x)
            assert threads() == before + 2, (count, threads(), before)
    """, tmp_path)


def test_forked_children_share_loops(tmp_path):
    run("""
        import os, torch, janusc
        def f(x):
            return torch.exp(x) + torch.sin(x)
        compiled = janusc.compile(f, native=True)
        x = torch.randn(500, 1000)
        torch.set_num_threads(2)
        expected = compiled(x)
        child = os.fork()
        if not child:
            os._exit(0 if torch.equal(compiled(x), expected) else 1)
        assert os.waitpid(child, 0)[1] == 0
    """, tmp_path)


class Block(torch.nn.Module):
    """An inverted residual block, pooling and a layer on all of it: a chain, a group, products."""

    def __init__(self):
        super().__init__()
        self.expand = torch.nn.Conv2d(24, 96, 1)
        self.each = torch.nn.Conv2d(96, 96, 3, padding=1, groups=96)
        self.project = torch.nn.Conv2d(96, 24, 1)
        self.dense = torch.nn.Conv2d(24, 64, 3, padding=1)
        self.pool = torch.nn.MaxPool2d(3, 2, 1)
        self.head = torch.nn.Linear(64 * 14 * 14, 100)

    def forward(self, x):
        x = x + self.project(torch.relu(self.each(torch.relu(self.expand(x)))))
        x = self.pool(torch.relu(self.dense(x)))
        return torch.softmax(self.head(x.flatten(1)), 1)


@pytest.mark.parametrize("winograd", [False, True])
@pytest.mark.parametrize("batch", [1, 3])
def test_bits_are_those_of_one_thread(batch, winograd):
    torch.manual_seed(0)
    model = Block().eval()
    compiled = janusc.compile(model, native=True, winograd=winograd)
    x = torch.randn(batch, 24, 28, 28)
    before = torch.get_num_threads()
    try:
        with torch.no_grad():
            torch.set_num_threads(1)
            expected = compiled(x)
            torch.testing.assert_close(expected, model(x), rtol=1e-4, atol=1e-5)
            for threads in (2, 3, 5):
                torch.set_num_threads(threads)
                for _ in range(5):
                    assert torch.equal(compiled(x), expected)
    finally:
        torch.set_num_threads(before)
