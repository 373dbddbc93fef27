"""What the runs of the files gave, kept in a file as they come."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cpython.sources import KNOWN

__all__ = ["Results"]


class Results:
    """For each test file its plain and its compiled run, and what crashed."""

    def __init__(self, path: Path, keep: bool) -> None:
        self.path = path
        self._runs: dict[str, list[dict[str, Any]]] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if keep and path.exists():
            for line in path.read_text().splitlines():
                self._take(json.loads(line))
        self._write()

    @property
    def files(self) -> list[str]:
        return sorted(self._runs)

    def add(self, task: dict[str, Any], event: dict[str, Any]) -> None:
        """Keeps how a run ended, or what crashed."""
        line = {**event, "file": task["file"], "compiled": task["compiled"]}
        self._take(line)
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def forget(self, file: str) -> None:
        """The file is run again."""
        if self._runs.pop(file, None) is not None:
            self._write()

    def is_complete(self, file: str) -> bool:
        return all(self._run(file, compiled) is not None for compiled in (False, True))

    def outcomes(self, file: str, compiled: bool) -> dict[str, str]:
        """How each test of a file ended."""
        return (self._run(file, compiled) or {}).get("outcomes", {})

    def functions(self) -> list[dict[str, Any]]:
        """Every function that was called while compiled."""
        return [dict(row, file=file) for file in self.files
                for row in (self._run(file, True) or {}).get("functions", [])]

    def failures(self) -> list[str]:
        """A line for each test that passes plainly and not compiled."""
        return [line for file in self.files for line in self._failures_of(file)]

    def known(self) -> list[str]:
        """The tests that are known to differ, and do."""
        return [test for file in self.files for test, outcome in self.outcomes(file, False).items()
                if test in KNOWN and self._differs(outcome, self.outcomes(file, True).get(test, outcome))]

    @staticmethod
    def _differs(plain: str, compiled: str) -> bool:
        return plain in ("ok", "expected failure") and compiled != plain

    def _failures_of(self, file: str) -> list[str]:
        crashes = {run["start"] or "while it is loaded": run["crash"] for run in self._runs[file]
                   if run["compiled"] and "crash" in run}
        lines = [f"CRASH {file}: {test}: {what}" for test, what in crashes.items()]
        plain, compiled = self.outcomes(file, False), self.outcomes(file, True)
        lines += [f"FAILED {test}: {compiled[test]}" for test, outcome in plain.items()
                  if self._differs(outcome, compiled.get(test, outcome)) and test not in KNOWN]
        return lines + [f"MISSING {test}" for test in plain if test not in compiled and test not in crashes]

    def _run(self, file: str, compiled: bool) -> dict[str, Any] | None:
        return next((run for run in self._runs.get(file, ()) if run["compiled"] == compiled and "crash" not in run), None)

    def _take(self, line: dict[str, Any]) -> None:
        self._runs.setdefault(line["file"], []).append(line)

    def _write(self) -> None:
        self.path.write_text("".join(json.dumps(run) + "\n" for runs in self._runs.values() for run in runs))
