"""One Python function to one `imperative.func`: parameters, variables, and the parts that lower its body."""
from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from janusc import _compiler
from janusc.errors import Unsupported
from janusc.frontend.comprehensions import Comprehensions
from janusc.frontend.depth import headroom
from janusc.frontend.expressions import Expressions
from janusc.frontend.ir import IR
from janusc.frontend.islands import Islands
from janusc.frontend.patterns import Patterns
from janusc.frontend.scopes import Scope, analyze, argument_nodes, mangle
from janusc.frontend.source import Source
from janusc.frontend.statements import Statements
from janusc.frontend.targets import Targets

__all__ = ["FunctionLowering", "Names", "lower_source"]

@dataclass
class Names:
    """What the code of a function mentions: the world is written down by these names."""

    attributes: set[str] = field(default_factory=set)
    # Those that are assigned to; the others are read.
    stored: set[str] = field(default_factory=set)
    global_names: set[str] = field(default_factory=set)
    # (global, attribute) for each `global.attribute`; these are not in `attributes`.
    qualified: set[tuple[str, str]] = field(default_factory=set)
    islands: list[tuple[str, str, int, int]] = field(default_factory=list)
    # Builtins' names that are the module's own.
    shadowed: set[str] = field(default_factory=set)


@dataclass
class Frame:
    """Variables of a function or an inlined comprehension: name to its cell."""

    scope: Scope
    cells: dict[str, _compiler.Value] = field(default_factory=dict)


