"""Versions made of the frontend's real reads, with entries written by hand in place of the compiler's."""
import threading

import janusc
import pytest
import torch
from janusc.dispatch import calls, versions
from janusc.dispatch.plan import NotNative
from native_entry import address
from torch import nn


class Code:
    """Stands for loaded machine code."""

    def __init__(self, name):
        self.entry = address(name)


def value(kind, name, shape=(-1,), dtype="f32"):
    return {"kind": kind, "name": name, "shape": None if shape is None else list(shape), "dtype": dtype}


@pytest.fixture
def entry(monkeypatch):
    """entry(name, arguments, results, output): what the compiler makes of every function from now on."""
    def use(name, arguments, results, output, assumptions=()):
        signature = {"name": name, "arguments": arguments, "results": results, "output": output}
        made = []

        def generate(handler, program, parameters, limits, writer):
            if not isinstance(handler, calls.Handler):
                raise NotNative("units are not what is tested here")
            made.append(program)
            return Code(name), signature, None, list(assumptions)

        monkeypatch.setattr(versions, "_generate", generate)
        return made

    return use


def twice_entry(entry, **kwargs):
    return entry("twice", [value("arg", "x")], [value("result", "0")], {"result": 0}, **kwargs)


SCALE = 2.0


def scaled(x):
    return x * SCALE


class Scaled(nn.Module):
    """y = x @ w, where the rest of the module decides nothing."""

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.mode = "sum"
        self.child = nn.ReLU()

    def forward(self, x):
        if self.mode == "sum":
            return x @ self.w
        return self.child(x)


def module_entry(entry):
    return entry("linear", [value("arg", "x", (-1, 3)), value("state", "self.w", (3,))], [value("result", "0")],
                 {"result": 0})


def runs(compiled):
    """How many calls each native version has taken."""
    return [version["calls"] for version in janusc.explain(compiled).data()["versions"] if version["kind"] == "native"]


def test_a_function_is_compiled_once_for_all_batch_sizes(entry):
    made = twice_entry(entry)
    f = janusc.compile(scaled)
    for size in (3, 1, 7):
        assert torch.equal(f(torch.ones(size)), torch.full((size,), 2.0))
    assert len(made) == 1 and runs(f) == [3]
    text = str(janusc.explain(f))
    assert "1 version(s)" in text and "x: float32[3]" in text and "3 call(s)" in text
    assert "<table>" in janusc.explain(f).html()
    assert janusc.explain(f).data()["native"] > 0


def test_globals_are_guards(entry, monkeypatch):
    made = twice_entry(entry)
    f = janusc.compile(scaled)
    f(torch.ones(3))
    monkeypatch.setitem(globals(), "SCALE", 1.0 + 1.0)  # equal
    f(torch.ones(3))
    assert len(made) == 1
    monkeypatch.setitem(globals(), "SCALE", 3.0)
    f(torch.ones(3))
    assert len(made) == 2
    monkeypatch.setitem(globals(), "SCALE", 2.0)
    f(torch.ones(3))
    # One that changed is read at each call.
    assert len(made) == 2 and sorted(runs(f)) == [2, 2]


def test_closures_and_defaults_are_guards(entry):
    made = twice_entry(entry)
    scale = 2.0

    def inner(x):
        return x * scale

    f = janusc.compile(inner)
    f(torch.ones(3))
    scale = 4.0
    f(torch.ones(3))
    assert len(made) == 2
    inner.__code__ = (lambda x: x * scale).__code__.replace(co_freevars=("scale",))
    f(torch.ones(3))
    assert len(made) >= 2


def test_a_module_tree(entry):
    made = module_entry(entry)
    module = Scaled()
    c, x = janusc.compile(module), torch.ones(4, 3)
    with torch.no_grad():
        assert c(x).tolist() == [3.0] * 4 and runs(c) == [1]
        module.unrelated = 5
        module.w.mul_(2)
        assert c(x).tolist() == [6.0] * 4 and runs(c) == [2]
        module.w.data = torch.full((3,), 5.0)
        assert c(x).tolist() == [15.0] * 4 and runs(c) == [3]
        assert len(made) == 1
        module.mode = "other"
        c(x)
        assert len(made) == 2
        module.mode = "sum"
        c(x)
        assert len(made) == 2
        module.w = nn.Parameter(torch.ones(3))  # another object
        assert c(x).tolist() == [3.0] * 4 and len(made) == 3


