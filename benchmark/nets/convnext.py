"""ConvNeXt-T (Liu et al. 2022)."""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from .efficientnet import StochasticDepth

__all__ = ["ConvNeXt"]

DEPTHS, WIDTHS = (3, 3, 9, 3), (96, 192, 384, 768)


class LayerNorm2d(nn.LayerNorm):
    """Layer normalisation over the channels of images."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.layer_norm(x.permute(0, 2, 3, 1), self.normalized_shape, self.weight, self.bias, self.eps)
        return x.permute(0, 3, 1, 2)


class Permute(nn.Module):
    def __init__(self, dims: tuple[int, ...]) -> None:
        super().__init__()
        self.dims = dims

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.permute(x, self.dims)


class Block(nn.Module):
    """7x7 on each channel, then a perceptron over channels, scaled and added."""

    def __init__(self, width: int, drop: float) -> None:
        super().__init__()
        self.block = nn.Sequential(
            nn.Conv2d(width, width, 7, padding=3, groups=width), Permute((0, 2, 3, 1)), nn.LayerNorm(width, eps=1e-6),
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width), Permute((0, 3, 1, 2)))
        self.layer_scale = nn.Parameter(torch.ones(width, 1, 1) * 1e-6)
        self.stochastic_depth = StochasticDepth(drop)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layer_scale * self.block(x)
        y = self.stochastic_depth(y)
        y += x
        return y


class ConvNeXt(nn.Module):
    def __init__(self, classes: int = 1000) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        channels, number = 3, 0
        for depth, width in zip(DEPTHS, WIDTHS):
            if not layers:
                layers.append(nn.Sequential(nn.Conv2d(3, width, 4, 4), LayerNorm2d(width, eps=1e-6)))
            else:
                layers.append(nn.Sequential(LayerNorm2d(channels, eps=1e-6), nn.Conv2d(channels, width, 2, 2)))
            layers.append(nn.Sequential(*[Block(width, 0.1 * (number + i) / (sum(DEPTHS) - 1)) for i in range(depth)]))
            channels, number = width, number + depth
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(LayerNorm2d(channels, eps=1e-6), nn.Flatten(1), nn.Linear(channels, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.classifier(self.avgpool(self.features(x)))
