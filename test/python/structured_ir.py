"""Random structured functions of the imperative dialect, and an interpreter of the ops they are made of.

The interpreter reads MLIR's generic form, so that it runs a function before and after any pass. What a function does is
what it calls, in order, and how it ends.
"""
import random
import re
from dataclasses import dataclass, field

OBJECT = "!imperative.object"


# ---- programs ----

class Program:
    """One random function over a few variables. `more()` gives the next random bit, `see(x)` shows a value, `items()`
    an iterator that shows each step."""

    VARIABLES = ("a", "b", "c")

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.name = f"p{seed}"
        self.lines: list[str] = []
        self.count = 0
        self.emit(0, f"imperative.func @{self.name}(%more: {OBJECT}, %see: {OBJECT}, %items: {OBJECT}) -> {OBJECT} {{")
        for variable in self.VARIABLES:
            self.emit(1, f'%{variable} = imperative.cell "{variable}"')
            if self.random.random() < 0.8:
                self.emit(1, f"imperative.store {self.number(1)}, %{variable} : {OBJECT}")
        if not self.body(1, 3, loop=False):
            self.finish(1, "return")
        self.emit(0, "}")

    def emit(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def value(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def call(self, depth: int, callee: str, *arguments: str) -> str:
        result = self.value()
        types = ", ".join([OBJECT] * (len(arguments) + 1))
        self.emit(depth, f"{result} = imperative.call {callee}({', '.join(arguments)}) : ({types}) -> {OBJECT}")
        return result

    def number(self, depth: int) -> str:
        result = self.value()
        self.emit(depth, f"{result} = imperative.constant {self.random.randrange(100)} : i64 -> {OBJECT}")
        return result

    def load(self, depth: int) -> str:
        result = self.value()
        self.emit(depth, f"{result} = imperative.load %{self.random.choice(self.VARIABLES)} : {OBJECT}")
        return result

    def condition(self, depth: int) -> str:
        result, value = self.value(), self.call(depth, "%more")
        self.emit(depth, f"{result} = imperative.truth {value} : {OBJECT}")
        return result

    def finish(self, depth: int, how: str) -> None:
        value = self.load(depth) if self.random.random() < 0.5 else self.number(depth)
        self.emit(depth, f"imperative.{how} {value} : {OBJECT}")

    def body(self, depth: int, budget: int, loop: bool) -> bool:
        """Statements of a block; whether they end it with an exit."""
        for _ in range(self.random.randrange(1, 5)):
            self.statement(depth, budget, loop)
        if depth > 1 and self.random.random() < 0.4:
            how = self.random.choice(["break", "continue", "break", "continue", "return", "raise"] if loop
                                     else ["return", "return", "raise"])
            if how in ("return", "raise"):
                self.finish(depth, how)
            else:
                self.emit(depth, f"imperative.{how}")
            return True
        return False

    def statement(self, depth: int, budget: int, loop: bool) -> None:
        kinds = ["store", "store", "see", "delete"] + (["if", "if", "if", "while", "for"] if budget else [])
        kind = self.random.choice(kinds)
        if kind == "store":
            value = self.number(depth) if self.random.random() < 0.8 else self.load(depth)
            self.emit(depth, f"imperative.store {value}, %{self.random.choice(self.VARIABLES)} : {OBJECT}")
        elif kind == "see":
            self.call(depth, "%see", self.load(depth) if self.random.random() < 0.5 else self.number(depth))
        elif kind == "delete":
            if self.random.random() < 0.15:
                self.emit(depth, f"imperative.delete %{self.random.choice(self.VARIABLES)}")
        elif kind == "if":
            self.emit(depth, f"imperative.if {self.condition(depth)} {{")
            self.body(depth + 1, budget - 1, loop)
            self.otherwise(depth, budget, loop)
        elif kind == "while":
            self.emit(depth, "imperative.while {")
            self.emit(depth + 1, f"imperative.condition {self.condition(depth + 1)}")
            self.emit(depth, "} do {")
            self.body(depth + 1, budget - 1, True)
            self.otherwise(depth, budget, loop)
        else:
            items, item = self.call(depth, "%items"), self.value()
            self.emit(depth, f"imperative.for {item} : {OBJECT} in {items} : {OBJECT} {{")
            self.emit(depth + 1, f"imperative.store {item}, %{self.random.choice(self.VARIABLES)} : {OBJECT}")
            self.body(depth + 1, budget - 1, True)
            self.otherwise(depth, budget, loop)

    def otherwise(self, depth: int, budget: int, loop: bool) -> None:
        if self.random.random() < 0.5:
            self.emit(depth, "} else {")
            self.body(depth + 1, budget - 1, loop)
        self.emit(depth, "}")

    def __str__(self) -> str:
        return "\n".join(self.lines)


# ---- reading MLIR's generic form ----

@dataclass
class Op:
    name: str
    results: list[str] = field(default_factory=list)
    operands: list[str] = field(default_factory=list)
    attributes: str = ""
    regions: list["Block"] = field(default_factory=list)


@dataclass
class Block:
    arguments: list[str] = field(default_factory=list)
    ops: list[Op] = field(default_factory=list)


class Reader:
    """Just as much of the generic form as these functions print."""

    RESULTS = re.compile(r"\s*(?:(%[\w.$-]+)(?::(\d+))? = )?\"([\w.]+)\"\(([^)]*)\)")
    ARGUMENTS = re.compile(r"\s*\^\w+(?:\(([^)]*)\))?:")

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def eat(self, literal: str) -> bool:
        match = re.compile(r"\s*" + re.escape(literal)).match(self.text, self.at)
        if match:
            self.at = match.end()
        return match is not None

    def op(self) -> Op:
        match = self.RESULTS.match(self.text, self.at)
        assert match, self.text[self.at:self.at + 100]
        self.at = match.end()
        name, count = match[1], int(match[2] or 1)
        results = [] if not name else [name] if not match[2] else [f"{name}#{i}" for i in range(count)]
        op = Op(match[3], results, re.findall(r"%[\w.$#-]+", match[4]))
        if self.eat("<{"):
            end = self.text.index("}>", self.at)
            op.attributes, self.at = self.text[self.at:end], end + 2
        if self.eat("({"):
            while True:
                op.regions.append(self.block())
                if not self.eat(", {"):
                    break
            assert self.eat(")")
        self.at = self.text.index("\n", self.at)  # the types
        return op

    def block(self) -> Block:
        block = Block()
        if match := self.ARGUMENTS.match(self.text, self.at):
            self.at = match.end()
            block.arguments = re.findall(r"%[\w.$-]+", match[1] or "")
        while not self.eat("}"):
            block.ops.append(self.op())
        return block


def read_functions(text: str) -> dict[str, Block]:
    module = Reader(text).op()
    functions = {}
    for op in module.regions[0].ops:
        name = re.search(r'sym_name = "(\w+)"', op.attributes)
        functions[name[1]] = op.regions[0]
    return functions


# ---- running it ----

class Unbound(Exception):
    pass


class Raised(Exception):
    pass


class OutOfFuel(Exception):
    pass


class Exit(Exception):
    """break, continue or return on its way."""

    def __init__(self, kind: str, value: object = None) -> None:
        self.kind, self.value = kind, value


NEVER_BOUND = "<unbound>"


class Run:
    def __init__(self, seed: int, fuel: int = 400) -> None:
        self.random, self.fuel, self.seen = random.Random(seed), fuel, []

    def outcome(self, function: Block) -> tuple:
        try:
            self.block(function, dict(zip(function.arguments, (self.more, self.see, self.items))))
            raise AssertionError("the function did not return")
        except Exit as exit_:
            assert exit_.kind == "return"
            end = ("return", exit_.value)
        except (Unbound, Raised) as error:
            end = (type(error).__name__, *error.args)
        except OutOfFuel:
            end = ("endless",)
        return self.seen, end

    def spend(self) -> None:
        self.fuel -= 1
        if self.fuel < 0:
            raise OutOfFuel

    def more(self) -> bool:
        self.spend()
        self.seen.append("more")
        return self.random.random() < 0.5

    def see(self, value: object) -> None:
        assert value is not NEVER_BOUND
        self.spend()
        self.seen.append(("see", value))

    def items(self):
        self.spend()
        count = self.random.randrange(4)

        def steps():
            for i in range(count):
                self.spend()
                self.seen.append(("next", i))
                yield i
            self.seen.append("end")
        return steps()

    def block(self, block: Block, values: dict) -> tuple[str, list]:
        """The name of the terminator and its operands."""
        for op in block.ops[:-1]:
            self.step(op, values)
        end = block.ops[-1]
        operands, kind = [values[name] for name in end.operands], end.name.removeprefix("imperative.")
        if kind == "raise":
            raise Raised(operands[0])
        if kind in ("break", "continue", "return"):
            raise Exit(kind, operands[0] if operands else None)
        return kind, operands

    def step(self, op: Op, values: dict) -> None:
        operands = [values[name] for name in op.operands]
        results = getattr(self, "do_" + op.name.removeprefix("imperative."))(op, operands, values)
        values.update(zip(op.results, results or [], strict=True))

    def do_constant(self, op, operands, values):
        word = re.search(r"value = (true|false|-?\d+)", op.attributes)[1]
        return [{"true": True, "false": False}.get(word, word if not word.lstrip("-").isdigit() else int(word))]

    def do_unbound(self, op, operands, values):
        return [NEVER_BOUND]

    def do_cell(self, op, operands, values):
        return [[re.search(r'name = "([^"]*)"', op.attributes)[1]]]

    def do_load(self, op, operands, values):
        (cell,) = operands
        if len(cell) == 1:
            raise Unbound(cell[0])
        return [cell[1]]

    def do_store(self, op, operands, values):
        operands[1][1:] = [operands[0]]

    def do_delete(self, op, operands, values):
        (cell,) = operands
        if len(cell) == 1:
            raise Unbound(cell[0])
        del cell[1:]

    def do_check_bound(self, op, operands, values):
        if not operands[0]:
            raise Unbound(re.search(r'name = "([^"]*)"', op.attributes)[1])

    def do_truth(self, op, operands, values):
        assert operands[0] is not NEVER_BOUND
        return [bool(operands[0])]

    def do_unary(self, op, operands, values):
        return [not operands[0]]

    def do_call(self, op, operands, values):
        return [operands[0](*operands[1:])]

    def do_if(self, op, operands, values):
        return self.block(op.regions[0 if operands[0] else 1], dict(values))[1]

    def orelse(self, op, index, values):
        if len(op.regions) > index and op.regions[index].ops:
            self.block(op.regions[index], dict(values))

    def do_while(self, op, operands, values):
        condition, body = op.regions[:2]
        carried = operands
        while True:
            self.spend()
            _, (go, *carried) = self.block(condition, values | dict(zip(condition.arguments, carried, strict=True)))
            if not go:
                break
            try:
                _, carried = self.block(body, values | dict(zip(body.arguments, carried, strict=True)))
            except Exit as exit_:
                if exit_.kind == "break":
                    return carried
                if exit_.kind == "return":
                    raise
        self.orelse(op, 2, values)
        return carried

    def do_for(self, op, operands, values):
        iterable, *carried = operands
        body = op.regions[0]
        for item in iterable:
            try:
                kind, ended = self.block(body, values | dict(zip(body.arguments, [item, *carried], strict=True)))
            except Exit as exit_:
                if exit_.kind == "break":
                    return carried
                if exit_.kind == "return":
                    raise
                continue
            go, carried = (ended[0], ended[1:]) if kind == "condition" else (True, ended)
            if not go:
                break
        else:
            self.orelse(op, 1, values)
        return carried
