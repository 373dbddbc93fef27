"""LeNet-5 (LeCun et al. 1998) on pictures of MNIST's shape."""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["LeNet", "LeNetTraining"]


class LeNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(400, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for conv in (self.conv1, self.conv2):
            x = F.max_pool2d(F.relu(conv(x)), 2)
        x = x.flatten(1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


class LeNetTraining(Workload):
    sizes = {"full": {"batch": 50}, "tiny": {"batch": 4}}

    def __init__(self, dtype: torch.dtype, batch: int) -> None:
        self.net = LeNet().to(dtype)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.05)
        self.pool = [data.images(batch, 1, 28, 10, seed, dtype) for seed in range(8)]

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, images: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        return F.cross_entropy(self.net(images), labels)
