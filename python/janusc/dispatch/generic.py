"""Generic versions: when a code object gets machine code that runs on CPython's own frames (docs/generic.md).

A body is kept with its code object, so every function made of that code shares it. `janusc._dispatch` asks `_consider`
for functions that a body calls; what is compiled then is decided here.
"""
from __future__ import annotations

import ast
import hashlib
import os
import site
import sysconfig
import threading
import time
import types
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from janusc import _dispatch
from janusc.dispatch import symbols
from janusc.dispatch.log import fault, is_logged, log
from janusc.dispatch.options import compiling, current, is_fast
from janusc.errors import CompileError, NoSource, Unsupported

if TYPE_CHECKING:
    from janusc.dispatch.calls import Settings
    from janusc.dispatch.versions import LevelWriter

__all__ = ["Generic", "Refusal", "body_of", "is_users", "prepare", "reached"]


@dataclass
class Generic:
    """What is known of a body, and what keeps its machine code."""

    name: str
    code: types.CodeType
    module_globals: dict
    settings: Settings
    ops: int
    seconds: float
    levels: dict[str, str]
    loaded: Any = field(repr=False)

    def counts(self) -> tuple[int, int]:
        """Native and interpreted ops."""
        from janusc.dispatch import units

        owner = units.owner_of(self.code)
        native = 0 if owner is None else min(sum(unit["native"] for unit in owner.data()), self.ops)
        return native, self.ops - native


class Refusal(NamedTuple):
    """Why a code object has no generic version."""

    name: str
    reason: str
    place: str | None


_UNKNOWN = object()
# After so many calls the extension marks a body as stale.
_TRIAL_CALLS = 64
_lock = threading.RLock()
# By identity, as equal code objects are not the same; the code is kept, so that no other gets its id.
_refused: dict[int, tuple[types.CodeType, Refusal]] = {}
_made: dict[int, Generic] = {}
# Code that has no body because nothing native was found in it, until somebody asks for all.
_idle: dict[int, types.CodeType] = {}


def body_of(code: types.CodeType) -> Generic | None:
    """The generic version of a code object."""
    body = _dispatch.get_body(code, None)
    return None if body is None else body.keep


def reached() -> tuple[list[Generic], list[Refusal]]:
    """Every generic version of this process, and what was refused one."""
    return list(_made.values()), [refusal for _, refusal in _refused.values()]


def prepare(function: types.FunctionType, settings: Settings) -> Generic | Refusal | None:
    """The generic version of a function's code, made if there is none: in any case with compile_all, else only where parts
    may be native (None)."""
    code = function.__code__
    wants_all = current(settings.options)["compile_all"]
    with _lock:
        if wants_all:
            _ask_again()
        body = _dispatch.get_body(code, _UNKNOWN)
        if body is not None and body is not _UNKNOWN:
            if wants_all:
                # Whoever asked first may not have wanted all; what the body calls is considered under its settings.
                body.keep.settings = settings
            return body.keep
        if id(code) in _refused:
            return _refused[id(code)][1]
        if body is None and id(code) not in _foreign and not wants_all:
            # Looked at before, and found without a part that is native.
            return None
        return _make(code, function.__globals__, settings)


def _make(code: types.CodeType, module_globals: dict, settings: Settings) -> Generic | Refusal | None:
    limits = current(settings.options)
    try:
        with compiling(limits):
            generic, constants, address = _compile(code, module_globals, settings)
    except _NotWorthIt:
        _leave(code)
        return None
    except NoSource as error:
        return _refuse(code, error.reason)
    except Unsupported as error:
        return _refuse(code, error.code, f"{error.file}:{error.line}" if error.file else None)
    except CompileError as error:
        return _refuse(code, error.message, f"{error.file}:{error.line}" if error.file else None)
    except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
        return _refuse(code, fault(error))
    _made[id(code)] = generic
    _dispatch.set_body(code, _dispatch.Body(address, tuple(constants), generic))
    log("compile", f"{generic.name}: generic version in {generic.seconds:.3f} s")
    return generic


def _leave(code: types.CodeType) -> None:
    """Leaves a code object to the interpreter, as nothing in it is native."""
    _idle[id(code)] = code
    _dispatch.set_body(code, None)


def _ask_again() -> None:
    """Forgets which code objects were left alone: bodies are wanted for all that is called."""
    for code in _idle.values():
        if _dispatch.get_body(code, _UNKNOWN) is None:
            _dispatch.set_body(code)
    _idle.clear()


class _NotWorthIt(Exception):
    """Nothing in the function, or in what it calls, may be native, and nobody asked for it."""


def _refuse(code: types.CodeType, reason: str, place: str | None = None) -> Refusal:
    refusal = Refusal(code.co_qualname, reason, place or f"{code.co_filename}:{code.co_firstlineno}")
    _refused[id(code)] = code, refusal
    if _dispatch.get_body(code, None) is None:
        _dispatch.set_body(code, None)
    log("interpreter", f"{refusal.place}: {refusal.name} has no generic version: {reason}")
    return refusal


