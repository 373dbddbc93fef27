"""A random program: the module's text, and the calls that are made of it."""
from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from fuzz import effects
from fuzz.scope import Scope
from fuzz.statements import Statements

__all__ = ["Program", "generate"]

_PRELUDE = '''import contextlib
import dataclasses
import math
import random

import torch
import torch.nn.functional as F


class Custom(Exception):
    pass


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        return self if instance is None else getattr(instance, self.name, 0)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f"{self.name} must not be {value}")
        setattr(instance, self.name, value)


@dataclasses.dataclass
class Point:
    x: int
    y: int = 2


class Manager:
    def __init__(self, number, swallow=False):
        self.number, self.swallow = number, swallow

    def __enter__(self):
        log.append("enter")
        return self.number

    def __exit__(self, kind, error, trace):
        log.append("exit" if kind is None else kind.__name__)
        return self.swallow


@contextlib.contextmanager
def managed(number):
    log.append("in")
    try:
        yield number
    finally:
        log.append("out")


def gen_count(n):
    total = 0
    for k in range(n):
        total += k
        yield total
    return total


def gen_try(n):
    try:
        for k in range(n, 0, -1):
            yield k * k
    finally:
        log.append("closed")


def tick():
    global G_ticks
    G_ticks += 1
    return G_ticks


log = []
G_ticks = 0
G_list = [3, 1, 2]
G_dict = {"k0": 1, "k1": 5}
G_number = 7
G_tensor = torch.tensor([1.0, 2.0, 3.0])


'''
# What a call may be given for each kind of parameter: sizes, values and now and then another kind.
_ARGUMENTS = {
    "int": ["0", "1", "2", "3", "-4", "7", "2**63 - 1", "-2**63", "10**20", "True"],
    "float": ["0.0", "1.5", "-2.5", "1e10", "float('nan')", "3.25", "0.1", "-0.0"],
    "bool": ["True", "False"], "str": ["''", "'abc'", "'k1'", "'ünï'"],
    "list": ["[]", "[1]", "[3, -1, 2]", "[0, 0, 5, 9, 1]", "[2**64, 1]"],
    "tuple": ["(1, 2)", "(5, 0)", "(1, 2, 3)", "()"], "dict": ["{}", "{'k1': 4}", "{'k0': 1, 'k1': 2, 'k2': 3}"],
    "set": ["set()", "{1, 2}", "{5}"], "object": ["G_object", "{cls}(3)", "{cls}(-2)"],
    "t": ["torch.tensor([1.0, -2.0, 3.0])", "torch.arange(4.0)", "torch.zeros(3)", "torch.ones(1)", "torch.arange(6.0)[::2]",
          "torch.tensor([5.0, 5.0, -7.0])", "torch.arange(12.0).view(3, 4)[:, 1]", "torch.arange(3.0, dtype=torch.float64)", "torch.zeros(0)"],
    "u": ["torch.ones(2, 3)", "torch.arange(6.0).view(2, 3)", "torch.arange(6.0).view(3, 2).t()", "torch.eye(3)", "torch.zeros(1, 3)",
          "torch.arange(12.0).view(4, 3)[1:3]", "torch.ones(1).expand(2, 3)", "-torch.arange(9.0).view(3, 3)"],
    "i": ["torch.arange(3)", "torch.tensor([2, 0, 1])", "torch.tensor([5])", "torch.arange(3, dtype=torch.int32)"],
    "x": ["torch.full((3,), 0.3)", "torch.linspace(0, 1, 3)"],
}


@dataclass(frozen=True)
class Program:
    """text defines functions; `calls` are pairs of a function's name and the text of its arguments' tuple; `compiled` are
    the names of functions, or Class.method, that are compiled. rounds: what it shows is compared within rounding; grad: results
    are differentiated; broken: the number of the assumption that never holds."""

    seed: int
    text: str
    calls: tuple[tuple[str, str], ...]
    compiled: tuple[str, ...]
    rounds: bool = False
    grad: bool = False
    broken: int | None = None


