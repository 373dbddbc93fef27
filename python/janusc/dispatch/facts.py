"""From what the frontend looked at to the facts that a version assumes.

`Program.records` lists the objects that were looked into with the names of the fields found. Each field becomes the
facts that make the same lookup give the same object: entries of dicts and attributes of classes, which the extension
checks by version tags, and little else.
"""
from __future__ import annotations

import builtins
import types
from typing import Any

import torch
from torch import nn

from janusc import _dispatch
from janusc._dispatch import Match

__all__ = ["Changed", "build_facts", "is_value"]

_MISSING = object()
_MODULE_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
_OPTIMIZER_HOOKS = ("_optimizer_step_pre_hooks", "_optimizer_step_post_hooks")
_VALUES = (int, float, str, bytes, bool, types.NoneType, complex)


class Changed(Exception):
    """An object changed between being looked at and being guarded."""


def is_value(value: object) -> bool:
    """Whether equal objects mean the same to a program: numbers, strings, and tuples of them."""
    if type(value) is tuple:
        return all(is_value(element) for element in value)
    return type(value) in _VALUES and type(value) is not complex


def build_facts(program: Any, numbers: set[tuple[int, Any]]) -> _dispatch.Facts:
    """The facts behind a program of the frontend; numbers are the (id of container, key) read at each call."""
    builder = _Builder(numbers)
    for value in program.objects.values():
        if isinstance(value, types.FunctionType):
            builder.facts.function(value)
    for record in program.records:
        builder.record(record)
    return builder.facts


class _Builder:
    def __init__(self, numbers: set[tuple[int, Any]]) -> None:
        self.facts = _dispatch.Facts()
        self.numbers = numbers

    def record(self, record: Any) -> None:
        """The facts of one `imperative.object`."""
        value = record.value
        if isinstance(value, types.CellType):
            self._cell(value, record.fields)
        elif record.class_name == "module" and isinstance(value, dict):
            for name in record.fields:
                self._global(value, name)
        elif isinstance(value, dict):
            self._mapping(value, record)
        elif isinstance(value, list):
            self.facts.list(value)
        elif isinstance(value, type):
            for name in record.fields:
                self._class_attribute(value, name)
        else:
            self._instance(value, record)

    def _check(self, held: bool) -> None:
        if not held:
            raise Changed(self.facts.failure)

    def item(self, mapping: dict, key: Any, value: Any = _MISSING) -> None:
        """mapping[key] is what it is now."""
        if (id(mapping), key if isinstance(key, (str, int)) else id(key)) in self.numbers:
            return
        expected = mapping.get(key, _MISSING) if value is _MISSING else value
        if expected is _MISSING:
            self._check(self.facts.item(mapping, key, None, Match.ABSENT))
        else:
            self._check(self.facts.item(mapping, key, expected, _match(expected)))

    def _cell(self, cell: types.CellType, fields: dict) -> None:
        try:
            contents = cell.cell_contents
        except ValueError:
            self._check(self.facts.cell(cell, None, Match.ABSENT))
            return
        self._check(self.facts.cell(cell, contents, _match(contents)))

    def _global(self, module_globals: dict, name: str) -> None:
        self.item(module_globals, name)
        if name not in module_globals:
            self.item(vars(builtins), name)

    def _mapping(self, mapping: dict, record: Any) -> None:
        if record.entries is None and record.items is None:
            return
        self._check(self.facts.keys(mapping, tuple(mapping)))
        for key in mapping:
            self.item(mapping, key)

    def _class_attribute(self, cls: type, name: str) -> None:
        found = _lookup(cls, name)
        self._check(self.facts.type_attribute(cls, name, None if found is _MISSING else found, found is not _MISSING))

    def _instance(self, value: Any, record: Any) -> None:
        self.facts.object(value)
        for name in record.fields:
            self._attribute(value, name)
        if isinstance(value, nn.Module):
            self._module(value, record)
        elif isinstance(value, torch.optim.Optimizer):
            for hooks in _OPTIMIZER_HOOKS:
                self._empty(vars(value), hooks)

    def _attribute(self, value: Any, name: str) -> None:
        """getattr(value, name), by the steps that lookup takes."""
        cls, held = type(value), getattr(value, "__dict__", None)
        on_class = _lookup(cls, name)
        if held is None or (on_class is not _MISSING and hasattr(type(on_class), "__set__")):
            found = getattr(value, name, _MISSING)
            absent = found is _MISSING
            self._check(self.facts.attribute(value, name, None if absent else found,
                                             Match.ABSENT if absent else _match(found)))
            return
        self._class_attribute(cls, name)
        self.item(held, name)
        if name in held or on_class is not _MISSING or not isinstance(value, nn.Module):
            return
        for kind in ("_parameters", "_buffers", "_modules"):
            self.item(held, kind)
            self.item(held[kind], name)
            if name in held[kind]:
                return

    def _module(self, module: nn.Module, record: Any) -> None:
        held = vars(module)
        if record.items is not None or record.entries is not None:
            self.item(held, "_modules")
            children = held["_modules"]
            self._check(self.facts.keys(children, tuple(children)))
            for key in children:
                self.item(children, key)
        if record.call is None:
            return
        for name in ("__call__", "_call_impl", "forward", "__getattr__"):
            self._class_attribute(type(module), name)
        self.item(held, "forward")
        self.item(held, "_compiled_call_impl")
        for hooks in _MODULE_HOOKS:
            self._empty(held, hooks)
        shared = vars(nn.modules.module)
        for name in ("_global_forward_hooks", "_global_forward_pre_hooks", "_global_backward_hooks",
                     "_global_backward_pre_hooks"):
            self._empty(shared, name)

    def _empty(self, held: dict, name: str) -> None:
        """The dict under that name is empty, or there is none."""
        self.item(held, name)
        hooks = held.get(name)
        if isinstance(hooks, dict):
            self._check(self.facts.keys(hooks, ()))


def _match(value: object) -> Match:
    return Match.VALUE if is_value(value) else Match.IDENTITY


def _lookup(cls: type, name: str) -> Any:
    """The class attribute as type lookup finds it, without running descriptors."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return _MISSING
