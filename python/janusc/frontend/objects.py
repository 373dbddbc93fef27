"""How each kind of Python object is described in the world: constants, tensors, functions, modules, optimisers, ...

An attribute is described only where reading it runs no code: instance dictionaries, plain class attributes and
functions, and the dictionaries of `nn.Module`. A class that overrides attribute access, a property, a slot or another
descriptor stays undescribed, so that the op that reads it stays dynamic.
"""
from __future__ import annotations

import collections
import types

import torch
from torch import nn

from janusc import _compiler
from janusc.frontend import library
from janusc.frontend.attributes import base_names, class_attribute, find_attribute, found_on_class
from janusc.frontend.modules import describe_module
from janusc.frontend.optimizers import describe_optimizer
from janusc.frontend.peek import is_a, is_large
from janusc.frontend.pure import by_source
from janusc.frontend.world import ABSENT, World

__all__ = ["ELEMENT_TYPES", "describe_object", "tensor_type", "unwrap"]

ELEMENT_TYPES = {
    torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16",
    torch.int64: "i64", torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8", torch.bool: "i1",
    torch.complex64: "complex<f32>", torch.complex128: "complex<f64>",
}


def tensor_type(tensor: torch.Tensor, dynamic: tuple[int, ...] = ()) -> str | None:
    """The text of a tensor's type; None if native code does not handle such a tensor."""
    if type(tensor) not in (torch.Tensor, nn.Parameter) or tensor.layout is not torch.strided:
        return None
    element = ELEMENT_TYPES.get(tensor.dtype)
    if element is None or tensor.is_quantized or tensor.is_conj() or tensor.is_neg():
        return None
    dims = "".join("?x" if index in dynamic else f"{size}x" for index, size in enumerate(tensor.shape))
    return f"!imperative.tensor<{dims}{element}>"


def unwrap(value: object) -> object:
    """What a compiled function or module was made from: that is what its calls mean."""
    if type(value).__name__ == "CompiledFunction" and type(value).__module__ == "janusc._dispatch":
        return value.__wrapped__
    if hasattr(type(value), "_janus_original"):
        from janusc.dispatch.modules import original_of

        return original_of(value)
    return value


def describe_object(world: World, value: object, path: str) -> _compiler.Attribute | None:
    """The attribute for any object that is no literal; None for one that cannot be looked into."""
    original = unwrap(value)
    if original is not value:
        return world.describe(original, path)
    if is_a(value, torch.Tensor):
        return _tensor(world, value, path)
    if is_a(value, torch.device):
        return world.ir.context.attribute(
            "#imperative.literal<\"torch.device\", \"" + repr(value).replace('"', "'") + "\">")
    if is_a(value, types.MethodType):
        if value.__name__ == "clone" and type(value.__self__) in (torch.no_grad, torch.enable_grad):
            # How the decorator @torch.no_grad() makes a new one at each call: the mode's state is of no account.
            return world.describe(type(value.__self__), path)
        return bound_method(world, value.__func__, value.__self__, path)
    written = by_source(value)
    if written is not None:
        return world.library_function(written)
    name = library.canonical_name(value)
    if is_a(value, types.ModuleType):
        if name is not None and name not in library.LOOKED_INTO:
            world.library_modules.add(value)
            return world.ir.builtin(name)
        return world.module_record(vars(value), f"{path}.__dict__").reference
    if is_a(value, types.FunctionType):
        return _function(world, value, name, path)
    if name is not None:
        if is_a(value, type):
            world.library_classes[value] = name
        return world.ir.builtin(name)
    if is_a(value, nn.Module):
        return describe_module(world, value, path)
    if is_a(value, torch.optim.Optimizer):
        return describe_optimizer(world, value, path)
    if type(value) in (list, torch.Size):
        return _sequence(world, value, path)
    if type(value) in (dict, collections.OrderedDict):
        return _mapping(world, value, path)
    if is_a(value, type):
        return _class(world, value, path)
    return _instance(world, value, path)


def _tensor(world: World, tensor: torch.Tensor, path: str) -> _compiler.Attribute | None:
    text = tensor_type(tensor, tuple(world.dynamic_dims(tensor)))
    if text is None or tensor.grad_fn is not None or tensor.device.type != "cpu":
        return None
    return world.add_state(tensor, path, text, requires_grad=tensor.requires_grad, grad=tensor.grad is not None)


def _function(world: World, function: types.FunctionType, name: str | None, path: str) -> _compiler.Attribute | None:
    """A function of the table or of an opaque package by name, any other by its source."""
    if name is not None and (library.known(name) or library.is_opaque(function.__module__)):
        return world.ir.builtin(name)
    reference = world.function(function, path)
    if reference is None and name is not None:
        return world.ir.builtin(name)
    return reference


def bound_method(world: World, function: object, owner: object, path: str) -> _compiler.Attribute | None:
    """A method bound to an object."""
    described = world.describe(owner, f"{path}.__self__")
    target = world.describe(function, f"{path}.__func__")
    return world.ir.method(target, described)


# Instances, classes, containers.


def _instance(world: World, value: object, path: str) -> _compiler.Attribute:
    record = world.add_object(value, path, library.class_name(type(value)))
    record.bases = base_names(type(value))
    world.read("class", value, None, type(value))
    if type(value).__getattribute__ is object.__getattribute__:
        record.lookup = lambda name: find_attribute(world, value, path, name)
    return record.reference


def _class(world: World, cls: type, path: str) -> _compiler.Attribute:
    """A class of the user's: its plain attributes; calling it stays dynamic."""
    record = world.add_object(cls, path, "builtins.type", f"{cls.__module__}.{cls.__qualname__}")

    def lookup(name: str) -> tuple[object, str] | None:
        raw = class_attribute(cls, name)
        found = ABSENT if raw is ABSENT else found_on_class(raw, None, cls)
        if found is ABSENT:
            return None
        world.read("attribute", cls, name, raw)
        return found, f"{path}.{name}"

    if type(cls) is type:
        record.lookup = lookup
        record.qualified = library.class_name(cls)
    return record.reference


def _sequence(world: World, value: list | torch.Size, path: str) -> _compiler.Attribute:
    record = world.add_object(value, path, library.class_name(type(value)))
    if is_large(value):
        return record.reference
    if type(value) is list:
        world.read("list", value, None, tuple(value))
    record.items = [world.describe(element, f"{path}[{index}]") for index, element in enumerate(value)]
    return record.reference


def _mapping(world: World, value: dict, path: str) -> _compiler.Attribute:
    record = world.add_object(value, path, library.class_name(type(value)))
    if not is_large(value) and all(type(key) is str and key for key in value):
        world.read("keys", value, None, tuple(value))
        record.entries = {}
        for key, element in value.items():
            world.read("item", value, key, element)
            record.entries[key] = world.describe(element, f"{path}[{key!r}]")
    return record.reference
