"""Chains of layers run plane by plane: the same as eager at every size, for both widths of vectors, with NaN and infinity."""

from __future__ import annotations

from collections.abc import Callable

import janusc
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from native import Entry, Library
from torch import nn

TARGETS = ["cpu:x86-64-v3", "cpu:x86-64-v4"]
SIZES = [(1, 2, 7, 7), (2, 3, 16, 16), (2, 1, 20, 21), (1, 2, 5, 3), (3, 1, 33, 40), (1, 1, 150, 68), (1, 1, 1, 1)]
INF, NAN = float("inf"), float("nan")


def runs(target: str) -> bool:
    return target != "cpu:x86-64-v4" or "avx512" in torch.backends.cpu.get_cpu_capability().lower()


def image(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Values with all that may go wrong among them."""
    x = torch.randn(shape, generator=torch.Generator().manual_seed(sum(shape)), dtype=dtype)
    flat = x.view(-1)
    if len(flat) > 40:
        flat[::37], flat[3::61], flat[5::83], flat[len(flat) // 3] = -0.0, INF, -INF, NAN
        flat[len(flat) // 2 + 1] = torch.tensor(-1, dtype=torch.int64).view(torch.float64).to(dtype)  # NaN with a sign
    return x


class Text:
    """Writes an entry `f` of layers over images of channels x height x width, any number of them."""

    def __init__(self, shape: tuple[int, ...], element: str = "f32") -> None:
        self.element, self.channels = element, shape[1]
        self.type = self.typed(shape[2:])
        self.vector = f"tensor<{self.channels}x{element}>"
        self.lines: list[str] = []

    def typed(self, plane: tuple[int, ...]) -> str:
        return f"tensor<?x{self.channels}x{plane[0]}x{plane[1]}x{self.element}>"

    def add(self, text: str) -> str:
        self.lines.append(f"%{len(self.lines)} = {text}")
        return f"%{len(self.lines) - 1}"

    def pool(self, x: str, kernel: tuple[int, int] = (3, 3), pad: tuple[int, int] = (1, 1), kind: str = "max") -> str:
        rest = "dilation [1, 1] " if kind == "max" else ""
        return self.add(f"nn.{kind}_pool {x} kernel {list(kernel)} stride [1, 1] padding {list(pad)} {rest}: "
                        f"({self.type}) -> {self.type}")

    def norm(self, x: str) -> str:
        vectors = ", ".join([self.vector] * 4)
        return self.add(f"nn.batch_norm {x} mean %m variance %v weight %w bias %b epsilon 1.0e-05 : "
                        f"({self.type}, {vectors}) -> {self.type}")

    def relu(self, x: str) -> str:
        return self.add(f"nn.relu {x} : {self.type}")

    def plus(self, x: str, y: str) -> str:
        return self.add(f"nn.add {x}, {y} : ({self.type}, {self.type}) -> {self.type}")

    def module(self, *results: str) -> str:
        arguments = ", ".join(f'%{name}: {self.vector} {{janus.arg = "{name}"}}' for name in "mvwb")
        types = ", ".join(f"{self.type} {{janus.result = {i} : i64}}" for i in range(len(results)))
        body = "\n".join(self.lines)
        return (f'func.func @f(%x: {self.type} {{janus.arg = "x"}}, {arguments}) -> ({types}) {{\n{body}\n'
                f"return {', '.join(results)} : {', '.join([self.type] * len(results))}\n}}")


def parameters(channels: int, dtype: torch.dtype = torch.float32) -> list[torch.Tensor]:
    generator = torch.Generator().manual_seed(channels)
    mean, weight, bias = (torch.randn(channels, generator=generator, dtype=dtype) for _ in range(3))
    return [mean * 0.2, torch.rand(channels, generator=generator, dtype=dtype) + 0.5, weight, bias * 0.3]


def norm(x: torch.Tensor, p: list[torch.Tensor]) -> torch.Tensor:
    return F.batch_norm(x, *p)


def stack(text: Text) -> list[str]:
    x = "%x"
    for _ in range(3):
        x = text.relu(text.norm(text.pool(x)))
    return [x]


def torch_stack(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    for _ in range(3):
        x = norm(F.max_pool2d(x, 3, 1, 1), p).relu()
    return [x]


def activated_first(text: Text) -> list[str]:
    return [text.pool(text.relu(text.norm(text.pool(text.relu(text.norm("%x"))))))]


def torch_activated_first(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    for _ in range(2):
        x = F.max_pool2d(norm(x, p).relu(), 3, 1, 1)
    return [x]


def windows(text: Text) -> list[str]:
    x = text.pool("%x", (5, 3), (2, 1))
    return [text.pool(text.pool(text.norm(x), (1, 5), (0, 2)), (3, 3), (1, 1), "avg")]


def torch_windows(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    x = norm(F.max_pool2d(x, (5, 3), 1, (2, 1)), p)
    return [F.avg_pool2d(F.max_pool2d(x, (1, 5), 1, (0, 2)), 3, 1, 1)]


def graph(text: Text) -> list[str]:
    a = text.relu(text.pool("%x"))
    b = text.norm(text.pool(a))
    c = text.plus(text.plus(b, "%x"), a)
    return [text.pool(c), b, text.relu(c)]


def torch_graph(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    a = F.max_pool2d(x, 3, 1, 1).relu()
    b = norm(F.max_pool2d(a, 3, 1, 1), p)
    c = b + x + a
    return [F.max_pool2d(c, 3, 1, 1), b, c.relu()]


PROGRAMS: dict[str, tuple[Callable, Callable]] = {
    "stack": (stack, torch_stack),
    "activated_first": (activated_first, torch_activated_first),
    "windows": (windows, torch_windows),
    "graph": (graph, torch_graph),
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_same_as_eager(name: str, target: str) -> None:
    if not runs(target):
        pytest.skip("this machine cannot run it")
    write, eager = PROGRAMS[name]
    texts = []
    for number, shape in enumerate(SIZES):
        text = Text(shape)
        texts.append(text.module(*write(text)).replace("@f(", f"@f{number}("))
    library = Library("\n".join(texts), target)
    for number, shape in enumerate(SIZES):
        x, p = image(*shape), parameters(shape[1])
        got = Entry(library, f"f{number}")(x.numpy(), *[v.numpy() for v in p])
        for mine, theirs in zip(got, eager(x, p), strict=True):
            np.testing.assert_allclose(mine, theirs.numpy(), rtol=1e-5, atol=1e-5, err_msg=f"{name} {shape}")


@pytest.mark.parametrize("target", TARGETS)
def test_float64(target: str) -> None:
    if not runs(target):
        pytest.skip("this machine cannot run it")
    shape = (2, 2, 30, 19)
    text = Text(shape, "f64")
    x, p = image(*shape, dtype=torch.float64), parameters(2, torch.float64)
    got, = Entry(text.module(*stack(text)), target=target)(x.numpy(), *[v.numpy() for v in p])
    np.testing.assert_allclose(got, torch_stack(x, p)[0].numpy(), rtol=1e-12, atol=1e-12)


class Blocks(nn.Module):
    def __init__(self, count: int, channels: int) -> None:
        super().__init__()
        self.blocks = nn.Sequential(*[layer for _ in range(count) for layer in
                                      (nn.MaxPool2d(3, 1, 1), nn.BatchNorm2d(channels), nn.ReLU())])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.blocks(x)


@pytest.mark.parametrize("depth_first", [True, False, "one-step", "five-steps"])
def test_the_option(depth_first: bool | str) -> None:
    model, x = Blocks(6, 3).eval(), image(2, 3, 24, 20)
    compiled = janusc.compile(model, depth_first=depth_first)
    with torch.no_grad():
        torch.testing.assert_close(compiled(x), model(x), equal_nan=True)
        torch.testing.assert_close(compiled(x[:1]), model(x[:1]), equal_nan=True)
