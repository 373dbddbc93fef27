"""Bodies on CPython's frames: recursion, threads, signals, references, redefinition, modules, what is compiled and shown."""
import gc
import os
import pickle
import subprocess
import sys
import threading
import types

import generic_calls as subjects
import janusc
import pytest
import torch
from build_tree import JANUS_OPT
from janusc import _dispatch
from janusc.dispatch import generic, units
from janusc.dispatch.calls import Settings

ALL = Settings(options={"compile_all": True})


@pytest.fixture
def no_units(monkeypatch):
    """Bodies are made at once and alone."""
    monkeypatch.setattr(units, "plan_for", lambda *arguments: None)


def prepared(function):
    made = generic.prepare(function, ALL)
    assert isinstance(made, generic.Generic), made
    return lambda *args, **keywords: _dispatch.call_generic(function, *args, **keywords)


def calls(function):
    body = _dispatch.get_body(function.__code__, None)
    return 0 if body is None else body.calls


# Recursion.

def in_thread(function):
    """On a stack with nothing below."""
    result = []
    thread = threading.Thread(target=lambda: result.append(function()))
    thread.start()
    thread.join()
    return result[0]


def test_recursion_limit_is_pythons(no_units):
    expected = in_thread(lambda: subjects.depth())
    prepared(subjects.depth)
    found = in_thread(lambda: _dispatch.call_generic(subjects.depth))
    # call_generic is a function written in C, which counts.
    assert found == (expected[0] - 1, expected[1])


@pytest.mark.parametrize("levels", [5_000, 100_000])
def test_deep_recursion(levels):
    body = prepared(subjects.sum_to)
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(levels + 1000)
        assert body(levels) == levels * (levels + 1) // 2
        prepared(subjects.is_odd)
        assert prepared(subjects.is_even)(levels) is True
    finally:
        sys.setrecursionlimit(limit)


def test_deep_recursion_of_a_compiled_function():
    function = types.FunctionType(subjects.sum_to.__code__, {}, "sum_to")
    compiled = janusc.compile(function, compile_all=True, max_versions=1)
    function.__globals__["sum_to"] = compiled
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(8000)
        assert compiled(5000) == 5000 * 5001 // 2
    finally:
        sys.setrecursionlimit(limit)
    with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
        compiled(5000)


# Signals and threads.

@pytest.mark.parametrize("kind", ["while", "for", "finally"])
def test_interrupt(kind, no_units):
    trail = [0, 0]
    body = prepared(subjects.spin)
    timer = subjects.interrupt_soon()
    with pytest.raises(KeyboardInterrupt) as raised:
        body(trail, kind)
    timer.join()
    assert trail[0] > 0
    assert raised.traceback[-1].name == "spin"
    if kind == "finally":
        assert trail[1] == trail[0]


def test_other_threads_get_their_turn(no_units):
    body = prepared(subjects.switch)
    stop = []
    timer = threading.Timer(0.1, lambda: stop.append(1))
    timer.start()
    assert body(stop)


def test_exception_from_another_thread(no_units):
    import ctypes

    body = prepared(subjects.spin)
    seen, trail = [], [0, 0]

    def run():
        try:
            body(trail, "while")
        except ValueError as error:
            seen.append(type(error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while not trail[0]:
        pass
    gone = ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(ValueError))
    thread.join(20)
    assert gone == 1 and seen == [ValueError]


def test_threads_compile_at_once():
    functions = [subjects.fresh() for _ in range(3)]
    results = []

    def run():
        for function in functions:
            body = prepared(function)
            results.append(body(1))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[1, 1]] * 12


def test_fork():
    body = prepared(subjects.defaults)
    assert body(1) == (1, 1, 2)
    child = os.fork()
    if child == 0:
        ok = body(2) == (2, 1, 2) and prepared(subjects.fresh())(3) == [3, 3]
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0


# References.

@pytest.mark.parametrize("fail", ["", "call", "loop", "break", "return", "caught", "unpack", "operator", "attribute", "item",
                                  "with"])
