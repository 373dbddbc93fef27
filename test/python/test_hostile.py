"""Recursion, threads, tracers, transforms, other compilers, changed modes and patched libraries: as without janus."""
import contextlib
import copy
import random
import sys
import threading
import time
import types
from unittest import mock

import hostile_programs as programs
import janusc
import pytest
import torch
from torch import nn

_generator = torch.Generator().manual_seed(0)
X, W = (torch.randn(size, generator=_generator) for size in ((5, 4), (4, 4)))


def assert_same(found, expected):
    """Equal values, kinds and flags."""
    if isinstance(expected, (tuple, list)):
        assert type(found) is type(expected) and len(found) == len(expected)
        for pair in zip(found, expected):
            assert_same(*pair)
    elif isinstance(expected, torch.Tensor):
        assert (type(found), found.dtype, found.requires_grad, found.is_inference()) == (
            type(expected), expected.dtype, expected.requires_grad, expected.is_inference())
        rounding = 1e-2 if expected.dtype is torch.bfloat16 else 1e-4
        torch.testing.assert_close(found, expected, rtol=rounding, atol=rounding)
    else:
        assert found == expected


def native_calls(compiled):
    data = janusc.explain(compiled).data()
    return sum(version["calls"] for version in data["versions"] if version["kind"] == "native") + sum(
        unit["hits"] for unit in data["units"])


@pytest.fixture
def compiled():
    """native, mixed and a Net, which are warm, and what they were made of; mixed keeps no log."""
    net = programs.Net().eval()
    f, g, n = janusc.compile(programs.native), janusc.compile(programs.mixed), janusc.compile(net)
    for _ in range(3):
        f(X, W), g(X, []), n(X)
    assert native_calls(f) and native_calls(g) and native_calls(n)
    return ((lambda x: f(x, W), lambda x: programs.native(x, W)), (lambda x: g(x, []), lambda x: programs.mixed(x, [])),
            (n, net))


# Recursion.


def in_thread(function, stack=0):
    """On a stack of that size, with nothing below."""
    results, before = [], threading.stack_size(stack)
    try:
        thread = threading.Thread(target=lambda: results.append(function()))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return results[0]


@pytest.mark.parametrize("global_too", [False, True], ids=["", "global"])
@pytest.mark.parametrize("compile_all", [False, True], ids=["", "all"])
@pytest.mark.parametrize("name", ["plain_sum", "tensor_sum", "even", "walks", "closes"])
def test_deep_recursion_on_a_small_stack(name, compile_all, global_too, monkeypatch):
    def run(function):
        log = []
        return function(5000, torch.ones(4), log), log

    function, limit = getattr(programs, name), sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(7000)
        expected = in_thread(lambda: run(function), 64 << 20)
        compiled = janusc.compile(function, compile_all=compile_all)
        if global_too:
            # As with a decorator: each level goes through the compiled object.
            monkeypatch.setattr(programs, name, compiled)
        for _ in range(2):
            assert_same(in_thread(lambda: run(compiled), 256 << 10), expected)
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("global_too", [False, True], ids=["", "global"])
@pytest.mark.parametrize("name", ["direct", "mutual", "through_c", "comprehended", "with_tensors", "makes", "adds", "reads"])
def test_the_limit_is_met_where_python_meets_it(name, global_too, monkeypatch):
    function = getattr(programs, name)
    in_thread(function)  # The interpreter's first calls of a place may take a level more.
    expected = in_thread(function)
    compiled = janusc.compile(function, compile_all=True)
    if global_too:
        monkeypatch.setattr(programs, name, compiled)
    assert [in_thread(compiled) for _ in range(3)] == [expected] * 3


# Threads.


