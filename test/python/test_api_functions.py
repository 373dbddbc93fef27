"""Compiled functions behave as the functions they were made from."""
import copy
import functools
import inspect
import multiprocessing
import pickle
import threading
import types
import weakref

import janusc
import pytest
import torch


def plain(x, y=2, *, z: float = 3.0):
    """Adds and multiplies."""
    return x * y + z


plain.note = "kept"


@janusc.compile
def decorated(x):
    """Doubles."""
    return x + x


@janusc.compile(parallel=False)
def with_options(x):
    return x + 1


class Methods:
    """Every kind of method."""

    scale = 3

    def __init__(self, value):
        self.value = value

    @janusc.compile
    def method(self, x):
        """A method."""
        return x * self.value

    @classmethod
    @janusc.compile
    def of_class(cls, x):
        return x * cls.scale

    @janusc.compile
    @staticmethod
    def static(x):
        return x * 7

    @property
    @janusc.compile
    def doubled(self):
        return self.value * 2


def test_looks_like_the_function():
    f = janusc.compile(plain)
    assert isinstance(f, types.FunctionType) and inspect.isfunction(f) and callable(f)
    assert inspect.signature(f) == inspect.signature(plain)
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__", "__kwdefaults__", "__code__",
                 "__annotations__", "note"):
        assert getattr(f, name) == getattr(plain, name)
    assert f.__wrapped__ is plain and inspect.getsource(f) == inspect.getsource(plain)
    assert "plain" in repr(f)
    assert f.__get__(None, Methods) is f
    assert not hasattr(f, "no_such_attribute")
    f.other = 1
    assert f.other == 1 and not hasattr(plain, "other")
    f.__name__ = "renamed"
    assert (f.__name__, plain.__name__) == ("renamed", "plain")


def test_kinds_of_functions():
    def generator():
        yield 1

    async def coroutine():
        return 1

    assert inspect.isgeneratorfunction(janusc.compile(generator))
    assert inspect.iscoroutinefunction(janusc.compile(coroutine))
    assert list(janusc.compile(generator)()) == [1]


def test_calls_equal_the_function():
    f, x = janusc.compile(plain), torch.arange(3.0)
    for args, kwargs in (((x,), {}), ((x, 5), {}), ((x,), {"z": 1.0}), ((), {"x": x, "y": 4})):
        assert torch.equal(f(*args, **kwargs), plain(*args, **kwargs))
    for args, kwargs in (((), {}), ((x, 1, 2), {}), ((x,), {"w": 1}), ((x,), {"x": x})):
        with pytest.raises(TypeError) as ours:
            f(*args, **kwargs)
        with pytest.raises(TypeError) as eager:
            plain(*args, **kwargs)
        assert str(ours.value) == str(eager.value)


def test_exceptions_name_the_users_line():
    def fails(x):
        raise KeyError("here")

    with pytest.raises(KeyError) as error:
        janusc.compile(fails)(1)
    assert error.traceback[-1].name == "fails"


def test_decorators():
    x = torch.ones(2)
    assert torch.equal(decorated(x), 2 * x) and torch.equal(with_options(x), x + 1)
    assert decorated.__doc__ == "Doubles." and isinstance(with_options, types.FunctionType)


def test_methods():
    x, thing = torch.ones(2), Methods(5)
    assert torch.equal(thing.method(x), 5 * x) and torch.equal(Methods.method(thing, x), 5 * x)
    assert inspect.ismethod(thing.method) and thing.method.__self__ is thing
    assert inspect.signature(thing.method) == inspect.Signature([inspect.Parameter("x", 1)])
    assert torch.equal(Methods.of_class(x), 3 * x) and torch.equal(thing.of_class(x), 3 * x)
    assert torch.equal(Methods.static(x), 7 * x) and torch.equal(thing.static(x), 7 * x)
    assert thing.doubled == 10


def test_bound_methods_and_partials():
    class Plain:
        def method(self, x):
            return x + 1

    thing = Plain()
    f = janusc.compile(thing.method)
    assert inspect.ismethod(f) and f.__self__ is thing and f(1) == 2
    g = janusc.compile(functools.partial(plain, y=10))
    assert isinstance(g, functools.partial) and torch.equal(g(torch.ones(1)), torch.full((1,), 13.0))
    assert janusc.explain(f).data()["reasons"] is not None and janusc.explain(g).data()


@pytest.mark.parametrize("what", [len, torch.relu, 3, "text", Methods, torch.nn.Linear, object()])
def test_what_is_not_taken(what):
    with pytest.raises(TypeError, match="takes a Python function, a method or an nn.Module"):
        janusc.compile(what)


@pytest.mark.parametrize("keywords, message", [
    ({"paralel": True}, "unknown option 'paralel'; known: .*parallel"),
    ({"parallel": 3}, "option 'parallel' takes a bool, got 3"),
    ({"max_versions": 0}, "option 'max_versions' takes an int from 1"),
    ({"native": "yes"}, "native takes a bool"),
    ({"dynamic": 3}, "dynamic takes None or a bool"),
    ({"target": "cpu:x86-64-v3"}, "ahead-of-time"),
    ({"target": "gpu"}, "unknown target 'gpu'; this machine has 'cpu'"),
])
def test_wrong_options(keywords, message):
    with pytest.raises(janusc.OptionError, match=message):
        janusc.compile(plain, **keywords)


def test_weak_references():
    f = janusc.compile(plain)
    reference = weakref.ref(f)
    assert reference() is f
    del f
    assert reference() is None


def test_copies():
    f = janusc.compile(plain)
    assert copy.copy(f) is f and copy.deepcopy(f) is f
    assert copy.deepcopy({"f": f})["f"] is f


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(protocol):
    assert pickle.loads(pickle.dumps(decorated, protocol)) is decorated
    assert pickle.loads(pickle.dumps(Methods.method, protocol)) is Methods.method
    f = pickle.loads(pickle.dumps(janusc.compile(plain, native=False, parallel=False), protocol))
    assert f.__wrapped__ is plain and torch.equal(f(torch.ones(1)), plain(torch.ones(1)))
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(janusc.compile(lambda x: x), protocol)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes(method):
    decorated(torch.ones(2))
    with multiprocessing.get_context(method).Pool(2) as pool:
        results = pool.map(decorated, [torch.full((2,), float(i)) for i in range(4)])
    assert [r[0].item() for r in results] == [0, 2, 4, 6]


def test_first_calls_race():
    f = janusc.compile(plain)
    start, results = threading.Barrier(16), []

    def work(i):
        start.wait()
        results.append((i, f(torch.full((3,), float(i)))))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 16
    for i, y in results:
        assert torch.equal(y, plain(torch.full((3,), float(i))))
    assert len(janusc.explain(f).data()["versions"]) <= 1


def test_recursion():
    @janusc.compile
    def down(n):
        return 0 if n == 0 else 1 + down(n - 1)

    assert down(5) == 5


def test_compiling_twice_is_compiling_once():
    f = janusc.compile(janusc.compile(plain))
    assert f.__wrapped__ is plain


def test_a_view_read_in_an_if_in_a_loop():
    """Its value is remembered inside a region that no op holds yet."""
    def grow(sequence, limit):
        broken = False
        while sequence.size(0) < limit and not broken:
            sequence = torch.cat([sequence, sequence[-1:] * 2])
            if sequence[-1] > 50:
                broken = True
        return sequence

    for limit in (3, 20):
        seed = torch.tensor([1, 3])
        assert torch.equal(janusc.compile(grow)(seed, limit), grow(seed, limit))
