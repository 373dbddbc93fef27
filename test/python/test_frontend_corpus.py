"""The frontend over code that others wrote: every function lowers to valid IR, or gives a reason of the table."""
import importlib
import types

import pytest
from frontend_oracle import lower_text
from janusc import NoSource, Unsupported
from janusc.frontend.scopes import analyze
from janusc.frontend.source import find
from janusc.frontend.unsupported import TABLE

MODULES = ["argparse", "ast", "contextlib", "dataclasses", "difflib", "enum", "fractions", "inspect", "json.decoder",
           "logging", "pickle", "random", "shutil", "statistics", "subprocess", "tarfile", "textwrap", "threading",
           "typing", "unittest.mock", "zipfile", "torch.nn.functional", "torch.nn.modules.activation",
           "torch.nn.modules.batchnorm", "torch.nn.modules.container", "torch.nn.modules.conv",
           "torch.nn.modules.linear", "torch.nn.modules.module", "torch.nn.modules.pooling", "torch.nn.modules.rnn",
           "torch.nn.modules.transformer", "torch.optim.adam", "torch.optim.sgd"]


def functions_of(module):
    """The functions and methods that a module defines."""
    pending = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    for value in pending:
        if isinstance(value, type):
            pending.extend(vars(value).values())
        value = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            yield value


@pytest.mark.parametrize("name", MODULES)
def test_lowers_or_says_why(name):
    lowered = 0
    for function in functions_of(importlib.import_module(name)):
        try:
            lower_text(function)
            lowered += 1
        except NoSource as error:
            # Methods that namedtuple and dataclass make have no file.
            assert "<string>" in function.__code__.co_filename, error
        except Unsupported as error:
            assert error.code in TABLE and error.line >= function.__code__.co_firstlineno
    assert lowered


@pytest.mark.parametrize("name", MODULES)
def test_scopes_are_those_of_the_code(name):
    for function in functions_of(importlib.import_module(name)):
        try:
            source = find(function)
        except NoSource:
            continue
        code, scope = function.__code__, analyze(source.node, source.class_name)
        local = set(code.co_varnames) | set(code.co_cellvars)
        assert scope.locals() == local
        # A free name is captured or global; CPython captures __class__ only where super() stands in a class.
        assert set(code.co_freevars) <= scope.free() | {"__class__"}
