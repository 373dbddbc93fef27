"""Emitting `imperative` operations: the few shapes that the frontend needs, at the place of the current AST node."""
from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from janusc import _compiler

__all__ = ["IR", "UNARY", "BINARY", "COMPARE"]

UNARY = {ast.USub: 0, ast.UAdd: 1, ast.Invert: 2, ast.Not: 3}
BINARY = {ast.Add: 0, ast.Sub: 1, ast.Mult: 2, ast.Div: 3, ast.FloorDiv: 4, ast.Mod: 5, ast.Pow: 6, ast.MatMult: 7,
          ast.LShift: 8, ast.RShift: 9, ast.BitAnd: 10, ast.BitOr: 11, ast.BitXor: 12}
COMPARE = {ast.Lt: 0, ast.LtE: 1, ast.Eq: 2, ast.NotEq: 3, ast.Gt: 4, ast.GtE: 5, ast.Is: 6, ast.IsNot: 7,
           ast.In: 8, ast.NotIn: 9}

_SMALL = 1 << 63


class IR:
    """A module under construction, with the types and attributes that are used all over."""

    def __init__(self, context: _compiler.Context | None = None) -> None:
        self.context = context or _compiler.Context.take()
        self.module = self.context.module()
        self.builder = _compiler.Builder(self.module.body)
        self.object = self.context.type("!imperative.object")
        self.bool = self.context.type("!imperative.bool")
        self.cell_type = self.context.type("!imperative.cell")
        self.none = self.context.attribute("#imperative.none")
        self.loc: tuple[str, int, int] | None = None

    # Attributes.

    def ref(self, symbol: str) -> _compiler.Attribute:
        """#imperative.ref<@symbol>"""
        return self.context.attribute(f"#imperative.ref<@{quote(symbol)}>")

    def builtin(self, name: str) -> _compiler.Attribute:
        """#imperative.builtin<"name">"""
        return self.context.attribute(f"#imperative.builtin<{quote(name)}>")

    def method(self, function: _compiler.Attribute, owner: _compiler.Attribute) -> _compiler.Attribute:
        """#imperative.method<function, owner>"""
        return self.context.attribute(f"#imperative.method<{function}, {owner}>")

    def param(self, name: str, kind: str, default: _compiler.Attribute | None = None) -> _compiler.Attribute:
        """#imperative.param<"name", kind[, default]>"""
        tail = "" if default is None else f", {default}"
        return self.context.attribute(f"#imperative.param<{quote(name)}, {kind}{tail}>")

    def literal(self, value: object) -> _compiler.Attribute | None:
        """The attribute of a constant, or None if `value` is no constant of the language."""
        if value is None:
            return self.none
        if value is Ellipsis:
            return self.context.attribute("#imperative.ellipsis")
        kind = type(value)
        if kind in (bool, float) or (kind is int and -_SMALL <= value < _SMALL):
            return self.context.to_attribute(value)
        if kind is str and _encodable(value):
            return self.context.to_attribute(value)
        if kind in (int, str, bytes, complex):
            return self.context.attribute(f"#imperative.literal<{quote(kind.__name__)}, {quote(repr(value))}>")
        if kind is tuple:
            elements = [self.literal(element) for element in value]
            return None if any(e is None for e in elements) else self.context.to_attribute(elements)
        if kind is frozenset and all(self.literal(element) is not None for element in value):
            text = repr(sorted(value, key=repr))
            return self.context.attribute(f"#imperative.literal<\"frozenset\", {quote(f'frozenset({text})')}>")
        return None

    # Operations.

    def op(self, name: str, operands: Sequence = (), attributes: dict | None = None, results: Sequence = (),
           regions: int = 0) -> _compiler.Operation:
        """Any operation, at the current location."""
        return self.builder.create("imperative." + name, operands, attributes or {}, results, regions, self.loc)

    def value(self, name: str, operands: Sequence = (), attributes: dict | None = None) -> _compiler.Value:
        """An operation with one object as result."""
        return self.op(name, operands, attributes, (self.object,)).result

    def constant(self, value: object) -> _compiler.Value:
        """A constant of the language, or the object that an attribute stands for."""
        attribute = value if isinstance(value, _compiler.Attribute) else self.literal(value)
        return self.value("constant", (), {"value": attribute})

    def truth(self, value: _compiler.Value) -> _compiler.Value:
        return self.op("truth", (value,), None, (self.bool,)).result

    def condition_constant(self, value: bool) -> _compiler.Value:
        return self.op("constant", (), {"value": value}, (self.bool,)).result

    def call(self, callee: _compiler.Value, arguments: Sequence, names: Sequence[str] | None = None) -> _compiler.Value:
        attributes = {"names": list(names)} if names is not None and any(names) else None
        return self.value("call", (callee, *arguments), attributes)

    def yield_(self, *values: _compiler.Value) -> None:
        self.op("yield", values)

    # Blocks.

    @property
    def terminated(self) -> bool:
        """Whether the current block has ended."""
        return self.builder.block.terminated

    @contextmanager
    def block(self, op: _compiler.Operation, region: int, types: Sequence = ()) -> Iterator[tuple]:
        """Emits into a new block of the region; a block left open ends in a plain yield. Gives its arguments."""
        outer, loc = self.builder.block, self.loc
        block = op.add_block(region, types, self.loc)
        self.builder.block = block
        try:
            yield block.arguments
            if not self.terminated:
                self.yield_()
        finally:
            self.builder.block, self.loc = outer, loc


def quote(text: str) -> str:
    """A string as MLIR spells it."""
    out = ['"']
    for byte in text.encode("utf-8", "surrogateescape"):
        if byte in (0x22, 0x5C) or byte < 0x20 or byte > 0x7E:
            out.append(f"\\{byte:02X}")
        else:
            out.append(chr(byte))
    out.append('"')
    return "".join(out)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
