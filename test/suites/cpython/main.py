"""The command: which tests pass plainly and fail compiled, and how many functions ran a compiled body."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from suitelib.workers import Progress, run_tasks

from cpython.results import Results
from cpython.sources import FILES, QUICK, folder
from cpython.table import summary, write_table

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    if arguments == ["--child"]:
        from cpython import child

        return child.main()
    options = _options(arguments)
    results = Results(options.output, keep=options.resume)
    files = options.files or [file for file in (QUICK if options.quick else FILES) if not results.is_complete(file)]
    for file in files:
        results.forget(file)
    place = str(folder(options.build).resolve())
    work = [{"file": file, "folder": place, "compiled": compiled} for file in files for compiled in (False, True)]
    progress, done = Progress(len(work)), 0

    def on_event(task: dict[str, Any], event: dict[str, Any]) -> None:
        nonlocal done
        results.add(task, event)
        done += "crash" not in event
        progress(done, task["file"])

    command = [sys.executable, str(Path(__file__).resolve().parents[1] / "run.py"), "cpython", "--child"]
    run_tasks(command, work, on_event, options.jobs, silence_s=options.silence)
    failed = results.failures()
    for line in failed:
        print(line)
    print("\n".join(summary(results)))
    if options.table:
        write_table(results, options.table)
    return 1 if failed else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py cpython", description="CPython's tests with every function compiled.")
    parser.add_argument("files", nargs="*", help="e.g. test_grammar; all without")
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}")
    parser.add_argument("--resume", action="store_true",
                        help="keep what --output has: runs the files that are named again, else those that it lacks")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--silence", type=float, default=300.0, help="seconds after which a test hangs")
    parser.add_argument("--build", type=Path, default=Path("build/suites/cpython"), help="where the tests are unpacked")
    parser.add_argument("--output", type=Path, default=Path("build/suites/cpython.jsonl"), help="what was found, a line a run of a file")
    parser.add_argument("--table", type=Path, help="write the page of counts here, over all that --output has")
    return parser.parse_args(arguments)
