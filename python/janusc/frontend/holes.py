"""Holes: what a unit does not do itself, because it needs the interpreter, though all that comes after it is native.

In `h = self.cell(buffer.pop(), h) + 1` only `buffer.pop()` needs the interpreter. It is evaluated before the unit, and so is all that
Python evaluates before it and that it might change (`self.cell`); their values are inputs. The order of evaluation stays.
"""
from __future__ import annotations

import ast
import collections
import copy
from collections.abc import Callable, Iterator, Mapping

import torch

# Methods of Python's own containers. Called as an attribute that was looked up before, one names itself otherwise in its errors.
_METHODS_IN_C = frozenset(name for kind in (dict, list, set, str, tuple, collections.deque) for name in dir(kind))

__all__ = ["Opener", "own_nodes", "read_before", "tensor_receivers", "without"]


class Opener:
    """Finds the holes of expressions and statements. is_clean: whether nothing in a node needs the interpreter;
    is_dirty: whether the node itself does; is_private: whether a name is a variable that no other code can bind."""

    def __init__(self, is_clean: Callable[[ast.AST], bool], is_dirty: Callable[[ast.AST], bool],
                 is_private: Callable[[str], bool]) -> None:
        self.is_clean = is_clean
        self.is_dirty = is_dirty
        self.is_private = is_private

    def holes(self, node: ast.expr) -> tuple[ast.expr, ...]:
        """What has to be evaluated before, in order, for the rest to be clean; empty if there is no such rest."""
        return tuple(self._split(node) or ())

    def statement_holes(self, node: ast.stmt) -> tuple[ast.expr, ...]:
        """The same for a statement."""
        expression = self.first_expression(node)
        if expression is None or self.is_clean(expression):
            return ()
        if isinstance(node, ast.AugAssign) and not isinstance(expression, ast.Name):
            # Here all of the value may be one.
            return self.holes(expression) or (expression,)
        return self.holes(expression)

    def first_expression(self, node: ast.stmt) -> ast.expr | None:
        """The expression that a statement evaluates before all else, if all else is clean."""
        match node:
            case ast.Expr(value=value) | ast.Assign(value=value) | ast.Return(value=value) | ast.If(test=value):
                found = value
            case ast.AugAssign(target=ast.Name(id=name), value=value) if self.is_private(name):
                found = value
            case ast.AnnAssign(target=ast.Name(), value=value):
                found = value
            case _:
                return None
        if found is None or self.is_dirty(node):
            return None
        return found if all(child is found or self.is_clean(child) for child in ast.iter_child_nodes(node)) else None

    def _split(self, node: ast.expr) -> list[ast.expr] | None:
        """The holes in an expression; None if all of it is one."""
        if self.is_clean(node):
            return []
        parts = None if self.is_dirty(node) else _parts(node)
        if not parts:
            return None
        last = max(index for index, part in enumerate(parts) if not self.is_clean(part))
        if isinstance(parts[last], ast.Name):
            # What is wrong with a variable is that it is read here.
            return None
        if isinstance(node, ast.Call) and last == 0 and isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS_IN_C:
            return None
        before = [part for part in parts[:last] if not self._is_inert(part, node)]
        inside = self._split(parts[last])
        return before + ([parts[last]] if inside is None else inside)

    def _is_inert(self, part: ast.expr, parent: ast.expr) -> bool:
        """Whether it does not matter if the part is evaluated before or after a hole."""
        match part:
            case ast.Constant():
                return True
            case ast.Name(id=name):
                return self.is_private(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                # A method of a tensor; that it is one is seen when the unit is reached, that there is none before the hole.
                return (isinstance(parent, ast.Call) and part is parent.func and self.is_private(name)
                        and callable(getattr(torch.Tensor, attribute, None)))
        return False


def without(node: ast.AST, replaced: Mapping[ast.AST, ast.AST]) -> ast.AST:
    """A copy of the node with others in the place of some inside."""
    return copy.deepcopy(node, {id(old): new for old, new in replaced.items()})


def tensor_receivers(opened: ast.AST | None, holes: tuple[ast.expr, ...]) -> dict[str, ast.Attribute]:
    """Variables of an opened expression that must be tensors, with the method each is asked for."""
    return {part.value.id: part for parts in read_before(opened, holes).values() for part in parts
            if isinstance(part, ast.Attribute)}


def read_before(opened: ast.AST | None, holes: tuple[ast.expr, ...]) -> dict[ast.expr, list[ast.Name | ast.Attribute]]:
    """By hole, what Python looks up between the hole before it and itself, in order, and what may fail: variables, which may be
    unbound, and methods of variables."""
    found: dict[ast.expr, list[ast.Name | ast.Attribute]] = {}
    pending: list[ast.Name | ast.Attribute] = []

    def visit(node: ast.AST) -> None:
        nonlocal pending
        if node in holes:
            found[node], pending = pending, []
            return
        match node:
            case ast.Name(ctx=ast.Load()):
                pending.append(node)
            case ast.Call(func=ast.Attribute(value=ast.Name()) as method, args=args, keywords=keywords) if method not in holes:
                pending.append(method)
                for argument in (*args, *keywords):
                    visit(argument)
            case _:
                for child in ast.iter_child_nodes(node):
                    visit(child)

    if opened is not None and holes:
        visit(opened)
    return found


def own_nodes(node: ast.AST, holes: tuple[ast.expr, ...]) -> Iterator[ast.AST]:
    """The nodes below (and with) a node that are in no hole."""
    if node in holes:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from own_nodes(child, holes)


def _parts(node: ast.expr) -> list[ast.expr] | None:
    """What an expression evaluates, each part once and always, in order, before it does its own work."""
    match node:
        case ast.Call(func=function, args=args, keywords=keywords):
            if any(isinstance(argument, ast.Starred) for argument in args) or any(key.arg is None for key in keywords):
                return None
            return [function, *args, *(key.value for key in keywords)]
        case ast.Attribute(value=value, ctx=ast.Load()) | ast.UnaryOp(operand=value):
            return [value]
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(left=left, comparators=[right]):
            return [left, right]
        case ast.Subscript(value=value, slice=key, ctx=ast.Load()):
            return [value, *(_parts(key) or [])] if isinstance(key, ast.Slice) else [value, key]
        case ast.Slice(lower=lower, upper=upper, step=step):
            return [part for part in (lower, upper, step) if part is not None]
        case ast.Tuple(elts=elements, ctx=ast.Load()) | ast.List(elts=elements, ctx=ast.Load()):
            return None if any(isinstance(element, ast.Starred) for element in elements) else list(elements)
    return None
