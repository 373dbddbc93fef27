"""Products around a convolution of each channel, run in bands of rows: the same as eager at odd sizes, for both widths of
vectors, with NaN and infinity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from native import Entry, Library

TARGETS = ["cpu:x86-64-v3", "cpu:x86-64-v4"]
INF, NAN = float("inf"), float("nan")


def runs(target: str) -> bool:
    return target != "cpu:x86-64-v4" or "avx512" in torch.backends.cpu.get_cpu_capability().lower()


@dataclass
class Case:
    """`inputs` channels, a product to `channels` or what `first` says, a convolution of each, a product to `outputs`."""

    inputs: int
    channels: int
    outputs: int
    size: tuple[int, int]
    kernel: tuple[int, int] = (3, 3)
    stride: tuple[int, int] = (1, 1)
    first: str = "product"  # or "norm", "nothing", "windows": a product of 3x3 windows by twos
    middle: str = "depthwise"  # or "max", "avg": pooling
    batch: int = 2
    element: str = "f32"

    @property
    def dtype(self) -> torch.dtype:
        return torch.float64 if self.element == "f64" else torch.float32

    def values(self) -> list[torch.Tensor]:
        generator = torch.Generator().manual_seed(self.inputs + 7 * self.channels + self.size[0])

        def random(*shape: int) -> torch.Tensor:
            return torch.randn(shape, generator=generator, dtype=self.dtype)

        x = random(self.batch, self.inputs, *self.size)
        if x.numel() > 200:
            x[0, 0, 0, 0], x[-1, -1, -1, -1], x[0, -1, self.size[0] // 2, 0] = NAN, INF, -INF
        windows = (3, 3) if self.first == "windows" else (1, 1)
        values = [x, random(self.channels, self.inputs, *windows) * 0.3, random(self.channels, 1, *self.kernel),
                  random(max(self.outputs, 1), self.channels, 1, 1) * 0.2]
        for channels in (self.channels, self.channels, max(self.outputs, 1)):
            values += [random(channels) * 0.2, random(channels).abs() + 0.5]
        return values

    def eager(self, x: torch.Tensor, w1: torch.Tensor, wd: torch.Tensor, w2: torch.Tensor, *norms: torch.Tensor) -> torch.Tensor:
        y = x
        if self.first == "product":
            y = F.conv2d(x, w1)
        if self.first == "windows":
            y = F.conv2d(x, w1, stride=2, padding=1)
        if self.first != "nothing":
            y = F.batch_norm(y, *norms[0:2]).relu()
        around = tuple(k // 2 for k in self.kernel)
        if self.middle == "max":
            y = F.max_pool2d(y, self.kernel, self.stride, around)
        elif self.middle == "avg":
            y = F.avg_pool2d(y, self.kernel, self.stride, around)
        else:
            y = F.conv2d(y, wd, None, self.stride, around, 1, self.channels)
        y = F.batch_norm(y, *norms[2:4]).clamp(0, 6)
        if not self.outputs:
            return y
        y = F.batch_norm(F.conv2d(y, w2), *norms[4:6])
        return y + x if y.shape == x.shape else y

    def module(self, name: str, result: torch.Size) -> str:
        lines: list[str] = []

        def tensor(*shape: int) -> str:
            return f"tensor<{'x'.join('?' if size < 0 else str(size) for size in shape)}x{self.element}>"

        types = {f"%{name}": tensor(*value.shape) for name, value in zip(self.names(), self.values(), strict=True)}
        types["%x"] = tensor(-1, *self.values()[0].shape[1:])

        def add(text: str, operands: list[str], shape: tuple[int, ...], same: bool = False) -> str:
            value = f"%v{len(lines)}"
            types[value] = tensor(-1, *shape)
            signature = types[value] if same else f"({', '.join(types[o] for o in operands)}) -> {types[value]}"
            lines.append(f"{value} = nn.{text} : {signature}")
            return value

        def conv(x: str, w: str, shape: tuple[int, ...], stride: tuple[int, int], pad: tuple[int, int], groups: int) -> str:
            extra = f" {{groups = {groups} : i64}}" if groups > 1 else ""
            return add(f"conv {x}, {w} stride {list(stride)} padding {list(pad)}, {list(pad)} dilation [1, 1]{extra}", [x, w], shape)

        def norm(x: str, i: int, shape: tuple[int, ...]) -> str:
            return add(f"batch_norm {x} mean %m{i} variance %s{i} epsilon 1.0e-05", [x, f"%m{i}", f"%s{i}"], shape)

        y, shape = "%x", (self.channels, *self.size)
        if self.first == "windows":
            shape = (self.channels, *((size + 1) // 2 for size in self.size))
        if self.first in ("product", "windows"):
            step = 2 if self.first == "windows" else 1
            y = conv(y, "%w1", shape, (step, step), (step - 1, step - 1), 1)
        if self.first != "nothing":
            y = norm(y, 0, shape)
            y = add(f"relu {y}", [], shape, same=True)
        small = tuple((size - 1) // stride + 1 for size, stride in zip(shape[1:], self.stride, strict=True))
        around = tuple(k // 2 for k in self.kernel)
        if self.middle == "depthwise":
            y = conv(y, "%wd", (self.channels, *small), self.stride, around, self.channels)
        else:
            rest = " dilation [1, 1]" if self.middle == "max" else ""
            y = add(f"{self.middle}_pool {y} kernel {list(self.kernel)} stride {list(self.stride)} padding {list(around)}{rest}",
                    [y], (self.channels, *small))
        y = norm(y, 1, (self.channels, *small))
        y = add(f"clamp {y} min 0.0 max 6.0", [], (self.channels, *small), same=True)
        if self.outputs:
            y = conv(y, "%w2", (self.outputs, *small), (1, 1), (0, 0), 1)
            y = norm(y, 2, (self.outputs, *small))
            if tuple(result[1:]) == (self.inputs, *self.size):
                y = add(f"add {y}, %x", [y, "%x"], (self.outputs, *small))
        arguments = ", ".join(f'%{n}: {types[f"%{n}"]} {{janus.arg = "{n}"}}' for n in self.names())
        body = "\n".join(lines)
        return (f"func.func @{name}({arguments}) -> ({types[y]} {{janus.result = 0 : i64}}) {{\n{body}\n"
                f"return {y} : {types[y]}\n}}")

    @staticmethod
    def names() -> list[str]:
        return ["x", "w1", "wd", "w2", "m0", "s0", "m1", "s1", "m2", "s2"]


CASES = [
    Case(5, 20, 5, (9, 9)),
    Case(24, 40, 24, (30, 29)),
    Case(3, 17, 40, (13, 21), (5, 5), (2, 2)),
    Case(16, 64, 24, (60, 60), (3, 3), (2, 2)),  # in bands
    Case(8, 70, 8, (64, 47), (5, 3)),  # in bands
    Case(33, 33, 16, (7, 7), first="norm"),
    Case(33, 33, 0, (17, 30), (7, 7), first="nothing"),
    Case(3, 24, 12, (19, 24), first="windows"),
    Case(3, 40, 12, (35, 50), stride=(2, 2), first="windows", middle="max"),
    Case(3, 33, 0, (26, 31), (3, 3), (1, 1), first="windows", middle="avg"),
    Case(2, 3, 0, (1, 1), first="product", batch=1),
    Case(4, 9, 4, (11, 6), element="f64"),
]


@pytest.mark.parametrize("target", TARGETS)
def test_same_as_eager(target: str) -> None:
    if not runs(target):
        pytest.skip("this machine cannot run it")
    expected = [case.eager(*case.values()) for case in CASES]
    library = Library("\n".join(case.module(f"f{i}", result.shape)
                                for i, (case, result) in enumerate(zip(CASES, expected, strict=True))), target)
    for i, (case, result) in enumerate(zip(CASES, expected, strict=True)):
        got, = Entry(library, f"f{i}")(*[value.numpy() for value in case.values()])
        scale = float(result[result.isfinite()].abs().max())
        np.testing.assert_allclose(got, result.numpy(), rtol=2e-5, atol=2e-5 * scale, err_msg=str(case))
