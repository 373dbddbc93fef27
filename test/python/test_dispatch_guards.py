"""Guards, one fact at a time: what changes is seen, what does not matter is not."""
import gc
import types

import janusc
import pytest
import torch
from janusc import _dispatch
from janusc._dispatch import Match
from native_entry import Missed, compiled, tensor, version


def f3(x):
    """."""


def guarded(example=None, sizes=None, **kwargs):
    example = torch.ones(3) if example is None else example
    return compiled(f3, version("nothing", [tensor(0, example, sizes, **kwargs)], ("object", None)))


class Subclass(torch.Tensor):
    """A tensor subclass."""


@pytest.mark.parametrize("other", [
    pytest.param(torch.ones(2, 3, dtype=torch.float64), id="dtype"),
    pytest.param(torch.ones(2, 3, dtype=torch.int32), id="integer"),
    pytest.param(torch.ones(3), id="rank"),
    pytest.param(torch.ones(2, 4), id="size"),
    pytest.param(torch.ones(2, 3, requires_grad=True), id="requires_grad"),
    pytest.param(torch.ones(3, 2).t(), id="contiguity"),
    pytest.param(torch.ones(2, 3, device="meta"), id="device"),
    pytest.param(torch.ones(2, 3).to_sparse(), id="layout"),
    pytest.param(torch.ones(2, 3).as_subclass(Subclass), id="subclass"),
    pytest.param(torch.nn.Parameter(torch.ones(2, 3), requires_grad=False), id="parameter"),
    pytest.param(torch._neg_view(torch.ones(2, 3)), id="negative bit"),
    pytest.param([[1.0] * 3] * 2, id="list"),
    pytest.param(None, id="none"),
])
def test_tensor_arguments(other):
    call = guarded(torch.ones(2, 3))
    assert call(torch.ones(5, 3)) is None
    with pytest.raises(Missed):
        call(other)
    assert call(torch.ones(1, 3)) is None


def test_exact_first_dimension():
    call = guarded(torch.ones(2, 3), [2, 3])
    assert call(torch.ones(2, 3)) is None
    with pytest.raises(Missed):
        call(torch.ones(3, 3))


def no_grad():
    return torch.no_grad()


def inference():
    return torch.inference_mode()


def autocast():
    return torch.autocast("cpu")


class default_dtype:
    def __enter__(self):
        torch.set_default_dtype(torch.float64)

    def __exit__(self, *_):
        torch.set_default_dtype(torch.float32)


class deterministic:
    def __enter__(self):
        torch.use_deterministic_algorithms(True)

    def __exit__(self, *_):
        torch.use_deterministic_algorithms(False)


class options_number:
    def __enter__(self):
        _dispatch.set_options_number(12345)

    def __exit__(self, *_):
        _dispatch.set_options_number(0)


def anomaly():
    return torch.autograd.detect_anomaly(check_nan=False)


@pytest.mark.parametrize("change", [no_grad, inference, autocast, default_dtype, deterministic, options_number,
                                    pytest.param(anomaly, marks=pytest.mark.filterwarnings("ignore:Anomaly"))])
def test_environment(change):
    call, x = guarded(), torch.ones(3)
    assert call(x) is None
    with change(), pytest.raises(Missed, match="other than before"):
        call(x)
    assert call(x) is None


def test_environments_that_stay_interpreted():
    with torch.autocast("cpu"):
        assert _dispatch.environment().reason == "autocast is on"
    with torch.no_grad():
        assert _dispatch.environment().reason is None
    with torch.inference_mode():
        assert _dispatch.environment().reason is None
    seen = []
    torch.func.vmap(lambda x: (seen.append(_dispatch.environment().reason), x)[1])(torch.ones(3, 2))
    assert "functorch" in seen[0]


