"""Bad inputs, each with what it says: a table for each door into janus.

What is tested elsewhere is not repeated here: damaged bytecode by the hundred (test_tools_input.py), wrong options and
what compile takes (test_api_functions.py, test_api_options.py, with JANUS_LOG's topics), wrong specs
(test_aot_signature.py), --arg (test_aot_command.py), misuse of handles (test_compiler_module.py), each op's and pass's
refusals (the lit files invalid-*.mlir), every flipped bit of a cache entry (ObjectCacheTest),
    of a weights file and of a
signature (ModuleTest, Program).
"""
import inspect
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import janusc
import pytest
import torch
from build_tree import BIN, ROOT
from janusc import _compiler
from janusc.cli import main


def scaled(x):
    return x * 3 + 1


def matmul(x, w):
    return x @ w


def keyword(x, *, scale):
    return x * scale


def divides(a, b):
    return a // b


def prints(x):
    y = x + 1
    print(y)
    return y


def generates(x):
    yield x


def missing_method(x):
    return x.no_such_method()


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 3)

    def forward(self, x):
        return torch.relu(self.linear(x))


def place(function, text):
    """`file:line` of the line of a function that holds a text, as a pattern."""
    lines, first = inspect.getsourcelines(function)
    number = first + next(index for index, line in enumerate(lines) if text in line)
    return re.escape(f"{__file__}:{number}:")


def table(names, cases):
    """A test of each case; what comes first in it is its name."""
    return pytest.mark.parametrize(names, [case[1:] if len(case) > 2 else case[1] for case in cases],
                                   ids=[case[0] for case in cases])


def raised(do):
    try:
        do()
    except Exception as error:  # noqa: BLE001 - whatever comes is compared
        return type(error), str(error)
    raise AssertionError("nothing was raised")


# ---- Calls: eager's exception, type and text ----

ones = torch.ones
CALLS = [
    # id, function, arguments, keyword arguments
    ("an argument too few", matmul, (ones(2, 3),), {}),
    ("an argument too many", matmul, (ones(2, 3), ones(3, 2), 1), {}),
    ("an unknown keyword", matmul, (ones(2, 3),), {"weight": ones(3, 2)}),
    ("a parameter given twice", matmul, (ones(2, 3), ones(3, 2)), {"x": ones(2, 3)}),
    ("a keyword as position", keyword, (ones(2), 2), {}),
    ("a keyword left out", keyword, (ones(2),), {}),
    ("sizes that do not fit", matmul, (ones(2, 3), ones(4, 5)), {}),
    ("dtypes that do not fit", matmul, (ones(2, 3), ones(3, 2).double()), {}),
    ("a string for a tensor", matmul, (ones(2, 3), "w"), {}),
    ("None for a tensor", matmul, (ones(2, 3), None), {}),
    ("sizes that do not broadcast", keyword, (ones(2),), {"scale": ones(3)}),
    ("an attribute that is not there", missing_method, (ones(2),), {}),
    ("a dtype that torch does not add", scaled, (torch.zeros(2, dtype=torch.uint16),), {}),
    ("int division by zero", lambda a, b: a // b, (3, 0), {}),
    ("an index out of range", torch.nn.functional.embedding, (torch.tensor([9]), ones(3, 4)), {}),
    ("a class out of range", lambda x, y: torch.nn.functional.cross_entropy(x, y), (ones(2, 3), torch.tensor([0, 7])),
     {}),
    ("a target of a wrong dtype", lambda x, y: torch.nn.functional.cross_entropy(x, y), (ones(2, 3), ones(2).int()),
     {}),
    ("a view of a wrong size", lambda x: x.view(7, 3) * 1, (ones(4, 5),), {}),
    ("a module's input of a wrong size", Net(), (ones(2, 5),), {}),
    ("a module's input of a wrong dtype", Net(), (ones(2, 4).double(),), {}),
    ("a module without its input", Net(), (), {}),
]


@table("function, args, kwargs", CALLS)
def test_calls_raise_what_eager_raises(function, args, kwargs):
    expected = raised(lambda: function(*args, **kwargs))
    compiled = janusc.compile(function)
    for _ in range(2):
        assert raised(lambda: compiled(*args, **kwargs)) == expected


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128])
def test_complex_numbers_run_in_the_interpreter(dtype):
    x = torch.tensor([1 + 2j, 3], dtype=dtype)
    compiled = janusc.compile(scaled)
    assert torch.equal(compiled(x), scaled(x))
    (reason,) = janusc.explain(compiled).data()["reasons"]
    assert f"tensors of {str(dtype).removeprefix('torch.')} are not computed with" in reason["reason"]


