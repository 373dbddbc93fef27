"""The passes over control flow and variables keep what a function does: random functions, run before and after."""
import functools
import re
import subprocess

import pytest
from build_tree import JANUS_OPT
from structured_ir import Program, Run, read_functions

PROGRAMS = 300
RUNS = 8
RAISE, PROMOTE = "--imperative-raise-early-exits", "--imperative-promote-cells"


@functools.cache
def source() -> str:
    return "\n".join(str(Program(seed)) for seed in range(PROGRAMS))


@functools.cache
def after(*passes: str) -> str:
    done = subprocess.run([JANUS_OPT, *passes, "--mlir-print-op-generic"], input=source(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("passes", [
    (RAISE,), (RAISE, PROMOTE), (RAISE, PROMOTE, "--canonicalize"), (RAISE, PROMOTE, "--canonicalize", "--cse"),
], ids=" ".join)
def test_same_behaviour(passes: tuple[str, ...]) -> None:
    before, changed = read_functions(after()), read_functions(after(*passes))
    assert len(before) == len(changed) == PROGRAMS
    for name, function in before.items():
        for seed in range(RUNS):
            expected, found = Run(seed).outcome(function), Run(seed).outcome(changed[name])
            if ("endless",) in (expected[1], found[1]):
                # Fuel is spent by loops that show nothing, too; compare what both came to.
                common = min(len(expected[0]), len(found[0]))
                assert expected[0][:common] == found[0][:common], (name, seed)
            else:
                assert expected == found, (name, seed)


def test_nothing_is_left() -> None:
    raised, promoted = after(RAISE), after(RAISE, PROMOTE)
    assert not re.search(r'"imperative\.(break|continue)"', raised)
    assert not re.search(r'"imperative\.(cell|load|store|delete)"', promoted)


def test_programs_end_in_many_ways() -> None:
    """The generator does not degenerate: it returns, raises and finds variables unbound."""
    ends = {Run(seed).outcome(function)[1][0] for function in read_functions(after()).values() for seed in range(3)}
    assert {"return", "Raised", "Unbound"} <= ends
