"""Training steps: images (words, pictures) a second of eager, `torch.compile` and janus.

    python benchmark/training.py [resnet50 densenet121 ...] [--batch 4] [--threads 1]

The nets are those of `models` without control flow that depends on data, and DenseNet-121 (`nets`). A step is forward, backward and
update. Contenders alternate round by round in one process; before, each does a step from the same state, whose loss and changes of
parameters are compared with eager's: if janus's differ that is an error, a peer's are reported. A contender that cannot run a step is
reported and left out. "eager fused" has the optimizers' fused kernels; "compile" compiles the methods that hold forward passes and losses,
"compile step" and "compile max-autotune" the step as a whole, which is several graphs for `torch.compile`. "janus" compiles the step as a
whole, "janus methods" those methods, with eager's autograd and optimizers around them, "janus without training forms" is the former with
the option `training_forms` off.
"""
from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import models
import nets
import torch
import torch.nn.functional as F
from measure import alternate, beside, show_contenders
from models import data
from models.workload import Workload
from peers import keep_memory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import janusc  # noqa: E402

CONTENDERS = ("eager", "eager fused", "compile", "compile step", "compile max-autotune", "janus", "janus methods",
              "janus without training forms")
NETS = ("lenet", "resnet50", "inception_v3", "lstm", "lm", "an", "pix2pix", "densenet121")
# Largest difference of a loss, and mean difference of what a step changes, relative to it: Adam moves those as far as any whose derivative
# is zero but for rounding. Of one step: in the second one of ResNet-50 on four images eager's own changes differ by a third where one weight was
# one unit in the last place larger before the first.
LOSS, CHANGE = 1e-4, 0.1


class DenseNetTraining(Workload):
    """DenseNet-121 with batch normalisation in training mode."""

    def __init__(self, batch: int) -> None:
        self.net = nets.make("densenet121").train()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.001, momentum=0.9)
        self.pool = [data.images(batch, 3, 224, 1000, seed, torch.float32) for seed in range(2)]

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, images: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return F.cross_entropy(self.net(images), labels)


def make(name: str, batch: int | None) -> Workload:
    """The training of a net, its weights and data from fixed seeds."""
    if name == "densenet121":
        return DenseNetTraining(batch or 8)
    return models.make(name, "full", **({"batch": batch} if batch else {}))


def batch_of(name: str, batch: int | None) -> int:
    return batch or (8 if name == "densenet121" else int(str(models.sizes(name, "full").get("batch", 1))))


def stepper(contender: str, workload: Workload) -> Callable[..., torch.Tensor]:
    """A contender's step on a copy of its own."""
    if contender == "eager fused":
        for optimizer in (value for value in vars(workload).values() if isinstance(value, torch.optim.Optimizer)):
            for group in optimizer.param_groups:
                group["fused"] = True
    elif contender == "compile":
        torch._dynamo.reset()
        workload.use(torch.compile)
    elif contender.startswith("compile "):
        torch._dynamo.reset()
        return torch.compile(workload.step, mode="max-autotune" if contender.endswith("max-autotune") else None)
    elif contender == "janus methods":
        workload.use(janusc.compile)
    elif contender.startswith("janus"):
        return janusc.compile(workload.step, training_forms=contender == "janus")
    return workload.step


def changed(contender: str, name: str, batch: int | None, start: dict[str, Any]) -> tuple[float, dict[str, torch.Tensor], Any]:
    """The loss of a step from `start`, how far it moved each parameter, and the call that does the next step but one."""
    workload = make(name, batch)
    workload.load(start)
    before = {path: parameter.detach().clone() for path, parameter in workload.parameters().items()}
    step, batches = stepper(contender, workload), workload.batches()
    loss = float(step(*batches[0]).detach())
    moved = {path: parameter.detach() - before[path] for path, parameter in workload.parameters().items()}
    step(*batches[1 % len(batches)])
    turn = iter(range(2, sys.maxsize))
    return loss, moved, lambda: step(*batches[next(turn) % len(batches)])


def difference(moved: dict[str, torch.Tensor], expected: dict[str, torch.Tensor]) -> float:
    """The mean difference of the changes over all parameters, relative to the changes' mean. Parameter by parameter it would say nothing
    of those whose derivative is zero but for rounding (biases before a normalisation), which Adam moves as far as any."""
    apart = sum(float((moved[path] - change).abs().sum()) for path, change in expected.items())
    return apart / sum(float(change.abs().sum()) for change in expected.values())


def measure(name: str, arguments: argparse.Namespace) -> dict:
    """One net: medians of rounds, and ratios to them."""
    start = make(name, arguments.batch).state()
    loss, expected, eager = changed("eager", name, arguments.batch, start)
    calls, first, differs = {}, {}, {}
    for contender in arguments.contenders:
        begin = time.perf_counter()
        if contender == "eager":
            calls[contender], first[contender], differs[contender] = eager, 0.0, 0.0
            continue
        try:
            own, moved, call = changed(contender, name, arguments.batch, start)
        except Exception as error:  # noqa: BLE001 - a peer's failure is a result
            print(f"{name}: {contender} left out: {type(error).__name__}: {str(error).partition(chr(10))[0]}", file=sys.stderr)
            continue
        first[contender] = time.perf_counter() - begin
        differs[contender] = difference(moved, expected)
        apart = abs(own - loss) / max(abs(loss), 1e-3)
        if apart > LOSS or differs[contender] > CHANGE:
            message = f"{name}: {contender} differs from eager: losses by {apart:.1e}, changes by {differs[contender]:.1e}"
            if contender.startswith("janus"):
                raise SystemExit(message)
            print(message, file=sys.stderr)
        calls[contender] = call
    seconds = alternate(calls, arguments.rounds, arguments.calls)
    batch = batch_of(name, arguments.batch)
    return {"net": name, "batch": batch, "threads": torch.get_num_threads(),
            "contenders": beside(seconds, batch, first_call=lambda own, _: first[own], differs=lambda own, _: differs[own])}


def show(row: dict) -> None:
    show_contenders(f"{row['net']}, batch {row['batch']}, {row['threads']} thread(s)", row["contenders"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nets", nargs="*", default=list(NETS), metavar="net", help=", ".join(NETS))
    parser.add_argument("--batch", type=int, help="instead of the net's own")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=1)
    parser.add_argument("--contenders", nargs="+", default=list(CONTENDERS), choices=CONTENDERS)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if unknown := set(arguments.nets) - set(NETS):
        parser.error(f"no such net: {', '.join(sorted(unknown))}; there are {', '.join(NETS)}")
    keep_memory()
    torch.set_num_threads(arguments.threads)
    print(torch.backends.cpu.get_cpu_capability())
    rows = []
    # Every call is the compiled one: none is run in the interpreter for comparison.
    with janusc.options(trials=False):
        for name in arguments.nets:
            rows.append(measure(name, arguments))
            show(rows[-1])
            if arguments.json:
                arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
