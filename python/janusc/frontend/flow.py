"""What runs of statements read and bind: definite assignment, liveness, and how control leaves them. On the AST.

Names are Python's own, mangled. All answers are safe sides: a name counts as read if it may be, as bound if it is on every
path that falls through, as live if something later may look at it.
"""
from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from janusc.frontend.scopes import mangle

__all__ = ["Liveness", "bindings", "exposed", "falls_through", "jumps_out", "loaded", "stored", "walk_own",
           "walk_with_closures"]

_CLOSURES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def walk_own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's own code below (and with) a node: not those of functions and classes inside it."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _CLOSURES):
            yield from walk_own(child)


def walk_with_closures(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's own code, and the functions and classes that it makes as one node each."""
    yield node
    if not isinstance(node, _CLOSURES):
        for child in ast.iter_child_nodes(node):
            yield from walk_with_closures(child)


def loaded(node: ast.AST, class_name: str | None = None) -> set[str]:
    """Every name that the node may read, in functions inside it as well."""
    names = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=name, ctx=ast.Load() | ast.Del()) | ast.AugAssign(target=ast.Name(id=name)):
                names.add(mangle(name, class_name))
                if name == "super":
                    names.add("__class__")
            case ast.Nonlocal(names=more):
                names.update(mangle(name, class_name) for name in more)
    return names


def stored(node: ast.AST, class_name: str | None = None) -> set[str]:
    """Every name that the node's own code may bind or delete, those of comprehensions left out."""
    names: set[str] = set()
    _stored(node, names)
    return {mangle(name, class_name) for name in names}


def _stored(node: ast.AST, names: set[str]) -> None:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            names.add(name)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            names.add(name)
            return
        case ast.Lambda():
            return
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            # Only what := binds is the function's.
            names.update(part.target.id for part in ast.walk(node) if isinstance(part, ast.NamedExpr))
            _stored(node.generators[0].iter, names)
            return
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            names.add(name)
        case ast.MatchMapping(rest=str(name)):
            names.add(name)
        case ast.alias(name=name, asname=other):
            names.add(other or name.split(".")[0])
    for child in ast.iter_child_nodes(node):
        _stored(child, names)


# How control leaves.


def falls_through(body: Sequence[ast.stmt]) -> bool:
    """Whether control may go on behind the statements."""
    return all(map(_passes, body))


def _passes(node: ast.stmt) -> bool:
    match node:
        case ast.Return() | ast.Raise() | ast.Break() | ast.Continue():
            return False
        case ast.If(test=ast.Constant(value=value), body=body, orelse=orelse):
            return falls_through(body if value else orelse)
        case ast.If(body=body, orelse=orelse):
            return falls_through(body) or falls_through(orelse)
        case ast.While(test=ast.Constant(value=value), body=body) if value:
            return any(isinstance(part, ast.Break) for part in _jumps(body))
        case ast.With(body=body):
            # Whoever leaves by an exception may be held up by the manager.
            return falls_through(body) or not _is_plain_manager(node)
        case (ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final)
              | ast.TryStar(body=body, handlers=handlers, orelse=orelse, finalbody=final)):
            if not falls_through(final):
                return False
            ways = [body + orelse, *(handler.body for handler in handlers)]
            return any(map(falls_through, ways))
    return True


def _is_plain_manager(node: ast.With) -> bool:
    """no_grad and the like, which let exceptions through."""
    names = {"no_grad", "enable_grad", "inference_mode", "set_grad_enabled"}
    return all(isinstance(item.context_expr, ast.Call) and
               getattr(item.context_expr.func, "attr", getattr(item.context_expr.func, "id", "")) in names
               for item in node.items)


