"""LSTM language model of PTB's size (Zaremba et al. 2014, medium, without dropout): a Python loop over time and layers.

The network keeps its last state as an attribute, from which the next piece of text goes on.
"""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["Cell", "LanguageModel", "PTBTraining"]


class Cell(nn.Module):
    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.x = nn.Linear(size, 4 * hidden)
        self.h = nn.Linear(hidden, 4 * hidden, bias=False)

    def forward(self, x: torch.Tensor, h: torch.Tensor, c: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        i, f, g, o = torch.chunk(self.x(x) + self.h(h), 4, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


class LanguageModel(nn.Module):
    def __init__(self, vocabulary: int, hidden: int, layers: int, batch: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, hidden)
        self.cells = nn.ModuleList([Cell(hidden, hidden) for _ in range(layers)])
        self.out = nn.Linear(hidden, vocabulary)
        self.state = [(torch.zeros(batch, hidden), torch.zeros(batch, hidden)) for _ in range(layers)]

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Logits for (length, batch) words."""
        embedded = self.embedding(tokens)
        state = list(self.state)
        outputs = []
        for t in range(tokens.shape[0]):
            x = embedded[t]
            for layer, cell in enumerate(self.cells):
                x, c = cell(x, *state[layer])
                state[layer] = (x, c)
            outputs.append(x)
        self.state = [(h.detach(), c.detach()) for h, c in state]
        return self.out(torch.cat(outputs))


class PTBTraining(Workload):
    sizes = {"full": {"batch": 20, "length": 20, "vocabulary": 10000, "hidden": 650, "layers": 2},
             "tiny": {"batch": 3, "length": 4, "vocabulary": 50, "hidden": 8, "layers": 2}}

    def __init__(self, dtype: torch.dtype, batch: int, length: int, vocabulary: int, hidden: int, layers: int) -> None:
        self.net = LanguageModel(vocabulary, hidden, layers, batch).to(dtype)
        self.net.state = [(h.to(dtype), c.to(dtype)) for h, c in self.net.state]
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=1.0)
        self.pool = [data.tokens(batch, length, vocabulary, seed) for seed in range(8)]

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, tokens: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        return F.cross_entropy(self.net(tokens), targets.reshape(-1))

    def step(self, tokens: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        self.optimizer.zero_grad()
        loss = self.loss(tokens, targets)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        return loss
