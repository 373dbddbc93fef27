"""Finding a function's AST, and refusing one that is not the code that runs."""
import importlib.util
import sys

import pytest
from janusc import NoSource
from janusc.frontend.source import find, same_code

TEXT = '''
from functools import wraps

def decorate(f):
    @wraps(f)
    def inner(*args):
        return f(*args)
    return inner

@decorate
@decorate
def decorated(x):
    return x + 1

def plain(x):
    def nested(y):
        return x + y
    return nested

pair = (lambda x: x + 1), (lambda x: x + 1), (lambda x, y=lambda: 3: x)
one, two = lambda: 1, lambda: 2

class C:
    class D:
        def method(self):
            return self.__hidden
        @staticmethod
        def static(): return 1; return 2
    def method(self): pass
'''


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "subject.py"
    path.write_text(TEXT)
    spec = importlib.util.spec_from_file_location("subject", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_plain_and_nested(module):
    assert find(module.plain).node.name == "plain"
    assert find(module.plain(1)).node.name == "nested"


def test_decorated(module):
    assert find(module.decorated).node.name == "inner"
    assert find(module.decorated.__wrapped__.__wrapped__).node.name == "decorated"


def test_lambdas_on_one_line(module):
    columns = [find(function).node.col_offset for function in module.pair]
    assert columns == sorted(set(columns))
    assert find(module.one).node.body.value == 1
    assert find(module.two).node.body.value == 2
    assert find(module.pair[2].__defaults__[0]).node.body.value == 3


def test_methods_know_their_class(module):
    assert find(module.C.D.method).class_name == "D"
    assert find(module.C.D.static).node.name == "static"
    assert find(module.C.method).class_name == "C"


@pytest.mark.parametrize("change", [("x + y", "x - y"), ("def plain(x):\n", "def plain(x):\n    'doc'\n"),
                                    ("def plain", "\ndef plain"), (TEXT, "def broken(:\n")])
def test_edited_file(module, change):
    path = module.__spec__.origin
    nested = module.plain(1)
    with open(path, "w") as file:
        file.write(TEXT.replace(*change))
    with pytest.raises(NoSource) as caught:
        find(nested)
    assert path in caught.value.reason


def test_layout_may_change(module):
    with open(module.__spec__.origin, "w") as file:
        file.write(TEXT.replace("return x + y", "return  x  +  y  # same"))
    assert find(module.plain(1)).node.name == "nested"


def test_no_file():
    scope = {}
    exec("def f(): return 1", scope)
    with pytest.raises(NoSource, match="no source for <string>"):
        find(scope["f"])


def test_exec_under_a_real_file_name(module):
    scope = {"__name__": "subject"}
    exec(compile("\n" * 14 + "def plain(x): return x * 3", module.__spec__.origin, "exec"), scope)
    with pytest.raises(NoSource, match="not the code that runs"):
        find(scope["plain"])


def test_code_replaced(module):
    module.plain.__code__ = module.one.__code__
    assert find(module.plain).node.body.value == 1


def test_same_code_tells_constants_apart():
    def code(text):
        return compile(text, "f", "eval")

    assert same_code(code("0.0"), code("0.0"))
    assert not same_code(code("0.0"), code("-0.0"))
    assert not same_code(code("(1, True)"), code("(1, 1)"))
    assert same_code(code("x in {1, 2}"), code("x in {2, 1}"))
    assert not same_code(code("lambda: 1"), code("lambda: 2"))


def test_module_without_file_but_with_loader(module, monkeypatch):
    assert "subject" not in sys.modules
    assert find(module.plain).file == module.__spec__.origin