def test_functions_and_methods_are_replaced_while_they_are_called(monkeypatch):
    whole, parts = janusc.compile(programs.uses_part), janusc.compile(programs.uses_part_by_parts)
    possible = {scale + 1 + added + k for scale in (2, 3, 5) for added in (10, 20) for k in (0, 1, 2)}
    monkeypatch.setattr(programs, "add", programs.add)
    monkeypatch.setattr(programs.Part, "scale", programs.Part.scale)
    stop, wrong, chance = threading.Event(), [], random.Random(0)
    changes = [lambda: setattr(programs, "add", chance.choice([lambda x: x + 10, lambda x: x + 20])),
               lambda: setattr(programs.Part, "scale", chance.choice([lambda self, x: x * 2, lambda self, x: x * 3])),
               lambda: setattr(programs.part, "scale", lambda x: x * 5),
               lambda: vars(programs.part).pop("scale", None),
               lambda: setattr(programs.part, "k", chance.randrange(3))]

    def call():
        x = torch.ones(3)
        try:
            while not stop.is_set():
                wrong.extend(result for result in (whole(x)[0].item(), parts(x, [])[0].item()) if result not in possible)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        chance.choice(changes)()
        time.sleep(0.002)
    stop.set()
    for thread in threads:
        thread.join()
    vars(programs.part).clear()
    assert not wrong
    for _ in range(3):
        assert_same(whole(X), programs.uses_part(X))
        assert_same(parts(X, []), programs.uses_part_by_parts(X, []))


def test_while_one_thread_compiles_the_function_runs_in_others(monkeypatch):
    from janusc.dispatch import versions

    def slow(*args):
        entered.set()
        assert go_on.wait(20)
        return make(*args)

    make, entered, go_on = versions.make_version, threading.Event(), threading.Event()
    monkeypatch.setattr(versions, "make_version", slow)
    compiled = janusc.compile(programs.native)
    thread = threading.Thread(target=compiled, args=(X, W))
    thread.start()
    assert entered.wait(20)
    assert_same(compiled(X, W), programs.native(X, W))
    go_on.set()
    thread.join()
    assert [reason["reason"] for reason in janusc.explain(compiled).data()["reasons"]] == [
        "called while another thread compiles it"]
    compiled(X, W)
    assert native_calls(compiled) == 2


def test_a_long_program_is_left_to_the_interpreter(monkeypatch):
    from janusc.dispatch import versions

    monkeypatch.setattr(versions, "_MAX_SIZE", 3)
    compiled = janusc.compile(programs.native)
    assert_same(compiled(X, W), programs.native(X, W))
    assert "too long to be compiled while a call waits" in str(janusc.explain(compiled))


# Interrupts.


def test_compiling_is_interrupted(monkeypatch):
    from janusc import pipeline

    def interrupted(*args, **keywords):
        monkeypatch.undo()
        raise KeyboardInterrupt

    for function, args in [(programs.native, (X, W)), (programs.mixed, (X, []))]:
        # Other code than what earlier tests have compiled.
        function = types.FunctionType(function.__code__.replace(), vars(programs))
        compiled = janusc.compile(function)
        monkeypatch.setattr(pipeline, "lower_to", interrupted)
        with pytest.raises(KeyboardInterrupt):
            for _ in range(3):
                compiled(*args)
        for _ in range(4):
            assert_same(compiled(*args), function(*args))
        assert native_calls(compiled) >= 2 and "failed inside" not in str(janusc.explain(compiled))


# Who looks on.


def test_a_tracer_sees_the_same_lines(compiled):
    def trace(call):
        lines = []

        def tracer(frame, event, argument):
            if frame.f_code.co_filename == programs.__file__:
                lines.append((frame.f_code.co_name, event, frame.f_lineno))
            return tracer

        sys.settrace(tracer)
        try:
            call(X)
        finally:
            sys.settrace(None)
        return lines

    for found, expected in compiled:
        assert trace(found) == trace(expected)


# Transforms and modes.

