"""Trains a LeNet-like network on real digits, in eager PyTorch and compiled by janus; exports it; classifies from C.

    python examples/digits/run.py [--epochs 20] [--batch 50]
"""
from __future__ import annotations

import argparse
import copy
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import janusc  # noqa: E402
import model  # noqa: E402


def progress(text: str) -> None:
    """A line that the next one replaces on a terminal, and a plain line elsewhere."""
    end = "\r" if sys.stderr.isatty() else "\n"
    print(f"{text:<78}", end=end, file=sys.stderr, flush=True)


def train(step, net, optimizer, data, batch, epoch):
    """One epoch; returns the losses and the seconds of the median step."""
    losses, seconds = [], []
    for images, labels in model.batches(*data, batch, epoch):
        begin = time.perf_counter()
        loss = step(net, optimizer, images, labels)
        seconds.append(time.perf_counter() - begin)
        losses.append(loss.item())
    return losses, sorted(seconds)[len(seconds) // 2]


def relative_difference(a, b):
    """The largest difference of two lists of losses, relative to the first."""
    return max(abs(x - y) / abs(x) for x, y in zip(a, b, strict=True))


def compare_training(data, held_out, epochs, batch):
    """Trains the same network twice, side by side, and prints the table. Returns the compiled one and its start."""
    torch.manual_seed(0)
    start = model.LeNet()
    compiled = janusc.compile(model.train_step)
    runs = {}
    for name, step in (("eager", model.train_step), ("janus", compiled)):
        net = copy.deepcopy(start)
        runs[name] = (step, net, model.make_optimizer(net))

    print(f"{'epoch':>5} | {'loss':>8} {'accuracy':>8} {'us/step':>8} | {'loss':>8} {'accuracy':>8} {'us/step':>8}")
    print(f"{'':>5} | {'eager':^26} | {'janus':^26}")
    first_epoch = {}
    for epoch in range(epochs):
        row = f"{epoch + 1:>5}"
        for name, (step, net, optimizer) in runs.items():
            progress(f"epoch {epoch + 1} of {epochs}, {name}")
            model.set_learning_rate(optimizer, epoch, epochs)
            losses, seconds = train(step, net, optimizer, data, batch, epoch)
            first_epoch.setdefault(name, losses)
            accuracy = model.evaluate(net, *held_out)
            row += f" | {sum(losses) / len(losses):8.4f} {accuracy:8.2%} {seconds * 1e6:8.0f}"
        print(row, flush=True)
    difference = relative_difference(first_epoch["eager"], first_epoch["janus"])
    print(f"first epoch, step by step: losses differ by at most {difference:.1e} relative")
    report = janusc.explain(compiled).data()
    print(f"compiled: {len(report['versions'])} versions, {report['native']} native ops, "
          f"{report['interpreted']} interpreted")
    return runs["janus"][1], start, first_epoch["eager"]


def build(directory, source, program):
    """Compiles a C program against an exported object."""
    subprocess.run(["cc", "-O2", f"-I{directory}", HERE / source, directory / f"{program}.o", "-lm",
                    "-o", directory / source.removesuffix(".c")], check=True)
    symbols = subprocess.run(["nm", directory / f"{program}.o"], check=True, capture_output=True, text=True).stdout
    assert "Py" not in symbols, "the object mentions Python"


def classify_from_c(net, held_out, directory):
    """Exports the trained network and lets a C program classify the held-out images."""
    progress("exporting the network")
    images = janusc.spec((janusc.Dim("n", 0, 4096), 1, 8, 8), torch.float32)
    janusc.export(net.eval(), (images,), str(directory / "digits.o"))
    build(directory, "classify.c", "digits")
    (directory / "images").write_bytes(held_out[0].numpy().tobytes())
    (directory / "labels").write_bytes(held_out[1].numpy().tobytes())
    run = subprocess.run([directory / "classify", directory / "images", directory / "labels"],
                         check=True, capture_output=True, text=True)
    with torch.no_grad():
        expected = net(held_out[0]).argmax(1).tolist()
    same = [int(line) for line in run.stdout.split()] == expected
    size = (directory / "digits.o").stat().st_size
    print(f"C program: {run.stderr.strip()}; classes {'equal' if same else 'DIFFER FROM'} Python's; "
          f"digits.o has {size // 1024} KiB")


def train_from_c(start, data, batch, eager_losses, directory):
    """Exports the training step and trains the same network from C for one epoch."""
    progress("exporting the training step")
    net = copy.deepcopy(start)
    optimizer = model.make_optimizer(net)
    n = janusc.Dim("n", 1, 4096)
    arguments = (net, optimizer, janusc.spec((n, 1, 8, 8), torch.float32), janusc.spec((n,), torch.int64))
    janusc.export(model.train_step, arguments, str(directory / "digits_train.o"))
    build(directory, "train.c", "digits_train")
    order = list(model.batches(*data, batch, 0))
    (directory / "train_images").write_bytes(torch.cat([x for x, _ in order]).numpy().tobytes())
    (directory / "train_labels").write_bytes(torch.cat([y for _, y in order]).numpy().tobytes())
    run = subprocess.run([directory / "train", directory / "train_images", directory / "train_labels", str(batch)],
                         check=True, capture_output=True, text=True)
    difference = relative_difference(eager_losses, [float(line) for line in run.stdout.split()])
    print(f"C training: one epoch, losses differ from eager's by at most {difference:.1e} relative")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--keep", metavar="DIR", help="write the exported files here and keep them")
    options = parser.parse_args()
    data, held_out = model.load_digits()
    net, start, eager_losses = compare_training(data, held_out, options.epochs, options.batch)
    with tempfile.TemporaryDirectory() as temporary:
        directory = Path(options.keep or temporary)
        directory.mkdir(parents=True, exist_ok=True)
        classify_from_c(net, held_out, directory)
        train_from_c(start, data, options.batch, eager_losses, directory)


if __name__ == "__main__":
    main()
