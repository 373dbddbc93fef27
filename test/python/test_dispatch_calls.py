"""Calls of versions: arguments in, results and effects out, without a compiler."""
import gc
import threading
import weakref

import janusc
import pytest
import torch
from janusc import _dispatch
from janusc.dispatch.autograd import consumed
from native_entry import Missed, compiled, tensor, version


def twice(x):
    return 2 * x


def compiled_twice(**kwargs):
    return compiled(twice, version("twice", [tensor(0, torch.ones(3))], ("tensor", 0), **kwargs))


def test_a_new_tensor():
    f = compiled_twice()
    for size in (3, 0, 1, 100):
        x = torch.randn(size)
        y = f(x)
        assert type(y) is torch.Tensor and y.is_contiguous() and not y.requires_grad
        assert torch.equal(y, 2 * x)
    assert torch.equal(f(x=torch.ones(2)), torch.full((2,), 2.0))


def test_storage_offset():
    f = compiled_twice()
    base = torch.arange(10.0)
    assert torch.equal(f(base[3:7]), 2 * base[3:7])


def test_results_of_several_kinds():
    def three(x):
        """."""

    node = ("dict", [("a", ("tuple", [("tensor", 0), ("tensor", 0)])), ("b", ("list", [("tensor", 1), ("int", 2)])),
                     ("x", ("argument", 0, [])), ("k", ("object", "constant"))])
    f = compiled(three, version("three", [tensor(0, torch.ones(3))], node))
    x = torch.arange(4.0)
    result = f(x)
    assert list(result) == ["a", "b", "x", "k"]
    assert result["a"][0] is result["a"][1] and torch.equal(result["a"][0], x)
    assert torch.equal(result["b"][0], x + 1) and result["b"][1] == 4
    assert result["x"] is x and result["k"] == "constant"


def test_containers_and_constants():
    def g(pair, mode, *, flag=True):
        """."""

    x = torch.ones(3)
    spec = [("dict", [("x", ("tuple", [tensor(0, x), ("value", 5)]))]), ("value", "sum"), ("is", True)]
    f = compiled(g, version("twice", spec, ("tensor", 0), arguments=1))
    assert torch.equal(f({"x": (x, 5)}, "sum"), 2 * x)
    assert torch.equal(f({"x": (x, 5)}, mode="sum", flag=True), 2 * x)
    for bad in (({"x": (x, 6)}, "sum"), ({"y": (x, 5)}, "sum"), ({"x": [x, 5]}, "sum"), ({"x": (x, 5.0)}, "sum"),
                ({"x": (x, 5), "z": 1}, "sum"), ({"x": (x, True)}, "sum"), ({"x": (x, 5)}, "mean")):
        with pytest.raises(Missed):
            f(*bad)
    with pytest.raises(Missed):
        f({"x": (x, 5)}, "sum", flag=False)


def test_defaults_are_read_from_the_function():
    def g(x, mode="a"):
        """."""

    x = torch.ones(3)
    f = compiled(g, version("twice", [tensor(0, x), ("value", "a")], ("tensor", 0), arguments=1))
    assert torch.equal(f(x), 2 * x)
    g.__defaults__ = ("b",)
    with pytest.raises(Missed):
        f(x)


def test_star_arguments():
    def g(x, *rest, **named):
        """."""

    x = torch.ones(2)
    spec = [("any",), ("tuple", [tensor(0, x), ("value", 3)]), ("dict", [("k", ("value", 4))])]
    f = compiled(g, version("twice", spec, ("tensor", 0), arguments=1))
    assert torch.equal(f(None, x, 3, k=4), 2 * x)
    with pytest.raises(Missed):
        f(None, x, k=4)
    with pytest.raises(Missed):
        f(None, x, 3)


def test_numbers_and_in_place():
    def bump(x, d):
        """."""

    x = torch.arange(3.0)
    f = compiled(bump, version("bump", [tensor(0, x, written=True), ("float", 1)], ("float", 0)))
    before = x._version
    assert f(x, 1.5) == 1.5
    assert x.tolist() == [1.5, 2.5, 3.5] and x._version == before + 1
    for bad in (1, True, "1", None):
        with pytest.raises(Missed):
            f(x, bad)
    with pytest.raises(Missed):
        f(torch.arange(6.0)[::2], 1.0)