def _compile(code: types.CodeType, module_globals: dict, settings: Settings) -> tuple[Generic, list[object], int]:
    # Imported late: it loads the compiler.
    from janusc import _compiler, pipeline
    from janusc.dispatch import units
    from janusc.dispatch.versions import LevelWriter
    from janusc.frontend.generic import lower_generic
    from janusc.frontend.source import find_code

    started = time.perf_counter()
    source = find_code(code, module_globals)
    plan, unit_of = units.plan_for(code, source, module_globals, settings) or (None, None)
    if not plan and not _may_reach_units(code, source) and not current(settings.options)["compile_all"]:
        raise _NotWorthIt
    program = lower_generic(code, source, plan, unit_of)
    writer = LevelWriter(f"{code.co_qualname}.generic")
    writer("dynamic", program.module)
    if is_fast():
        ops, _ = _compiler.count_ops(program.module)
        pipeline.lower_generic(program.module, written=writer)
        objects = pipeline.compile_objects(program.module, 0, cached=False)
    else:
        ops, objects = _code(program.module, writer)
    loaded, address = pipeline.load_body(objects, program.symbol)
    generic = Generic(code.co_qualname, code, module_globals, settings, ops, time.perf_counter() - started,
                      writer.texts, loaded)
    return generic, program.constants, address


def _code(module: Any, writer: LevelWriter) -> tuple[int, list[bytes]]:
    """How many ops a generic function has, and its objects; those of an earlier process if they are still kept."""
    from janusc import _compiler, pipeline

    text = module.text(locations=True)
    digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    key = _compiler.program_key(module, f"generic {digest}")
    way_down = writer.write is not None or is_logged("passes") or symbols.are_wanted()
    objects = None if way_down else _compiler.load_objects(key)
    ops, _ = _compiler.count_ops(module)
    if objects is None:
        pipeline.lower_generic(module, written=writer)
        objects = pipeline.compile_objects(module, _opt_level(ops), program=key)
    return ops, objects


def _may_reach_units(code: types.CodeType, source: Any) -> bool:
    """Whether functions that a body without units calls may have some: they run their bodies only where one calls them."""
    body = _dispatch.get_body(code, None)
    if body is not None and body.calls >= _TRIAL_CALLS:
        return body.reaches
    return any(isinstance(part, ast.Call) for part in ast.walk(source.node))


def _opt_level(ops: int) -> int:
    """LLVM's passes take eight times as long as all else, and most of a body's time is in the interpreter's own
    functions: only what is short is optimised."""
    return 1 if ops < 30 else 0


# What is compiled.

def _folders() -> list[str]:
    """Where libraries are, longest first: site-packages may be inside the standard library's folder."""
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths += [*site.getsitepackages(), site.getusersitepackages(), os.path.dirname(os.path.dirname(os.path.dirname(__file__)))]
    found = {os.path.join(form, "") for path in paths if path for form in (path, os.path.realpath(path))}
    return sorted(found, key=len, reverse=True)


_LIBRARIES = _folders()
_TORCH = os.path.dirname(torch.__file__)
_TRANSPARENT = os.path.join(_TORCH, "nn", "modules", "")


def _package_of(file: str) -> str | None:
    """The folder or file of the library package that a file is of; None for the user's own."""
    for folder in _LIBRARIES:
        if file.startswith(folder):
            return folder + file[len(folder):].partition(os.sep)[0]
    return None


def is_users(code: types.CodeType, caller: types.CodeType | None = None) -> bool:
    """Whether a code object is the user's, by its file: not of the standard library, of installed packages or of janusc.

    A package is the user's for calls inside it: where its functions are compiled, somebody asked for that.
    torch.nn.modules always is: between a module's call and its forward there is nothing else.
    """
    file = code.co_filename
    if file.startswith("<"):
        return False
    package = _package_of(file)
    if package is None or file.startswith(_TRANSPARENT):
        return True
    return package != _TORCH and caller is not None and package == _package_of(caller.co_filename)


# Code that is not the user's where it was called.
_foreign: set[int] = set()


def _consider(function: types.FunctionType, known: Generic) -> None:
    """Called by `_dispatch` for a function of unknown code that the body of `known` is about to call, or whose body, which
    `known` is, is stale."""
    code = function.__code__
    if _dispatch.get_body(code, None) is not None:
        # Not waited for: another thread may be at it, and the body there is will do.
        if _lock.acquire(blocking=False):
            try:
                _refresh(code)
            finally:
                _lock.release()
    elif is_users(code, known.code):
        # Several threads may come here at once; while one compiles, the others wait, as for a version.
        prepare(function, known.settings)
    else:
        _foreign.add(id(code))
        _dispatch.set_body(code, None)


def _refresh(code: types.CodeType) -> None:
    """Makes a stale body again with other units, or drops it where nothing native ran in it, not in what it calls either, and nobody
    asked for it."""
    from janusc.dispatch import units

    body = _dispatch.get_body(code, None)
    if body is None or not body.stale:
        return
    body.stale = False
    generic, owner = body.keep, units.owner_of(code)
    if owner is not None and owner.may_replan():
        _make(code, generic.module_globals, generic.settings)
    elif not current(generic.settings.options)["compile_all"] and not body.reaches:
        _leave(code)


_dispatch.set_body_maker(_consider)


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_after_fork)