_TRANSFORMS = {
    "vmap": lambda f: torch.func.vmap(f)(X[:, None]),
    "grad": lambda f: torch.func.grad(lambda x: f(x).sum())(X),
    "jacrev": lambda f: torch.func.jacrev(f)(X),
    "jacfwd": lambda f: torch.func.jacfwd(f)(X),
    "hessian": lambda f: torch.func.hessian(lambda x: f(x).sum())(X),
    "jvp": lambda f: torch.func.jvp(f, (X,), (X + 1,)),
    "per sample": lambda f: torch.func.vmap(torch.func.grad(lambda x: f(x[None]).sum()))(X),
    "jit.trace": lambda f: torch.jit.trace(f, (X,), check_trace=False)(X + 1),
    "anomaly": lambda f: _under(torch.autograd.set_detect_anomaly(True), f),
    "saved_tensors_hooks": lambda f: _under(torch.autograd.graph.save_on_cpu(), f),
}


def _under(mode, f):
    x = X.clone().requires_grad_()
    with mode:
        f(x).sum().backward()
    return x.grad


@pytest.mark.parametrize("name", _TRANSFORMS)
@pytest.mark.filterwarnings("ignore:Anomaly", "ignore:.*jit.*:DeprecationWarning")
def test_transforms(name, compiled):
    for found, expected in compiled:
        assert_same(_TRANSFORMS[name](found), _TRANSFORMS[name](expected))
        assert_same(found(X), expected(X))


def test_transforms_inside():
    compiled = janusc.compile(programs.uses_transforms)
    for _ in range(3):
        assert_same(compiled(X), programs.uses_transforms(X))


def test_functional_call(compiled):
    found, expected = compiled[2]
    parameters = {name: value.detach() * 2 for name, value in expected.named_parameters()}

    def loss(net):
        return lambda p, x: torch.func.functional_call(net, p, (x,)).sum()

    for _ in range(3):
        assert_same(torch.func.functional_call(found, parameters, (X,)),
                    torch.func.functional_call(expected, parameters, (X,)))
        assert_same(found(X), expected(X))
    for gradient, x in [(torch.func.grad, X), (lambda f: torch.func.vmap(torch.func.grad(f), (None, 0)), X[:, None])]:
        sets = [gradient(loss(net))(parameters, x) for net in (found, expected)]
        assert_same([*sets[0].values()], [*sets[1].values()])


def test_fake_tensors(compiled):
    from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode

    for found, expected in compiled:
        with FakeTensorMode(allow_non_fake_inputs=True) as mode:
            for x in (mode.from_tensor(X), X):
                assert isinstance(found(x), FakeTensor) and found(x).shape == expected(x).shape
        assert_same(found(X), expected(X))
    with torch.device("meta"):
        assert compiled[1][0](torch.ones(5, 4)).is_meta


def test_tracing_to_a_graph(compiled):
    from torch.fx.experimental.proxy_tensor import make_fx

    for found, expected in compiled:
        assert make_fx(found)(X).code == make_fx(expected)(X).code


# torch.compile.


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_torch_compile_around(backend, compiled):
    torch._dynamo.reset()
    for found, expected in compiled:
        for around in (found, lambda x: found(x * 2) + 1):
            g = torch.compile(around, backend=backend)
            for _ in range(3):
                torch.testing.assert_close(g(X), expected(X) if around is found else expected(X * 2) + 1)
        assert_same(found(X), expected(X))
    # The object itself rather than a function that calls it.
    g = torch.compile(janusc.compile(programs.mixed), backend=backend)
    for _ in range(3):
        torch.testing.assert_close(g(X, []), programs.mixed(X, []))


