"""Programs whose sizes depend on values run natively, each as a whole, and give what eager gives."""
import janusc
import pytest
import torch
from detection_programs import PROGRAMS
from same_values import assert_same


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_native_and_equal(program):
    compiled = janusc.compile(program, native=True)
    with torch.no_grad():
        for arguments in PROGRAMS[program]:
            assert_same(compiled(*arguments), program(*arguments))
