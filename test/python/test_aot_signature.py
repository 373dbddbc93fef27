"""Signatures and headers of exported programs."""
import re
import subprocess
from pathlib import Path

import pytest
import torch
from janusc import _compiler
from janusc.aot import header, signature
from janusc.aot.spec import Dim, spec

ROOT = Path(__file__).parents[2]

ENTRY = """
func.func @step(%x: tensor<?x3xf32> {janus.arg = "x"}, %n: i64 {janus.arg = "n"},
                %w: tensor<3x2xf32> {janus.state = "self.fc.weight"}, %lr: f64 {janus.state = "opt.lr"})
    -> (f64 {janus.result = 1}, tensor<?x2xf32> {janus.result = 0}, tensor<3x2xf32> {janus.update = "self.fc.weight"},
        tensor<3x2xf32> {janus.grad = "self.fc.weight"}) attributes {janus.output = "[{\\"result\\": 0}]"} {
  %d = arith.constant 0 : index
  %s = tensor.dim %x, %d : tensor<?x3xf32>
  %e = tensor.empty(%s) : tensor<?x2xf32>
  return %lr, %e, %w, %w : f64, tensor<?x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}
"""

TEXT = """\
janus 1 net
dim B 1 32
input x f32 B,3
number n i64
state fc.weight f32 3,2 0
value opt.lr f64 4602678819172646912
output result0 f32 ?,2
scalar result1 f64
hidden fc.weight.grad f32 3,2
update fc.weight
"""


def build():
    module = _compiler.Context().parse(ENTRY)
    entry = signature.load_entries(module)["step"]
    assert entry["output"] == [{"result": 0}]
    values = {"self.fc.weight": torch.arange(6.0).reshape(3, 2), "opt.lr": 0.5}
    return signature.build(entry, "net", {"x": spec((Dim("B", 1, 32), 3))}, values.__getitem__,
                           lambda path: path.removeprefix("self."))


def test_text_and_weights():
    made = build()
    assert made.text() == TEXT
    assert made.weights == torch.arange(6.0).numpy().tobytes()
    assert made.has_updates


def test_text_parses_back():
    assert signature.parse(TEXT).text() == TEXT
    with pytest.raises(ValueError, match="version 1"):
        signature.parse("janus 2 net\n")


def test_header_compiles_as_c_and_cpp(tmp_path):
    text = header.render(build(), version="0", abi=1, target="test", embedded=True,
                         tensor_header=ROOT / "include/janus/Runtime/tensor.h")
    assert "int32_t net_step(net *handle, const janus_tensor *x, const janus_tensor *n, janus_tensor *result0, " \
           "janus_tensor *result1);" in text
    (tmp_path / "net.h").write_text(text)
    # Twice, and beside another program's: the shared part is guarded.
    (tmp_path / "other.h").write_text(text.replace("net", "other").replace("NET", "OTHER"))
    source = '#include "net.h"\n#include "net.h"\n#include "other.h"\nint f(net *n) { return n == 0; }\n'
    for compiler, name in (("cc", "t.c"), ("c++", "t.cpp")):
        (tmp_path / name).write_text(source)
        subprocess.run([compiler, "-Wall", "-Werror", "-c", name, "-o", "t.o"], cwd=tmp_path, check=True)


def test_unmarked_argument_is_an_error():
    module = _compiler.Context().parse(
        'func.func @f(%x: tensor<2xf32> {janus.arg = "x"}, %y: tensor<2xf32>) { return }')
    with pytest.raises(Exception, match="argument 1 has none of janus.arg"):
        signature.load_entries(module)


@pytest.mark.parametrize("make, error, text", [
    (lambda: spec((2, -1)), ValueError, "size 1 is negative"),
    (lambda: spec((2.5,)), TypeError, "size 0 must be an int, a Dim or None"),
    (lambda: spec((True,)), TypeError, "size 0 must be"),
    (lambda: spec((2,), "float32"), TypeError, "dtype must be a torch.dtype"),
    (lambda: Dim("2n"), ValueError, "must be an identifier"),
    (lambda: Dim("n", 5, 2), ValueError, re.escape("0 <= min <= max")),
])
def test_bad_specs(make, error, text):
    with pytest.raises(error, match=text):
        make()
