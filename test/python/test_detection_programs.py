"""Programs whose sizes depend on values run natively, each as a whole, and give what eager gives."""
import janusc
import pytest
import torch
from detection_programs import PROGRAMS


def assert_same(got: object, expected: object) -> None:
    assert type(got) is type(expected)
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for pair in zip(got, expected):
            assert_same(*pair)
    elif isinstance(expected, torch.Tensor):
        assert got.dtype == expected.dtype and got.stride() == expected.stride()
        torch.testing.assert_close(got, expected)
    else:
        assert got == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_native_and_equal(program):
    compiled = janusc.compile(program, native=True)
    with torch.no_grad():
        for arguments in PROGRAMS[program]:
            assert_same(compiled(*arguments), program(*arguments))
