"""DenseNet (Huang et al. 2016)."""
from __future__ import annotations

from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch import nn

__all__ = ["DenseBlock", "DenseLayer", "DenseNet", "Transition"]

# Channels that a layer adds, layers in each block, channels before the first.
SIZES = {121: (32, (6, 12, 24, 16), 64), 161: (48, (6, 12, 36, 24), 96), 169: (32, (6, 12, 32, 32), 64),
         201: (32, (6, 12, 48, 32), 64)}
BOTTLENECK = 4


class DenseLayer(nn.Module):
    """BN, ReLU, 1x1, BN, ReLU, 3x3 over all that was computed before."""

    def __init__(self, inputs: int, growth: int) -> None:
        super().__init__()
        self.norm1 = nn.BatchNorm2d(inputs)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(inputs, BOTTLENECK * growth, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(BOTTLENECK * growth)
        self.relu2 = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(BOTTLENECK * growth, growth, 3, padding=1, bias=False)

    def forward(self, features: list[torch.Tensor]) -> torch.Tensor:
        x = self.conv1(self.relu1(self.norm1(torch.cat(features, 1))))
        return self.conv2(self.relu2(self.norm2(x)))


class DenseBlock(nn.ModuleDict):
    def __init__(self, layers: int, inputs: int, growth: int) -> None:
        super().__init__()
        for index in range(layers):
            self.add_module(f"denselayer{index + 1}", DenseLayer(inputs + index * growth, growth))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        features = [x]
        for layer in self.values():
            features.append(layer(features))
        return torch.cat(features, 1)


class Transition(nn.Sequential):
    """Half the channels, half the side."""

    def __init__(self, inputs: int) -> None:
        super().__init__(OrderedDict(
            norm=nn.BatchNorm2d(inputs), relu=nn.ReLU(inplace=True),
            conv=nn.Conv2d(inputs, inputs // 2, 1, bias=False), pool=nn.AvgPool2d(2, 2)))


class DenseNet(nn.Module):
    def __init__(self, depth: int, classes: int = 1000) -> None:
        super().__init__()
        growth, blocks, channels = SIZES[depth]
        self.features = nn.Sequential(OrderedDict(
            conv0=nn.Conv2d(3, channels, 7, 2, 3, bias=False), norm0=nn.BatchNorm2d(channels),
            relu0=nn.ReLU(inplace=True), pool0=nn.MaxPool2d(3, 2, 1)))
        for index, layers in enumerate(blocks):
            self.features.add_module(f"denseblock{index + 1}", DenseBlock(layers, channels, growth))
            channels += layers * growth
            if index + 1 < len(blocks):
                self.features.add_module(f"transition{index + 1}", Transition(channels))
                channels //= 2
        self.features.add_module("norm5", nn.BatchNorm2d(channels))
        self.classifier = nn.Linear(channels, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.features(x), inplace=True)
        return self.classifier(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))