class _Generator(Statements):
    def class_(self, name: str, base: str | None) -> None:
        """A class with a property, operators, a descriptor, methods that use super()."""
        def body() -> None:
            scope = Scope({"self.value": "int", "self.items": "list"})

            def method(head: str, *lines: str) -> None:
                self.block(head, lambda: [self.line(text) for text in lines])
                self.line("")

            method("def __init__(self, value):", *(["super().__init__(value)"] if base else [
                "self.value = value", "self.items = [value]", "self.checked = 1"]), f"self.kind = {name!r}")
            self.line("checked = Positive()")
            self.line("")
            self.line("@property")
            method("def double(self):", f"return {self.expression('int', scope, 1)}")
            self.line("@double.setter")
            method("def double(self, number):", "self.value = number // 2")
            self.line("@property")
            method("def total(self):", "return sum(self.items) + self.value")
            call = f"super().bump(by) + {self.number()}" if base else "self.value"
            method("def bump(self, by):", "self.value = (self.value + by) % 100003", f"return {call}")
            if not base:
                # A text without an address.
                method("def __repr__(self):", "return f'{type(self).__name__}<{self.value}>'")
            method("def clone(self):", "other = type(self)(self.value)", "other.items = self.items", "return other")
            if self.chance(0.7) or not base:
                method("def describe(self):", self.pick(["return f'{self.kind}({self.value})'[:20]", "return str(self.items)[:20]"]))
                method("def __add__(self, other):", f"return type(self)(self.value + {self.pick(['other', 'int(other) * 2'])})")
                method("def __eq__(self, other):", f"return isinstance(other, {name}) and self.value == other.value")
                method("def __lt__(self, other):", "return self.value < other.value")
                method("def __bool__(self):", "return self.value % 2 == 0")
                method("def __len__(self):", "return len(self.items)")
                method("def __setitem__(self, key, value):", "self.items[key % 3] = value")
                method("def __getitem__(self, key):", "return self.items[key]")
            if self.chance(0.3):
                method("def __getattr__(self, name):", "if name == 'missing':", "    return 5", "raise AttributeError(name)")
            if self.chance(0.3):
                method("def __iadd__(self, number):", "self.value += number", "return self")

        self.block(f"class {name}{f'({base})' if base else ''}:", body)
        self.line("")
        self.line("")
        self.classes.append(name)


_KINDS = ["int", "int", "float", "str", "list", "dict", "tuple", "object", "t", "t", "t", "u", "u", "i", "x", "bool", "set"]


def generate(seed: int) -> Program:
    """The program of a seed: each fourth is one of float tensors and effects, and gradients in half of these; in one of eight
    an assumption never holds."""
    broken = random.Random(-seed - 1).choice([None] * 21 + [0, 1, 2])
    if seed % 4 == 3:
        grad = seed % 8 == 7
        calls = tuple((effects.SUBJECT, f"arguments({call}, {grad})") for call in range(4))
        return Program(seed, effects.text_of(seed), calls, (effects.SUBJECT,), True, grad, broken)
    return replace(_python_program(seed), broken=broken)


def _python_program(seed: int) -> Program:
    """One of Python's whole language."""
    g = _Generator(seed)
    kinds_of_parameters = g.kinds if g.numeric else _KINDS
    r = g.random
    g.class_("Box", None)
    if g.chance(0.5):
        g.class_("Crate", "Box")
    g.line("G_object = Box(4)")
    g.line("")
    g.line("")
    for index in range(0 if g.numeric and g.chance(0.5) else r.randint(0, 3)):
        kinds = [g.pick(kinds_of_parameters) for _ in range(r.randint(0, 3))]
        recursive = g.chance(0.2)
        if recursive:
            kinds[:1] = ["int"]
        g.functions.append(g.function(f"helper{index}", kinds, g.pick(kinds_of_parameters), r.randint(1, 4), 1, recursive))
    entries = [g.function(f"main{index}", [g.pick(kinds_of_parameters) for _ in range(r.randint(1, 3))], g.pick(kinds_of_parameters), r.randint(3, 9),
                          r.randint(1, 3)) for index in range(r.randint(1, 2))]
    calls = []
    for entry in entries:
        for _ in range(r.randint(2, 5)):
            kinds = [g.pick(kinds_of_parameters) if g.chance(0.05) else kind for kind in entry.parameters]
            values = [g.pick(_ARGUMENTS[kind]).replace("{cls}", g.pick(g.classes)) for kind in kinds]
            calls.append((entry.name, f"({', '.join(values)},)"))
            if g.chance(0.3):
                calls.append(calls[-1])
    compiled = [entry.name for entry in entries]
    if g.chance(0.4):
        compiled += [function.name for function in g.functions]
        compiled += [f"{name}.{method}" for name in g.classes for method in ("bump", "clone")]
    # A number before a dot is in parentheses.
    text = re.sub(r"(?<![\w.])(\d+)\.(?=[a-z_])", r"(\1).", "\n".join(g.lines))
    return Program(seed, _PRELUDE + text, tuple(calls), tuple(compiled))
