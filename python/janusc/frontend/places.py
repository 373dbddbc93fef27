"""Which instruction of a code object stands for a node of the AST.

The generic version of a function keeps the frame's current instruction up to date; line numbers and carets of tracebacks
come from it. Nodes that begin at the same place have instructions of their own (`a.x`, `a`), so each instruction is given
a place - line and column - that no other has: the node's own start, or the next free column.
"""
from __future__ import annotations

import ast
import opcode
import types
from collections.abc import Sequence

__all__ = ["Places"]

# What a node's own work is, of the instructions that have its range.
_WANTED: dict[type, tuple[str, ...]] = {
    ast.Assert: ("RAISE_VARARGS",),
    ast.Attribute: ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR", "DELETE_ATTR"),
    ast.AugAssign: ("BINARY_OP",),
    ast.Call: ("CALL", "CALL_FUNCTION_EX"),
    ast.Compare: ("COMPARE_OP", "IS_OP", "CONTAINS_OP"),
    ast.ExceptHandler: ("CHECK_EXC_MATCH", "CHECK_EG_MATCH"),
    ast.For: ("FOR_ITER",),
    ast.Subscript: ("BINARY_SUBSCR", "STORE_SUBSCR", "DELETE_SUBSCR"),
    ast.With: ("BEFORE_WITH",),
}
Range = tuple[int, int, int, int]


class Places:
    """The places of one code object's instructions."""

    def __init__(self, code: types.CodeType) -> None:
        self._by_range: dict[Range, list[tuple[int, str]]] = {}
        self._lines: dict[int, int] = {}
        self._taken: dict[tuple[int, int], int] = {}
        self._offsets: dict[tuple[Range, tuple[str, ...]], int] = {}
        bytecode = code.co_code
        self.resume = 0
        for index, (line, end_line, column, end_column) in enumerate(code.co_positions()):
            name = opcode.opname[bytecode[2 * index]]
            if name == "RESUME" and not self.resume:
                self.resume = 2 * index
            if line is None or name == "CACHE":
                continue
            self._lines.setdefault(line, 2 * index)
            if end_line is not None and column is not None and end_column is not None:
                self._by_range.setdefault((line, end_line, column, end_column), []).append((2 * index, name))

    def place(self, node: ast.AST, wanted: Sequence[str] = ()) -> tuple[int, int]:
        """Line and column (from 1) that stand for the instruction of a node; `wanted`: its name, where there are several."""
        offset, line = self._find(node, tuple(wanted) or _WANTED.get(type(node), ()))
        column = node.col_offset + 1 if line == node.lineno else 1
        while self._taken.setdefault((line, column), offset) != offset:
            column += 1
        return line, column

    def table(self) -> list[int]:
        """Line, column and byte offset of each place that was given out, in order."""
        return [number for (line, column), offset in sorted(self._taken.items()) for number in (line, column, offset)]

    def _find(self, node: ast.AST, wanted: tuple[str, ...]) -> tuple[int, int]:
        for place in _ranges(node):
            found = self._by_range.get(place)
            if found:
                named = [offset for offset, name in found if name in wanted]
                return (named or [found[-1][0]])[0], place[0]
        # Without column data, or for what Python's compiler has no instruction of that range: the line's first.
        lines = [line for line in self._lines if line <= node.lineno] or list(self._lines)
        if not lines:
            return self.resume, node.lineno
        line = node.lineno if node.lineno in self._lines else max(lines)
        return self._lines[line], line


def _ranges(node: ast.AST) -> list[Range]:
    """The ranges that Python's compiler may give a node's instruction, best first."""
    own = node.lineno, node.end_lineno, node.col_offset, node.end_col_offset
    attribute = node.func if isinstance(node, ast.Call) else node
    if not isinstance(attribute, ast.Attribute) or attribute.lineno == attribute.end_lineno:
        return [own]
    # An attribute on a line after its object's is where its name is; so is a call of it.
    start = max(attribute.end_col_offset - len(attribute.attr), 0)
    return [(attribute.end_lineno, node.end_lineno, start, node.end_col_offset), own]
