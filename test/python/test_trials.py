"""Calls by the clock: what is slower natively runs in the interpreter. The clock here is the test's own."""
import janusc
import native_entry
import pytest
import torch
from janusc import _dispatch


class Clock:
    """Each look at it takes 100 ns; what the interpreter runs takes `more`."""

    def __init__(self):
        self.time, self.more = 0, 0

    def __call__(self):
        self.time += 100
        return self.time


@pytest.fixture
def clock():
    clock = Clock()
    _dispatch.set_clock(clock)
    with janusc.options(trials=True):
        yield clock
    _dispatch.set_clock(None)


def compile_twice(clock, **options):
    """x * 2 with a version by hand; says in `python` which calls the interpreter ran."""
    python = []

    def twice(x):
        python.append(x.shape[0])
        clock.time += clock.more
        return x * 2

    spec = [native_entry.tensor(0, torch.ones(3), [-1])]
    return native_entry.compiled(twice, native_entry.version("twice", spec, ("tensor", 0))), python


def call(compiled, count, size=3):
    x = torch.ones(size)
    for _ in range(count):
        assert torch.equal(compiled(x), 2 * x)


def test_native_code_that_is_faster_keeps_the_calls(clock):
    clock.more = 900
    compiled, python = compile_twice(clock)
    call(compiled, 1000)
    version = _dispatch.versions(compiled)[0]
    # Three calls a trial, ever fewer trials.
    assert len(python) == 18 and version.calls == 1000 - 18
    assert version.trial == {"interpreter": False, "native_seconds": pytest.approx(1e-7),
                             "interpreter_seconds": pytest.approx(1e-6), "calls": 18}


def test_native_code_that_is_slower_gives_the_calls_away(clock):
    clock.more = -60
    compiled, python = compile_twice(clock)
    call(compiled, 1000)
    version = _dispatch.versions(compiled)[0]
    assert version.calls < 50 and version.trial["interpreter"]
    # Things change: the next trial finds it.
    clock.more = 900
    call(compiled, 1200)
    assert not version.trial["interpreter"] and version.calls > 100


def test_a_tie_changes_nothing(clock):
    clock.more = -5
    compiled, python = compile_twice(clock)
    call(compiled, 100)
    assert not _dispatch.versions(compiled)[0].trial["interpreter"]


def test_calls_of_other_sizes_are_not_compared(clock):
    compiled, python = compile_twice(clock)
    for size in range(2, 200):
        call(compiled, 1, size)
    assert len(python) == 0 and _dispatch.versions(compiled)[0].trial is None
    for _ in range(200):
        call(compiled, 1, 300), call(compiled, 1, 5)
    assert len(set(python)) == 1 and len(python) == 3


def test_a_call_that_raises_is_not_timed(clock):
    def raises(x):
        raise ValueError("no")

    spec = [native_entry.tensor(0, torch.ones(3), [-1])]
    compiled = native_entry.compiled(raises, native_entry.version("twice", spec, ("tensor", 0)))
    errors = 0
    for _ in range(40):
        try:
            compiled(torch.ones(3))
        except ValueError:
            errors += 1
    assert errors > 0 and _dispatch.versions(compiled)[0].trial is None


def test_the_option_switches_them_off(clock):
    compiled, python = compile_twice(clock)
    with janusc.options(trials=False):
        call(compiled, 40)
    assert not python


def test_determinism_switches_them_off(clock):
    torch.use_deterministic_algorithms(True)
    try:
        compiled, python = compile_twice(clock)
        call(compiled, 40)
    finally:
        torch.use_deterministic_algorithms(False)
    assert not python


def test_a_profiler_sees_no_trial(clock):
    compiled, python = compile_twice(clock)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        call(compiled, 40)
    assert not python
    assert sum(event.count for event in profile.key_averages() if event.key == "janus::twice") == 40


def test_what_the_object_says_goes_first(clock):
    def f(x):
        return x * 2

    native = janusc.compile(f, native=True)
    quiet = janusc.compile(f, trials=False)
    loud = janusc.compile(f, trials=True)
    with janusc.options(trials=False):
        call(native, 40), call(quiet, 40), call(loud, 40)
    trials = [janusc.explain(g).data()["versions"][0]["trial"] for g in (native, quiet, loud)]
    assert trials[0] is None and trials[1] is None and trials[2]["calls"] == 6


class InTurns:
    """What is timed takes `costs` in turns: native code comes first in each trial."""

    def __init__(self, *costs):
        self.costs, self.looks, self.time = costs, 0, 0

    def __call__(self):
        self.looks += 1
        if self.looks % 2 == 0:
            self.time += self.costs[self.looks // 2 % 2 - 1]
        return self.time


def appends(x, seen):
    seen.append(1)
    return x * 2


@pytest.mark.parametrize("costs, interpreter", [((2000, 100), True), ((100, 2000), False)])
@pytest.mark.parametrize("function, arguments", [(lambda x: x * 2, ()), (appends, ([],))], ids=["native", "generic"])
def test_explain_says_which_way_calls_go(clock, function, arguments, costs, interpreter):
    compiled, x = janusc.compile(function), torch.ones(3)
    _dispatch.set_clock(InTurns(*costs))
    for _ in range(60):
        assert torch.equal(compiled(x, *map(list, arguments)), 2 * x)
    version = janusc.explain(compiled).data()["versions"][0]
    assert version["trial"]["interpreter"] == interpreter
    assert (version["calls"] < 20) == interpreter
    assert ("slower than the interpreter (2.0 us against 0.1 us)" in str(janusc.explain(compiled))) == interpreter


def raises(x, seen):
    seen.append(x * 2)
    raise KeyError(len(seen))


def test_generic_calls_that_raise_are_timed(clock):
    compiled = janusc.compile(raises)
    _dispatch.set_clock(InTurns(2000, 100))
    for _ in range(60):
        with pytest.raises(KeyError, match="1"):
            compiled(torch.ones(3), [])
    version = janusc.explain(compiled).data()["versions"][0]
    assert version["kind"] == "generic" and version["trial"]["interpreter"] and version["calls"] < 20
