"""Adversarial nets (Goodfellow et al. 2014) on pictures of MNIST's shape: a generator and a discriminator, fully connected."""
from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["AdversarialTraining"]


def perceptron(sizes: tuple[int, ...], last: nn.Module | None) -> nn.Sequential:
    """Linear layers with leaky rectifiers between them."""
    layers: list[nn.Module] = []
    for before, after in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(before, after), nn.LeakyReLU(0.2)]
    layers.pop()
    if last is not None:
        layers.append(last)
    return nn.Sequential(*layers)


class AdversarialTraining(Workload):
    compiled = ("generate", "discriminator_loss", "generator_loss")
    sizes = {"full": {"batch": 100, "generator": (100, 256, 512, 1024, 784), "discriminator": (784, 512, 256, 1)},
             "tiny": {"batch": 4, "generator": (6, 8, 10, 12), "discriminator": (12, 8, 6, 1)}}

    def __init__(self, dtype: torch.dtype, batch: int, generator: tuple[int, ...], discriminator: tuple[int, ...]) -> None:
        self.generator = perceptron(generator, nn.Tanh()).to(dtype)
        self.discriminator = perceptron(discriminator, None).to(dtype)
        self.generator_optimizer = torch.optim.Adam(self.generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.discriminator_optimizer = torch.optim.Adam(self.discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
        self.ones, self.zeros = torch.ones(batch, 1, dtype=dtype), torch.zeros(batch, 1, dtype=dtype)
        source = np.random.default_rng(5)
        self.pool = [(data.uniform_images(source, (batch, discriminator[0]), dtype),
                      data.noise(source, (batch, generator[0]), dtype)) for _ in range(8)]

    def batches(self) -> list[tuple]:
        return self.pool

    def generate(self, noise: torch.Tensor) -> torch.Tensor:
        return self.generator(noise)

    def discriminator_loss(self, real: torch.Tensor, fake: torch.Tensor) -> torch.Tensor:
        real_loss = F.binary_cross_entropy_with_logits(self.discriminator(real), self.ones)
        return real_loss + F.binary_cross_entropy_with_logits(self.discriminator(fake), self.zeros)

    def generator_loss(self, fake: torch.Tensor) -> torch.Tensor:
        return F.binary_cross_entropy_with_logits(self.discriminator(fake), self.ones)

    def evaluate(self, real: torch.Tensor, noise: torch.Tensor) -> tuple[torch.Tensor, ...]:
        fake = self.generate(noise)
        return fake, self.discriminator_loss(real, fake), self.generator_loss(fake)

    def step(self, real: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        fake = self.generate(noise)
        self.discriminator_optimizer.zero_grad()
        discriminator_loss = self.discriminator_loss(real, fake.detach())
        discriminator_loss.backward()
        self.discriminator_optimizer.step()
        self.generator_optimizer.zero_grad()
        generator_loss = self.generator_loss(fake)
        generator_loss.backward()
        self.generator_optimizer.step()
        return discriminator_loss.detach() + generator_loss.detach()
