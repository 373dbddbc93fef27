"""What A3C and PPO share: a network with a policy and a value, and policies over choices and over real numbers."""
from __future__ import annotations

import math
import random

import torch
import torch.nn.functional as F
from torch import nn

from .environments import CartPole, Gymnasium, Pong

__all__ = ["ActorCritic", "Choice", "Real", "environment_and_policy"]


class ActorCritic(nn.Module):
    def __init__(self, observation: int, outputs: int, hidden: int) -> None:
        super().__init__()
        self.l1 = nn.Linear(observation, hidden)
        self.l2 = nn.Linear(hidden, hidden)
        self.policy = nn.Linear(hidden, outputs)
        self.value = nn.Linear(hidden, 1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.tanh(self.l1(x))
        x = torch.tanh(self.l2(x))
        return self.policy(x), self.value(x)


class Choice:
    """A policy over a few actions, from their logits."""

    def __init__(self, actions: int) -> None:
        self.outputs = actions

    def act(self, output: torch.Tensor, generator: random.Random) -> int:
        """The action whose share of [0, 1) holds the next random number."""
        shares = F.softmax(output, 1)[0].tolist()
        number = generator.random()
        action, total = 0, shares[0]
        while total < number and action < len(shares) - 1:
            action += 1
            total += shares[action]
        return action

    def actions(self, taken: list[int], dtype: torch.dtype) -> torch.Tensor:
        return torch.tensor(taken)[:, None]

    def log_probability(self, output: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
        return F.log_softmax(output, 1).gather(1, actions)[:, 0]

    def entropy(self, output: torch.Tensor) -> torch.Tensor:
        log_shares = F.log_softmax(output, 1)
        return -(log_shares.exp() * log_shares).sum(1)


class Real:
    """A policy over real numbers: normal around the output, with one width."""

    def __init__(self, actions: int, width: float) -> None:
        self.outputs = actions
        self.width = width

    def act(self, output: torch.Tensor, generator: random.Random) -> list[float]:
        return [generator.gauss(mean, self.width) for mean in output[0].tolist()]

    def actions(self, taken: list[list[float]], dtype: torch.dtype) -> torch.Tensor:
        return torch.tensor(taken, dtype=dtype)

    def log_probability(self, output: torch.Tensor, actions: torch.Tensor) -> torch.Tensor:
        distance = (actions - output) / self.width
        return (-0.5 * distance.pow(2) - math.log(self.width) - 0.5 * math.log(2 * math.pi)).sum(1)

    def entropy(self, output: torch.Tensor) -> torch.Tensor:
        return torch.full_like(output, 0.5 + 0.5 * math.log(2 * math.pi) + math.log(self.width)).sum(1)


def environment_and_policy(name: str, seed: int) -> tuple[CartPole | Pong | Gymnasium, Choice | Real]:
    """"CartPole" and "Pong" are the toys here, other names gymnasium's."""
    if name == "CartPole":
        return CartPole(seed), Choice(2)
    if name == "Pong":
        return Pong(seed), Choice(3)
    environment = Gymnasium(name, seed)
    space = environment.environment.action_space
    return environment, Choice(int(space.n)) if environment.discrete else Real(space.shape[0], 0.5)
