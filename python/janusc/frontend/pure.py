"""Functions of libraries that are compiled from Python, ours or their own, as they run code of the user's or decide about more of
the library's own Python.
"""
from __future__ import annotations

import builtins
import types
from collections.abc import Collection, Iterable
from typing import Any

import torch
import torch.nn.functional as F
from torch.nn.modules import activation

__all__ = ["by_source", "implementations"]


def _sum(iterable: Iterable[Any], /, start: Any = 0) -> Any:
    if isinstance(start, (str, bytes, bytearray)):
        raise TypeError("sum() can't sum text or bytes")
    for element in iterable:
        start = start + element
    return start


def _any(iterable: Iterable[Any], /) -> bool:
    for element in iterable:
        if element:
            return True
    return False


def _all(iterable: Iterable[Any], /) -> bool:
    for element in iterable:
        if not element:
            return False
    return True


def _native_multi_head_attention(
        query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, embed_dim: int, num_head: int, qkv_weight: torch.Tensor,
        qkv_bias: torch.Tensor, proj_weight: torch.Tensor, proj_bias: torch.Tensor, mask: torch.Tensor | None = None,
        need_weights: bool = True, average_attn_weights: bool = True,
        mask_type: int | None = None) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Self-attention as nn.MultiheadAttention has it in inference; the three inputs are one."""
    if mask is not None:
        # The table has no such function: calls with a mask are not native.
        return torch._masked_softmax(query, mask, -1, mask_type), None
    batch, length, _ = query.shape
    projected = F.linear(query, qkv_weight, qkv_bias).view(batch, length, 3, num_head, embed_dim // num_head)
    q, k, v = projected.permute(2, 0, 3, 1, 4)
    if not need_weights:
        attended, weights = F.scaled_dot_product_attention(q, k, v), None
    else:
        weights = torch.softmax(q @ k.transpose(-2, -1) / (embed_dim // num_head) ** 0.5, -1)
        attended = weights @ v
        if average_attn_weights:
            weights = weights.mean(1)
    return F.linear(attended.transpose(1, 2).reshape(batch, length, embed_dim), proj_weight, proj_bias), weights


def _is_make_fx_tracing() -> bool:
    return False


# By the library's names; what is run by its own source stands for itself.
_FUNCTIONS = {
    "builtins.all": (builtins.all, _all),
    "builtins.any": (builtins.any, _any),
    "builtins.sum": (builtins.sum, _sum),
    "torch._native_multi_head_attention": (torch._native_multi_head_attention, _native_multi_head_attention),
    "torch.backends.mha.get_fastpath_enabled": (torch.backends.mha.get_fastpath_enabled,) * 2,
    "torch.nn.modules.activation._is_make_fx_tracing": (activation._is_make_fx_tracing, _is_make_fx_tracing),
}
_BY_IDENTITY = {id(function): source for function, source in _FUNCTIONS.values()}


def by_source(value: object) -> types.FunctionType | None:
    """The Python function to compile where code calls `value`."""
    return _BY_IDENTITY.get(id(value))


def implementations(attributes: Collection[str]) -> dict[str, types.FunctionType]:
    """The functions that code may find by such attributes of torch's modules: name to the Python function to compile."""
    return {name: source for name, (_, source) in _FUNCTIONS.items()
            if name.startswith("torch.") and name.rpartition(".")[2] in attributes}
