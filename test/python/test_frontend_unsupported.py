"""Every code of the table of unsupported constructs, where it arises."""
import importlib.util
import re

import pytest
from frontend_oracle import lower_text
from janusc import Unsupported
from janusc.frontend.unsupported import TABLE

FUNCTIONS = {
    "async-function": ["async def f(): pass", "async def f(): return [x async for x in y]"],
    "dynamic-frame": ["def f(): return locals()", "def f(): return vars()", "def f(): return dir()",
                      "def f(): eval('1')", "def f(): exec('x = 1')", "def f():\n    import sys\n    sys._getframe()"],
    "generator-function": ["def f(): yield 1", "def f(): x = yield from ()"],
    "too-deep": ["def f(x): return " + "+".join(["x"] * 2500)],
}
ISLANDS = {
    "async-function": "def f():\n    async def g(): pass\n    return g",
    "class-body": "def f():\n    class C:\n        x = 1\n    return C",
    "dynamic-frame": "def f():\n    def g(): return locals()\n    return g",
    "except-star": "def f():\n    try:\n        pass\n    except* ValueError:\n        pass",
    "generator-expression": "def f(xs): return iter(x for x in xs)",
    "generator-function": "def f(): return lambda: (yield)",
    "import-statement": "def f():\n    import math\n    return math.pi",
}
# test_frontend_link.py, test_frontend_source.py, test_generic_frontend.py, test_hostile.py
ELSEWHERE = {"debugger", "module-hooks", "no-source", "not-a-function", "patched-library"}


def test_table_is_covered():
    assert set(TABLE) == set(FUNCTIONS) | set(ISLANDS) | ELSEWHERE
    for entry in TABLE.values():
        for text in entry:
            assert text and text[0].islower() and not text.endswith(".")


@pytest.fixture
def define(tmp_path):
    def make(text):
        path = tmp_path / "subject.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location("subject", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.f

    return make


@pytest.mark.parametrize("code, text", [(code, text) for code, texts in FUNCTIONS.items() for text in texts])
def test_function(define, code, text):
    function = define(text)
    with pytest.raises(Unsupported) as caught:
        lower_text(function)
    assert caught.value.code == code
    assert re.search(r"subject\.py:\d+:\d+: " + code, str(caught.value))


@pytest.mark.parametrize("code", ISLANDS)
def test_island(define, code):
    text = lower_text(define(ISLANDS[code]))
    assert re.search(f'imperative.python ".*" because "{code}" cells', text)


def test_except_star_that_leaves(define):
    function = define("def f():\n    try:\n        return 1\n    except* ValueError:\n        pass")
    with pytest.raises(Unsupported, match="except-star"):
        lower_text(function)


def test_looking_at_one_object_is_fine(define):
    assert "imperative.call" in lower_text(define("def f(x): return vars(x), dir(x), globals()"))


def test_long_chain_of_elif(define):
    chain = "".join(f"    elif x == {i}:\n        return {i}\n" for i in range(1, 300))
    assert "299 : i64" in lower_text(define("def f(x):\n    if x == 0:\n        return 0\n" + chain))


def test_island_over_the_cells_of_an_existing_closure(define):
    function = define("def make():\n    x = 1\n    def g():\n        class C:\n            y = x\n        return C\n"
                      "    return g\nf = make()")
    with pytest.raises(Unsupported, match="class-body"):
        lower_text(function)
