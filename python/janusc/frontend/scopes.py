"""Which names a function binds, and which it takes from outside: Python's rules, on the AST.

A comprehension is a scope of its own whose first iterable belongs to the scope around it; a walrus inside binds in
the function around. Lambdas, nested functions and class bodies are children as well. Names are mangled as in CPython.
"""
from __future__ import annotations

import ast
from dataclasses import dataclass, field

__all__ = ["FUNCTIONS", "Scope", "analyze", "argument_nodes", "mangle"]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def mangle(name: str, class_name: str | None) -> str:
    """`__x` inside class `C` is `_C__x`."""
    if class_name is None or not name.startswith("__") or name.endswith("__") or "." in name:
        return name
    stripped = class_name.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


def argument_nodes(arguments: ast.arguments) -> list[ast.arg]:
    """The parameters, in the order of `imperative.func`'s `params`."""
    result = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg:
        result.append(arguments.vararg)
    result.extend(arguments.kwonlyargs)
    if arguments.kwarg:
        result.append(arguments.kwarg)
    return result


@dataclass
class Scope:
    """The names of one function, comprehension or class body."""

    node: ast.AST
    class_name: str | None
    parent: Scope | None
    bound: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    global_names: set[str] = field(default_factory=set)
    nonlocal_names: set[str] = field(default_factory=set)
    children: dict[ast.AST, Scope] = field(default_factory=dict)

    @property
    def is_comprehension(self) -> bool:
        return isinstance(self.node, _COMPREHENSIONS)

    def locals(self) -> set[str]:
        """The names that are variables of this scope."""
        return self.bound - self.global_names - self.nonlocal_names

    def free(self) -> set[str]:
        """The names that come from an enclosing scope or are global."""
        names = set(self.used)
        for child in self.children.values():
            names |= child.free()
        own = self.locals()
        return (names - own - self.global_names) | self.nonlocal_names


class _Analyzer(ast.NodeVisitor):
    """Fills one Scope; children get an analyzer each."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def _name(self, name: str) -> str:
        return mangle(name, self.scope.class_name)

    def _bind(self, name: str | None) -> None:
        if name is not None:
            self.scope.bound.add(self._name(name))

    def _child(self, node: ast.AST, class_name: str | None) -> _Analyzer:
        scope = Scope(node, class_name, self.scope)
        self.scope.children[node] = scope
        return _Analyzer(scope)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.scope.used.add(self._name(node.id))
            # super() without arguments reads the cell __class__.
            if node.id == "super":
                self.scope.used.add("__class__")
        else:
            self._bind(node.id)

    def visit_Global(self, node: ast.Global) -> None:
        self.scope.global_names.update(map(self._name, node.names))

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.scope.nonlocal_names.update(map(self._name, node.names))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        scope, name = self.scope, self._name(node.target.id)
        while scope.is_comprehension and scope.parent is not None:
            # The comprehension reads and writes a variable of the function around it.
            scope.used.add(name)
            scope = scope.parent
        scope.bound.add(name)

    def visit_alias(self, node: ast.alias) -> None:
        if node.name != "*":
            self._bind(node.asname or node.name.split(".")[0])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        self._bind(node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self._bind(node.rest)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            self.scope.used.add(self._name(node.target.id))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        # A function does not evaluate the annotation, but its names are seen all the same.
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._bind(node.name)
        for decorator in node.decorator_list:
            self.visit(decorator)
        self._function(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        for argument in argument_nodes(node.args):
            if argument.annotation is not None:
                self.visit(argument.annotation)
        if getattr(node, "returns", None) is not None:
            self.visit(node.returns)
        self._child(node, self.scope.class_name).body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._bind(node.name)
        for expression in [*node.decorator_list, *node.bases, *node.keywords]:
            self.visit(expression)
        inner = self._child(node, node.name)
        for statement in node.body:
            inner.visit(statement)

    def body(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        """Visits parameters and body of the function that this scope is."""
        for argument in argument_nodes(node.args):
            self._bind(argument.arg)
        for statement in node.body if isinstance(node.body, list) else [node.body]:
            self.visit(statement)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self.visit(node.generators[0].iter)
        inner = self._child(node, self.scope.class_name)
        for index, generator in enumerate(node.generators):
            inner.visit(generator.target)
            if index:
                inner.visit(generator.iter)
            for condition in generator.ifs:
                inner.visit(condition)
        for expression in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            inner.visit(expression)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def analyze(node: ast.AST, class_name: str | None = None) -> Scope:
    """The scope of a function or comprehension whose innermost enclosing class is called `class_name`."""
    scope = Scope(node, class_name, None)
    if isinstance(node, _COMPREHENSIONS):
        _Analyzer(scope).visit(node)
        return scope.children[node]
    _Analyzer(scope).body(node)
    return scope
