"""Options, environment variables, the shell command."""
import math
import os
import subprocess
import sys
from pathlib import Path

import janusc
import pytest
import torch
from janusc.dispatch.log import parse_topics
from janusc.dispatch.options import OPTIONS, cache_dir, current
from janusc.dispatch.worth import deals_with_plain_data

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import torch, janusc

@janusc.compile
def f(x):
    return x + 1

print(f(torch.ones(2)).tolist())
"""


def run(*arguments, code=None, **environment):
    """A Python process with janusc."""
    command = [sys.executable, *(("-c", code) if code else ()), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "python"), **environment})


def test_options_nest_and_end():
    before = current()
    with janusc.options(parallel=False, max_versions=3) as outer:
        assert not current()["parallel"] and current()["max_versions"] == 3
        with janusc.options(parallel=True):
            assert current()["parallel"] and current()["max_versions"] == 3
        assert not current()["parallel"]
    assert current() == before
    assert repr(outer) == "janusc.options(parallel=False, max_versions=3)"
    with pytest.raises(ZeroDivisionError), janusc.options(parallel=False):
        1 / 0
    assert current() == before


def test_options_entered_by_hand_stay():
    entered = janusc.options(unroll=4)
    entered.__enter__()
    try:
        assert current()["unroll"] == 4
    finally:
        entered.__exit__(None, None, None)


def test_options_as_a_decorator():
    @janusc.options(winograd=False)
    def inside():
        return current()["winograd"]

    assert inside() is False and current()["winograd"] == "auto"


@pytest.mark.parametrize("name, value", [("batching", 1), ("compile_all", None), ("depth_first", "yes"), ("freeze", 1),
                                         ("max_versions", 0), ("parallel", 0), ("profile_calls", -1),
                                         ("specialize", "x"), ("tier", "slow"), ("training_forms", None), ("trials", 2), ("unroll", -1), ("winograd", "sometimes")])
def test_every_option_checks_its_value(name, value):
    with pytest.raises(janusc.OptionError, match=f"option '{name}' takes"):
        janusc.options(**{name: value})


def test_every_option_has_a_check():
    assert set(OPTIONS) == {"batching", "compile_all", "depth_first", "freeze", "max_versions", "parallel", "profile_calls",
                            "specialize", "tier", "training_forms", "trials", "unroll", "winograd"}
    for option in OPTIONS.values():
        assert option.accepts(option.default) and option.explanation


def product(x, factors):
    for factor in factors:
        x = x * factor
    return x


@pytest.mark.parametrize("unroll, native", [("auto", True), (0, False), (2, False), (3, True)])
def test_unroll(unroll, native):
    f, x = janusc.compile(product, unroll=unroll), torch.ones(3)
    assert f(x, (1.0, 2.0, 3.0)).tolist() == [6.0] * 3
    assert ("native" in [version["kind"] for version in janusc.explain(f).data()["versions"]]) == native


def test_unroll_of_the_process_is_a_guard():
    f, x = janusc.compile(product), torch.ones(3)
    f(x, (2.0,))
    with janusc.options(unroll=0):
        assert f(x, (2.0,)).tolist() == [2.0] * 3
    data = janusc.explain(f).data()
    assert [version["kind"] for version in data["versions"]] == ["native", "generic"] and len(data["reasons"]) == 1


def halves(n):
    return max(n // 2, LIMIT)


def of_numbers(a, b=2):
    return [math.sqrt(halves(a)) * b for _ in range(2)]


def of_a_tensor_inside(n):
    return torch.ones(n)


LIMIT = 3


def test_numbers_alone_are_left_alone():
    f = janusc.compile(of_numbers)
    assert f(100) == of_numbers(100) and f(8, 1.5) == of_numbers(8, 1.5)
    data = janusc.explain(f).data()
    assert not data["versions"] and data["reasons"][0]["calls"] == 2
    assert "not worth compiling" in data["reasons"][0]["reason"]
    assert deals_with_plain_data(of_numbers) and not deals_with_plain_data(of_a_tensor_inside)
    g = janusc.compile(of_a_tensor_inside)
    assert torch.equal(g(2), torch.ones(2)) and janusc.explain(g).data()["versions"]


@pytest.mark.parametrize("options", [{"compile_all": True}, {"native": True}])
def test_numbers_alone_are_compiled_when_asked(options):
    f = janusc.compile(halves, **options)
    assert f(100) == 50 and len(janusc.explain(f).data()["versions"]) == 1


def scaled(x, n, xs):
    return x * n + torch.tensor(xs).sum()


def test_without_specialisation_sizes_and_numbers_are_open():
    f = janusc.compile(scaled, specialize=False)
    with torch.no_grad():
        for k in range(2, 6):
            x, xs = torch.randn(k, k + 1), [0.5] * k
            torch.testing.assert_close(f(x, k, xs), scaled(x, k, xs))
    assert [version["calls"] for version in janusc.explain(f).data()["versions"]] == [4]


def test_options_without_effect_are_named():
    f = janusc.compile(halves, winograd=True, batching=False, parallel=False)
    explanation = janusc.explain(f)
    assert explanation.data()["unused_options"] == ["batching"]
    assert "change nothing yet: batching" in str(explanation) and "batching" in explanation.html()


def test_an_unknown_option_lists_the_known_ones():
    with pytest.raises(janusc.OptionError, match="unknown option 'profile'; known: batching, .*winograd"):
        janusc.options(profile=1)
    assert issubclass(janusc.OptionError, TypeError) and issubclass(janusc.OptionError, janusc.Error)


def test_log_topics():
    assert parse_topics("guards, cache") == {"guards", "cache"} and "passes" in parse_topics("all")
    with pytest.raises(janusc.OptionError, match="JANUS_LOG: unknown topic 'guard'; known: all, cache, compile, "
                                                 "guards, interpreter, passes"):
        parse_topics("guard")


def test_log_in_a_process():
    code = "import janusc\nf = janusc.compile(lambda: (yield 1))\nprint(list(f()))"
    result = run(code=code, JANUS_LOG="interpreter,compile")
    assert result.stdout == "[1]\n" and result.stderr.startswith("janus[interpreter] <lambda>: ")
    wrong = run(code=PROGRAM, JANUS_LOG="nonsense")
    assert wrong.returncode != 0 and "unknown topic 'nonsense'; known: all" in wrong.stderr


def test_disabled():
    result = run(code=PROGRAM + "\nprint(janusc.explain(f).data()['reasons'])", JANUS_DISABLE="1")
    assert result.stdout == "[2.0, 2.0]\n[]\n"


def test_dump(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    result = run(tmp_path / "program.py", JANUS_DUMP=str(tmp_path / "dump"))
    assert result.stdout == "[2.0, 2.0]\n"
    (folder,) = (tmp_path / "dump").iterdir()
    assert folder.name.endswith("-f")
    assert "imperative.entry" in (folder / "dynamic.mlir").read_text()


def test_cache_dir(monkeypatch, tmp_path):
    monkeypatch.setenv("JANUS_CACHE_DIR", str(tmp_path))
    assert cache_dir() == tmp_path
    monkeypatch.delenv("JANUS_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_dir() == tmp_path / "janus"


def test_devices():
    device = janusc.devices()[0]
    assert device.target == "cpu" and device.cores >= 1 and device.description


def test_wrong_torch(monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.12.1")
    with pytest.raises(ImportError, match="janusc needs torch 2.13.0 exactly, found 2.12.1"):
        janusc._check_torch()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.13.0+cu130")
    janusc._check_torch()


def test_unknown_attribute():
    with pytest.raises(AttributeError, match="no attribute 'complie'"):
        janusc.complie
    assert "compile" in dir(janusc)


def test_explain_takes_only_compiled_objects():
    with pytest.raises(TypeError, match="takes what janusc.compile returned"):
        janusc.explain(len)


def test_shell(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    result = run("-m", "janusc", "explain", script)
    assert result.returncode == 0 and "[2.0, 2.0]" in result.stdout and "f: " in result.stdout
    result = run("-m", "janusc", "explain", script, "--html", tmp_path / "page.html")
    assert result.returncode == 0 and "<h1>f</h1>" in (tmp_path / "page.html").read_text()
    result = run("-m", "janusc", "explain", tmp_path / "absent.py")
    assert result.returncode == 1 and result.stderr.startswith("error: there is no file")
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / "0123.janusobj").write_bytes(b"123")
    (cache / "the-users-own").write_bytes(b"4567")
    assert "1 file(s), 3 bytes" in run("-m", "janusc", "cache", "show", JANUS_CACHE_DIR=str(cache)).stdout
    assert "removed 1 file(s)" in run("-m", "janusc", "cache", "clear", JANUS_CACHE_DIR=str(cache)).stdout
    assert [path.name for path in cache.iterdir()] == ["the-users-own"]
    doctor = run("-m", "janusc", "doctor", JANUS_CACHE_DIR=str(cache))
    assert doctor.returncode == 0 and doctor.stdout.count("ok ") == 6
    assert "without effect yet: batching" in doctor.stdout
    wrong = run("-m", "janusc", "dance")
    assert wrong.returncode == 2 and "invalid choice: 'dance'" in wrong.stderr


def test_errors_are_picklable():
    import pickle

    for error in (janusc.NativeError("f", "reason", "a.py:3"), janusc.OptionError("text"),
                  janusc.CompileError("m", "f.py", 1, 2)):
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert torch.__version__.startswith(janusc.TORCH_VERSION)
