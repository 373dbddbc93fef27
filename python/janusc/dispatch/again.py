"""Gradients of a compiled function that are differentiated again: its backward entry gives numbers, no graph.

That is known only when `backward(create_graph=True)` comes along, so the Python function runs once more then, in eager,
on what the call was given, and autograd differentiates it as often as asked. The extension has checked before that
nothing it reads has changed; what the function writes is put back.
"""
from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch

from janusc import _dispatch

__all__ = ["Again"]

# How often a version's gradients are differentiated again before it is given up: each time the function runs once more.
_PATIENCE = 8

Tensors = tuple[torch.Tensor, ...]
Gradients = tuple[torch.Tensor | None, ...]


@dataclass
class Again:
    """Called by the extension as again(arguments, cotangents, generator, attributes); gives the gradients, None where there is
    none.

    generator: the state of torch's generator that the call drew from, None where it drew nothing. attributes: those that the
    function assigns to as they were before the call; for each a tuple, which is empty where there was none.
    """

    function: Callable[..., Any]
    binder: Callable[..., Any]
    names: list[str]  # of the parameters
    leaves: list[tuple[str, torch.Tensor | None]]  # paths; the tensor where an object holds it, else an argument
    output: Any  # what the function returns, as the signature describes it
    graphs: list[int]  # the results with a graph
    give_up: Callable[[str], None]  # drops the version, for the reason given
    written: list[tuple[str, torch.Tensor | None]] = field(default_factory=list)  # paths and tensors, as for leaves
    numbers: list[tuple[Any, Any]] = field(default_factory=list)  # (container, key) of numbers that are written
    # What the function assigns to: the object, the attribute, its path, the value as `output` describes one.
    attributes: list[tuple[Any, str, str, Any]] = field(default_factory=list)
    uses: int = 0

    def __call__(self, arguments: tuple, cotangents: list[torch.Tensor | None],
                 generator: bytes | None = None, attributes: tuple[tuple, ...] = ()) -> list[torch.Tensor | None]:
        self.uses += 1
        if self.uses == _PATIENCE:
            self.give_up("its gradients are differentiated again, for which the function runs once more")
        parameters = dict(zip(self.names, arguments, strict=True))
        before = {path: value for (_, _, path, _), value in zip(self.attributes, attributes, strict=True)}
        values = [held if held is not None else self._value(path, parameters, before) for path, held in self.leaves]
        given = [index for index, cotangent in enumerate(cotangents) if cotangent is not None]
        fixed = [held is not None for _, held in self.leaves]
        if any(keep and not value.is_leaf for keep, value in zip(fixed, values, strict=True)):
            raise RuntimeError("cannot differentiate this gradient again: an object holds a tensor with a graph")

        def run(leaves: Tensors) -> Tensors:
            results = self._run(arguments, leaves, generator, before)
            if any(self.graphs[index] not in results for index in given):
                raise RuntimeError("cannot differentiate this gradient again: it is of a tensor that the function assigned to "
                                   "an attribute and replaced")
            return tuple(results[self.graphs[index]] for index in given)

        tensors = (*values, *(cotangents[index] for index in given))
        if torch.is_grad_enabled():
            return list(_Pullback.apply(run, tuple(fixed), *tensors))
        count = len(fixed)
        return list(_pull_back(run, tuple(fixed), (*_detached(tensors[:count], fixed), *tensors[count:])))

    def _value(self, path: str, parameters: dict[str, Any], before: dict[str, tuple]) -> Any:
        """What was at the path of a leaf when the function was called."""
        if before.get(path):
            return before[path][0]
        if "." in path:
            raise RuntimeError(f"cannot differentiate this gradient again: {path} may be another tensor now")
        return _find(path, parameters)

    def _run(self, arguments: tuple, leaves: Tensors, generator: bytes | None,
             before: dict[str, tuple]) -> dict[int, torch.Tensor]:
        """The function's results by number, with `leaves` in their places, of the same random numbers."""
        places = {path: leaf for (path, held), leaf in zip(self.leaves, leaves, strict=True) if held is None}
        bound = OrderedDict((name, _replaced(value, name, places))
                            for name, value in zip(self.names, arguments, strict=True))
        call = inspect.BoundArguments(inspect.signature(self.binder), bound)
        parameters = dict(zip(self.names, arguments, strict=True))
        with self._writes_taken_back([held if held is not None else _find(path, parameters)
                                      for path, held in self.written]), _drawing_from(generator), \
                self._attributes_taken_back(before | {path: (leaf,) for path, leaf in places.items() if path in before}):
            returned = self.function(*call.args, **call.kwargs)
            # What the last assignment to each attribute has left there.
            left = {path: (getattr(owner, name), node) for owner, name, path, node in self.attributes}
        results = dict(_results(self.output, returned))
        for value, node in left.values():
            results.update(_results(node, value))
        return results

    @contextmanager
    def _attributes_taken_back(self, before: dict[str, tuple]) -> Iterator[None]:
        """While the function runs: the attributes that it assigns to as they were before the call."""
        now = [(owner, name, _attribute(owner, name)) for owner, name, _, _ in self.attributes]
        for owner, name, path, _ in self.attributes:
            _put(owner, name, before[path])
        try:
            yield
        finally:
            for owner, name, value in now:
                _put(owner, name, value)

    @contextmanager
    def _writes_taken_back(self, written: list[torch.Tensor]) -> Iterator[None]:
        tensors = [(tensor, tensor.detach().clone(), tensor._version) for tensor in written]
        numbers = [(container, key, _read(container, key)) for container, key in self.numbers]
        try:
            yield
        finally:
            for tensor, value, version in tensors:
                tensor.data.copy_(value)
                torch._C._autograd._unsafe_set_version_counter((tensor,), (version,))
            for container, key, value in numbers:
                _write(container, key, value)


