"""Lists of numbers that are passed at run time, as arrays: of floats or of ints, or of such lists of one length."""
from __future__ import annotations

from typing import NamedTuple

__all__ = ["NumberList", "number_list"]

_MAX_DEPTH = 4


class NumberList(NamedTuple):
    """What is known of such a list: `float` or `int`, and its sizes."""

    kind: type
    sizes: tuple[int, ...]

    def type_text(self) -> str:
        """The type on typed level."""
        text = f"!imperative.{self.kind.__name__}"
        for _ in self.sizes:
            text = f"!imperative.list<{text}>"
        return text


def number_list(value: object) -> NumberList | None:
    """What a value is as a list of numbers; None where it is none, or an empty one, or its lists differ in length."""
    sizes: list[int] = []
    elements = [value]
    while elements and all(type(element) is list for element in elements):
        sizes.append(len(elements[0]))
        if len(sizes) > _MAX_DEPTH or any(len(element) != sizes[-1] for element in elements):
            return None
        elements = [part for element in elements for part in element]
    kind = type(elements[0]) if elements else None
    if not sizes or kind not in (float, int) or any(type(element) is not kind for element in elements):
        return None
    if kind is int and any(not -2**63 <= element < 2**63 for element in elements):
        return None
    return NumberList(kind, tuple(sizes))
