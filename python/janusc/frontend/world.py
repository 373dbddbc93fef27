"""The closed world: every function, object and state that the code of an entry can reach, by the names it mentions.

Objects are described once each (identity is kept) and filled in rounds: a function that is reached may mention more
names, which may lead to more objects and functions, until nothing new appears. Only then are they written down.
"""
from __future__ import annotations

import builtins
import re
import sys
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import torch

from janusc import _compiler
from janusc.errors import NoSource, Unsupported
from janusc.frontend import library
from janusc.frontend.comprehensions import shadowed_consumers
from janusc.frontend.function import lower_source
from janusc.frontend.ir import IR
from janusc.frontend.peek import is_a, is_large
from janusc.frontend.pure import implementations
from janusc.frontend.scopes import argument_nodes
from janusc.frontend.source import find

__all__ = ["ABSENT", "Read", "Record", "World", "class_attribute"]


def class_attribute(cls: type, name: str) -> object:
    """The raw attribute of a class, or ABSENT."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return ABSENT


def writable_names(cls: type, names: Iterable[str]) -> list[str]:
    """Those of the names that assigning to an attribute of an instance stores in the object, and runs no other code for."""
    if cls.__setattr__ not in (object.__setattr__, torch.nn.Module.__setattr__):
        return []
    return sorted(name for name in names if not hasattr(type(class_attribute(cls, name)), "__set__"))


def is_holdable(value: object) -> bool:
    """Whether an attribute's value can be taken as an argument is: tensors that are no parameters, numbers, text, and
    tuples, lists and dicts of these."""
    if type(value) in (tuple, list):
        return all(is_holdable(element) for element in value)
    if type(value) is dict:
        return all(is_holdable(element) for element in value.values())
    return type(value) in (torch.Tensor, bool, int, float, str, type(None))


class _Absent:
    """What a read found where there was nothing."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = _Absent()


class Read(NamedTuple):
    """A fact about a Python object that the world relies on.

    `kind` is `attribute` (plain look-up on an instance or class gives `value`, before binding; ABSENT: finds nothing),
    `item` (of a dict), `keys` (all of a dict's, in order), `list` (all elements), `global` (of a module's dict), `cell`,
    `function` (its code and defaults) or `class` (`type(owner) is value`).
    """

    kind: str
    owner: object
    name: object
    value: object


@dataclass
class Record:
    """An `imperative.object` to be."""

    value: object
    symbol: str
    path: str
    class_name: str
    reference: _compiler.Attribute
    fields: dict[str, _compiler.Attribute] = field(default_factory=dict)
    items: list[_compiler.Attribute] | None = None
    entries: dict[str, _compiler.Attribute] | None = None
    call: _compiler.Attribute | None = None
    # Of an instance: the names of its class and that class's bases, where isinstance asks them only.
    bases: list[str] | None = None
    # Of a class: its name.
    qualified: str | None = None
    examined: set[str] = field(default_factory=set)
    # Names to look up besides the attributes mentioned anywhere; a module's globals are looked up by these only.
    wanted: set[str] = field(default_factory=set)
    # Finds a field by name, with its path; None where the object does not say or code would run.
    lookup: Callable[[str], tuple[object, str] | None] | None = None


