"""Random programs of float tensors with effects: arithmetic that rounds, views, in-place writes, appends, prints, attributes,
branches and loops on values, exceptions, arguments that are one tensor, and gradients. What rounds is compared within rounding.
"""
from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

__all__ = ["SUBJECT", "text_of"]

SUBJECT = "subject"

_HEAD = """import torch
import torch.nn.functional as F


def helper(x, k):
    y = x * k
    return y + 1


def note(v):
    print("note", type(v).__name__)
    return v


class Thing:
    pass


def arguments(call, grad):
    torch.manual_seed(call)
    thing = Thing()
    thing.t, thing.u, thing.x = torch.randn(3), torch.ones(3), 1.5
    a = torch.randn(3)
    # Another time, two of them are one.
    tensors = [a, torch.randn(3), a if call == 2 else torch.randn(3), torch.randn(3)]
    G_leaves.clear()
    if grad:
        made = {}
        for tensor in tensors:
            if id(tensor) not in made:
                G_leaves.append(tensor.clone().requires_grad_())
                made[id(tensor)] = G_leaves[-1].clone()
        tensors = [made[id(tensor)] for tensor in tensors]
    return (*tensors, 0.5 + call, call, 2, [], thing)


G_leaves = []


def subject(a, b, c, d, f, i, n, items, o):
    g = 0
"""
_UNARY = ("torch.relu", "torch.tanh", "torch.exp", "F.softplus")
_METHODS = ("abs()", "neg()", "clone()", "sigmoid()", "clamp(-2, 2)", "cumsum(0)", "t()", "view(-1)", "flip(0)")


class Generator:
    """The text of one program, drawn from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.counters = 0

    def text(self) -> str:
        for _ in range(self.random.randint(4, 9)):
            self.statement()
        self.emit("return a, b, c, d, f, i")
        return _HEAD + "\n".join(self.lines) + "\n"

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def draw(self, *weighted: tuple[float, Callable[[], Any]]) -> Any:
        weights, makers = zip(*weighted)
        return self.random.choices(makers, weights)[0]()

    def variable(self) -> str:
        return self.one("a", "b", "c", "d")

    def tensor(self, depth: int = 0) -> str:
        if depth > 2:
            return self.variable()
        inner = depth + 1
        return self.draw(
            (30, self.variable),
            (25, lambda: f"({self.tensor(inner)} {self.one('+', '-', '*')} {self.tensor(inner)})"),
            (10, lambda: f"({self.tensor(inner)} {self.one('+', '-', '*', '/')} {self.number(inner)})"),
            (13, lambda: f"{self.one(*_UNARY)}({self.tensor(inner)} * 0.1)"),
            (6, lambda: f"{self.tensor(inner)}.{self.one(*_METHODS)}"),
            (1, lambda: f"{self.variable()}[1:]"),
            (6, lambda: f"helper({self.tensor(inner)}, {self.number(inner)})"),
            (4, lambda: "o.t"),
            (3, lambda: f"torch.stack([{self.tensor(inner)}, {self.tensor(inner)}]).{self.one('sum', 'mean', 'amax')}(0)"),
            (3, lambda: f"torch.where({self.tensor(inner)} > 0, {self.variable()}, {self.variable()})"))

    def number(self, depth: int = 0) -> str:
        if depth > 2:
            return self.one("f", "i", "n", "o.x")
        inner = depth + 1
        return self.draw(
            (25, lambda: self.one("f", "i", "n", "o.x")),
            (15, lambda: self.one("1", "2", "0.5", "3", "-1")),
            (20, lambda: f"{self.tensor(inner)}.{self.one('sum', 'mean', 'max')}().item()"),
            (15, lambda: f"({self.number(inner)} {self.one('+', '-', '*')} {self.number(inner)})"),
            (10, lambda: "len(items)"),
            (5, lambda: f"float({self.tensor(inner)}.sum())"),
            (10, lambda: f"note({self.number(inner)})"))

    def condition(self) -> str:
        return self.draw(
            (30, lambda: f"{self.tensor(1)}.sum() > {self.number(2)}"),
            (20, lambda: f"({self.tensor(1)} > 0).any()"),
            (20, lambda: f"{self.number(1)} > {self.number(1)}"),
            (10, lambda: "len(items) % 2 == 0"),
            (10, lambda: f"({self.condition()}) and ({self.condition()})"),
            (10, lambda: f"not ({self.condition()})"))

    def emit(self, line: str) -> None:
        self.lines.append("    " * (self.depth + 1) + line)

    def block(self, header: str, count: int) -> None:
        self.emit(header)
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def statement(self) -> None:
        plain = [
            (36, lambda: self.emit(f"{self.variable()} = {self.tensor()}")),
            (6, lambda: self.emit(f"{self.variable()} {self.one('+', '-', '*')}= {self.tensor(1)}")),
            (6, lambda: self.emit(f"{self.variable()}.{self.one('add_', 'mul_', 'sub_')}({self.tensor(1)})")),
            (6, lambda: self.emit(f"{self.one('f', 'g')} = {self.number()}")),
            (6, lambda: self.emit(f"items.append({self.one(self.number(), self.tensor(1))})")),
            (6, lambda: self.emit(f"print({self.number()})")),
            (4, lambda: self.emit(f"o.{self.one('t', 'u')} = {self.tensor()}")),
            (3, lambda: self.emit(f"o.x = {self.number()}")),
            (3, lambda: self.emit(f"i = (i + {self.one('1', '2')}) % 7")),
            (2, lambda: self.emit(f"{self.variable()}, f = {self.tensor(1)}, {self.number(1)}")),
            (2, lambda: self.emit(f"{self.variable()}[{self.one('0', '1:', '-1')}] = {self.number(1)}")),
            (2, lambda: self.emit(f"items.append([{self.tensor(1)} for q in range({self.one('1', '2')})])")),
            (1, lambda: self.emit("raise ValueError(str(i))"))]
        if self.depth:
            plain.append((2, lambda: self.emit(f"return {self.tensor()}, {self.number(1)}")))
        if self.depth < 3:
            plain += [(8, self.branch), (6, self.loop), (3, self.repetition), (4, self.handled)]
        self.draw(*plain)

    def branch(self) -> None:
        self.block(f"if {self.condition()}:", self.random.randint(1, 3))
        if self.random.random() < 0.5:
            self.block("else:", self.random.randint(1, 2))

    def loop(self) -> None:
        self.counters += 1
        self.block(f"for k{self.counters} in range({self.one('2', '3', 'n')}):", self.random.randint(2, 4))
        if self.random.random() < 0.3:
            self.depth += 1
            self.emit(f"if {self.condition()}:")
            self.depth += 1
            self.emit(self.one("break", "continue"))
            self.depth -= 2

    def repetition(self) -> None:
        self.counters += 1
        self.emit(f"w{self.counters} = 0")
        self.emit(f"while w{self.counters} < {self.one('2', '3')} and {self.condition()}:")
        self.depth += 1
        self.emit(f"w{self.counters} += 1")
        for _ in range(self.random.randint(1, 2)):
            self.statement()
        self.depth -= 1

    def handled(self) -> None:
        self.block("try:", self.random.randint(1, 3))
        caught = self.one("ValueError", "RuntimeError", "(ValueError, RuntimeError)")
        self.emit(f"except {caught} as error:")
        self.depth += 1
        self.emit("items.append(type(error).__name__)")
        self.depth -= 1
        if self.random.random() < 0.4:
            self.block("finally:", 1)


def text_of(seed: int) -> str:
    """The module's text: `subject`, and `arguments(call, grad)` that makes what a call of it is given."""
    return Generator(seed).text()