def _jumps(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """break and continue that belong to a loop around the statements."""
    for node in body:
        if isinstance(node, (ast.Break, ast.Continue)):
            yield node
        elif isinstance(node, _LOOPS):
            yield from _jumps(node.orelse)
        elif not isinstance(node, (*_CLOSURES, ast.expr)):
            yield from _jumps(ast.iter_child_nodes(node))


def jumps_out(node: ast.stmt) -> bool:
    """Whether a break or continue inside leads out of the statement."""
    return any(True for _ in _jumps([node]))


# Definite assignment.


def exposed(body: Sequence[ast.stmt], variables: set[str], class_name: str | None) -> tuple[set[str], set[str]]:
    """Of the variables, those that may be read before the statements bind them, and those bound wherever they fall
    through."""
    flow = _Flow(variables, class_name)
    bound = flow.block(body, set())
    return flow.exposed, set(variables) if bound is None else bound


def bindings(body: Sequence[ast.stmt], variables: set[str], class_name: str | None) -> set[str]:
    """Of the variables, those that the statements may bind."""
    return set().union(*(stored(node, class_name) for node in body)) & variables


class _Flow:
    """A forward walk: which names are bound for sure; None stands for control that does not get there."""

    def __init__(self, variables: set[str], class_name: str | None) -> None:
        self.variables = variables
        self.class_name = class_name
        self.exposed: set[str] = set()

    def block(self, body: Sequence[ast.stmt], bound: set[str]) -> set[str] | None:
        for node in body:
            after = self.statement(node, set(bound))
            if after is None:
                return None
            bound = after
        return bound

    def reads(self, node: ast.AST | None, bound: set[str]) -> None:
        if node is not None:
            self.exposed |= (loaded(node, self.class_name) & self.variables) - bound
            # What := binds on the way is bound where it always runs.
            bound |= {mangle(name, self.class_name) for name in _walrus(node)} & self.variables

    def binds(self, node: ast.AST, bound: set[str]) -> None:
        bound |= stored(node, self.class_name) & self.variables

    def statement(self, node: ast.stmt, bound: set[str]) -> set[str] | None:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                self.reads(test, bound)
                return _meet(self.block(body, set(bound)), self.block(orelse, set(bound)))
            case ast.While(test=test, body=body, orelse=orelse):
                self.reads(test, bound)
                self.block(body, set(bound))
                after = self.block(orelse, set(bound))
                broken = any(isinstance(part, ast.Break) for part in _jumps(body))
                if isinstance(test, ast.Constant) and test.value:
                    return set(bound) if broken else None
                return set(bound) if broken else after
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                self.reads(iterable, bound)
                inner = set(bound)
                self.reads(target, inner)
                self.binds(target, inner)
                self.block(body, inner)
                after = self.block(orelse, set(bound))
                return set(bound) if any(isinstance(part, ast.Break) for part in _jumps(body)) else after
            case ast.With(items=items, body=body):
                for item in items:
                    self.reads(item.context_expr, bound)
                    if item.optional_vars is not None:
                        self.reads(item.optional_vars, bound)
                        self.binds(item.optional_vars, bound)
                after = self.block(body, set(bound))
                return after if _is_plain_manager(node) else bound
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                return self._try(body, handlers, orelse, final, bound)
            case ast.Match(subject=subject, cases=cases):
                self.reads(subject, bound)
                for case in cases:
                    inner = set(bound)
                    self.reads(case.pattern, inner)
                    self.binds(case.pattern, inner)
                    self.reads(case.guard, inner)
                    self.block(case.body, inner)
                return bound
            case ast.Assert(test=test, msg=message):
                self.reads(test, bound)
                self.reads(message, set(bound))
                return bound
        self.reads(node, bound)
        self.binds(node, bound)
        if isinstance(node, ast.AnnAssign) and node.value is None:
            bound -= stored(node, self.class_name)
        if isinstance(node, ast.Delete):
            bound -= stored(node, self.class_name)
        return bound if _passes(node) else None

    def _try(self, body: Sequence[ast.stmt], handlers: Sequence[ast.ExceptHandler], orelse: Sequence[ast.stmt],
             final: Sequence[ast.stmt], bound: set[str]) -> set[str] | None:
        through = self.block(body, set(bound))
        if through is not None:
            through = self.block(orelse, through)
        for handler in handlers:
            inner = set(bound)
            self.reads(handler.type, inner)
            if handler.name:
                inner.add(mangle(handler.name, self.class_name))
            after = self.block(handler.body, inner)
            if after is not None and handler.name:
                after.discard(mangle(handler.name, self.class_name))
            through = _meet(through, after)
        ends = self.block(final, set(bound))
        if ends is None or through is None:
            return None
        return through | ends


def _walrus(node: ast.AST) -> Iterator[str]:
    """Names that := binds wherever the expression is evaluated to its end."""
    if isinstance(node, ast.NamedExpr):
        yield node.target.id
        yield from _walrus(node.value)
    elif isinstance(node, ast.BoolOp):
        yield from _walrus(node.values[0])
    elif isinstance(node, ast.IfExp):
        yield from _walrus(node.test)
    elif isinstance(node, ast.Compare):
        yield from _walrus(node.left)
        yield from _walrus(node.comparators[0])
    elif not isinstance(node, (*_CLOSURES, *_COMPREHENSIONS)):
        for child in ast.iter_child_nodes(node):
            yield from _walrus(child)


def _meet(a: set[str] | None, b: set[str] | None) -> set[str] | None:
    if a is None or b is None:
        return b if a is None else a
    return a & b


# Liveness.


def read_after_return(body: Sequence[ast.stmt], class_name: str | None) -> dict[ast.Return, set[str]]:
    """By return statement, the variables that the `finally` blocks around it may still look at."""
    found: dict[ast.Return, set[str]] = {}

    def visit(node: ast.AST, read: set[str]) -> None:
        if isinstance(node, ast.Return):
            found[node] = read
        inside = read
        if isinstance(node, (ast.Try, ast.TryStar)):
            inside = read.union(*(loaded(statement, class_name) for statement in node.finalbody))
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)) and not isinstance(child, _CLOSURES):
                visit(child, read if child in getattr(node, "finalbody", ()) else inside)

    for statement in body:
        if not isinstance(statement, _CLOSURES):
            visit(statement, set())
    return found