class FunctionLowering(Statements, Expressions, Comprehensions, Patterns, Islands, Targets):
    """Lowers one function. `world_cells` are the cells of an existing closure: name to reference."""

    def __init__(self, ir: IR, source: Source, scope: Scope, symbol: str, names: Names,
                 new_symbol: Callable[[str], str], globals_symbol: str | None,
                 world_cells: Mapping[str, _compiler.Attribute]) -> None:
        self.ir = ir
        self.source = source
        self.symbol = symbol
        self.names = names
        self.new_symbol = new_symbol
        self.globals_symbol = globals_symbol
        self.world_cells = world_cells
        self.frames = [Frame(scope)]
        self.node = scope.node
        self.temporaries = 0

    def mangle(self, name: str) -> str:
        return mangle(name, self.source.class_name)

    def at(self, node: ast.AST) -> None:
        """Operations that follow come from this node."""
        if hasattr(node, "lineno"):
            self.ir.loc = (self.source.file, node.lineno, node.col_offset + 1)

    def unsupported(self, code: str, node: ast.AST, detail: str = "") -> Unsupported:
        return Unsupported(code, detail, self.source.file, getattr(node, "lineno", 0),
                           getattr(node, "col_offset", -1) + 1)

    # Variables.

    def find_cell(self, name: str) -> _compiler.Value | None:
        """The cell of a local or captured variable of this function; None for a global or a world cell."""
        for frame in reversed(self.frames):
            if name in frame.scope.global_names:
                return None
            if name in frame.cells:
                return frame.cells[name]
        return None

    def is_global(self, name: str) -> bool:
        return self.find_cell(name) is None and self.find_world_cell(name) is None

    def find_world_cell(self, name: str) -> _compiler.Attribute | None:
        if any(name in frame.scope.global_names for frame in self.frames):
            return None
        return self.world_cells.get(name)

    def load(self, name: str) -> _compiler.Value:
        cell = self.find_cell(name)
        if cell is not None:
            return self.ir.value("load", (cell,))
        world_cell = self.find_world_cell(name)
        if world_cell is not None:
            return self.ir.value("get_attr", (self.ir.constant(world_cell),), {"name": "cell_contents"})
        self.names.global_names.add(name)
        return self.ir.value("get_global", (), {"name": name})

    def store(self, name: str, value: _compiler.Value) -> None:
        cell = self.find_cell(name)
        world_cell = self.find_world_cell(name)
        if cell is not None:
            self.ir.op("store", (value, cell))
        elif world_cell is not None:
            self.ir.op("set_attr", (self.ir.constant(world_cell), value), {"name": "cell_contents"})
        else:
            self.names.global_names.add(name)
            self.ir.op("set_global", (value,), {"name": name})

    def delete(self, name: str) -> None:
        cell = self.find_cell(name)
        world_cell = self.find_world_cell(name)
        if cell is not None:
            self.ir.op("delete", (cell,))
        elif world_cell is not None:
            self.ir.op("del_attr", (self.ir.constant(world_cell),), {"name": "cell_contents"})
        else:
            self.names.global_names.add(name)
            self.ir.op("del_global", (), {"name": name})

    def new_cell(self, name: str) -> _compiler.Value:
        return self.ir.op("cell", (), {"name": name}, (self.ir.cell_type,)).result

    def temporary(self, hint: str) -> tuple[str, _compiler.Value]:
        """A variable that no Python name can denote."""
        self.temporaries += 1
        name = f".{hint}{self.temporaries}"
        return name, self.new_cell(name)

    # The function itself.

    def lower(self, defaults: list[_compiler.Attribute | None], captures: list[str]) -> None:
        """Emits the func. `defaults` has one entry a parameter, `captures` the captured variables."""
        ir, node = self.ir, self.node
        self.at(node)
        arguments = argument_nodes(node.args)
        inputs = ", ".join(["!imperative.object"] * len(arguments) + ["!imperative.cell"] * len(captures))
        attributes = {
            "sym_name": self.symbol,
            "function_type": ir.context.type(f"({inputs}) -> !imperative.object"),
            "params": [ir.param(self.mangle(argument.arg), kind, default) for argument, kind, default
                       in zip(arguments, parameter_kinds(node.args), defaults, strict=True)],
        }
        if captures:
            attributes["captures"] = captures
        if self.globals_symbol is not None:
            attributes["globals"] = ir.context.symbol(self.globals_symbol)
        outer = ir.builder.block
        ir.builder.block = ir.module.body
        func = ir.op("func", (), attributes, (), 1)
        ir.builder.block = outer
        types = [ir.object] * len(arguments) + [ir.cell_type] * len(captures)
        with ir.block(func, 0, types) as values:
            self._variables(arguments, captures, values)
            self._body()

    def _variables(self, arguments: list[ast.arg], captures: list[str], values: tuple) -> None:
        frame = self.frames[0]
        frame.cells.update(zip(captures, values[len(arguments):], strict=True))
        for argument, value in zip(arguments, values):
            self.at(argument)
            name = self.mangle(argument.arg)
            frame.cells[name] = cell = self.new_cell(name)
            self.ir.op("store", (value, cell))
        self.at(self.node)
        for name in sorted(frame.scope.locals() - frame.cells.keys()):
            frame.cells[name] = self.new_cell(name)

    def _body(self) -> None:
        node = self.node
        if isinstance(node, ast.Lambda):
            value = self.expression(node.body)
            self.at(node.body)
            self.ir.op("return", (value,))
            return
        self.statements(node.body)
        if not self.ir.terminated:
            self.at(node.body[-1])
            self.ir.op("return", (self.ir.constant(None),))

    # Nested functions.

    def why_not_compilable(self, node: ast.AST) -> str | None:
        """The code for which a nested function must stay Python, or None."""
        return why_not_compilable(node, self)

    def visible(self, name: str) -> bool:
        """Whether a nested function would capture the name rather than find it in the globals."""
        return self.find_cell(name) is not None

    def make_function(self, node: ast.FunctionDef | ast.Lambda) -> _compiler.Value:
        """def or lambda as an expression: defaults, annotations, then the function over its captured cells."""
        ir, args = self.ir, node.args
        with_default = [*args.defaults, *(default for default in args.kw_defaults if default is not None)]
        values = [self.expression(default) for default in with_default]
        if not self.source.future_annotations:
            self._annotations(node)
        scope = self.frames[-1].scope.children[node]
        captures = sorted(name for name in scope.free() if self.visible(name))
        name = getattr(node, "name", "<lambda>")
        symbol = self.new_symbol(f"{self.symbol}.{name}")
        inner = FunctionLowering(ir, self.source, scope, symbol, self.names, self.new_symbol, self.globals_symbol,
                                 self.world_cells)
        inner.lower(nested_defaults(ir, args), captures)
        self.at(node)
        cells = [self.find_cell(name) for name in captures]
        return ir.value("make_function", (*cells, *values), {
            "function": ir.context.symbol(symbol),
            "operandSegmentSizes": ir.context.attribute(f"array<i32: {len(cells)}, {len(values)}>")})

    def _annotations(self, node: ast.FunctionDef | ast.Lambda) -> None:
        for argument in argument_nodes(node.args):
            if argument.annotation is not None:
                self.expression(argument.annotation)
        if getattr(node, "returns", None) is not None:
            self.expression(node.returns)


