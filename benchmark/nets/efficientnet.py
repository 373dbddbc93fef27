"""EfficientNet-B0 (Tan and Le 2019)."""
from __future__ import annotations

import torch
from torch import nn

__all__ = ["EfficientNet", "MBConv", "SqueezeExcitation", "StochasticDepth"]

# Expansion, kernel, stride, channels, repeats.
STAGES = ((1, 3, 1, 16, 1), (6, 3, 2, 24, 2), (6, 5, 2, 40, 2), (6, 3, 2, 80, 3), (6, 5, 1, 112, 3), (6, 5, 2, 192, 4),
          (6, 3, 1, 320, 1))


def conv(inputs: int, outputs: int, size: int = 1, stride: int = 1, groups: int = 1, active: bool = True) -> nn.Sequential:
    layers = [nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)]
    return nn.Sequential(*layers, *[nn.SiLU(inplace=True)] * active)


class SqueezeExcitation(nn.Module):
    """Channels scaled by what their means say (Hu et al. 2017)."""

    def __init__(self, channels: int, squeezed: int) -> None:
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(channels, squeezed, 1)
        self.fc2 = nn.Conv2d(squeezed, channels, 1)
        self.activation = nn.SiLU(inplace=True)
        self.scale_activation = nn.Sigmoid()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scale = self.fc2(self.activation(self.fc1(self.avgpool(x))))
        return self.scale_activation(scale) * x


class StochasticDepth(nn.Module):
    """In training, drops whole images of the batch with probability `p` (Huang et al. 2016)."""

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not self.training or self.p == 0.0:
            return x
        kept = torch.empty(x.shape[0], *[1] * (x.dim() - 1), dtype=x.dtype).bernoulli_(1 - self.p)
        return x * kept.div_(1 - self.p)


class MBConv(nn.Module):
    def __init__(self, inputs: int, outputs: int, size: int, stride: int, expansion: int, drop: float) -> None:
        super().__init__()
        width = expansion * inputs
        layers = [] if expansion == 1 else [conv(inputs, width)]
        self.block = nn.Sequential(*layers, conv(width, width, size, stride, width),
                                   SqueezeExcitation(width, max(1, inputs // 4)), conv(width, outputs, active=False))
        self.stochastic_depth = StochasticDepth(drop)
        self.use_res_connect = stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.block(x)
        if self.use_res_connect:
            y = self.stochastic_depth(y)
            y += x
        return y


class EfficientNet(nn.Module):
    def __init__(self, classes: int = 1000) -> None:
        super().__init__()
        layers: list[nn.Module] = [conv(3, 32, 3, 2)]
        channels, number, total = 32, 0, sum(stage[-1] for stage in STAGES)
        for expansion, size, stride, width, repeats in STAGES:
            blocks = []
            for index in range(repeats):
                blocks.append(MBConv(channels, width, size, stride if index == 0 else 1, expansion, 0.2 * number / total))
                channels, number = width, number + 1
            layers.append(nn.Sequential(*blocks))
        self.features = nn.Sequential(*layers, conv(channels, 1280))
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(nn.Dropout(0.2, inplace=True), nn.Linear(1280, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))
