"""What the eleven programs have in common: a training step, and state that can be carried from one copy to another."""
from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any, ClassVar

import torch
from torch import nn

__all__ = ["Workload"]


class Workload:
    """A program with its modules, optimizers, environments and data as attributes."""

    # The methods that hold a forward pass and its loss.
    compiled: ClassVar[tuple[str, ...]] = ("loss",)
    # By name of a size, the arguments of the constructor.
    sizes: ClassVar[dict[str, dict[str, Any]]] = {}

    net: nn.Module
    optimizer: torch.optim.Optimizer

    def batches(self) -> list[tuple]:
        """The arguments of `step`, one tuple for each batch; they are used in turn."""
        return [()]

    def loss(self, *batch: Any) -> torch.Tensor:
        """The forward pass."""
        raise NotImplementedError

    def step(self, *batch: Any) -> torch.Tensor:
        """Forward, backward and update; the loss."""
        self.optimizer.zero_grad()
        loss = self.loss(*batch)
        loss.backward()
        self.optimizer.step()
        return loss

    def evaluate(self, *batch: Any) -> tuple[torch.Tensor, ...]:
        """The forward passes of a step and nothing else."""
        return (self.loss(*batch),)

    def use(self, compile: Callable) -> dict[str, Callable]:
        """Compiles the forward passes of this copy; the compiled methods by name."""
        methods = {name: compile(getattr(self, name)) for name in self.compiled}
        vars(self).update(methods)
        return methods

    # State: everything that a step changes.

    def modules(self) -> dict[str, nn.Module]:
        return {name: value for name, value in vars(self).items() if isinstance(value, nn.Module)}

    def parameters(self) -> dict[str, nn.Parameter]:
        """Every parameter that is trained, by path."""
        return {f"{name}.{path}": parameter for name, module in self.modules().items()
                for path, parameter in module.named_parameters() if parameter.requires_grad}

    def state(self) -> dict[str, Any]:
        """A copy of everything that a step changes."""
        return {name: _state(value) for name, value in vars(self).items() if name not in self.compiled and _changes(value)}

    def load(self, state: dict[str, Any]) -> None:
        """Takes over what another copy's `state` gave."""
        for name, value in state.items():
            _load(self, name, value)


def _state(value: Any) -> Any:
    if isinstance(value, nn.Module):
        # A module's own attributes may hold state beside parameters and buffers (a recurrent network's last state).
        plain = {name: _state(held) for name, held in vars(value).items() if _is_state(name, held)}
        return copy.deepcopy(value.state_dict()), plain
    if isinstance(value, torch.optim.Optimizer):
        return copy.deepcopy(value.state_dict())
    if isinstance(value, random.Random):
        return value.getstate()
    if hasattr(value, "state") and hasattr(value, "load"):
        return value.state()
    return copy.deepcopy(value)


def _changes(value: Any) -> bool:
    """Whether a step may change the value: a policy, which only computes, is to stay the object that it is."""
    plain = (torch.Tensor, torch.dtype, int, float, str, list, tuple, dict, random.Random, nn.Module, torch.optim.Optimizer)
    return value is None or isinstance(value, plain) or hasattr(value, "state")


def _is_state(name: str, held: Any) -> bool:
    return not name.startswith("_") and isinstance(held, (torch.Tensor, list, tuple, dict))


def _load(owner: Any, name: str, state: Any) -> None:
    value = getattr(owner, name, None)
    if isinstance(value, nn.Module):
        value.load_state_dict(state[0])
        vars(value).update(copy.deepcopy(state[1]))
    elif isinstance(value, torch.optim.Optimizer):
        value.load_state_dict(copy.deepcopy(state))
    elif isinstance(value, random.Random):
        value.setstate(state)
    elif hasattr(value, "state") and hasattr(value, "load"):
        value.load(state)
    else:
        setattr(owner, name, copy.deepcopy(state))
