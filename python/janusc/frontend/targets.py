"""Assignment targets: names, attributes, subscripts, tuples with a star; store, delete, augment."""
from __future__ import annotations

import ast
from collections.abc import Sequence

from janusc import _compiler
from janusc.frontend.ir import BINARY

__all__ = ["Targets"]


class Targets:
    """Part of FunctionLowering."""

    def assign(self, target: ast.expr, value: _compiler.Value) -> None:
        """target = value"""
        self.at(target)
        ir = self.ir
        match target:
            case ast.Name(id=name):
                self.store(self.mangle(name), value)
            case ast.Attribute(value=owner, attr=attribute):
                holder = self.expression(owner)
                self.at(target)
                ir.op("set_attr", (holder, value), {"name": self.stored_name(attribute)})
            case ast.Subscript(value=owner, slice=key):
                holder, index = self.expression(owner), self.expression(key)
                self.at(target)
                ir.op("set_item", (holder, index, value))
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                self._unpack(targets, value)
            case ast.Starred(value=inner):
                self.assign(inner, value)

    def _unpack(self, targets: Sequence[ast.expr], value: _compiler.Value) -> None:
        stars = [index for index, target in enumerate(targets) if isinstance(target, ast.Starred)]
        attributes = {"star": stars[0]} if stars else None
        parts = self.ir.op("unpack", (value,), attributes, [self.ir.object] * len(targets)).results
        for target, part in zip(targets, parts, strict=True):
            self.assign(target, part)

    def delete_target(self, target: ast.expr) -> None:
        """del target"""
        self.at(target)
        match target:
            case ast.Name(id=name):
                self.delete(self.mangle(name))
            case ast.Attribute(value=owner, attr=attribute):
                holder = self.expression(owner)
                self.at(target)
                self.ir.op("del_attr", (holder,), {"name": self.stored_name(attribute)})
            case ast.Subscript(value=owner, slice=key):
                holder, index = self.expression(owner), self.expression(key)
                self.at(target)
                self.ir.op("del_item", (holder, index))
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for inner in targets:
                    self.delete_target(inner)

    def augment(self, node: ast.AugAssign) -> None:
        """target op= value: the target's parts are evaluated once."""
        target, ir = node.target, self.ir
        kind = ir.context.integer(BINARY[type(node.op)], 32)

        def combine(old: _compiler.Value) -> _compiler.Value:
            value = self.expression(node.value)
            self.at(node)
            return ir.value("inplace", (old, value), {"kind": kind})

        match target:
            case ast.Name(id=name):
                self.at(target)
                result = combine(self.load(self.mangle(name)))
                self.store(self.mangle(name), result)
            case ast.Attribute(value=owner, attr=attribute):
                holder, name = self.expression(owner), {"name": self.stored_name(attribute)}
                self.names.attributes.add(name["name"])
                self.at(target)
                result = combine(ir.value("get_attr", (holder,), name))
                self.at(target)
                ir.op("set_attr", (holder, result), name)
            case ast.Subscript(value=owner, slice=key):
                holder, index = self.expression(owner), self.expression(key)
                self.at(target)
                result = combine(ir.value("get_item", (holder, index)))
                self.at(target)
                ir.op("set_item", (holder, index, result))

    def stored_name(self, name: str) -> str:
        """The mangled name of an attribute that is assigned to."""
        name = self.mangle(name)
        self.names.stored.add(name)
        return name
