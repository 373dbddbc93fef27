"""Planning: a function's AST and its dirty nodes in, units out."""
from __future__ import annotations

import ast
import textwrap
import types

import pytest
from janusc.errors import NoSource
from janusc.frontend.dirty import DynamicOp, Places
from janusc.frontend.holes import tensor_receivers
from janusc.frontend.source import Source, find
from janusc.frontend.synthetic import make_function
from janusc.frontend.units import Planner


def source_of(text: str, class_name: str | None = None) -> Source:
    text = textwrap.dedent(text)
    return Source("subject.py", text, ast.parse(text).body[0], class_name, False)


def plan(text: str, *dirty: str, free: tuple[str, ...] = (), class_name: str | None = None, outer: bool = True) -> list:
    """The units as (source, inputs, outputs, returns). dirty: expressions as source; outer: no units inside units."""
    source = source_of(text, class_name)
    nodes = [node for node in ast.walk(source.node) if isinstance(node, ast.expr) and ast.unparse(node) in dirty]
    units = Planner(source, free).plan(nodes).units()
    if outer:
        inside = set()
        for unit in units:
            parts = {part for node in unit.nodes for part in ast.walk(node)}
            inside |= {other for other in units if other is not unit and parts.issuperset(other.nodes)}
        units = [unit for unit in units if unit not in inside]
    return [("; ".join(" ".join(ast.unparse(node).split()) for node in unit.nodes), unit.inputs, unit.outputs,
             unit.returns) for unit in units]


@pytest.mark.parametrize(("text", "dirty", "expected"), [
    # A call that needs the interpreter splits a run; what it is given is a unit of its own.
    ("""
     def f(x, w):
         h = x @ w
         y = h.sum()
         print(y.item())
         return y * 2
     """, ["print(y.item())"],
     [("h = x @ w; y = h.sum()", ("w", "x"), ("y",), False), ("return y * 2", ("y",), (), True),
      ("y.item()", ("y",), (), False)]),
    # What is read by the next iteration is an output; a name that nothing else reads is not.
    ("""
     def f(x, n):
         for i in range(n):
             t = x + 1
             x = t * 2
             log(x)
     """, ["log(x)"], [("t = x + 1; x = t * 2", ("x",), ("x",), False), ("range(n)", ("n",), (), False)]),
    # A variable that is bound on one path only comes in as it is.
    ("""
     def f(x, c, y):
         if c:
             y = x + 1
         log(y)
     """, ["log(y)"], [("if c: y = x + 1", ("c", "x", "y"), ("y",), False)]),
    # Bound on both, it does not.
    ("""
     def f(x, c, y):
         if c:
             y = x + 1
         else:
             y = x - 1
         log(y)
     """, ["log(y)"], [("if c: y = x + 1 else: y = x - 1", ("c", "x"), ("y",), False)]),
    # A loop that may not run binds nothing for sure.
    ("""
     def f(xs):
         for x in xs:
             y = x + 1
         log(y)
     """, ["log(y)"], [("for x in xs: y = x + 1", ("xs", "y"), ("y",), False)]),
    # Leaving in two ways is no unit; returning on all paths is.
    ("""
     def f(x):
         if x.sum() > 0:
             return x
         log(x)
         if x.sum() < 0:
             return -x
         return x + 1
     """, ["log(x)"],
     [("if x.sum() < 0: return -x; return x + 1", ("x",), (), True),
      ("x.sum() > 0", ("x",), (), False)]),
    # A break belongs to its loop.
    ("""
     def f(x, n):
         while log(n):
             x = x * 2
             if x.sum() > n:
                 break
             for i in range(3):
                 if x[i] > 1:
                     break
     """, ["log(n)"],
     [("x = x * 2", ("x",), ("x",), False), ("for i in range(3): if x[i] > 1: break", ("x",), (), False),
      ("x.sum() > n", ("n", "x"), (), False)]),
    # Handlers look at variables at any point of the body.
    ("""
     def f(x):
         try:
             a = x + 1
             b = a * 2
             log(b)
         except ValueError:
             return a
         return b
     """, ["log(b)"], [("a = x + 1; b = a * 2", ("x",), ("a", "b"), False)]),
    # Assignments to attributes and items: the value is a unit.
    ("""
     def f(self, x, d):
         self.total += x.sum().item()
         d['k'] = x * 2
     """, ["self.total", "d['k']"], [("x.sum().item()", ("x",), (), False), ("x * 2", ("x",), (), False)]),
    # f-strings and the like are the interpreter's, what they format is not.
    ("""
     def f(x):
         log(f'{x.mean().item():.3f}', a=x.max())
     """, ["log(f'{x.mean().item():.3f}', a=x.max())", "f'{x.mean().item():.3f}'"],
     [("x.mean().item()", ("x",), (), False), ("x.max()", ("x",), (), False)]),
    # With locals() in sight every variable is bound.
    ("""
     def f(x):
         a = x + 1
         b = a + 1
         return locals()
     """, [], [("a = x + 1; b = a + 1", ("x",), ("a", "b"), False)]),
    # del, import, classes, functions: never part of a unit.
    ("""
     def f(x):
         y = x + 1
         import os
         z = y + 1
         del y
         return z * 2
     """, [], [("y = x + 1", ("x",), ("y",), False), ("z = y + 1", ("y",), ("z",), False),
               ("return z * 2", ("z",), (), True)]),
])
def test_units(text, dirty, expected):
    assert sorted(map(str, plan(text, *dirty))) == sorted(map(str, expected))


