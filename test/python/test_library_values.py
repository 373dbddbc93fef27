"""Every entry of the library table gives what eager gives: values, dtype, shape, strides."""
import importlib.util
import itertools
import math

import janusc
import pytest
import torch
from library_samples import SAMPLES, Sample
from same_values import assert_same

HEADER = "import numpy as np\nimport torch\nimport torch.nn.functional as F\n\n\n"


def source_of(index: int, sample: Sample) -> str:
    """A function that makes the call; one that writes gives back what it wrote to."""
    names = ", ".join(f"a{position}" for position in range(len(sample.arguments)))
    body = f"return {sample.call}"
    if "] = " in sample.call:
        body = f"a0 = a0.clone()\n    {sample.call}\n    return a0"
    return f"def sample_{index}({names}):\n    {body}\n\n\n"


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """The samples as functions of a module with source, which the frontend needs."""
    path = tmp_path_factory.mktemp("samples") / "library_sample_functions.py"
    path.write_text(HEADER + "".join(itertools.starmap(source_of, enumerate(SAMPLES))))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def roughly(got: object, expected: object) -> bool:
    return math.isclose(got, expected, rel_tol=2e-5, abs_tol=2e-6) if isinstance(expected, float) else got == expected


@pytest.mark.parametrize("index", range(len(SAMPLES)), ids=lambda index: SAMPLES[index].call)
def test_equals_eager(functions, index):
    sample = SAMPLES[index]
    function = getattr(functions, f"sample_{index}")
    generator = torch.Generator().manual_seed(index)
    arguments = [tensor.make(generator) for tensor in sample.arguments]
    with torch.no_grad(), janusc.options(profile_calls=0, compile_all=True):
        torch.manual_seed(index)
        expected = function(*(argument.clone() for argument in arguments))
        state = torch.get_rng_state()
        torch.manual_seed(index)
        got = janusc.compile(function, native=True)(*arguments)
    assert torch.equal(torch.get_rng_state(), state)
    assert_same(got, expected, roughly, rtol=2e-5, atol=2e-6, equal_nan=True)
