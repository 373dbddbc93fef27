"""Arguments of `janusc compile`."""
import pytest
import torch
from janusc.aot.command import load_names, parse_argument
from janusc.aot.spec import Dim, spec
from janusc.userfile import FileFailed


@pytest.mark.parametrize("text, expected", [
    ("float32[n:1:64,1,8,8]", spec((Dim("n", 1, 64), 1, 8, 8))),
    ("int64[n]", spec((Dim("n"),), torch.int64)),
    ("float64[]", spec((), torch.float64)),
    ("bool[?, 3]", spec((None, 3), torch.bool)),
    ("@net.weight", "weight of net"),
    ("0.5", 0.5),
    ("None", None),
])
def test_arguments(text, expected):
    class Net:
        weight = "weight of net"

    assert parse_argument(text, {"net": Net()}) == expected


@pytest.mark.parametrize("text, message", [
    ("float31[3]", "'float31' in 'float31\\[3\\]' is not a dtype"),
    ("float32[3;4]", "size '3;4' in"),
    ("float32[n:2]", "size 'n:2' in"),
    ("nonsense", "neither a tensor"),
    ("@absent", "cannot be evaluated: NameError"),
])
def test_bad_arguments(text, message):
    with pytest.raises(ValueError, match=message):
        parse_argument(text, {})


def test_bad_files(tmp_path):
    with pytest.raises(ValueError, match="expected FILE.py:NAME"):
        load_names("net.py")
    with pytest.raises(ValueError, match="there is no file"):
        load_names(f"{tmp_path}/absent.py:net")
    (tmp_path / "broken.py").write_text("def f(:\n")
    with pytest.raises(FileFailed, match="broken.py:1: SyntaxError: invalid syntax"):
        load_names(f"{tmp_path}/broken.py:f")
