"""`lower`: from a callable and its arguments to one module that holds everything the call can look at."""
from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import torch
from torch import nn

from janusc import _compiler
from janusc.errors import Unsupported
from janusc.frontend.ir import IR
from janusc.frontend.modules import known_forward, module_is_plain
from janusc.frontend.number_lists import number_list
from janusc.frontend.objects import ELEMENT_TYPES, describe_object, tensor_type
from janusc.frontend.peek import is_a
from janusc.frontend.world import Read, World

__all__ = ["Guard", "Options", "Program", "lower"]

_KINDS = {inspect.Parameter.POSITIONAL_ONLY: "positional_only", inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
          inspect.Parameter.VAR_POSITIONAL: "var_positional", inspect.Parameter.KEYWORD_ONLY: "keyword_only",
          inspect.Parameter.VAR_KEYWORD: "var_keyword"}
_UNPACKED = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


@dataclass(frozen=True)
class Options:
    """How arguments become types.

    `dynamic_dims` says which dimensions of a tensor argument are left open: by default the first of each tensor that
    has one, or a mapping from the parameter's name to dimensions. `runtime_numbers`: Python ints and floats, and lists of
    them, are passed at run time rather than compiled in and guarded: all, or the parameters named. `runtime_places`: numbers in
    the dicts of objects and modules that are read at each call likewise, each as the id of the dict and the key.
    """

    name: str = "entry"
    dynamic_dims: Mapping[str, Sequence[int]] | None = None
    runtime_numbers: bool | Collection[str] = False
    runtime_places: Collection[tuple[int, str]] = ()


@dataclass(frozen=True)
class Guard:
    """A fact about an argument that the program was made for."""

    path: str
    kind: str  # "constant", "object" (identity), "tensor" (dtype, rank and the sizes that are not open)
    value: object


@dataclass
class Program:
    """What `lower` gives."""

    module: _compiler.Module
    entry: str
    function: Callable
    signature: inspect.Signature
    guards: list[Guard]
    # The Python object at each path that the module names, and what was looked at on the way.
    objects: dict[str, object]
    reads: list[Read]
    # The path of each imperative.func, object and state, by symbol.
    paths: dict[str, str]
    # Reachable functions that stay Python, by symbol, with the exception that says why; and the islands.
    unsupported: dict[str, Exception]
    islands: list[tuple[str, str, int, int]]
    # State that optimizers were given to start from: the optimizer's dict, the parameter, what is kept for it.
    started: list[tuple[dict, torch.Tensor, dict]]
    # Attributes that code assigns to and that are read at each call: by path the dict that holds one, its key, its value.
    # Those that code only assigns to are `overwritten`.
    held: dict[str, tuple[dict, str, object]]
    overwritten: set[str]
    # The parameters that are passed at run time, in order.
    runtime_arguments: list[str] = field(default_factory=list)
    # Whether tensor arguments may have any strides: nothing that the program gives depends on them.
    strided: bool = False

    def bind(self, args: Sequence = (), kwargs: Mapping | None = None) -> dict[str, object]:
        """The values of the entry's parameters for a call."""
        bound = self.signature.bind(*args, **(kwargs or {}))
        bound.apply_defaults()
        return dict(bound.arguments)

    def resolve(self, path: str, arguments: Mapping[str, object]) -> object:
        """The object at a path, for a call with these arguments (from `bind`)."""
        return eval(path, {"__builtins__": {}}, {  # noqa: S307 - paths are the frontend's own
            **arguments, "__function__": self.function, "__modules__": sys.modules})


def lower(function: Callable, args: Sequence = (), kwargs: Mapping | None = None, *,
          options: Options | None = None) -> Program:
    """Lowers a function, bound method or nn.Module for a call with such arguments.

    Raises NoSource or Unsupported if the entry itself cannot be compiled; a function it reaches that cannot is listed
    in `Program.unsupported` and called as any Python object.
    """
    options = options or Options()
    target, leading = _entry_function(function)
    signature = _own_signature(target)
    bound = signature.bind(*leading, *args, **(kwargs or {}))
    bound.apply_defaults()
    stored: set[str] = set()
    started: list[tuple[dict, torch.Tensor, dict]] = []
    while True:
        world = World(IR(), describe_object, stored, options.runtime_places)
        world.started += started
        entry = _Entry(world, options)
        callee = entry.callee(function, target)
        arguments = entry.arguments(bound)
        world.complete()
        if not world.late:
            break
        # Objects were described before it was known what is assigned to.
        stored, started = world.stored, world.started
        world.close()
    world.read_library()
    world.write()
    name = world.new_symbol(options.name)
    world.ir.loc = _location(target)
    attributes: dict[str, object] = {
        "sym_name": name, "callee": world.ir.context.symbol(callee), "arguments": arguments}
    if entry.number_lists:
        lists = ", ".join(f'"{name}" = array<i64: {", ".join(map(str, sizes))}>' for name, sizes in entry.number_lists.items())
        attributes["number_lists"] = world.ir.context.attribute(f"{{{lists}}}")
    if not torch.is_grad_enabled():
        # The dispatcher guards the grad mode of every version.
        attributes["no_grad"] = world.ir.context.unit()
    if entry.strided:
        attributes["strided"] = world.ir.context.unit()
    default = torch.get_default_dtype()
    if default != torch.float32:
        # Guarded as well.
        world.ir.module.set_attribute("imperative.default_dtype", world.ir.context.to_attribute(world.ir.context.type(ELEMENT_TYPES[default])))
    world.at_module(lambda: world.ir.op("entry", (), attributes))
    world.ir.module.verify()
    program = Program(world.ir.module, name, target, signature, entry.guards, world.objects,
                      world.reads, world.paths, world.unsupported, world.islands, world.started, world.held,
                      {path for path, (_, name, _) in world.held.items() if name not in world.attribute_names},
                      entry.runtime_arguments, entry.strided)
    world.close()
    return program


