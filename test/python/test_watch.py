"""profile_calls: the first version is as general as the calls that were watched."""
import types

import janusc
import pytest
import torch

rate = 1.0


def scaled(x, k):
    return torch.relu(x * k).sum(0) * rate


class Step:
    def __init__(self):
        self.size, self.fixed = 0.5, 2.0

    def run(self, x):
        return torch.tanh(x * self.size) * self.fixed


def repeated(x, n):
    y = x * 2
    for i in range(n):
        y = torch.sin(y) + i
    return y


def logged(x, k, log):
    log.append(k)
    return torch.sigmoid(x * k - 1).sum(0)


def versions(compiled):
    return [version for version in janusc.explain(compiled).data()["versions"] if version["kind"] == "native"]


def check(compiled, function, calls):
    for args in calls:
        torch.testing.assert_close(compiled(*args), function(*args))


def fresh(function):
    """The same code, of which nobody knows anything yet."""
    return types.FunctionType(function.__code__.replace(), globals())


@pytest.mark.parametrize("function, calls", [
    (scaled, [(torch.randn(3, n), 0.5 * n) for n in (2, 3, 4, 5, 6, 7)]),
    (repeated, [(torch.randn(2), n) for n in (3, 1, 5, 2, 7)]),
])
def test_sizes_and_numbers_that_differ_are_open_at_once(function, calls):
    one = janusc.compile(fresh(function), profile_calls=2)
    check(one, function, calls)
    assert [version["calls"] for version in versions(one)] == [len(calls) - 2]
    two = janusc.compile(fresh(function))
    check(two, function, calls)
    assert len(versions(two)) == 2


def test_what_was_the_same_is_not_opened():
    compiled = janusc.compile(fresh(scaled), profile_calls=2)
    check(compiled, scaled, [(torch.randn(3, 4), 2.0)] * 4)
    assert "float32[3, 4], k: 2.0" in str(janusc.explain(compiled)).splitlines()[1]
    assert versions(compiled)[0]["arguments"]["k"] == "2.0"
    assert "!imperative.tensor<?x4xf32>, 2.000000e+00]" in versions(compiled)[0]["levels"]["dynamic"]


def test_numbers_of_objects_and_modules(monkeypatch):
    step, x = Step(), torch.randn(3)
    compiled = janusc.compile(lambda x: step.run(x) * rate, profile_calls=2)
    for k in range(5):
        step.size = 0.1 * k
        monkeypatch.setitem(globals(), "rate", 1.0 + k)
        torch.testing.assert_close(compiled(x), step.run(x) * rate)
    version, = versions(compiled)
    assert version["calls"] == 3
    watched = janusc.explain(compiled).data()["watched"]
    assert watched == {"calls": 2, "arguments": {"x": ["float32[3]"]}, "numbers": ["rate", "size"]}


def test_units_know_what_was_watched():
    function = fresh(logged)
    compiled = janusc.compile(function, profile_calls=3)
    check(compiled, lambda *args: logged(*args), [(torch.randn(3, n), n / 2, []) for n in (2, 3, 4, 5, 6, 7)])
    hits = [(unit["hits"], len(unit["versions"])) for unit in janusc.explain(compiled).data()["units"] if unit["hits"]]
    assert hits == [(3, 1)]


def test_explain_says_what_was_watched():
    compiled = janusc.compile(fresh(scaled), profile_calls=3)
    check(compiled, scaled, [(torch.randn(3, n), 2) for n in (2, 2)])
    assert "watched 2 call(s) first: x: float32[3, 2]; k: 2" in str(janusc.explain(compiled))


def test_optimisers_are_given_nothing_while_they_are_watched():
    weight = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9)

    def train(x):
        optimizer.zero_grad()
        loss = (weight * x).sum()
        loss.backward()
        if x.sum() > 0:
            optimizer.step()
        return loss.detach()

    compiled = janusc.compile(train, profile_calls=2)
    compiled(-torch.ones(3))
    assert not optimizer.state
