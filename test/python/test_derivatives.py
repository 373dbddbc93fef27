"""Every derivative rule, run natively, against torch.autograd; most of them twice.

The programs are compiled some at a time, as each run of a tool costs more than what it does.
"""

from __future__ import annotations

import functools

import pytest
import torch
from derivative_cases import CASES, Case, randn, tensor_type
from native import Entry, Library, differentiate

# Which case, and whether its second derivative is meant.
Program = tuple[int, bool]
PROGRAMS: list[Program] = [(i, twice) for twice in (False, True) for i, c in enumerate(CASES) if not twice or c.second]
TOGETHER = 24


def name_of(program: Program) -> str:
    return f"f{program[0]}_{1 + program[1]}"


@functools.cache
def compiled(programs: tuple[Program, ...]) -> Library:
    """The programs in one module; raises AssertionError with what the tool says."""
    return Library(differentiate("\n".join(function(CASES[i], twice, name_of((i, twice))) for i, twice in programs)))


def differentiated(program: Program) -> Entry:
    """Compiled with its neighbours; alone where one of those cannot be compiled."""
    begin = PROGRAMS.index(program) // TOGETHER * TOGETHER
    try:
        return Entry(compiled(tuple(PROGRAMS[begin:begin + TOGETHER])), name_of(program))
    except (AssertionError, RuntimeError):
        return Entry(compiled((program,)), name_of(program))


def function(case: Case, twice: bool, name: str) -> str:
    """The arguments and seeds to the gradients of %y, or of the first of those."""
    names = {i: f"%a{i}" for i in range(len(case.arguments))}
    kinds = {i: tensor_type(a) for i, a in enumerate(case.arguments)}
    parameters = [(names[i], kinds[i]) for i in names] + [("%seed", case.result)]
    wrt, wrt_kinds = [names[i] for i in case.wrt], [kinds[i] for i in case.wrt]
    lines = [case.body, f"%g:{len(wrt)} = nn.gradient %y, %seed wrt ({', '.join(wrt)}) : ({', '.join([case.result] * 2 + wrt_kinds)})"
             f" -> ({', '.join(wrt_kinds)})"]
    outputs, output_kinds = [f"%g#{i}" for i in range(len(wrt))], wrt_kinds
    if twice:
        parameters.append(("%seed2", wrt_kinds[0]))
        wrt, wrt_kinds = [*wrt, "%seed"], [*wrt_kinds, case.result]
        lines.append(f"%h:{len(wrt)} = nn.gradient %g#0, %seed2 wrt ({', '.join(wrt)}) : ({', '.join([wrt_kinds[0]] * 2 + wrt_kinds)})"
                     f" -> ({', '.join(wrt_kinds)})")
        outputs, output_kinds = [f"%h#{i}" for i in range(len(wrt))], wrt_kinds
    header = ", ".join(f'{name}: {kind} {{janus.arg = "{name[1:]}"}}' for name, kind in parameters)
    returned = ", ".join(f"{kind} {{janus.result = {i} : i64}}" for i, kind in enumerate(output_kinds))
    body = "\n  ".join(lines)
    return f"func.func @{name}({header}) -> ({returned}) {{\n  {body}\n  return {', '.join(outputs)} : {', '.join(output_kinds)}\n}}"


def expected(case: Case, seeds: list[torch.Tensor]) -> list[torch.Tensor]:
    leaves = [a.clone().requires_grad_(i in case.wrt) for i, a in enumerate(case.arguments)]
    wrt = [leaves[i] for i in case.wrt]
    seed = seeds[0].clone().requires_grad_(len(seeds) == 2)
    found = torch.autograd.grad(case.function(*leaves), wrt, seed, create_graph=len(seeds) == 2, materialize_grads=True)
    if len(seeds) == 1:
        return list(found)
    return list(torch.autograd.grad(found[0], [*wrt, seed], seeds[1], materialize_grads=True))


def check(program: Program) -> None:
    case, twice = CASES[program[0]], program[1]
    seeds = seeds_of(case)[:1 + twice]
    wanted = expected(case, seeds)
    arrays = [a.contiguous().numpy() for a in [*case.arguments, *seeds]]
    got = differentiated(program)(*arrays)
    for value, want in zip(got, wanted, strict=True):
        torch.testing.assert_close(torch.from_numpy(value), want, rtol=1e-6 if case.name == "cast" else 1e-10, atol=1e-10, equal_nan=True)


def seeds_of(case: Case) -> list[torch.Tensor]:
    with torch.no_grad():
        shape = case.function(*case.arguments).shape
    return [randn(*shape, seed=7), randn(*case.arguments[case.wrt[0]].shape, seed=9)]


@pytest.mark.parametrize("program", [
    pytest.param(p, id=f"{CASES[p[0]].name}-{'second' if p[1] else 'first'}",
                 marks=pytest.mark.xdist_group(f"derivatives-{i // TOGETHER}")) for i, p in enumerate(PROGRAMS)])
def test_derivative(program: Program) -> None:
    check(program)
