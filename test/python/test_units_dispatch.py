"""Units at run time: their versions, what they give, and what happens where one cannot be made. Reached by hand."""
from __future__ import annotations

import builtins
import importlib
import sys
import threading
import types
import weakref

import janusc
import pytest
import torch
from janusc import _dispatch
from janusc.dispatch import versions
from units_harness import FELL_THROUGH, NOT_RUN, RETURNED, Units


@pytest.fixture(autouse=True)
def no_grad():
    with torch.no_grad():
        yield


SCALE = 2.0


def arithmetic(x, y):
    a = x * SCALE
    b = a + y
    return a, b


def test_a_unit_runs_and_returns():
    units = Units(arithmetic)
    x, y = torch.randn(4, 3), torch.randn(3)
    for _ in range(3):
        status, (a, b) = units.reach("a = x * SCALE", {"x": x, "y": y})
        assert status == RETURNED and torch.equal(a, x * 2) and torch.equal(b, x * 2 + y)
    # One version for all sizes of dimension 0.
    status, (a, b) = units.reach("a = x * SCALE", {"x": torch.ones(7, 3), "y": y})
    handler = units.handler("a = x * SCALE")
    assert status == RETURNED and (handler.compiled.hits, handler.compiled.misses) == (4, 0)
    assert len(handler.infos) == 1


def test_other_sizes_open_dimensions():
    units = Units(arithmetic)
    for size in (2, 3, 4, 5, 6):
        x = torch.randn(4, size)
        assert units.reach("a = x * SCALE", {"x": x, "y": x[0].clone()})[0] == RETURNED
    assert len(units.handler("a = x * SCALE").infos) == 2


def loop(xs, w, hist, n):
    total = 0.0
    for i in range(n):
        h = xs @ w
        s = h.sum() * i
        log(s)
        total = total + s.item()
        hist.append(s.item())
    return total


def log(x):
    print(x)


def test_what_the_interpreter_needs_splits_the_plan():
    units = Units(loop)
    variables = {"xs": torch.randn(3, 4), "w": torch.randn(4, 2), "hist": [], "n": 3, "total": 0.0}
    assert units.sources()[0].startswith("total = 0.0; for i")
    assert units.reach("total = 0.0", variables) == (NOT_RUN, None)
    assert units.handler("total = 0.0").compiled.closed and units.owner.may_replan()
    units.replan()
    assert "h = xs @ w; s = h.sum() * i" in units.sources() and "total = total + s.item()" in units.sources()
    assert "log(s)" not in units.sources()
    # A unit that is in both plans keeps what was made for it.
    before = units.handler("h = xs @ w; s = h.sum() * i")
    units.replan()
    assert units.handler("h = xs @ w; s = h.sum() * i") is before


def test_a_unit_with_a_dirty_place_is_not_tried():
    units = Units(loop)
    variables = {"xs": torch.randn(3, 4), "w": torch.randn(4, 2), "hist": [], "n": 3, "total": 0.0}
    units.reach("total = 0.0", variables)
    failures = units.owner.failures
    units.reach("for i in range(n)", variables)
    assert units.handler("for i in range(n)").compiled.closed and units.owner.failures == failures


def test_a_number_that_changes_is_passed():
    units = Units(loop)
    units.reach("total = 0.0", {"xs": torch.randn(3, 4), "w": torch.randn(4, 2), "hist": [], "n": 3})
    units.replan()
    xs, w = torch.randn(3, 4), torch.randn(4, 2)
    for i in range(8):
        status, outputs = units.reach("h = xs @ w", {"xs": xs, "w": w, "i": i})
        assert status == FELL_THROUGH
        torch.testing.assert_close(outputs["s"], (xs @ w).sum() * i)
    handler = units.handler("h = xs @ w")
    assert len(handler.infos) == 2 and handler.relaxation.numbers == {"i"}
    # Types other than the one that varied have versions of their own.
    assert units.reach("h = xs @ w", {"xs": xs, "w": w, "i": 1.5})[0] == FELL_THROUGH
    assert units.reach("h = xs @ w", {"xs": xs, "w": w, "i": 1 << 70})[0] in (NOT_RUN, FELL_THROUGH)


def uses_object(config, x):
    y = x * config.scale
    return y + 1


class Config:
    def __init__(self, scale):
        self.scale = scale