def test_nothing_dirty_is_one_unit():
    assert plan("def f(x):\n    y = x + 1\n    return y") == [("y = x + 1; return y", ("x",), (), True)]


def test_variables_that_closures_share_are_only_read():
    text = """
        def f(x):
            y = x + 1
            g = lambda: y
            z = y * 2
            y = z * 3
            return [z * t for t in range(3)], g
    """
    units = plan(text)
    assert ("y = x + 1", ("x",), ("y",), False) not in units and ("y = z * 3", ("z",), ("y",), False) not in units
    assert any(source.startswith("g = ") or source == "z = y * 2" or "z = y * 2" in source for source, *_ in units)


def test_free_and_global_variables():
    text = """
        def f(x):
            global G
            G = x + 1
            return x + v + H
    """
    assert plan(text, free=("v",)) == [("return x + v + H", ("v", "x"), (), True), ("x + 1", ("x",), (), False)]


def test_units_inside_units():
    units = plan("""
        def f(x):
            a = x + 1
            b = a * 2
            c = b * 3
            return c
    """, outer=False)
    sources = [source for source, *_ in units]
    assert sources[:3] == ["a = x + 1; b = a * 2; c = b * 3; return c", "a = x + 1; b = a * 2", "a = x + 1"]


@pytest.mark.parametrize(("text", "expected"), [
    ("def f(n, x):\n    y = x + n.w\n    return y * n.b", (("n", "w"), ("n", "b"))),
    ("def f(n, x):\n    return x + n.w.v", (("n", "w"),)),
    ("def f(n, x):\n    return x + n.w()", ()),
    ("def f(n, x):\n    return g(n, x + n.w)", ()),
    ("def f(n, m, x):\n    m.w = x\n    return x + n.w", ()),
    ("def f(n, m, x):\n    m.v = x\n    return x + n.w", (("n", "w"),)),
    ("def f(n, x):\n    n = x\n    return x + n.w", ()),
    ("def f(n, x):\n    n.w += 1\n    return x + n.w", ()),
    ("def f(n, x):\n    return x + [n.w for _ in x][0]", (("n", "w"),)),
    ("def f(n, x):\n    return x + max(n.w for _ in x)", ())])
def test_peeks(text, expected):
    source = source_of(text)
    unit = Planner(source).plan([], peeked={"n"}).units()[0]
    assert unit.peeks == expected


def test_peeks_are_parameters():
    source = source_of("def f(self, x):\n    return self.__w + x * self.b", "C")
    unit = Planner(source).plan([], peeked={"self"}).units()[0]
    assert unit.peeks == (("self", "_C__w"), ("self", "b")) and unit.hidden == {"self"}
    function = make_function(unit, source, {}, "f[1]")
    assert function.__code__.co_varnames == ("x", "peek_0", "peek_1") and function(5, 3, 4) == 23


@pytest.mark.parametrize(("text", "expected"), [
    ("def f(n, x):\n    return x.sum() / len(n)", (("n", "len()"),)),
    ("def f(n, x):\n    return x.sum() / len(n) + x[len(n)]", (("n", "len()"),)),
    ("def f(n, x):\n    return x.sum() / len(n) + n[0]", ()),
    ("def f(n, x):\n    return x.sum() / len(n) + n.w", ()),
    ("def f(n, x, len):\n    return x.sum() / len(n)", ()),
    ("def f(n, x):\n    return x.sum() / len(*n)", ())])
def test_a_length_is_taken_where_nothing_else_is_read(text, expected):
    source = source_of(text)
    planner = Planner(source)
    assert planner.plan([]).units()[0].peeks == expected
    assert planner.plan([], whole={"n"}).units()[0].peeks == ()


