"""Relaxing: what differed between the calls that versions were asked for is left open in the next one.

A version is first made for the very values of a call. The next one is made for less: a number that was another is passed
at run time, wherever it comes from (an argument, an attribute, a global), a size that was another becomes an open dimension.
What cannot be made so goes back to a version for each value, as far as the bounds allow.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch

from janusc import _dispatch
from janusc.frontend.number_lists import NumberList, number_list
from janusc.frontend.peek import is_a

__all__ = ["Relaxation", "drop_one", "numbers_in", "supersedes"]

_NUMBERS = (int, float)


class Relaxation:
    """What is left open for one function or unit."""

    def __init__(self) -> None:
        self.shapes: dict[str, list[tuple[int, ...]]] = {}
        self._seen: dict[tuple[str, type], set[str]] = {}
        self._lists: set[str] = set()
        self._fixed: set[str] = set()
        # Numbers in objects, by the id of the dict that holds one and its key; the dict is kept, so that the id is its own.
        self._places: dict[tuple[int, Any], dict] = {}
        self._fixed_places: set[tuple[int, Any]] = set()

    def note(self, parameters: dict[str, Any]) -> None:
        """Notes the arguments of a call that a version is to be made for."""
        for name, value in parameters.items():
            if is_a(value, torch.Tensor):
                self._note_shape(name, tuple(value.shape))
            else:
                self.note_number(name, value)

    def _note_shape(self, name: str, shape: tuple[int, ...]) -> None:
        seen = self.shapes.setdefault(name, [])
        if shape not in seen:
            seen.append(shape)
            del seen[:-8]

    def note_lists(self, parameters: dict[str, Any]) -> dict[str, NumberList]:
        """Notes the arguments that are lists of numbers: they are passed at run time from the start."""
        found = {name: number_list(value) for name, value in parameters.items()
                 if type(value) is list and name not in self._fixed}
        lists = {name: numbers for name, numbers in found.items() if numbers is not None}
        for name, numbers in lists.items():
            self._lists.add(name)
            self._note_shape(name, numbers.sizes)
        return lists

    @property
    def lists(self) -> frozenset[str]:
        """The parameters that are passed at run time if they are lists of numbers."""
        return frozenset(self._lists) - self._fixed

    def note_number(self, name: str, value: Any) -> None:
        """Notes one argument, if it is a number."""
        if type(value) in _NUMBERS:
            seen = self._seen.setdefault((name, type(value)), set())
            if len(seen) < 2:
                seen.add(repr(value))

    def note_stale(self, versions: Iterable[Any]) -> bool:
        """Notes the numbers in objects that keep versions from holding; whether there are new ones."""
        return any([self.note_numbers(version.data.numbers) for version in versions])

    def note_numbers(self, numbers: Iterable[tuple[dict, Any, Any]]) -> bool:
        """Notes those of numbers in objects (dict, key, value) that are others now; whether there are new ones."""
        found = False
        for held, key, value in numbers:
            now, place = held.get(key), (id(held), key)
            if type(now) is type(value) and repr(now) != repr(value) and place not in self._places:
                self._places[place] = held
                found = True
        return found

    def adopt(self, other: Relaxation, names: Iterable[str]) -> None:
        """Takes over what another one knows of variables of these names."""
        for name in names:
            for shape in other.shapes.get(name, ()):
                self._note_shape(name, shape)
            for kind in _NUMBERS:
                if (name, kind) in other._seen:
                    self._seen.setdefault((name, kind), set()).update(other._seen[name, kind])

    @property
    def numbers(self) -> frozenset[str]:
        """The parameters that are passed at run time if they are numbers, or lists of them."""
        return frozenset(name for (name, _), seen in self._seen.items() if len(seen) > 1) - self._fixed | self.lists

    def is_open(self, name: str, kind: type) -> bool:
        """Whether numbers of that kind are passed at run time for a parameter."""
        return len(self._seen.get((name, kind), ())) > 1 and name not in self._fixed

    @property
    def places(self) -> frozenset[tuple[int, Any]]:
        """The numbers in objects that are read at each call."""
        return frozenset(self._places) - self._fixed_places

    def take_back(self) -> bool:
        """Fixes all numbers that are open: code cannot be made without them. Whether there were any."""
        numbers, places = self.numbers, self.places
        self._fixed |= numbers
        self._fixed_places |= places
        return bool(numbers or places)


def numbers_in(reads: Iterable[Any]) -> Iterator[tuple[dict, Any, int | float]]:
    """The numbers among what a program looked at that an object's dict or a module's globals hold: dict, key, value."""
    for kind, owner, name, value in reads:
        if type(value) not in _NUMBERS:
            continue
        held = owner if kind in ("global", "item") else getattr(owner, "__dict__", None) if kind == "attribute" else None
        if type(held) is dict and held.get(name) is value:
            yield held, name, value


def supersedes(new: Any, old: Any) -> bool:
    """Whether a version takes every call that an older one takes, as far as arguments say; both by their infos."""
    if new is old or len(new.key) != len(old.key) or new.key[0] != old.key[0]:
        return False
    return all(_covers(mine, theirs, new.opened.get(name), name in new.open_numbers)
               for name, mine, theirs in zip(new.arguments, new.key[1:], old.key[1:], strict=True))


def _covers(mine: Any, theirs: Any, opened: Iterable[int] | None, number: bool) -> bool:
    if number and mine[0] in _NUMBERS and mine[0] is theirs[0]:
        return True
    if opened is None or not (isinstance(mine[0], type) and issubclass(mine[0], torch.Tensor)):
        return mine == theirs
    if len(mine) != len(theirs) or mine[4] != theirs[4]:
        return False
    # The key leaves the first size out.
    if mine[4] and 0 not in opened:
        return False
    sizes = [[None if dim + 1 in opened else size for dim, size in enumerate(key[3])] for key in (mine, theirs)]
    return sizes[0] == sizes[1] and (*mine[:3], *mine[4:]) == (*theirs[:3], *theirs[4:])


def drop_one(versions: list[_dispatch.Version]) -> _dispatch.Version | None:
    """A version that makes room for another: what it was made for is no more, or a later one takes its calls."""
    for version in versions:
        if not version.facts.check():
            return version
    for old in reversed(versions):
        if any(supersedes(new.data, old.data) for new in versions):
            return old
    return None