@pytest.mark.parametrize("change", [
    lambda m: m.register_forward_hook(lambda *a: None),
    lambda m: m.child.register_forward_pre_hook(lambda *a: None),
    lambda m: setattr(m, "forward", lambda x: "patched"),
    lambda m: setattr(m, "child", nn.Tanh()),
    lambda m: m.__dict__.__setitem__("w", torch.zeros(3)),
    lambda m: setattr(m, "__class__", type("Other", (Scaled,), {"forward": lambda self, x: "other"})),
    lambda m: setattr(m.w, "data", torch.ones(2)),
    lambda m: setattr(m.w, "data", torch.ones(3, dtype=torch.float64)),
], ids=["hook", "pre hook of a child", "forward", "child", "shadowed parameter", "class", "size", "dtype"])
def test_what_changes_a_module_is_seen(entry, change):
    module_entry(entry)
    module = Scaled()
    c, x = janusc.compile(module), torch.ones(4, 3)
    with torch.no_grad():
        c(x), c(x)
        assert runs(c) == [2]
        change(module)
        try:
            c(x)
        except RuntimeError:
            pass  # eager fails too, with other sizes
        assert 2 in runs(c)


def test_a_changed_method_of_the_class(entry, monkeypatch):
    module_entry(entry)
    c, x = janusc.compile(Scaled()), torch.ones(4, 3)
    with torch.no_grad():
        c(x)
        monkeypatch.setattr(Scaled, "forward", lambda self, x: "patched")
        c(x)
        assert 1 in runs(c)
        monkeypatch.undo()


def test_a_result_that_requires_grad_is_eagers(entry):
    entry("linear", [value("arg", "x", (-1, 3)), value("state", "self.w", (3,))], [value("result", "0")],
          {"result": 0, "requires_grad": True})
    c, x = janusc.compile(Scaled()), torch.ones(4, 3)
    assert c(x).requires_grad
    assert "requires grad" in str(janusc.explain(c)) and runs(c) == []
    with torch.no_grad():
        assert not c(x).requires_grad
    assert runs(c) == [1]


def test_a_graph_that_was_used_up(entry):
    entry("linear", [value("arg", "x", (-1, 3)), value("state", "self.w", (3,))], [value("result", "0")],
          {"result": 0, "consumed": True})
    y = janusc.compile(Scaled())(torch.ones(4, 3))
    with pytest.raises(RuntimeError, match="second time"):
        y.sum().backward()


def test_native_raises_with_the_reason(entry):
    entry("linear", [value("arg", "x", (-1, 3)), value("state", "self.w", (3,))], [value("result", "0")],
          {"result": 0, "requires_grad": True})
    c = janusc.compile(Scaled(), native=True)
    with pytest.raises(janusc.NativeError, match="Scaled cannot run natively: the result requires grad"):
        c(torch.ones(4, 3))


def test_assumptions_that_break(entry):
    entry("positive", [value("arg", "x")], [value("result", "0")], {"result": 0},
          assumptions=[(7, "x[0] >= 0", f"{__file__}:1")])
    f = janusc.compile(scaled)
    assert f(torch.ones(2)).tolist() == [2, 2]
    assert f(-torch.ones(2)).tolist() == [-2, -2]
    data = janusc.explain(f).data()
    assert data["assumptions"] == [{"what": "x[0] >= 0", "place": f"{__file__}:1", "hits": 1}]
    assert data["reasons"][0]["reason"] == "an assumption broke: x[0] >= 0"
    assert data["reasons"][0]["source"].startswith('"""Versions made')
    for _ in range(30):
        f(-torch.ones(2))
    assert runs(f) == [] and "not hold often enough" in str(janusc.explain(f))
    assert f(torch.ones(2)).tolist() == [2, 2]


