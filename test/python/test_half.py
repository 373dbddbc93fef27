"""16-bit floats where the CPU has no instruction for them: conversions by the runtime, bit for bit torch's."""
import janusc
import pytest
import torch
import torch.nn.functional as F

# Powers of two around every border, their neighbours and midpoints, and what is special.
BORDERS = torch.tensor([2.0**e * (1 + m) for e in (-149, -133, -126, -26, -25, -24, -15, -14, -1, 0, 10, 15, 16, 127)
                        for m in (0, 2**-24, 2**-23, 2**-12, 2**-11, 2**-10, 2**-9, 2**-8, 2**-7, 0.5, 1 - 2**-11)]
                       + [0.0, 65504, 65519.99, 65520, float("inf"), float("nan")], dtype=torch.float64)
VALUES = torch.cat([BORDERS, -BORDERS, torch.randn(500, dtype=torch.float64, generator=torch.Generator().manual_seed(0))])


def to_half(x):
    return x.to(torch.float16)


def to_bfloat16(x):
    return x.to(torch.bfloat16)


def to_float(x):
    return x.to(torch.float32)


@pytest.mark.parametrize("function, given", [
    (to_half, VALUES.float()), (to_bfloat16, VALUES.float()), (to_float, VALUES.half()),
    (to_float, torch.arange(-2**15, 2**15, dtype=torch.int16).view(torch.float16)), (to_float, VALUES.bfloat16()),
], ids=["f16-f32", "bf16-f32", "f32-f16", "f32-every-f16", "f32-bf16"])
def test_conversion_without_instructions(function, given, tmp_path):
    janusc.export(function, [janusc.spec(given.shape, given.dtype)], tmp_path / "half.so", target="cpu:x86-64")
    result, expected = janusc.load(tmp_path / "half.so")(given), function(given)
    numbers = ~expected.isnan()
    assert torch.equal(result.isnan(), ~numbers)
    assert torch.equal(result[numbers], expected[numbers])
    assert torch.equal(result[numbers].signbit(), expected[numbers].signbit())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_arithmetic_without_instructions(dtype, tmp_path):
    def scaled(x):
        return x * 3 + 1

    x = torch.randn(100, generator=torch.Generator().manual_seed(0)).to(dtype)
    janusc.export(scaled, [janusc.spec(x.shape, dtype)], tmp_path / "half.so", target="cpu:x86-64")
    assert torch.equal(janusc.load(tmp_path / "half.so")(x), scaled(x))


def scaled(x, scalar, zero_dim, whole):
    return (x * scalar, scalar * x, x / scalar, scalar / x, x // scalar, x % scalar, x + scalar, scalar - x, x * zero_dim,
            zero_dim * x, x / zero_dim, zero_dim / x, x * whole, torch.div(x, scalar, rounding_mode="trunc"))


def composed(x):
    return (torch.addcmul(x, x, x, value=0.1001), torch.addcdiv(x, x, x, value=0.1001), torch.lerp(x, -x, 0.3),
            F.hardswish(x), F.mish(x), F.hardsigmoid(x), F.logsigmoid(x), x * 1e5)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_a_factor_is_not_rounded_before_it_is_used(dtype):
    x = torch.linspace(0.5, 2.5, 64).to(dtype)
    compiled = janusc.compile(scaled)
    for scalar in (0.1001, 1.3337):
        arguments = x, scalar, torch.tensor(scalar), torch.tensor([301])
        for expected, actual in zip(scaled(*arguments), compiled(*arguments), strict=True):
            assert torch.equal(actual, expected)
    assert janusc.explain(compiled).data()["native"]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_functions_of_several_steps_round_once(dtype):
    x = torch.linspace(-2.5, 2.5, 63).to(dtype)
    compiled = janusc.compile(composed)
    for expected, actual in zip(composed(x), compiled(x), strict=True):
        torch.testing.assert_close(actual, expected, rtol=0, atol=0, equal_nan=True)
    assert janusc.explain(compiled).data()["native"]
