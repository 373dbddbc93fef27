"""Which statements and expressions of a function are units: what they read and bind, and the synthetic functions they become.

`plan` derives units from one set, the *dirty nodes* of the function's AST: those whose operations turned out to need the
interpreter. What only looks at the AST is decided here: how control leaves a run of statements, which variables
closures share, what can never be native (`unsuitable`).

Units nest: inside a unit stand those that would be units if it were none, so that where one cannot be made at run time, its parts are
tried at once. An outer unit is reached first; inner ones only if it did nothing.
"""
from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from janusc.frontend import flow
from janusc.frontend.holes import Opener, own_nodes, without
from janusc.frontend.scopes import Scope, analyze, argument_nodes, mangle
from janusc.frontend.source import Source

__all__ = ["LENGTH", "Plan", "Planner", "Unit"]

# The peek that is a container's length instead of an attribute; no attribute has such a name.
LENGTH = "len()"

_FRAME_NAMES = {"locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe", "globals", "breakpoint"}
# The pattern of unbound inputs is a word of bits.
_MAX_INPUTS = 64
# Levels of units inside a unit.
_MAX_DEPTH = 6
_NEVER = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Import, ast.ImportFrom, ast.ClassDef,
          ast.FunctionDef, ast.AsyncFunctionDef, ast.Delete, ast.TryStar, ast.Global, ast.Nonlocal)


_FILLED = ast.Constant(None)