def test_versions_are_bounded(entry):
    made = twice_entry(entry)
    f = janusc.compile(lambda x, k: x * 2, max_versions=3)
    for k in range(10):
        assert torch.equal(f(torch.ones(3), k), torch.full((3,), 2.0))
    assert len(made) == 3 and "max_versions" in str(janusc.explain(f))


def test_options_make_versions_of_their_own(entry):
    made = twice_entry(entry)
    f, x = janusc.compile(scaled), torch.ones(3)
    f(x)
    with janusc.options(parallel=False):
        f(x), f(x)
    f(x)
    assert len(made) == 2 and sorted(runs(f)) == [2, 2]
    with janusc.options(max_versions=4):
        f(x)
    assert len(made) == 2


def test_profile_calls(entry):
    made = twice_entry(entry)
    f = janusc.compile(scaled, profile_calls=2)
    for _ in range(4):
        f(torch.ones(3))
    assert len(made) == 1 and runs(f) == [2]


def test_first_calls_race(entry):
    made = twice_entry(entry)
    f, start, wrong = janusc.compile(scaled), threading.Barrier(16), []

    def work(i):
        x = torch.full((4,), float(i))
        start.wait()
        for _ in range(20):
            if not torch.equal(f(x), 2 * x):
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # While one of them compiles the others run the function.
    assert not wrong and len(made) == 1 and runs(f)[0] <= 16 * 20


def test_a_failure_inside_is_not_the_users(monkeypatch):
    def generate(*args):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(versions, "_generate", generate)
    f = janusc.compile(scaled)
    assert torch.equal(f(torch.ones(3)), torch.full((3,), 2.0))
    assert "janusc failed inside (ZeroDivisionError: a bug)" in str(janusc.explain(f))


def test_a_failure_stands_until_something_changes(monkeypatch, entry):
    made = twice_entry(entry)
    use, tries = versions._generate, []

    def generate(handler, *args):
        # Units of the generic version are tried too, where one is left from before.
        tries.append(isinstance(handler, calls.Handler))
        if SCALE == 2.0:
            raise NotNative("two is too little", "here.py:1")
        return use(handler, *args)

    monkeypatch.setattr(versions, "_generate", generate)
    f = janusc.compile(scaled)
    for _ in range(3):
        f(torch.ones(3))
    assert sum(tries) == 1 and janusc.explain(f).data()["reasons"][0]["calls"] == 3
    monkeypatch.setitem(globals(), "SCALE", 4.0)
    f(torch.ones(3))
    assert sum(tries) == 2 and len(made) == 1 and runs(f) == [1]


def test_functions_without_source():
    namespace = {}
    exec("def f(x):\n    return x + 1", namespace)
    f = janusc.compile(namespace["f"])
    assert f(1) == 2
    assert janusc.explain(f).data()["interpreted"] > 0 and janusc.explain(f).data()["reasons"]


def test_compiled_objects_inside_compiled_ones(entry):
    made = twice_entry(entry)
    inner = janusc.compile(scaled)

    def outer(x):
        return inner(x)

    f = janusc.compile(outer)
    assert torch.equal(f(torch.ones(3)), torch.full((3,), 2.0))
    assert len(made) == 1, str(janusc.explain(f))
    assert runs(f) == [1] and runs(inner) == []


def test_changing_sizes_are_opened(entry):
    made = entry("linear", [value("arg", "x", (-1, 3)), value("state", "self.w", (3,))], [value("result", "0")],
                 {"result": 0})
    c = janusc.compile(Scaled())
    with torch.no_grad():
        c(torch.ones(2, 3))
        c.w = nn.Parameter(torch.ones(4))
        c(torch.ones(2, 4))
    assert len(made) == 2
    assert "tensor<?x3xf32>" in str(made[0].module) and "tensor<?x?xf32>" in str(made[1].module)