def parameter_kinds(arguments: ast.arguments) -> list[str]:
    """The kinds of `argument_nodes(arguments)`."""
    kinds = ["positional_only"] * len(arguments.posonlyargs) + ["positional"] * len(arguments.args)
    kinds += ["var_positional"] * (arguments.vararg is not None)
    kinds += ["keyword_only"] * len(arguments.kwonlyargs)
    return kinds + ["var_keyword"] * (arguments.kwarg is not None)


def nested_defaults(ir: IR, arguments: ast.arguments) -> list[_compiler.Attribute | None]:
    """For each parameter `unit` if its default is an operand of make_function, else None."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    given = len(arguments.defaults)
    unit = ir.context.unit()
    result: list[_compiler.Attribute | None] = [None] * (positional - given) + [unit] * given
    result += [None] * (arguments.vararg is not None)
    result += [None if default is None else unit for default in arguments.kw_defaults]
    return result + [None] * (arguments.kwarg is not None)


class _Compilable(ast.NodeVisitor):
    """Finds what keeps a function from being compiled; nested functions are asked when they are met."""

    _FRAME_NAMES = {"locals", "vars", "dir", "eval", "exec"}
    _ISLANDS = {ast.ClassDef: "class-body", ast.GeneratorExp: "generator-expression", ast.TryStar: "except-star"}

    def __init__(self, lowering: FunctionLowering) -> None:
        self.lowering = lowering

    def visit(self, node: ast.AST) -> None:
        code = self._ISLANDS.get(type(node))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            code = why_not_compilable(node, self.lowering)
        if code is not None and self._is_lost(node):
            raise self.lowering.unsupported(code, node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)):
            return
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            raise self.lowering.unsupported("generator-function", node)
        if isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)):
            raise self.lowering.unsupported("async-function", node)
        if isinstance(node, ast.comprehension) and node.is_async:
            raise self.lowering.unsupported("async-function", node.target)
        if isinstance(node, ast.Attribute) and node.attr in ("_getframe", "currentframe"):
            raise self.lowering.unsupported("dynamic-frame", node, node.attr)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self._FRAME_NAMES:
            # dir(x) and vars(x) look at x only.
            if node.func.id not in ("vars", "dir") or not node.args:
                raise self.lowering.unsupported("dynamic-frame", node, f"{node.func.id}()")
        super().visit(node)

    def _is_lost(self, node: ast.AST) -> bool:
        """Whether an island could not say what the statement does: leave the function, or bind a cell of the world."""
        if isinstance(node, ast.TryStar) and any(
                isinstance(part, (ast.Return, ast.Break, ast.Continue)) for part in ast.walk(node)):
            return True
        cells = self.lowering.world_cells
        return any(isinstance(part, ast.Name) and self.lowering.mangle(part.id) in cells for part in ast.walk(node))


def check_compilable(node: ast.AST, lowering: FunctionLowering) -> None:
    """Raises Unsupported if the function as a whole must stay Python."""
    if isinstance(node, ast.AsyncFunctionDef):
        raise lowering.unsupported("async-function", node)
    checker = _Compilable(lowering)
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        checker.visit(statement)


def why_not_compilable(node: ast.AST, lowering: FunctionLowering) -> str | None:
    """The code for which a nested function must stay Python, or None."""
    try:
        check_compilable(node, lowering)
    except Unsupported as error:
        return error.code
    return None


def lower_source(ir: IR, source: Source, symbol: str, *, new_symbol: Callable[[str], str],
                 globals_symbol: str | None = None, world_cells: Mapping[str, _compiler.Attribute] | None = None,
                 defaults: list[_compiler.Attribute | None] | None = None, shadowed: Iterable[str] = ()) -> Names:
    """Lowers a function that exists (found by `source.find`) and the functions nested in it. shadowed: names of builtins
    that its module has itself."""
    names = Names()
    names.shadowed.update(shadowed)
    try:
        with headroom():
            scope = analyze(source.node, source.class_name)
            lowering = FunctionLowering(ir, source, scope, symbol, names, new_symbol, globals_symbol, world_cells or {})
            check_compilable(source.node, lowering)
            lowering.lower(defaults or [None] * len(argument_nodes(source.node.args)), [])
    except RecursionError as error:
        raise Unsupported("too-deep", "", source.file, source.node.lineno, source.node.col_offset + 1) from error
    return names