def test_a_length_is_a_parameter():
    source = source_of("def f(n, x):\n    return x + len(n)")
    unit = Planner(source).plan([]).units()[0]
    assert unit.parameters == ("n", "x", "peek_0") and unit.hidden == {"n"}
    assert make_function(unit, source, {}, "f[1]")(2, 3) == 5


def test_what_is_in_a_hole_is_in_no_unit():
    source = source_of("def f(x, g):\n    return x.sum() / g(x * 2)")
    dirty = [node for node in ast.walk(source.node) if isinstance(node, ast.expr) and ast.unparse(node) == "g(x * 2)"]
    planned = Planner(source).plan(dirty)
    units = {ast.unparse(unit.nodes[0]): unit for unit in planned.units()}
    whole = units["return x.sum() / g(x * 2)"]
    assert [ast.unparse(hole) for hole in whole.holes] == ["x.sum()", "g(x * 2)"]
    for part in ("x.sum()", "x * 2"):
        assert units[part].depth == 0 and planned.around[units[part]] == ()
    assert planned.around[units["x.sum() / g(x * 2)"]] == (whole,)


def test_peeks_beside_holes():
    source = source_of("def f(n, x):\n    y = x + g(x)\n    return y * n.b")
    dirty = [node for node in ast.walk(source.node) if isinstance(node, ast.Call)]
    unit = next(unit for unit in Planner(source).plan(dirty, peeked={"n"}).units() if unit.holes and unit.returns)
    assert unit.parameters == ("n", "x", "hole_0", "peek_0")
    assert make_function(unit, source, {}, "f[1]")(2, 3, 4) == 20


def test_a_dropped_unit_stays_out():
    source = source_of("def f(n):\n    m = n + 1\n    return g(m)")
    planner = Planner(source)
    first = planner.plan([])
    again = planner.plan([], [unit.key for unit in first.units()])
    assert first and not again


def place(source: Source, text: str) -> tuple[str, int, int]:
    node = next(node for node in ast.walk(source.node) if isinstance(node, ast.expr) and ast.unparse(node) == text)
    return source.file, node.lineno, node.col_offset + 1


@pytest.mark.parametrize(("kind", "detail", "reason", "at", "expected"), [
    ("call", "", "torch.foo is not in the library table", "foo(x)", ["foo(x)"]),
    ("get_attr", "sum", "", "foo(x)", ["foo(x).sum"]),
    ("library_call", "torch.Tensor.item", "", "foo(x)", ["foo(x).sum().item()", "foo(x).sum().item"]),
    ("binary", "", "", "foo(x)", ["foo(x).sum().item() + 1"]),
    ("truth", "", "", "foo(x)", ["if foo(x).sum().item() + 1:\n    pass"]),
    ("get_item", "", "", "y", ["y[0]"]),
    ("unpack", "", "", "a", ["a, b = y[0]"]),
])
def test_nodes_of_operations(kind, detail, reason, at, expected):
    source = source_of("def f(x, y):\n    if foo(x).sum().item() + 1: pass\n    a, b = y[0]")
    target = "(a, b)" if at == "a" else at
    op = DynamicOp(kind, detail, reason, True, [place(source, target)])
    assert sorted(ast.unparse(node) for node in Places(source).nodes_of(op)) == sorted(expected)


def test_an_operation_of_a_callee_is_the_call():
    source = source_of("def f(x):\n    return g(x).sum()")
    op = DynamicOp("binary", "", "", True, [("other.py", 3, 4), place(source, "g(x).sum()")])
    found = {ast.unparse(node) for node in Places(source).nodes_of(op)}
    assert "g(x)" in found and "x" not in found
    assert Places(source).nodes_of(op._replace(places=[("other.py", 2, 1)])) == []


def make(text: str, **options) -> types.FunctionType:
    source = source_of(text, options.pop("class_name", None))
    unit = Planner(source, options.pop("free", ())).plan([]).units()[0]
    return make_function(unit, source, {"G": 5}, "f[1]", **options)


def test_synthetic_functions():
    function = make("def f(x, c):\n    if c:\n        y = x + G\n    z = 2\n    del c\n    return y, z")
    assert function.__code__.co_varnames[:function.__code__.co_argcount] == ("c", "x", "y")
    assert function(True, 1, None) == (6, 2) and function(False, 1, 3) == (3, 2)
    assert function.__code__.co_filename == "subject.py" and function.__qualname__ == "f[1]"
    assert {line for _, _, line in function.__code__.co_lines() if line} == {2, 3, 4}
    found = find(function)
    assert isinstance(found.node, ast.FunctionDef) and found.text.startswith("def f")


