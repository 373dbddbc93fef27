"""Lists of numbers are arrays in native code: torch.tensor of them, and tolist()."""
import pytest
import torch
from janusc.frontend.number_lists import number_list
from test_units_programs import same
from units_harness import NOT_RUN, RETURNED, Units


@pytest.mark.parametrize(("value", "expected"), [
    ([1.0, 2.0], (float, (2,))), ([[1, 2, 3], [4, 5, 6]], (int, (2, 3))), ([[[1.0]]], (float, (1, 1, 1))), ([], None), ([[]], None),
    ([1, 2.0], None), ([True], None), ([[1], [2, 3]], None), ([[1], 2], None), ((1.0, 2.0), None), ([2**63], None), ([-2**63], (int, (1,))),
    ([torch.ones(1)], None), (1.0, None), ([[[[[1.0]]]]], None)], ids=str)
def test_number_list(value, expected):
    assert number_list(value) == expected


def scaled(xs, w):
    x = torch.tensor([xs], dtype=torch.float32)
    return x * w


def test_a_list_is_passed_at_run_time():
    units, w = Units(scaled), torch.full((3,), 2.0)
    for k in range(5):
        xs = [k + 0.1, -0.0, float("inf")]
        status, y = units.reach("x = torch.tensor", {"xs": xs, "w": w})
        assert status == RETURNED and same(y, scaled(xs, w))
    handler = units.handler("x = torch.tensor")
    assert len(handler.infos) == 1
    # Lengths that change are open; other elements are another version.
    for xs in ([1.0] * 4, [2.0] * 5, [3.0] * 6, [1, 2, 3, 4, 5]):
        assert same(units.reach("x = torch.tensor", {"xs": xs, "w": torch.ones(len(xs))})[1], scaled(xs, torch.ones(len(xs))))
    assert len(handler.infos) == 3
    for xs in ([1.0, 2], [2**70] * 3, [1.0, "a"]):
        assert units.reach("x = torch.tensor", {"xs": xs, "w": w}) == (NOT_RUN, None)


@pytest.mark.parametrize(("make", "values"), [
    (lambda xs: torch.tensor(xs), [[1.5, 2.5], [[1, 2], [3, 4]], [[0.1, 0.2, 0.3]] * 2, [2**62 + 1]]),
    (lambda xs: torch.tensor(xs, dtype=torch.float64), [[0.1, 0.2], [3, 2**60 + 1]]),
    (lambda xs: torch.tensor([xs, xs], dtype=torch.float32), [[0.1, 0.2], [2**24 + 1, 2**60 + 2**36 + 1]]),
    (lambda xs: torch.tensor([xs[0], 2.0]), [[1.5, 2.5]]),
], ids=["natural", "double", "nested", "one"])
def test_values(make, values):
    units = Units(make)
    for xs in values:
        for handler in units.owner.handlers.values():
            status, outputs = handler.compiled.run((xs,))
            if status != NOT_RUN:
                assert same(outputs[0], make(xs))
                break


def listed(x):
    y = x * 2
    return y.tolist()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bool, torch.bfloat16], ids=str)
def test_tolist(dtype):
    for shape in ((3,), (2, 3), (1, 2, 2), (0,), (2, 0), ()):
        units = Units(listed)
        x = (torch.rand(shape) * 9).to(dtype)
        with torch.no_grad():
            status, y = units.reach("y = x * 2", {"x": x})
        assert status in (RETURNED, NOT_RUN) and (status == RETURNED or dtype in (torch.bfloat16, torch.uint8, torch.bool))
        assert status == NOT_RUN or y == listed(x) and repr(y) == repr(listed(x))


def test_tolist_of_what_requires_grad():
    units, x = Units(listed), torch.randn(3, requires_grad=True)
    assert units.reach("y = x * 2", {"x": x}) == (RETURNED, listed(x))
