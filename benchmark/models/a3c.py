"""A3C (Mnih et al. 2016) with one worker: rollouts of up to 20 steps inside the forward pass."""
from __future__ import annotations

import random

import torch

from .actor_critic import ActorCritic, environment_and_policy
from .workload import Workload

__all__ = ["A3CTraining"]


class A3CTraining(Workload):
    sizes = {"full": {"length": 20, "hidden": 128}, "tiny": {"length": 5, "hidden": 8}}

    def __init__(self, dtype: torch.dtype, length: int, hidden: int, environment: str = "CartPole") -> None:
        self.environment, self.policy = environment_and_policy(environment, 7)
        self.net = ActorCritic(len(self.environment.observation), self.policy.outputs, hidden).to(dtype)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=7e-4)
        self.random = random.Random(11)
        self.length = length
        self.dtype = dtype
        self.frames = 0

    def loss(self) -> torch.Tensor:
        observation, over = self.environment.observation, False
        log_probabilities, values, entropies, rewards = [], [], [], []
        while not over and len(rewards) < self.length:
            output, value = self.net(torch.tensor([observation], dtype=self.dtype))
            action = self.policy.act(output, self.random)
            observation, reward, over = self.environment.step(action)
            self.frames += 1
            log_probabilities.append(self.policy.log_probability(output, self.policy.actions([action], self.dtype)))
            values.append(value[:, 0])
            entropies.append(self.policy.entropy(output))
            rewards.append(reward)
        if over:
            future = 0.0
            self.environment.reset()
        else:
            with torch.no_grad():
                future = self.net(torch.tensor([observation], dtype=self.dtype))[1].item()
        loss = 0.0
        for log_probability, value, entropy, reward in zip(log_probabilities[::-1], values[::-1], entropies[::-1],
                                                           rewards[::-1]):
            future = reward + 0.99 * future
            advantage = future - value
            loss = loss - log_probability * advantage.detach() + 0.5 * advantage * advantage - 0.01 * entropy
        return loss.sum() / len(rewards)
