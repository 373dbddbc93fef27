"""From a function to its AST: found by code positions, and only if that source is the code that runs.

The file is compiled again as a whole and its code compared with the function's (bytecode, constants, names,
recursively); line tables may differ. A mismatch means that the file was edited after import, or that something rewrote
the function; then there is no AST to trust.
"""
from __future__ import annotations

import ast
import linecache
import os
import types
import weakref
from dataclasses import dataclass

from janusc.errors import NoSource

__all__ = ["COMPREHENSIONS", "Source", "find", "find_code", "name_of", "register", "same_code",
           "span_distance"]

# Comprehensions that are functions of their own in Python's bytecode, which stand for themselves as nodes.
COMPREHENSIONS = {ast.ListComp: "<listcomp>", ast.SetComp: "<setcomp>", ast.DictComp: "<dictcomp>",
                  ast.GeneratorExp: "<genexpr>"}

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp


@dataclass(frozen=True)
class Source:
    """A function's AST and where it stands."""

    file: str
    text: str
    node: FunctionNode
    class_name: str | None
    future_annotations: bool


@dataclass(frozen=True)
class _File:
    stamp: object
    text: str
    tree: ast.Module
    codes: dict[int, list[types.CodeType]]
    functions: dict[int, list[tuple[FunctionNode, str | None]]]


_files: dict[str, _File] = {}
# By the id of the code object, for as long as that lives.
_registered: dict[int, Source] = {}


def same_code(a: types.CodeType, b: types.CodeType) -> bool:
    """Whether two code objects do the same, whatever their line tables say."""
    if (a.co_code, a.co_names, a.co_varnames, a.co_freevars, a.co_cellvars, a.co_flags, a.co_name,
            a.co_argcount, a.co_posonlyargcount, a.co_kwonlyargcount, a.co_exceptiontable) != (
            b.co_code, b.co_names, b.co_varnames, b.co_freevars, b.co_cellvars, b.co_flags, b.co_name,
            b.co_argcount, b.co_posonlyargcount, b.co_kwonlyargcount, b.co_exceptiontable):
        return False
    return len(a.co_consts) == len(b.co_consts) and all(map(_same_constant, a.co_consts, b.co_consts))


def _same_constant(a: object, b: object) -> bool:
    if isinstance(a, types.CodeType) and isinstance(b, types.CodeType):
        return same_code(a, b)
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same_constant, a, b))
    # repr tells 0.0 from -0.0 and NaN is itself; frozensets have no order.
    return a == b if isinstance(a, frozenset) else repr(a) == repr(b)


def find(function: types.FunctionType) -> Source:
    """The source of a function; raises NoSource with the reason if there is none to trust."""
    return find_code(function.__code__, function.__globals__, function.__qualname__)


def find_code(code: types.CodeType, module_globals: dict, name: str | None = None) -> Source:
    """The source of a code object, which may be that of a comprehension."""
    registered = _registered.get(id(code))
    if registered is not None:
        return registered
    file = _load(code.co_filename, module_globals)
    name = name or code.co_qualname
    candidates = [c for c in file.codes.get(code.co_firstlineno, []) if c.co_name == code.co_name]
    if not any(same_code(code, candidate) for candidate in candidates):
        raise NoSource(f"{name}: the source at {code.co_filename}:{code.co_firstlineno} is not the code that runs "
                       "(was the file edited after it was imported, or the function rewritten?)")
    node, class_name = _node(file, code, name)
    annotations = any(isinstance(s, ast.ImportFrom) and s.module == "__future__"
                      and any(alias.name == "annotations" for alias in s.names) for s in file.tree.body)
    return Source(code.co_filename, file.text, node, class_name, annotations)


def register(code: types.CodeType, source: Source) -> None:
    """Says what the source is of code that stands in no file as it is: `find` gives it for functions with this code."""
    number = id(code)
    _registered[number] = source
    weakref.finalize(code, _registered.pop, number, None)


