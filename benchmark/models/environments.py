"""Where agents act: CartPole (Barto et al. 1983) and Pong with one paddle in plain Python, and gymnasium's.

`observation` is what the agent sees; `step(action)` gives the next one, the reward and whether the episode is over; `reset()` begins
another one.
"""
from __future__ import annotations

import copy
import math
import random
from typing import Any

__all__ = ["CartPole", "Gymnasium", "Pong"]


class CartPole:
    """A cart to which a pole is hinged; the actions push it to the left or to the right."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.reset()

    def reset(self) -> list[float]:
        self.observation = [self.random.uniform(-0.05, 0.05) for _ in range(4)]
        self.steps = 0
        return self.observation

    def step(self, action: int) -> tuple[list[float], float, bool]:
        x, v, angle, w = self.observation
        force = 10.0 if action == 1 else -10.0
        cosine, sine = math.cos(angle), math.sin(angle)
        push = (force + 0.05 * w * w * sine) / 1.1
        turn = (9.8 * sine - cosine * push) / (0.5 * (4.0 / 3.0 - 0.1 * cosine * cosine / 1.1))
        acceleration = push - 0.05 * turn * cosine / 1.1
        self.observation = [x + 0.02 * v, v + 0.02 * acceleration, angle + 0.02 * w, w + 0.02 * turn]
        self.steps += 1
        over = abs(self.observation[0]) > 2.4 or abs(self.observation[2]) > 0.2095 or self.steps >= 200
        return self.observation, 1.0, over

    def state(self) -> tuple:
        return self.random.getstate(), list(self.observation), self.steps

    def load(self, state: tuple) -> None:
        generator, observation, self.steps = state
        self.random.setstate(generator)
        self.observation = list(observation)


class Pong:
    """A ball falls between side walls; the paddle below moves left, stays or moves right."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.reset()

    def reset(self) -> list[float]:
        self.ball_x, self.ball_y = self.random.random(), 1.0
        self.speed_x, self.speed_y = self.random.uniform(-0.06, 0.06), -0.04
        self.paddle = 0.5
        return self.observation

    @property
    def observation(self) -> list[float]:
        return [self.ball_x, self.ball_y, 10 * self.speed_x, 10 * self.speed_y, self.paddle, self.ball_x - self.paddle]

    def step(self, action: int) -> tuple[list[float], float, bool]:
        self.paddle = min(1.0, max(0.0, self.paddle + 0.05 * (action - 1)))
        self.ball_x += self.speed_x
        self.ball_y += self.speed_y
        if self.ball_x < 0.0 or self.ball_x > 1.0:
            self.speed_x = -self.speed_x
            self.ball_x = min(1.0, max(0.0, self.ball_x))
        over = self.ball_y <= 0.0
        reward = 0.0
        if over:
            reward = 1.0 if abs(self.ball_x - self.paddle) < 0.1 else -1.0
        return self.observation, reward, over

    def state(self) -> dict[str, Any]:
        return {**vars(self), "random": self.random.getstate()}

    def load(self, state: dict[str, Any]) -> None:
        generator = self.random
        generator.setstate(state["random"])
        vars(self).update(state, random=generator)


class Gymnasium:
    """One of gymnasium's environments in the same form."""

    def __init__(self, name: str, seed: int) -> None:
        import gymnasium

        self.environment = gymnasium.make(name)
        self.discrete = hasattr(self.environment.action_space, "n")
        self.observation = self.environment.reset(seed=seed)[0].tolist()

    def reset(self) -> list[float]:
        self.observation = self.environment.reset()[0].tolist()
        return self.observation

    def step(self, action: int | list[float]) -> tuple[list[float], float, bool]:
        observation, reward, terminated, truncated, _ = self.environment.step(action)
        self.observation = observation.tolist()
        return self.observation, float(reward), bool(terminated or truncated)

    def state(self) -> dict[str, Any]:
        return copy.deepcopy(vars(self))

    def load(self, state: dict[str, Any]) -> None:
        vars(self).update(copy.deepcopy(state))
