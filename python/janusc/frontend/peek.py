"""Looking at objects of the user's without running code of theirs: `isinstance` may ask a `__class__` property or
`__getattribute__`, and so may `.__dict__`."""
from __future__ import annotations

from collections.abc import Sized
from typing import Any

__all__ = ["dict_of", "is_a", "is_large"]

# Containers of more elements are not looked into: a data set, a vocabulary. It would take seconds, and so would guards.
_MANY = 2000


def is_a(value: object, kinds: type | tuple[type, ...]) -> bool:
    """Whether an object is of one of the classes, whatever it says it is."""
    return issubclass(type(value), kinds)


def dict_of(value: object) -> dict[str, Any] | None:
    """The dict that holds an instance's attributes, or None."""
    try:
        held = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return held if type(held) is dict else None


def is_large(container: Sized) -> bool:
    """Whether one of Python's own containers has too many elements to look at each."""
    return len(container) > _MANY
