"""Inception-v3 (Szegedy et al. 2015), without dropout and the auxiliary head."""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["InceptionTraining", "InceptionV3"]


class ConvNorm(nn.Module):
    def __init__(self, channels: int, out: int, kernel: int | tuple, stride: int = 1, padding: int | tuple = 0) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, out, kernel, stride, padding, bias=False)
        self.norm = nn.BatchNorm2d(out, eps=0.001)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.norm(self.conv(x)))


def branch(channels: int, *layers: tuple) -> nn.Sequential:
    """Convolutions one after the other, each given as (out, kernel, stride, padding)."""
    modules = []
    for out, *geometry in layers:
        modules.append(ConvNorm(channels, out, *geometry))
        channels = out
    return nn.Sequential(*modules)


class Mixed(nn.Module):
    """Branches side by side, joined along the channels."""

    def __init__(self, branches: dict[str, nn.Module]) -> None:
        super().__init__()
        self.branches = nn.ModuleDict(branches)

    def pool(self, x: torch.Tensor) -> torch.Tensor:
        return F.avg_pool2d(x, 3, 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        outputs = []
        for name, layers in self.branches.items():
            outputs.append(layers(self.pool(x) if name == "pool" else x))
        return torch.cat(outputs, 1)


class Reduction(Mixed):
    """Branches with a stride of 2; what is pooled is not convolved."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        outputs = [layers(x) for layers in self.branches.values()]
        return torch.cat([*outputs, F.max_pool2d(x, 3, 2)], 1)


class Fork(nn.Module):
    """Layers, after which a 1 x 3 and a 3 x 1 convolution see the same."""

    def __init__(self, stem: nn.Module, channels: int, out: int) -> None:
        super().__init__()
        self.stem = stem
        self.row = branch(channels, (out, (1, 3), 1, (0, 1)))
        self.column = branch(channels, (out, (3, 1), 1, (1, 0)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.stem(x)
        return torch.cat([self.row(x), self.column(x)], 1)


def block_a(channels: int, w: int, pool: int) -> Mixed:
    return Mixed({
        "one": branch(channels, (64 // w, 1)),
        "five": branch(channels, (48 // w, 1), (64 // w, 5, 1, 2)),
        "three": branch(channels, (64 // w, 1), (96 // w, 3, 1, 1), (96 // w, 3, 1, 1)),
        "pool": branch(channels, (pool // w, 1)),
    })


def block_b(channels: int, w: int) -> Reduction:
    return Reduction({
        "three": branch(channels, (384 // w, 3, 2)),
        "deep": branch(channels, (64 // w, 1), (96 // w, 3, 1, 1), (96 // w, 3, 2)),
    })


def block_c(channels: int, w: int, inner: int) -> Mixed:
    c, row, column = inner // w, ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
    return Mixed({
        "one": branch(channels, (192 // w, 1)),
        "seven": branch(channels, (c, 1), (c, *row), (192 // w, *column)),
        "deep": branch(channels, (c, 1), (c, *column), (c, *row), (c, *column), (192 // w, *row)),
        "pool": branch(channels, (192 // w, 1)),
    })


def block_d(channels: int, w: int) -> Reduction:
    return Reduction({
        "three": branch(channels, (192 // w, 1), (320 // w, 3, 2)),
        "seven": branch(channels, (192 // w, 1), (192 // w, (1, 7), 1, (0, 3)), (192 // w, (7, 1), 1, (3, 0)),
                        (192 // w, 3, 2)),
    })


def block_e(channels: int, w: int) -> Mixed:
    return Mixed({
        "one": branch(channels, (320 // w, 1)),
        "three": Fork(branch(channels, (384 // w, 1)), 384 // w, 384 // w),
        "deep": Fork(branch(channels, (448 // w, 1), (384 // w, 3, 1, 1)), 384 // w, 384 // w),
        "pool": branch(channels, (192 // w, 1)),
    })


class InceptionV3(nn.Module):
    """`narrow` divides all widths; `inner` are those inside the blocks C, of which there is one each."""

    def __init__(self, narrow: int, pools: tuple[int, ...], inner: tuple[int, ...], last: int, classes: int) -> None:
        super().__init__()
        w = narrow
        self.stem1 = branch(3, (32 // w, 3, 2), (32 // w, 3), (64 // w, 3, 1, 1))
        self.stem2 = branch(64 // w, (80 // w, 1), (192 // w, 3))
        blocks, channels = [], 192 // w
        for pool in pools:
            blocks.append(block_a(channels, w, pool))
            channels = (64 + 64 + 96 + pool) // w
        blocks.append(block_b(channels, w))
        channels += (384 + 96) // w
        for width in inner:
            blocks.append(block_c(channels, w, width))
            channels = 4 * 192 // w
        blocks.append(block_d(channels, w))
        channels += (320 + 192) // w
        for _ in range(last):
            blocks.append(block_e(channels, w))
            channels = (320 + 4 * 384 + 192) // w
        self.mixed = nn.Sequential(*blocks)
        self.fc = nn.Linear(channels, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.max_pool2d(self.stem1(x), 3, 2)
        x = F.max_pool2d(self.stem2(x), 3, 2)
        x = F.adaptive_avg_pool2d(self.mixed(x), 1)
        return self.fc(torch.flatten(x, 1))


class InceptionTraining(Workload):
    sizes = {"full": {"batch": 4, "size": 299, "narrow": 1, "pools": (32, 64, 64), "inner": (128, 160, 160, 192),
                      "last": 2, "classes": 1000},
             # Smaller ones normalise over so few values that rounding errors grow by ten in each step, in eager, too.
             "tiny": {"batch": 4, "size": 107, "narrow": 16, "pools": (32,), "inner": (128,), "last": 1, "classes": 10}}

    def __init__(self, dtype: torch.dtype, batch: int, size: int, classes: int, **shape: object) -> None:
        self.net = InceptionV3(classes=classes, **shape).to(dtype)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.001, momentum=0.9)
        self.pool = [data.images(batch, 3, size, classes, seed, dtype) for seed in range(2)]

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, images: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return F.cross_entropy(self.net(images), labels)
