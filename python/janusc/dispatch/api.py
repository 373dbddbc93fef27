"""janusc.compile: what it takes and what it gives back."""
from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import torch

from janusc import _dispatch
from janusc.dispatch import modules
from janusc.dispatch.calls import Handler, Settings, set_trials
from janusc.dispatch.devices import check_target
from janusc.dispatch.options import validate
from janusc.errors import OptionError

__all__ = ["compile", "compile_function", "get_handler"]


def compile(fn: Any = None, *, target: str | None = None, native: bool = False, dynamic: bool | None = None,
            **options: Any) -> Any:
    """Compiles a function, method or `nn.Module`; also a decorator, with and without arguments.

    The result behaves as what was given: it has the same signature, attributes and class, and a module shares
    parameters, buffers and hooks with the original. Code is made when it is called.

    target: None follows the tensors' device. native: raise NativeError where a call would need the interpreter.
    dynamic: whether sizes of tensor arguments are open from the start; None opens dimension 0, and others when a call
    disagrees. Further keywords are those of `janusc.options`, for this object alone.
    """
    check_target(target)
    if not isinstance(native, bool):
        raise OptionError(f"native takes a bool, got {native!r}")
    if dynamic not in (None, True, False):
        raise OptionError(f"dynamic takes None or a bool, got {dynamic!r}")
    settings = Settings(target, native, dynamic, validate(options))
    if fn is None:
        return lambda decorated: _compile(decorated, settings)
    return _compile(fn, settings)


def _compile(fn: Any, settings: Settings) -> Any:
    kind = type(fn)
    if kind is _dispatch.CompiledFunction:
        return compile_function(fn.__wrapped__, settings)
    if kind is types.FunctionType:
        return compile_function(fn, settings)
    if kind is types.MethodType:
        return types.MethodType(_compile(fn.__func__, settings), fn.__self__)
    if kind in (staticmethod, classmethod):
        return kind(_compile(fn.__func__, settings))
    if kind is functools.partial:
        partial = functools.partial(_compile(fn.func, settings), *fn.args, **fn.keywords)
        partial.__dict__.update(fn.__dict__)
        return partial
    if isinstance(fn, torch.nn.Module):
        return modules.compile_module(fn, settings)
    hint = " (compile an instance of it)" if isinstance(fn, type) else ""
    raise TypeError(f"janusc.compile takes a Python function, a method or an nn.Module, got {fn!r}{hint}")


def compile_function(fn: Callable[..., Any], settings: Settings) -> Any:
    """The compiled function of a plain Python function."""
    compiled = _dispatch.CompiledFunction(fn, Handler(fn, settings))
    set_trials(compiled, settings)
    return compiled


def get_handler(compiled: Any) -> Handler | None:
    """The cold path of what `compile` returned, None where the object is not compiled."""
    if isinstance(compiled, types.MethodType):
        compiled = compiled.__func__
    elif isinstance(compiled, functools.partial):
        compiled = compiled.func
    elif type(compiled) in (staticmethod, classmethod):
        compiled = compiled.__func__
    elif modules.is_compiled(compiled):
        compiled = modules.get_function(compiled)
    return compiled._handler if type(compiled) is _dispatch.CompiledFunction else None