def _entry_function(function: Callable) -> tuple[types.FunctionType, tuple]:
    """The Python function that a call runs, and the arguments it puts first."""
    if is_a(function, nn.Module):
        if not module_is_plain(function):
            raise Unsupported("module-hooks", type(function).__qualname__)
        return _entry_function(function.forward)
    if is_a(function, types.MethodType):
        inner, leading = _entry_function(function.__func__)
        return inner, (*leading, function.__self__)
    if is_a(function, types.FunctionType):
        return function, ()
    raise Unsupported("not-a-function", type(function).__qualname__)


def _own_signature(function: types.FunctionType) -> inspect.Signature:
    """The parameters of the code that runs, not those that a decorator says it has."""
    bare = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__,
                              function.__closure__)
    bare.__kwdefaults__ = function.__kwdefaults__
    return inspect.signature(bare)


def _location(function: types.FunctionType) -> tuple[str, int, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno, 1


class _Entry:
    """The entry's function and what is known of its arguments."""

    def __init__(self, world: World, options: Options) -> None:
        self.world = world
        self.options = options
        self.guards: list[Guard] = []
        self.runtime_arguments: list[str] = []
        self.number_lists: dict[str, list[int]] = {}
        self.strided = False

    def callee(self, function: Callable, target: types.FunctionType) -> str:
        """The symbol of the function that the entry calls."""
        if is_a(function, nn.Module) and known_forward(function) is not None:
            return self._wrapper(function, target)
        if self.world.function(target, "__function__") is None:
            raise next(iter(self.world.unsupported.values()))
        return next(symbol for symbol, path in self.world.paths.items() if path == "__function__")

    def _wrapper(self, module: nn.Module, target: types.FunctionType) -> str:
        """A function that calls the module: for a module whose forward the library knows and is not looked into."""
        ir, world = self.world.ir, self.world
        symbol = world.new_symbol(f"{target.__module__}.{target.__qualname__}.entry")
        parameters = list(_own_signature(target).parameters.values())
        inputs = ", ".join(["!imperative.object"] * len(parameters))
        ir.loc = _location(target)
        func = ir.op("func", (), {
            "sym_name": symbol, "function_type": ir.context.type(f"({inputs}) -> !imperative.object"),
            "params": [ir.param(parameter.name, _KINDS[parameter.kind]) for parameter in parameters]}, (), 1)
        with ir.block(func, 0, [ir.object] * len(parameters)) as values:
            call = ir.call(values[0], values[1:], [
                parameter.name if parameter.kind is parameter.KEYWORD_ONLY else _UNPACKED.get(parameter.kind, "")
                for parameter in parameters[1:]])
            ir.op("return", (call,))
        return symbol

    def arguments(self, bound: inspect.BoundArguments) -> list[object]:
        """For each parameter a type, a constant or a reference."""
        result = []
        for name, value in bound.arguments.items():
            result.append(self._argument(name, value))
        return result

    def _argument(self, name: str, value: object) -> object:
        world = self.world
        world.dynamic_dims = lambda tensor: self._dynamic(name, tensor)
        try:
            if is_a(value, torch.Tensor):
                text = tensor_type(value, tuple(self._dynamic(name, value)))
                if text is not None and value.device.type == "cpu":
                    self.guards.append(Guard(name, "tensor", text))
                    self.runtime_arguments.append(name)
                    self.strided |= not value.is_contiguous()
                    return world.ir.context.type(text)
            chosen = self.options.runtime_numbers
            if (chosen is True or (chosen and name in chosen)) and type(value) in (int, float):
                self.guards.append(Guard(name, "type", type(value)))
                self.runtime_arguments.append(name)
                return world.ir.context.type(f"!imperative.{type(value).__name__}")
            numbers = number_list(value) if chosen is True or (chosen and name in chosen) else None
            if numbers is not None:
                self.guards.append(Guard(name, "type", numbers))
                self.runtime_arguments.append(name)
                opened = (self.options.dynamic_dims or {}).get(name, ())
                self.number_lists[name] = [-1 if dim in opened else size for dim, size in enumerate(numbers.sizes)]
                return world.ir.context.type(numbers.type_text())
            literal = world.ir.literal(value)
            self.guards.append(Guard(name, "object" if literal is None else "constant", value))
            if not _holds_arguments(value):
                world.dynamic_dims = lambda tensor: []
            return world.describe(value, name)
        finally:
            world.dynamic_dims = lambda tensor: []

    def _dynamic(self, name: str, tensor: torch.Tensor) -> list[int]:
        chosen = self.options.dynamic_dims
        if chosen is not None and name in chosen:
            return [dim % max(tensor.dim(), 1) for dim in chosen[name]]
        return [0] if tensor.dim() else []


def _holds_arguments(value: object) -> bool:
    """Whether tensors inside are arguments of this call rather than state of an object."""
    return type(value) in (tuple, list, dict)
