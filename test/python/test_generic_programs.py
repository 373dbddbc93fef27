"""Every program means the same by its generic version as in the interpreter: results, prints, errors, tracebacks, frames.

Without units, whose versions may hold objects that they were made for: here it is told when each object goes.
"""
import importlib
import pkgutil
import re
import traceback
import types

import pytest

import generic_programs
import programs
from janusc import _dispatch
from janusc.dispatch import generic, units
from janusc.dispatch.calls import Settings

@pytest.fixture(autouse=True)
def no_units(monkeypatch):
    monkeypatch.setattr(units, "plan_for", lambda *arguments: None)


ALL = Settings(options={"compile_all": True})

def _programs():
    result = []
    for package in (programs, generic_programs):
        for info in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{info.name}")
            for name, value in vars(module).items():
                if isinstance(value, types.FunctionType) and name.startswith("program_"):
                    result.append(pytest.param(value, id=f"{info.name}.{name.removeprefix('program_')}"))
    return result


def outcome(function, through=None):
    log = []
    try:
        result = invoke(function, log.append, through)
    except Exception as error:
        trail = [(frame.name, frame.lineno, frame.colno, frame.end_lineno, frame.end_colno)
                 for frame in traceback.extract_tb(error.__traceback__)][2:]
        return log, type(error), str(error), repr(error.__cause__), repr(error.__context__), trail
    return log, result


def invoke(function, log, through):
    return function(log) if through is None else through(function, log)


def by_body(function):
    """What the program does by its generic version, which must have run."""
    _dispatch.set_body(function.__code__)
    made = generic.prepare(function, ALL)
    assert isinstance(made, generic.Generic), made
    before = _dispatch.get_body(function.__code__, None).calls
    result = outcome(function, _dispatch.call_generic)
    assert _dispatch.get_body(function.__code__, None).calls == before + 1
    return result


def normal(value):
    """Without addresses."""
    return re.sub(r"0x[0-9a-f]+", "0x", repr(value))


@pytest.mark.parametrize("function", _programs())
def test_same_as_python(function):
    assert normal(by_body(function)) == normal(outcome(function))