def test_nothing_is_kept_or_lost(fail, no_units):
    class Sentinel:
        pass

    sentinel = Sentinel()
    body = prepared(subjects.many)

    def once():
        try:
            return type(body(sentinel, fail))
        except Exception as error:
            return type(error)

    kinds = {once() for _ in range(3)}
    gc.collect()
    before = sys.getrefcount(sentinel), sys.getrefcount(fail), sys.getrefcount(None)
    for _ in range(50):
        kinds.add(once())
    gc.collect()
    after = sys.getrefcount(sentinel), sys.getrefcount(fail), sys.getrefcount(None)
    assert after[0] == before[0] and abs(after[1] - before[1]) < 10 and abs(after[2] - before[2]) < 40
    try:
        expected = type(subjects.many(sentinel, fail))
    except Exception as error:
        expected = type(error)
    assert kinds == {expected}


# What changes between calls is seen.

def test_redefinition():
    body = prepared(subjects.uses_helper)
    assert body(1) == subjects.uses_helper(1)
    old, old_method = subjects.helper, subjects.Holder.method
    try:
        subjects.helper = lambda x: ("new", x)
        assert body(2)[0] == ("new", 2)
        subjects.Holder.method = lambda self, x: ("patched", x)
        assert body(3)[1:] == (("patched", 3), ("patched", 3))
        subjects.held.method = lambda x: ("instance", x)
        assert body(4)[1:] == (("patched", 4), ("instance", 4))
    finally:
        subjects.helper, subjects.Holder.method = old, old_method
        del subjects.held.method
    assert body(5) == subjects.uses_helper(5)


def test_code_and_defaults_are_the_functions():
    function = types.FunctionType(subjects.defaults.__code__, {}, None, (1,))
    function.__kwdefaults__ = {"c": 2}
    body = prepared(function)
    assert body(0) == (0, 1, 2)
    function.__defaults__ = (7,)
    function.__kwdefaults__ = {"c": 8}
    assert body(0) == (0, 7, 8)
    function.__code__ = (lambda a, b: ("other", a, b)).__code__
    assert body(0) == ("other", 0, 7)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'a'"):
        body()


# What is compiled.

def test_functions_that_are_reached():
    generic_calls = prepared(subjects.calls_the_library)
    import textwrap

    generic_calls(" x")
    assert calls(subjects.helper) > 0
    assert _dispatch.get_body(textwrap.dedent.__code__, "unknown") is None
    assert prepared(subjects.caller_of_generator)(4) == 14
    assert _dispatch.get_body(subjects.squares.__code__, "unknown") is None
    refused = {refusal.name: refusal.reason for refusal in generic.reached()[1]}
    assert refused["squares"] == "generator-function"


def test_instances_and_classes():
    assert prepared(subjects.makes)(1) == subjects.makes(1)
    assert calls(subjects.Made.__init__) > 0 and calls(subjects.Callable.__call__) > 0
    for arguments, message in [((), "missing 1 required positional argument: 'x'"), ((1, 2), "takes 2 positional")]:
        with pytest.raises(TypeError, match=message):
            _dispatch.call_generic(subjects.Made, *arguments)
    with pytest.raises(TypeError, match=r"__init__\(\) should return None, not 'tuple'"):
        _dispatch.call_generic(subjects.MadeWrongly, 1)


def test_is_users():
    import textwrap

    assert generic.is_users(subjects.helper.__code__)
    assert generic.is_users(torch.nn.Module._call_impl.__code__)
    assert not generic.is_users(textwrap.dedent.__code__)
    assert not generic.is_users(textwrap.dedent.__code__, subjects.helper.__code__)
    assert generic.is_users(textwrap.dedent.__code__, textwrap.fill.__code__)
    assert not generic.is_users(torch.nn.functional.relu.__code__, torch.nn.Module._call_impl.__code__)
    assert not generic.is_users(torch.nn.functional.relu.__code__)
    assert not generic.is_users(generic.prepare.__code__)
    assert not generic.is_users(eval("lambda: 1").__code__)


