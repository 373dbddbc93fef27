"""A body in Python: a function with its units, run by the interpreter instead of generated code.

Each unit becomes a call that may bind, return or do nothing; what follows it is the user's own statements.
"""
from __future__ import annotations

import ast
import copy
import types
from typing import Any

from janusc.dispatch.units import FunctionUnits
from janusc.frontend.holes import without
from janusc.frontend.source import find
from janusc.frontend.units import Unit

NOT_RUN, FELL_THROUGH, RETURNED = 0, 1, 2


class Body:
    """A function whose units run natively where they can; the plan is refined before each call."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self.owner = FunctionUnits(function.__qualname__, find(function), function.__code__, function.__globals__)
        self.made: types.FunctionType | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.made is None or self.owner.may_replan():
            self.made = self._make()
        return self.made(*args, **kwargs)

    def hits(self) -> int:
        return sum(handler.compiled.hits for handler in self.owner.handlers.values())

    def hit_lines(self) -> set[int]:
        """The function's lines, counted from its def, that some unit ran natively."""
        first = self.function.__code__.co_firstlineno
        return {line - first for unit in self.owner.data() if unit["hits"]
                for line in range(unit["lines"][0], unit["lines"][1] + 1)}

    def _make(self) -> types.FunctionType:
        writer = _Writer(self.owner)
        node = writer.function()
        module = compile(ast.fix_missing_locations(ast.Module([node], [])), "body", "exec")
        scope = {**self.function.__globals__, "__reach": writer.reach, "__value": writer.value}
        if self.function.__closure__:
            raise NotImplementedError("a closure")
        exec(module, scope)
        made = scope[node.name]
        made.__defaults__, made.__kwdefaults__ = self.function.__defaults__, self.function.__kwdefaults__
        return made


class _Writer:
    def __init__(self, owner: FunctionUnits) -> None:
        self.owner = owner
        self.plan = owner.plan()
        self.units: list[Unit] = []
        self.entered: set[Unit] = set()
        self.holes = 0
        self.filled: dict[ast.AST, ast.expr] = {}

    # Called by the function that is written.

    def reach(self, number: int, variables: dict, holes: tuple = ()) -> tuple[int, tuple]:
        unit = self.units[number]
        values = (*(variables.get(name, ...) for name in unit.inputs), *holes)
        return self.owner.unit_of(unit).run(values)

    def value(self, number: int, variables: dict, holes: tuple, otherwise: Any) -> Any:
        status, values = self.reach(number, variables, holes)
        return values[0] if status == FELL_THROUGH else otherwise(*holes)

    # Writing.

    def function(self) -> ast.FunctionDef:
        node = copy.copy(self.owner.source.node)
        node.body, node.decorator_list = self.block(node.body), []
        return node

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        index = 0
        while index < len(body):
            unit = next((unit for unit in self.plan.statements.get(body[index], ()) if unit not in self.entered), None)
            if unit is None:
                result.append(self.statement(body[index]))
                index += 1
            else:
                result += self.unit(unit)
                index += len(unit.nodes)
        return result

    def unit(self, unit: Unit) -> list[ast.stmt]:
        self.entered.add(unit)
        number = len(self.units)
        self.units.append(unit)
        before: list[ast.stmt] = []
        names = {}
        for hole in unit.holes:
            self.holes += 1
            names[hole] = ast.Name(f"__hole{self.holes}", ast.Load())
            before.append(ast.Assign([ast.Name(f"__hole{self.holes}", ast.Store())], self.expression(hole)))
        outer, self.filled = self.filled, {**self.filled, **names}
        plain = self.block(list(unit.nodes))
        self.filled = outer
        holes = ", ".join(name.id for name in names.values())
        text = f"__status, __outputs = __reach({number}, {{**locals()}}, ({holes}{',' * bool(holes)}))\n"
        text += "if __status == 2:\n    return __outputs[0]\n"
        text += "elif __status == 1:\n    " + ("".join(f"{name}, " for name in unit.outputs) + "= __outputs"
                                               if unit.outputs else "pass")
        text += "\nelse:\n    pass"
        statements = ast.parse(text).body
        statements[1].orelse[0].orelse = plain
        return before + statements

    def statement(self, node: ast.stmt) -> ast.stmt:
        node = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self.block(value))
            elif isinstance(value, list) and value and isinstance(value[0], (ast.ExceptHandler, ast.match_case)):
                setattr(node, name, [self.statement(part) for part in value])
            elif isinstance(value, ast.expr):
                setattr(node, name, self.expression(value))
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                setattr(node, name, [self.expression(part) for part in value])
        return node

    def expression(self, node: ast.expr) -> ast.expr:
        if node in self.filled:
            return self.filled[node]
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return without(node, {})
        unit = self.plan.expressions.get(node)
        if unit is None or unit in self.entered or any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
            node = copy.copy(node)
            for name, value in ast.iter_fields(node):
                if isinstance(value, ast.expr):
                    setattr(node, name, self.expression(value))
                elif isinstance(value, list):
                    setattr(node, name, [self._part(part) for part in value])
            return node
        self.entered.add(unit)
        number = len(self.units)
        self.units.append(unit)
        holes = [self.expression(hole) for hole in unit.holes]
        names = [ast.arg(f"__filled{number}_{index}") for index in range(len(holes))]
        outer, self.filled = self.filled, {**self.filled, **{
            hole: ast.Name(name.arg, ast.Load()) for hole, name in zip(unit.holes, names)}}
        plain = ast.Lambda(ast.arguments([], names, None, [], [], None, []), self.expression(node))
        self.filled = outer
        call = ast.parse(f"__value({number}, {{**locals()}}, ())", mode="eval").body
        call.args[2] = ast.Tuple(holes, ast.Load())
        call.args.append(plain)
        return call

    def _part(self, part: Any) -> Any:
        if isinstance(part, ast.keyword):
            return ast.keyword(part.arg, self.expression(part.value))
        return self.expression(part) if isinstance(part, ast.expr) else part
