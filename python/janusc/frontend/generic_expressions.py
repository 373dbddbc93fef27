"""Expressions of generic functions: comprehensions as functions, arguments and displays unpacked in Python's order."""
from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import Any

from janusc import _compiler

__all__ = ["GenericExpressions"]

# From this many pairs on, Python's compiler adds the pairs of a dict display one by one.
_LONG_DICT = 16
_FOLDED = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
           ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
           ast.BitXor: operator.xor}


class _Unknown(Exception):
    """An expression is no constant."""


class GenericExpressions:
    """Part of GenericLowering; comes before the classes whose methods it replaces."""

    def expression(self, node: ast.expr) -> _compiler.Value:
        if node in self.filled:
            return self.ir.value("load", (self.filled[node],))
        unit = self._unit(node)
        plain = super().expression
        return plain(node) if unit is None else self._speculated(unit, lambda: plain(node))

    def condition(self, node: ast.expr) -> _compiler.Value:
        if node in self.filled:
            return self.ir.truth(self.expression(node))
        unit = self._unit(node)
        plain = super().condition
        return plain(node) if unit is None else self.ir.truth(self._speculated(unit, lambda: plain(node)))

    def _unit(self, node: ast.expr) -> Any | None:
        unit = self.plan.expressions.get(node)
        return None if unit in self.entered else unit

    def _speculated(self, unit: Any, plain: Callable[[], _compiler.Value]) -> _compiler.Value:
        """The value of a unit that is an expression."""
        cell = self.temporary("unit")[1]
        self.speculate(unit, [cell], lambda: self.ir.op("store", (plain(), cell)))
        return self.ir.value("load", (cell,))

    # Constants that Python's compiler makes of more than a literal: the same object at each run.

    def _folded(self, node: ast.expr) -> _compiler.Value | None:
        try:
            value = _constant_value(node)
        except (_Unknown, ArithmeticError, TypeError, ValueError):
            return None
        return self.ir.constant(value) if self.ir.has_constant(value) else None

    def _expr_BinOp(self, node: ast.BinOp) -> _compiler.Value:
        return self._folded(node) or super()._expr_BinOp(node)

    def _expr_Name(self, node: ast.Name) -> _compiler.Value:
        return self.ir.constant(__debug__) if node.id == "__debug__" else super()._expr_Name(node)

    def _expr_NamedExpr(self, node: ast.NamedExpr) -> _compiler.Value:
        value = self.expression(node.value)
        self.at(node)
        self.store(self.mangle(node.target.id), value)
        return value

    # Functions.

    def _expr_Lambda(self, node: ast.Lambda) -> _compiler.Value:
        return self.make_function(node)

    def _comprehension_call(self, node: ast.expr) -> _compiler.Value:
        """The function of a comprehension or generator expression, called with the first iterable's iterator."""
        function = self.closure(node)
        iterable = self.expression(node.generators[0].iter)
        self.at(node, "GET_ITER")
        iterator = self.ir.value("iter", (iterable,))
        self.at(node, "CALL")
        return self.ir.call(function, (iterator,))

    _expr_ListComp = _expr_SetComp = _expr_DictComp = _expr_GeneratorExp = _comprehension_call

    def elements(self, node: ast.expr) -> _compiler.Value:
        return self.expression(node)

    def consuming_call(self, node: ast.Call) -> None:
        """Nothing: generator expressions are what they are here."""

    def comprehension_body(self, node: ast.ListComp | ast.SetComp | ast.DictComp) -> None:
        """The body of the code object of a comprehension."""
        ir = self.ir
        build = {ast.ListComp: "build_list", ast.SetComp: "build_set", ast.DictComp: "build_dict"}[type(node)]
        result = ir.value(build)

        def add() -> None:
            if isinstance(node, ast.DictComp):
                key, value = self.expression(node.key), self.expression(node.value)
                self.at(node, "MAP_ADD")
                ir.op("set_item", (result, key, value))
                return
            value = self.expression(node.elt)
            self.at(node, "LIST_APPEND", "SET_ADD")
            self.helper("list_append" if build == "build_list" else "set_add", result, value)

        self._loops(node.generators, 0, self.load(".0"), add)
        self.at(node)
        ir.op("return", (result,))

    def _loops(self, generators: Sequence[ast.comprehension], index: int, iterable: _compiler.Value,
               add: Callable[[], None]) -> None:
        ir, generator = self.ir, generators[index]
        self.at(self.node, "FOR_ITER")
        # The first iterable is an iterator already, which the caller made.
        op = ir.op("for", (iterable,), {"iterator": ir.context.unit()} if index == 0 else None, (), 2)
        with ir.block(op, 0, (ir.object,)) as (item,):
            self.assign(generator.target, item)
            self._conditions(generator.ifs, lambda: self._inner(generators, index + 1, add))

    # Displays.

    def _display(self, name: str, node: ast.Tuple | ast.List | ast.Set) -> _compiler.Value:
        if not any(isinstance(element, ast.Starred) for element in node.elts):
            folded = self._folded(node) if name == "build_tuple" else None
            return folded or super()._display(name, node)
        if name == "build_set":
            return self._gathered(node, node.elts, "build_set", "set_add", "set_update")
        values = self._gathered(node, node.elts, "build_list", "list_append", "list_extend")
        return values if name == "build_list" else self.helper("list_to_tuple", values)

    def _gathered(self, node: ast.AST, elements: Sequence[ast.expr], build: str, add: str, extend: str,
                  first: Sequence[_compiler.Value] = ()) -> _compiler.Value:
        """A list or set of elements some of which are unpacked, each before the next is evaluated."""
        stars = [isinstance(element, ast.Starred) for element in elements]
        plain = stars.index(True)
        values = [*first, *self.expressions(elements[:plain])]
        self.at(node)
        result = self.ir.value(build, values)
        for element, star in zip(elements[plain:], stars[plain:], strict=True):
            value = self.expression(element.value if star else element)
            self.at(node)
            self.helper(extend if star else add, result, value)
        return result

    def _expr_Dict(self, node: ast.Dict) -> _compiler.Value:
        if len(node.keys) < _LONG_DICT and None not in node.keys:
            return super()._expr_Dict(node)
        ir = self.ir
        self.at(node)
        result = ir.value("build_dict")
        pairs: list[tuple[_compiler.Value, _compiler.Value]] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                pairs.append((self.expression(key), self.expression(value)))
                if len(node.keys) < _LONG_DICT:
                    continue
            self._add_pairs(node, result, pairs)
            if key is None:
                mapping = self.expression(value)
                self.at(node)
                self.helper("dict_update", result, mapping)
        self._add_pairs(node, result, pairs)
        return result

    def _add_pairs(self, node: ast.AST, result: _compiler.Value, pairs: list) -> None:
        self.at(node)
        for key, value in pairs:
            self.ir.op("set_item", (result, key, value))
        pairs.clear()

    # Calls.

    def _super_call(self, node: ast.Call) -> None:
        """super() finds what it needs in the frame, which is there."""

    def _expr_Call(self, node: ast.Call) -> _compiler.Value:
        return self.full_call(node, self.expression(node.func), [], node.args, node.keywords)

    def full_call(self, node: ast.AST, callee: _compiler.Value, first: Sequence[_compiler.Value],
                  args: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> _compiler.Value:
        """callee(*first, *args, **keywords), in the order in which Python evaluates and unpacks."""
        stars = [isinstance(argument, ast.Starred) for argument in args]
        if not any(stars) and all(keyword.arg is not None for keyword in keywords):
            values = [*first, *self.expressions(args)]
            names = [""] * len(values) + [keyword.arg for keyword in keywords]
            values += [self.expression(keyword.value) for keyword in keywords]
            self.at(node, "CALL")
            return self.ir.call(callee, values, names)
        if stars == [True] and not first:
            positional = self.expression(args[0].value)
        elif any(stars):
            values = self._gathered(node, args, "build_list", "list_append", "list_extend", first)
            positional = self.helper("list_to_tuple", values)
        else:
            values = [*first, *self.expressions(args)]
            self.at(node)
            positional = self.ir.value("build_tuple", values)
        named = self._keywords(node, callee, keywords) if keywords else None
        self.at(node, "CALL_FUNCTION_EX")
        return self.ir.call(callee, [positional, *([named] if named is not None else [])],
                            ["*", *(["**"] if named is not None else [])])

    def _keywords(self, node: ast.AST, callee: _compiler.Value, keywords: Sequence[ast.keyword]) -> _compiler.Value:
        """The dict of keyword arguments; runs of plain ones are made first and then merged in."""
        result: _compiler.Value | None = None
        run: list[ast.keyword] = []

        def merge(value: _compiler.Value) -> None:
            nonlocal result
            self.at(node, "DICT_MERGE")
            if result is None:
                result = self.ir.value("build_dict")
            self.helper("dict_merge", callee, result, value)

        def finish_run() -> None:
            nonlocal result
            if not run:
                return
            values = [self.expression(keyword.value) for keyword in run]
            self.at(node)
            made = self.ir.value("build_dict", (*(self.ir.constant(keyword.arg) for keyword in run), *values))
            run.clear()
            if result is None:
                result = made
            else:
                merge(made)

        for keyword in keywords:
            if keyword.arg is not None:
                run.append(keyword)
                continue
            finish_run()
            merge(self.expression(keyword.value))
        finish_run()
        return result


def _constant_value(node: ast.expr) -> object:
    """What Python's compiler may have folded the expression to; raises _Unknown where it has not."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Tuple(elts=elements, ctx=ast.Load()):
            return tuple(_constant_value(element) for element in elements)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_constant_value(operand)
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _FOLDED:
            operands = _constant_value(left), _constant_value(right)
            if isinstance(op, ast.Mult) and not all(isinstance(value, (int, float, complex)) for value in operands):
                raise _Unknown
            return _FOLDED[type(op)](*operands)
    raise _Unknown
