"""The cold path: what happens when no version of a compiled function matches a call.

A version is compiled, or the reason why there is none goes on record and the function runs by its generic version or in
the interpreter. Versions are bounded, and so are attempts: a function that cannot be compiled is left alone.
"""
from __future__ import annotations

import inspect
import os
import threading
import types
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import torch

from janusc import _dispatch
from janusc.dispatch.failures import Looked
from janusc.dispatch.keeper import Keeper
from janusc.dispatch.log import fault, log
from janusc.dispatch.options import compiling, current
from janusc.dispatch.plan import NotNative
from janusc.dispatch.relax import Relaxation, drop_one
from janusc.dispatch.watch import Watch
from janusc.dispatch.worth import deals_with_plain_data, is_plain
from janusc.errors import NativeError
from janusc.frontend.dirty import is_cause
from janusc.frontend.peek import is_a, is_large

__all__ = ["Handler", "Reason", "Settings", "called", "describe_argument", "set_trials"]

# After this many calls for which there is nothing to be made, as was known before, calls that no version takes go by without
# being looked at: twice as many each time, up to the second number. Until a version is made.
_PATIENCE, _LONGEST_SKIP = 16, 4096
# After this many failed attempts in a row for the same place of the code, attempts for other arguments are left out likewise.
_SAME = 2
# Versions that are made and attempts that fail, for each place that there is for a version. The first `max_versions` are
# free; each further one must have been paid for by this many native calls.
_ATTEMPTS, _PRICE = 4, 16
# What is in containers that are in so many others is not looked at: some hold themselves.
_DEEP = 16
_LITERALS = (bool, int, float, str, bytes, types.NoneType)
_PLAIN = "numbers and text alone are not worth compiling (compile_all=True compiles all the same)"
_MEANWHILE = "called while another thread compiles it"
_NOT_BOUND = "no Python function's parameters take these arguments"


@dataclass(frozen=True)
class Settings:
    """What `janusc.compile` was told."""

    target: str | None = None
    native: bool = False
    dynamic: bool | None = None
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class Reason:
    """Why calls ran without a native version, and how many. plain: not by the generic version either; lasting: another
    call is likely to find the same."""

    text: str
    place: str | None = None
    count: int = 0
    plain: bool = False
    lasting: bool = False


class _Failure(NamedTuple):
    """An attempt that failed: why, and what it was judged by (an optimiser without state gets some, for one)."""

    reason: Reason
    facts: Looked | None

    def stands(self) -> bool:
        """Whether another attempt would fail alike."""
        return self.facts is None or self.facts.check()


def set_trials(compiled: Any, settings: Settings) -> None:
    """Whether calls are tried in the interpreter, where the object's own settings say."""
    wanted = False if settings.native else settings.options.get("trials")
    if wanted is not None:
        compiled._version_trials = compiled._generic_trials = wanted
    if settings.options.get("compile_all"):
        compiled._generic_trials = False


