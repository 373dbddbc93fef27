"""The state an exported program starts from."""
from __future__ import annotations

import copy


def private_copy(args: tuple) -> tuple:
    """The arguments, copied together if an optimizer is among them.

    Lowering gives an optimizer the state of its first step; the caller's objects stay as they are. Raises
    ValueError for an optimizer whose first step is unlike the others.
    """
    import torch

    from janusc.frontend.optimizer_state import has_special_first_step

    optimizers = [arg for arg in args if isinstance(arg, torch.optim.Optimizer)]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            if has_special_first_step(optimizer, group) and not all(optimizer.state.get(p) for p in group["params"]):
                raise ValueError("export: the first step of SGD with dampening is unlike the others; take one "
                                 "step in Python before exporting")
    # Together, so that the optimizer's parameters are those of the copied module.
    return copy.deepcopy(args) if optimizers else args
