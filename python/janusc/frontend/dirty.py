"""From places of operations to the nodes of a function's AST that they come from.

An operation says line and column of where its node begins, and several nodes begin at one place (`x.sum().item()`). What kind of
operation it is, and the name it carries, tell them apart; in doubt more nodes are taken.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import NamedTuple

from janusc.frontend.source import Source

__all__ = ["DynamicOp", "Places", "is_cause"]

_KINDS: dict[str, tuple[type[ast.AST], ...]] = {
    "binary": (ast.BinOp, ast.AugAssign),
    "build_dict": (ast.Dict, ast.DictComp),
    "build_list": (ast.List, ast.ListComp),
    "build_set": (ast.Set, ast.SetComp),
    "build_slice": (ast.Slice,),
    "build_string": (ast.JoinedStr,),
    "build_tuple": (ast.Tuple,),
    "call": (ast.Call,),
    "compare": (ast.Compare,),
    "for": (ast.For, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    "format": (ast.FormattedValue, ast.JoinedStr),
    "get_attr": (ast.Attribute, ast.AugAssign),
    "get_global": (ast.Name,),
    "get_item": (ast.Subscript, ast.AugAssign),
    "inplace": (ast.AugAssign,),
    "make_function": (ast.Lambda, ast.FunctionDef),
    "raise": (ast.Raise, ast.Assert),
    "set_attr": (ast.Attribute, ast.AugAssign),
    "set_item": (ast.Subscript, ast.AugAssign, ast.DictComp),
    "try": (ast.Try, ast.With),
    "unary": (ast.UnaryOp,),
    "unpack": (ast.Tuple, ast.List),
    "while": (ast.While,),
}
# What a variable that stayed a cell leads to: what keeps it one is to blame.
_OF_CELLS = ("cell", "load", "store", "delete", "check_bound")


class DynamicOp(NamedTuple):
    """An operation that is left to the interpreter, as `_compiler.find_dynamic` gives it."""

    kind: str
    detail: str
    reason: str
    is_cause: bool
    places: Sequence[tuple[str, int, int]]


def is_cause(op: DynamicOp) -> bool:
    """Whether the operation itself needs the interpreter, rather than only using what another one gave."""
    return op.is_cause and op.kind not in _OF_CELLS


class Places:
    """The nodes of one function by where they begin."""

    def __init__(self, source: Source) -> None:
        self.file = source.file
        self.first, self.last = source.node.lineno, source.node.end_lineno or source.node.lineno
        self.parents: dict[ast.AST, ast.AST] = {}
        self._nodes: dict[tuple[int, int], list[ast.AST]] = {}
        body = getattr(source.node, "body", source.node)
        pending: list[ast.AST] = list(body) if isinstance(body, list) else [body]
        for node in pending:
            self.parents[node] = source.node
        while pending:
            node = pending.pop()
            if hasattr(node, "lineno"):
                self._nodes.setdefault((node.lineno, node.col_offset + 1), []).append(node)
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                pending.append(child)

    def nodes_of(self, op: DynamicOp) -> list[ast.AST]:
        """The nodes that an operation comes from; none if it is not this function's."""
        inside = [place for place in op.places if place[0] == self.file and self.first <= place[1] <= self.last]
        if not inside:
            return []
        # The outermost: where this function called what the operation is in.
        *_, (_, line, column) = inside
        kind = op.kind if op.places[0] == inside[-1] else "call"
        here = self._nodes.get((line, column), [])
        if kind in ("if", "truth", "assume"):
            return self._tested(here) or self._plain(here)
        if kind == "library_call":
            return self._named(self._plain(here), op.detail.rpartition(".")[2]) or self._plain(here)
        found = [node for node in here if isinstance(node, _KINDS.get(kind, ()))]
        if kind == "get_attr" or kind == "set_attr":
            found = self._named(found, op.detail) or found
        if kind == "call" and len(found) > 1:
            words = set(re.findall(r"\w+", op.reason))
            found = [node for node in found if _terminal_name(node) in words] or found
        if kind == "unpack" and found:
            # The value that is unpacked may be fine.
            found = [self._statement_of(node) for node in found]
        return found or self._plain(here)

    def _plain(self, here: list[ast.AST]) -> list[ast.AST]:
        """All that do something; a statement only where nothing else begins there."""
        found = [node for node in here if isinstance(node, ast.expr) and not isinstance(node, (ast.Name, ast.Constant))]
        return found or [node for node in here if isinstance(node, ast.stmt)] or here

    def _named(self, nodes: list[ast.AST], name: str) -> list[ast.AST]:
        return [node for node in nodes if _terminal_name(node).strip("_") == name.strip("_")]

    def _tested(self, here: list[ast.AST]) -> list[ast.AST]:
        """What asks for the truth of one of the nodes."""
        found = []
        for node in here:
            parent = self.parents.get(node)
            match parent:
                case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                    found += [parent] * (test is node)
                case ast.BoolOp():
                    found.append(parent)
                case ast.UnaryOp(op=ast.Not()):
                    found.append(parent)
                case ast.comprehension(ifs=tests) if node in tests:
                    found.append(self.parents[parent])
        return found

    def _statement_of(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, ast.stmt) and node in self.parents:
            node = self.parents[node]
        return node


def _terminal_name(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)) | ast.Attribute(attr=name):
            return name
        case ast.AugAssign(target=ast.Attribute(attr=name)):
            return name
    return ""
