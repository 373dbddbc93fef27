"""Runs a program plainly and under janus and compares every call."""
from __future__ import annotations

import contextlib
import io
import random
import re
import signal
import time
import types
import warnings
from collections.abc import Iterator
from typing import Any

import janusc
import torch
from janusc import _dispatch
from janusc.dispatch.faults import broken_assumption
from suitelib.sources import FILE, execute, forget

from fuzz.program import Program
from fuzz.snapshot import compare, picture, picture_error

__all__ = ["check"]

_LIMIT_S = 20


class _Late(BaseException):
    """The program takes too long."""


def check(program: Program) -> dict[str, Any]:
    """What running it both ways gave: {"difference": text or None, ...counts}."""
    name = f"fuzz-{program.seed}"
    try:
        started = time.process_time()
        with _limit(3):
            plain = _run(program, name, compiled=False)
        middle = time.process_time()
        with _limit(_LIMIT_S):
            got = _run(program, name, compiled=True)
        ended = time.process_time()
    except _Late:
        late = "janus" if "middle" in locals() else "plain"
        text = f"time: more than {_LIMIT_S} s under janus" if late == "janus" else None
        return {"seed": program.seed, "difference": text, "skipped": "takes too long" if text is None else None}
    finally:
        forget(name)
    found = None
    for index, (expected, outcome) in enumerate(zip(plain["calls"], got["calls"])):
        for what in ("error", "value", "printed", "arguments", "state", "gradients", "random"):
            # Everything that one call shows is one picture, so that what it shares is seen.
            text = compare(expected[what], outcome[what], what, rounds=program.rounds)
            if text is not None:
                found = f"{text} (call {index}: {program.calls[index][0]}{program.calls[index][1]})"
                break
        if found:
            break
    found = found or got["fault"]
    return {"seed": program.seed, "difference": found, "calls": len(plain["calls"]),
            "raised": sum(call["error"] is not None for call in plain["calls"]), "native": got["native"],
            "seconds": [round(middle - started, 4), round(ended - middle, 4)]}


@contextlib.contextmanager
def _limit(seconds: int) -> Iterator[None]:
    def late(*_: Any) -> None:
        raise _Late

    # The process's own time: a busy machine makes no program late.
    previous = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def _run(program: Program, name: str, *, compiled: bool) -> dict[str, Any]:
    random.seed(program.seed)
    torch.default_generator.manual_seed(program.seed)
    file, printed = FILE.format(name), io.StringIO()
    functions: list[Any] = []
    calls = []
    broken = broken_assumption(program.broken) if compiled and program.broken is not None else contextlib.nullcontext()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed), broken:
        warnings.simplefilter("ignore")
        names = execute(program.text, name)
        if compiled:
            functions = [_compile(names, path) for path in program.compiled if _exists(names, path)]
        for function, text in program.calls:
            arguments = eval(text, names)
            value, error, result = None, None, None
            try:
                value = names[function](*arguments)
            except Exception as raised:  # noqa: BLE001 - any exception is an outcome
                error = raised
            state = {key: value for key, value in names.items() if key.startswith(("G_", "log"))}
            # Results, arguments and globals in one picture: what they share is part of it.
            memo: dict[Any, Any] = {}
            result = {"error": picture_error(error, file), "value": picture(value, memo), "arguments": picture(arguments, memo),
                      "state": picture(state, memo), "printed": re.sub(r"0x[0-9a-f]+", "0x…", printed.getvalue()),
                      "random": (random.random(), torch.rand(2).tolist().__repr__())}
            result["gradients"] = _gradients(value, state["G_leaves"]) if program.grad else None
            calls.append(result)
            error = None
    native = sum(version.calls for function in functions for version in _dispatch.versions(function))
    return {"calls": calls, "native": native, "fault": next(filter(None, map(_faults, functions)), None)}


def _gradients(result: Any, leaves: list[torch.Tensor]) -> Any:
    """A picture of what backward() from all that a call returned gives the leaves, or raises."""
    parts = [part for part in (result if isinstance(result, tuple) else [result])
             if isinstance(part, torch.Tensor) and part.requires_grad]
    if not parts:
        return None
    try:
        sum(part.sum() for part in parts).backward()
    except RuntimeError as error:
        # Which tensor it was is told by its version.
        return "in-place" if "inplace operation" in str(error) else str(error)
    # Which gradients share memory, and where in it they begin, is the engine's own affair.
    return tuple(None if leaf.grad is None else picture(leaf.grad.clone()) for leaf in leaves)


def _faults(function: Any) -> str | None:
    """Where janusc failed inside, which is no reason to run in the interpreter."""
    data = janusc.explain(function).data()
    texts = [reason["reason"] for reason in data.get("reasons", [])]
    return next((f"fault: {text}" for text in texts if "janusc failed inside" in text), None)


def _exists(names: dict[str, Any], path: str) -> bool:
    owner, _, method = path.partition(".")
    return owner in names and (not method or method in vars(names[owner]))


def _compile(names: dict[str, Any], path: str) -> Any:
    owner, _, method = path.partition(".")
    if method:
        function = janusc.compile(vars(names[owner])[method])
        setattr(names[owner], method, function)
    else:
        function = names[owner] = janusc.compile(names[owner])
    assert not isinstance(function, types.FunctionType) or hasattr(function, "__wrapped__")
    return function