NATIVE = [
    # id, function, arguments, exception, pattern
    ("a call of the interpreter's", prints, (ones(2),), janusc.NativeError,
     f"prints cannot run natively: {place(prints, 'print(y)')} .*builtins.print is not in the library table"),
    ("an unknown method", missing_method, (ones(2),), janusc.NativeError, "torch.Tensor.no_such_method is not in the"),
    ("a generator", generates, (ones(2),), janusc.NativeError, f"{place(generates, 'yield')} generator-function"),
    ("a complex tensor", scaled, (ones(2) * 1j,), janusc.NativeError, "tensors of complex64 are not computed with"),
    ("a sparse tensor", scaled, (ones(2, 2).to_sparse(),), janusc.NativeError, place(scaled, "return")),
    ("a tensor without data", scaled, (ones(2, device="meta"),), janusc.NativeError, place(scaled, "return")),
    ("operands that do not fit", matmul, (ones(2, 3), ones(4, 5)), janusc.NativeError,
     "matrices that are multiplied fit"),
    ("sizes that do not fit inside torch", Net().eval(), (ones(2, 5),), janusc.NativeError,
     place(Net, "return torch.relu") + " .*5 is not 4"),
    ("the second assumption of a line", divides, (ones(2).long(), ones(2).long() * 0), janusc.NativeError,
     "an integer is not divided by zero"),
    ("operators on other types", scaled, ({"x": 1},), janusc.NativeError, "no native operator 'mul' for "),
    ("a call that is wrong in Python", matmul, (ones(2),), TypeError, r"missing 1 required positional argument: 'w'"),
    ("a module's call that is wrong in Python", Net(), (), TypeError, r"missing 1 required positional argument: 'x'"),
    ("a function without source", eval("lambda x: x + 1"), (ones(2),), janusc.NativeError, "no source for <string>"),
]


@table("function, args, error, pattern", NATIVE)
def test_native_says_where_and_why(function, args, error, pattern):
    with pytest.raises(error, match=pattern):
        janusc.compile(function, native=True)(*args)


# ---- The cache: what cannot be used is a miss ----

CACHES = [
    ("not a directory", lambda folder: __file__),
    ("below what is no directory", lambda folder: f"{__file__}/cache"),
    ("where nobody can write", lambda folder: "/proc/janus"),
    ("empty", lambda folder: ""),
    ("others can write to it", lambda folder: str(make_open(folder))),
]


def make_open(folder):
    folder.chmod(0o777)
    return folder


@table("directory", CACHES)
def test_a_cache_that_cannot_be_used_is_none(directory, tmp_path, monkeypatch):
    monkeypatch.setenv("JANUS_CACHE_DIR", directory(tmp_path))
    assert torch.equal(janusc.compile(scaled, native=True)(ones(3)), scaled(ones(3)))
    assert not list(tmp_path.iterdir())


def test_a_fuzzed_cache_entry_is_always_a_miss(tmp_path, monkeypatch):
    choose = random.Random(int(os.environ.get("JANUS_FUZZ_SEED", "0")))
    tmp_path.chmod(0o700)
    monkeypatch.setenv("JANUS_CACHE_DIR", str(tmp_path))
    x = torch.arange(4.0)
    janusc.compile(matmul, native=True)(ones(2, 2), ones(2, 2))
    others = set(tmp_path.glob("*.janusobj"))
    foreign = min(others).read_bytes()
    janusc.compile(scaled, native=True)(x)
    # Its driver and, unless another test in this process has linked it already, its kernel.
    entries = set(tmp_path.glob("*.janusobj")) - others
    assert entries
    for entry in entries:
        good = entry.read_bytes()
        flip = choose.randrange(len(good))
        damages = [b"", b"damaged", good[:choose.randrange(len(good))], good + b"\0", foreign, bytes(len(good)),
                   good[:flip] + bytes([good[flip] ^ 1]) + good[flip + 1:], good[:124] + foreign[124:],
                   foreign[:124] + good[124:]]
        for damaged in damages:
            entry.write_bytes(damaged)
            assert torch.equal(janusc.compile(scaled, native=True)(x), scaled(x))
            # Put aside, and written anew.
            assert entry.read_bytes() == good and Path(f"{entry}.bad").read_bytes() == damaged


