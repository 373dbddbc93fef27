"""How long compiling takes: the first call of nets and of small functions, cold and from the disk cache.

    python benchmark/compile_time.py [resnet50 ...] [--batch 1] [--functions] [--json FILE]

Each figure is from a process of its own with a cache folder of its own: the first run finds it empty, the second one full. What
is timed is the first call less a later one; wall seconds and processor seconds of all threads. Importing torch and janusc, and making
the net, are not in it.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nets
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import janusc  # noqa: E402

BARS = {"cold net": 20.0, "warm net": 1.0, "cold function": 0.5}


def add(x, y):  # noqa: ANN001, ANN201
    return x + y


def normalise(x):  # noqa: ANN001, ANN201
    return (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + 1e-5)


def layer(x, y):  # noqa: ANN001, ANN201
    return torch.relu(x @ y).sum()


def count(x):  # noqa: ANN001, ANN201
    total = 0.0
    for i in range(10):
        if i % 2:
            total = total + (x * i).sum()
    return total


FUNCTIONS = {"add": (add, 2), "normalise": (normalise, 1), "layer": (layer, 2), "count": (count, 1)}


def call_of(name: str, batch: int) -> Callable[[], object]:
    """The call to be timed; nothing is compiled yet."""
    torch.manual_seed(0)
    if name in FUNCTIONS:
        function, arguments = FUNCTIONS[name]
        compiled, given = janusc.compile(function, native=True), [torch.randn(64, 64) for _ in range(arguments)]
        return lambda: compiled(*given)
    x = nets.inputs(name, batch)
    net = janusc.compile(nets.make(name), trials=False, native=True)
    return lambda: net(x)


def child(name: str, batch: int) -> None:
    call = call_of(name, batch)
    with torch.no_grad():
        seconds = []
        for _ in range(2):
            wall, processor = time.perf_counter(), time.process_time()
            call()
            seconds.append((time.perf_counter() - wall, time.process_time() - processor))
    print(json.dumps([first - second for first, second in zip(*seconds, strict=True)]))


def measure(name: str, batch: int) -> dict[str, list[float]]:
    """Seconds and processor seconds of the first call, cold and warm."""
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "JANUS_CACHE_DIR": folder}
        for state in ("cold", "warm"):
            command = [sys.executable, __file__, "--child", name, "--batch", str(batch)]
            run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            if run.returncode:
                raise SystemExit(f"{name} could not be compiled:\n{run.stderr}")
            figures[state] = json.loads(run.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nets", nargs="*", metavar="net", help=", ".join(nets.NETS))
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--functions", action="store_true", help="small functions alone")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return child(arguments.child, arguments.batch)
    if unknown := set(arguments.nets) - nets.NETS.keys():
        parser.error(f"no such net: {', '.join(sorted(unknown))}; there are {', '.join(nets.NETS)}")
    names = list(FUNCTIONS) if not arguments.nets else []
    names += arguments.nets or ([] if arguments.functions else list(nets.NETS))
    rows = {}
    print(f"{'':<20}{'cold s':>9}{'processor':>11}{'warm s':>9}{'processor':>11}")
    for name in names:
        rows[name] = figures = measure(name, arguments.batch)
        kind = "function" if name in FUNCTIONS else "net"
        over = [state for state in figures if figures[state][0] > BARS.get(f"{state} {kind}", float("inf"))]
        cold, warm = figures["cold"], figures["warm"]
        print(f"{name:<20}{cold[0]:>9.2f}{cold[1]:>11.2f}{warm[0]:>9.2f}{warm[1]:>11.2f}"
              f"{'  over its bar: ' + ', '.join(over) if over else ''}", flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
