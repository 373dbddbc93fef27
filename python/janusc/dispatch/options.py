"""janusc.options: the switches of the process, and what the environment sets."""
from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from janusc import _dispatch
from janusc.errors import OptionError

__all__ = ["OPTIONS", "Option", "cache_dir", "compiling", "current", "dump_dir", "in_force", "is_fast", "options", "unused",
           "validate"]


class Option(NamedTuple):
    """A switch: what it starts as, what it takes, whether code differs by it, and whether anything reads it yet."""

    default: Any
    accepts: Callable[[Any], bool]
    takes: str
    explanation: str
    changes_code: bool = True
    used: bool = True


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _auto_flag(value: object) -> bool:
    return value == "auto" or isinstance(value, bool)


def _depth(value: object) -> bool:
    return isinstance(value, bool) or value in ("one-step", "five-steps")


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# Those that are not used yet have their place, name and values, and say so: `unused`, `janusc doctor`, explain.
OPTIONS: dict[str, Option] = {
    "batching": Option(True, _flag, "a bool", "equal small operations run as one batch", used=False),
    "compile_all": Option(False, _flag, "a bool", "functions that deal with numbers and text alone are compiled, too",
                          False),
    "depth_first": Option(True, _depth, "a bool, 'one-step' or 'five-steps'", "chains of layers run plane by plane"),
    "freeze": Option(False, _flag, "a bool", "parameters and buffers that a call does not write are written by torch's operators alone"),
    "max_versions": Option(8, lambda v: _count(v) and v > 0, "an int from 1",
                           "versions of one function, before its other calls run in the interpreter", False),
    "parallel": Option(True, _flag, "a bool", "large loops run on as many threads as torch has"),
    "profile_calls": Option(0, _count, "an int from 0", "calls in the interpreter before the first version", False),
    "specialize": Option(True, _flag, "a bool", "sizes and numbers of the calls seen become part of versions"),
    "training_forms": Option(True, _flag, "a bool", "ops are fused across layers, forward and backward, and normalisations' sums taken together"),
    "trials": Option(os.environ.get("JANUS_TRIALS", "") != "0", _flag, "a bool",
                     "now and then calls run in the interpreter, too, and keep to the faster way", False),
    "tier": Option("full", lambda v: v in ("full", "fast"), "'full' or 'fast'",
                   "fast: code that is made quickly and not optimised, and not kept on disk"),
    "unroll": Option("auto", lambda v: v == "auto" or _count(v), "'auto' or an int from 0",
                     "length up to which loops over Python values are unrolled"),
    "winograd": Option("auto", _auto_flag, "'auto' or a bool",
                       "3x3 convolutions with fewer multiplications; auto: in inference, where they are fast and exact enough"),
}


def unused(values: dict[str, Any]) -> list[str]:
    """Which of the values differ from the default and change nothing yet."""
    return [name for name, value in values.items() if not OPTIONS[name].used and value != OPTIONS[name].default]


def validate(values: dict[str, Any]) -> dict[str, Any]:
    """The values, all known and of the right kind; raises OptionError otherwise."""
    for name, value in values.items():
        option = OPTIONS.get(name)
        if option is None:
            raise OptionError(f"unknown option {name!r}; known: {', '.join(OPTIONS)}")
        if not option.accepts(value):
            raise OptionError(f"option {name!r} takes {option.takes}, got {value!r}")
    return values


_lock = threading.Lock()
_values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
_numbers: dict[tuple, int] = {}


def _install(changes: dict[str, Any]) -> dict[str, Any]:
    """Makes the changes, returns what was there before. Equal options get equal numbers, which are guards."""
    global _values
    with _lock:
        previous = {name: _values[name] for name in changes}
        _values = {**_values, **changes}
        key = tuple(repr(_values[name]) for name in OPTIONS if OPTIONS[name].changes_code)
        _dispatch.set_trials(_values["trials"], _values["trials"] and not _values["compile_all"])
        _dispatch.set_options_number(_numbers.setdefault(key, len(_numbers)))
    return previous


_install({})


def current(overrides: dict[str, Any] | None = None) -> dict[str, Any]:
    """All options as they are now, with a compiled object's own on top."""
    return {**_values, **(overrides or {})}


_compiling: ContextVar[dict[str, Any] | None] = ContextVar("janusc.options of what is compiled", default=None)


@contextlib.contextmanager
def compiling(values: dict[str, Any]) -> Iterator[None]:
    """While a version is made: all options as they are for it, which `in_force` gives."""
    token = _compiling.set(values)
    try:
        yield
    finally:
        _compiling.reset(token)


def in_force() -> dict[str, Any]:
    """The options that code which is made now obeys."""
    return _compiling.get() or current()


def is_fast() -> bool:
    """Whether code that is made now is to be made quickly."""
    return in_force()["tier"] == "fast"


class options(ContextDecorator):
    """Sets switches for the whole process: `with janusc.options(parallel=False): ...`.

    Entered by hand (`janusc.options(...).__enter__()`) they stay. Versions compiled under other options are kept, and
    used again under those.
    """

    def __init__(self, **values: Any) -> None:
        self._changes = validate(values)
        self._previous: list[dict[str, Any]] = []

    def __enter__(self) -> options:
        self._previous.append(_install(self._changes))
        return self

    def __exit__(self, *exception: object) -> None:
        _install(self._previous.pop())

    def __repr__(self) -> str:
        return f"janusc.options({', '.join(f'{name}={value!r}' for name, value in self._changes.items())})"


def dump_dir() -> Path | None:
    """Where JANUS_DUMP wants the levels of each version written."""
    text = os.environ.get("JANUS_DUMP")
    return Path(text) if text else None


def cache_dir() -> Path:
    """Where compiled kernels are kept: JANUS_CACHE_DIR, else the user's cache folder."""
    text = os.environ.get("JANUS_CACHE_DIR")
    if text:
        return Path(text)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "janus"


# JANUS_DISABLE=1: every compiled object is its original.
_dispatch.set_disabled(os.environ.get("JANUS_DISABLE", "") not in ("", "0"))
