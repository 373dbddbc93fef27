"""A short, seeded part of the fuzzer: random programs with effects behave as in CPython, and some of each is native."""
from __future__ import annotations

import contextlib

import fuzzer
import janusc
import pytest
import torch


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_program(seed, tmp_path):
    module = fuzzer.load(seed, tmp_path)
    compiled = janusc.compile(module.subject)
    with torch.no_grad(), janusc.options(compile_all=True):
        assert fuzzer.difference(module, compiled, calls=3) is None
    data = janusc.explain(compiled).data()
    assert data["native"]


def test_programs_are_those_of_their_seeds():
    assert fuzzer.Generator(7).text() == fuzzer.Generator(7).text() != fuzzer.Generator(8).text()
    for seed in range(200):
        compile(fuzzer.Generator(seed).text(), "program", "exec")


def test_differences_are_found(tmp_path):
    module = fuzzer.load(2, tmp_path)

    def other(*values):
        with contextlib.suppress(Exception):
            module.subject(*values)
        return "another result"

    assert "expected" in fuzzer.difference(module, other)
