"""The generic form of code objects: what stands in frames, constants, code objects; and that Python's corpus lowers."""
import importlib
import re
import types
from types import SimpleNamespace

import generic_subjects as subjects
import pytest
from janusc import _compiler
from janusc.errors import Unsupported
from janusc.frontend.generic import code_of_node, lower_generic, slots_of
from janusc.frontend.source import find_code


def lower(code, plan=None, constant_of=lambda unit: unit):
    if isinstance(code, types.FunctionType):
        code = code.__code__
    program = lower_generic(code, find_code(code, vars(subjects)), plan, constant_of)
    text = str(program.module)
    assert str(_compiler.Context().parse(text)) == text
    return program, text


def nested(function, name):
    return next(code for code in function.__code__.co_consts
                if isinstance(code, types.CodeType) and code.co_name == name)


def test_variables_are_slots():
    _, text = lower(subjects.variables)
    cells = dict(re.findall(r'imperative.cell "(\w+)" \{((?:shared, )?slot = \d+)', text))
    assert cells == {"a": "slot = 0", "captured": "shared, slot = 1", "star": "slot = 2", "own": "slot = 3",
                     "inner": "slot = 4", "late": "shared, slot = 5"}


def test_captured_variables_come_last():
    code = nested(subjects.variables, "inner")
    assert slots_of(code) == {"x": 0, "captured": 1, "late": 2}


def test_constants_are_pythons_own_objects():
    program, text = lower(subjects.constants)
    folded = subjects.constants()
    assert any(value is folded for value in program.constants)
    assert "build_tuple" not in text


def test_nested_code_is_a_constant():
    program, text = lower(subjects.definitions)
    codes = [value.co_name for value in program.constants if isinstance(value, types.CodeType)]
    assert codes == ["<listcomp>", "<genexpr>", "made", "<lambda>", "<lambda>", "Inside"]
    assert text.count("make_closure") == len(codes)
    assert "defaults %" in text and "kwdefaults %" in text and "annotations %" in text


def test_lambdas_on_one_line_are_told_apart():
    program, _ = lower(subjects.definitions)
    first, second = (value for value in program.constants
                     if isinstance(value, types.CodeType) and value.co_name == "<lambda>")
    assert (first.co_consts[-1], second.co_consts[-1]) == (1, 2)


def test_comprehension_has_a_body_of_its_own():
    code = nested(subjects.definitions, "<listcomp>")
    _, text = lower(code)
    assert '"imperative.cell ".0"' not in text
    assert 'imperative.cell ".0" {slot = 0' in text
    assert "{iterator}" in text
    assert "list_append" in text


def test_unpacking_happens_in_order():
    _, text = lower(subjects.unpacking)
    order = re.findall(r'builtin<"janusc.python.(\w+)">|get_global "(\w+)"', text)
    assert [a or b for a, b in order] == ["f", "a", "list_extend", "b", "list_append", "c", "list_extend",
                                          "list_to_tuple", "d", "e", "dict_merge"]


def test_imports_are_ops():
    _, text = lower(subjects.imports)
    assert 'imperative.import "os.path" level 0' in text
    assert 'imperative.import_from %path, "path"' in text
    assert 'imperative.import "json" level 0' in text


def test_dead_branches_are_left_out():
    program, _ = lower(subjects.dead)
    assert not any(isinstance(value, types.CodeType) for value in program.constants)


def test_every_place_is_an_instruction():
    program, text = lower(subjects.several_lines)
    numbers = [int(n) for n in re.search(r"instructions = array<i32: ([^>]*)>", text)[1].split(", ")]
    rows = list(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    assert len({row[:2] for row in rows}) == len(rows)
    places = {(int(line), int(column)) for line, column in
              re.findall(r'loc\("[^"]*":(\d+):(\d+)\)', program.module.text(locations=True))}
    assert places <= {row[:2] for row in rows} | {rows[0][:2]}
    positions = list(program.code.co_positions())
    assert all(positions[offset // 2][0] in (line, None) for line, _, offset in rows)


@pytest.mark.parametrize(("function", "code"), [
    (subjects.debugged, "debugger"), (subjects.generator, "generator-function"), (subjects.coroutine, "async-function"),
    (subjects.async_comprehension, "async-function")])
def test_what_stays_python(function, code):
    with pytest.raises(Unsupported) as raised:
        lower(function)
    assert raised.value.code == code


def unit(nodes, inputs=(), outputs=(), kind="statements"):
    class Unit(SimpleNamespace):
        __hash__ = object.__hash__
    return Unit(nodes=tuple(nodes), inputs=inputs, outputs=outputs, kind=kind, returns=False, holes=(), opened=None)


def test_units_nest():
    body = find_code(subjects.units.__code__, vars(subjects)).node.body
    outer = unit(body[:2], ("x",), ("y", "z"))
    inner = unit(body[1:2], ("y",), ("z",))
    value = unit([body[2].test], ("z",), (), "condition")
    plan = SimpleNamespace(statements={body[0]: [outer], body[1]: [inner]}, expressions={body[2].test: value})
    numbers = {}
    program, text = lower(subjects.units, plan, lambda unit: numbers.setdefault(unit, f"unit {len(numbers)}"))
    assert len(re.findall(r"imperative.speculate \d+ \(%x_cell\) -> \(%y_cell, %z_cell\)", text)) == 1
    assert len(re.findall(r"imperative.speculate \d+ \(%y_cell\) -> \(%z_cell\)", text)) == 1
    assert len(re.findall(r"imperative.speculate \d+ \(%z_cell\) -> \(%_?\.?unit1_cell\)|speculate \d+ \(%z_cell\)",
                          text)) == 1
    assert {"unit 0", "unit 1", "unit 2"} <= {value for value in program.constants if isinstance(value, str)}


@pytest.mark.parametrize("name", ["argparse", "dataclasses", "inspect", "textwrap", "typing"])
def test_corpus(name):
    module = importlib.import_module(name)
    with open(module.__file__) as file:
        pending = [compile(file.read(), module.__file__, "exec", dont_inherit=True)]
    lowered = 0
    while pending:
        code = pending.pop()
        pending.extend(value for value in code.co_consts if isinstance(value, types.CodeType))
        if code.co_flags & 1 and code.co_name != "<genexpr>":
            try:
                lower_generic(code, find_code(code, vars(module)))
                lowered += 1
            except Unsupported as error:
                assert error.code in ("generator-function", "async-function")
    assert lowered > 10


def test_code_of_node_takes_the_nearest():
    source = find_code(subjects.definitions.__code__, vars(subjects))
    assert code_of_node([], source.node) is None
