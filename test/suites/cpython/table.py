"""The counts, and the page that has them."""
from __future__ import annotations

import collections
from pathlib import Path

from cpython.results import Results
from cpython.sources import FILES, KNOWN

__all__ = ["summary", "write_table"]


def summary(results: Results) -> list[str]:
    """How many tests pass, how many functions ran a compiled body, and why the others did not."""
    passed = sum(outcome == "ok" for file in results.files for outcome in results.outcomes(file, False).values())
    rows = results.functions()
    counted = [row for row in rows if not row["frames"]]
    ran = sum(row["ran"] for row in counted)
    share = 100 * ran / max(len(counted), 1)
    lines = [f"{passed} tests of {len(results.files)} files pass plainly; {len(results.failures()) + len(results.known())} of them fail compiled.",
             f"{ran} of {len(counted)} functions that were called, without yield, await, eval or frames, ran a compiled body ({share:.1f}%).",
             "The others, by reason:", "", "| functions | reason |", "| --- | --- |"]
    reasons = collections.Counter(row["reason"] for row in counted if not row["ran"])
    lines += [f"| {count} | {_text(reason)} |" for reason, count in reasons.most_common()]
    if results.known():
        lines += ["", "Tests that are known to differ:", "", "| test | why |", "| --- | --- |"]
        lines += [f"| {test} | {_text(KNOWN[test])} |" for test in results.known()]
    if missing := [file for file in FILES if not results.is_complete(file)]:
        lines += ["", f"Not counted, as they were not run: {', '.join(missing)}."]
    return lines


def _text(reason: object) -> str:
    return str(reason).replace("|", "/")


def write_table(results: Results, path: Path) -> None:
    """Writes the page."""
    path.write_text("# CPython's tests, compiled\n\nWritten by `test/suites/run.py cpython --table`; "
                    "[testing.md](testing.md) says what it does.\n\n" + "\n".join(summary(results)) + "\n")
