"""Functions, classes, comprehensions, imports, calls: what is made, in which order, with which messages."""
import functools
import types


def program_functions(log):
    def plain(a, b=log("default"), *args, c: log("annotation") = log("keyword default"), **rest) -> log("result"):
        """Docs."""
        return a, b, args, c, rest

    log((plain.__name__, plain.__qualname__, plain.__doc__, plain.__module__, plain.__defaults__, plain.__kwdefaults__,
         plain.__annotations__, plain.__code__.co_firstlineno))
    log(plain(1, 2, 3, c=4, d=5))
    for call in (lambda: plain(), lambda: plain(1, a=2), lambda: (lambda: 1)(2)):
        try:
            call()
        except TypeError as error:
            log(str(error))


def program_decorators(log):
    def note(name):
        log(name)

        def apply(function):
            log(("apply", name))
            return function
        return apply

    @note("first")
    @note("second")
    def function():
        return 1

    @note("class")
    class Decorated:
        pass

    log((function(), Decorated.__qualname__))


def program_classes(log):
    class Meta(type):
        @classmethod
        def __prepare__(mcs, name, bases, **keywords):
            log((name, len(bases), sorted(keywords)))
            return {}

        def __new__(mcs, name, bases, namespace, **keywords):
            return super().__new__(mcs, name, bases, namespace)

        def __init__(cls, name, bases, namespace, **keywords):
            pass

    outer = 3

    class First(metaclass=Meta, flag=1):
        x = outer
        __private = 4

        def method(self):
            return self.x, self.__private, outer, __class__

    bases = (First,)

    class Second(*bases, **{"more": 2}):
        x = [outer + i for i in range(2)]

    log((First().method()[:3], Second.x, First.__qualname__, First().method()[3].__name__))
    log(Second.__mro__[1].__name__)

    def failing():
        class Bad:
            y = 1
            y.missing

    try:
        failing()
    except AttributeError as error:
        import traceback
        log([(frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)])


def program_closures(log):
    made = []
    for i in range(3):
        made.append(lambda: i)
    log([f() for f in made])
    made = [lambda: j for j in range(3)]
    log([f() for f in made])
    made = [lambda k=k: k for k in range(3)]
    log([f() for f in made])
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    bump()
    log((bump(), count))

    def parameter(x):
        def change():
            nonlocal x
            x += 1
        change()
        return x

    log(parameter(1))

    def deep():
        def middle():
            def inner():
                nonlocal count
                count *= 10
            inner()
        middle()

    deep()
    log(count)


def program_comprehensions(log):
    def said(x):
        log(x)
        return x

    x = "outside"
    log([said(x) for x in said([1, 2, 3]) if said(x) > 1])
    log(x)
    log({(a, b) for a in range(2) for b in range(a + 1)} == {(0, 0), (1, 0), (1, 1)})
    log({said(k): said(v) for k, v in [(1, 2), (3, 4)]})
    log([y := f for f in range(3)])
    log(y)
    log([[i * j for i in range(j)] for j in range(3)])
    log(list(i for i in range(3) if i))
    log(sum(i * x for i, x in enumerate((4, 5))))
    made = (said(i) for i in range(2))
    log("lazy")
    log(list(made))
    log(type(made).__name__)
    first, *rest = (i for i in "abc")
    log((first, rest))
    try:
        [i for i in 3]
    except TypeError as error:
        log(str(error))
    try:
        (i for i in 3)
    except TypeError as error:
        log(str(error))


class Iterator:
    """Tells when it is asked for an iterator."""

    def __init__(self, log, items):
        self.log, self.items = log, iter(items)

    def __iter__(self):
        self.log("iter")
        return self

    def __next__(self):
        return next(self.items)


def program_iter_is_asked_once(log):
    log([x for x in Iterator(log, "ab")])
    log({x for x in Iterator(log, "a")})
    for x in Iterator(log, "c"):
        log(x)
    log(list(x for x in Iterator(log, "d")))


def program_generators(log):
    def numbers(n):
        try:
            while n:
                sent = yield n
                log(sent)
                n -= 1
        finally:
            log("closed")

    def outer():
        result = yield from inner()
        log(result)

    def inner():
        yield "inner"
        return "result"

    made = numbers(2)
    log((next(made), made.send("x")))
    made.close()
    log(list(outer()))

    async def coroutine():
        return 5

    waiting = coroutine()
    try:
        waiting.send(None)
    except StopIteration as error:
        log(error.value)


