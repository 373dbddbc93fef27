"""Expressions to values, in Python's order of evaluation."""
from __future__ import annotations

import ast
from collections.abc import Sequence

from janusc import _compiler
from janusc.frontend.ir import BINARY, COMPARE, UNARY

__all__ = ["Expressions"]


class Expressions:
    """Part of FunctionLowering."""

    def expression(self, node: ast.expr) -> _compiler.Value:
        """The value of an expression."""
        self.at(node)
        return getattr(self, "_expr_" + type(node).__name__)(node)

    def expressions(self, nodes: Sequence[ast.expr]) -> list[_compiler.Value]:
        return [self.expression(node) for node in nodes]

    def _expr_Constant(self, node: ast.Constant) -> _compiler.Value:
        return self.ir.constant(node.value)

    def _expr_Name(self, node: ast.Name) -> _compiler.Value:
        return self.load(self.mangle(node.id))

    def _expr_NamedExpr(self, node: ast.NamedExpr) -> _compiler.Value:
        value = self.expression(node.value)
        self.at(node)
        name = self.mangle(node.target.id)
        inlined = [frame for frame in self.frames if frame.scope.is_comprehension]
        self.frames, frames = [frame for frame in self.frames if frame not in inlined], self.frames
        self.store(name, value)
        self.frames = frames
        return value

    def _expr_Lambda(self, node: ast.Lambda) -> _compiler.Value:
        code = self.why_not_compilable(node)
        return self.make_function(node) if code is None else self.island_value(node, code)

    # Attributes and subscripts.

    def _expr_Attribute(self, node: ast.Attribute) -> _compiler.Value:
        holder = self.expression(node.value)
        self.at(node)
        name = self.mangle(node.attr)
        if isinstance(node.value, ast.Name) and self.is_global(self.mangle(node.value.id)):
            self.names.qualified.add((self.mangle(node.value.id), name))
        else:
            self.names.attributes.add(name)
        return self.ir.value("get_attr", (holder,), {"name": name})

    def _expr_Subscript(self, node: ast.Subscript) -> _compiler.Value:
        holder, key = self.expression(node.value), self.expression(node.slice)
        self.at(node)
        return self.ir.value("get_item", (holder, key))

    def _expr_Slice(self, node: ast.Slice) -> _compiler.Value:
        parts = []
        for part in (node.lower, node.upper, node.step):
            parts.append(self.ir.constant(None) if part is None else self.expression(part))
        self.at(node)
        return self.ir.value("build_slice", parts)

    # Operators.

    def _expr_UnaryOp(self, node: ast.UnaryOp) -> _compiler.Value:
        operand = node.operand
        if isinstance(node.op, ast.USub) and isinstance(operand, ast.Constant) and type(operand.value) in (int, float):
            # -1 is a constant for Python's compiler too.
            return self.ir.constant(-operand.value)
        value = self.expression(operand)
        self.at(node)
        return self.ir.value("unary", (value,), {"kind": self.ir.context.integer(UNARY[type(node.op)], 32)})

    def _expr_BinOp(self, node: ast.BinOp) -> _compiler.Value:
        lhs, rhs = self.expression(node.left), self.expression(node.right)
        self.at(node)
        return self.binary(node.op, lhs, rhs)

    def binary(self, kind: ast.operator, lhs: _compiler.Value, rhs: _compiler.Value) -> _compiler.Value:
        return self.ir.value("binary", (lhs, rhs), {"kind": self.ir.context.integer(BINARY[type(kind)], 32)})

    def _compare(self, kind: ast.cmpop, lhs: _compiler.Value, rhs: _compiler.Value) -> _compiler.Value:
        return self.ir.value("compare", (lhs, rhs), {"kind": self.ir.context.integer(COMPARE[type(kind)], 32)})

    def _expr_Compare(self, node: ast.Compare) -> _compiler.Value:
        return self._chain(node, self.expression(node.left), 0, as_condition=False)

    def _chain(self, node: ast.Compare, lhs: _compiler.Value, index: int, *, as_condition: bool) -> _compiler.Value:
        """lhs op0 c0 op1 c1 ...: each operand is evaluated once, and only if the comparisons before hold."""
        ir = self.ir
        rhs = self.expression(node.comparators[index])
        self.at(node)
        result = self._compare(node.ops[index], lhs, rhs)
        last = index + 1 == len(node.ops)
        if last:
            return ir.truth(result) if as_condition else result
        holds = ir.truth(result)
        op = ir.op("if", (holds,), None, (ir.bool if as_condition else ir.object,), 2)
        with ir.block(op, 0):
            ir.yield_(self._chain(node, rhs, index + 1, as_condition=as_condition))
        with ir.block(op, 1):
            ir.yield_(ir.condition_constant(False) if as_condition else result)
        return op.result

    # and, or, conditional expressions.

    def _expr_BoolOp(self, node: ast.BoolOp) -> _compiler.Value:
        return self._value_and_truth(node, want_truth=False)[0]

    def _value_and_truth(self, node: ast.expr, *, want_truth: bool = True) -> tuple:
        """The value of an operand of `and`/`or`, and its truth, asked for once however they nest."""
        if isinstance(node, ast.BoolOp):
            return self._bool_op(node.op, node.values, node, want_truth)
        value = self.expression(node)
        if not want_truth:
            return (value,)
        self.at(node)
        return value, self.ir.truth(value)

    def _bool_op(self, kind: ast.boolop, operands: Sequence[ast.expr], node: ast.expr, want_truth: bool) -> tuple:
        ir = self.ir
        if len(operands) == 1:
            return self._value_and_truth(operands[0], want_truth=want_truth)
        value, holds = self._value_and_truth(operands[0])
        self.at(node)
        results = (ir.object, ir.bool) if want_truth else (ir.object,)
        op = ir.op("if", (holds,), None, results, 2)
        go_on, stop = (0, 1) if isinstance(kind, ast.And) else (1, 0)
        blocks = {go_on: lambda: self._bool_op(kind, operands[1:], node, want_truth),
                  stop: lambda: (value, holds)[:len(results)]}
        for region in (0, 1):
            with ir.block(op, region):
                ir.yield_(*blocks[region]())
        return op.results

    def condition(self, node: ast.expr) -> _compiler.Value:
        """bool(node) as a condition, without making the value where only its truth matters."""
        ir = self.ir
        self.at(node)
        match node:
            case ast.Constant(value=value):
                return ir.condition_constant(bool(value))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                holds = self.condition(operand)
                self.at(node)
                return ir.op("unary", (holds,), {"kind": ir.context.integer(UNARY[ast.Not], 32)}, (ir.bool,)).result
            case ast.BoolOp(op=kind, values=operands):
                return self._bool_condition(kind, operands, node)
            case ast.Compare(ops=[_, _, *_]):
                return self._chain(node, self.expression(node.left), 0, as_condition=True)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                op = ir.op("if", (self.condition(test),), None, (ir.bool,), 2)
                for region, part in enumerate((body, orelse)):
                    with ir.block(op, region):
                        ir.yield_(self.condition(part))
                return op.result
        value = self.expression(node)
        self.at(node)
        return ir.truth(value)

    def _bool_condition(self, kind: ast.boolop, operands: Sequence[ast.expr], node: ast.expr) -> _compiler.Value:
        ir = self.ir
        first = self.condition(operands[0])
        if len(operands) == 1:
            return first
        self.at(node)
        op = ir.op("if", (first,), None, (ir.bool,), 2)
        go_on = 0 if isinstance(kind, ast.And) else 1
        for region in (0, 1):
            with ir.block(op, region):
                ir.yield_(self._bool_condition(kind, operands[1:], node) if region == go_on
                          else ir.condition_constant(go_on == 1))
        return op.result

    def _expr_IfExp(self, node: ast.IfExp) -> _compiler.Value:
        ir = self.ir
        holds = self.condition(node.test)
        self.at(node)
        op = ir.op("if", (holds,), None, (ir.object,), 2)
        for region, part in enumerate((node.body, node.orelse)):
            with ir.block(op, region):
                ir.yield_(self.expression(part))
        return op.result

    # Displays and strings.

    def _display(self, name: str, node: ast.Tuple | ast.List | ast.Set) -> _compiler.Value:
        starred = [isinstance(element, ast.Starred) for element in node.elts]
        values = [self.elements(e.value) if isinstance(e, ast.Starred) else self.expression(e) for e in node.elts]
        self.at(node)
        return self.ir.value(name, values, self._flags("starred", starred))

    def _flags(self, name: str, flags: list[bool]) -> dict | None:
        if not any(flags):
            return None
        text = ", ".join("true" if flag else "false" for flag in flags)
        return {name: self.ir.context.attribute(f"array<i1: {text}>")}

    def _expr_Tuple(self, node: ast.Tuple) -> _compiler.Value:
        return self._display("build_tuple", node)

    def _expr_List(self, node: ast.List) -> _compiler.Value:
        return self._display("build_list", node)

    def _expr_Set(self, node: ast.Set) -> _compiler.Value:
        return self._display("build_set", node)

    def _expr_Dict(self, node: ast.Dict) -> _compiler.Value:
        keys, values = [], []
        for key, value in zip(node.keys, node.values, strict=True):
            keys.append(self.ir.constant(None) if key is None else self.expression(key))
            values.append(self.expression(value))
        self.at(node)
        return self.ir.value("build_dict", (*keys, *values),
                             self._flags("unpacked", [key is None for key in node.keys]))

    def _expr_JoinedStr(self, node: ast.JoinedStr) -> _compiler.Value:
        parts = self.expressions(node.values)
        self.at(node)
        return self.ir.value("build_string", parts)

    def _expr_FormattedValue(self, node: ast.FormattedValue) -> _compiler.Value:
        operands = [self.expression(node.value)]
        if node.format_spec is not None:
            operands.append(self.expression(node.format_spec))
        self.at(node)
        attributes = {"conversion": chr(node.conversion)} if node.conversion != -1 else None
        return self.ir.value("format", operands, attributes)

    # Calls.

    def _expr_Call(self, node: ast.Call) -> _compiler.Value:
        special = self._super_call(node)
        if special is not None:
            return special
        consumed = self.consuming_call(node)
        if consumed is not None:
            return consumed
        callee = self.expression(node.func)
        arguments, names = [], []
        for argument in node.args:
            starred = isinstance(argument, ast.Starred)
            arguments.append(self.elements(argument.value) if starred else self.expression(argument))
            names.append("*" if starred else "")
        for keyword in node.keywords:
            arguments.append(self.expression(keyword.value))
            names.append("**" if keyword.arg is None else keyword.arg)
        self._mention_names(node)
        self.at(node)
        return self.ir.call(callee, arguments, names)

    def _mention_names(self, node: ast.Call) -> None:
        """getattr(x, "name") mentions the attribute as x.name does."""
        for argument in node.args[1:2]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self.names.attributes.add(argument.value)

    def _super_call(self, node: ast.Call) -> _compiler.Value | None:
        """super() is super(__class__, first parameter), which Python finds in the frame."""
        if not (isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and not node.keywords):
            return None
        owner = self.find_cell("__class__") or self.find_world_cell("__class__")
        parameters = [*self.node.args.posonlyargs, *self.node.args.args]
        if owner is None or not parameters or len(self.frames) > 1:
            return None
        callee = self.expression(node.func)
        arguments = [self.load("__class__"), self.load(self.mangle(parameters[0].arg))]
        self.at(node)
        return self.ir.call(callee, arguments)
