"""The digits example's training step: janus beside eager and torch.compile, one thread and two.

    python benchmark/digits_step.py [--batch 50] [--rounds 9] [--json out.json]
"""
from __future__ import annotations

import argparse
import copy
import itertools
import json
import platform
import sys
from pathlib import Path

import torch

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "examples" / "digits"), str(ROOT / "benchmark")]
import janusc  # noqa: E402
import measure  # noqa: E402
import model  # noqa: E402


def contender(step, start, batches):
    """A function that takes the next training step on a network and optimizer of its own; and its losses so far."""
    net = copy.deepcopy(start)
    optimizer = model.make_optimizer(net)
    cycle = itertools.cycle(batches)
    losses = []

    def call():
        losses.append(step(net, optimizer, *next(cycle)))

    return call, losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=50)
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--without-compile", action="store_true", help="leave torch.compile out")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()

    (images, labels), _ = model.load_digits()
    batches = [batch for batch in model.batches(images, labels, options.batch, 0) if len(batch[0]) == options.batch]
    report = {"machine": platform.processor() or platform.machine(), "batch": options.batch, "threads": {}}
    steps = {"eager": lambda: model.train_step, "janus": lambda: janusc.compile(model.train_step)}
    if not options.without_compile:
        steps["torch.compile"] = lambda: torch.compile(model.train_step)
    for threads in options.threads:
        torch.set_num_threads(threads)
        torch.manual_seed(0)
        start = model.LeNet()
        contenders, losses = {}, {}
        for name, make in steps.items():
            contenders[name], losses[name] = contender(make(), start, batches)
        for _ in range(3):
            for call in contenders.values():
                call()
        for name, own in losses.items():  # the same work is being done
            assert torch.allclose(torch.stack(own[:3]), torch.stack(losses["eager"][:3]), rtol=1e-4), name
        rows = measure.table(measure.alternate(contenders, options.rounds, options.calls), "eager")
        measure.show(rows, f"digits training step, batch {options.batch}, {threads} thread(s)")
        report["threads"][threads] = rows
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