def program_imports(log):
    import collections.abc
    import collections.abc as abc
    import os.path
    from collections import OrderedDict as Ordered, deque  # noqa: F401
    from os import path
    log((abc is collections.abc, os.path is path, Ordered.__name__, deque.__name__))
    try:
        import there_is_no_such_module  # noqa: F401
    except ModuleNotFoundError as error:
        log((str(error), error.name))
    try:
        from collections import nothing_like_this  # noqa: F401
    except ImportError as error:
        log((str(error).split(" (")[0], error.name))
    from . import frames
    from .frames import LEVEL
    log((frames.__name__.rsplit(".", 1)[-1], LEVEL))
    import xml.dom.minidom
    log(xml.dom.minidom.__name__)


def program_arguments_in_order(log):
    def said(x, value=None):
        log(x)
        return x if value is None else value

    class Mapping:
        def keys(self):
            log("keys")
            return ["m"]

        def __getitem__(self, key):
            log(("item", key))
            return key

    class Items:
        def __iter__(self):
            log("iter")
            return iter([7, 8])

    def take(*args, **keywords):
        return args, keywords

    log(said("f", take)(said(1), *said("star", Items()), said(2), k=said(3), **said("map", Mapping()), l=said(4)))
    log(take(*Items(), **Mapping()))
    log([said(1), *Items(), said(2)])
    log((*Items(), said(3)))
    log(sorted({*Items(), said(4)}))
    log({"a": said(5), **Mapping(), "b": said(6)})
    log({said("k1"): said("v1"), said("k2"): said("v2")})


def program_argument_errors(log):
    def take(a, *, k=1):
        return a, k

    class Bad:
        def __iter__(self):
            raise TypeError("own")

    calls = [lambda: take(*3), lambda: take(**3), lambda: take(1, **{"k": 1}, **{"k": 2}), lambda: take(*[1], *4),
             lambda: take(1, k=2, **{"k": 3}), lambda: [*3], lambda: {*3}, lambda: (*3, 1), lambda: {**3},
             lambda: take(**{1: 2}), lambda: [*Bad()], lambda: take(1, **{"z": 1}), lambda: 3(),
             lambda: {[]: 1}, lambda: {[]}, lambda: take(*[1], **{"a": 2}), lambda: len(1, 2), lambda: len(x=1)]
    for call in calls:
        try:
            log(call())
        except TypeError as error:
            log(str(error))


def program_unpacking(log):
    a, b = b_list = [1, 2]
    (c, [d, *e]), f = (1, "xyz"), 4
    log((a, b, b_list, c, d, e, f))
    for source in ([1], [1, 2, 3], 5, iter([1]), {1: 2, 3: 4}, "ab"):
        try:
            x, y = source
            log((x, y))
        except (TypeError, ValueError) as error:
            log(str(error))
    for source in ([], [1], [1, 2], iter("abc")):
        try:
            x, *y, z = source
            log((x, y, z))
        except ValueError as error:
            log(str(error))


