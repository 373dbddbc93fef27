"""Every example in ODS parses and verifies.

An example that is not a module of its own is put into a function; the values
it uses but does not define become that function's arguments. Their types are not
guessed: janus-opt says which type it expected, and that is taken.
"""
import re
import subprocess

import pytest
from build_tree import JANUS_OPT
from tablegen import Op, ops

OPS = ops()

WRONG_TYPE = re.compile(r"use of value '(%[^']*)' expects different type than prior uses: '(.*)' vs '")
UNDECLARED = re.compile(r"use of undeclared SSA value name")


def run(text: str) -> str:
    """What janus-opt has against the text; empty if nothing."""
    done = subprocess.run([JANUS_OPT, "--verify-roundtrip", "--split-input-file"], input=text, capture_output=True,
                          text=True)
    return done.stderr if done.returncode else ""


def used_values(example: str) -> list[str]:
    """Every value named in the example, without result numbers."""
    return sorted(set(re.findall(r"%[\w.$-]+", example)))


def defined_values(example: str) -> set[str]:
    """Those that the example itself defines, by results or as arguments of blocks and loops."""
    defined = set()
    for results in re.findall(r"^\s*((?:%[\w.$-]+(?::\d+)?(?:, )?)+) = ", example, re.MULTILINE):
        defined |= set(used_values(results))
    for arguments in re.findall(r"\^\w+\(([^)]*)\)|carry \(([^)]*)\)|(?:iter_args|with) \(([^)]*)\)", example):
        defined |= set(re.findall(r"(%[\w.$-]+)(?: =|:)", " ".join(arguments)))
    defined |= set(re.findall(r"imperative\.for (%[\w.$-]+) :", example))
    return defined


def wrap(example: str, types: dict[str, str], dialect: str) -> str:
    arguments = ", ".join(f"{value}: {type_}" for value, type_ in types.items())
    if dialect == "imperative":
        arguments = ", ".join(filter(None, [arguments, "%returned: !imperative.object"]))
        return (f"imperative.func @example({arguments}) -> !imperative.object {{\n{example}\n"
                "imperative.return %returned : !imperative.object\n}")
    return f"func.func @example({arguments}) {{\n{example}\nreturn\n}}"


def check(example: str, dialect: str) -> str:
    """The error that remains, or nothing."""
    if not (whole := run(example)):
        return ""
    if re.search(r"^\s*(?:imperative|func)\.func |^\s*python\.body ", example, re.MULTILINE):
        return whole
    types = {value: "!imperative.object" for value in used_values(example) if value not in defined_values(example)}
    for _ in range(len(types) + 1):
        error = run(wrap(example, types, dialect))
        wrong = WRONG_TYPE.search(error)
        if not wrong:
            return error
        types[wrong[1]] = wrong[2]
    return error


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.full_name)
def test_example(op: Op) -> None:
    examples = op.examples()
    assert examples, f"{op.full_name} has no ```mlir example in its description"
    assert any(f"{op.full_name}" in example for example in examples), "no example shows the op"
    for example in examples:
        assert not (error := check(example, op.dialect)), f"{example}\n{error}"