def test_of_an_object_that_is_another_each_time_attributes_are_taken():
    units = Units(uses_object)
    x = torch.randn(5)
    outcomes = [units.reach("y = x * config.scale", {"x": x, "config": Config(2.0)})[0] for _ in range(3)]
    assert outcomes == [RETURNED] + [NOT_RUN] * 2
    units.replan()
    unit = units.handler("y = x * config.scale").unit
    assert unit.parameters == ("config", "x", "peek_0") and unit.hidden == {"config"}
    for config in (Config(3.0), Config(torch.ones(5)), Slotted(4.0), WithHook(5.0)):
        for _ in range(2):
            status, y = units.reach("y = x * config.scale", {"x": x, "config": config})
            assert status == RETURNED
            torch.testing.assert_close(y, x * config.scale + 1)
    # Nothing is read that would run code, or is not there.
    asked = []
    for config in (Computed(asked), WithHook(None), types.SimpleNamespace(), None, types, Watching(asked)):
        assert units.reach("y = x * config.scale", {"x": x, "config": config}) == (NOT_RUN, None)
    assert not asked


class Slotted:
    __slots__ = ("scale",)
    __init__ = Config.__init__


class WithHook:
    def __init__(self, scale):
        if scale is not None:
            self.scale = scale

    def __getattr__(self, name):
        raise AssertionError(name)


class Computed:
    def __init__(self, asked):
        self.asked = asked

    @property
    def scale(self):
        self.asked.append("scale")
        return 2.0


class Watching(Computed):
    def __getattribute__(self, name):
        object.__getattribute__(self, "asked").append(name)
        return object.__getattribute__(self, name)


def passes_object(config, x):
    y = x * config.scale
    return scaled(y, config)


def scaled(y, config):
    return y * config.scale


def test_an_object_that_is_used_as_a_whole_is_given_up():
    units = Units(passes_object)
    x = torch.randn(5)
    outcomes = [units.reach("y = x * config.scale", {"x": x, "config": Config(2.0)})[0] for _ in range(6)]
    assert outcomes == [RETURNED] * 3 + [NOT_RUN] * 3
    assert "'config' is another Config at each reach" in units.owner.dirty.values()


def test_a_number_of_an_object_that_changes_is_read_each_time():
    units = Units(uses_object)
    x, config = torch.randn(5), Config(2.0)
    for _ in range(8):
        config.scale += 1
        outcome, y = units.reach("y = x * config.scale", {"x": x, "config": config})
        assert outcome == RETURNED and torch.allclose(y, x * config.scale + 1)
    assert len(units.handler("y = x * config.scale").infos) == 2


def test_an_attribute_that_is_another_each_time_is_given_up():
    units = Units(uses_object)
    x, config = torch.randn(5), Config(torch.tensor(2.0))
    outcomes = []
    for _ in range(8):
        config.scale = config.scale + 1
        outcomes.append(units.reach("y = x * config.scale", {"x": x, "config": config})[0])
    assert outcomes[0] == RETURNED and outcomes[-1] == NOT_RUN
    assert any("'scale' changes all the time" in reason for reason in units.owner.dirty.values())


def conditional(x, c):
    if c:
        y = x + 1
    log(x)
    return y


def test_unbound_inputs():
    units = Units(conditional)
    units.reach("if c", {"x": torch.ones(3), "c": True})
    units.replan()
    x, y = torch.ones(3), torch.zeros(3)
    status, outputs = units.reach("if c", {"x": x, "c": True})
    assert status == FELL_THROUGH and torch.equal(outputs["y"], x + 1)
    # Neither bound before nor in the unit: not a matter of native code.
    assert units.reach("if c", {"x": x, "c": False})[0] == NOT_RUN
    status, outputs = units.reach("if c", {"x": x, "c": False, "y": y})
    assert status == NOT_RUN or outputs["y"] is y


def passes_on(x, y):
    z = x
    x = y.mul_(2)
    log(x)
    return x, z


def test_identity_and_writes():
    units = Units(passes_on)
    units.reach("z = x", {"x": torch.ones(2), "y": torch.ones(2)})
    units.replan()
    x, y = torch.ones(2), torch.ones(2)
    before = y._version
    status, outputs = units.reach("z = x", {"x": x, "y": y})
    assert status == FELL_THROUGH and outputs["z"] is x and outputs["x"] is y
    assert torch.equal(y, torch.full((2,), 2.0)) and y._version == before + 1
    # Memory that overlaps what is written.
    whole = torch.ones(3)
    assert units.reach("z = x", {"x": whole[:2], "y": whole[1:]})[0] == NOT_RUN
    assert torch.equal(whole, torch.ones(3))


