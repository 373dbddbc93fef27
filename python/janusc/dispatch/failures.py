"""What a failed attempt was judged by, so that it is not made again before something has changed.

Nothing is kept alive for that: eager code would let go of it. An object is referred to weakly; a dict, list or cell, which cannot
be, is found again by the way the frontend came to it, or forgotten. What is gone counts as unchanged, as does what cannot be
looked up without running code: then an attempt is left out that might do, and the code runs as it is.
"""
from __future__ import annotations

import types
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from janusc.dispatch.facts import is_value
from janusc.frontend.peek import dict_of, is_a
from janusc.frontend.world import ABSENT, Read, class_attribute

__all__ = ["Looked"]

_UNKNOWN = object()
_Reference = Callable[[], Any]


class Looked:
    """The frontend's reads, held weakly."""

    def __init__(self, reads: Iterable[Read]) -> None:
        self._found: list[tuple[_Reference, str, Any, Any]] = []
        ways: dict[int, _Reference] = {}
        reads = list(reads)
        # An object of which no more than the class was looked at gets no weak reference, which programs can count.
        owners = {id(owner) for kind, owner, _, _ in reads if kind != "class"}
        for kind, owner, name, value in reads:
            if kind == "class" and owners.isdisjoint((id(owner), id(dict_of(owner)))):
                continue
            reference = _refer(owner, ways, kind)
            named = _constant(name) if name is None or is_value(name) else _refer(name, ways)
            if reference is None or named is None:
                continue
            self._found.append((reference, kind, named, _key(kind, owner, value)))
            _note_ways(ways, reference, kind, owner, named, value)

    def check(self) -> bool:
        """Whether nothing is known to have changed."""
        return all(self._is_same(*found) for found in self._found)

    @staticmethod
    def _is_same(reference: _Reference, kind: str, named: _Reference, before: Any) -> bool:
        owner = reference()
        now = _UNKNOWN if owner is None else _look(kind, owner, named())
        return now is _UNKNOWN or _key(kind, owner, now) == before


def _constant(value: Any) -> _Reference:
    return lambda: value


def _refer(owner: Any, ways: dict[int, _Reference], kind: str = "") -> _Reference | None:
    if id(owner) in ways:
        return ways[id(owner)]
    if kind == "global":
        # A module's, which goes on as long as its functions.
        return _constant(owner)
    try:
        return weakref.ref(owner)
    except TypeError:
        return None


def _note_ways(ways: dict[int, _Reference], reference: _Reference, kind: str, owner: Any, named: _Reference, value: Any) -> None:
    """How to come to what is not referred to weakly, from its owner."""
    def note(held: Any, step: Callable[[Any], Any]) -> None:
        ways.setdefault(id(held), _Way(reference, step, id(held)))

    if is_a(value, (dict, list)):
        note(value, lambda found: _look(kind, found, named()))
    for index, held in enumerate(_parts(kind, owner)):
        if is_a(held, (dict, list, types.CellType)):
            note(held, lambda found, index=index: dict(enumerate(_parts(kind, found))).get(index))
    if not is_a(owner, type) and (attributes := dict_of(owner)) is not None:
        note(attributes, dict_of)


def _parts(kind: str, owner: Any) -> Iterable[Any]:
    """What is in a list, or in a function's closure."""
    return (owner.__closure__ or ()) if kind == "function" else owner if kind == "list" else ()


class _Way:
    """Finds an object again from another one; None if it is gone, or is not there any more."""

    def __init__(self, start: _Reference, step: Callable[[Any], Any], identity: int) -> None:
        self.start, self.step, self.identity = start, step, identity

    def __call__(self) -> Any:
        owner = self.start()
        found = None if owner is None else self.step(owner)
        return found if id(found) == self.identity else None


def _look(kind: str, owner: Any, name: Any) -> Any:
    """What the frontend would read now."""
    if kind in ("item", "global"):
        return dict.get(owner, name, ABSENT)
    if kind == "attribute":
        return _attribute(owner, name)
    if kind == "cell":
        return _contents(owner)
    return {"class": type, "keys": tuple, "list": tuple, "function": lambda function: function}[kind](owner)


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


def _attribute(owner: Any, name: str) -> Any:
    if is_a(owner, type):
        return class_attribute(owner, name)
    on_class, held = class_attribute(type(owner), name), dict_of(owner)
    if on_class is not ABSENT and hasattr(type(on_class), "__set__"):
        return on_class.__get__(owner) if type(on_class) is types.MemberDescriptorType else _UNKNOWN
    return on_class if held is None else held.get(name, on_class)


def _key(kind: str, owner: Any, value: Any) -> Any:
    """What two looks are compared by."""
    if kind == "function":
        return tuple(map(id, (owner.__code__, owner.__defaults__, owner.__kwdefaults__, owner.__closure__)))
    if kind in ("keys", "list"):
        return tuple(element if is_value(element) else id(element) for element in value)
    return (type(value), value) if is_value(value) else id(value)
