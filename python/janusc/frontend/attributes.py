"""Finding attributes without running code: instance dictionaries, plain class attributes, functions.

A property, a slot or another descriptor is not found, nor is what `__getattr__` would make up.
"""
from __future__ import annotations

import types

from janusc.frontend import library
from janusc.frontend.peek import dict_of, is_a
from janusc.frontend.world import ABSENT, World, class_attribute

__all__ = ["base_names", "class_attribute", "find_attribute", "found_on_class"]


def find_attribute(world: World, owner: object, path: str, name: str) -> tuple[object, str] | None:
    """An instance's attribute, where plain look-up finds it; methods come bound."""
    raw = class_attribute(type(owner), name)
    if raw is not ABSENT and hasattr(type(raw), "__set__"):
        return None
    held = dict_of(owner)
    if held is None and type(owner).__dictoffset__:
        return None
    held = held or {}
    # Among other keys looking a name up may run code.
    if not all(type(key) is str for key in held):
        return None
    if name in held:
        if not world.hold(owner, name, held, f"{path}.{name}"):
            world.read("attribute", owner, name, held[name])
        return held[name], f"{path}.{name}"
    if raw is ABSENT:
        return None
    found = found_on_class(raw, owner, type(owner))
    if found is ABSENT:
        return None
    world.read("attribute", owner, name, raw)
    return found, f"{path}.{name}"


def found_on_class(raw: object, owner: object, cls: type) -> object:
    """What reading a class attribute gives, for the kinds whose reading runs no code; else ABSENT."""
    if is_a(raw, types.FunctionType):
        return raw if owner is None else types.MethodType(raw, owner)
    if is_a(raw, staticmethod):
        return raw.__func__
    if is_a(raw, classmethod):
        return types.MethodType(raw.__func__, cls)
    return ABSENT if hasattr(type(raw), "__get__") else raw


def base_names(cls: type) -> list[str]:
    """What isinstance goes by for an instance of a class; a metaclass of its own may say otherwise."""
    return [library.class_name(base) for base in cls.__mro__] if type(cls) is type else []
