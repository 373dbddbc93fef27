"""How fast generic versions run plain Python beside CPython's interpreter, construct by construct.

    python benchmark/boxed.py [names…] [--rounds N]

Each function is a loop over one construct, run by its body and by the interpreter in turn; the figure is how many times as fast the
body is (more than 1: faster).
"""
from __future__ import annotations

import argparse
import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "benchmark")]
from janusc import _dispatch  # noqa: E402
from janusc.dispatch import generic, units  # noqa: E402
from janusc.dispatch.calls import Settings  # noqa: E402
from measure import alternate, table  # noqa: E402

REPEAT = range(20000)
LIMIT = 3


class Point:
    kind = "point"

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def move(self, by):
        return self.x + by

    @property
    def doubled(self):
        return self.x


class Slots:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


def identity(x):
    return x


def bench_int_arithmetic(n=1):
    for i in REPEAT:
        n = i * 3 + n - 7 & 1023
    return n


def bench_float_arithmetic(x=0.5):
    for _ in REPEAT:
        x = x * 0.5 + 1.25 - x / 3.0
    return x


def bench_comparison(n=0):
    for i in REPEAT:
        if i < 5000:
            n = i
        elif i == 7000:
            n = 1
    return n


def bench_while(i=0):
    while i < 20000:
        i += 1
    return i


def bench_globals(n=0):
    for _ in REPEAT:
        n = LIMIT
    return n


def bench_builtins(n=0):
    for _ in REPEAT:
        n = len
    return n


def bench_attribute():
    point = Point(1, 2)
    for _ in REPEAT:
        n = point.x
    return n


def bench_class_attribute():
    point = Point(1, 2)
    for _ in REPEAT:
        n = point.kind
    return n


def bench_slot():
    point = Slots(1)
    for _ in REPEAT:
        n = point.x
    return n


def bench_module_attribute(module=types):
    for _ in REPEAT:
        n = module.FunctionType
    return n


def bench_store_attribute():
    point = Point(1, 2)
    for i in REPEAT:
        point.x = i
    return point


def bench_property():
    point = Point(1, 2)
    for _ in REPEAT:
        n = point.doubled
    return n


def bench_method():
    point = Point(1, 2)
    for i in REPEAT:
        n = point.move(i)
    return n


def bench_builtin_method():
    items = []
    for i in REPEAT:
        items.append(i)
    return items


def bench_call(n=0):
    for i in REPEAT:
        n = identity(i)
    return n


def bench_recursion():
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    return fibonacci(17)


def bench_builtin_call(items=(1, 2, 3)):
    for _ in REPEAT:
        n = len(items)
    return n


def bench_new_object(n=0):
    for i in REPEAT:
        n = Point(i, i)
    return n


def bench_list_item():
    items = [1, 2, 3]
    for _ in REPEAT:
        n = items[1]
    return n


def bench_tuple_item(items=(1, 2, 3)):
    for _ in REPEAT:
        n = items[-1]
    return n


def bench_dict_item():
    items = {"a": 1}
    for _ in REPEAT:
        n = items["a"]
    return n


def bench_store_item():
    items = [0, 0, 0]
    for i in REPEAT:
        items[1] = i
    return items


def bench_store_key():
    items = {}
    for i in REPEAT:
        items["a"] = i
    return items


def bench_for_list():
    items = [1, 2, 3, 4] * 5000
    for item in items:
        n = item
    return n


def bench_unpack(pair=(1, 2)):
    for _ in REPEAT:
        x, y = pair
    return x, y


def bench_displays(n=0):
    for i in REPEAT:
        n = [i, (i, n)]
        n = 0
    return n


def bench_comprehension(n=0):
    for _ in range(200):
        n = [i for i in range(100)]
    return n


def bench_text(name="x"):
    for i in REPEAT:
        text = f"{name}={i}"
    return text


def bench_try(n=0):
    for i in REPEAT:
        try:
            n = i
        except ValueError:
            n = 0
    return n


def bench_is_instance(x=3):
    for _ in REPEAT:
        n = isinstance(x, int) and x is not None
    return n


BENCHES = {name.removeprefix("bench_"): value for name, value in list(globals().items()) if name.startswith("bench_")}


def speeds(names: list[str], rounds: int) -> list[tuple[str, float, float]]:
    """Name, microseconds of the interpreter, speed of the body as a multiple of the interpreter's."""
    plan_for, units.plan_for = units.plan_for, lambda *arguments: None
    settings, result = Settings(options={"compile_all": True}), []
    for name in names:
        function = BENCHES[name]
        made = generic.prepare(function, settings)
        assert isinstance(made, generic.Generic), made
        seconds = alternate({"interpreter": function, "body": lambda function=function: _dispatch.call_generic(function)},
                            rounds, 1)
        plain, body = table(seconds, "interpreter")
        result.append((name, plain["us"], body["speed"]))
    units.plan_for = plan_for
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="constructs; all without")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    for name, microseconds, speed in speeds(options.names or list(BENCHES), options.rounds):
        print(f"  {name:<20} {microseconds:>9.0f} us  {speed:>6.2f}x", flush=True)


if __name__ == "__main__":
    main()