class Handler(Keeper):
    """Called by a compiled function for every call that no version took."""

    def __init__(self, function: Callable[..., Any], settings: Settings, *, is_module: bool = False,
                 name: str | None = None, binder: Callable[..., Any] | None = None) -> None:
        super().__init__()
        self.function = function
        self.name = name or getattr(function, "__qualname__", repr(function))
        self.settings = settings
        self.is_module = is_module
        self.binder = binder or function
        self.reasons: dict[tuple[str, str | None], Reason] = {}
        self.infos: list[Any] = []
        self.relaxation = Relaxation()
        self.watch = Watch(self.relaxation)
        # Whether a leading size of 1 stays closed: it broadcasts where an open size must be equal to another.
        self.ones_broadcast = False
        self.ops = (0, 0)
        # How often a version was made or tried to be, and the calls that versions took which are gone.
        self.attempts = 0
        self._calls_before = 0
        # What the last failed attempt left to the interpreter.
        self.dynamic: list[Any] = []
        self._plain: bool | None = None
        self._failed: dict[Any, _Failure] = {}
        self._lock = threading.RLock()
        self._compiling = False
        # How often in a row the same place of the code was the reason, and the attempts that are left out therefore.
        self._code_reason: Reason | None = None
        self._code_failures = 0
        self._held = 0
        self._alike = 0
        self._skip = _PATIENCE
        # The generic version of the function, or of a module's forward, once a call was to run by it.
        self.generic: Any = None
        # Set by the first call: what calls this.
        self.compiled: Callable[[], Any] | None = None
        _handlers.add(self)

    def __call__(self, compiled: Any, args: tuple, kwargs: dict | None) -> Any:
        kwargs = kwargs or {}
        if self.compiled is None:
            self.compiled = weakref.ref(compiled)
        reason = self._assumption_broke()
        if reason is None:
            # Another thread may compile what this call needs: the function runs meanwhile, unless it must not.
            if not self._lock.acquire(blocking=self.settings.native):
                return self._without_version(compiled, self._note(_MEANWHILE, plain=True), args, kwargs)
            try:
                found, result = _dispatch.try_versions(compiled, args, kwargs)
                if not found:
                    # Looking at arguments must not run the __torch_function__ of a user's class.
                    with torch._C.DisableTorchFunctionSubclass():
                        reason = self._compile(compiled, args, kwargs)
            finally:
                self._lock.release()
            if not found and reason is None:
                found, result = _dispatch.try_versions(compiled, args, kwargs)
            if found:
                return result
            if reason is None:
                reason = self._assumption_broke() or self._note(
                    f"the new version does not take the call: {_dispatch.versions(compiled)[0].failure}")
        return self._without_version(compiled, reason, args, kwargs)

    def _without_version(self, compiled: Any, reason: Reason, args: tuple, kwargs: dict) -> Any:
        """How the function is to be run: the caller does it, so that no frame of janusc stands below the user's."""
        reason.count += 1
        log("interpreter", f"{self.name}: {reason.place + ': ' if reason.place else ''}{reason.text}")
        if self.settings.native and not (reason.text == _NOT_BOUND and self.binds(args, kwargs) is False):
            raise NativeError(self.name, reason.text, reason.place)
        if reason.plain:
            return _dispatch.RUN_PLAIN
        self._prepare_generic(reason)
        if reason.lasting and not self.settings.native:
            self._alike += 1
            if self._alike >= _PATIENCE:
                compiled._skip = self._skip
                self._skip = min(2 * self._skip, _LONGEST_SKIP)
        return _dispatch.RUN_GENERIC

    def _prepare_generic(self, reason: Reason) -> None:
        """Makes the generic version, where the function is to have one."""
        if self._compiling or reason.text == _PLAIN:
            return
        from janusc.dispatch import generic, units

        for function in {self.function, self.binder}:
            if type(function) is not types.FunctionType:
                continue
            if self.dynamic:
                units.learn(function.__code__, self.dynamic)
            made = generic.prepare(function, self.settings)
            owner = units.owner_of(function.__code__)
            if owner is not None and self.watch.calls:
                owner.watched = self.relaxation
            if isinstance(made, generic.Refusal):
                self._note(f"no generic version: {made.reason}", made.place).count += 1
            elif function is self.binder and made is not None:
                self.generic = made
        self.dynamic = []

    def binds(self, args: tuple, kwargs: dict) -> bool | None:
        """Whether the function has parameters for these arguments; None if that cannot be told."""
        try:
            signature = inspect.signature(self.binder)
        except (TypeError, ValueError):
            return None
        try:
            signature.bind(*args, **kwargs)
        except TypeError:
            return False
        return True

    def _note(self, text: str, place: str | None = None, *, plain: bool = False, lasting: bool = False) -> Reason:
        return self.reasons.setdefault((text, place), Reason(text, place, 0, plain, lasting))

    # Broken assumptions: nothing has happened yet, so the call starts again in the interpreter.

    def versions(self) -> list[_dispatch.Version]:
        compiled = None if self.compiled is None else self.compiled()
        return [] if compiled is None else _dispatch.versions(compiled)

    def remove(self, version: _dispatch.Version) -> None:
        _dispatch.remove_version(self.compiled(), version)
        self._calls_before += version.calls

    def refuse(self, info: Any, text: str, place: str | None = None) -> None:
        self._failed[info.key] = _Failure(self._note(text, place), None)

    def _assumption_broke(self) -> Reason | None:
        broken = self.find_broken()
        if broken is None:
            return None
        worst = broken.version
        if worst is not None and not worst.calls and worst.data.opened_ones and not self.ones_broadcast:
            self.ones_broadcast = True
            self.drop(worst)
        elif broken.too_often:
            self.drop(worst)
            self.refuse(worst.data, broken.verdict, broken.place)
        return self._note(broken.reason, broken.place)

    # Compiling.

    def _compile(self, compiled: Any, args: tuple, kwargs: dict) -> Reason | None:
        """Adds a version for the call; the reason where there is none."""
        if self._compiling:
            return self._note("called while it is being compiled", plain=True)
        environment = _dispatch.environment()
        if environment.reason is not None:
            return self._note(environment.reason, plain=True)
        limits = current(self.settings.options)
        if self.watch.calls < limits["profile_calls"]:
            self.watch.note(self, compiled, args, kwargs, limits)
            return self._note("watched in the interpreter first (profile_calls)", plain=True)
        values = _dispatch.bind(compiled, args, kwargs)
        if values is None:
            # Where there are parameters the call itself is wrong, and Python says how.
            return self._note(_NOT_BOUND)
        if not (limits["compile_all"] or self.settings.native) and self._is_not_worth_it(values):
            return self._note(_PLAIN, lasting=True)
        parameters = dict(zip(_dispatch.parameters(compiled), values, strict=True))
        key = (repr(environment), *(describe_argument(value) for value in values))
        failure = self._failed.get(key)
        if failure is not None and failure.stands():
            failure.reason.lasting = True
            return failure.reason
        if self._held and self._code_reason is not None:
            self._held -= 1
            self._code_reason.lasting = True
            return self._code_reason
        why_not = self._out_of_bounds(compiled, limits["max_versions"])
        if why_not is not None:
            return self._note(why_not, lasting=True)
        for version in _dispatch.versions(compiled):
            log("guards", f"{self.name}: {version.failure}")
        self._compiling = True
        try:
            self._add_version(compiled, parameters, args, kwargs, key, limits)
        except NotNative as error:
            self.dynamic = error.dynamic
            reason = self._note(error.reason, error.place)
            self._hold(reason, error)
            return self._fail(key, reason, error.facts)
        except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
            reason = self._note(fault(error))
            return self._fail(key, reason, None)
        finally:
            self._compiling = False
        return None

    def _out_of_bounds(self, compiled: Any, most: int) -> str | None:
        """Why no further version may be made, if none may. Drops one where that makes room."""
        versions = _dispatch.versions(compiled)
        calls = self._calls_before + sum(version.calls for version in versions)
        if self.attempts >= _ATTEMPTS * most or (self.attempts >= most and calls < _PRICE * self.attempts):
            if len(versions) >= most:
                return f"there are {len(versions)} versions already (max_versions)"
            return f"compiling has been tried {self.attempts} times with too few native calls"
        if len(versions) >= most:
            useless = drop_one(versions)
            if useless is None:
                return f"there are {len(versions)} versions already (max_versions)"
            self.drop(useless)
        return None

    def _hold(self, reason: Reason, error: NotNative) -> None:
        """Where the code itself is not native, other arguments will hardly make it so: attempts for those become rare."""
        if not any(map(is_cause, error.dynamic)):
            self._code_failures = 0
            return
        self._code_failures = self._code_failures + 1 if self._code_reason is reason else 1
        self._code_reason = reason
        if self._code_failures >= _SAME:
            self._held = min(1 << self._code_failures, _LONGEST_SKIP)

    def _is_not_worth_it(self, values: tuple) -> bool:
        if self._plain is None:
            self._plain = deals_with_plain_data(self.function)
        return self._plain and all(map(is_plain, values))

    def _fail(self, key: Any, reason: Reason, facts: Looked | None) -> Reason:
        """Remembers a failed attempt, so that it is not made again before something has changed."""
        self._failed[key] = _Failure(reason, facts)
        return reason

    def _add_version(self, compiled: Any, parameters: dict, args: tuple, kwargs: dict, key: Any, limits: dict) -> None:
        # Imported late: it loads the compiler.
        from janusc.dispatch import versions

        self.relaxation.note(parameters)
        self.watch.compare()
        self.relaxation.note_stale(version for version in _dispatch.versions(compiled) if not version.facts.check())
        with compiling(limits):
            try:
                version, info = versions.make_version(self, parameters, args, kwargs, limits)
            except NotNative:
                if not self.relaxation.take_back():
                    raise
                version, info = versions.make_version(self, parameters, args, kwargs, limits)
        info.key = key
        self._alike, self._skip = 0, _PATIENCE
        self.infos.append(info)
        _dispatch.add_version(compiled, version)

    def judge(self, text: str) -> None:
        """May refuse a program at value level by raising NotNative."""

    def after_fork(self) -> None:
        """In a forked child: a lock that another thread held is never released there."""
        self._lock = threading.RLock()
        self._compiling = False


