"""Statements, one method each."""
from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from janusc import _compiler

__all__ = ["Statements"]


class Statements:
    """Part of FunctionLowering."""

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        """A block of statements; what follows an exit cannot run and is left out."""
        for node in nodes:
            if self.ir.terminated:
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        self.at(node)
        getattr(self, "_stmt_" + type(node).__name__)(node)

    # Simple statements.

    def _stmt_Pass(self, node: ast.Pass) -> None:
        pass

    def _stmt_Global(self, node: ast.Global) -> None:
        pass

    def _stmt_Nonlocal(self, node: ast.Nonlocal) -> None:
        pass

    def _stmt_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.expression(node.value)

    def _stmt_Assign(self, node: ast.Assign) -> None:
        # Unpacking asks for all elements, and for one too many, which is an error either way.
        unpacks = len(node.targets) == 1 and isinstance(node.targets[0], (ast.Tuple, ast.List))
        value = self.elements(node.value) if unpacks else self.expression(node.value)
        for target in node.targets:
            self.assign(target, value)

    def _stmt_AugAssign(self, node: ast.AugAssign) -> None:
        self.augment(node)

    def _stmt_AnnAssign(self, node: ast.AnnAssign) -> None:
        # A function evaluates no annotation, but the parts of a target without a value.
        if node.value is not None:
            self.assign(node.target, self.expression(node.value))
        elif isinstance(node.target, ast.Attribute):
            self.expression(node.target.value)
        elif isinstance(node.target, ast.Subscript):
            self.expression(node.target.value)
            self.expression(node.target.slice)

    def _stmt_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self.delete_target(target)

    def _stmt_Return(self, node: ast.Return) -> None:
        value = self.ir.constant(None) if node.value is None else self.expression(node.value)
        self.at(node)
        self.ir.op("return", (value,))

    def _stmt_Raise(self, node: ast.Raise) -> None:
        if node.exc is None:
            self.ir.op("reraise")
            return
        operands = [self.expression(node.exc)]
        if node.cause is not None:
            operands.append(self.expression(node.cause))
        self.at(node)
        self.ir.op("raise", operands)

    def _stmt_Assert(self, node: ast.Assert) -> None:
        if not __debug__:
            return
        ir = self.ir
        op = ir.op("if", (self.condition(node.test),), None, (), 2)
        with ir.block(op, 0):
            pass
        with ir.block(op, 1):
            error = self.assertion_error()
            if node.msg is not None:
                message = self.expression(node.msg)
                self.at(node)
                error = ir.call(error, (message,))
            self.at(node)
            ir.op("raise", (error,))

    def assertion_error(self) -> _compiler.Value:
        return self.ir.constant(self.ir.builtin("builtins.AssertionError"))

    def _stmt_FunctionDef(self, node: ast.FunctionDef) -> None:
        code = self.why_not_compilable(node)
        if code is not None:
            self.island(node, code)
            return
        decorators = self.expressions(node.decorator_list)
        function = self.make_function(node)
        for decorator in reversed(decorators):
            function = self.ir.call(decorator, (function,))
        self.store(self.mangle(node.name), function)

    def _stmt_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.island(node, "async-function")

    def _stmt_ClassDef(self, node: ast.ClassDef) -> None:
        self.island(node, "class-body")

    def _stmt_Import(self, node: ast.Import) -> None:
        self.island(node, "import-statement")

    def _stmt_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.island(node, "import-statement")

    def _stmt_TryStar(self, node: ast.AST) -> None:
        self.island(node, "except-star")

    # Control flow.

    def _stmt_If(self, node: ast.If) -> None:
        op = self.ir.op("if", (self.condition(node.test),), None, (), 2)
        for region, body in enumerate((node.body, node.orelse)):
            with self.ir.block(op, region):
                self.statements(body)

    def _stmt_While(self, node: ast.While) -> None:
        ir = self.ir
        op = ir.op("while", (), None, (), 3)
        with ir.block(op, 0):
            ir.op("condition", (self.condition(node.test),))
        with ir.block(op, 1):
            self.statements(node.body)
        if node.orelse:
            with ir.block(op, 2):
                self.statements(node.orelse)

    def _stmt_For(self, node: ast.For) -> None:
        ir = self.ir
        iterable = self.expression(node.iter)
        self.at(node)
        op = ir.op("for", (iterable,), None, (), 2)
        with ir.block(op, 0, (ir.object,)) as (item,):
            self.assign(node.target, item)
            self.statements(node.body)
        if node.orelse:
            with ir.block(op, 1):
                self.statements(node.orelse)

    def _stmt_Break(self, node: ast.Break) -> None:
        self.ir.op("break")

    def _stmt_Continue(self, node: ast.Continue) -> None:
        self.ir.op("continue")

    # Exceptions.

    def _stmt_Try(self, node: ast.Try) -> None:
        self._try(node, self._handlers)

    def _try(self, node: ast.Try | ast.TryStar,
             handle: Callable[[Sequence[ast.ExceptHandler], _compiler.Value], None]) -> None:
        ir = self.ir
        op = ir.op("try", (), None, (), 4)
        with ir.block(op, 0):
            self.statements(node.body)
        if node.handlers:
            with ir.block(op, 1, (ir.object,)) as (exception,):
                handle(node.handlers, exception)
        if node.orelse:
            with ir.block(op, 2):
                self.statements(node.orelse)
        if node.finalbody:
            with ir.block(op, 3):
                self.statements(node.finalbody)
                self.at(_last(node.finalbody))

    def _stmt_With(self, node: ast.With) -> None:
        self._with(node, node.items)

    def implicit(self) -> dict[str, Any] | None:
        """Attributes of a `try` that is not in the source."""
        return None

    def at_with(self, node: ast.With, item: ast.withitem) -> None:
        """Operations that follow are what `with` itself does with an item."""
        self.at(item.context_expr)

    def _with(self, node: ast.With, items: Sequence[ast.withitem]) -> None:
        """with, spelled out: __exit__ hears of an exception and may swallow it; any other way out calls it as well."""
        if not items:
            self.statements(node.body)
            return
        ir, item = self.ir, items[0]
        manager = self.expression(item.context_expr)
        self.at_with(node, item)
        place = ir.loc
        # Both methods are looked up before either is called.
        methods = self._helper("with_methods", manager)
        enter, leave = ir.op("unpack", (methods,), None, (ir.object, ir.object)).results
        value = ir.call(enter, ())
        failed = self.temporary("failed")[1]
        ir.op("store", (ir.constant(False), failed))
        outer = ir.op("try", (), self.implicit(), (), 4)
        with ir.block(outer, 0):
            inner = ir.op("try", (), self.implicit(), (), 4)
            with ir.block(inner, 0):
                if item.optional_vars is not None:
                    self.assign(item.optional_vars, value)
                self._with(node, items[1:])
            with ir.block(inner, 1, (ir.object,)) as (exception,):
                ir.loc = place
                ir.op("store", (ir.constant(True), failed))
                swallowed = ir.truth(self._helper("with_exception", leave, exception))
                test = ir.op("if", (swallowed,), None, (), 2)
                with ir.block(test, 0):
                    pass
                with ir.block(test, 1):
                    ir.op("reraise")
        with ir.block(outer, 3):
            ir.loc = place
            test = ir.op("if", (ir.truth(ir.value("load", (failed,))),), None, (), 2)
            with ir.block(test, 0):
                pass
            with ir.block(test, 1):
                none = ir.constant(None)
                ir.call(leave, (none, none, none))

    def _handlers(self, handlers: Sequence[ast.ExceptHandler], exception: _compiler.Value) -> None:
        """The chain of except clauses; an exception that none takes goes on."""
        ir = self.ir
        if not handlers:
            ir.op("reraise")
            return
        handler = handlers[0]
        self.at(handler)
        if handler.type is None:
            self._handler_body(handler, exception)
            return
        expected = self.expression(handler.type)
        self.at(handler)
        holds = ir.truth(self._helper("exception_matches", exception, expected))
        op = ir.op("if", (holds,), None, (), 2)
        with ir.block(op, 0):
            self._handler_body(handler, exception)
        with ir.block(op, 1):
            self._handlers(handlers[1:], exception)

    def _handler_body(self, handler: ast.ExceptHandler, exception: _compiler.Value) -> None:
        """The clause's body; the name it binds is unbound however the body is left."""
        if handler.name is None:
            self.statements(handler.body)
            return
        ir, name = self.ir, self.mangle(handler.name)
        self.store(name, exception)
        op = ir.op("try", (), self.implicit(), (), 4)
        with ir.block(op, 0):
            self.statements(handler.body)
        with ir.block(op, 3):
            # The body may have deleted the name, so it is bound once more before it is deleted.
            self.store(name, ir.constant(None))
            self.delete(name)


def _last(body: Sequence[ast.stmt]) -> ast.stmt:
    """The statement that Python's compiler comes to last: what it makes behind is at its line."""
    node = body[-1]
    if isinstance(node, (ast.If, ast.For, ast.While)) and (inner := node.orelse or isinstance(node, ast.If) and node.body):
        return _last(inner)
    return node
