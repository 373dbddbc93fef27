"""The state an exported program starts from: a copy of the caller's objects, with what optimizers make at their first step."""
from __future__ import annotations

import copy


def copy_with_state(args: tuple) -> tuple:
    """Copies of the arguments, whose optimizers have their state.

    An optimizer makes its state at its first step; an exported step has it from the start, with the values that make
    the first step the same. The objects given stay as they are. Raises ValueError for an optimizer where there
    are no such values.
    """
    import torch

    if not any(isinstance(arg, torch.optim.Optimizer) for arg in args):
        return args
    # Together, so that the optimizer's parameters are those of the copied module.
    copies = copy.deepcopy(args)
    for arg in copies:
        if isinstance(arg, torch.optim.Optimizer):
            _make_state(arg)
    return copies


def _make_state(optimizer) -> None:
    import torch

    for group in optimizer.param_groups:
        for parameter in group["params"]:
            if not parameter.requires_grad or optimizer.state.get(parameter):
                continue
            zeros = [torch.zeros_like(parameter, memory_format=torch.preserve_format) for _ in range(3)]
            if isinstance(optimizer, torch.optim.SGD) and group["momentum"] != 0:
                if group["dampening"] != 0:
                    raise ValueError("export: the first step of SGD with dampening is unlike the others; take one "
                                     "step in Python before exporting")
                optimizer.state[parameter] = {"momentum_buffer": zeros[0]}
            elif isinstance(optimizer, (torch.optim.Adam, torch.optim.AdamW)):
                state = {"step": torch.tensor(0.0), "exp_avg": zeros[0], "exp_avg_sq": zeros[1]}
                if group["amsgrad"]:
                    state["max_exp_avg_sq"] = zeros[2]
                optimizer.state[parameter] = state