class Liveness:
    """Which variables something may still look at behind each statement of a function."""

    def __init__(self, body: Sequence[ast.stmt], class_name: str | None) -> None:
        self.class_name = class_name
        self._after: dict[ast.stmt, set[str]] = {}
        self._block(body, set(), set(), set(), set())

    def after(self, node: ast.stmt) -> set[str]:
        return self._after[node]

    def _block(self, body: Sequence[ast.stmt], after: set[str], stop: set[str], again: set[str],
               raised: set[str]) -> set[str]:
        """What is live before the statements. after, stop, again, raised: what is live behind them, where a break and a
        continue lead to, and where an exception does."""
        live = after
        for node in reversed(body):
            known = self._after.setdefault(node, set())
            known |= live | raised
            live = self._statement(node, live | raised, stop | raised, again | raised, raised) | raised
        return live

    def _loads(self, *nodes: ast.AST | None) -> set[str]:
        return set().union(*(loaded(node, self.class_name) for node in nodes if node is not None))

    def _statement(self, node: ast.stmt, after: set[str], stop: set[str], again: set[str],
                   raised: set[str]) -> set[str]:
        match node:
            case ast.Return() | ast.Raise():
                return self._loads(node)
            case ast.Break():
                return stop
            case ast.Continue():
                return again
            case ast.If(test=test, body=body, orelse=orelse):
                return (self._loads(test) | self._block(body, after, stop, again, raised)
                        | self._block(orelse, after, stop, again, raised))
            case ast.While(test=test, body=body, orelse=orelse):
                return self._loop(self._loads(test), set(), body, orelse, after, stop, again, raised)
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                killed = stored(target, self.class_name)
                return self._loads(iterable) | self._loop(self._loads(target), killed, body, orelse, after, stop, again,
                                                          raised)
            case ast.With(items=items, body=body):
                # The manager may swallow an exception.
                return (self._loads(*(item.context_expr for item in items), *(item.optional_vars for item in items))
                        | self._block(body, after, stop, again, raised | after))
            case (ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final)
                  | ast.TryStar(body=body, handlers=handlers, orelse=orelse, finalbody=final)):
                inside = raised | self._block(final, after | stop | again | raised, stop, again, raised)
                caught = set(inside)
                for handler in reversed(handlers):
                    # Behind a clause of except*, also one that raises, the next one is tried.
                    behind = set(caught) if isinstance(node, ast.TryStar) else inside
                    caught |= self._loads(handler.type) | self._block(handler.body, behind, stop | inside,
                                                                      again | inside, behind)
                through = self._block(orelse, inside, stop | inside, again | inside, inside)
                return self._block(body, through, stop | inside, again | inside, caught)
            case ast.Match(subject=subject, cases=cases):
                live = self._loads(subject) | after
                for case in cases:
                    live |= self._loads(case.pattern, case.guard) | self._block(case.body, after, stop, again, raised)
                return live
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return after | self._loads(node)
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            after = after - stored(node, self.class_name)
        return after | self._loads(node)

    def _loop(self, head: set[str], killed: set[str], body: Sequence[ast.stmt], orelse: Sequence[ast.stmt],
              after: set[str], stop: set[str], again: set[str], raised: set[str]) -> set[str]:
        head = head | after | self._block(orelse, after, stop, again, raised)
        while True:
            more = head | (self._block(body, head, after, head, raised) - killed)
            if more == head:
                return head
            head = more
