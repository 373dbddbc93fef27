"""Random programs with effects, compared with CPython and eager: `python test/python/fuzzer.py --first 0 --count 10000`.

A program is a function of tensors, numbers, a list and an object: arithmetic, views, in-place writes, appends, prints, attribute
writes, branches and loops on values, breaks, returns, exceptions and handlers, calls of functions that print. Compared for
each of some calls: the result, what was printed, the exception, the arguments afterwards, what shares memory with what.
"""
from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import random
import sys
import tempfile
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

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


def load(seed: int, folder: Path) -> types.ModuleType:
    """The program of a seed as a module, from a file: janusc reads sources."""
    path = folder / f"program_{seed}.py"
    path.write_text(Generator(seed).text())
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[path.stem] = module
    specification.loader.exec_module(module)
    return module


def arguments(module: types.ModuleType, call: int) -> list[Any]:
    torch.manual_seed(call)
    thing = module.Thing()
    thing.t, thing.u, thing.x = torch.randn(3), torch.ones(3), 1.5
    a = torch.randn(3)
    # Another time, two of them are one.
    return [a, torch.randn(3), a if call == 2 else torch.randn(3), torch.randn(3), 0.5 + call, call, 2, [], thing]


def with_leaves(values: list[Any]) -> tuple[list[Any], list[torch.Tensor]]:
    """The arguments as results of operations on leaves that require grad, and the leaves."""
    leaves: dict[int, torch.Tensor] = {}
    made: dict[int, torch.Tensor] = {}
    for value in values:
        if isinstance(value, torch.Tensor) and id(value) not in leaves:
            leaves[id(value)] = value.clone().requires_grad_()
            made[id(value)] = leaves[id(value)].clone()
    return [made.get(id(value), value) for value in values], list(leaves.values())


def gradients(result: Any, leaves: list[torch.Tensor]) -> Any:
    """What backward() from all that a call returned gives the leaves, or raises."""
    parts = [part for part in (result if isinstance(result, tuple) else [result])
             if isinstance(part, torch.Tensor) and part.requires_grad]
    if not parts:
        return None
    try:
        sum(part.sum() for part in parts).backward()
    except RuntimeError as error:
        return "in-place" if "inplace operation" in str(error) else str(error)
    return [leaf.grad for leaf in leaves]


def outcome(function: Callable, values: list[Any]) -> tuple[Any, list[str], list[Any]]:
    """What a call gives or raises, the words it printed, the arguments afterwards."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = function(*values)
        except Exception as error:  # noqa: BLE001 - compared
            result = type(error).__name__, str(error)
    return result, printed.getvalue().split(), values


def same(a: Any, b: Any) -> bool:
    """Whether two outcomes are alike; numbers within rounding."""
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.Tensor):
        return (a.dtype == b.dtype and a.shape == b.shape and a.stride() == b.stride()
                and a.requires_grad == b.requires_grad and torch.allclose(a, b, rtol=1e-3, atol=1e-5, equal_nan=True))
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return a == b or (a != a and b != b) or abs(a - b) <= 1e-3 * max(1.0, abs(a))
    if isinstance(a, str):
        try:
            return a == b or same(float(a), float(b))
        except ValueError:
            return False
    return same(list(vars(a).items()), list(vars(b).items())) if hasattr(a, "__dict__") else a == b


def aliases(*values: Any) -> list[tuple[int, int, bool]]:
    """Which tensors share memory, and whether they are one."""
    tensors: list[torch.Tensor] = []
    pending = list(reversed(values))
    while pending:
        value = pending.pop()
        if isinstance(value, torch.Tensor):
            tensors.append(value)
        elif isinstance(value, (list, tuple)):
            pending += reversed(value)
        elif hasattr(value, "__dict__"):
            pending += reversed(vars(value).values())
    return [(i, j, tensors[i] is tensors[j]) for i in range(len(tensors)) for j in range(i)
            if tensors[i].untyped_storage().data_ptr() == tensors[j].untyped_storage().data_ptr()]


def difference(module: types.ModuleType, compiled: Callable, calls: int = 4, *, grad: bool = False) -> str | None:
    """The first difference between the subject and its compiled self, None if there is none."""
    for call in range(calls):
        values, others = arguments(module, call), arguments(module, call)
        if grad:
            (values, leaves), (others, other_leaves) = with_leaves(values), with_leaves(others)
        expected, found = outcome(module.subject, values), outcome(compiled, others)
        if not same(expected, found):
            return f"call {call}: expected {expected}, found {found}"
        if aliases(expected[0], expected[2]) != aliases(found[0], found[2]):
            return f"call {call}: other tensors share memory"
        if grad and not same(wanted := gradients(expected[0], leaves), got := gradients(found[0], other_leaves)):
            return f"call {call}: expected gradients {wanted}, found {got}"
    return None


def main() -> int:
    import janusc

    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--first", type=int, default=0, help="the first program's seed")
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--folder", type=Path, default=None, help="where the programs are written, to be kept")
    parser.add_argument("--grad", action="store_true", help="arguments require grad, and gradients are compared")
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="janus-fuzzer-"))
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with torch.set_grad_enabled(options.grad), janusc.options(compile_all=True, profile_calls=0):
        for seed in range(options.first, options.first + options.count):
            module = load(seed, folder)
            found = difference(module, janusc.compile(module.subject), grad=options.grad)
            if found is not None:
                wrong += 1
                print(f"{module.__file__}: {found}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{seed - options.first + 1} of {options.count}, {wrong} wrong", end="", file=sys.stderr)
    print(f"{options.count} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
    sys.exit(main())
