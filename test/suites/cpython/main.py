"""The command: which tests pass plainly and fail compiled, and how many functions ran a compiled body."""
from __future__ import annotations

import argparse
import collections
import json
import sys
from pathlib import Path
from typing import Any

from suitelib.workers import Progress, run_tasks

from cpython.sources import FILES, QUICK, folder

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    if arguments == ["--child"]:
        from cpython import child

        return child.main()
    options = _options(arguments)
    files = options.files or (QUICK if options.quick else FILES)
    place = str(folder(options.build).resolve())
    work = [{"file": file, "folder": place, "compiled": compiled} for file in files for compiled in (False, True)]
    found: dict[tuple[str, bool], dict[str, Any]] = {}
    crashes: list[tuple[str, bool, str, str]] = []
    progress = Progress(len(work))

    def on_event(task: dict[str, Any], event: dict[str, Any]) -> None:
        if "crash" in event:
            crashes.append((task["file"], task["compiled"], event["start"] or "while it is loaded", event["crash"]))
        else:
            found[task["file"], task["compiled"]] = event
        progress(len(found), task["file"])

    command = [sys.executable, str(Path(__file__).resolve().parents[1] / "run.py"), "cpython", "--child"]
    run_tasks(command, work, on_event, options.jobs, silence_s=options.silence)
    failed = _failures(files, found, crashes)
    for line in failed:
        print(line)
    rows = [dict(row, file=file) for file in files for row in found.get((file, True), {}).get("functions", [])]
    summary = _summary(files, found, rows)
    print("\n".join(summary))
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps({"failed": failed, "functions": rows}, indent=1))
    if options.table:
        _write_table(options.table, summary)
    return 1 if failed else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py cpython", description="CPython's tests with every function compiled.")
    parser.add_argument("files", nargs="*", help="e.g. test_grammar; all without")
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--silence", type=float, default=300.0, help="seconds after which a test hangs")
    parser.add_argument("--build", type=Path, default=Path("build/suites/cpython"), help="where the tests are unpacked")
    parser.add_argument("--output", type=Path, default=Path("build/suites/cpython.json"))
    parser.add_argument("--table", type=Path, help="write the counts as a page here")
    return parser.parse_args(arguments)


def _failures(files: list[str], found: dict[tuple[str, bool], dict[str, Any]],
              crashes: list[tuple[str, bool, str, str]]) -> list[str]:
    lines = [f"CRASH {file}: {test}: {what}" for file, compiled, test, what in crashes if compiled]
    for file in files:
        plain, compiled = (found.get((file, how), {}).get("outcomes", {}) for how in (False, True))
        lines += [f"FAILED {test}: {compiled[test]}" for test, outcome in plain.items()
                  if outcome in ("ok", "expected failure") and compiled.get(test, outcome) != outcome]
        crashed = {test for name, how, test, _ in crashes if how and name == file}
        lines += [f"MISSING {test}" for test in plain if test not in compiled and test not in crashed]
    return lines


def _summary(files: list[str], found: dict[tuple[str, bool], dict[str, Any]], rows: list[dict[str, Any]]) -> list[str]:
    passed = sum(outcome == "ok" for file in files for outcome in found.get((file, False), {}).get("outcomes", {}).values())
    counted = [row for row in rows if not row["frames"]]
    ran = sum(row["ran"] for row in counted)
    share = 100 * ran / max(len(counted), 1)
    lines = [f"{passed} tests of {len(files)} files pass plainly.",
             f"{ran} of {len(counted)} functions that were called, without yield, await, eval or frames, ran a compiled body ({share:.1f}%).",
             "The others, by reason:", "", "| functions | reason |", "| --- | --- |"]
    reasons = collections.Counter(row["reason"] for row in counted if not row["ran"])
    lines += [f"| {count} | {str(reason).replace('|', '/')} |" for reason, count in reasons.most_common()]
    return lines


def _write_table(path: Path, summary: list[str]) -> None:
    path.write_text("# CPython's tests, compiled\n\nWritten by `test/suites/run.py cpython --table`; "
                    "[testing.md](testing.md) says what it does.\n\n" + "\n".join(summary) + "\n")
