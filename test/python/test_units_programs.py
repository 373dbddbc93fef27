"""Programs that are native in parts: results, writes, prints and exceptions as eager's, and which lines ran natively."""
from __future__ import annotations

import pytest
import torch
import units_programs as programs
from fuzz.snapshot import compare, picture

import janusc
from janusc.dispatch.api import get_handler


def same(a, b) -> bool:
    """Whether two results are the same to anyone who looks: types, strides, aliasing, numbers within rounding."""
    return compare(picture(a), picture(b), "result", rounds=True) is None


def outcome(call, arguments, capsys):
    """What a call gives or raises, what it printed, and its arguments afterwards."""
    try:
        result = call(*arguments)
    except Exception as error:  # noqa: BLE001 - compared
        result = type(error).__name__, str(error)
    return result, [line.split()[:2] for line in capsys.readouterr().out.splitlines()], arguments


def native_lines(function, compiled) -> set[int]:
    """The function's lines, counted from its def, that units ran natively; all where it is native as a whole."""
    data = janusc.explain(compiled).data()
    if any(version["kind"] == "native" and version["calls"] for version in data["versions"]):
        return set(range(100))
    first = function.__code__.co_firstlineno
    return {line - first for line, entry in data["lines"].items() if entry["native"]}


def matrices(k):
    return torch.randn(4, 3), torch.randn(3, 3), 3


def policy(k):
    torch.manual_seed(5)
    return programs.Policy()


shared_policy = policy(0)


# Function, its arguments at call k, the lines (from its def) that are native by the last call, calls.
CASES = [
    (programs.prints, matrices, {3, 4, 5, 6, 7}, 2),
    (programs.appends, lambda k: ([torch.randn(4, 3) for _ in range(4)], torch.randn(3, 3)), {4, 5, 6}, 2),
    (programs.Meter.update, lambda k: (programs.Meter(), torch.randn(4), torch.randn(4)), {1, 2, 3, 6, 7}, 2),
    (programs.episode, lambda k: (shared_policy, programs.Environment()), {4, 5, 6, 7, 8}, 2),
    (programs.caught, lambda k: (torch.randn(2, 3), torch.randn(3 + k % 2, 3), []), {2, 4, 5, 8}, 3),
    (programs.early, lambda k: (torch.ones(3), 20.0 if k % 2 else 5.0, []), {1, 3, 4, 5, 7}, 4),
    (programs.by_value, lambda k: (torch.randn(5) * (k + 1), []), {1, 2, 3, 4, 5, 7, 8}, 2),
    (programs.data_dependent, lambda k: (torch.randn(6), []), {1, 4, 5}, 2),
    (programs.raises, lambda k: (torch.randn(2, 3), 2 + k, []), {1, 2, 4}, 3),
    (programs.views, lambda k: (torch.randn(6), []), {4, 5, 6, 7, 8}, 2),
    (programs.writes, lambda k: (torch.randn(4), torch.randn(3), []), {1, 2, 3, 4, 5}, 2),
    (programs.memory, lambda k: ({"cache": {}}, torch.randn(4, 3)), {4, 6, 7, 8}, 2),
    (programs.mixed_numbers, lambda k: (torch.randn(4) * 4, []), {1, 4, 5}, 2),
    (programs.comprehended, lambda k: (shared_policy, [torch.randn(2, 4) for _ in range(3)], []), {5, 6}, 2),
]


@pytest.mark.parametrize(("function", "arguments", "native", "calls"), CASES, ids=lambda value: getattr(
    value, "__name__", None))
def test_program(function, arguments, native, calls, capsys):
    compiled = janusc.compile(function)
    with torch.no_grad():
        for k in range(calls):
            outcomes = []
            for call in (function, compiled):
                torch.manual_seed(k)
                made = arguments(k)
                outcomes.append(outcome(call, made, capsys))
            assert same(*outcomes)
    assert native <= native_lines(function, compiled)


def test_a_variable_is_unbound_before_a_hole(capsys):
    compiled = janusc.compile(programs.unbound_before)
    for k in range(15):
        expected, found = (outcome(call, (torch.ones(3), k % 5, []), capsys)
                           for call in (programs.unbound_before, compiled))
        assert expected[0][0] == "UnboundLocalError" and same(expected, found)


def test_a_training_loop(capsys):
    """The step is native as a whole between the interpreter's statements, though no part of it is alone."""
    def arguments(k):
        torch.manual_seed(3)
        model = programs.Policy()
        batches = [(torch.randn(3, 4), torch.randn(3, 2)) for _ in range(3)]
        return model, torch.optim.SGD(model.parameters(), 0.1), batches, []

    compiled = janusc.compile(programs.train)
    for k in range(2):
        (expected, _, (model, _, _, log)), (found, _, (other, _, _, other_log)) = (
            outcome(call, arguments(k), capsys) for call in (programs.train, compiled))
        assert same((expected, log), (found, other_log))
        assert same(list(model.state_dict().values()), list(other.state_dict().values()))
    assert {2, 3, 4, 5, 6, 7} <= native_lines(programs.train, compiled)


def test_explain_says_it_by_line():
    compiled = janusc.compile(programs.appends_and_prints)
    with torch.no_grad():
        for _ in range(2):
            compiled(torch.randn(3), [])
    explanation = janusc.explain(compiled)
    first = programs.appends_and_prints.__code__.co_firstlineno
    lines = explanation.data()["lines"]
    assert lines[first + 1]["native"] >= 2 and lines[first + 1]["reason"] is None
    assert "print" in lines[first + 2]["reason"]
    assert f"line {first + 1}: 1 version(s); native" in str(explanation)
    page = explanation.html()
    assert "y = torch.tanh(x) * 3" in page and "builtins.print is not in the library table" in page


def test_code_that_is_not_native_is_not_tried_for_each_list():
    compiled = janusc.compile(programs.appends_and_prints)
    for _ in range(40):
        log = []
        with torch.no_grad():
            compiled(torch.ones(2), log)
        assert len(log) == 1
    assert get_handler(compiled).attempts <= 8


def test_a_training_step_that_returns_its_loss_is_native_as_a_whole():
    def arguments():
        torch.manual_seed(3)
        model = programs.Policy()
        return model, torch.optim.SGD(model.parameters(), 0.1), torch.randn(3, 4), torch.randn(3, 2)

    compiled = janusc.compile(programs.step)
    made, others = arguments(), arguments()
    for _ in range(2):
        assert same(programs.step(*made).detach(), compiled(*others).detach())
    assert [version["kind"] for version in janusc.explain(compiled).data()["versions"]][:1] == ["native"]
    with pytest.raises(RuntimeError, match="second time"):
        compiled(*others).backward()
