"""Statements of generic functions: what differs from the closed world, mostly what is an island there."""
from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from janusc import _compiler
from janusc.frontend.holes import read_before

__all__ = ["GenericStatements"]


class GenericStatements:
    """Part of GenericLowering; comes before the classes whose methods it replaces."""

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        index = 0
        while index < len(nodes) and not self.ir.terminated:
            units = [unit for unit in self.plan.statements.get(nodes[index], ()) if unit not in self.entered]
            if not units:
                self.statement(nodes[index])
                index += 1
                continue
            unit = units[0]
            # Those inside it are met again in there.
            self.speculate(unit, [self.find_cell(name) for name in unit.outputs], lambda: self.statements(unit.nodes))
            index += len(unit.nodes)

    def speculate(self, unit: Any, outputs: Sequence[_compiler.Value], body: Callable[[], None]) -> None:
        """The unit, with what `body` emits where it does not apply."""
        ir = self.ir
        # What the unit leaves to the interpreter is evaluated before, once, for whichever of the two runs.
        holes = {hole: self.temporary("hole")[1] for hole in unit.holes}
        looked_up = read_before(unit.opened, unit.holes)
        first = unit.nodes[0]
        if holes and isinstance(first, ast.AugAssign) and isinstance(first.target, ast.Name):
            self.at(first.target)
            self.load(self.mangle(first.target.id))
        for hole, cell in holes.items():
            for part in looked_up.get(hole, ()):
                if isinstance(part, ast.Name):
                    self.expression(part)
                    continue
                self.at(part)
                self.helper("check_method", self.expression(part.value), ir.constant(part.attr))
            ir.op("store", (self.expression(hole), cell))
        inputs = [*(self.find_cell(name) for name in unit.inputs), *holes.values()]
        self.at(unit.nodes[0])
        op = ir.op("speculate", (*inputs, *outputs), {
            "unit": ir.index_of(self.constant_of(unit)),
            "operandSegmentSizes": ir.context.attribute(f"array<i32: {len(inputs)}, {len(outputs)}>")}, (), 1)
        self.entered.add(unit)
        outer, self.filled = self.filled, {**self.filled, **holes}
        with ir.block(op, 0):
            body()
        self.filled = outer
        if not unit.returns:
            for cell in holes.values():
                ir.op("delete", (cell,))

    # Definitions.

    def _stmt_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = self.expressions(node.decorator_list)
        self._decorate(node, decorators, self.make_function(node))

    _stmt_AsyncFunctionDef = _stmt_FunctionDef

    def _decorate(self, node: ast.stmt, decorators: Sequence[_compiler.Value], made: _compiler.Value) -> None:
        for place, decorator in reversed(list(zip(node.decorator_list, decorators, strict=True))):
            self.at(place, "CALL")
            made = self.ir.call(decorator, (made,))
        self.at(node)
        self.store(self.mangle(node.name), made)

    def _stmt_ClassDef(self, node: ast.ClassDef) -> None:
        decorators = self.expressions(node.decorator_list)
        self.at(node)
        build = self.helper("build_class")
        body = self.closure(node)
        made = self.full_call(node, build, [body, self.ir.constant(node.name)], node.bases, node.keywords)
        self._decorate(node, decorators, made)

    def make_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> _compiler.Value:
        ir, args = self.ir, node.args
        defaults = kwdefaults = annotations = None
        if args.defaults:
            values = self.expressions(args.defaults)
            self.at(node)
            defaults = ir.value("build_tuple", values)
        named = [(argument, default) for argument, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
                 if default is not None]
        if named:
            values = [self.expression(default) for _, default in named]
            self.at(node)
            keys = [ir.constant(self.mangle(argument.arg)) for argument, _ in named]
            kwdefaults = ir.value("build_dict", (*keys, *values))
        hints = self._hints(node)
        if hints:
            self.at(node)
            annotations = ir.value("build_tuple", hints)
        self.at(node)
        return self.closure(node, defaults, kwdefaults, annotations)

    def _hints(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[_compiler.Value]:
        """Names and annotations in turn, in the order in which Python evaluates them."""
        args = node.args
        arguments = [*args.args, *args.posonlyargs, *([args.vararg] if args.vararg else []), *args.kwonlyargs,
                     *([args.kwarg] if args.kwarg else [])]
        result = []
        for argument in arguments:
            if argument.annotation is not None:
                result += [self.ir.constant(self.mangle(argument.arg)), self._hint(argument.annotation)]
        if getattr(node, "returns", None) is not None:
            result += [self.ir.constant("return"), self._hint(node.returns)]
        return result

    def _hint(self, node: ast.expr) -> _compiler.Value:
        if self.source.future_annotations:
            return self.ir.constant(ast.unparse(node))
        if isinstance(node, ast.Starred):
            # *args: *Ts
            return self.ir.op("unpack", (self.expression(node.value),), None, (self.ir.object,)).results[0]
        return self.expression(node)

    # Imports.

    def _stmt_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            module = self._import(alias.name, 0, None)
            first, *rest = alias.name.split(".")
            if alias.asname is None:
                self.store(self.mangle(first), module)
                continue
            for name in rest:
                module = self.ir.value("import_from", (module,), {"name": name})
            self.store(self.mangle(alias.asname), module)

    def _stmt_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = self._import(node.module or "", node.level, tuple(alias.name for alias in node.names))
        for alias in node.names:
            value = self.ir.value("import_from", (module,), {"name": alias.name})
            self.store(self.mangle(alias.asname or alias.name), value)

    def _import(self, name: str, level: int, names: tuple[str, ...] | None) -> _compiler.Value:
        return self.ir.value("import", (self.ir.constant(names),), {"name": name, "level": level})

    # Control flow.

    def _stmt_If(self, node: ast.If) -> None:
        known = self._known(node.test)
        if known is None:
            super()._stmt_If(node)
        else:
            # Python's compiler makes nothing of the other branch, not even code objects.
            self.statements(node.body if known else node.orelse)

    def _stmt_While(self, node: ast.While) -> None:
        if self._known(node.test) is False:
            self.statements(node.orelse)
        else:
            super()._stmt_While(node)

    def _known(self, test: ast.expr) -> bool | None:
        """The truth of a constant."""
        if isinstance(test, ast.Constant):
            return bool(test.value)
        if isinstance(test, ast.Name) and test.id == "__debug__":
            return __debug__
        return None

    def _stmt_TryStar(self, node: ast.TryStar) -> None:
        self._try(node, self._star_handlers)

    def _star_handlers(self, handlers: Sequence[ast.ExceptHandler], exception: _compiler.Value) -> None:
        """All except* clauses in turn, each with what it takes of the exception; then what they raised goes on, and what none
        took."""
        ir = self.ir
        raised, rest = self.temporary("raised")[1], self.temporary("rest")[1]
        self.at(handlers[0])
        ir.op("store", (ir.value("build_list", ()), raised))
        ir.op("store", (exception, rest))
        for handler in handlers:
            self.at(handler)
            expected = self.expression(handler.type)
            self.at(handler)
            pair = self.helper("match_group", ir.value("load", (rest,)), expected)
            taken, left = ir.op("unpack", (pair,), None, (ir.object, ir.object)).results
            ir.op("store", (left, rest))
            test = ir.op("if", (self._is_something(taken),), None, (), 2)
            with ir.block(test, 0):
                clause = ir.op("try", (), self.implicit(), (), 4)
                with ir.block(clause, 0):
                    self._handler_body(handler, taken)
                with ir.block(clause, 1, (ir.object,)) as (error,):
                    self.helper("list_append", ir.value("load", (raised,)), error)
            with ir.block(test, 1):
                pass
        self.at(handlers[0])
        self.helper("list_append", ir.value("load", (raised,)), ir.value("load", (rest,)))
        goes_on = self.helper("group_to_raise", exception, ir.value("load", (raised,)))
        test = ir.op("if", (self._is_something(goes_on),), None, (), 2)
        with ir.block(test, 0):
            ir.op("reraise")
        with ir.block(test, 1):
            pass

    def _is_something(self, value: _compiler.Value) -> _compiler.Value:
        """Whether a value is not None."""
        return self.ir.truth(self._compare(ast.IsNot(), value, self.ir.constant(None)))

    def implicit(self) -> dict[str, Any]:
        return {"implicit": self.ir.context.unit()}

    def at_with(self, node: ast.With, item: ast.withitem) -> None:
        self.at(node)

    def assertion_error(self) -> _compiler.Value:
        return self.ir.object_constant(AssertionError, self.ir.builtin("builtins.AssertionError"))