@contextmanager
def _drawing_from(generator: bytes | None) -> Iterator[None]:
    if generator is None:
        yield
        return
    now = _dispatch.generator_state()
    _dispatch.set_generator_state(generator)
    try:
        yield
    finally:
        _dispatch.set_generator_state(now)


class _Pullback(torch.autograd.Function):
    """The gradients of function at tensors[:n], n = len(fixed), given the cotangents tensors[n:]. Those that are fixed are
    leaves which the function finds itself."""

    @staticmethod
    def forward(ctx: Any, function: Callable[[Tensors], Tensors], fixed: tuple[bool, ...],
                *tensors: torch.Tensor) -> Gradients:
        ctx.function, ctx.fixed = function, fixed
        ctx.held = [tensor if keep else None for tensor, keep in zip(tensors, fixed, strict=False)]
        ctx.save_for_backward(*tensors)
        ctx.set_materialize_grads(False)
        gradients = _pull_back(function, fixed, _detached(tensors, fixed))
        return tuple(None if gradient is None else gradient.detach() for gradient in gradients)

    @staticmethod
    def backward(ctx: Any, *cotangents: torch.Tensor | None) -> Any:
        tensors = list(ctx.saved_tensors)
        tensors[:len(ctx.held)] = [held if held is not None else tensor
                                   for held, tensor in zip(ctx.held, tensors, strict=False)]
        given = [index for index, cotangent in enumerate(cotangents) if cotangent is not None]

        def gradients(leaves: Tensors) -> Tensors:
            found = _pull_back(ctx.function, ctx.fixed, leaves)
            return tuple(found[index] for index in given)

        fixed = (*ctx.fixed, *(False for _ in tensors[len(ctx.fixed):]))
        return None, None, *_Pullback.apply(gradients, fixed, *tensors, *(cotangents[index] for index in given))


def _pull_back(function: Callable[[Tensors], Tensors], fixed: tuple[bool, ...], tensors: Tensors) -> Gradients:
    leaves, cotangents = tensors[:len(fixed)], tensors[len(fixed):]
    with torch.enable_grad():
        results = function(leaves)
    pairs = [(result, cotangent) for result, cotangent in zip(results, cotangents, strict=True) if result.requires_grad]
    if not pairs:
        return (None,) * len(leaves)
    return torch.autograd.grad([result for result, _ in pairs], leaves, [cotangent for _, cotangent in pairs],
                               create_graph=True, allow_unused=True)


def _detached(tensors: Tensors, fixed: Any) -> Tensors:
    """New leaves, but for those that are fixed."""
    keep = (*fixed, *(False for _ in tensors[len(fixed):]))
    return tuple(tensor if stays else tensor.detach().requires_grad_()
                 for tensor, stays in zip(tensors, keep, strict=True))


def _find(path: str, parameters: dict[str, Any]) -> Any:
    """The argument at a path like `x` or `pair[0]['a']`."""
    return eval(path, {"__builtins__": {}}, parameters)  # noqa: S307 - a path of the signature's


def _replaced(value: Any, path: str, places: dict[str, torch.Tensor]) -> Any:
    """The argument, with other tensors at the paths in `places`."""
    if path in places:
        return places[path]
    if type(value) in (tuple, list):
        return type(value)(_replaced(element, f"{path}[{index}]", places) for index, element in enumerate(value))
    if type(value) is dict:
        return {key: _replaced(element, f"{path}[{key!r}]", places) for key, element in value.items()}
    return value


def _results(node: Any, value: Any) -> Iterator[tuple[int, Any]]:
    """The results in what the function returned, by number."""
    if "result" in node:
        yield node["result"], value
    if "view" in node and value._base is not None:
        yield from _results(node["view"], value._base)
    for kind in ("tuple", "list"):
        for part, element in zip(node.get(kind, ()), value, strict=True) if kind in node else ():
            yield from _results(part, element)
    for key, part in node.get("dict", ()):
        yield from _results(part, value[key])


def _attribute(owner: Any, name: str) -> tuple:
    """An attribute in a tuple, which is empty where there is none."""
    try:
        return (getattr(owner, name),)
    except AttributeError:
        return ()


def _put(owner: Any, name: str, value: tuple) -> None:
    """Makes an attribute what `_attribute` found."""
    if value:
        setattr(owner, name, value[0])
    elif _attribute(owner, name):
        delattr(owner, name)


def _read(container: Any, key: Any) -> Any:
    return container[key] if isinstance(container, (dict, list)) else getattr(container, key)


def _write(container: Any, key: Any, value: Any) -> None:
    if isinstance(container, (dict, list)):
        container[key] = value
    else:
        setattr(container, key, value)
