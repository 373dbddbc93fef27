"""Convolutions in f32: janus beside torch and oneDNN, in shares of the machine's multiply-add rate.

    python benchmark/conv.py [64,56,56,64,3 3,224,224,64,7,s2,p3 ...] [--batch 1 8] [--directions forward input weight]

A layer is channels, height, width, channels of the result, kernel; then as needed sN (stride), pN (padding, else half
the kernel), gN (groups). Contenders alternate in short bursts, results are compared first; janus and torch take and give
images with channels first. The bar is the best of torch, oneDNN with channels first and oneDNN with channels last or
in its own layout, in which nothing has to be brought from one layout to another. Operations count padding as well. "winograd" is
janus with `winograd=True`, where that is another way; "janus" is the direct kernel.
"""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

import torch
from measure import bursts, show_rates
from peers import OneDNN, prepare

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import janusc  # noqa: E402

LAYERS = ("64,56,56,64,3", "128,28,28,128,3", "256,14,14,256,3", "256,56,56,64,1", "3,224,224,64,7,s2,p3")
DIRECTIONS = ("forward", "input", "weight")


class Layer:
    """A convolution on `batch` images."""

    def __init__(self, text: str, batch: int) -> None:
        numbers = [int(part) for part in text.split(",") if part.isdigit()]
        named = {part[0]: int(part[1:]) for part in text.split(",") if not part.isdigit()}
        if len(numbers) != 5 or not set(named) <= set("spg"):
            raise SystemExit(f"conv: '{text}' is no layer; write channels,height,width,channels,kernel[,sN][,pN][,gN]")
        self.batch, (self.inner, self.height, self.width, self.outer, self.kernel) = batch, numbers
        self.stride, self.groups = named.get("s", 1), named.get("g", 1)
        self.padding = named.get("p", self.kernel // 2)
        torch.manual_seed(0)
        self.x = torch.randn(batch, self.inner, self.height, self.width)
        self.weight = torch.randn(self.outer, self.inner // self.groups, self.kernel, self.kernel)
        self.gradient = torch.randn_like(self.forward(self.x, self.weight))
        self.operations = 2.0 * self.gradient.numel() * self.weight[0].numel()

    def sizes(self) -> tuple[int, ...]:
        return (self.batch, self.inner, self.height, self.width, self.outer, self.kernel, self.stride, self.padding,
                self.groups)

    def forward(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.conv2d(x, weight, None, self.stride, self.padding, 1, self.groups)

    def backward(self, mask: list[bool]) -> Callable[[], torch.Tensor | None]:
        def call() -> torch.Tensor | None:
            gradients = torch.ops.aten.convolution_backward(
                self.gradient, self.x, self.weight, None, [self.stride] * 2, [self.padding] * 2, [1, 1], False, [0, 0],
                self.groups, [*mask, False])
            return gradients[0] if mask[0] else gradients[1]
        return call

    def contenders(self, direction: str, onednn: OneDNN) -> dict[str, Callable[[], torch.Tensor | None]]:
        by_input = direction == "input"
        net = torch.nn.Conv2d(self.inner, self.outer, self.kernel, self.stride, self.padding, 1, self.groups, bias=False)
        net.weight = torch.nn.Parameter(self.weight, requires_grad=direction == "weight")
        compiled = janusc.compile(net, winograd=False)
        if direction == "forward":
            calls: dict = {"janus": lambda: compiled(self.x), "torch": lambda: net(self.x)}
            if self.kernel == 3 and self.stride == self.groups == 1:
                faster = janusc.compile(net, winograd=True)
                calls["winograd"] = lambda: faster(self.x)
        else:
            x = self.x.clone().requires_grad_(by_input)
            result, leaf = compiled(x), x if by_input else net.weight  # its derivative is one native call
            calls = {"janus": lambda: torch.autograd.grad(result, [leaf], self.gradient, retain_graph=True)[0],
                     "torch": self.backward([by_input, not by_input])}
        expected = calls["torch"]()
        for name in ("janus", "winograd"):
            own = calls[name]() if name in calls else expected
            error = float((own - expected).abs().max() / expected.abs().max())
            assert error < 1e-4, f"{name} computes something else: {error}"
        for layout in OneDNN.LAYOUTS:
            if call := onednn.convolution(direction, layout, *self.sizes()):
                calls[f"oneDNN {layout}"] = call
        return calls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("layers", nargs="*", default=list(LAYERS))
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--directions", nargs="+", default=["forward"], choices=DIRECTIONS)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each contender and layer")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    roof = prepare(options.threads)
    onednn, rows = OneDNN(), []
    for direction in options.directions:
        for text in options.layers:
            for batch in options.batch:
                layer = Layer(text, batch)
                calls = layer.contenders(direction, onednn)
                seconds = bursts(calls, options.seconds, processor_time=options.threads == 1)
                rows.append(show_rates(f"{direction} {batch}x {text}", layer.operations, roof, seconds, ("winograd",)))
    if options.json:
        options.json.write_text(json.dumps({"roof": roof, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
