"""One code object, without its world, to `imperative` in generic form: variables in the slots of CPython's own frame.

Nothing is an island here. What Python's compiler does by nameless instructions is a call of a function of
`janusc._dispatch.python`, written in C so that no frame of ours shows; nested functions, class bodies, comprehensions
and generator expressions are made from their code objects, which are constants. See docs/generic.md.
"""
from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from janusc import _compiler, helpers
from janusc.errors import Unsupported
from janusc.frontend.depth import headroom
from janusc.frontend.function import FunctionLowering, Names
from janusc.frontend.generic_expressions import GenericExpressions
from janusc.frontend.generic_statements import GenericStatements
from janusc.frontend.ir import IR
from janusc.frontend.places import Places
from janusc.frontend.scopes import Scope
from janusc.frontend.source import COMPREHENSIONS, Source, name_of, span_distance

__all__ = ["GenericProgram", "Plan", "Unit", "code_of_node", "is_compilable", "lower_generic", "slots_of"]

# A debugger that starts in the middle of a function traces the rest of its bytecode.
_DEBUGGERS = frozenset({"breakpoint", "set_trace"})
_GENERATORS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Unit(Protocol):
    """Statements in a row, or an expression, that are tried natively. Inputs and outputs are variables of the function, by
    mangled name; an expression binds none, its value is output 0, a bool for a `condition`. The values of `holes`,
    expressions inside of `opened`, are inputs after the variables."""

    kind: str  # statements, expression, condition
    nodes: tuple[ast.AST, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    returns: bool
    holes: tuple[ast.expr, ...]
    opened: ast.expr | None


class Plan(Protocol):
    """The units of a function: those that begin at a statement, outer ones first, and those that are an expression."""

    statements: Mapping[ast.stmt, Sequence[Unit]]
    expressions: Mapping[ast.expr, Unit]


class NoUnits:
    """A plan without any."""

    statements: Mapping[ast.stmt, Sequence[Unit]] = {}
    expressions: Mapping[ast.expr, Unit] = {}


@dataclass(frozen=True)
class GenericProgram:
    """What `lower_generic` gives: a module with one function, and the objects that its constants are."""

    module: _compiler.Module
    symbol: str
    code: types.CodeType
    constants: list[object]


def slots_of(code: types.CodeType) -> dict[str, int]:
    """The slot of each variable in a frame of the code: what CPython calls co_localsplusnames."""
    cells = [name for name in code.co_cellvars if name not in code.co_varnames]
    return {name: slot for slot, name in enumerate((*code.co_varnames, *cells, *code.co_freevars))}


def is_compilable(code: types.CodeType, node: ast.AST) -> tuple[str, ast.AST] | None:
    """The reason (a code of `unsupported.TABLE`, and where) for which a code object has no generic version, or None."""
    if code.co_flags & _GENERATORS:
        return ("generator-function" if code.co_flags & inspect.CO_GENERATOR else "async-function"), node
    if not code.co_flags & inspect.CO_OPTIMIZED:
        return "not-a-function", node
    if not _DEBUGGERS.isdisjoint(code.co_names):
        return "debugger", node
    pending = list(ast.iter_child_nodes(node))
    while pending:
        part = pending.pop()
        if isinstance(part, ast.comprehension) and part.is_async:
            return "async-function", part.target
        if not isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(part))
    return None


class GenericIR(IR):
    """Constants are elements of a list of objects; the attribute of one is for people."""

    def __init__(self, code: types.CodeType) -> None:
        super().__init__()
        self.constants: list[object] = []
        self._indices: dict[int, int] = {}
        # Python's own constants, so that `is` gives what it gives in the interpreter.
        self._known = {constant_key(value): value for value in code.co_consts}

    def constant(self, value: object) -> _compiler.Value:
        if isinstance(value, _compiler.Attribute):
            raise TypeError(f"a generic function takes its constants by object, not {value}")
        return self.object_constant(self._known.get(constant_key(value), value), self.literal(value))

    def has_constant(self, value: object) -> bool:
        """Whether Python's compiler made a constant of that value."""
        return constant_key(value) in self._known

    def object_constant(self, value: object, attribute: _compiler.Attribute | None = None) -> _compiler.Value:
        """Any object as a constant."""
        if attribute is None:
            name = f"<{type(value).__name__} {getattr(value, '__qualname__', getattr(value, 'co_qualname', ''))}>"
            attribute = self.context.attribute(f"#imperative.literal<\"{type(value).__name__}\", \"{name}\">")
        index = self.index_of(value)
        return self.value("constant", (), {"value": attribute, "index": index})

    def index_of(self, value: object) -> int:
        """Which element of the constants an object is."""
        index = self._indices.setdefault(id(value), len(self.constants))
        if index == len(self.constants):
            self.constants.append(value)
        return index


def constant_key(value: object) -> object:
    """Equal for constants that Python's compiler would make one object of."""
    if isinstance(value, (tuple, frozenset)):
        return type(value), type(value)(map(constant_key, value))
    if isinstance(value, (float, complex)):
        return type(value), repr(value)
    if isinstance(value, types.CodeType):
        return types.CodeType, id(value)
    return type(value), value