def test_inference_mode():
    f = compiled_twice()
    with torch.inference_mode():
        g = compiled_twice()
        y = g(torch.ones(2))
        assert y.is_inference() and y.tolist() == [2, 2]
    with pytest.raises(Missed):
        f(y)
    assert not f(torch.ones(2)).is_inference()


def test_torchs_own_refusals_are_python_errors():
    with torch.inference_mode():
        x = torch.zeros(3)
    f = compiled(lambda x, d: None, version("bump", [tensor(0, x, written=True), ("float", 1)], ("float", 0)))
    with pytest.raises(RuntimeError, match="inference tensor"):
        f(x, 1.0)


def test_overlapping_arguments_are_left_alone():
    def g(x, d, y):
        """."""

    x = torch.zeros(8)
    parameters = [tensor(0, x, written=True), ("float", 1), tensor(2, x)]
    f = compiled(g, version("bump", parameters, ("float", 0)))
    f(x[:4], 1.0, x[4:])
    with pytest.raises(Missed, match="overlaps"):
        f(x[:4], 1.0, x[3:])


def test_not_contiguous():
    x = torch.arange(6.0)[::2]
    with pytest.raises(Missed, match="contiguous"):
        compiled_twice()(x)
    assert torch.equal(compiled_twice(copy=True)(x), 2 * x)


def test_state():
    w = torch.nn.Parameter(torch.ones(3))
    x = torch.ones(4, 3)

    def linear(x):
        """."""

    f = compiled(linear, version("linear", [tensor(0, x)], ("tensor", 0),
                                 states=[("tensor", 1, w, False, False, False, False)]))
    assert f(x).tolist() == [3.0] * 4
    with torch.no_grad():
        w.mul_(2)
    assert f(x).tolist() == [6.0] * 4
    w.data = torch.full((3,), 10.0)  # no dict changes, nor the object
    assert f(x).tolist() == [30.0] * 4
    w.data = torch.ones(4)
    with pytest.raises(Missed, match="parameter"):
        f(x)
    w.data = torch.ones(3, dtype=torch.float64)
    with pytest.raises(Missed, match="parameter"):
        f(x)
    w.data = torch.ones(6)[::2]
    with pytest.raises(Missed, match="parameter"):
        f(x)


def make_step(w, holder):
    def step():
        """."""

    return compiled(step, version(
        "step", [], ("consumed", 0, consumed), gradients=[(w, 1)],
        states=[("tensor", 0, w, True, True, True, False), ("int", 1, holder, "count", True)]))


def test_training_step():
    w, holder = torch.nn.Parameter(torch.ones(3)), {"count": 5}
    f = make_step(w, holder)
    version_before = w._version
    loss = f()
    assert loss.item() == 3 and w.tolist() == [0, 0, 0] and holder["count"] == 6
    assert w.grad.tolist() == [1, 1, 1] and w._version == version_before + 1
    assert loss.requires_grad
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        loss.backward()
    first = w.grad
    f()
    assert w.grad is not first and holder["count"] == 7
    holder["count"] = 1.0
    with pytest.raises(Missed, match="number"):
        f()
    del holder["count"]
    with pytest.raises(Missed, match="number"):
        f()


def test_hooks_on_parameters_are_seen():
    w = torch.nn.Parameter(torch.ones(3))
    f = make_step(w, {"count": 0})
    hook = w.register_hook(lambda g: g)
    with pytest.raises(Missed, match="hook"):
        f()
    hook.remove()
    w.register_post_accumulate_grad_hook(lambda p: None)
    with pytest.raises(Missed, match="hook"):
        f()


def test_a_grad_that_comes_or_goes():
    w = torch.nn.Parameter(torch.ones(3))
    f = compiled(lambda: None, version("nothing", [], ("object", None),
                                       states=[("tensor", 0, w, False, True, False, True)]))
    assert f() is None
    w.grad = torch.zeros(3)
    with pytest.raises(Missed, match="grad"):
        f()


