"""Names of the library: what a Python object is called where users know it, and whether the table knows it."""
from __future__ import annotations

import functools
import importlib
import sys
import types

import torch

from janusc import _compiler
from janusc.frontend.peek import is_a

__all__ = ["LOOKED_INTO", "canonical_name", "class_name", "is_opaque", "is_replaced", "known"]

# Where users know things, best name first.
_NAMESPACES = ("builtins", "math", "operator", "functools", "torch.overrides", "torch.nn.functional", "torch", "torch.nn",
               "torch.nn.init", "torch.optim", "torch.linalg", "torch.fft", "torch.special", "torch._C._nn", "torch._C")

# Packages whose Python code is not looked into; of torch, what the classes of torch.nn are made of is, but not their
# base class.
_OPAQUE = frozenset(sys.stdlib_module_names) - {"__main__"} | {"janusc", "numpy", "scipy", "torch", "torchvision"}
_TRANSPARENT = ("torch.nn.modules", "torch.nn.functional", "torch.nn.init")
# Those of them that are namespaces of functions: what they hold is looked at as in a module of the user's.
LOOKED_INTO = ("torch.nn.functional", "torch.nn.init")
_BASE = "torch.nn.modules.module"
_BUILTIN = (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)


def known(name: str) -> bool:
    """Whether the library table has an entry of that name."""
    return _compiler.library_has(name)


@functools.cache
def _names() -> dict[int, tuple[object, str]]:
    """Every function and class of the namespaces, by identity; kept, so that no other object gets its id."""
    result: dict[int, tuple[object, str]] = {}
    for namespace in _NAMESPACES:
        # What `from typing import ...` and the like brought into a namespace is named by where it comes from.
        module = importlib.import_module(namespace) if namespace not in ("torch._C._nn", "torch._C") else \
            functools.reduce(getattr, namespace.split(".")[1:], torch)
        # Public names win over private ones for the same object.
        for name, value in sorted(vars(module).items(), key=lambda item: item[0].startswith("_")):
            if callable(value) and not name.startswith("__") and _belongs(value, namespace):
                result.setdefault(id(value), (value, f"{namespace}.{name}"))
    for name in dir(torch.Tensor):
        if not name.startswith("__") or name in ("__getitem__", "__setitem__"):
            value = getattr(torch.Tensor, name, None)
            if callable(value):
                result.setdefault(id(value), (value, f"torch.Tensor.{name}"))
    return result


def _belongs(value: object, namespace: str) -> bool:
    module = getattr(value, "__module__", None)
    return module is None or module.split(".")[0].lstrip("_") == namespace.split(".")[0].lstrip("_")


def _public_name(value: object) -> str | None:
    found = _names().get(id(value))
    return None if found is None else found[1]


def canonical_name(value: object) -> str | None:
    """The public name of a library function, class, module, dtype; None if it is no library object."""
    if is_a(value, (torch.dtype, torch.layout, torch.memory_format)):
        return str(value)
    if is_a(value, types.ModuleType):
        return value.__name__ if is_opaque(value.__name__) or value.__name__ in _TRANSPARENT else None
    name = _public_name(value)
    if name is not None or not is_a(value, (type, types.FunctionType, *_BUILTIN)):
        return name
    module, qualified = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if is_a(value, _BUILTIN[1:]):
        return f"{class_name(value.__objclass__)}.{value.__name__}"
    if is_a(value, types.BuiltinFunctionType):
        # A bound builtin method of some object is no library function.
        owner = value.__self__
        if owner is None or isinstance(owner, types.ModuleType):
            return f"{module or getattr(owner, '__name__', 'builtins')}.{qualified}"
        return f"{class_name(owner)}.{value.__name__}" if isinstance(owner, type) else None
    if is_a(value, type):
        return f"{module}.{qualified}" if is_opaque(module) or not _is_heap_type(value) else None
    if is_a(value, types.FunctionType) and is_opaque(module):
        return f"torch.nn.{qualified}" if module == _BASE else f"{module}.{qualified}"
    return None


def class_name(cls: type) -> str:
    """The public name of a class, of the library or not."""
    return _public_name(cls) or f"{cls.__module__}.{cls.__qualname__}"


def is_opaque(module: str | None) -> bool:
    """Whether functions defined in a module belong to the library and are not compiled from their source."""
    if module is None:
        return True
    if module.startswith(_TRANSPARENT):
        return module == _BASE
    return module.split(".")[0] in _OPAQUE or module == "torch"


def is_replaced(owner: types.ModuleType | type, name: str, value: object) -> bool:
    """Whether what a module of the library, or a class of its, holds under a name that the table knows is somebody else's."""
    if _contents(owner).get(name, value) is not value:
        return True
    # Or it was replaced before the first look.
    if is_a(value, types.FunctionType):
        return not is_opaque(value.__module__) and not value.__module__.startswith(_TRANSPARENT)
    # Callables of kinds that have no public name here, as numpy's functions, are of the package's own classes; others, as
    # `random.getstate`, the table does not know.
    return (is_a(owner, types.ModuleType) and canonical_name(value) is None and known(f"{owner.__name__}.{name}")
            and type(value).__module__.split(".")[0] != owner.__name__.split(".")[0])


@functools.cache
def _contents(owner: types.ModuleType | type) -> dict[str, object]:
    """What a module or class held when it was first looked at."""
    if is_a(owner, types.ModuleType):
        return dict(vars(owner))
    return {name: value for base in reversed(owner.__mro__) for name, value in vars(base).items()}


# Before anybody has had much time to replace anything.
for _owner in (torch, torch.Tensor):
    _contents(_owner)


def _is_heap_type(cls: type) -> bool:
    return bool(cls.__flags__ & (1 << 9))
