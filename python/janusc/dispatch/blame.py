"""What keeps a unit's versions from holding: inputs and objects that are others at each reach.

A number that changed is passed at run time from then on. An object that was a third one makes the places that read it need the
interpreter: versions for objects that do not come back are waste.
"""
from __future__ import annotations

import ast
import types
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import torch

from janusc.dispatch.relax import Relaxation
from janusc.frontend.number_lists import number_list
from janusc.frontend.peek import is_a
from janusc.frontend.units import Unit

__all__ = ["Blame", "is_peekable"]

# Values that an input may have been guarded with before it is given up.
_MAX_VALUES = 3
# Py_TPFLAGS_HEAPTYPE: classes made by Python code.
_HEAP_TYPE = 1 << 9
# Described by what they are, not by which object.
_BY_VALUE = (int, float, bool, str, bytes, type(None), tuple, list, dict)


def is_peekable(value: Any) -> bool:
    """Whether an object is a plain instance, whose attributes can be read without running code; a module is looked into whole."""
    kind = type(value)
    return (not is_a(value, (*_BY_VALUE, torch.Tensor, torch.nn.Module, types.ModuleType, type)) and not callable(value)
            and kind.__flags__ & _HEAP_TYPE != 0 and kind.__getattribute__ is object.__getattribute__)


def _hold(value: Any) -> Callable[[], Any] | int:
    """A reference that lets the object go. Where there is none, its id: a version that is for this very object holds it."""
    try:
        return weakref.ref(value)
    except TypeError:
        return id(value)


def _is_held(held: Callable[[], Any] | int | None, value: Any) -> bool:
    return held is None or (held == id(value) if isinstance(held, int) else held() is value)


class Blame:
    """What the inputs of one unit were when versions of it were asked for."""

    def __init__(self, unit: Unit, relaxation: Relaxation) -> None:
        self.unit = unit
        self.relaxation = relaxation
        # By input and key: the class of a value, or `object`, and what leads to the object.
        self.seen: dict[str, dict[Any, tuple[type, Any]]] = {}
        self._facts: dict[str, int] = {}

    def values(self, parameters: dict[str, Any], described: dict[str, Any]) -> dict[ast.AST, str]:
        """Notes the values of a reach; the nodes that read inputs which are others each time, with the reason."""
        nodes: dict[ast.AST, str] = {}
        for name, value in parameters.items():
            if is_a(value, torch.Tensor) or name in self.relaxation.lists and number_list(value) is not None:
                continue
            seen = self.seen.setdefault(name, {})
            is_object = type(value) not in _BY_VALUE
            key, held = described[name], _hold(value) if is_object else None
            if key in seen and not _is_held(seen[key][1], value):
                # An object is described by its id, which was that of one that is gone.
                key = key, len(seen)
            seen.setdefault(key, (object if is_object else type(value), held))
            self.relaxation.note_number(name, value)
            if sum(not self.relaxation.is_open(name, kind) for kind, _ in seen.values()) <= _MAX_VALUES:
                continue
            reason = f"'{name}' is another {type(value).__name__} at each reach"
            nodes.update((node, reason) for node in self._reads(name))
        return nodes

    def is_another(self, name: str, value: Any) -> bool:
        """Whether an input was another object before."""
        return any(not _is_held(held, value) for _, held in self.seen.get(name, {}).values())

    def facts(self, failures: Iterable[str]) -> dict[ast.AST, str]:
        """Notes which facts did not hold; the nodes that read what changes all the time, with the reason."""
        nodes: dict[ast.AST, str] = {}
        for failure in failures:
            self._facts[failure] = self._facts.get(failure, 0) + 1
            if self._facts[failure] >= _MAX_VALUES:
                name = failure.partition(" ")[0]
                nodes.update((node, f"'{name}' changes all the time") for node in self._mentions(name))
        return nodes

    def _reads(self, name: str) -> list[ast.AST]:
        if name not in self.unit.inputs and self.unit.opened is not None:
            # The value of a hole.
            return [self.unit.opened]
        # A private name is spelled out among the inputs.
        return [part for part in self.unit.own_nodes() if isinstance(part, ast.Name)
                and (part.id == name or (part.id.startswith("__") and name.endswith(part.id)))]

    def _mentions(self, name: str) -> list[ast.AST]:
        return [part for part in self.unit.own_nodes()
                if isinstance(part, ast.Attribute) and part.attr == name
                or isinstance(part, ast.Name) and part.id == name
                or isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Constant) and part.slice.value == name]
