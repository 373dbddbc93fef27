"""The command: runs many programs, shows what differs as small as it gets."""
from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from suitelib.workers import Progress, run_tasks

__all__ = ["main"]

_BATCH = 25
_RUN = str(Path(__file__).resolve().parents[1] / "run.py")


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--child"]:
        return _child()
    options = _options(arguments)
    if options.show is not None:
        from fuzz.program import generate

        program = generate(options.show)
        print(program.text + "\n# calls: " + "\n# ".join(f"{name}{text}" for name, text in program.calls))
        print(f"# compiled: {', '.join(program.compiled)}")
        return 0
    if options.minimize is not None:
        return _minimize(options.minimize, options.budget)
    return _run(options)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py fuzz", description="Random programs, plainly and under janus.")
    parser.add_argument("--programs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="the first program's; the others follow")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minimize", type=int, metavar="SEED", help="make the program of this seed small, show it")
    parser.add_argument("--budget", type=float, default=90.0, help="seconds for making one program small")
    parser.add_argument("--show", type=int, metavar="SEED", help="print the program of this seed")
    parser.add_argument("--small", type=int, default=5, help="how many failing programs are made small")
    parser.add_argument("--output", type=Path, default=Path("build/suites/fuzz.jsonl"))
    return parser.parse_args(arguments)


def _run(options: argparse.Namespace) -> int:
    seeds = range(options.seed, options.seed + options.programs)
    batches = [{"seeds": list(seeds[at:at + _BATCH])} for at in range(0, len(seeds), _BATCH)]
    progress, results, failures = Progress(options.programs), [], []
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with options.output.open("w") as output:
        def on_event(task: dict[str, Any], event: dict[str, Any]) -> None:
            if "crash" in event:
                event = {"seed": event["start"], "difference": f"crash: {event['crash']}"}
            results.append(event)
            output.write(json.dumps(event) + "\n")
            output.flush()
            if event["difference"]:
                failures.append(event)
                print(f"seed {event['seed']}: {event['difference']}", flush=True)
            progress(len(results), f"{len(failures)} differ")

        run_tasks([sys.executable, _RUN, "fuzz", "--child"], batches, on_event, options.jobs)
    ran = [event for event in results if "calls" in event]
    print(f"{len(results)} programs, {sum(event['calls'] for event in ran)} calls, {sum(event['raised'] for event in ran)} "
          f"of them raise; {sum(event['native'] for event in ran)} calls of native code; "
          f"{sum(bool(event.get('skipped')) for event in results)} skipped; "
          f"{_times([event['seconds'][1] for event in ran])} a program under janus, "
          f"{_times([event['seconds'][0] for event in ran])} plainly; {len(failures)} differ")
    kinds: dict[str, int] = {}
    for event in failures:
        kinds.setdefault(event["difference"][:60], event["seed"])
    for seed in list(kinds.values())[:options.small]:
        print(f"\n# seed {seed}, made small (again: run.py fuzz --minimize {seed})", flush=True)
        _minimize(seed, options.budget)
    return 1 if failures else 0


def _times(seconds: list[float]) -> str:
    return f"{statistics.fmean(seconds or [0]):.3f} s (median {statistics.median(seconds or [0]):.3f} s)"


def _minimize(seed: int, budget_s: float) -> int:
    import janusc
    import torch

    from fuzz.minimize import minimize
    from fuzz.program import generate

    torch.set_num_threads(1)
    janusc.options(profile_calls=0, compile_all=True, max_versions=2, tier="fast", trials=False).__enter__()
    program, failure = minimize(generate(seed), budget_s)
    if failure is None:
        print(f"# seed {seed} alone does not fail")
        return 0
    print(program.text)
    print("\n".join(f"{name}{text}" for name, text in program.calls))
    print(f"# compiled: {', '.join(program.compiled)}\n# {failure}", flush=True)
    return 1


def _child() -> int:
    import faulthandler

    import janusc
    import torch
    from suitelib.workers import emit, is_tired, tasks

    from fuzz.program import generate
    from fuzz.runner import check

    faulthandler.enable()
    torch.set_num_threads(1)
    janusc.options(profile_calls=0, compile_all=True, max_versions=2, tier="fast", trials=False).__enter__()
    for task in tasks():
        after = task.get("after")
        for seed in task["seeds"]:
            if after is not None:
                after = None if seed == after else after
                continue
            emit({"start": seed})
            emit(check(generate(seed)))
        emit({"finished": True, "tired": is_tired()})
    return 0
