"""From what the frontend looked at to the facts that a version assumes.

`Program.reads` lists the look-ups behind a program. Each becomes the facts that make the same look-up find the same
object: entries of dicts and attributes of classes, which the extension checks by version tags, and little else.
"""
from __future__ import annotations

import types
from typing import Any

from janusc import _dispatch
from janusc._dispatch import Match
from janusc.frontend.peek import dict_of, is_a
from janusc.frontend.world import ABSENT

__all__ = ["Changed", "build_facts", "is_value"]

_VALUES = (int, float, str, bytes, bool, types.NoneType)


class Changed(Exception):
    """An object changed between being looked at and being guarded."""


def is_value(value: object) -> bool:
    """Whether equal objects mean the same to a program: numbers, strings, and tuples of them."""
    if type(value) is tuple:
        return all(is_value(element) for element in value)
    return type(value) in _VALUES


def build_facts(reads: list[Any]) -> _dispatch.Facts:
    """The facts behind the frontend's reads; raises Changed where one does not hold any more."""
    facts = _dispatch.Facts()
    seen = set()
    for kind, owner, name, value in reads:
        key = (kind, id(owner), name if isinstance(name, (str, types.NoneType)) else id(name))
        if key in seen:
            continue
        seen.add(key)
        if not _ADD[kind](facts, owner, name, value):
            raise Changed(facts.failure or f"{name} of {type(owner).__name__}")
    return facts


def _match(value: object) -> Match:
    if value is ABSENT:
        return Match.ABSENT
    return Match.VALUE if is_value(value) else Match.IDENTITY


def _item(facts: _dispatch.Facts, owner: dict, name: Any, value: Any) -> bool:
    return facts.item(owner, name, value, _match(value))


def _attribute(facts: _dispatch.Facts, owner: Any, name: str, value: Any) -> bool:
    if is_a(owner, type):
        return facts.type_attribute(owner, name, value, value is not ABSENT)
    cls, held = type(owner), dict_of(owner)
    on_class = _look_up(cls, name)
    if held is None or (on_class is not ABSENT and hasattr(type(on_class), "__set__")):
        return facts.attribute(owner, name, value, _match(value))
    in_object = held.get(name, ABSENT)
    found = on_class if in_object is ABSENT else in_object
    return (found is value and facts.object(owner)
            and facts.type_attribute(cls, name, on_class, on_class is not ABSENT)
            and _item(facts, held, name, in_object))


def _look_up(cls: type, name: str) -> Any:
    """The class attribute as type look-up finds it, without running descriptors."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return ABSENT


_ADD = {
    "attribute": _attribute,
    "cell": lambda facts, owner, name, value: facts.cell(owner, value, _match(value)),
    "class": lambda facts, owner, name, value: type(owner) is value and facts.object(owner),
    "function": lambda facts, owner, name, value: facts.function(owner),
    "global": _item,
    "item": _item,
    "keys": lambda facts, owner, name, value: facts.keys(owner, value),
    "list": lambda facts, owner, name, value: tuple(map(id, owner)) == tuple(map(id, value)) and facts.list(owner),
}