def test_inputs_that_are_not_bound_are_no_parameters():
    text = "def f(x, c):\n    if c:\n        y = x + G\n    del c\n    return y"
    function = make(text, unbound=["y"])
    assert function.__code__.co_varnames[:function.__code__.co_argcount] == ("c", "x")
    with pytest.raises(UnboundLocalError):
        function(False, 1)
    assert make(text, unbound=["x"]) is None


def test_private_names_are_spelled_out():
    function = make("def f(self, x):\n    return self.__w + x", class_name="C")
    assert function(types.SimpleNamespace(_C__w=3), 4) == 7


def test_a_source_is_known_as_long_as_its_code():
    function = make("def f(x):\n    return x + 1")
    code = function.__code__
    assert find(function) is find(types.FunctionType(code, {}))
    copied = types.FunctionType(code.replace(co_name="g"), {})
    with pytest.raises(NoSource):
        find(copied)


@pytest.mark.parametrize(("text", "dirty", "expected", "holes"), [
    # Only an argument needs the interpreter; what Python looks up before it is a hole as well, unless nothing can change it.
    ("def f(self, q, h):\n    h = self.cell(q.pop(), h) + 1\n    return h * 2", "q.pop()",
     "h = self.cell(q.pop(), h) + 1; return h * 2", ["self.cell", "q.pop()"]),
    ("def f(xs, k, w):\n    return w @ xs[k] + 1", "xs[k]", "return w @ xs[k] + 1", ["xs[k]"]),
    ("def f(x, y):\n    return x.mul(2).add(g(y)) + h(y)", "g(y)", "return x.mul(2).add(g(y)) + h(y)",
     ["x.mul(2).add", "g(y)"]),
    ("def f(x, y):\n    return x.add(g(y))", "g(y)", "return x.add(g(y))", ["g(y)"]),
    ("def f(x, y):\n    if x + g(y) > 3:\n        y = y + 1\n    return y * 2", "g(y)",
     "if x + g(y) > 3: y = y + 1; return y * 2", ["g(y)"]),
    ("def f(x, y):\n    x += g(y)\n    return x", "g(y)", "x += g(y); return x", ["g(y)"]),
])
def test_holes(text, dirty, expected, holes):
    source = source_of(text)
    nodes = [node for node in ast.walk(source.node) if isinstance(node, ast.expr) and ast.unparse(node) == dirty]
    unit = Planner(source).plan(nodes).units()[0]
    assert "; ".join(" ".join(ast.unparse(node).split()) for node in unit.nodes) == expected
    assert [ast.unparse(hole) for hole in unit.holes] == holes
    function = make_function(unit, source, {}, "f[1]")
    assert function.__code__.co_varnames[:function.__code__.co_argcount] == unit.parameters
    # Only what no hole looks up before must be a tensor's method.
    assert list(tensor_receivers(unit.opened, unit.holes)) == ["x"] * (text.count("x.add(g") + text.count("x.mul(g"))
    assert dirty not in ast.unparse(find(function).node)


@pytest.mark.parametrize(("text", "dirty"), [
    # Evaluated on some paths only, or as often as a loop goes.
    ("def f(x, c):\n    return c and g(x)", "g(x)"), ("def f(x, c):\n    return x if c else g(x)", "g(x)"),
    ("def f(x):\n    return [x + g(y) for y in x] + x", "x"), ("def f(x, y):\n    return x + y", "y"),
    # The variable is one that closures may bind.
    ("def f(x):\n    def h():\n        nonlocal x\n        x = 1\n    x += g(h)\n    return x", "g(h)"),
])
def test_no_holes(text, dirty):
    source = source_of(text)
    nodes = [node for node in ast.walk(source.node) if isinstance(node, ast.expr) and ast.unparse(node) == dirty]
    assert not any(unit.holes for unit in Planner(source).plan(nodes).units())


def test_a_comprehension_has_units_of_its_own():
    text = "[self.net(t).item() + g(t) for t in x.unbind() if t.sum() > 0]"
    node = ast.parse(text, mode="eval").body
    source = Source("subject.py", text, node, None, False)
    dirty = [part for part in ast.walk(node) if isinstance(part, ast.expr) and ast.unparse(part) == "g(t)"]
    units = Planner(source, ["self"]).plan(dirty).units()
    assert [(unit.kind, ast.unparse(unit.nodes[0]), unit.inputs) for unit in units][:3] == [
        ("condition", "t.sum() > 0", ("t",)), ("expression", "t.sum()", ("t",)),
        ("expression", "self.net(t).item() + g(t)", ())]
    # Outside, the whole of it or its first iterable.
    around = plan(f"def f(self, x):\n    log({text})", f"log({text})", text)
    assert around == [("x.unbind()", ("x",), (), False)]
