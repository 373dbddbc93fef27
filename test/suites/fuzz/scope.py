"""What the generator knows while it writes a function: names with their kinds, and the random choices."""
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

__all__ = ["KINDS", "Function", "Scope", "Writer"]

# t and u are float32 tensors of whole numbers, of one and two dimensions; i is an int64 tensor; x is a tensor whose
# rounding may differ: nothing branches on it and nothing prints it.
KINDS = ("int", "float", "bool", "str", "list", "tuple", "dict", "set", "object", "t", "u", "i", "x")
NUMERIC = ("int", "float", "bool", "t", "t", "u", "u", "i", "x")


@dataclass
class Function:
    """A function that may be called: its name, the kinds of its parameters and of its result."""

    name: str
    parameters: list[str]
    result: str
    optional: int = 0
    star: bool = False
    keywords: list[str] = field(default_factory=list)


@dataclass
class Scope:
    """The names of one function."""

    names: dict[str, str]
    loops: int = 0
    maybe: dict[str, str] = field(default_factory=dict)

    def of(self, kind: str) -> list[str]:
        """The names of a kind."""
        return [name for name, known in self.names.items() if known == kind]


class Writer:
    """Random choices, and lines with indentation."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.level = 0
        self.counter = 0
        self.functions: list[Function] = []
        self.classes: list[str] = []
        # Some programs are numbers and tensors alone.
        self.numeric = self.chance(0.4)
        self.kinds: tuple[str, ...] = NUMERIC if self.numeric else KINDS

    def line(self, text: str) -> None:
        """Writes a line."""
        self.lines.append("    " * self.level + text)

    def block(self, head: str, body: Callable[[], None]) -> None:
        """Writes a compound statement."""
        self.line(head)
        self.level += 1
        before = len(self.lines)
        body()
        if len(self.lines) == before:
            self.line("pass")
        self.level -= 1

    def chance(self, share: float) -> bool:
        """True in this share of the cases."""
        return self.random.random() < share

    def pick(self, choices: Sequence):
        """One of the choices."""
        return self.random.choice(choices)

    def fresh(self, stem: str = "v") -> str:
        """A new name."""
        self.counter += 1
        return f"{stem}{self.counter}"

    def number(self) -> str:
        """A literal int; now and then one at the border of 64 bits or beyond."""
        if self.chance(0.06):
            return self.pick(["2**31 - 1", "2**63 - 1", "-2**63", "2**64 + 3", "-(2**70)", "10**18"])
        return str(self.random.randint(-6, 9))