# ---- janusc.export ----

SPECS = [
    # id, what is made, exception, pattern
    ("a Dim without a name", lambda: janusc.Dim(3), ValueError, "Dim: 3 must be an identifier"),
    ("a Dim between texts", lambda: janusc.Dim("n", "1", "2"), TypeError,
     "min and max must be ints of 64 bits, got '1'"),
    ("a Dim beyond 64 bits", lambda: janusc.Dim("n", 0, 2**70), TypeError, "min and max must be ints of 64 bits"),
    ("a shape that is a size", lambda: janusc.spec(3), TypeError, "shape must be a sequence of sizes, got 3"),
    ("a size beyond 64 bits", lambda: janusc.spec((2**70,)), ValueError, "size 0 does not fit 64 bits"),
]


@table("make, error, pattern", SPECS)
def test_spec(make, error, pattern):
    with pytest.raises(error, match=pattern):
        make()


SPEC = janusc.spec((3,))
OUT = "out.so"
EXPORTS = [
    # id, function, arguments, output, options, exception, pattern
    ("a suffix nobody knows", scaled, [SPEC], "out.exe", {}, ValueError,
     r"output must end in .o, .a, .so, got '.*out.exe'"),
    ("a folder that is not there", scaled, [SPEC], "no/out.so", {}, FileNotFoundError, r"no is not a directory"),
    ("a file for a folder", scaled, [SPEC], "/dev/null/out.so", {}, FileNotFoundError, "/dev/null is not a directory"),
    ("a folder that cannot be written", scaled, [SPEC], "/proc/out.so", {}, OSError,
     "/proc.*(not writable|cannot be written)"),
    ("a name that is none", scaled, [SPEC], OUT, {"name": 3}, TypeError, "name must be a str, got 3"),
    ("unknown weights", scaled, [SPEC], OUT, {"weights": "below"}, ValueError, 'weights must be "inside" or "beside"'),
    ("an unknown target", scaled, [SPEC], OUT, {"target": "cpu:z80"}, janusc.OptionError, "unknown cpu 'z80'"),
    ("another kind of target", scaled, [SPEC], OUT, {"target": "tpu"}, janusc.OptionError,
     "expected 'host' or 'cpu:<name>'"),
    ("what is not callable", 3, [SPEC], OUT, {}, TypeError, "takes a function or an nn.Module, got 3"),
    ("a class", Net, [SPEC], OUT, {}, TypeError, "export an instance of it"),
    ("a builtin", len, [SPEC], OUT, {}, janusc.CompileError, "only Python functions.*\n.*wrap it in a function"),
    ("arguments in no list", scaled, SPEC, OUT, {}, TypeError, "args must be a list with one entry for each parameter"),
    ("an argument too few", matmul, [SPEC], OUT, {}, TypeError, r"'w'; args must have one entry.*\(x, w\), got 1"),
    ("an argument too many", scaled, [SPEC, SPEC], OUT, {}, TypeError, r"one entry for each parameter \(x\), got 2"),
    ("an argument of another kind", scaled, ["text"], OUT, {}, janusc.CompileError, place(scaled, "return")),
    ("a wrong dtype", matmul, [janusc.spec((2, 3)), janusc.spec((3, 2), torch.float64)], OUT, {}, janusc.CompileError,
     place(matmul, "return") + r"\d+: not native: .*same dtype"),
    ("a dtype without code", scaled, [janusc.spec((3,), torch.complex64)], OUT, {}, janusc.CompileError,
     "tensors of complex64 are not computed with"),
    ("sizes that do not fit", matmul, [janusc.spec((2, 3)), janusc.spec((4, 5))], OUT, {}, janusc.CompileError,
     place(matmul, "return")),
    ("sizes that do not fit inside torch", Net(), [janusc.spec((2, 5))], OUT, {}, janusc.CompileError,
     place(Net, "return torch.relu") + r"\d+: not native: .*5 is not 4"),
    ("a call of the interpreter's", prints, [SPEC], OUT, {}, janusc.CompileError,
     place(prints,
         "print(y)") + r"(?s:.*)builtins.print(?s:.*)note: an exported program has no interpreter: move this out"),
    ("a generator", generates, [SPEC], OUT, {}, janusc.CompileError, place(generates,
     "yield") + "(?s:.*)return a list"),
    ("a Dim with two ranges", matmul, [janusc.spec((janusc.Dim("n", 1, 4), 3)), janusc.spec((3, janusc.Dim("n", 1,
     8)))], OUT,
     {}, ValueError, "Dim 'n' is used with two different ranges"),
]