class Mode(torch.overrides.TorchFunctionMode):
    """Sees functions."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def test_modes_run_the_python_function():
    ran = []
    call = compiled(lambda x: ran.append(x), version("nothing", [tensor(0, torch.ones(3))], ("object", None)))
    x = torch.ones(3)
    call(x)
    assert not ran
    with Mode():
        call(x)
    with torch.device("cpu"):
        call(x)
    with torch._C.DisableTorchFunction():
        call(x)
    assert len(ran) == 3
    call(x)
    assert len(ran) == 3


def test_fake_tensors_and_functorch_miss():
    from torch._subclasses.fake_tensor import FakeTensorMode

    call = guarded()
    with FakeTensorMode() as mode, pytest.raises(Missed):
        call(mode.from_tensor(torch.ones(3)))
    with pytest.raises(Missed):
        torch.func.vmap(call)(torch.ones(2, 3))
    with pytest.raises(Missed):
        torch.func.grad(lambda x: call(x))(torch.ones(3))


# Facts about objects.


def holds(facts):
    """Whether a version with these facts takes a call."""
    call = compiled(lambda: None, version("nothing", [], ("object", None), facts=facts))
    try:
        call()
    except Missed:
        return False
    return True


@pytest.fixture
def facts():
    return _dispatch.Facts()


def test_dict_values(facts):
    marker, held = object(), {"same": 1, "value": "abc", "gone": 2.0}
    held["object"] = marker
    assert facts.item(held, "object", marker, Match.IDENTITY)
    assert facts.item(held, "value", "abc", Match.VALUE)
    assert facts.item(held, "missing", None, Match.ABSENT)
    assert holds(facts)
    held["value"] = "".join(["a", "bc"])  # equal, another object
    held["unrelated"] = 1
    assert holds(facts) and facts.rearmed >= 1
    held["value"] = "abd"
    assert not holds(facts) and "value" in facts.failure
    held["value"] = "abc"
    held["missing"] = None
    assert not holds(facts)
    del held["missing"]
    held["object"] = object()
    assert not holds(facts)
    held["object"] = marker
    assert holds(facts)
    del held["object"]
    assert not holds(facts)


@pytest.mark.parametrize("value, same, other", [
    (1, 1, True), (1.0, 1.0, 1), (0.0, 0.0, -0.0), (float("nan"), float("nan"), 0.0), ("a", "a", b"a"),
    ((1, (2.0,)), (1, (2.0,)), (1, (2,))), (10**30, 10**30, 10**30 + 1), (None, None, False),
])
def test_values_are_compared_exactly(value, same, other):
    assert _dispatch.same_value(value, same)
    assert not _dispatch.same_value(value, other)


def test_comparing_never_runs_the_users_code():
    class Sly:
        def __eq__(self, other):
            raise AssertionError

        __hash__ = None

    assert not _dispatch.same_value(Sly(), Sly())


def test_keys_and_their_order(facts):
    held = {"a": 1, "b": 2}
    assert facts.keys(held, ("a", "b"))
    held["a"] = 3
    assert holds(facts)
    held["c"] = 1
    assert not holds(facts)
    del held["c"]
    assert holds(facts)
    held["a"] = held.pop("a")
    assert not holds(facts)


def test_class_attributes(facts):
    class Base:
        x = 1

    class Derived(Base):
        pass

    one = Base.x
    assert facts.type_attribute(Derived, "x", one, True)
    assert facts.type_attribute(Derived, "y", None, False)
    assert holds(facts)
    Base.z = 3
    assert holds(facts)
    Base.x = 2
    assert not holds(facts)
    Base.x = 1
    assert holds(facts)
    Derived.y = 1
    assert not holds(facts)
    del Derived.y
    Derived.__bases__ = (types.SimpleNamespace,) if False else (type("Other", (), {}),)
    assert not holds(facts)


def test_class_and_dict_of_an_object(facts):
    class A:
        pass

    class B:
        pass

    thing = A()
    thing.x = 1
    assert facts.object(thing) and facts.item(thing.__dict__, "x", 1, Match.VALUE)
    thing.x = 1
    assert holds(facts)
    thing.__class__ = B
    assert not holds(facts)
    thing.__class__ = A
    assert holds(facts)
    thing.__dict__ = {"x": 1}
    assert not holds(facts)


def test_attributes_of_objects_that_kept_them_inline(facts):
    class A:
        def __init__(self):
            self.x = 1

    things = [A() for _ in range(10)]
    for thing in things:
        assert facts.object(thing) and facts.item(thing.__dict__, "x", 1, Match.VALUE)
    assert holds(facts)

    def store(thing, value):
        thing.x = value

    for _ in range(50):  # specialised by the interpreter
        for thing in things:
            store(thing, 1)
    assert holds(facts)
    store(things[-1], 2)
    assert not holds(facts)


def test_cells_lists_functions_and_slots(facts):
    variable = 1

    def closure():
        return variable

    elements = [1, 2]

    def function(a=1, *, b=2):
        return a

    class Slotted:
        __slots__ = ("x",)

    slotted = Slotted()
    slotted.x = "v"
    assert facts.cell(closure.__closure__[0], 1, Match.VALUE) and facts.list(elements) and facts.function(function)
    assert facts.attribute(slotted, "x", "v", Match.VALUE)
    assert holds(facts)
    variable = 2
    assert not holds(facts)
    variable = 1
    assert holds(facts)
    elements.append(3)
    assert not holds(facts)
    elements.pop()
    elements[0] = "1"
    assert not holds(facts)
    elements[0] = 1
    assert holds(facts)
    function.__defaults__, before = (2,), function.__defaults__
    assert not holds(facts)
    function.__defaults__ = before
    function.__code__, code = (lambda a=1, *, b=2: 0).__code__, function.__code__
    assert not holds(facts)
    function.__code__ = code
    assert holds(facts)
    slotted.x = "w"
    assert not holds(facts)
    del slotted.x
    assert not holds(facts)


def test_facts_that_are_wrong_from_the_start(facts):
    assert not facts.item({"a": 1}, "a", 2, Match.VALUE)
    assert not facts.keys({"a": 1}, ("b",))
    assert not facts.type_attribute(int, "no_such_thing", 1, True)
    with pytest.raises(TypeError, match="expected a dict"):
        facts.item([], "a", 1, Match.VALUE)


def test_dead_objects_do_not_confuse_the_tags():
    for _ in range(50):
        facts = _dispatch.Facts()
        held = {"x": object()}
        facts.item(held, "x", held["x"], Match.IDENTITY)
        assert facts.check()
        held["x"] = 1
        assert not facts.check()
        del held, facts
    gc.collect()


def makes_floats(x):
    return torch.ones(2) / 3, torch.tensor(1.5), x / 2, torch.arange(3) * 0.5, torch.full((2,), 1.0), x.float().sum() * 2


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16])
def test_the_default_dtype_is_that_of_the_call(dtype):
    compiled = janusc.compile(makes_floats)
    x = torch.arange(4)
    for now in (torch.float32, dtype, torch.float32):
        torch.set_default_dtype(now)
        try:
            expected, actual = makes_floats(x), compiled(x)
        finally:
            torch.set_default_dtype(torch.float32)
        torch.testing.assert_close(actual, expected, rtol=0, atol=0)
    assert janusc.explain(compiled).data()["native"] >= 3
