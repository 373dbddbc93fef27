"""Comprehensions as loops inside the function, with variables of their own: what Python 3.11's nested function does.

The first iterable is evaluated outside, before the variables exist. A closure made inside captures the one cell that
all iterations share, as the nested function's would be. A generator expression is a loop, too, where what it is given to
consumes it at once; else it stays Python.
"""
from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping, Sequence

from janusc import _compiler

__all__ = ["Comprehensions", "shadowed_consumers"]

# Builtins that ask an iterator for all elements before they do anything with them, or where that is not seen: comparing and
# hashing what native code has runs no code of the user's.
_COLLECTING = frozenset({"frozenset", "list", "max", "min", "set", "sorted", "tuple"})
# Those that look at one element after the other.
_FOLDING = frozenset({"all", "any", "sum"})
_CONSUMERS = {name: getattr(builtins, name) for name in _COLLECTING | _FOLDING}


def shadowed_consumers(module_globals: Mapping[str, object]) -> set[str]:
    """The names of consuming builtins that mean something else for code with these globals."""
    return {name for name, value in _CONSUMERS.items()
            if name in module_globals or getattr(builtins, name, None) is not value}


class Comprehensions:
    """Part of FunctionLowering."""

    def _expr_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> _compiler.Value:
        def add(result: _compiler.Value) -> None:
            self._append(node.elt, result, "append")

        return self._comprehension(node, "build_list", add)

    def _expr_SetComp(self, node: ast.SetComp) -> _compiler.Value:
        def add(result: _compiler.Value) -> None:
            self._append(node.elt, result, "add")

        return self._comprehension(node, "build_set", add)

    def _append(self, element: ast.expr, result: _compiler.Value, method: str) -> None:
        value = self.expression(element)
        bound = self.ir.value("get_attr", (result,), {"name": method})
        self.ir.call(bound, (value,))

    def _expr_DictComp(self, node: ast.DictComp) -> _compiler.Value:
        def add(result: _compiler.Value) -> None:
            key, value = self.expression(node.key), self.expression(node.value)
            self.at(node)
            self.ir.op("set_item", (result, key, value))

        return self._comprehension(node, "build_dict", add)

    def _expr_GeneratorExp(self, node: ast.GeneratorExp) -> _compiler.Value:
        return self.island_value(node, "generator-expression")

    # Generator expressions.

    def elements(self, node: ast.expr) -> _compiler.Value:
        """An expression of which all elements are asked for at once."""
        return self._expr_ListComp(node) if _is_generator(node) else self.expression(node)

    def consuming_call(self, node: ast.Call) -> _compiler.Value | None:
        """`sum(... for ...)` and its like; None if the call is none of them."""
        if len(node.args) != 1 or not _is_generator(node.args[0]):
            return None
        generator, function = node.args[0], node.func
        if isinstance(function, ast.Attribute) and function.attr == "join" and isinstance(function.value, ast.Constant):
            collects = isinstance(function.value.value, (str, bytes)) and not node.keywords
        elif not isinstance(function, ast.Name) or not self._is_builtin(function.id):
            return None
        elif function.id in _FOLDING:
            return self._fold(node, function.id, generator)
        else:
            # What the keywords say is evaluated before the elements are.
            collects = not node.keywords or (function.id == "sorted" and all(
                isinstance(keyword.value, (ast.Constant, ast.Lambda, ast.Name)) for keyword in node.keywords))
        if not collects:
            return None
        callee, values, names = self.expression(function), [self._expr_ListComp(generator)], [""]
        for keyword in node.keywords:
            values.append(self.expression(keyword.value))
            names.append("**" if keyword.arg is None else keyword.arg)
        self.at(node)
        return self.ir.call(callee, values, names)

    def _is_builtin(self, name: str) -> bool:
        """Whether a name is a consuming builtin, as far as can be seen here; that nobody adds a global of that name is guarded."""
        return name in _CONSUMERS and not (
            name in self.names.shadowed or self.find_cell(name) or self.find_world_cell(name))

    def _fold(self, node: ast.Call, name: str, generator: ast.GeneratorExp) -> _compiler.Value | None:
        """sum, any, all: each element is dealt with before the next is computed, and any and all stop where they know."""
        ir = self.ir
        if node.keywords or (name != "sum" and len(generator.generators) > 1):
            return None
        # Mentions the name.
        self.expression(node.func)
        first = self.expression(generator.generators[0].iter)
        self.at(node)
        result = self.temporary(name)[1]
        ir.op("store", (ir.constant({"sum": 0, "any": False, "all": True}[name]), result))

        def add() -> None:
            if name == "sum":
                element = self.expression(generator.elt)
                self.at(node)
                total = self.binary(ast.Add(), ir.value("load", (result,)), element)
                ir.op("store", (total, result))
                return
            op = ir.op("if", (self.condition(generator.elt),), None, (), 2)
            self.at(node)
            for region, stops in enumerate((name == "any", name == "all")):
                with ir.block(op, region):
                    if stops:
                        ir.op("store", (ir.constant(name == "any"), result))
                        ir.op("break")

        self._loop_over(generator, first, add)
        return ir.value("load", (result,))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, build: str,
                       add: Callable[[_compiler.Value], None]) -> _compiler.Value:
        first = self.expression(node.generators[0].iter)
        self.at(node)
        result = self.ir.value(build)
        self._loop_over(node, first, lambda: add(result))
        return result

    def _loop_over(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, first: _compiler.Value,
                   add: Callable[[], None]) -> None:
        """The loops of a comprehension over its first iterable, with its variables."""
        from janusc.frontend.function import Frame

        scope = self.frames[-1].scope.children[node]
        cells = {name: self.new_cell(name) for name in sorted(scope.locals())}
        self.frames.append(Frame(scope, cells))
        try:
            self._loops(node.generators, 0, first, add)
        finally:
            self.frames.pop()
        self.at(node)

    def _loops(self, generators: Sequence[ast.comprehension], index: int, iterable: _compiler.Value,
               add: Callable[[], None]) -> None:
        ir, generator = self.ir, generators[index]
        op = ir.op("for", (iterable,), None, (), 2)
        with ir.block(op, 0, (ir.object,)) as (item,):
            self.assign(generator.target, item)
            self._conditions(generator.ifs, lambda: self._inner(generators, index + 1, add))

    def _inner(self, generators: Sequence[ast.comprehension], index: int, add: Callable[[], None]) -> None:
        if index == len(generators):
            add()
            return
        iterable = self.expression(generators[index].iter)
        self._loops(generators, index, iterable, add)

    def _conditions(self, conditions: Sequence[ast.expr], then: Callable[[], None]) -> None:
        if not conditions:
            then()
            return
        ir = self.ir
        op = ir.op("if", (self.condition(conditions[0]),), None, (), 2)
        with ir.block(op, 0):
            self._conditions(conditions[1:], then)
        with ir.block(op, 1):
            pass


def _is_generator(node: ast.expr) -> bool:
    return isinstance(node, ast.GeneratorExp) and not any(generator.is_async for generator in node.generators)
