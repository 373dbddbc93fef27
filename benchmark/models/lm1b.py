"""Language model of the one-billion-word benchmark's kind (Jozefowicz et al. 2016, scaled down): an LSTM with projection,
and a sampled softmax. The last state is kept in two attributes.
"""
from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from . import data
from .workload import Workload

__all__ = ["LM1B", "LM1BTraining"]


class LM1B(nn.Module):
    def __init__(self, vocabulary: int, size: int, hidden: int, batch: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, size)
        self.gates = nn.Linear(2 * size, 4 * hidden)
        self.projection = nn.Linear(hidden, size, bias=False)
        self.softmax_weight = nn.Embedding(vocabulary, size)
        self.softmax_bias = nn.Embedding(vocabulary, 1)
        nn.init.normal_(self.softmax_weight.weight, std=0.05)
        self.register_buffer("h", torch.zeros(batch, size))
        self.register_buffer("c", torch.zeros(batch, hidden))

    def forward(self, tokens: torch.Tensor, targets: torch.Tensor, sampled: torch.Tensor) -> torch.Tensor:
        x = self.embedding(tokens)
        h, c = self.h, self.c
        outputs = []
        for t in range(tokens.shape[0]):
            i, f, g, o = torch.chunk(self.gates(torch.cat([x[t], h], 1)), 4, dim=1)
            c = torch.sigmoid(f + 1.0) * c + torch.sigmoid(i) * torch.tanh(g)
            h = self.projection(torch.sigmoid(o) * torch.tanh(c))
            outputs.append(h)
        self.h, self.c = h.detach(), c.detach()
        y = torch.cat(outputs)
        flat = targets.reshape(-1)
        true = (y * self.softmax_weight(flat)).sum(1, keepdim=True) + self.softmax_bias(flat)
        noise = y @ self.softmax_weight(sampled).t() + self.softmax_bias(sampled).t()
        noise = noise.masked_fill(sampled[None, :] == flat[:, None], -1e9)
        logits = torch.cat([true, noise], 1)
        return -F.log_softmax(logits, 1)[:, 0].mean()


class LM1BTraining(Workload):
    sizes = {"full": {"batch": 32, "length": 20, "vocabulary": 32768, "size": 512, "hidden": 2048, "sampled": 1024},
             "tiny": {"batch": 3, "length": 4, "vocabulary": 64, "size": 8, "hidden": 16, "sampled": 12}}

    def __init__(self, dtype: torch.dtype, batch: int, length: int, vocabulary: int, size: int, hidden: int,
                 sampled: int) -> None:
        self.net = LM1B(vocabulary, size, hidden, batch).to(dtype)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.2)
        self.pool = [(*data.tokens(batch, length, vocabulary, seed), data.words(sampled, vocabulary, seed))
                     for seed in range(4)]

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, tokens: torch.Tensor, targets: torch.Tensor, sampled: torch.Tensor) -> torch.Tensor:
        return self.net(tokens, targets, sampled)
