"""A process that runs the cases of operators, each plainly and compiled, and tells what it found."""
from __future__ import annotations

import sys
import time
import warnings
from typing import Any

import janusc
import torch
from janusc import _dispatch
from suitelib.compare import compare, run
from suitelib.copying import copy
from suitelib.sources import FILE, execute
from suitelib.workers import emit, is_tired, tasks

from operators.cases import OPERATORS, UNINITIALISED, Case, cases_of, name_of, seed_of

__all__ = ["Runner", "main"]

# A function that has been tried for this many kinds of arguments is left; the next call makes a new one.
_CALLS_OF_ONE_FUNCTION = 6


class Runner:
    """Runs cases; calls with the same text are calls of one compiled function."""

    def __init__(self) -> None:
        self.functions: dict[str, tuple[Any, Any, str, int]] = {}
        self.count = 0

    def run(self, case: Case) -> dict[str, Any]:
        """The event that tells of a case."""
        plain, compiled, file = self._function(case)
        uninitialised = case.id.split("/")[0].split(".")[0] in UNINITIALISED
        before = _native_calls(compiled)
        started = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = _run(plain, case, file)
            got = _run(compiled, case, file)
        found = compare(expected, got, values=not uninitialised)
        if found is not None and expected.error == got.error and self._differs_alone(
                plain, case, file, uninitialised):
            found = None
        native = _native_calls(compiled) > before
        event = {"case": case.id, "native": native, "plain": case.is_plain, "raised": expected.error is not None, "difference": found,
                 "seconds": round(time.perf_counter() - started, 4)}
        if found is not None:
            event["text"] = case.text
        if not native:
            event["reason"] = _reason(compiled)
        return event

    @staticmethod
    def _differs_alone(plain: Any, case: Case, file: str, uninitialised: bool) -> bool:
        """Whether eager does not even give twice what it gives."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            first, second = _run(plain, case, file), _run(plain, case, file)
        return compare(first, second, values=not uninitialised) is not None

    def _function(self, case: Case) -> tuple[Any, Any, str]:
        key = case.text + repr([(name, id(value)) for name, value in sorted(case.names.items())])
        plain, compiled, file, calls = self.functions.get(key, (None, None, "", _CALLS_OF_ONE_FUNCTION))
        if calls == _CALLS_OF_ONE_FUNCTION:
            self.count += 1
            name = f"operator-{self.count}"
            plain = execute(case.text, name, **case.names)["call"]
            compiled, file, calls = janusc.compile(plain), FILE.format(name), 0
        self.functions[key] = plain, compiled, file, calls + 1
        return plain, compiled, file


def _run(function: Any, case: Case, file: str) -> Any:
    """A call with the generator seeded as the database seeds it."""
    torch.manual_seed(42)
    return run(function, copy(case.arguments), file)


def _native_calls(compiled: Any) -> int:
    return sum(version.calls - version.broken for version in _dispatch.versions(compiled))


def _reason(compiled: Any) -> str:
    reasons = janusc.explain(compiled).data()["reasons"]
    return reasons[-1]["reason"] if reasons else "no version took the call"


def main() -> int:
    """Works through tasks: {"operator": index, "kinds": [...], "fraction": f, "seed": s, "other": n, "tier": t, "done": [case...],
    "after": case}."""
    torch.set_num_threads(1)
    sys.setrecursionlimit(3000)
    entered = False
    for task in tasks():
        if not entered:
            janusc.options(profile_calls=0, compile_all=True, tier=task["tier"]).__enter__()
            entered = True
        operator = OPERATORS[task["operator"]]
        name, runner, after, done = name_of(operator), Runner(), task.get("after"), set(task["done"])
        for kind in task["kinds"]:
            cases = cases_of(operator, task["other"], kind)
            while True:
                try:
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")
                        case = next(cases, None)
                        generator_state = torch.get_rng_state()
                except Exception as error:  # noqa: BLE001 - the database's own fault
                    emit({"no samples": f"{name}/{kind}", "why": f"{type(error).__name__}: {error}"})
                    break
                if case is None:
                    break
                if after is not None:
                    after = None if case.id == after else after
                elif case.id not in done and seed_of(f"{case.id} {task['seed']}") < task["fraction"] * 2**32:
                    emit({"start": case.id})
                    emit(runner.run(case))
                torch.set_rng_state(generator_state)
        emit({"finished": True, "tired": is_tired()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
