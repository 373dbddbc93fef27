"""A process that runs one of CPython's test files, plainly or with every function compiled."""
from __future__ import annotations

import gc
import importlib
import io
import os
import sys
import time
import types
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from suitelib.workers import emit, tasks

__all__ = ["main"]

# Functions that look at frames or run text need the interpreter.
_FRAMES = frozenset(("eval", "exec", "locals", "vars", "dir", "_getframe", "currentframe", "settrace", "setprofile"))


class _Results(unittest.TestResult):
    """The outcome of every test, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: dict[str, str] = {}

    def _set(self, test: Any, outcome: str) -> None:
        known = self.outcomes.get(test.id(), "ok")
        self.outcomes[test.id()] = outcome if known == "ok" else known

    def addSuccess(self, test: Any) -> None:
        self._set(test, "ok")

    def addError(self, test: Any, err: Any) -> None:
        self._set(test, "error: " + self._exc_info_to_string(err, test)[-1200:])

    addFailure = addError

    def addSkip(self, test: Any, reason: str) -> None:
        self._set(test, "skipped")

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        self._set(test, "expected failure")

    def addUnexpectedSuccess(self, test: Any) -> None:
        self._set(test, "error: succeeds unexpectedly")

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:
        if err is not None:
            self.addError(test, err)

    def startTest(self, test: Any) -> None:
        super().startTest(test)
        emit({"start": test.id()})


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


class _Everywhere:
    """Gives every function of some files a body when it is entered."""

    def __init__(self, files: set[str]) -> None:
        import janusc
        from janusc import _dispatch
        from janusc.dispatch import generic
        from janusc.dispatch.calls import Settings

        self.files, self.settings, self.generic, self.dispatch = files, Settings(), generic, _dispatch
        self.entered: dict[int, types.CodeType] = {}
        janusc.options(profile_calls=0, compile_all=True).__enter__()
        self.generic.is_users = lambda code, *caller: code.co_filename in files
        # Whatever making the first body loads is loaded before.
        self.generic.prepare(_warm_up, self.settings)
        # Tests that collect garbage all the time do not go through torch's objects and ours each time.
        gc.collect()
        gc.freeze()
        _dispatch.set_everywhere(self)

    def __call__(self, function: types.FunctionType) -> None:
        code = function.__code__
        if code.co_filename not in self.files:
            self.dispatch.set_body(code, None)
            return
        self.entered[id(code)] = code
        self.generic.prepare(function, self.settings)
        if self.dispatch.get_body(code, ...) is ...:
            self.dispatch.set_body(code, None)

    def report(self) -> list[dict[str, Any]]:
        """For every function that was entered whether a compiled body ran, or why not."""
        self.dispatch.set_everywhere(None)
        refused = {id(code): refusal for code, refusal in self.generic._refused.values()}
        rows = []
        for code in self.entered.values():
            body = self.dispatch.get_body(code, None)
            ran = body is not None and body.calls > 0
            names = {*code.co_names}
            rows.append({"function": code.co_qualname, "line": code.co_firstlineno, "ran": ran,
                         "frames": bool(names & _FRAMES),
                         "reason": None if ran else refused[id(code)].reason if id(code) in refused else "never entered"})
        return rows


def _warm_up(x: int) -> int:
    return x + 1


def main() -> int:
    """Works through tasks: {"file": name, "folder": where the tests are, "compiled": bool}."""
    for task in tasks():
        import test

        if task["folder"] not in test.__path__:
            test.__path__.append(task["folder"])
        from test import support

        support.verbose = 0
        # Output of the tests is nobody's.
        sys.stdout = io.TextIOWrapper(open(os.devnull, "wb"), write_through=True)
        file = str(Path(task["folder"]) / f"{task['file']}.py")
        everywhere = _Everywhere({file}) if task["compiled"] else None
        started = time.perf_counter()
        results = _Results()
        module = importlib.import_module(f"test.{task['file']}")
        suite = unittest.TestLoader().loadTestsFromModule(module)
        # What crashed is not run again.
        _without(suite, task.get("crashed", [])).run(results)
        emit({"file": task["file"], "outcomes": results.outcomes, "seconds": round(time.perf_counter() - started, 2),
              "functions": everywhere.report() if everywhere else []})
        # A file's functions stay compiled: the next file has a process of its own.
        emit({"finished": True, "tired": True})
    return 0


def _without(suite: unittest.TestSuite, names: list[str]) -> unittest.TestSuite:
    """The suite without the tests of these names."""
    kept = [_without(part, names) if isinstance(part, unittest.TestSuite) else part for part in suite
            if isinstance(part, unittest.TestSuite) or part.id() not in names]
    return unittest.TestSuite(kept)


if __name__ == "__main__":
    sys.exit(main())