def checked(x):
    y = x * 2
    if y.sum() < 0:
        raise ValueError("negative")
    return y


def test_a_broken_assumption_is_a_miss():
    units = Units(checked)
    handler = units.handler("y = x * 2")
    assert units.reach("y = x * 2", {"x": torch.ones(3)})[0] == RETURNED
    assert units.reach("y = x * 2", {"x": -torch.ones(3)})[0] == NOT_RUN
    assert units.reach("y = x * 2", {"x": torch.ones(3)})[0] == RETURNED
    assert handler.compiled.hits == 2 and any("assumption broke" in text for text in handler.reasons)
    for _ in range(40):
        units.reach("y = x * 2", {"x": -torch.ones(3)})
    assert not _dispatch.unit_versions(handler.compiled)


def only_numbers(n):
    m = n * 3 + 1
    return m


def test_numbers_alone_are_not_worth_it():
    units = Units(only_numbers)
    assert units.reach("m = n", {"n": 4})[0] == NOT_RUN
    handler = units.handler("m = n")
    assert handler.compiled.closed and not handler.infos
    units.replan()
    assert not [source for source in units.sources() if source.startswith("m = n * 3 + 1;")]


def condition(x):
    while (x > 0).any() and x.sum() < 100:
        x = x * 2
        log(x)
    return x


def test_a_condition_is_its_truth():
    units = Units(condition)
    units.reach("while", {"x": torch.ones(2)})
    units.replan()
    assert units.reach("(x > 0).any() and x.sum() < 100", {"x": torch.ones(2)}) == (FELL_THROUGH, True)
    assert units.reach("(x > 0).any() and x.sum() < 100", {"x": torch.full((2,), 80.0)}) == (FELL_THROUGH, False)


def test_errors_of_janus_are_reasons(monkeypatch):
    def fail(*_):
        raise AssertionError("broken inside")

    monkeypatch.setattr(versions, "make_version", fail)
    units = Units(arithmetic)
    assert units.reach("a = x * SCALE", {"x": torch.ones(2), "y": torch.ones(2)})[0] == NOT_RUN
    handler = units.handler("a = x * SCALE")
    assert handler.compiled.closed and any("broken inside" in reason for reason in handler.reasons)


def test_results_that_require_grad_stay_eager():
    units = Units(arithmetic)
    with torch.enable_grad():
        status, outputs = units.reach("a = x * SCALE", {"x": torch.ones(2, requires_grad=True), "y": torch.ones(2)})
    assert status == NOT_RUN or outputs[1].requires_grad and outputs[1].grad_fn is not None
    assert not units.owner.dirty


def test_while_another_thread_compiles_the_statements_run():
    units = Units(arithmetic)
    result = []
    with units.owner.lock:
        reach = threading.Thread(target=lambda: result.append(
            units.reach("a = x * SCALE", {"x": torch.ones(2), "y": torch.ones(2)})))
        reach.start()
        reach.join()
    assert result == [(NOT_RUN, None)]


def test_attempts_are_bounded():
    units = Units(uses_object)
    units.owner.failures = 1000
    assert units.reach("y = x * config.scale", {"x": torch.ones(2), "config": Config(1.0)})[0] == NOT_RUN
    assert units.handler("y = x * config.scale").compiled.closed


def test_options_switch_units_off():
    units = Units(arithmetic)
    x, y = torch.ones(2, 3), torch.ones(3)
    assert units.reach("a = x * SCALE", {"x": x, "y": y})[0] == RETURNED
    _dispatch.set_disabled(True)
    try:
        assert units.reach("a = x * SCALE", {"x": x, "y": y})[0] == NOT_RUN
    finally:
        _dispatch.set_disabled(False)
    with janusc.options(max_versions=1, parallel=False):
        # Another environment; there is a version already.
        assert units.reach("a = x * SCALE", {"x": x, "y": y})[0] == NOT_RUN


def test_data():
    units = Units(arithmetic)
    units.reach("a = x * SCALE", {"x": torch.ones(2, 3), "y": torch.ones(3)})
    shown = units.owner.data()
    assert len(shown) == 1 and shown[0]["hits"] == 1 and shown[0]["lines"][1] - shown[0]["lines"][0] == 2
    assert shown[0]["versions"][0]["calls"] == 1


