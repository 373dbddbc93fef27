"""ResNet-50 (He et al. 2015), with batch normalisation in training mode."""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["Bottleneck", "ResNet", "ResNetTraining"]

EXPANSION = 4


class Bottleneck(nn.Module):
    """1 x 1, 3 x 3, 1 x 1, added to the input or to a projection of it."""

    def __init__(self, channels: int, width: int, stride: int) -> None:
        super().__init__()
        out = EXPANSION * width
        self.convs = nn.ModuleList([
            nn.Conv2d(channels, width, 1, bias=False),
            nn.Conv2d(width, width, 3, stride, 1, bias=False),
            nn.Conv2d(width, out, 1, bias=False),
        ])
        self.norms = nn.ModuleList([nn.BatchNorm2d(conv.out_channels) for conv in self.convs])
        self.shortcut = None
        if stride != 1 or channels != out:
            self.shortcut = nn.Sequential(nn.Conv2d(channels, out, 1, stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x
        for index, (conv, norm) in enumerate(zip(self.convs, self.norms)):
            y = norm(conv(y))
            if index + 1 < len(self.convs):
                y = F.relu(y)
        if self.shortcut is not None:
            x = self.shortcut(x)
        return F.relu(y + x)


class ResNet(nn.Module):
    def __init__(self, depths: tuple[int, ...], width: int, classes: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.norm = nn.BatchNorm2d(width)
        blocks, channels = [], width
        for stage, depth in enumerate(depths):
            for index in range(depth):
                stride = 2 if stage > 0 and index == 0 else 1
                blocks.append(Bottleneck(channels, width << stage, stride))
                channels = EXPANSION * (width << stage)
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(channels, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 3, 2, 1)
        x = self.blocks(x)
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))


class ResNetTraining(Workload):
    sizes = {"full": {"batch": 8, "size": 224, "depths": (3, 4, 6, 3), "width": 64, "classes": 1000},
             "tiny": {"batch": 2, "size": 32, "depths": (1, 2), "width": 4, "classes": 10}}

    def __init__(self, dtype: torch.dtype, batch: int, size: int, depths: tuple[int, ...], width: int,
                 classes: int) -> None:
        self.net = ResNet(depths, width, classes).to(dtype)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.001, momentum=0.9)
        self.pool = [data.images(batch, 3, size, classes, seed, dtype) for seed in range(2)]

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, images: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return F.cross_entropy(self.net(images), labels)