def test_broken_assumptions_and_memory():
    def handler(self, args, kwargs):
        return "interpreter"

    f = _dispatch.CompiledFunction(twice, handler)
    made = version("positive", [tensor(0, torch.ones(3))], ("tensor", 0))
    _dispatch.add_version(f, made)
    assert f(torch.ones(2)).tolist() == [2, 2]
    assert f(-torch.ones(2)) == "interpreter"
    assert (made.calls, made.broken, made.last_broken) == (1, 1, 7)
    _dispatch.remove_version(f, made)
    poor = version("fails", [tensor(0, torch.ones(3))], ("tensor", 0))
    _dispatch.add_version(f, poor)
    assert f(torch.ones(2)) == "interpreter" and poor.out_of_memory == 1


def test_parallel_loops_run_on_torch_threads():
    f = compiled(twice, version("halve", [tensor(0, torch.ones(3))], ("tensor", 0)))
    x = torch.randn(100_000)
    before = torch.get_num_threads()
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            assert torch.equal(f(x), x / 2)
    finally:
        torch.set_num_threads(before)


def test_threads_share_a_version():
    f = compiled_twice()
    wrong = []

    def work(seed):
        x = torch.randn(1000, generator=torch.Generator().manual_seed(seed))
        for _ in range(200):
            if not torch.equal(f(x), 2 * x):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_tracer_sees_the_python_function():
    import sys

    f = compiled_twice()
    seen = []
    sys.settrace(lambda frame, event, arg: seen.append(frame.f_code.co_name))
    try:
        f(torch.ones(2))
    finally:
        sys.settrace(None)
    assert "twice" in seen


def test_no_leaks():
    import sys

    f, x = compiled_twice(), torch.ones(3)
    f(x)
    count = sys.getrefcount(x)
    for _ in range(100):
        f(x)
    assert sys.getrefcount(x) == count

    class Holder:
        """A cycle through a version's state."""

    holder = Holder()
    holder.w = torch.nn.Parameter(torch.ones(3))
    holder.f = compiled(lambda x: None, version("linear", [tensor(0, torch.ones(2, 3))], ("object", holder),
                                                states=[("tensor", 1, holder.w, False, False, False, False)]))
    alive = weakref.ref(holder)
    del holder
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize("change, message", [
    ({"parameters": []}, "comes from 0 places"),
    ({"parameters": [("tensor", 0, torch.ones(3), [-1], False, False)] * 2}, "comes from 2 places"),
    ({"parameters": [("tensor", 9, torch.ones(3), [-1], False, False)]}, "that the entry does not have"),
    ({"parameters": [("tensor", 0, torch.ones(3), [], False, False)]}, "another rank"),
    ({"parameters": [("tensor", 0, 3, [], False, False)]}, "expected a torch.Tensor"),
    ({"parameters": [("tensor", 0)]}, "too short"),
    ({"parameters": [("tensors", 0)]}, "unknown kind"),
    ({"output": ("tensor", -1)}, "no index"),
    ({"entry": 0}, "address"),
])
def test_bad_plans(change, message):
    plan = {"name": "bad", "entry": 1, "keep": None, "data": None, "environment": _dispatch.environment(),
            "facts": _dispatch.Facts(), "arguments": 1, "parameters": [tensor(0, torch.ones(3))], "states": [],
            "output": ("object", None), "gradients": [], "copy_non_contiguous": False}
    with pytest.raises((ValueError, TypeError), match=message):
        _dispatch.Version({**plan, **change})


class Watched(torch.Tensor):
    seen: list = []

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        cls.seen.append(function.__name__)
        return super().__torch_function__(function, types, args, kwargs or {})


def test_looking_at_an_argument_runs_none_of_its_class():
    def doubled(x, y):
        return (x * 2 + y).sum()

    x = torch.ones(2)
    compiled = janusc.compile(doubled)
    compiled(x, x)
    for run in (doubled, compiled):
        Watched.seen.clear()
        run(x.as_subclass(Watched), x)
        assert Watched.seen == ["mul", "add", "sum"]