def mean_of_all(loss, rewards):
    loss = loss * 2
    return loss.sum() / len(rewards)


class Sized:
    def __len__(self):
        return 8


def test_a_list_that_only_its_length_is_asked_of():
    units = Units(mean_of_all)
    loss = torch.randn(5)
    for rewards in ([1, 2], [1, 2, 3], ["a"] * 7, (object(),), {1: 2}, {1, 2}, "abc"):
        status, mean = units.reach("loss = ", {"loss": loss, "rewards": rewards})
        assert status == RETURNED
        torch.testing.assert_close(mean, mean_of_all(loss, rewards))
    assert len(units.handler("loss = ").infos) == 2
    # Another function under the name.
    globals()["len"] = lambda value: 3
    try:
        assert units.reach("loss = ", {"loss": loss, "rewards": [1]})[0] == NOT_RUN
    finally:
        del globals()["len"]


def test_a_length_that_would_run_code():
    units = Units(mean_of_all)
    loss = torch.randn(5)
    assert units.reach("loss = ", {"loss": loss, "rewards": Sized()})[0] == NOT_RUN
    units.replan()
    assert units.handler("loss = ").unit.parameters == ("loss", "rewards")
    rewards = torch.randn(3, 2)
    status, mean = units.reach("loss = ", {"loss": loss, "rewards": rewards})
    assert status == RETURNED
    torch.testing.assert_close(mean, mean_of_all(loss, rewards))


@pytest.mark.parametrize(("arguments", "error"), [
    ((print, {}, 65, 1, "value"), ValueError), ((print, {}, 1, 1, "values"), ValueError), ((print, [], 1, 1, "value"), TypeError)])
def test_bad_units(arguments, error):
    with pytest.raises(error):
        _dispatch.Unit(*arguments)


@pytest.mark.parametrize(("peeks", "error"), [(((1, "a"),), ValueError), (((-1, "a"),), ValueError), ((("a", 0),), TypeError),
                                              ((0,), TypeError), (((0, "a"),) * 64, ValueError)])
def test_bad_peeks(peeks, error):
    with pytest.raises(error):
        _dispatch.Unit(print, {}, 1, 1, "value", peeks)


def test_a_peek_may_be_at_a_peek():
    seen = []
    unit = _dispatch.Unit(lambda unit, unbound, values: seen.append((unbound, values)) or 0, {}, 2, 1, "value",
                          ((1, "a"), (2, "b"), (0, "c")), 1 << 1)
    unit.run((1, types.SimpleNamespace(a=types.SimpleNamespace(b=5))))
    assert seen == [(1 << 4, (1, types.SimpleNamespace(b=5), 5))]


def test_another_number_of_inputs():
    with pytest.raises(SystemError, match="another number of variables"):
        _dispatch.Unit(print, {}, 2, 1, "value").run((1,))
    with pytest.raises(TypeError):
        _dispatch.Unit(print, {}, 2, 1, "value").run([1, 2])


def test_what_an_attempt_was_made_with_is_let_go_of():
    class Item:
        pass

    def mark(item, callback, x):
        held = [weakref.ref(item, callback), item]
        return x * sys.getrefcount(held)

    compiled = janusc.compile(mark, compile_all=True)
    item = Item()
    for _ in range(3):
        compiled(item, print, torch.ones(2))
    gone = weakref.ref(item)
    del item
    assert gone() is None


def test_a_bug_of_ours_is_told_without_raising(monkeypatch):
    class Silent(Exception):
        def __str__(self):
            raise ValueError("no text")

    log = importlib.import_module("janusc.dispatch.log")
    monkeypatch.setattr(log, "_enabled", frozenset({"compile"}))
    monkeypatch.setattr(log.traceback, "format_exception", lambda error: 1 / 0)
    assert log.fault(KeyError("x")) == "janusc failed inside (KeyError: 'x'); please report it"
    assert log.fault(Silent()) == "janusc failed inside (Silent: ); please report it"


def test_builtins_are_looked_up_without_making_annotations():
    def annotated(x):
        return x, __annotations__

    vars(builtins).pop("__annotations__", None)
    with pytest.raises(NameError):
        janusc.compile(annotated, compile_all=True)(torch.ones(2))
    assert "__annotations__" not in vars(builtins)
