"""pix2pix (Isola et al. 2017): a U-Net that translates pictures, and a discriminator of patches."""
from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["Pix2PixTraining"]


class Down(nn.Module):
    def __init__(self, channels: int, out: int, norm: bool = True, activation: bool = True) -> None:
        super().__init__()
        self.activation = activation
        self.conv = nn.Conv2d(channels, out, 4, 2, 1, bias=not norm)
        self.norm = nn.BatchNorm2d(out) if norm else None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.activation:
            x = F.leaky_relu(x, 0.2)
        x = self.conv(x)
        return x if self.norm is None else self.norm(x)


class Up(nn.Module):
    def __init__(self, channels: int, out: int) -> None:
        super().__init__()
        self.conv = nn.ConvTranspose2d(channels, out, 4, 2, 1, bias=False)
        self.norm = nn.BatchNorm2d(out)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.conv(F.relu(x)))


class UNet(nn.Module):
    """`widths` are the channels on the way down, in multiples of n; what is seen there is seen again on the way up."""

    def __init__(self, n: int, widths: tuple[int, ...]) -> None:
        super().__init__()
        down = [Down(3, n * widths[0], norm=False, activation=False)]
        for before, after in zip(widths[:-2], widths[1:-1]):
            down.append(Down(n * before, n * after))
        down.append(Down(n * widths[-2], n * widths[-1], norm=False))
        up, channels = [], n * widths[-1]
        for width in widths[-2::-1]:
            up.append(Up(channels, n * width))
            channels = 2 * n * width
        self.down, self.up = nn.ModuleList(down), nn.ModuleList(up)
        self.last = nn.ConvTranspose2d(channels, 3, 4, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        seen = []
        for down in self.down:
            x = down(x)
            seen.append(x)
        seen.pop()
        for up in self.up:
            x = torch.cat([up(x), seen.pop()], 1)
        return torch.tanh(self.last(F.relu(x)))


class Patch(nn.Module):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.c1 = nn.Conv2d(6, n, 4, 2, 1)
        self.c2 = nn.Conv2d(n, 2 * n, 4, 2, 1, bias=False)
        self.n2 = nn.BatchNorm2d(2 * n)
        self.c3 = nn.Conv2d(2 * n, 4 * n, 4, 2, 1, bias=False)
        self.n3 = nn.BatchNorm2d(4 * n)
        self.c4 = nn.Conv2d(4 * n, 8 * n, 4, 1, 1, bias=False)
        self.n4 = nn.BatchNorm2d(8 * n)
        self.c5 = nn.Conv2d(8 * n, 1, 4, 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.leaky_relu(self.c1(x), 0.2)
        for conv, norm in ((self.c2, self.n2), (self.c3, self.n3), (self.c4, self.n4)):
            x = F.leaky_relu(norm(conv(x)), 0.2)
        return self.c5(x)


def against(logits: torch.Tensor, value: float) -> torch.Tensor:
    return F.binary_cross_entropy_with_logits(logits, torch.full_like(logits, value))


class Pix2PixTraining(Workload):
    compiled = ("generate", "discriminator_loss", "generator_loss")
    sizes = {"full": {"batch": 1, "size": 256, "width": 64, "widths": (1, 2, 4, 8, 8, 8, 8, 8)},
             "tiny": {"batch": 1, "size": 32, "width": 2, "widths": (1, 2, 4)}}

    def __init__(self, dtype: torch.dtype, batch: int, size: int, width: int, widths: tuple[int, ...]) -> None:
        self.generator, self.discriminator = UNet(width, widths).to(dtype), Patch(width).to(dtype)
        self.generator_optimizer = torch.optim.Adam(self.generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.discriminator_optimizer = torch.optim.Adam(self.discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
        source, shape = np.random.default_rng(6), (batch, 3, size, size)
        self.pool = [(data.uniform_images(source, shape, dtype), data.uniform_images(source, shape, dtype))
                     for _ in range(2)]

    def batches(self) -> list[tuple]:
        return self.pool

    def generate(self, before: torch.Tensor) -> torch.Tensor:
        return self.generator(before)

    def discriminator_loss(self, before: torch.Tensor, after: torch.Tensor, fake: torch.Tensor) -> torch.Tensor:
        fake_loss = against(self.discriminator(torch.cat([before, fake], 1)), 0.0)
        return 0.5 * (fake_loss + against(self.discriminator(torch.cat([before, after], 1)), 1.0))

    def generator_loss(self, before: torch.Tensor, after: torch.Tensor, fake: torch.Tensor) -> torch.Tensor:
        return against(self.discriminator(torch.cat([before, fake], 1)), 1.0) + 100.0 * F.l1_loss(fake, after)

    def evaluate(self, before: torch.Tensor, after: torch.Tensor) -> tuple[torch.Tensor, ...]:
        fake = self.generate(before)
        return fake, self.discriminator_loss(before, after, fake), self.generator_loss(before, after, fake)

    def step(self, before: torch.Tensor, after: torch.Tensor) -> torch.Tensor:
        fake = self.generate(before)
        self.discriminator_optimizer.zero_grad()
        discriminator_loss = self.discriminator_loss(before, after, fake.detach())
        discriminator_loss.backward()
        self.discriminator_optimizer.step()
        self.generator_optimizer.zero_grad()
        generator_loss = self.generator_loss(before, after, fake)
        generator_loss.backward()
        self.generator_optimizer.step()
        return 2.0 * discriminator_loss.detach() + generator_loss.detach()