def test_tracing_runs_the_bytecode():
    body = prepared(subjects.traced)
    before = calls(subjects.traced)
    lines = []

    def tracer(frame, event, argument):
        if frame.f_code is subjects.traced.__code__:
            lines.append(event)
        return tracer

    sys.settrace(tracer)
    try:
        body(1)
    finally:
        sys.settrace(None)
    assert lines == ["call", "line", "line", "return"] and calls(subjects.traced) == before
    events = []
    sys.setprofile(lambda frame, event, argument: events.append(event))
    try:
        body(1)
    finally:
        sys.setprofile(None)
    assert "call" in events and calls(subjects.traced) == before


# Through janusc.compile.

def test_compiled_function_runs_generically():
    compiled = janusc.compile(subjects.frames_below, compile_all=True)
    for _ in range(40):
        assert compiled()[:2] == ["frames_below", "test_compiled_function_runs_generically"]
    before = calls(subjects.frames_below)
    assert before > 0
    for _ in range(40):
        compiled()
    assert calls(subjects.frames_below) == before + 40
    data = janusc.explain(compiled).data()
    assert [version["kind"] for version in data["versions"]] == ["generic"]
    assert data["versions"][0]["calls"] >= 20 and data["interpreted"] > 0
    assert "generic version" in str(janusc.explain(compiled))
    assert "(generic)" in janusc.explain(compiled).html()
    assert pickle.loads(pickle.dumps(compiled))()[0] == "frames_below"


def test_native_is_still_asked_for():
    compiled = janusc.compile(subjects.frames_below, native=True, compile_all=True)
    for _ in range(3):
        with pytest.raises(janusc.NativeError):
            compiled()


def test_left_alone_without_compile_all():
    compiled = janusc.compile(subjects.defaults)
    function = types.FunctionType(subjects.defaults.__code__.replace(co_name="alone"), {}, None, (1,))
    function.__kwdefaults__ = {"c": 2}
    compiled = janusc.compile(function)
    assert compiled(0) == (0, 1, 2)
    assert _dispatch.get_body(function.__code__, None) is None


def test_modules_and_hooks(capsys):
    def run(net):
        net.register_forward_pre_hook(lambda module, args: log.append("before") or (args[0] + 1,))
        net.inner.register_forward_hook(lambda module, args, result: log.append(("after", len(args))))
        with torch.no_grad():
            results = [net(torch.ones(2), scale=2).tolist(), net(torch.ones(2)).tolist()]
        return results, list(log), capsys.readouterr().out

    log = []
    expected = run(subjects.Net(log))
    log = []
    compiled = janusc.compile(subjects.Net(log), compile_all=True)
    assert run(compiled) == expected
    assert calls(subjects.Net.forward) > 0 and calls(subjects.Inner.forward) > 0
    assert janusc.explain(compiled).data()["versions"][0]["kind"] == "generic"


def test_all_is_compiled_also_what_was_left_alone_before():
    def inner(x):
        return str(x) + repr(x)

    def middle(x):
        return inner(x)

    def outer(x):
        return middle(x) + middle(x) + middle(x)

    def other(x):
        return middle(x)

    x = torch.ones(1)
    sparing = janusc.compile(outer)
    for _ in range(100):
        sparing(x)
    assert _dispatch.get_body(middle.__code__, "unknown") is None
    assert janusc.compile(other, compile_all=True)(x) == inner(x)
    assert calls(middle) > 0


def test_levels_are_written(tmp_path, monkeypatch):
    monkeypatch.setenv("JANUS_DUMP", str(tmp_path))
    prepared(subjects.fresh())
    folder, = tmp_path.iterdir()
    assert {path.name for path in folder.iterdir()} == {"dynamic.mlir", "llvm.mlir"}
    done = subprocess.run([JANUS_OPT, "--janus-lower-generic", folder / "dynamic.mlir"], capture_output=True, text=True)
    assert done.returncode == 0 and "janus_body_" in done.stdout, done.stderr
