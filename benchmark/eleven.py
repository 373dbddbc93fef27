"""JANUS's eleven programs, forward and loss compiled by janus, beside eager: equality, time, what each optimisation gives.

    python benchmark/eleven.py                     all eleven at tiny sizes: equality, then the tables
    python benchmark/eleven.py --full              the same at full size, which takes an hour
    python benchmark/eleven.py --full --keep FILE --seconds 240
                                                   as much of it as four minutes allow; again, to go on from there
    python benchmark/eleven.py lenet ppo --breakdown

Equality: in float64, losses of 100 training steps within 1e-6; in float32, each step from eager's own state within 1e-4. A program
that keeps no difference small is told by eager itself: where losses in float64 part by more, eager's own losses after one weight was made
one unit in the last place larger must part as far, and each step from eager's state must be within 1e-6.
The tables: time beside eager's, the share of a compiled call's time outside of the interpreter's loop, and how many of torch's
operators a forward pass still runs one by one (none, if all of them are native). Exits with 1 if a loss differs or there is such an
operator.
"""
from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile, record_function

sys.path.insert(0, str(Path(__file__).parent))
import janusc  # noqa: E402
import measure  # noqa: E402
import models  # noqa: E402
from janusc import _compiler, _dispatch  # noqa: E402
from janusc.dispatch import generic  # noqa: E402

# Batches of the test for equality at full size, where those of the papers take too long in float64.
SMALLER = {"resnet50": {"batch": 2}, "inception_v3": {"batch": 2}}
# The tests for equality: the type, whether both train on their own, whether it is eager that is compared. The second and the
# third are of programs that part in the first.
EQUALITIES = {"float64": (torch.float64, True, False), "float64, one ulp": (torch.float64, True, True),
              "float64, each step": (torch.float64, False, False), "float32": (torch.float32, False, False)}
# The paper's breakdown: what is switched off, one at a time.
SWITCHES: dict[str, dict[str, Any]] = {"no unrolling": {"unroll": 0}, "no specialisation": {"specialize": False},
                                       "one thread": {"parallel": False}}


