"""Generic versions: when a code object gets machine code that runs on CPython's own frames (docs/generic.md).

A body is kept with its code object, so every function made of that code shares it. `janusc._dispatch` asks `_consider`
for functions that a body calls; what is compiled then is decided here.
"""
from __future__ import annotations

import hashlib
import os
import site
import sysconfig
import threading
import time
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from janusc import _dispatch
from janusc.dispatch.log import is_logged, log
from janusc.dispatch.options import current
from janusc.errors import CompileError, JanusError, NoSource, Unsupported

__all__ = ["Generic", "Refusal", "body_of", "is_users", "prepare", "reached", "set_planner"]

_UNKNOWN = object()


@dataclass
class Generic:
    """What is known of a body, and what keeps its machine code."""

    name: str
    code: types.CodeType
    ops: int
    seconds: float
    levels: dict[str, str]
    loaded: Any = field(repr=False, default=None)
    # The units in it; each tells by `native` and `interpreted` how many of its ops have a native version.
    units: tuple[Any, ...] = ()

    def counts(self) -> tuple[int, int]:
        """Native and interpreted ops."""
        native = sum(getattr(unit, "native", 0) for unit in self.units)
        return native, max(self.ops - native, 0)


class Refusal(NamedTuple):
    """Why a code object has no generic version."""

    name: str
    reason: str
    place: str | None


_lock = threading.RLock()
# By identity, as equal code objects are not the same; the code is kept, so that no other gets its id.
_refused: dict[int, tuple[types.CodeType, Refusal]] = {}
_made: dict[int, Generic] = {}


def body_of(code: types.CodeType) -> Generic | None:
    """The generic version of a code object."""
    body = _dispatch.get_body(code, None)
    return None if body is None else body.keep


def refusal_of(code: types.CodeType) -> Refusal | None:
    """Why it has none."""
    found = _refused.get(id(code))
    return None if found is None else found[1]


def reached() -> tuple[list[Generic], list[Refusal]]:
    """Every generic version of this process, and what was refused one."""
    return list(_made.values()), [refusal for _, refusal in _refused.values()]


def prepare(function: types.FunctionType, *, reaches: bool) -> Generic | Refusal:
    """The generic version of a function's code, made if there is none. reaches: user functions it calls get one, too."""
    code = function.__code__
    with _lock:
        body = _dispatch.get_body(code, None)
        if body is not None:
            body.reaches = body.reaches or reaches
            return body.keep
        refusal = refusal_of(code)
        return refusal or _make(code, function.__globals__, reaches)


# planner(code, source, module_globals): the units of a code object, and the object for each that generated code
# hands to the runtime; None for none.
Planner = Callable[[types.CodeType, Any, dict], "tuple[Any, Callable[[Any], object]] | None"]
_planner: Planner | None = None


def set_planner(planner: Planner) -> None:
    """Says where units come from."""
    global _planner
    _planner = planner


def _make(code: types.CodeType, module_globals: dict, reaches: bool) -> Generic | Refusal:
    try:
        generic, constants, address = _compile(code, module_globals)
    except NoSource as error:
        return _refuse(code, error.reason)
    except Unsupported as error:
        return _refuse(code, error.code, f"{error.file}:{error.line}" if error.file else None)
    except CompileError as error:
        return _refuse(code, error.message, f"{error.file}:{error.line}" if error.file else None)
    except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
        log("compile", "".join(traceback.format_exception(error)))
        text = str(error).partition("\n")[0]
        return _refuse(code, f"janusc failed inside ({type(error).__name__}: {text}); please report it")
    _made[id(code)] = generic
    _dispatch.set_body(code, _dispatch.Body(address, tuple(constants), generic, reaches))
    log("compile", f"{generic.name}: generic version in {generic.seconds:.3f} s")
    return generic


def _refuse(code: types.CodeType, reason: str, place: str | None = None) -> Refusal:
    refusal = Refusal(code.co_qualname, reason, place or f"{code.co_filename}:{code.co_firstlineno}")
    _refused[id(code)] = code, refusal
    if _dispatch.get_body(code, None) is None:
        _dispatch.set_body(code, None)
    log("interpreter", f"{refusal.place}: {refusal.name} has no generic version: {reason}")
    return refusal


def _compile(code: types.CodeType, module_globals: dict) -> tuple[Generic, list[object], int]:
    # Imported late: it loads the compiler.
    from janusc import _compiler, pipeline
    from janusc.dispatch.versions import LevelWriter
    from janusc.frontend.generic import lower_generic
    from janusc.frontend.source import find_code

    started = time.perf_counter()
    source = find_code(code, module_globals)
    planned = None if _planner is None else _planner(code, source, module_globals)
    units: dict[Any, object] = {}

    def constant_of(unit: Any) -> object:
        return units.setdefault(unit, planned[1](unit))

    program = lower_generic(code, source, None if planned is None else planned[0], constant_of)
    writer = LevelWriter(f"{code.co_qualname}.generic")
    writer("dynamic", program.module)
    text = program.module.text(locations=True)
    digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    key = _compiler.program_key(program.module, f"generic {digest}")
    objects = None if writer.write is not None or is_logged("passes") else _compiler.load_objects(key)
    ops = pipeline.count_ops(text)
    if objects is None:
        pipeline.lower_generic(program.module, written=writer)
        objects = _compiler.compile_objects(program.module, program=key)
    loaded, address = pipeline.load_body(objects, program.symbol)
    generic = Generic(code.co_qualname, code, ops, time.perf_counter() - started, writer.texts, loaded,
                      tuple(units.values()))
    return generic, program.constants, address


# What is compiled.

def _folders() -> tuple[tuple[str, ...], tuple[str, ...]]:
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths += [*site.getsitepackages(), site.getusersitepackages(), os.path.dirname(os.path.dirname(__file__))]
    library = tuple({os.path.join(os.path.realpath(path), "") for path in paths if path}
                    | {os.path.join(path, "") for path in paths if path})
    modules = os.path.join(os.path.dirname(torch.__file__), "nn", "modules", "")
    return library, (modules,)


_LIBRARY, _TRANSPARENT = _folders()


def is_users(code: types.CodeType) -> bool:
    """Whether a code object is the user's, by its file: not of the standard library, of installed packages or of
    janusc. torch.nn.modules counts as the user's: between a module's call and its forward there is nothing else."""
    file = code.co_filename
    if file.startswith("<"):
        return False
    return file.startswith(_TRANSPARENT) or not file.startswith(_LIBRARY)


def _consider(function: types.FunctionType) -> None:
    """Called by `_dispatch` for a function of unknown code that a body is about to call, or whose body is stale."""
    code = function.__code__
    body = _dispatch.get_body(code, None)
    if body is not None:
        with _lock:
            # Another thread may have done it meanwhile.
            if body.stale:
                body.stale = False
                _make(code, function.__globals__, body.reaches)
        return
    if not is_users(code):
        _dispatch.set_body(code, None)
        return
    # Several threads may come here at once; while one compiles, the others wait, as for a version.
    prepare(function, reaches=True)


_dispatch.set_body_maker(_consider)


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_after_fork)