def _load(filename: str, module_globals: dict) -> _File:
    try:
        status = os.stat(filename)
        stamp: object = (status.st_mtime_ns, status.st_size)
    except OSError:
        stamp = None
    cached = _files.get(filename)
    if cached is not None and cached.stamp == stamp and stamp is not None:
        return cached
    linecache.checkcache(filename)
    text = "".join(linecache.getlines(filename, module_globals))
    if cached is not None and cached.stamp is None and cached.text == text:
        # Not a file (a notebook's cell): its text is its stamp.
        return cached
    if not text:
        raise NoSource(f"no source for {filename} (code from a REPL or exec has none)")
    try:
        tree = ast.parse(text, filename)
        top = compile(text, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise NoSource(f"{filename} does not parse: {error}") from error
    except RecursionError as error:
        raise NoSource(f"{filename} nests too deep to be parsed") from error
    file = _File(stamp, text, tree, _codes(top), _functions(tree))
    _files[filename] = file
    return file


def _codes(top: types.CodeType) -> dict[int, list[types.CodeType]]:
    """Every code object of a module, by first line."""
    result: dict[int, list[types.CodeType]] = {}
    pending = [top]
    while pending:
        code = pending.pop()
        result.setdefault(code.co_firstlineno, []).append(code)
        pending.extend(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    return result


def name_of(node: ast.AST) -> str:
    """What Python calls the code object of a function, class or comprehension."""
    return COMPREHENSIONS.get(type(node)) or getattr(node, "name", "<lambda>")


def _first_line(node: FunctionNode) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _functions(tree: ast.Module) -> dict[int, list[tuple[FunctionNode, str | None]]]:
    """Every function of a module with its innermost class, by first line."""
    result: dict[int, list[tuple[FunctionNode, str | None]]] = {}
    pending: list[tuple[ast.AST, str | None]] = [(tree, None)]
    while pending:
        node, class_name = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, *COMPREHENSIONS)):
            result.setdefault(_first_line(node), []).append((node, class_name))
        inner = node.name if isinstance(node, ast.ClassDef) else class_name
        pending.extend((child, inner) for child in ast.iter_child_nodes(node))
    return result


def _node(file: _File, code: types.CodeType, name: str) -> tuple[FunctionNode, str | None]:
    wanted = [(node, class_name) for node, class_name in file.functions.get(code.co_firstlineno, [])
              if name_of(node) == code.co_name]
    if len(wanted) > 1:
        # Several on one line: the code's own positions lie in one of the bodies.
        span = _span(code)
        wanted = [(node, class_name) for node, class_name in wanted if _body_span(node) == span]
    if len(wanted) != 1:
        raise NoSource(f"{name}: cannot tell which of the functions at {code.co_filename}:{code.co_firstlineno} it is")
    return wanted[0]


def _span(code: types.CodeType) -> tuple:
    """First and last position of the code's instructions, without its prologue."""
    places = [(line, column, end_line, end_column) for line, end_line, column, end_column in code.co_positions()
              if line and end_line and column is not None and end_column is not None
              and (line, column, end_line, end_column) != (code.co_firstlineno, 0, code.co_firstlineno, 0)]
    if not places:
        return ()
    return min(p[:2] for p in places), max(p[2:] for p in places)


def _body_span(node: ast.AST) -> tuple:
    body = node if isinstance(node, tuple(COMPREHENSIONS)) else node.body
    first, last = (body[0], body[-1]) if isinstance(body, list) else (body, body)
    return (first.lineno, first.col_offset), (last.end_lineno, last.end_col_offset)


def span_distance(code: types.CodeType, node: ast.AST) -> int:
    """How far the positions of a code object are from those of what a node defines; 0 where they agree."""
    span = _span(code)
    if not span:
        return 0
    return sum(abs(found - wanted) * factor for ends in zip(span, _body_span(node), strict=True)
               for found, wanted, factor in zip(*ends, (1000, 1), strict=True))