def describe_argument(value: Any, depth: int = 0) -> Any:
    """A key under which failed attempts are remembered: what a version would be specialised on. By numbers where it would
    keep objects of the user's."""
    kind = type(value)
    if is_a(value, torch.Tensor):
        return (kind, value.dtype, value.layout, tuple(value.shape[1:]), value.dim(), value.requires_grad,
                value.device.type, value.layout is torch.strided and not value.is_contiguous())
    if kind in _LITERALS:
        return kind, repr(value)
    if kind in (list, dict) and is_large(value):
        # The frontend does not look into it.
        return id(kind), "large"
    if depth < _DEEP and is_a(value, (tuple, list)):
        elements = tuple.__iter__(value) if is_a(value, tuple) else list.__iter__(value)
        return id(kind), tuple(describe_argument(element, depth + 1) for element in elements)
    if depth < _DEEP and is_a(value, dict):
        return id(kind), tuple((describe_argument(key, depth + 1), describe_argument(element, depth + 1))
                               for key, element in dict.items(value))
    if kind is types.MethodType:
        return id(kind), id(value.__func__), id(value.__self__)
    return id(kind), id(value)


_handlers: weakref.WeakSet[Handler] = weakref.WeakSet()


def called() -> list[tuple[Handler, Any]]:
    """The handlers that were called, with what they belong to."""
    pairs = [(handler, handler.compiled()) for handler in list(_handlers) if handler.compiled is not None]
    return [(handler, compiled) for handler, compiled in pairs if compiled is not None]


def _after_fork() -> None:
    for handler in list(_handlers):
        handler.after_fork()


os.register_at_fork(after_in_child=_after_fork)