@table("function, args, output, options, error, pattern", EXPORTS)
def test_export(function, args, output, options, error, pattern, tmp_path):
    with pytest.raises(error, match=pattern):
        janusc.export(function, args, tmp_path / output, **options)
    assert not list(tmp_path.iterdir())


def reserved(handle, double, result0):
    return handle + double + result0


def test_names_that_c_reserves(tmp_path):
    header = janusc.export(reserved, [SPEC, SPEC, SPEC], tmp_path / "int.so")
    subprocess.run(["cc", "-fsyntax-only", "-Werror", "-x", "c", header], check=True)
    assert torch.equal(janusc.load(tmp_path / "int.so")(ones(3), ones(3), ones(3)), ones(3) * 3)


# ---- janusc.load ----

@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported")
    torch.manual_seed(0)
    janusc.export(Net(), [janusc.spec((janusc.Dim("n", 1, 64), 4))], folder / "net.so")
    janusc.load(folder / "net.so").save(folder / "net.safetensors")
    return folder


FILES = [
    # id, what is written or None, exception, pattern
    ("no file", None, FileNotFoundError, "No such file"),
    ("an empty file", lambda good: b"", OSError, "is not a shared library"),
    ("text", lambda good: b"int main() {}" * 100, OSError, "is not a shared library"),
    ("an object", lambda good: good[:16] + b"\1\0" + good[18:], OSError, "is an object, not a shared library"),
    ("half a file", lambda good: good[:len(good) // 2], OSError, "is cut off: it has .* bytes; export it again"),
    ("all but a byte", lambda good: good[:-1], OSError, "is cut off"),
    ("the header only", lambda good: good[:64], OSError, "is cut off"),
    ("a renamed program", lambda good: good, ValueError, "no program.* under the name 'file'; pass name="),
]


@table("write, error, pattern", FILES)
def test_load(write, error, pattern, exported, tmp_path):
    if write:
        (tmp_path / "file.so").write_bytes(write((exported / "net.so").read_bytes()))
    with pytest.raises(error, match=pattern):
        janusc.load(tmp_path / "file.so")


def test_a_renamed_program_is_loaded_by_its_name(exported, tmp_path):
    (tmp_path / "file.so").write_bytes((exported / "net.so").read_bytes())
    assert janusc.load(tmp_path / "file.so", name="net")(ones(2, 4)).shape == (2, 3)


PROGRAMS = [
    # id, what is done with the program, exception, pattern
    ("a wrong dtype", lambda net: net(ones(2, 4).double()), ValueError, "net: x: dtype is f64, not f32"),
    ("a dtype of no C name", lambda net: net(ones(2, 4) * 1j), ValueError, "net: x: dtype is unknown, not f32"),
    ("a wrong rank", lambda net: net(ones(4)), ValueError, "net: x: rank is 1, not 2"),
    ("a wrong size", lambda net: net(ones(2, 5)), ValueError, "net: x: size 1 is 5, not 4"),
    ("a size out of range", lambda net: net(ones(65, 4)), ValueError, r"size 0 \(n\) is 65, outside 1 to 64"),
    ("not contiguous", lambda net: net(ones(4, 2).t()), ValueError, "net: x: is not contiguous"),
    ("another device", lambda net: net(ones(2, 4, device="meta")), ValueError,
     "net: x: must be on the CPU, got one on meta"),
    ("sparse", lambda net: net(ones(2, 4).to_sparse()), ValueError, "net: x: must be a dense tensor"),
    ("no tensor", lambda net: net("text"), TypeError, "net: x: must be a tensor or a number, got 'text'"),
    ("too few", lambda net: net(), TypeError, "net takes 1 arguments, got 0"),
    ("an unknown state", lambda net: net.get("linear.wait"), ValueError, "no state is called linear.wait"),
    ("setting an unknown state", lambda net: net.set("linear.wait", ones(2)), ValueError,
     "no state is called linear.wait"),
    ("a name that is none", lambda net: net.get(3), TypeError, "a state's name is a str, got 3"),
    ("a state of a wrong size", lambda net: net.set("linear.bias", ones(2)), ValueError,
     "linear.bias: size 0 is 2, not 3"),
    ("a state of a wrong dtype", lambda net: net.set("linear.bias", ones(3).int()), ValueError,
     "dtype is i32, not f32"),
    ("saving nowhere", lambda net: net.save("/no/such/file"), OSError, "/no/such/file: cannot be written"),
    ("loading from nowhere", lambda net: net.load("/no/such/file"), OSError, "/no/such/file: cannot be opened"),
    ("loading something else", lambda net: net.load(__file__), ValueError, "is not a safetensors file"),
]


@table("do, error, pattern", PROGRAMS)
def test_programs(do, error, pattern, exported):
    net = janusc.load(exported / "net.so")
    before = net(ones(2, 4))
    with pytest.raises(error, match=pattern):
        do(net)
    assert torch.equal(net(ones(2, 4)), before)


def test_weights_cut_off_are_refused(exported, tmp_path):
    weights = (exported / "net.safetensors").read_bytes()
    for size in {0, 4, 8, 50, len(weights) - 1}:
        (tmp_path / "cut.safetensors").write_bytes(weights[:size])
        with pytest.raises(ValueError, match="is not a safetensors file|lies outside the file"):
            janusc.load(exported / "net.so", weights=tmp_path / "cut.safetensors")


def test_weights_beside_must_be_given(tmp_path):
    net = Net()
    janusc.export(net, [janusc.spec((2, 4))], tmp_path / "net.so", weights="beside")
    with pytest.raises(ValueError, match="the state is beside the program: give its safetensors file"):
        janusc.load(tmp_path / "net.so")(ones(2, 4))
    program = janusc.load(tmp_path / "net.so", weights=tmp_path / "net.safetensors")
    torch.testing.assert_close(program(ones(2, 4)), net(ones(2, 4)).detach())


def test_lazily_negated_tensors_are_read_as_they_are(exported):
    net = janusc.load(exported / "net.so")
    x = torch.randn(2, 4)
    assert torch.equal(net(torch._neg_view(x)), net(-x))


# ---- The shell command ----

SCRIPTS = {
    "good.py": "import torch\ndef f(x):\n    return x + 1\ndef talks(x):\n    print(x)\n    return x\n",
    "syntax.py": "def f(x):\n    return (x\n",
    "fails.py": "def helper():\n    return {}['key']\n\nhelper()\n",
    "imports.py": "import no_such_module\n",
    "leaves.py": "raise SystemExit('enough')\n",
    "notes.txt": "x = 1\n",
}
COMMANDS = [
    # id, arguments ({} is the folder), exit status, pattern of standard error
    ("no command", [], 2, "required: COMMAND"),
    ("an unknown command", ["dance"], 2, "invalid choice: 'dance'"),
    ("an unknown option", ["cache", "show", "--fast"], 2, "unrecognized arguments: --fast"),
    ("an unknown action", ["cache", "burn"], 2, "invalid choice: 'burn'"),
    ("no name", ["compile", "{}/good.py", "-o", "{}/o.o"], 1, "expected FILE.py:NAME, got"),
    ("no file", ["compile", "{}/absent.py:f", "-o", "{}/o.o"], 1, "there is no file .*absent.py"),
    ("no Python file", ["compile", "{}/notes.txt:x", "-o", "{}/o.o"], 1, "notes.txt is not a Python file"),
    ("no output", ["compile", "{}/good.py:f"], 2, "required: -o/--output"),
    ("an unknown name", ["compile", "{}/good.py:g", "-o", "{}/o.o"], 1, "'g', cannot be evaluated: NameError"),
    ("a bad suffix", ["compile", "{}/good.py:f", "--arg", "float32[3]", "-o", "{}/o.exe"], 1, "output must end in"),
    ("a bad dtype", ["compile", "{}/good.py:f", "--arg", "float31[3]", "-o", "{}/o.o"], 1,
     "'float31' in 'float31.3.' is not"),
    ("a bad range", ["compile", "{}/good.py:f", "--arg", "float32[n:5:2]", "-o", "{}/o.o"], 1, "needs 0 <= min <= max"),
    ("no argument", ["compile", "{}/good.py:f", "-o", "{}/o.o"], 1, r"one entry for each parameter \(x\), got 0"),
    ("a bad target", ["compile", "{}/good.py:f", "--arg", "float32[3]", "--target", "tpu", "-o", "{}/o.o"], 1,
     "target 'tpu'"),
    ("not native", ["compile", "{}/good.py:talks", "--arg", "float32[3]", "-o", "{}/o.o"], 1,
     r"good.py:5:5: not native: builtins.print"),
    ("a syntax error", ["compile", "{}/syntax.py:f", "-o", "{}/o.o"], 1,
     r"syntax.py:2: SyntaxError: '\(' was never closed"),
    ("a file that fails", ["compile", "{}/fails.py:f", "-o", "{}/o.o"], 1,
     r"fails.py:2: KeyError: 'key'\n  at .*fails.py:4 in <module>\n  at .*fails.py:2 in helper"),
    ("a missing import", ["explain", "{}/imports.py"], 1,
     "imports.py:1: ModuleNotFoundError: No module named 'no_such_module'"),
    ("explaining what fails", ["explain", "{}/fails.py"], 1, "fails.py:2: KeyError"),
    ("explaining what leaves", ["explain", "{}/leaves.py"], 1, "^enough$"),
    ("a page nowhere", ["explain", "{}/notes.txt", "--html", "/no/such/page.html"], 1, "No such file or directory"),
]


@table("arguments, status, pattern", COMMANDS)
def test_commands(arguments, status, pattern, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", sys.argv)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    for name, text in SCRIPTS.items():
        (tmp_path / name).write_text(text)
    try:
        found = main([argument.replace("{}", str(tmp_path)) for argument in arguments])
    except SystemExit as error:
        found = error.code
    said = capsys.readouterr().err
    assert found == status and re.search(pattern, said, re.MULTILINE), said
    assert "Traceback" not in said and "janusc/" not in said and not list(tmp_path.glob("o.*"))


def test_the_command_in_a_process(tmp_path):
    (tmp_path / "fails.py").write_text(SCRIPTS["fails.py"])
    result = subprocess.run([sys.executable, "-m", "janusc", "compile", "fails.py:f", "-o", "o.o"], cwd=tmp_path,
                            env={**os.environ, "PYTHONPATH": str(ROOT / "python")}, text=True, capture_output=True,
                            check=False)
    assert result.returncode == 1, result
    assert re.match("error: .*fails.py:2: KeyError: 'key'\n  at", result.stderr), result.stderr
    assert "Traceback" not in result.stderr


def test_the_doctor_sees_a_cache_that_is_not_used(tmp_path, monkeypatch, capsys):
    for folder, text in ((make_open(tmp_path), "others can write to "), (Path(__file__), "cannot be written ")):
        monkeypatch.setenv("JANUS_CACHE_DIR", str(folder))
        assert main(["doctor"]) == 1
        assert re.search(rf"FAIL  cache: .*{text}.*set JANUS_CACHE_DIR", capsys.readouterr().out)


# ---- janus-opt and janus-translate ----

DYNAMIC = """imperative.entry @e calls @f [!imperative.tensor<?x4xf32>]
imperative.func @f(%x: !imperative.object) -> !imperative.object attributes {
    params = [#imperative.param<"x", positional>]} {
  %f = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.object
  %y = imperative.call %f(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %y : !imperative.object
}
"""
OBJECT = ["--janus-to-object", "-o", os.devnull]
TYPED = """imperative.func @e(%x: !imperative.object) -> !imperative.object attributes {
    entry, params = [#imperative.param<"x", positional>]} {
  %0 = imperative.call %x() : (!imperative.object) -> !imperative.object
  imperative.return %0 : !imperative.object
}
"""
MISFIT = """func.func @f(%a: tensor<2x3xf32>) {
  %0 = nn.matmul %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
"""
FUNCTION = "func.func @f(%a: tensor<2xf32>) { return }"


def damaged(old, new):
    assert old in DYNAMIC
    return DYNAMIC.replace(old, new)


TOOLS = [
    # id, tool, input (None: none), options, pattern of standard error
    ("a syntax error", "janus-opt", "func.func @f(", [], "<stdin>:1:13: error: expected"),
    ("no text", "janus-opt", "\x01\x02", [], "error: unexpected character"),
    ("an unknown op", "janus-opt", damaged("imperative.call", "imperative.dance"), [], "'imperative.dance' is unknown"),
    ("an unknown type", "janus-opt", damaged("!imperative.tensor<?x4xf32>", "!imperative.tenser"), [],
     "unknown  type `tenser`"),
    ("an unknown attribute", "janus-opt", damaged("#imperative.builtin", "#imperative.bilt"), [],
     "unknown attribute `bilt`"),
    ("an unknown kind", "janus-opt", damaged("positional>", "sideways>"), [],
     "to be one of: positional_only, positional"),
    ("an unknown dialect", "janus-opt", "\"x.y\"() : () -> ()", [], "unregistered dialect"),
    ("a value that is not there", "janus-opt", damaged("%f(%x)", "%f(%z)"), [], "undeclared SSA value"),
    ("operands and types", "janus-opt", damaged("(!imperative.object, !imperative.object)", "(!imperative.object)"), [],
     "got 2 operands and 1 types"),
    ("no terminator", "janus-opt", damaged("imperative.return %y : !imperative.object", ""), [],
     "block with no terminator"),
    ("a callee that is not there", "janus-opt", damaged("calls @f", "calls @g"), [],
     "callee @g is not an imperative.func"),
    ("sizes that do not fit", "janus-opt", MISFIT, [], "inner dimensions differ: 3 and 2"),
    ("no file", "janus-opt", None, ["/no/such/file"], "'/no/such/file': No such file"),
    ("an unknown pass", "janus-opt", "", ["--janus-dance"], "Unknown command line argument '--janus-dance'"),
    ("an unknown pass in a pipeline", "janus-opt", "", ["--pass-pipeline=builtin.module(dance)"],
     "'dance' does not refer to"),
    ("a pipeline's unknown option", "janus-opt", "", ["--janus-codegen-cpu=speed=9"], "no such option speed"),
    ("a pipeline's bad option", "janus-opt", "", ["--janus-specialize=max-unroll=ten"], "'ten' value invalid"),
    ("a pass's unknown option", "janus-opt", "", ["--janus-set-target=tarket=host"], "no such option tarket"),
    ("an unknown target", "janus-opt", "", ["--janus-set-target=target=cpu:z80"], "unknown cpu 'z80'"),
    ("a pipeline under another op", "janus-opt", FUNCTION,
     ["--pass-pipeline=builtin.module(func.func(janus-specialize))"],
     "'janus-specialize' runs on modules, not on 'func.func'"),
    ("unwritable output", "janus-opt", DYNAMIC, ["-o", "/no/such/file"], "'/no/such/file': No such file"),
    ("unwritable output", "janus-translate", DYNAMIC, [*OBJECT[:1], "-o", "/no/such/file"],
     "'/no/such/file': No such file"),
    ("a full disk", "janus-translate", DYNAMIC, [*OBJECT[:1], "-o", "/dev/full"], "No space left on device"),
    ("an unknown output", "janus-translate", DYNAMIC, ["--janus-to-cobol"],
     "Unknown command line argument '--janus-to-cobol'"),
    ("nothing", "janus-translate", "", OBJECT, "the module is empty: there is nothing to compile"),
    ("an unknown op", "janus-translate", damaged("imperative.call", "imperative.dance"), OBJECT,
     "'imperative.dance' is unknown"),
    ("no entry", "janus-translate", DYNAMIC.partition("\n")[2], OBJECT, "no entry leads to this function"),
    ("a call of the interpreter's", "janus-translate", damaged("torch.relu", "builtins.print"), OBJECT,
     "<stdin>:5:8: error: not native: builtins.print is not in the library table"),
    ("an unknown function", "janus-translate", damaged("torch.relu", "torch.dance"), OBJECT,
     "torch.dance is not in the library"),
    ("a leftover of the typed level", "janus-translate", TYPED, OBJECT, "error: not native: "),
    ("a function without a body", "janus-translate", "func.func private @f(tensor<2xf32>)", OBJECT,
     "'func.func' cannot become machine code"),
]


@table("tool, text, options, pattern", TOOLS)
def test_tools(tool, text, options, pattern):
    result = subprocess.run([BIN / tool, *options], input=text or "", capture_output=True, text=True, check=False,
        timeout=60)
    assert result.returncode == 1, (result.returncode, result.stderr)
    assert re.search(pattern, result.stderr), result.stderr
    assert "Stack dump" not in result.stderr


@pytest.mark.parametrize("tool, options", [("janus-opt", []), ("janus-translate", OBJECT)])
def test_bytecode_cut_off_anywhere(tool, options, tmp_path):
    whole = subprocess.run([BIN / "janus-opt", "--emit-bytecode"], input=DYNAMIC.encode(), capture_output=True,
        check=True).stdout
    for size in range(5, len(whole), len(whole) // 12):
        (tmp_path / "cut.mlirbc").write_bytes(whole[:size])
        result = subprocess.run([BIN / tool, tmp_path / "cut.mlirbc", *options], capture_output=True, text=True,
            check=False)
        assert result.returncode == 1 and "cut.mlirbc:0:0: error: " in result.stderr, (size, result)


# ---- The extension module ----

def parse(text=DYNAMIC):
    return _compiler.Context().parse(text)


MODULES = [
    # id, what is done, exception, pattern
    ("no object", lambda: _compiler.Jit().add_object(b"garbage", "e"), RuntimeError,
     "not recognized as a valid object"),
    ("no entry in an object", lambda: _compiler.Jit().entry("e"), RuntimeError, "Symbols not found.*janus_entry_e"),
    ("another level", lambda: _compiler.compile_objects(parse()), janusc.CompileError, "imperative.entry"),
    ("a pipeline under another op", lambda: parse().run("func.func(janus-specialize)"), ValueError, "runs on modules"),
    ("a pipeline's bad option", lambda: parse().run("janus-codegen-cpu{parallel=maybe}"), ValueError, "parallel=maybe"),
    ("a pipeline cut off", lambda: parse().run("janus-codegen-cpu{parallel"), ValueError, "missing closing '}'"),
    ("an unknown entry", lambda: _compiler.find_assumptions(parse(), "e"), ValueError, "no entry 'e'"),
    ("a broken module", lambda: parse(damaged("%f(%x)", "%f(%z)")), janusc.CompileError, "undeclared SSA value"),
    ("no archive to link", lambda: _compiler.link("/tmp/o.so", ".so", [], "/no/such.a", []), RuntimeError,
     "/no/such.a"),
    ("no module", lambda: _compiler.compile_objects(None), TypeError, "incompatible function arguments"),
]


@table("do, error, pattern", MODULES)
def test_extension_module(do, error, pattern):
    with pytest.raises(error, match=pattern):
        do()
