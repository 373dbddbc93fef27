"""Programs that inference must fully resolve; a file of their own, because pytest rewrites asserts in test files."""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, size, scale=None):
        super().__init__()
        self.layer = nn.Linear(size, size)
        self.norm = nn.LayerNorm(size)
        self.scale = scale

    def forward(self, x, *, residual=True):
        y = self.norm(self.layer(x))
        if self.scale is not None:
            y = y * self.scale
        return x + y if residual else y


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.blocks = nn.ModuleList(Block(8, 0.5 if i % 2 else None) for i in range(depth))
        self.head = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 4))

    def forward(self, x):
        for index, block in enumerate(self.blocks):
            x = block(x, residual=index > 0)
        return F.log_softmax(self.head(x), dim=-1)


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(8, 5)

    def forward(self, x):
        x = F.relu(self.norm(self.conv(x)), inplace=True)
        x = self.pool(x)
        x = x.view(x.size(0), -1)
        return self.fc(x)


def shapes(x):
    n, c = x.shape
    assert c == 4, f"expected 4 columns, got {c}"
    return x.reshape(n, 2, c // 2), n, c * 2 + 1, x.shape[-1] / 2


def early_return(x, mode="sum"):
    if mode == "none":
        return x
    if mode == "mean":
        return x.mean()
    elif mode == "sum":
        return x.sum()
    raise ValueError(f"{mode} is not a mode")


def closures(x, factor=3):
    def scale(value, by=2):
        return value * by * factor

    twice = lambda f, v: f(f(v))  # noqa: E731
    return twice(scale, x) + scale(x, by=1)


def loops(x):
    total = 0.0
    for i in range(3):
        for a, b in zip((1, 2), [3, 4]):
            total = total + a * b * i
    for name in ("a", "b"):
        if name == "b":
            break
        x = x + 1
    return x * total


def stars(x, *rest, **named):
    def inner(a, b=1, *args, c, **kwargs):
        return a * b + len(args) + c + kwargs.get("d", 0)

    return inner(x, *(2, 3, 4), **{"c": 1.5})


def arithmetic(x):
    k = 7 // 2 + -7 % 3 + 2 ** 3
    flags = k > 5 and not (k == 3 or x.dim() == 5)
    y = x if flags else x.sum()
    return (2 - y) / (y * y + 1) ** 0.5, k, flags


def tensors(x):
    y = torch.cat([x, x.t()], dim=1) if x.shape[0] == x.shape[1] else torch.cat([x, x], dim=1)
    y[:, 0] = 0
    y += 1
    return y[..., 1:3], -y, (y > 0) & (y < 1), y.to(torch.float64)


class Gate:
    def __init__(self, weight):
        self.weight = weight
        self.names = ["a", "b"]
        self.table = {"x": 1.0, "y": 2.0}

    def apply(self, x):
        for name in self.names:
            x = x * len(name)
        return torch.sigmoid(x @ self.weight) * self.table["y"]

    def __call__(self, x):
        return self.apply(x)


def instances(gate, x):
    return gate.apply(x) if isinstance(gate, Gate) else x


class Managed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        with torch.no_grad():
            if x.shape[0] > 100:
                return x.sum()
            scale = self.layer(x).abs().mean()
        try:
            y = self.layer(x) * scale
        finally:
            scale = 0
        return y.sum() + scale
