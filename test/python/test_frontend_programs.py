"""Every program in test/python/programs means the same as IR as it does as Python: results, effects, exceptions.

A program takes a `log` that it tells in which order things happen.
"""
import importlib
import pkgutil
import types

import pytest
from frontend_oracle import compile_function, lower_text

import programs


def _programs():
    result = []
    for info in pkgutil.iter_modules(programs.__path__):
        module = importlib.import_module(f"programs.{info.name}")
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and name.startswith("program_"):
                result.append(pytest.param(value, id=f"{info.name}.{name.removeprefix('program_')}"))
    return result


def _outcome(function):
    log = []
    try:
        result = function(log.append)
    except Exception as error:
        # The text of an UnboundLocalError is the interpreter's own.
        text = "" if isinstance(error, NameError) else str(error)
        return log, type(error), text, type(error.__cause__)
    return log, result


@pytest.mark.parametrize("function", _programs())
def test_same_as_python(function):
    assert _outcome(compile_function(function)) == _outcome(function)


@pytest.mark.parametrize("function", _programs())
def test_valid_ir(function):
    assert "imperative.func @f" in lower_text(function)
