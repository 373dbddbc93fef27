"""Kernels are kept on disk by themselves: other programs and processes use them, and what is damaged is made anew."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import torch
import janusc

def scaled(x, w):
    return torch.tanh(x @ w).sum(0)

def shifted(x, w):
    return torch.tanh(x @ w).sum(0) + 1

x, w = torch.linspace(-1, 1, 96).reshape(4, 24), torch.linspace(-2, 1, 24 * 16).reshape(24, 16)
for f in FUNCTIONS:
    g = janusc.compile(f)
    for rows in (x, x[:3], x[:2]):
        torch.testing.assert_close(g(rows, w), f(rows, w))
print("ok")
"""


def start(cache: Path, tmp_path: Path, functions: str) -> subprocess.Popen:
    program = tmp_path / f"program_{functions}.py"
    program.write_text(PROGRAM.replace("FUNCTIONS", f"[{functions}]"))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "python"), "JANUS_CACHE_DIR": str(cache),
                   "JANUS_LOG": "cache,interpreter"}
    return subprocess.Popen([sys.executable, str(program)], env=environment, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def finish(process: subprocess.Popen) -> list[tuple[int, int, int]]:
    """For each version: objects, entries found, entries missed."""
    output, log = process.communicate(timeout=300)
    assert process.returncode == 0 and output == "ok\n", log
    return [tuple(map(int, match)) for match in re.findall(r"(\d+) objects; found (\d+), missed (\d+)", log)]


def run(cache: Path, tmp_path: Path, functions: str = "scaled") -> list[tuple[int, int, int]]:
    return finish(start(cache, tmp_path, functions))


def test_other_programs_and_processes_reuse_kernels(tmp_path):
    cache = tmp_path / "cache"
    (objects, found, missed), = run(cache, tmp_path)
    assert objects > 1 and found == 0 and missed == objects + 1
    # The same program in a new process: the list of its objects, and they.
    assert run(cache, tmp_path) == [(objects, objects + 1, 0)]
    # Another function with the same product in it.
    (others, found, missed), = run(cache, tmp_path, "shifted")
    assert 0 < found < others and missed == others + 1 - found


def test_damaged_entries_are_misses(tmp_path):
    cache = tmp_path / "cache"
    (objects, _, _), = run(cache, tmp_path)
    entries = sorted(cache.glob("*.janusobj"))
    assert len(entries) == objects + 1
    for number, entry in enumerate(entries):
        data = bytearray(entry.read_bytes())
        data[len(data) // 2 if number % 2 else -1] ^= 1
        entry.write_bytes(data if number % 3 else data[:-1])
    (again, found, missed), = run(cache, tmp_path)
    assert (again, found, missed) == (objects, 0, objects + 1)
    assert run(cache, tmp_path) == [(objects, objects + 1, 0)]


def test_two_processes_at_once(tmp_path):
    cache = tmp_path / "cache"
    both = [start(cache, tmp_path, "scaled"), start(cache, tmp_path, "shifted")]
    assert all(finish(process) for process in both)
    assert not list(cache.glob("*.bad")) and all(entry.suffix == ".janusobj" for entry in cache.iterdir())


@pytest.mark.parametrize("cache", ["/proc/no/such/place", ""])
def test_without_a_cache_everything_is_compiled(tmp_path, cache):
    (objects, found, missed), = run(Path(cache) if cache else "", tmp_path)
    assert found == 0 and missed >= objects
