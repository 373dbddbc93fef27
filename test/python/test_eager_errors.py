"""What eager refuses is refused, with its words; what only looks like a dimension crashes nothing; small values keep digits."""
import janusc
import pytest
import torch
from suitelib.sources import execute

VECTOR, SCALAR = torch.arange(4.0), torch.tensor(2.0)
CALLS = [(f"torch.{name}({arguments})", VECTOR) for name in (
    "maximum", "minimum", "atan2", "logical_and", "logical_or", "logical_xor") for arguments in ("a, 2", "2, a")]
CALLS += [(f"torch.{name}(2, a)", VECTOR) for name in ("eq", "ne", "lt", "le", "gt", "ge", "rsub", "max", "min")]
CALLS += [("torch.nn.functional.hardtanh(a, 1.0, -1.0)", VECTOR), ("torch.narrow(a, 0, 0, 1)", SCALAR), ("a.size(0)", SCALAR),
          ("a.unflatten(0, (1, 1))", SCALAR), ("torch.amax(a, dim=-1)", torch.ones([1] * 65)),
          ("torch.nn.functional.max_pool1d(a, kernel_size=1)", torch.ones(0, 10)),
          ("torch.nn.functional.max_pool3d(a, 1)", torch.ones(0, 1, 2, 10))]


def outcome(function, argument):
    try:
        return function(argument)
    except Exception as error:
        # What follows says where torch was built.
        return type(error), str(error).partition("\nException raised from")[0]


@pytest.mark.parametrize(("call", "argument"), CALLS, ids=[call for call, _ in CALLS])
def test_refuses_as_eager_does(call, argument):
    plain = execute(f"import torch\n\n\ndef call(a):\n    return {call}\n", f"refused-{CALLS.index((call, argument))}")["call"]
    with janusc.options(profile_calls=0, compile_all=True):
        got = outcome(janusc.compile(plain), argument)
    expected = outcome(plain, argument)
    assert isinstance(expected, tuple) and got == expected


@pytest.mark.parametrize("comparison", ["2 < a", "2 <= a", "2 > a", "2 >= a", "2 == a", "2 != a"])
def test_a_number_at_the_left_of_a_comparison(comparison):
    plain = execute(f"def call(a):\n    return {comparison}\n", f"compared-{hash(comparison)}")["call"]
    with janusc.options(profile_calls=0, compile_all=True):
        assert torch.equal(janusc.compile(plain, native=True)(VECTOR), plain(VECTOR))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", ["expm1", "log1p", "nn.functional.elu", "nn.functional.softplus"])
def test_small_values_keep_their_digits(name, dtype):
    plain = execute(f"import torch\n\n\ndef call(a):\n    return torch.{name}(a)\n", f"small-{name}")["call"]
    values = torch.logspace(-12, 0, 49, dtype=dtype)
    values = torch.cat([values, -values[:-1], torch.tensor([-18.0, -30.0], dtype=dtype)])
    values = values.clamp(min=-0.9) if name == "log1p" else values
    with janusc.options(profile_calls=0, compile_all=True):
        got = janusc.compile(plain, native=True)(values)
    torch.testing.assert_close(got, plain(values), rtol=1e-13 if dtype is torch.float64 else 2e-6, atol=0.0)


def loop_with_a_refused_branch(a):
    n = 0
    while n:
        if torch.ones(3).sum() >= 0:
            break
        row = a.T[0, :]
        if bool(row.sum() < 2**64 + 3):
            n -= 1
    return n


def test_what_is_refused_inside_a_branch_of_a_loop():
    with janusc.options(profile_calls=0, compile_all=True):
        assert janusc.compile(loop_with_a_refused_branch)(torch.ones(4, 3)[1:3]) == 0


@pytest.mark.parametrize("argument", [torch.arange(6.0).view(3, 2).t(), torch.arange(6.0).view(2, 3)], ids=["strided", "dense"])
def test_a_view_of_an_argument_that_is_not_contiguous(argument):
    plain = execute("def call(a):\n    return a.view(-1).sum()\n", "view-of-an-argument")["call"]
    with janusc.options(profile_calls=0, compile_all=True):
        assert outcome(janusc.compile(plain), argument) == outcome(plain, argument)
