"""Copies of arguments that keep what a program can see: strides, overlap, shared storage, shared objects."""
from __future__ import annotations

from typing import Any

import torch

__all__ = ["copy"]


def copy(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """A copy of nested lists, tuples and dicts with their tensors; other objects are shared."""
    memo = {} if memo is None else memo
    found = memo.get(id(value))
    if found is not None:
        return found[1]
    result = _copy(value, memo)
    # The original is kept, so that its id stays its own.
    memo[id(value)] = (value, result)
    return result


def _copy(value: Any, memo: dict[int, Any]) -> Any:
    if isinstance(value, torch.Tensor):
        return _copy_tensor(value, memo)
    if isinstance(value, torch.Generator):
        return value.clone_state()
    if type(value) is list:
        return [copy(element, memo) for element in value]
    if type(value) is tuple:
        return tuple(copy(element, memo) for element in value)
    if type(value) is dict:
        return {key: copy(element, memo) for key, element in value.items()}
    return value


def _copy_tensor(tensor: torch.Tensor, memo: dict[int, Any]) -> torch.Tensor:
    with torch.no_grad():
        if tensor.layout is not torch.strided or tensor.is_quantized or tensor.is_nested or type(tensor) not in (
                torch.Tensor, torch.nn.Parameter) or tensor.device.type != "cpu":
            result = tensor.detach().clone()
        else:
            plain = tensor.detach()
            # resolve_conj and resolve_neg would copy; turning the bit twice does not.
            conjugate, negative = plain.is_conj(), plain.is_neg()
            plain = plain.conj() if conjugate else plain
            plain = torch._neg_view(plain) if negative else plain
            storage = plain.untyped_storage()
            key = -1 - storage.data_ptr()
            if key not in memo or not storage.nbytes():
                memo[key] = (storage, storage.clone())
            result = torch.empty(0, dtype=plain.dtype)
            result.set_(memo[key][1], plain.storage_offset(), plain.shape, plain.stride())
            result = torch._neg_view(result) if negative else result
            result = result.conj() if conjugate else result
    if isinstance(tensor, torch.nn.Parameter):
        return torch.nn.Parameter(result, tensor.requires_grad)
    return result.requires_grad_(tensor.requires_grad) if tensor.requires_grad else result
