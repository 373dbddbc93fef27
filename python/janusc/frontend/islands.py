"""Islands: statements that Python itself runs over the cells they name."""
from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from janusc import _compiler

__all__ = ["Islands"]


class Islands:
    """Part of FunctionLowering."""

    def island(self, node: ast.stmt, code: str) -> None:
        """Leaves a statement to the interpreter, for the reason that `code` names in the table."""
        self.at(node)
        self.names.islands.append((code, *self.ir.loc))
        self._emit(self._text(node), code, self._mentioned(node))

    def island_value(self, node: ast.expr, code: str) -> _compiler.Value:
        """The same for an expression: the island stores its value in a variable of its own."""
        self.at(node)
        self.names.islands.append((code, *self.ir.loc))
        self.temporaries += 1
        # Python compiles this source, so the name must be one; the prefix is reserved.
        name = f"__janus_value_{self.temporaries}"
        cell = self.new_cell(name)
        self._emit(f"{name} = {self._text(node)}", code, self._mentioned(node), {name: cell})
        return self.ir.value("load", (cell,))

    def _text(self, node: ast.AST) -> str:
        """Source that means the same outside the class that it stands in."""
        if self.source.class_name is not None:
            node = Mangler(self.mangle).visit(copy.deepcopy(node))
        return ast.unparse(node)

    def _emit(self, text: str, code: str, names: set[str], more: dict[str, _compiler.Value] | None = None) -> None:
        cells = {name: cell for name in sorted(names) if (cell := self.find_cell(name)) is not None}
        cells.update(more or {})
        for name in names - cells.keys():
            if self.find_world_cell(name) is None:
                self.names.global_names.add(name)
        self.ir.op("python", list(cells.values()), {"source": text, "reason": code, "names": list(cells)})

    def _mentioned(self, node: ast.AST) -> set[str]:
        """Every name that may be a variable in the statement, nested scopes included: more is harmless."""
        result = set()
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name):
                    result.add(self.mangle(name))
                    if name == "super":
                        result.add("__class__")
                case ast.alias(name=name, asname=alias):
                    result.add(self.mangle(alias or name.split(".")[0]))
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    result.add(self.mangle(name))
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    result.add(self.mangle(name))
                case ast.MatchMapping(rest=str(name)):
                    result.add(self.mangle(name))
                case ast.Attribute(attr=attribute):
                    self.names.attributes.add(self.mangle(attribute))
        return result


class Mangler(ast.NodeTransformer):
    """Spells private names out; those inside a class statement belong to that class."""

    def __init__(self, mangle: Callable[[str], str]) -> None:
        self.mangle = mangle

    def visit(self, node: ast.AST) -> ast.AST:
        for field in ("id", "attr", "arg", "name", "asname", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str) and not isinstance(node, ast.keyword):
                setattr(node, field, self.mangle(value))
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [self.mangle(name) for name in node.names]
        if isinstance(node, ast.ClassDef):
            for part in (*node.decorator_list, *node.bases, *node.keywords):
                self.visit(part)
            return node
        return self.generic_visit(node)
