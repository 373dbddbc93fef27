"""What a compiled training step returns where eager returns a tensor whose graph was used up by `backward()`."""
from __future__ import annotations

from typing import Any

import torch

__all__ = ["consumed"]

_MESSAGE = ("Trying to backward through the graph a second time (or directly access saved tensors after they have "
            "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
            "autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or "
            "if you need to access saved tensors after calling backward.")


class _Consumed(torch.autograd.Function):
    """A node in whose place a graph stood that is gone."""

    @staticmethod
    def forward(ctx: Any, anchor: torch.Tensor, value: list[torch.Tensor]) -> torch.Tensor:
        return value[0]

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> Any:
        raise RuntimeError(_MESSAGE)


_anchor = torch.zeros((), requires_grad=True)


def consumed(value: torch.Tensor) -> torch.Tensor:
    """The same tensor, with a node that lets nobody through."""
    # In a list: a tensor that forward takes and returns would come back as a view.
    return _Consumed.apply(_anchor, [value])
