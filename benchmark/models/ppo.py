"""PPO (Schulman et al. 2017): rollouts, and several epochs over each in minibatches."""
from __future__ import annotations

import random
from typing import Any

import torch
from torch import nn

from .actor_critic import ActorCritic, environment_and_policy
from .workload import Workload

__all__ = ["PPOTraining"]


class PPOTraining(Workload):
    compiled = ("collect", "loss")
    sizes = {"full": {"length": 256, "minibatch": 64, "epochs": 4, "hidden": 64},
             "tiny": {"length": 8, "minibatch": 4, "epochs": 2, "hidden": 8}}

    def __init__(self, dtype: torch.dtype, length: int, minibatch: int, epochs: int, hidden: int,
                 environment: str = "Pong") -> None:
        self.environment, self.policy = environment_and_policy(environment, 7)
        self.net = ActorCritic(len(self.environment.observation), self.policy.outputs, hidden).to(dtype)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=3e-4)
        self.random = random.Random(11)
        self.length = length
        self.minibatch = minibatch
        self.epochs = epochs
        self.dtype = dtype

    def collect(self) -> tuple[torch.Tensor, ...]:
        """Plays, and gives observations, actions, their log probabilities, advantages and returns."""
        observations: list[list[float]] = []
        actions: list[Any] = []
        log_probabilities, values, rewards, overs = [], [], [], []
        observation = self.environment.observation
        with torch.no_grad():
            while len(rewards) < self.length:
                output, value = self.net(torch.tensor([observation], dtype=self.dtype))
                action = self.policy.act(output, self.random)
                taken = self.policy.actions([action], self.dtype)
                observations.append(observation)
                observation, reward, over = self.environment.step(action)
                if over:
                    observation = self.environment.reset()
                actions.append(action)
                log_probabilities.append(self.policy.log_probability(output, taken).item())
                values.append(value.item())
                rewards.append(reward)
                overs.append(over)
            future = self.net(torch.tensor([observation], dtype=self.dtype))[1].item()
        advantage, advantages = 0.0, []
        for t in reversed(range(self.length)):
            live = 0.0 if overs[t] else 1.0
            delta = rewards[t] + 0.99 * future * live - values[t]
            advantage = delta + 0.99 * 0.95 * live * advantage
            advantages.append(advantage)
            future = values[t]
        advantages = torch.tensor(advantages[::-1], dtype=self.dtype)
        return (torch.tensor(observations, dtype=self.dtype), self.policy.actions(actions, self.dtype),
                torch.tensor(log_probabilities, dtype=self.dtype), advantages,
                advantages + torch.tensor(values, dtype=self.dtype))

    def loss(self, observations: torch.Tensor, actions: torch.Tensor, old: torch.Tensor, advantages: torch.Tensor,
             returns: torch.Tensor) -> torch.Tensor:
        output, value = self.net(observations)
        ratio = torch.exp(self.policy.log_probability(output, actions) - old)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        clipped = torch.clamp(ratio, 0.8, 1.2)
        policy = -torch.min(ratio * advantages, clipped * advantages).mean()
        entropy = self.policy.entropy(output).mean()
        return policy + 0.5 * (value[:, 0] - returns).pow(2).mean() - 0.01 * entropy

    def evaluate(self) -> tuple[torch.Tensor, ...]:
        rollout = self.collect()
        return *rollout, self.loss(*rollout)

    def update(self, *minibatch: torch.Tensor) -> torch.Tensor:
        self.optimizer.zero_grad()
        loss = self.loss(*minibatch)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
        return loss

    def step(self) -> torch.Tensor:
        rollout = self.collect()
        for _ in range(self.epochs):
            for begin in range(0, self.length, self.minibatch):
                loss = self.update(*(part[begin:begin + self.minibatch] for part in rollout))
        return loss
