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
        self.planes: dict[str, tuple[int, int]] = {"%x": (shape[2], shape[3])}
        self.vector = f"tensor<{self.channels}x{element}>"
        self.lines: list[str] = []

    def type(self, value: str) -> str:
        height, width = self.planes[value]
        return f"tensor<?x{self.channels}x{height}x{width}x{self.element}>"

    def add(self, plane: tuple[int, int], text: str) -> str:
        value = f"%{len(self.lines)}"
        self.planes[value] = plane
        self.lines.append(f"{value} = {text.replace('$result', self.type(value))}")
        return value

    def pool(self, x: str, kernel: tuple[int, int] = (3, 3), pad: tuple[int, int] = (1, 1),
             stride: tuple[int, int] = (1, 1), kind: str = "max") -> str:
        rest = "dilation [1, 1] " if kind == "max" else ""
        height, width = ((size + 2 * p - k) // s + 1
                         for size, k, p, s in zip(self.planes[x], kernel, pad, stride, strict=True))
        return self.add((height, width), f"nn.{kind}_pool {x} kernel {list(kernel)} stride {list(stride)} "
                                         f"padding {list(pad)} {rest}: ({self.type(x)}) -> $result")

    def norm(self, x: str) -> str:
        vectors = ", ".join([self.vector] * 4)
        return self.add(self.planes[x], f"nn.batch_norm {x} mean %m variance %v weight %w bias %b epsilon 1.0e-05 : "
                                        f"({self.type(x)}, {vectors}) -> $result")

    def relu(self, x: str) -> str:
        return self.add(self.planes[x], f"nn.relu {x} : {self.type(x)}")

    def plus(self, x: str, y: str) -> str:
        return self.add(self.planes[x], f"nn.add {x}, {y} : ({self.type(x)}, {self.type(y)}) -> $result")

    def module(self, *results: str) -> str:
        arguments = ", ".join(f'%{name}: {self.vector} {{janus.arg = "{name}"}}' for name in "mvwb")
        types = ", ".join(f"{self.type(result)} {{janus.result = {i} : i64}}" for i, result in enumerate(results))
        body = "\n".join(self.lines)
        return (f'func.func @f(%x: {self.type("%x")} {{janus.arg = "x"}}, {arguments}) -> ({types}) {{\n{body}\n'
                f"return {', '.join(results)} : {', '.join(map(self.type, results))}\n}}")


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
    return [text.pool(text.pool(text.norm(x), (1, 5), (0, 2)), kind="avg")]


def torch_windows(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    x = norm(F.max_pool2d(x, (5, 3), 1, (2, 1)), p)
    return [F.avg_pool2d(F.max_pool2d(x, (1, 5), 1, (0, 2)), 3, 1, 1)]


def strided(text: Text) -> list[str]:
    a = text.pool(text.relu(text.norm("%x")), stride=(2, 2))
    b = text.pool(text.relu(text.norm(text.pool(a))), (3, 2), (1, 1), (1, 2))
    return [text.pool(text.pool(b, (2, 2), (1, 1), (2, 2))), a]


def torch_strided(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    a = F.max_pool2d(norm(x, p).relu(), 3, 2, 1)
    b = F.max_pool2d(norm(F.max_pool2d(a, 3, 1, 1), p).relu(), (3, 2), (1, 2), 1)
    return [F.max_pool2d(F.max_pool2d(b, 2, 2, 1), 3, 1, 1), a]


def unpadded(text: Text) -> list[str]:
    return [text.pool("%x", (1, 3), (0, 1), (1, 2)), text.pool("%x", (1, 2), (0, 1), (2, 1))]


def torch_unpadded(x: torch.Tensor, p: list[torch.Tensor]) -> list[torch.Tensor]:
    return [F.max_pool2d(x, (1, 3), (1, 2), (0, 1)), F.max_pool2d(x, (1, 2), (2, 1), (0, 1))]


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
    "strided": (strided, torch_strided),
    "unpadded": (unpadded, torch_unpadded),
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


@pytest.mark.parametrize("kernel, stride", [((3, 3), (2, 2)), ((2, 2), (2, 2)), ((3, 3), (1, 1)), ((5, 2), (2, 1))])
@pytest.mark.parametrize("size", [(9, 9), (16, 33), (64, 130)])
def test_windows_of_the_image_itself(kernel: tuple[int, int], stride: tuple[int, int], size: tuple[int, int]) -> None:
    shape = (2, 2, *size)
    text = Text(shape)
    module = text.module(text.pool(text.pool("%x", kernel, (0, 0), stride)))
    x, p = image(*shape), parameters(2)
    got, = Entry(module, target="cpu:x86-64-v3")(x.numpy(), *[v.numpy() for v in p])
    np.testing.assert_array_equal(got, F.max_pool2d(F.max_pool2d(x, kernel, stride), 3, 1, 1).numpy())


def test_large_results_go_past_the_caches() -> None:
    """More than a fourth of the third cache of what is known of this target: 2 MiB."""
    shape = (3, 20, 112, 112)
    text = Text(shape)
    x, p = image(*shape), parameters(20)
    got, = Entry(text.module(*stack(text)), target="cpu:x86-64-v3")(x.numpy(), *[v.numpy() for v in p])
    np.testing.assert_allclose(got, torch_stack(x, p)[0].numpy(), rtol=1e-5, atol=1e-5)


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