def progress(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def cycle(batches: list[tuple]) -> Iterator[tuple]:
    while True:
        yield from batches


def difference(got: torch.Tensor, expected: torch.Tensor) -> float:
    """The largest difference, relative to the largest value, or to 1 where that is less: the losses of agents pass through 0."""
    scale = max(expected.abs().max().item(), 1.0)
    return (got.detach() - expected.detach()).abs().max().item() / scale


class Unfinished(Exception):
    """The time is over."""


class Kept:
    """What was measured, in a file if there is one, and the time that is left for more."""

    def __init__(self, path: Path | None, seconds: float | None, about: dict[str, Any]) -> None:
        self.path = path
        self.end = None if seconds is None else time.monotonic() + seconds
        self.about = about
        self.reports: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            kept = json.loads(path.read_text())
            if kept["about"] != about:
                sys.exit(f"{path} is of other measurements ({kept['about']}); name another file")
            self.reports = kept["reports"]
        self.states = None if path is None else path.with_suffix(".states")

    def check_time(self) -> None:
        if self.end is not None and time.monotonic() > self.end:
            raise Unfinished

    def part(self, name: str, part: str, measure: Callable[[], Any]) -> Any:
        """What `measure` gives, unless it is there already."""
        report = self.reports.setdefault(name, {})
        if part not in report:
            self.check_time()
            report[part] = measure()
            self._write()
        return report[part]

    def _write(self) -> None:
        if self.path is not None:
            self.path.write_text(json.dumps({"about": self.about, "reports": self.reports}, indent=1) + "\n")

    def load_state(self, key: str) -> dict[str, Any] | None:
        """Where a test for equality was interrupted."""
        file = None if self.states is None else self.states / key
        return torch.load(file, weights_only=False) if file is not None and file.exists() else None

    def save_state(self, key: str, state: dict[str, Any]) -> None:
        if self.states is not None:
            self.states.mkdir(exist_ok=True)
            torch.save(state, self.states / key)

    def drop_state(self, key: str) -> None:
        if self.states is not None:
            (self.states / key).unlink(missing_ok=True)


def find_weight(state: Any) -> torch.Tensor | None:
    """The first tensor of more than one dimension in a state."""
    if isinstance(state, torch.Tensor):
        return state if state.dim() > 1 else None
    parts = state.values() if isinstance(state, dict) else state if isinstance(state, (list, tuple)) else ()
    return next((found for found in map(find_weight, parts) if found is not None), None)


def nudge(workload: Any) -> None:
    """Makes one number of a model's first weight one unit in the last place larger."""
    state = workload.state()
    weight = find_weight(state).view(-1)[:1]
    weight.copy_(torch.nextafter(weight, torch.full_like(weight, torch.inf)))
    workload.load(state)


def equality(kept: Kept, name: str, size: str, steps: int, settings: dict[str, Any], dtype: torch.dtype, own: bool,
             ulp: bool = False) -> float:
    """The largest relative difference of the losses, if both train on their own or each step of janus's starts from eager's state.
    With `ulp` it is not janus that is compared, but eager after `nudge`."""
    eager, janus = (models.make(name, size, dtype, **settings) for _ in "ab")
    if ulp:
        nudge(janus)
    else:
        janus.use(janusc.compile)
    pools, key = (eager.batches(), janus.batches()), f"{name}-{dtype}{'-own' * own}{'-ulp' * ulp}"
    done, worst = 0, 0.0
    before = kept.load_state(key)
    if before is not None:
        done, worst = before["done"], before["worst"]
        eager.load(before["eager"])
        janus.load(before["janus"])
        progress(f"{name}: goes on after {done} steps")
    for step in range(done, steps):
        try:
            kept.check_time()
        except Unfinished:
            kept.save_state(key, {"done": step, "worst": worst, "eager": eager.state(), "janus": janus.state()})
            raise
        if not own:
            janus.load(eager.state())
        expected, batch = pools[0], pools[1 if own else 0]
        got = janus.step(*batch[step % len(batch)])
        worst = max(worst, difference(got, eager.step(*expected[step % len(expected)])))
    kept.drop_state(key)
    return worst


class Watched:
    """A compiled method that knows how long its calls took, and how much of that in the interpreter."""

    def __init__(self, method: Callable) -> None:
        self.method = janusc.compile(method)
        self.seconds = self.interpreted = 0.0

    def __call__(self, *args: Any) -> Any:
        begin, before = time.perf_counter(), _dispatch.interpreter_time()
        with record_function("forward"):
            result = self.method(*args)
        self.seconds += time.perf_counter() - begin
        self.interpreted += (_dispatch.interpreter_time() - before) / 1e9
        return result


def settle(call: Callable[[], Any], most: float = 60.0) -> None:
    """Calls until nothing has been compiled for a while: five calls, and more where they are short."""
    made, begin, calm, since = None, time.perf_counter(), 0, time.perf_counter()
    while time.perf_counter() - begin < most and (calm < 5 or time.perf_counter() - since < 0.3):
        call()
        now = (_compiler.cache_counts(), len(generic.reached()[0]), len(generic.reached()[1]))
        if now == made:
            calm += 1
        else:
            made, calm, since = now, 0, time.perf_counter()


def eager_operators(call: Callable[[], Any]) -> Counter[str]:
    """torch's operators that ran one by one inside of compiled methods, as the profiler sees them: native code has none."""
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        call()
    return Counter(event.name for event in profiled.events() if event.name.startswith("aten::") and _is_forward(event))


def _is_forward(event: Any) -> bool:
    """Whether an operator that no other one called was called by a compiled method."""
    parent = event.cpu_parent
    if parent is not None and parent.name.startswith("aten::"):
        return False
    while parent is not None and parent.name != "forward":
        parent = parent.cpu_parent
    return parent is not None


def coverage(name: str, size: str, settings: dict[str, Any], grad: bool) -> dict[str, Any]:
    """What of the compiled methods is native: the share of time outside of the interpreter, operators that are not, and why."""
    workload = models.make(name, size, **settings)
    watched = workload.use(Watched)
    call = runner(workload, grad)
    # Without the calls that are run in the interpreter for comparison.
    with janusc.options(trials=False):
        settle(call)
        operators = eager_operators(call)
        for method in watched.values():
            method.seconds = method.interpreted = 0.0
        _dispatch.measure_time(True)
        try:
            for _ in range(5):
                call()
        finally:
            _dispatch.measure_time(False)
    told = [janusc.explain(method.method).data() for method in watched.values()]
    whole = sum(method.seconds for method in watched.values())
    inside = sum(method.interpreted for method in watched.values())
    return {"outside": 1 - inside / whole, "operators": dict(operators),
            "whole": all(version["kind"] == "native" for data in told for version in data["versions"]),
            "reasons": [f"{reason['place']}: {reason['reason']}" for data in told for reason in data["reasons"]]}


def runner(workload: Any, grad: bool) -> Callable[[], None]:
    """A function that runs the next step, or only its forward passes."""
    run, batches = workload.step if grad else workload.evaluate, cycle(workload.batches())

    def call() -> None:
        with nullcontext() if grad else torch.no_grad():
            run(*next(batches))

    return call


def contender(name: str, size: str, settings: dict[str, Any], grad: bool, compile: Callable | None,
              switched: dict[str, Any]) -> Callable[[], None]:
    """The next step, or its forward passes, compiled with some options or not at all."""
    workload = models.make(name, size, **settings)
    if compile is not None:
        workload.use(lambda method: compile(method, **switched))
    return runner(workload, grad)


def timed(contenders: dict[str, Callable], rounds: int, name: str) -> dict[str, dict]:
    for label, call in contenders.items():
        progress(f"{name}: warming up {label}")
        settle(call)
    progress(f"{name}: {rounds} rounds")
    return {row["name"]: row for row in measure.table(measure.alternate(contenders, rounds, 1), "eager")}


def cell(row: dict) -> str:
    return f"{row['us'] / 1e3:9.2f} ({row['min_us'] / 1e3:.2f} to {row['max_us'] / 1e3:.2f})"


def run_model(name: str, options: argparse.Namespace, kept: Kept) -> None:
    settings = {"environment": options.environment} if options.environment and name in ("a3c", "ppo") else {}
    if options.trees and name in ("treernn", "treelstm"):
        settings["trees"] = options.trees
    if options.batch and "batch" in models.sizes(name, options.size):
        settings["batch"] = options.batch
    if options.steps:
        smaller = {**(SMALLER.get(name, {}) if options.size == "full" else {}), **settings}
        # Every call is the compiled one: none is run in the interpreter for comparison.
        with janusc.options(trials=False):
            compared = [*EQUALITIES]
            while compared:
                label = compared.pop(0)
                dtype, own, ulp = EQUALITIES[label]
                progress(f"{name}: {options.steps} steps, {label}")
                worst = kept.part(name, label, lambda: equality(kept, name, options.size, options.steps, smaller, dtype, own, ulp))
                progress(f"{name}: differences {worst:.1e}")
                if label == "float64" and worst <= 1e-6:
                    compared = ["float32"]
    if not options.rounds:
        return
    for grad, part in ((False, "forward"), (True, "step")):
        rows = kept.part(name, part, lambda: measured(name, options, settings, grad))
        covered = rows["coverage"]
        progress(f"{name}, {part}: {rows['janus']['speed']:.2f}x, {100 * covered['outside']:.1f}% outside of the interpreter, "
                 f"{sum(covered['operators'].values())} operators")
    if options.breakdown:
        kept.part(name, "breakdown", lambda: broken_down(name, options, settings))


def measured(name: str, options: argparse.Namespace, settings: dict[str, Any], grad: bool) -> dict[str, Any]:
    """Steps or forward passes: what of them is native, and their time beside eager's."""
    covered = coverage(name, options.size, settings, grad)
    contenders = {"eager": contender(name, options.size, settings, grad, None, {}),
                  "janus": contender(name, options.size, settings, grad, janusc.compile, {})}
    rows = timed(contenders, options.rounds, f"{name}, {'step' if grad else 'forward'}")
    return {**rows, "coverage": covered}


def broken_down(name: str, options: argparse.Namespace, settings: dict[str, Any]) -> dict[str, dict]:
    """Forward passes with one optimisation switched off at a time, beside eager's. After everything else: copies with other options
    share what was made for their code, up to the bound on versions."""
    contenders = {"eager": contender(name, options.size, settings, False, None, {})}
    contenders |= {label: contender(name, options.size, settings, False, janusc.compile, switched)
                   for label, switched in ({"janus": {}} | SWITCHES).items()}
    return timed(contenders, options.rounds, f"{name}, breakdown")


def is_equal(report: dict[str, Any]) -> bool:
    """Whether the losses are eager's, by what of it was measured."""
    apart = report.get("float64", 0.0)
    # Ten times: two runs that part do so by chance.
    return (report.get("float32", 0.0) <= 1e-4 and report.get("float64, each step", 0.0) <= 1e-6
            and (apart <= 1e-6 or apart <= 10 * report.get("float64, one ulp", apart)))


def show(reports: dict[str, dict]) -> None:
    """The tables."""
    if any("float32" in report for report in reports.values()):
        print(f"{'largest difference of a loss, relative':<40} float64   float32 (from eager's state)")
        for name, report in reports.items():
            if "float32" not in report:
                continue
            print(f"  {name:<38} {report['float64']:9.1e} {report['float32']:9.1e}  {'ok' if is_equal(report) else 'DIFFERS'}")
            if "float64, one ulp" in report:
                print(f"    float64: eager with one weight one ulp larger {report['float64, one ulp']:.1e}, "
                      f"each step from eager's state {report['float64, each step']:.1e}")
    for part, title in (("forward", "forward passes without gradients"), ("step", "whole step")):
        if not any(part in report for report in reports.values()):
            continue
        print(f"\n{title}: ms, median (spread); operators: of the forward passes, run one by one\n  "
              f"{'':<13} {'eager':<28} {'janus':<28} {'speed':>7} {'outside interpreter':>20} {'operators':>10}  native as")
        for name, report in reports.items():
            if part not in report:
                continue
            rows, covered = report[part], report[part]["coverage"]
            print(f"  {name:<13} {cell(rows['eager']):<28} {cell(rows['janus']):<28} {rows['janus']['speed']:6.2f}x "
                  f"{100 * covered['outside']:19.1f}% {sum(covered['operators'].values()):>10}  "
                  f"{'a whole' if covered['whole'] else 'units'}")
            for operator, count in covered["operators"].items():
                print(f"    {operator}: {count}")
    parts = {name: report["breakdown"] for name, report in reports.items() if "breakdown" in report}
    if parts:
        columns = ("janus", *SWITCHES)
        print("\nbreakdown: forward passes as a multiple of eager's speed, one optimisation switched off")
        print(f"  {'':<13} " + " ".join(f"{column:>18}" for column in columns))
        for name, rows in parts.items():
            print(f"  {name:<13} " + " ".join(f"{rows[column]['speed']:17.2f}x" for column in columns))
    reasons = {name: report["forward"]["coverage"]["reasons"] for name, report in reports.items() if "forward" in report}
    if any(reasons.values()):
        print("\nwhy not as a whole")
        for name, lines in reasons.items():
            for line in lines:
                print(f"  {name}: {line}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="model", help=f"of {', '.join(models.MODELS)}; all by default")
    parser.add_argument("--full", action="store_const", dest="size", const="full", default="tiny", help="sizes of the paper")
    parser.add_argument("--steps", type=int, default=100, help="training steps of the test for equality; 0 leaves it out")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of measuring; 0 leaves it out")
    parser.add_argument("--breakdown", action="store_true", help="unrolling, specialisation, threads switched off in turn")
    parser.add_argument("--environment", help="for a3c and ppo: CartPole, Pong, or one of gymnasium's (Pendulum-v1)")
    parser.add_argument("--trees", metavar="FILE", help="for the tree models: what examples/trees/parse.py wrote")
    parser.add_argument("--batch", type=int, help="of the programs that have batches, instead of the usual ones")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--keep", metavar="FILE", type=Path, help="keeps what is done in FILE, and goes on from what is there")
    parser.add_argument("--seconds", type=float, help="ends after about that time with status 2, if there is more to do")
    options = parser.parse_args()
    unknown = set(options.models) - set(models.MODELS)
    if unknown:
        parser.error(f"no such model: {', '.join(sorted(unknown))}; there are {', '.join(models.MODELS)}")
    if options.threads:
        torch.set_num_threads(options.threads)
    about = {"size": options.size, "steps": options.steps, "rounds": options.rounds, "threads": torch.get_num_threads(),
             "environment": options.environment, "trees": options.trees, "batch": options.batch}
    kept, finished = Kept(options.keep, options.seconds, about), True
    try:
        for name in options.models or models.MODELS:
            run_model(name, options, kept)
    except Unfinished:
        finished = False
    reports = kept.reports
    show(reports)
    if options.json:
        Path(options.json).write_text(json.dumps(reports, indent=1) + "\n")
    if not all(map(is_equal, reports.values())):
        sys.exit("a loss differs from eager's")
    if any(report[part]["coverage"]["operators"] for report in reports.values() for part in ("forward", "step") if part in report):
        sys.exit("an operator of a forward pass was run by itself")
    if not finished:
        print("the time is over: the same command goes on from here", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
