"""Steps of a net whose layers read all that was computed before, with the training forms and without."""
from __future__ import annotations

import copy

import janusc
import pytest
import torch
import torch.nn.functional as F
from torch import nn


class Dense(nn.Module):
    """BN, ReLU and a convolution over all that was computed before, three times."""

    def __init__(self) -> None:
        super().__init__()
        sizes = (4, 6, 9)
        self.norms = nn.ModuleList(nn.BatchNorm2d(size) for size in (*sizes, 10))
        self.convs = nn.ModuleList(nn.Conv2d(size, out, 3, padding=1, bias=False)
                                   for size, out in zip(sizes, (2, 3, 1), strict=True))
        self.last = nn.Linear(10, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        features = [x]
        for norm, conv in zip(self.norms, self.convs):
            features.append(conv(F.relu(norm(torch.cat(features, 1)))))
        x = F.relu(self.norms[3](torch.cat(features, 1)))
        return self.last(x.mean((2, 3)))


def _step(net: Dense, optimizer: torch.optim.Optimizer, x: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), labels)
    loss.backward()
    optimizer.step()
    return loss


@pytest.mark.parametrize("forms", [True, False])
def test_steps_are_those_of_eager(forms: bool) -> None:
    torch.manual_seed(0)
    nets = [Dense()]
    nets.append(copy.deepcopy(nets[0]))
    optimizers = [torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9) for net in nets]
    native = janusc.compile(lambda x, labels: _step(nets[1], optimizers[1], x, labels), training_forms=forms, trials=False)
    for _ in range(3):
        x, labels = torch.randn(5, 4, 6, 6) + 0.5, torch.randint(3, (5,))
        expected, loss = _step(nets[0], optimizers[0], x, labels), native(x, labels)
        torch.testing.assert_close(loss.detach(), expected.detach(), rtol=1e-5, atol=1e-5)
    for (name, expected), value in zip(nets[0].state_dict().items(), nets[1].state_dict().values(), strict=True):
        torch.testing.assert_close(value, expected, rtol=1e-4, atol=1e-5, msg=name)
