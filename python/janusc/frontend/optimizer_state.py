"""What an optimiser keeps for a parameter before its first step, so that the first step is like all others."""
from __future__ import annotations

import torch

__all__ = ["has_special_first_step", "initial_state"]


def has_special_first_step(optimizer: torch.optim.Optimizer, group: dict) -> bool:
    """Whether no state makes the first step like the others: SGD takes the first gradient whole, later ones dampened."""
    return isinstance(optimizer, torch.optim.SGD) and group["momentum"] != 0 and group["dampening"] != 0


def initial_state(optimizer: torch.optim.Optimizer, group: dict, parameter: torch.Tensor) -> dict | None:
    """State with which a first step gives what it gives without any; None where there is none or it is not known.

    Adam makes just this itself when it finds nothing. SGD takes the first gradient as momentum, which is what momentum
    zero gives if the gradient is not dampened.
    """
    if not parameter.requires_grad or not parameter.is_floating_point():
        return None
    if type(optimizer) is torch.optim.SGD:
        if group["momentum"] == 0 or has_special_first_step(optimizer, group):
            return None
        return {"momentum_buffer": _zeros(parameter)}
    if type(optimizer) in (torch.optim.Adam, torch.optim.AdamW):
        if any(group.get(name) for name in ("capturable", "fused", "differentiable")):
            return None
        wide = torch.get_default_dtype() is torch.float64
        state = {"step": torch.tensor(0.0, dtype=torch.float64 if wide else torch.float32),
                 "exp_avg": _zeros(parameter), "exp_avg_sq": _zeros(parameter)}
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = _zeros(parameter)
        return state
    return None


def _zeros(parameter: torch.Tensor) -> torch.Tensor:
    return torch.zeros_like(parameter, memory_format=torch.preserve_format, requires_grad=False)