class World:
    """Describes Python objects as attributes, and writes down what they lead to."""

    def __init__(self, ir: IR, describe: Callable[[World, object, str], _compiler.Attribute | None],
                 stored: Iterable[str] = (), places: Iterable[tuple[int, str]] = ()) -> None:
        self.ir = ir
        # Numbers that are read at each call: the id of the dict that holds one, and its key.
        self.places = frozenset(places)
        self.symbols: set[str] = set()
        self.records: list[Record] = []
        self.objects: dict[str, object] = {}
        self.paths: dict[str, str] = {}
        self.reads: list[Read] = []
        # What optimizers were given to start from: their state, a parameter, what is kept for it now.
        self.started: list[tuple[dict, torch.Tensor, dict]] = []
        self.unsupported: dict[str, Exception] = {}
        self.attribute_names: set[str] = set()
        # Modules of the library that code names, and what it takes of them.
        self.library_modules: set[types.ModuleType] = {torch}
        # And classes, with the names that inference has for them.
        self.library_classes: dict[type, str] = {}
        self.library_names: set[str] = set()
        # What of these the library has not, though code names it of something.
        self.absent: list[str] = []
        # Names of attributes that code assigns to. One that was found after objects had been described by it is `late`.
        self.stored: set[str] = set(stored)
        self.late = False
        # Attributes that are read at each call, as arguments are: by path the dict that holds one, its key, its value.
        self.held: dict[str, tuple[dict, str, object]] = {}
        self.islands: list[tuple[str, str, int, int]] = []
        # Functions of the library that code may come to by an attribute, and that are compiled from Python.
        self.implementations: dict[str, _compiler.Attribute] = {}
        self.dynamic_dims: Callable[[torch.Tensor], list[int]] = lambda tensor: []
        self._references: dict[int, _compiler.Attribute] = {}
        self._globals: dict[int, Record] = {}
        self._kept: list[object] = []
        # What is described only once everything else is.
        self.deferred: list[Callable[[], None]] = []
        self._describe = describe

    # Symbols and identity.

    def new_symbol(self, wanted: str) -> str:
        """`wanted`, made unique."""
        wanted = re.sub(r"\[['\"]?([^]'\"]*)['\"]?\]", r".\1", wanted.replace("<locals>.", ""))
        symbol, count = wanted, 1
        while symbol in self.symbols:
            count += 1
            symbol = f"{wanted}.{count}"
        self.symbols.add(symbol)
        return symbol

    def describe(self, value: object, path: str) -> _compiler.Attribute:
        """What stands for an object in IR; an object that cannot be looked into is an opaque one."""
        literal = self.ir.literal(value) if type(value) is not tuple else None
        if literal is not None:
            return literal
        if type(value) is tuple:
            return self.ir.context.to_attribute(
                [self.describe(element, f"{path}[{index}]") for index, element in enumerate(value)])
        known = self._references.get(id(value))
        if known is None:
            known = self._describe(self, value, path)
            if known is None:
                known = self.add_object(value, path, library.class_name(type(value))).reference
            self.alias(value, known)
        return known

    def close(self) -> None:
        """Lets go of what it described, which is the user's, without waiting for the garbage collector."""
        for record in self.records:
            record.lookup = None
        self.deferred.clear()
        self.dynamic_dims = lambda tensor: []

    def alias(self, value: object, reference: _compiler.Attribute) -> None:
        """Makes `reference` stand for the object from now on (before its fields, which may lead back to it)."""
        self._references[id(value)] = reference
        # An id is good as long as its object lives.
        self._kept.append(value)

    def read(self, kind: str, owner: object, name: object, value: object) -> None:
        """Notes a fact that the world relies on."""
        self.reads.append(Read(kind, owner, name, value))

    def add_object(self, value: object, path: str, class_name: str, symbol: str | None = None) -> Record:
        """A new record, which may be filled afterwards."""
        symbol = self.new_symbol(symbol or path)
        record = Record(value, symbol, path, class_name, self.ir.ref(symbol))
        self.alias(value, record.reference)
        self.records.append(record)
        self.objects.setdefault(path, value)
        self.paths[symbol] = path
        return record

    def add_state(self, value: object, path: str, type_text: str, *, requires_grad: bool = False,
                  grad: bool = False) -> _compiler.Attribute:
        """A new imperative.state, written at once."""
        symbol = self.new_symbol(path)
        attributes: dict[str, object] = {"sym_name": symbol, "type": self.ir.context.type(type_text), "path": path}
        if requires_grad:
            attributes["requires_grad"] = self.ir.context.unit()
        if grad:
            attributes["grad"] = self.ir.context.unit()
        self.at_module(lambda: self.ir.op("state", (), attributes))
        self.objects.setdefault(path, value)
        self.paths[symbol] = path
        return self.ir.ref(symbol)

    def at_module(self, emit: Callable[[], object]) -> None:
        """Emits at module level."""
        outer, self.ir.builder.block = self.ir.builder.block, self.ir.module.body
        try:
            emit()
        finally:
            self.ir.builder.block = outer

    # Functions.

    def function(self, function: types.FunctionType, path: str) -> _compiler.Attribute | None:
        """The reference of a Python function, which is lowered; None if it stays Python."""
        known = self._references.get(id(function))
        if known is not None:
            return known
        symbol = self.new_symbol(f"{function.__module__}.{function.__qualname__}")
        reference = self.ir.ref(symbol)
        try:
            self._lower(function, symbol, path, reference)
        except (NoSource, Unsupported) as error:
            if isinstance(error, Unsupported) and error.code == "too-deep":
                # It was left half written; all else is found before anything is.
                raise
            self.unsupported[symbol] = error
            self._references.pop(id(function), None)
            return None
        return reference

    def library_function(self, function: types.FunctionType) -> _compiler.Attribute | None:
        """The reference of a function of `pure.py`."""
        return self.function(function, f"__modules__[{function.__module__!r}].{function.__name__}")

    def _lower(self, function: types.FunctionType, symbol: str, path: str, reference: _compiler.Attribute) -> None:
        source = find(function)
        self.objects.setdefault(path, function)
        self.paths[symbol] = path
        self.alias(function, reference)
        self.read("function", function, None, None)
        cells = {name: self.cell(cell, f"{path}.__closure__[{index}]", f"{symbol}.{name}")
                 for index, (name, cell) in enumerate(zip(function.__code__.co_freevars, function.__closure__ or ()))}
        module_globals = self.globals_of(function, path)
        names = lower_source(self.ir, source, symbol, new_symbol=self.new_symbol,
                             globals_symbol=module_globals.symbol, world_cells=cells,
                             shadowed=shadowed_consumers(function.__globals__),
                             defaults=self._defaults(function, source.node, path))
        module_globals.wanted |= names.global_names
        self.attribute_names |= names.attributes
        self.late |= any(not record.examined.isdisjoint(names.stored - self.stored) for record in self.records)
        self.stored |= names.stored
        for global_name, attribute in names.qualified:
            self._mention(function.__globals__.get(global_name), attribute)
        for name, written in implementations(names.attributes | {attribute for _, attribute in names.qualified}).items():
            reference = self.library_function(written)
            if reference is not None:
                self.implementations[name] = reference
        self.islands += names.islands

    def _mention(self, value: object, attribute: str) -> None:
        """`g.attribute` for a global g: of a Python module that attribute only is looked up, by that name nowhere else."""
        if is_a(value, types.ModuleType):
            if library.canonical_name(value) in (None, *library.LOOKED_INTO):
                self.module_record(vars(value), f"__modules__[{value.__name__!r}].__dict__").wanted.add(attribute)
            else:
                self.library_names.add(attribute)
        else:
            self.attribute_names.add(attribute)

    def _defaults(self, function: types.FunctionType, node: object, path: str) -> list[_compiler.Attribute | None]:
        """The objects that the function holds as defaults, one entry a parameter."""
        args = node.args
        positional = [argument.arg for argument in (*args.posonlyargs, *args.args)]
        values = function.__defaults__ or ()
        first = len(positional) - len(values)
        given = {name: (value, f"{path}.__defaults__[{index}]")
                 for index, (name, value) in enumerate(zip(positional[first:], values))}
        names = function.__code__.co_varnames[len(positional):]
        for name, value in (function.__kwdefaults__ or {}).items():
            if name in names:
                given[name] = (value, f"{path}.__kwdefaults__[{name!r}]")
        mangled = function.__code__.co_varnames
        order = list(mangled[:len(positional)])
        order += [None] * (args.vararg is not None)
        order += mangled[len(positional):len(positional) + len(args.kwonlyargs)]
        order += [None] * (args.kwarg is not None)
        plain = [argument.arg for argument in argument_nodes(args)]
        result = []
        for name, original in zip(order, plain, strict=True):
            found = given.get(original) or given.get(name)
            result.append(None if name is None or found is None else self.describe(*found))
        return result

    def cell(self, cell: types.CellType, path: str, symbol: str) -> _compiler.Attribute:
        """A cell of an existing closure: an object whose field `cell_contents` is the variable."""
        known = self._references.get(id(cell))
        if known is not None:
            return known
        record = self.add_object(cell, path, "builtins.cell", symbol)
        record.examined.add("cell_contents")
        try:
            contents = cell.cell_contents
        except ValueError:
            return record.reference
        self.read("cell", cell, None, contents)
        record.fields["cell_contents"] = self.describe(contents, f"{path}.cell_contents")
        return record.reference

    # Globals.

    def globals_of(self, function: types.FunctionType, path: str) -> Record:
        """The record of a function's globals, which is also that of the module they belong to."""
        return self.module_record(function.__globals__, f"{path}.__globals__")

    def module_record(self, module_globals: dict, path: str) -> Record:
        """The record of a Python module's globals; its path gives the dict."""
        record = self._globals.get(id(module_globals))
        if record is None:
            name = module_globals.get("__name__", "globals")
            if vars(sys.modules.get(name, types.ModuleType(""))) is module_globals:
                path = f"__modules__[{name!r}].__dict__"
            record = self.add_object(module_globals, path, "module", name)
            record.lookup = lambda global_name: self._global(record, global_name)
            self._globals[id(module_globals)] = record
        return record

    def _global(self, record: Record, name: str) -> tuple[object, str] | None:
        if name in record.value:
            if self._is_read_each_time(record.value, name):
                self.held[f"{record.path}[{name!r}]"] = record.value, name, record.value[name]
                return record.value[name], f"{record.path}[{name!r}]"
            self.read("global", record.value, name, record.value[name])
            return record.value[name], f"{record.path}[{name!r}]"
        # Not by getattr, which makes an `__annotations__`.
        if name in vars(builtins):
            self.read("global", record.value, name, ABSENT)
            self.read("global", vars(builtins), name, vars(builtins)[name])
            if is_a(vars(builtins)[name], type):
                self.library_classes[vars(builtins)[name]] = f"builtins.{name}"
            return vars(builtins)[name], f"__modules__['builtins'].{name}"
        return None

    # Attributes that code writes.

    def hold(self, owner: object, name: str, container: dict, path: str) -> bool:
        """Whether an attribute is read at each call, as one that code assigns to is another each time; then it is no fact
        that the world relies on."""
        value = container[name]
        if self._is_read_each_time(container, name):
            self.read("class", owner, None, type(owner))
            self.read("attribute", type(owner), name, class_attribute(type(owner), name))
            self.held[path] = container, name, value
            return True
        if name not in self.stored or not is_holdable(value) or not writable_names(type(owner), [name]):
            return False
        self.read("class", owner, None, type(owner))
        self.held[path] = container, name, value
        return True

    def _is_read_each_time(self, container: dict, name: str) -> bool:
        return bool(self.places) and (id(container), name) in self.places and type(container[name]) in (int, float)

    def describe_held(self, value: object, path: str) -> _compiler.Attribute:
        """What stands for such an attribute: numbers are states, and what containers hold is looked at by each call."""
        kind = type(value)
        if kind in (bool, int, float) and not (kind is int and abs(value) >= 2**63):
            return self.add_state(value, path, f"!imperative.{kind.__name__}")
        if kind is tuple:
            return self.ir.context.to_attribute(
                [self._describe_element(element, f"{path}[{index}]") for index, element in enumerate(value)])
        return self._describe_element(value, path)

    def _describe_element(self, value: object, path: str) -> _compiler.Attribute:
        kind = type(value)
        if kind not in (list, dict) or id(value) in self._references:
            return self.describe(value, path) if kind is not tuple else self.describe_held(value, path)
        record = self.add_object(value, path, library.class_name(kind))
        if is_large(value):
            return record.reference
        if kind is list:
            record.items = [self._describe_element(element, f"{path}[{index}]") for index, element in enumerate(value)]
        elif all(type(key) is str and key for key in value):
            record.entries = {key: self._describe_element(element, f"{path}[{key!r}]") for key, element in value.items()}
        return record.reference

    def _read_writable(self, cls: type, names: Iterable[str]) -> None:
        """Assigning to an attribute stores it in the object: what that relies on."""
        for name in ("__setattr__", *names):
            self.read("attribute", cls, name, class_attribute(cls, name))

    # Filling and writing.

    def complete(self) -> None:
        """Fills every record with the fields that reachable code mentions, until there are no more."""
        changed = True
        while changed or self.deferred:
            if not changed:
                self.deferred.pop(0)()
            changed = False
            for record in list(self.records):
                if record.lookup is None:
                    continue
                names = set() if record.class_name == "module" else self.attribute_names | self.stored
                names |= record.wanted
                wanted = names - record.examined
                record.examined |= wanted
                for name in sorted(wanted):
                    found = record.lookup(name)
                    if found is not None and name not in record.fields:
                        describe = self.describe_held if found[1] in self.held else self.describe
                        record.fields[name] = describe(*found)
                        changed = True

    def read_library(self) -> None:
        """Notes that what the table knows by name is what Python finds by that name, and which names it does not find.

        Raises Unsupported where it is something else.
        """
        names = self.attribute_names | self.library_names
        modules = list(self.library_modules)
        for module in modules:
            self.absent += [f"{module.__name__}.{name}" for name in sorted(names - vars(module).keys())]
            for name in sorted(names & vars(module).keys()):
                value = vars(module)[name]
                if is_a(value, types.ModuleType) and value not in modules and library.canonical_name(value) is not None:
                    modules.append(value)
                elif callable(value):
                    if library.is_replaced(module, name, value):
                        raise Unsupported("patched-library", f"{module.__name__}.{name}")
                    self.read("global", vars(module), name, value)
        for name in sorted(names):
            if library.known(f"torch.Tensor.{name}"):
                value = class_attribute(torch.Tensor, name)
                if library.is_replaced(torch.Tensor, name, value):
                    raise Unsupported("patched-library", f"torch.Tensor.{name}")
                self.read("attribute", torch.Tensor, name, value)
        for cls, class_name in self.library_classes.items():
            self.absent += [f"{class_name}.{name}" for name in sorted(names)
                            if class_attribute(cls, name) is ABSENT and class_attribute(type(cls), name) is ABSENT]

    def write(self) -> None:
        """Emits the imperative.object of each record."""
        if self.absent:
            self.ir.module.set_attribute("imperative.absent", self.ir.context.to_attribute(self.absent))
        if self.implementations:
            self.ir.module.set_attribute("imperative.implementations", self.ir.context.to_attribute(self.implementations))
        for record in self.records:
            attributes: dict[str, object] = {"sym_name": record.symbol, "class_name": record.class_name,
                                             "path": record.path}
            if record.fields:
                attributes["fields"] = record.fields
            if record.items is not None:
                attributes["items"] = record.items
            if record.entries is not None:
                # A dictionary attribute is sorted; a dict is not.
                attributes["entries"] = record.entries
                attributes["order"] = self.ir.context.to_attribute(list(record.entries))
            if record.bases is not None:
                attributes["bases"] = record.bases
            if record.qualified is not None:
                attributes["qualified"] = record.qualified
            if record.call is not None:
                attributes["call"] = record.call
            if record.bases is not None and (writable := writable_names(type(record.value), self.stored)):
                self._read_writable(type(record.value), writable)
                attributes["writable"] = self.ir.context.to_attribute(writable)
            self.at_module(lambda: self.ir.op("object", (), attributes))