class GenericLowering(GenericStatements, GenericExpressions, FunctionLowering):
    """Lowers one code object."""

    ir: GenericIR

    def __init__(self, source: Source, code: types.CodeType, plan: Plan,
                 constant_of: Callable[[Unit], object]) -> None:
        ir = GenericIR(code)
        scope = Scope(source.node, source.class_name, None)
        super().__init__(ir, source, scope, code.co_qualname, Names(), lambda symbol: symbol, None, {})
        self.code = code
        self.plan = plan
        self.constant_of = constant_of
        self.entered: set[Unit] = set()
        # Expressions that are evaluated already, and where their values are.
        self.filled: dict[ast.expr, _compiler.Value] = {}
        self.places = Places(code)
        self.codes = [value for value in code.co_consts if isinstance(value, types.CodeType)]

    def at(self, node: ast.AST, *wanted: str) -> None:
        if hasattr(node, "lineno"):
            self.ir.loc = (self.source.file, *self.places.place(node, wanted))

    def lower_body(self) -> None:
        """Emits the func."""
        ir = self.ir
        self.at(self.node)
        outer = ir.builder.block
        ir.builder.block = ir.module.body
        func = ir.op("func", (), {"sym_name": self.symbol, "generic": ir.context.unit(),
                                  "function_type": ir.context.type("() -> !imperative.object")}, (), 1)
        ir.builder.block = outer
        with ir.block(func, 0):
            self._slots()
            if isinstance(self.node, tuple(COMPREHENSIONS)):
                self.comprehension_body(self.node)
            else:
                self._body()
        numbers = ", ".join(map(str, self.places.table()))
        func.set("instructions", ir.context.attribute(f"array<i32: {numbers}>"))

    def _slots(self) -> None:
        cells = self.frames[0].cells
        shared = {*self.code.co_cellvars, *self.code.co_freevars}
        for name, slot in slots_of(self.code).items():
            attributes: dict[str, Any] = {"name": name, "slot": slot}
            if name in shared:
                attributes["shared"] = self.ir.context.unit()
            cells[name] = self.ir.op("cell", (), attributes, (self.ir.cell_type,)).result

    def code_of(self, node: ast.AST) -> types.CodeType:
        """The code object that Python's compiler made of a nested function, class or comprehension."""
        found = code_of_node(self.codes, node)
        if found is None:
            raise self.unsupported("no-source", node, f"no code object for {name_of(node)}")
        return found

    def closure(self, node: ast.AST, defaults: _compiler.Value | None = None, kwdefaults: _compiler.Value | None = None,
                annotations: _compiler.Value | None = None) -> _compiler.Value:
        """A function made of the code object of a node."""
        code = self.code_of(node)
        cells = [self.frames[0].cells[name] for name in code.co_freevars]
        optional = [defaults, kwdefaults, annotations]
        operands = [self.ir.object_constant(code), *cells, *(value for value in optional if value is not None)]
        segments = [1, len(cells), *(int(value is not None) for value in optional)]
        return self.ir.value("make_closure", operands, {"operandSegmentSizes": self.ir.context.attribute(
            f"array<i32: {', '.join(map(str, segments))}>")})

    def helper(self, name: str, *arguments: _compiler.Value) -> _compiler.Value:
        """A call of a function of janusc._dispatch.python."""
        from janusc import _dispatch

        function = getattr(_dispatch.python, name)
        attribute = self.ir.builtin(f"janusc.{'helpers' if hasattr(helpers, name) else 'python'}.{name}")
        return self.ir.call(self.ir.object_constant(function, attribute), arguments)

    # What the shared parts call.

    _helper = helper

    def why_not_compilable(self, node: ast.AST) -> str | None:
        return None

    def island(self, node: ast.stmt, code: str) -> None:
        raise self.unsupported(code, node)

    def island_value(self, node: ast.expr, code: str) -> _compiler.Value:
        raise self.unsupported(code, node)


def code_of_node(codes: Sequence[types.CodeType], node: ast.AST) -> types.CodeType | None:
    """Which of the code objects is that of a function, class or comprehension."""
    first_line = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    found = [code for code in codes if code.co_name == name_of(node) and code.co_firstlineno == first_line]
    return min(found, key=lambda code: span_distance(code, node), default=None)


def lower_generic(code: types.CodeType, source: Source, plan: Plan | None = None,
                  constant_of: Callable[[Unit], object] | None = None) -> GenericProgram:
    """Lowers a code object, found by `source.find_code`; raises Unsupported where it stays Python.

    constant_of: what generated code hands to `janus_python_speculate` for a unit of the plan.
    """
    reason = is_compilable(code, source.node)
    if reason is not None:
        name, place = reason
        raise Unsupported(name, "", source.file, place.lineno, place.col_offset + 1)
    lowering = GenericLowering(source, code, plan or NoUnits(), constant_of or (lambda unit: unit))
    try:
        with headroom():
            lowering.lower_body()
    except RecursionError as error:
        raise lowering.unsupported("too-deep", source.node) from error
    lowering.ir.module.verify()
    return GenericProgram(lowering.ir.module, lowering.symbol, code, lowering.ir.constants)
