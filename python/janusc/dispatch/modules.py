"""Compiled modules: an object of a subclass that shares the original's `__dict__`.

For each module class there is one subclass, made when first needed. It has the name of its base, adds two slots and
replaces `__call__`; what an instance holds - parameters, buffers, hooks, mode - is the original's own dict, so whatever
changes one changes the other. Copying and pickling go through the original.
"""
from __future__ import annotations

import copy
import threading
import types
import weakref
from typing import Any

import torch

from janusc import _dispatch
from janusc.dispatch.calls import Handler, Settings, set_trials

__all__ = ["compile_module", "get_function", "is_compiled", "is_compiled_class", "original_of", "rebuild"]

_classes: weakref.WeakValueDictionary[type, type] = weakref.WeakValueDictionary()
_compiled_classes: weakref.WeakSet[type] = weakref.WeakSet()
_lock = threading.RLock()


def compile_module(module: torch.nn.Module, settings: Settings) -> torch.nn.Module:
    """A compiled twin of the module."""
    if is_compiled(module):
        module = original_of(module)
    if not hasattr(module, "__dict__") or isinstance(module, torch.jit.ScriptModule):
        raise TypeError(f"janusc.compile takes modules written in Python, got {type(module).__name__}")
    twin = _share(_class_of(type(module)), module)
    object.__setattr__(twin, "_janus_original", module)
    object.__setattr__(twin, "_janus_settings", settings)
    return twin


def is_compiled(value: object) -> bool:
    """Whether the object is a compiled module."""
    return any(base in _compiled_classes for base in type(value).__mro__)


def is_compiled_class(cls: type) -> bool:
    """Whether this is a class that `compile` made, rather than one derived from such."""
    return cls in _compiled_classes


def original_of(value: Any) -> Any:
    """The module that a compiled one was made from; anything else is itself."""
    if not is_compiled(value):
        return value
    try:
        return value._janus_original
    except AttributeError:
        pass
    # A compiled class was instantiated by itself (replicas of data parallel).
    base = next(base for base in type(value).__mro__ if base in _compiled_classes).__base__
    object.__setattr__(value, "_janus_original", _share(base, value))
    return value._janus_original


def get_function(value: Any) -> Any:
    """The CompiledFunction behind a compiled module's `__call__`."""
    try:
        return value._janus_call
    except AttributeError:
        return _create_call(value)


def rebuild(original: torch.nn.Module, settings: Settings) -> torch.nn.Module:
    """Compiles what was unpickled."""
    return compile_module(original, settings)


def _share(cls: type, module: torch.nn.Module) -> Any:
    twin = object.__new__(cls)
    object.__setattr__(twin, "__dict__", module.__dict__)
    return twin


def _class_of(original: type) -> type:
    with _lock:
        compiled = _classes.get(original)
        if compiled is None:
            compiled = _classes[original] = _make_class(original)
            _compiled_classes.add(compiled)
        return compiled


def _make_class(original: type) -> type:
    namespace = {
        "__slots__": ("_janus_call", "_janus_original", "_janus_settings", "_janus_moved"),
        "__module__": original.__module__,
        "__qualname__": original.__qualname__,
        "__doc__": original.__doc__,
        "__reduce_ex__": _reduce,
        "__copy__": _copy,
        "__deepcopy__": _deepcopy,
    }
    compiled = type(original)(original.__name__, (original,), namespace)
    # The slots' descriptors exist only now.
    call, wrapped = compiled.__dict__["_janus_call"], compiled.__dict__["_janus_original"]
    compiled.__call__ = _dispatch.ModuleCall(call, _create_call, wrapped, _moved, original)
    return compiled


def _settings_of(self: Any) -> Settings:
    try:
        return self._janus_settings
    except AttributeError:
        return Settings()


def _create_call(self: Any) -> Any:
    """The CompiledFunction of an instance, made on its first call, and anew where its class has got another __call__."""
    with _lock:
        original = original_of(self)
        call = type(original).__call__
        made = getattr(self, "_janus_call", None)
        if made is not None and made.__wrapped__ == call:
            return made
        forward = type(original).forward
        plain = isinstance(forward, types.FunctionType) and "forward" not in original.__dict__
        binder = forward if plain else None
        handler = Handler(call, _settings_of(self), is_module=True, name=type(original).__qualname__,
                          binder=binder)
        function = _dispatch.CompiledFunction(call, handler, binder)
        set_trials(function, handler.settings)
        object.__setattr__(self, "_janus_call", function)
        return function


def _moved(self: Any) -> Any:
    """What is called in place of a compiled module whose original has got another class since."""
    with _lock:
        try:
            moved = self._janus_moved
        except AttributeError:
            moved = None
        if moved is None or type(moved).__base__ is not type(original_of(self)):
            moved = compile_module(original_of(self), _settings_of(self))
            object.__setattr__(self, "_janus_moved", moved)
        return moved


def _reduce(self: Any, protocol: int) -> tuple:
    return rebuild, (original_of(self), _settings_of(self))


def _copy(self: Any) -> Any:
    return compile_module(copy.copy(original_of(self)), _settings_of(self))


def _deepcopy(self: Any, memo: dict) -> Any:
    twin = compile_module(copy.deepcopy(original_of(self), memo), _settings_of(self))
    memo[id(self)] = twin
    return twin
