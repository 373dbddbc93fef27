"""Comprehensions as loops inside the function, with variables of their own: what Python 3.11's nested function does.

The first iterable is evaluated outside, before the variables exist. A closure made inside captures the one cell that
all iterations share, as the nested function's would be. Generator expressions stay Python, but for `list(...)` and
`tuple(...)` of one, which consume it at once.
"""
from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from janusc import _compiler

__all__ = ["Comprehensions"]


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

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, build: str,
                       add: Callable[[_compiler.Value], None]) -> _compiler.Value:
        from janusc.frontend.function import Frame

        first = self.expression(node.generators[0].iter)
        self.at(node)
        scope = self.frames[-1].scope.children[node]
        cells = {name: self.new_cell(name) for name in sorted(scope.locals())}
        result = self.ir.value(build)
        self.frames.append(Frame(scope, cells))
        try:
            self._loops(node.generators, 0, first, lambda: add(result))
        finally:
            self.frames.pop()
        self.at(node)
        return result

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