def test_torch_compile_inside(compiled):
    torch._dynamo.reset()
    inner = torch.compile(programs.native, backend="eager")
    net = programs.Net().eval()

    def outer(x, log):
        log.append(1)
        y = torch.relu(x * 2 - 1) + 0.5
        z = inner(y, W)
        log.append(2)
        return (z * z + 1).sum()

    for f in (outer, lambda x, log: inner(x * 2, W) + 1, lambda x, log: torch.compile(net, backend="eager")(x)):
        g = janusc.compile(f)
        for _ in range(4):
            assert_same(g(X, []), f(X, []))
    compiled_in_place = programs.Net().eval()
    compiled_in_place.compile(backend="eager")
    g = janusc.compile(compiled_in_place)
    for _ in range(3):
        assert_same(g(X), compiled_in_place(X))
    for found, expected in compiled:
        before = native_calls(found) if found is compiled[2][0] else 0
        assert_same(found(X), expected(X))
        assert found is not compiled[2][0] or native_calls(found) > before


# What is set between calls.


@contextlib.contextmanager
def _set(get, put, value):
    before = get()
    put(value)
    try:
        yield
    finally:
        put(before)


_MODES = [contextlib.nullcontext, torch.no_grad, torch.inference_mode, torch.enable_grad,
          lambda: torch.autocast("cpu", dtype=torch.bfloat16), lambda: torch.autocast("cpu", enabled=False),
          lambda: _set(torch.get_default_dtype, torch.set_default_dtype, torch.float64),
          lambda: _set(torch.are_deterministic_algorithms_enabled, torch.use_deterministic_algorithms, True),
          lambda: torch.device("cpu")]


def test_modes_between_calls():
    w, net = W.clone().requires_grad_(), programs.Net()
    f, g, c, n = map(janusc.compile, (programs.native, programs.mixed, programs.creates, net))

    def seeded(net):
        torch.manual_seed(3)
        state = copy.deepcopy(net.state_dict())
        try:
            return net(X)
        finally:
            net.load_state_dict(state)

    for _ in range(2):
        for mode in _MODES:
            for training in (True, False):
                net.train(training)
                with mode():
                    for y in (w, W):
                        assert_same(f(X, y), programs.native(X, y))
                    assert_same(g(X, []), programs.mixed(X, []))
                    assert_same(c(X), programs.creates(X))
                    assert_same(seeded(n), seeded(net))


def test_modes_inside():
    compiled, w = janusc.compile(programs.changes_modes), W.clone().requires_grad_()
    for _ in range(3):
        assert_same(compiled(X, w), programs.changes_modes(X, w))
    assert torch.is_grad_enabled() and torch.get_default_dtype() is torch.float32


# The library.


@pytest.mark.parametrize("target", ["torch.relu", "torch.Tensor.sigmoid", "torch.linalg.norm", "math.sqrt",
                                    "torch.nn.functional.gelu"])
def test_a_function_of_the_library_is_replaced(target):
    cold = janusc.compile(programs.of_the_library)
    with mock.patch(target, lambda *args: 7.0):
        for _ in range(2):
            assert_same(cold(X), programs.of_the_library(X))
    for _ in range(2):
        assert_same(cold(X), programs.of_the_library(X))
    assert native_calls(cold)
    others = [torch.tanh] if target in ("torch.relu", "torch.nn.functional.gelu") else []
    for replacement in (lambda *args: 8.0, mock.MagicMock(return_value=9.0), *others):
        with mock.patch(target, replacement):
            assert_same(cold(X), programs.of_the_library(X))
    assert_same(cold(X), programs.of_the_library(X))


def test_a_class_of_the_user_gets_other_methods():
    class Doubling(nn.Module):
        def forward(self, x):
            return x * 2

    net = Doubling()
    compiled = janusc.compile(net)
    for _ in range(2):
        assert_same(compiled(X), X * 2)
    for put in (lambda: setattr(Doubling, "forward", lambda self, x: x * 3),
                lambda: setattr(net, "forward", lambda x: x * 4),
                lambda: setattr(compiled, "forward", types.MethodType(lambda self, x: x * 5, net)),
                lambda: delattr(net, "forward"),
                lambda: setattr(Doubling, "__call__", lambda self, x: x * 6)):
        put()
        for _ in range(2):
            assert_same(compiled(X), net(X))
