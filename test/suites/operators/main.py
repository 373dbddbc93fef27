"""The command: runs the database, counts what ran natively, lists what differs."""
from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from pathlib import Path
from typing import Any

from suitelib.workers import Progress, run_tasks

__all__ = ["main"]

KINDS = ("float32", "dtypes", "variants", "errors")


def main(arguments: list[str]) -> int:
    if arguments == ["--child"]:
        from operators import child

        return child.main()
    options = _options(arguments)
    from operators.cases import OPERATORS, name_of

    results = Results(options.output, options.resume)
    work = [{"operator": index, "kinds": options.kinds, "fraction": options.fraction, "seed": options.seed,
             "other": options.other, "tier": options.tier, "name": name_of(operator),
             "done": results.cases_of(name_of(operator))} for index, operator in enumerate(OPERATORS)
            if _wanted(name_of(operator), options.only) and name_of(operator) not in results.finished]
    progress = Progress(None)

    def on_event(task: dict[str, Any], event: dict[str, Any]) -> None:
        results.add(task, event)
        progress(len(results.cases), f"{len(results.different)} differ, {len(results.crashed)} crashed; {task['name']}")

    command = [sys.executable, str(Path(__file__).resolve().parents[1] / "run.py"), "operators", "--child"]
    run_tasks(command, work, on_event, options.jobs, on_finished=results.finish)
    print()
    for line in results.summary():
        print(line)
    if options.table:
        from operators.table import write_table

        write_table(results, options.table)
    return 1 if results.different or results.crashed else 0


def _wanted(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py operators", description="PyTorch's operator database under janus.")
    parser.add_argument("only", nargs="*", help="names of operators, with * and ?; all without")
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(KINDS), help=f"of {','.join(KINDS)}")
    parser.add_argument("--fraction", type=float, default=1.0, help="share of the cases, chosen by --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--other", type=int, default=3, help="samples for each dtype but float32, and each variant")
    parser.add_argument("--tier", choices=("full", "fast"), default="full", help="fast: code that is made quickly")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--output", type=Path, default=Path("build/suites/operators.jsonl"), help="what was found, a line a case")
    parser.add_argument("--resume", action="store_true", help="go on where --output ends")
    parser.add_argument("--table", type=Path, help="write the page of operators here")
    return parser.parse_args(arguments)


class Results:
    """What the cases gave, kept in a file as they come."""

    def __init__(self, path: Path, resume: bool) -> None:
        self.cases: dict[str, dict[str, Any]] = {}
        self.finished: set[str] = set()
        self.missing: list[str] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        if resume and path.exists():
            for line in path.read_text().splitlines():
                self._take(json.loads(line))
        self.file = path.open("a" if resume else "w")

    @property
    def different(self) -> list[dict[str, Any]]:
        return [event for event in self.cases.values() if event.get("difference")]

    @property
    def crashed(self) -> list[dict[str, Any]]:
        return [event for event in self.cases.values() if event.get("crash")]

    def add(self, task: dict[str, Any], event: dict[str, Any]) -> None:
        """Keeps an event."""
        if "crash" in event:
            event = {**event, "case": event["start"] or f"{task['name']}/making its samples"}
        self._take(event)
        self.file.write(json.dumps(event) + "\n")
        self.file.flush()

    def finish(self, task: dict[str, Any]) -> None:
        """A task is done as a whole."""
        self.add(task, {"operator": task["name"]})

    def _take(self, event: dict[str, Any]) -> None:
        if "case" in event:
            self.cases[event["case"]] = event
        elif "operator" in event:
            self.finished.add(event["operator"])
        elif "no samples" in event:
            self.missing.append(f"{event['no samples']}: {event['why']}")

    def cases_of(self, operator: str) -> list[str]:
        """The cases of an operator that have a result."""
        return [case for case in self.cases if case.startswith(f"{operator}/")]

    def native_operators(self) -> dict[str, tuple[int, int]]:
        """For each operator how many of its float32 samples ran natively, of how many: of those that do not raise and
        whose tensors are dense, contiguous and real."""
        counts: dict[str, tuple[int, int]] = {}
        for event in self.cases.values():
            name, kind, _ = event["case"].split("/", 2) if event["case"].count("/") > 1 else (event["case"], "", "")
            if kind == "float32" and not event.get("raised") and event.get("plain", True):
                native, total = counts.get(name, (0, 0))
                counts[name] = native + bool(event.get("native")), total + 1
        return counts

    def summary(self) -> list[str]:
        """What to print at the end."""
        lines = [f"CRASH {event['case']}: {event['crash']}" for event in self.crashed]
        lines += [f"DIFFERENT {event['case']}: {event['difference']}" for event in self.different]
        lines += [f"the database gives no samples for {text}" for text in self.missing]
        counts = self.native_operators()
        whole = sum(native == total for native, total in counts.values())
        partly = sum(0 < native < total for native, total in counts.values())
        native = sum(bool(event.get("native")) for event in self.cases.values())
        lines.append(f"{len(self.cases)} cases: {len(self.different)} different, {len(self.crashed)} crashed; "
                     f"{native} ran natively; of {len(counts)} operators with float32 samples {whole} run natively, "
                     f"{partly} more for some samples")
        return lines