@dataclass(frozen=True, eq=False)
class Unit:
    """A run of statements of one block, or an expression, that is tried natively.

    `inputs` and `outputs` are variables by their mangled names. An input may be unbound; an output is bound when the unit
    falls through. `holes` are expressions inside it that are evaluated before; `peeks` attributes of inputs (variable, attribute),
    or `LENGTH`, that are read before, where that runs no code. `kind` is `statements`, `expression` or `condition` (only the truth of the value counts).
    """

    kind: str
    nodes: tuple[ast.stmt | ast.expr, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    returns: bool
    # Expressions inside that are evaluated before; their values are inputs as well, after the variables.
    holes: tuple[ast.expr, ...] = ()
    # The expression that has them.
    opened: ast.expr | None = None
    # How many units it is inside of.
    depth: int = 0
    # Attributes of variables; the variables themselves, which are `hidden`, are not looked at.
    peeks: tuple[tuple[str, str], ...] = ()

    @property
    def parameters(self) -> tuple[str, ...]:
        """One name for each input, hole and peek; all but the hidden ones are the synthetic function's parameters."""
        return *self.inputs, *self._numbered("hole", len(self.holes)), *self._numbered("peek", len(self.peeks))

    def _numbered(self, prefix: str, count: int) -> tuple[str, ...]:
        while any(name.startswith(f"{prefix}_") for name in self.inputs):
            prefix += "_"
        return tuple(f"{prefix}_{index}" for index in range(count))

    @property
    def hidden(self) -> frozenset[str]:
        """Inputs that only peeks look at."""
        return frozenset(name for name, _ in self.peeks)

    def peek_names(self) -> dict[tuple[str, str], str]:
        """The parameter of each peek."""
        return dict(zip(self.peeks, self.parameters[len(self.inputs) + len(self.holes):], strict=True))

    def own_nodes(self) -> Iterator[ast.AST]:
        """All nodes that the unit does itself."""
        for node in self.nodes:
            yield from own_nodes(node, self.holes)

    @property
    def lines(self) -> tuple[int, int]:
        return self.nodes[0].lineno, self.nodes[-1].end_lineno or self.nodes[-1].lineno

    @property
    def key(self) -> tuple:
        """The same for the same unit of another plan."""
        last = self.nodes[-1]
        return (self.kind, self.nodes[0].lineno, self.nodes[0].col_offset, last.end_lineno, last.end_col_offset,
                self.inputs, self.outputs, self.returns, tuple((hole.lineno, hole.col_offset) for hole in self.holes),
                self.peeks)


@dataclass
class Plan:
    """The units of a function by the node they begin at, outer ones before those inside; `around` says which those are. What is
    in a hole is evaluated before a unit, and not inside of it."""

    statements: dict[ast.stmt, list[Unit]] = field(default_factory=dict)
    expressions: dict[ast.expr, Unit] = field(default_factory=dict)
    around: dict[Unit, tuple[Unit, ...]] = field(default_factory=dict)

    def units(self) -> list[Unit]:
        return [*(unit for units in self.statements.values() for unit in units), *self.expressions.values()]

    def __bool__(self) -> bool:
        return bool(self.statements or self.expressions)


class Planner:
    """Plans the units of one function. free_variables: those of its code object."""

    def __init__(self, source: Source, free_variables: Iterable[str] = ()) -> None:
        self.source = source
        self.class_name = source.class_name
        self.scope = analyze(source.node, source.class_name)
        body = getattr(source.node, "body", source.node)
        self.body: list[ast.stmt] = body if isinstance(body, list) else []
        free = set(free_variables)
        self.variables = self.scope.locals() | free
        self.captured = set(self._captured(self.scope)) | free
        self.unsuitable = self._unsuitable()
        self._liveness = flow.Liveness(self.body, self.class_name)
        self._read_after_return = flow.read_after_return(self.body, self.class_name)
        self._watched = any(self._names_frame(node) for node in ast.walk(source.node))
        self._dirty: set[ast.AST] = set()
        self._excluded: set[tuple] = set()
        self._peeked: set[str] = set()
        self._whole: set[str] = set()
        # The units that what is planned now is inside of; for a hole, with the depth.
        self._around: tuple[Unit, ...] = ()
        self._holes: dict[ast.expr, tuple[int, tuple[Unit, ...]]] = {}
        self._clean: dict[ast.AST, bool] = {}
        self._plan = Plan()
        self._opener = Opener(self.is_clean, lambda node: node in self._dirty,
                              lambda name: self._mangle(name) in self.variables - self.captured)

    def plan(self, dirty: Iterable[ast.AST], excluded: Iterable[tuple] = (), peeked: Iterable[str] = (),
             whole: Iterable[str] = ()) -> Plan:
        """The units where these nodes need the interpreter; those with a key in `excluded` are left out.

        peeked: variables of which units take the attributes that they read, where they read nothing else of them.
        whole: variables of which units do not take the length alone.
        """
        self._dirty, self._excluded, self._peeked = set(dirty) | self.unsuitable, set(excluded), set(peeked)
        self._whole, self._around, self._holes = set(whole), (), {}
        self._clean = {}
        self._plan = plan = Plan()
        if self.body:
            self._block(self.body, 0)
        elif isinstance(self.source.node, ast.Lambda):
            self._expression(self.source.node.body, 0)
        else:
            self._comprehension(self.source.node)
        return plan

    def is_clean(self, node: ast.AST) -> bool:
        """Whether nothing in the node needs the interpreter."""
        known = self._clean.get(node)
        if known is None:
            known = node not in self._dirty and all(map(self.is_clean, ast.iter_child_nodes(node)))
            self._clean[node] = known
        return known

    # What only the AST says.

    def _captured(self, scope: Scope) -> Iterator[str]:
        """Variables that functions made inside share; comprehensions are gone when anyone could look."""
        for child in scope.children.values():
            if isinstance(child.node, (ast.ListComp, ast.SetComp, ast.DictComp)):
                yield from self._captured(child)
            else:
                yield from child.free()

    def _unsuitable(self) -> set[ast.AST]:
        """Nodes that are no part of any unit."""
        result: set[ast.AST] = set()
        shared = self.captured | self.scope.global_names | self.scope.nonlocal_names
        for node in self._all_nodes():
            if isinstance(node, _NEVER) or self._names_frame(node):
                result.add(node)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                if self._mangle(node.id) in shared:
                    result.add(node)
            elif isinstance(node, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)):
                if node.name is not None and self._mangle(node.name) in shared:
                    result.add(node)
        return result

    def _all_nodes(self) -> Iterator[ast.AST]:
        for statement in self.body or [getattr(self.source.node, "body", self.source.node)]:
            yield from flow.walk_with_closures(statement)

    def _names_frame(self, node: ast.AST) -> bool:
        return (isinstance(node, ast.Name) and node.id in _FRAME_NAMES
                or isinstance(node, ast.Attribute) and node.attr in ("_getframe", "currentframe"))

    def _mangle(self, name: str) -> str:
        return mangle(name, self.class_name)

    # Statements.

    def _block(self, body: Sequence[ast.stmt], depth: int) -> None:
        """The units among the statements of a block."""
        run: list[ast.stmt] = []
        holes: tuple[ast.expr, ...] = ()
        for node in body:
            if self._fits(node):
                run.append(node)
                continue
            self._run(run, depth, holes)
            # What is evaluated before all else in a statement may leave the rest of it to a unit.
            holes = () if flow.jumps_out(node) else self._opener.statement_holes(node)
            run = [node] if holes else []
            if not holes:
                self._inside(node, depth)
        self._run(run, depth, holes)

    def _fits(self, node: ast.stmt) -> bool:
        """Whether the statement may be part of a unit, by itself."""
        return self.is_clean(node) and not flow.jumps_out(node) and not isinstance(node, ast.Raise)

    def _run(self, run: list[ast.stmt], depth: int, holes: tuple[ast.expr, ...] = ()) -> None:
        """Clean statements in a row: one unit, if they leave in one way. holes: those of the first one."""
        first = next((index for index, node in enumerate(run) if _has_return(node)), None)
        if first is None or not flow.falls_through(run[first:]):
            self._unit(run, first is not None, depth, holes)
            return
        self._unit(run[:first], False, depth, holes)
        self._inside(run[first], depth)
        self._run(run[first + 1:], depth)

    def _unit(self, run: list[ast.stmt], returns: bool, depth: int, holes: tuple[ast.expr, ...]) -> None:
        if not any(map(_does_something, run)):
            return
        self._note_holes(holes, depth)
        unit = self._make("statements", tuple(run), returns, holes, depth)
        around = self._around
        if len(unit.parameters) <= _MAX_INPUTS and unit.key not in self._excluded and not self._loses_variables(run):
            self._plan.statements.setdefault(run[0], []).append(unit)
            self._enter(unit)
            depth += 1
        if depth <= _MAX_DEPTH:
            self._parts(run, depth, holes)
        self._around = around

    def _enter(self, unit: Unit) -> None:
        self._plan.around[unit] = self._around
        self._around = (*self._around, unit)

    def _loses_variables(self, run: list[ast.stmt]) -> bool:
        """Whether a `finally` block looks at what the statements bind before they return: a unit gives a result or variables."""
        returns = (part for statement in run for part in flow.walk_own(statement) if isinstance(part, ast.Return))
        read = set().union(*(self._read_after_return[node] for node in returns))
        return bool(read and read & flow.bindings(run, self.variables, self.class_name))

    def _parts(self, run: list[ast.stmt], depth: int, holes: tuple[ast.expr, ...]) -> None:
        """The units inside a unit."""
        if len(run) > 1:
            half = len(run) // 2
            self._run(run[:half], depth, holes)
            self._run(run[half:], depth)
        else:
            self._inside(run[0], depth)

    def _note_holes(self, holes: Iterable[ast.expr], depth: int) -> None:
        """What is in a hole is as deep as the outermost unit that has it."""
        for hole in holes:
            self._holes.setdefault(hole, (depth, self._around))

    def _make(self, kind: str, nodes: tuple, returns: bool, holes: tuple[ast.expr, ...], depth: int) -> Unit:
        variables = self.variables
        opened = None
        if holes:
            opened = nodes[0] if isinstance(nodes[0], ast.expr) else self._opener.first_expression(nodes[0])
        # The variables that only holes read are no inputs.
        flowing = [without(node, dict.fromkeys(holes, _FILLED)) for node in nodes] if holes else nodes
        if kind != "statements":
            read = flow.loaded(flowing[0], self.class_name) & variables
            return Unit(kind, nodes, self._order(read), (), False, holes, opened, depth, self._peeks(read, flowing))
        read, bound = flow.exposed(flowing, variables, self.class_name)
        outputs: set[str] = set()
        if not returns:
            outputs = flow.bindings(nodes, variables, self.class_name)
            if not self._watched:
                outputs &= self._liveness.after(nodes[-1])
        read |= outputs - bound
        return Unit(kind, nodes, self._order(read), tuple(sorted(outputs)), returns, holes, opened, depth,
                    self._peeks(read, flowing))

    def _peeks(self, inputs: set[str], nodes: Iterable[ast.AST]) -> tuple[tuple[str, str], ...]:
        found = {name: self.peeks(name, nodes) for name in sorted(inputs)}
        return tuple((name, attribute) for name, attributes in found.items()
                     if (attributes == (LENGTH,) and name not in self._whole if LENGTH in attributes else name in self._peeked)
                     for attribute in attributes)

    def peeks(self, name: str, nodes: Iterable[ast.AST]) -> tuple[str, ...]:
        """The attributes that nodes read of a variable, or `LENGTH`; none if they do anything else with it or assign to
        one of those."""
        if name == "__class__" or name in self.captured:
            return ()
        found: dict[str, None] = {}
        inside: set[ast.AST] = set()
        assigned: set[str] = set()
        named = "len" in self.variables
        for part in (part for node in nodes for part in ast.walk(node)):
            match part:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=own))) | ast.AugAssign(
                        target=ast.Attribute(value=ast.Name(id=own))) if self._mangle(own) == name:
                    return ()
                case ast.Attribute(value=ast.Name(id=own) as variable, attr=attribute, ctx=ast.Load()) if (
                        self._mangle(own) == name):
                    found[self._mangle(attribute)] = None
                    inside.add(variable)
                case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=own) as variable], keywords=[]) if (
                        not named and self._mangle(own) == name):
                    found[LENGTH] = None
                    inside.add(variable)
                case ast.Attribute(attr=attribute):
                    if not isinstance(part.ctx, ast.Load):
                        assigned.add(self._mangle(attribute))
                case ast.Name(id=own) if self._mangle(own) == name and part not in inside:
                    return ()
                case ast.Lambda() | ast.GeneratorExp():
                    return ()
        return () if assigned & found.keys() else tuple(found)

    def _order(self, inputs: set[str]) -> tuple[str, ...]:
        """The inputs in the order of the synthetic function's parameters: super() looks at the first."""
        if "__class__" not in inputs:
            return tuple(sorted(inputs))
        first = self._mangle(next((node.arg for node in argument_nodes(self.source.node.args)), "__class__"))
        return first, *sorted(inputs - {first})

    def _inside(self, node: ast.stmt, depth: int) -> None:
        """The units in a statement that is none itself."""
        match node:
            case ast.If(test=test, body=body, orelse=orelse) | ast.While(test=test, body=body, orelse=orelse):
                self._expression(test, depth, "condition")
                self._block(body, depth)
                self._block(orelse, depth)
            case ast.For(iter=iterable, body=body, orelse=orelse):
                self._expression(iterable, depth)
                self._block(body, depth)
                self._block(orelse, depth)
            case ast.With(items=items, body=body):
                for item in items:
                    self._children(item.context_expr, depth)
                self._block(body, depth)
            case (ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final)
                  | ast.TryStar(body=body, handlers=handlers, orelse=orelse, finalbody=final)):
                self._block(body, depth)
                for handler in handlers:
                    self._block(handler.body, depth)
                self._block(orelse, depth)
                self._block(final, depth)
            case ast.Match(subject=subject, cases=cases):
                self._expression(subject, depth)
                for case in cases:
                    self._block(case.body, depth)
            case ast.Assert(test=test):
                self._expression(test, depth, "condition")
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Raise() | ast.Delete():
                pass
            case ast.Expr(value=value) | ast.Return(value=value) if value is not None:
                self._top(node, value, depth)
            case ast.Assign(targets=[ast.Name()], value=value) | ast.AugAssign(target=ast.Name(), value=value):
                self._top(node, value, depth)
            case _:
                self._children(node, depth)

    def _top(self, node: ast.stmt, value: ast.expr, depth: int) -> None:
        """The units in what a simple statement consists of: the whole of it is no other than the statement's own."""
        if self._fits(node):
            self._children(value, depth)
        else:
            self._expression(value, depth)

    # Expressions.

    def _children(self, node: ast.AST, depth: int) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._expression(child, depth)
            elif isinstance(child, ast.keyword):
                self._expression(child.value, depth)

    def _expression(self, node: ast.expr, depth: int, kind: str = "expression") -> None:
        """The units in an expression."""
        if isinstance(node, (ast.Lambda, ast.GeneratorExp, ast.Constant, ast.Name)):
            return
        around = self._around
        depth, self._around = self._holes.get(node, (depth, around))
        holes = () if self.is_clean(node) else self._opener.holes(node)
        if depth <= _MAX_DEPTH and self._is_unit(node, holes):
            unit = self._make(kind, (node,), False, holes, depth)
            if len(unit.parameters) <= _MAX_INPUTS and unit.key not in self._excluded:
                self._plan.expressions[node] = unit
                self._note_holes(holes, depth)
                self._enter(unit)
                # One that cannot be made has parts that can.
                depth = max(depth + 1, _MAX_DEPTH)
        match node:
            case ast.Call(func=function, args=args, keywords=keywords):
                if isinstance(function, ast.Attribute):
                    self._expression(function.value, depth)
                elif not isinstance(function, ast.Name):
                    self._expression(function, depth)
                for argument in (*args, *(keyword.value for keyword in keywords)):
                    self._expression(argument.value if isinstance(argument, ast.Starred) else argument, depth)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._expression(test, depth, "condition")
                self._expression(body, depth)
                self._expression(orelse, depth)
            case ast.ListComp(generators=[first, *_]) | ast.SetComp(generators=[first, *_]) | ast.DictComp(
                    generators=[first, *_]):
                # The rest is code of its own, with units of its own.
                self._expression(first.iter, depth)
            case _:
                self._children(node, depth)
        self._around = around

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp) -> None:
        """The units of a comprehension's own code; the first iterable is evaluated outside."""
        for index, generator in enumerate(node.generators):
            if index:
                self._expression(generator.iter, 0)
            for condition in generator.ifs:
                self._expression(condition, 0, "condition")
        for element in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self._expression(element, 0)

    def _is_unit(self, node: ast.expr, holes: tuple[ast.expr, ...]) -> bool:
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load) or isinstance(node, (
                ast.Starred, ast.JoinedStr, ast.FormattedValue, ast.Slice, ast.Attribute, ast.NamedExpr)):
            return False
        return ((bool(holes) or self.is_clean(node)) and _does_something(node)
                and not any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)))


def _has_return(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Return) for part in flow.walk_own(node))


def _does_something(node: ast.AST) -> bool:
    """Whether there is an operation that tensors have."""
    return any(isinstance(part, (ast.Call, ast.BinOp, ast.Compare, ast.AugAssign, ast.Subscript))
               or isinstance(part, ast.UnaryOp) and not isinstance(part.operand, ast.Constant)
               for part in flow.walk_own(node))
