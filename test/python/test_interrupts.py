"""Signals while native code runs: a long loop leaves with KeyboardInterrupt, and has written nothing."""
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

_HEADER = """
import os, signal, sys, threading, time
import torch, janusc

def interrupt(count=1, after=0.3, number=signal.SIGINT):
    def send():
        for _ in range(count):
            time.sleep(after)
            os.kill(os.getpid(), number)
    threading.Thread(target=send, daemon=True).start()

def native(compiled):
    return [version["calls"] for version in janusc.explain(compiled).data()["versions"] if version["kind"] == "native"]
"""


def run(text, tmp_path):
    """Runs a program with its own source file; a loop that hears nothing ends by the timeout."""
    script = tmp_path / "script.py"
    script.write_text(_HEADER + textwrap.dedent(text))
    found = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False,
                           env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "python")})
    assert found.returncode == 0, found.stderr
    return found.stdout.split()


# A native loop of any length.
_LONG = """
def f(x, n):
    y = x * 2
    for i in range(n):
        y = y * 1.0 + 1
    return y

g = janusc.compile(f)
for n in (1, 2, 3):
    g(torch.ones(3), n)
"""

_LOOPS = {
    "while": "while x.sum() < limit:\n        x = x * 1.0",
    "for": "for i in range(n):\n        x = x * 1.0 + i",
    "nested": "for i in range(n):\n        while x.sum() < limit:\n            x = x * 1.0",
}


@pytest.mark.parametrize("loop", _LOOPS)
def test_a_long_loop_is_interrupted(loop, tmp_path):
    assert run(f"""
class Spin(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(3))
        self.turns = 0

    def forward(self, x, limit, n):
        self.count.add_(1)
        self.turns += 1
        y = x * 2
        x = y + 0
        {_LOOPS[loop].replace(chr(10), chr(10) + "    ")}
        self.count.add_(x)
        return x

spin = Spin()
f = janusc.compile(spin)
x = torch.ones(3)
with torch.no_grad():
    f(x, torch.tensor(0.0), 1), f(x, torch.tensor(0.0), 2), f(x, torch.tensor(0.0), 3)
    before = spin.count.clone(), spin.turns
    interrupt()
    started = time.time()
    try:
        f(x, torch.tensor(1e9), 10 ** 12)
        print("returned")
    except KeyboardInterrupt:
        print("interrupted")
    print(torch.equal(spin.count, before[0]), spin.turns == before[1], time.time() - started < 20)
    # It still works.
    f(x, torch.tensor(0.0), 3)
    print(sum(native(f)) > 1)
""", tmp_path) == ["interrupted", "True", "True", "True", "True"]


def test_a_handler_that_does_not_raise_lets_the_loop_go_on(tmp_path):
    assert run(_LONG + """
seen = []
signal.signal(signal.SIGUSR1, lambda *a: seen.append(1))
interrupt(3, 0.05, signal.SIGUSR1)
n = 10 ** 6
while len(seen) < 3:
    assert g(torch.ones(3), n)[0] == min(n + 2, 2 ** 24)
print(len(seen), sum(native(g)) >= 4)
""", tmp_path) == ["3", "True"]


def test_a_loop_in_another_thread_leaves_the_signal_to_the_main_thread(tmp_path):
    assert run(_LONG + """
results = []
threading.Thread(target=lambda: results.append(g(torch.ones(3), 10 ** 7))).start()
interrupt(1, 0.02)
try:
    time.sleep(20)
    print("returned")
except KeyboardInterrupt:
    print("interrupted")
while not results:
    time.sleep(0.01)
print(len(results))
""", tmp_path) == ["interrupted", "1"]


def test_a_backward_pass_is_interrupted(tmp_path):
    assert run("""
def f(x, n):
    y = x * 2
    for i in range(n):
        y = (y * 1.0000001).sin() + 1
    return y.sum()

g = janusc.compile(f)
for n in (1, 2, 3):
    x = torch.ones(3, requires_grad=True)
    g(x, n).backward()
loss = g(x, 3 * 10 ** 6)
x.grad = None
interrupt(1, 0.01)
try:
    loss.backward()
    print("returned")
except KeyboardInterrupt:
    print("interrupted")
print(x.grad is None)
""", tmp_path)[0] in ("interrupted", "returned")