def program_operators(log):
    class Number:
        def __init__(self, n):
            self.n = n

        def __add__(self, other):
            log("add")
            return NotImplemented

        def __radd__(self, other):
            log("radd")
            return 1

        def __iadd__(self, other):
            log("iadd")
            return self

        def __lt__(self, other):
            log("lt")
            return []

        def __contains__(self, x):
            log(("contains", x))
            return 5

        def __getitem__(self, key):
            return key

    n = Number(1)
    log(1 + n)
    m = n
    m += 1
    log(m is n)
    log((n < 1 < 2, 1 in n, 1 not in n, n[1:2, ..., ::3], n[:]))
    log((7 // 2, -7 % 3, 2 ** 100, 7 / 2, 1 << 70, 6 & 3, 6 | 3, 6 ^ 3, ~5, -True, +1.5, not [], 5 @ n if False else 0))
    for bad in (lambda: 1 + "a", lambda: "a" < 1, lambda: -"a", lambda: 1 @ 2, lambda: [1][None], lambda: None[1],
                lambda: 1 // 0, lambda: 1 in 2, lambda: None.x, lambda: [1]["a"]):
        try:
            bad()
        except (TypeError, ZeroDivisionError, AttributeError) as error:
            log(str(error))
    x = [1, 2, 3]
    x[0] += 5
    x[1:2] = [8, 9]
    del x[0], x[-1]
    log(x)
    text = "a"
    text *= 3
    log(f"{text!r:>8}|{3.14159:.{2}f}|{x}|{text!s}|{'é'!a}|{{}}|{1:05}")
    log((None is None, 1 is not None, x == [8, 9], 1 < 2 < 3 > 2 != 4))


def program_attributes(log):
    class Thing:
        def __getattr__(self, name):
            log(("getattr", name))
            if name == "missing":
                raise AttributeError("no " + name)
            return name

        def __setattr__(self, name, value):
            log(("setattr", name, value))
            object.__setattr__(self, name, value)

        def __delattr__(self, name):
            log(("delattr", name))

    thing = Thing()
    thing.x = thing.y
    thing.x += "!"
    del thing.x
    log(thing.x)
    thing.call = lambda a: (a, a)
    log(thing.call(3))
    try:
        thing.missing
    except AttributeError as error:
        log(str(error))
    try:
        object().x = 1
    except AttributeError as error:
        log(str(error))


def program_matching(log):
    class Point:
        __match_args__ = ("x", "y")

        def __init__(self, x, y):
            self.x, self.y = x, y

    def kind(subject):
        match subject:
            case 0 | 1:
                return "small"
            case -1.5 | "text" | None | True:
                return "constant"
            case [1, *rest] if rest:
                return ("list", rest)
            case [x, (y, z)]:
                return (x, y, z)
            case [*_]:
                return "sequence"
            case {"k": value, **rest}:
                return (value, rest)
            case {}:
                return "mapping"
            case Point(x=0, y=y):
                return ("on axis", y)
            case Point(a, b):
                return (a, b)
            case int(n) | float(n):
                return n
            case str() as text:
                return text
            case _:
                return "other"

    for subject in (0, 1, -1.5, "text", None, True, [1, 2, 3], [1], [4, (5, 6)], (), {"k": 1, "l": 2}, {1: 2},
                    Point(0, 3), Point(4, 5), 77, 2.5, "abc", b"x", {3}, range(2)):
        log(kind(subject))

    class Bad:
        __match_args__ = ["x"]

    class TooFew:
        __match_args__ = ("x",)

    def errors(subject):
        match subject:
            case Bad(x):
                return x
            case TooFew(x, y):
                return x, y
            case int(x, y):
                return x, y

    for subject in (Bad(), TooFew(), 3):
        try:
            errors(subject)
        except TypeError as error:
            log(str(error))


def program_partials_and_callables(log):
    class Callable:
        def __call__(self, *args, **keywords):
            return args, keywords

        def method(self, *args):
            return args

    callable_object = Callable()
    log(callable_object(1, k=2))
    log(functools.partial(callable_object, 1)(2))
    bound = callable_object.method
    log(bound(1, 2))
    log(types.MethodType(lambda self, x: (x, self is callable_object), callable_object)(3))
    log(Callable.method(callable_object, 4))
    log(max([3, 1], key=lambda v: -v))
    log(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
    log(type("Made", (), {"x": 1})().x)
    log("{} {k}".format(1, k=2))


def recursive(n):
    return 0 if n == 0 else 1 + recursive(n - 1)


def program_recursion(log):
    log(recursive(50))

    def tree(depth):
        return (tree(depth - 1), depth, tree(depth - 1)) if depth else None

    log(tree(3))


def program_matching_around_what_is_not_looked_at(log):
    import collections.abc

    class Endless(collections.abc.Sequence):
        def __len__(self):
            log("len")
            return 10**9

        def __getitem__(self, index):
            log(("item", index))
            if index > 10**9:
                raise IndexError(index)
            return index % 7

    def look(subject):
        match subject:
            case [0, *_, 9]:
                return "ends"
            case [first, _, 2, *_, last]:
                return first, last
            case [*_, 3, _]:
                return "three"
            case [_, 1, *_]:
                return "one"
        return None

    for subject in [Endless(), range(10**12), [1, 3, 5], (4, 3, 2, 1), [0, 1], [1], range(0, 10), "no"]:
        log(look(subject))
