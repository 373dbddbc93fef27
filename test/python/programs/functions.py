"""Nested functions, lambdas, closures, defaults, decorators, global and nonlocal, comprehensions."""

COUNTER = 0
PLAIN = "module"


def program_closure_is_late(log):
    functions = []
    for i in range(3):
        functions.append(lambda: i)
    return [f() for f in functions]


def program_default_is_early(log):
    return [f() for f in [lambda i=i: i for i in range(3)]]


def program_nonlocal(log):
    count = 0

    def increment(by=1):
        nonlocal count
        count += by
        return count

    increment()
    increment(by=5)
    return count, increment(0)


def program_nonlocal_two_levels(log):
    x = 1

    def middle():
        def inner():
            nonlocal x
            x += 1
            return x

        return inner() + inner()

    return middle(), x


def program_global(log):
    global COUNTER
    COUNTER = 5
    COUNTER += 1

    def inner():
        global COUNTER
        COUNTER *= 2
        return COUNTER

    return inner(), COUNTER, PLAIN


def program_global_in_nested_of_local_name(log):
    PLAIN = "local"

    def inner():
        global PLAIN
        return PLAIN

    return inner(), PLAIN


def program_global_deleted(log):
    global TEMPORARY
    TEMPORARY = 1
    del TEMPORARY
    try:
        TEMPORARY
    except NameError:
        return "gone"


def program_recursion(log):
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(10)


def program_mutual_recursion(log):
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    return even(7), odd(7)


def program_parameters(log):
    def f(a, b=2, /, c=3, *args, d, e=5, **kwargs):
        return a, b, c, args, d, e, kwargs

    return f(1, d=4), f(1, 2, 3, 4, 5, d=6, z=7), f(1, c=9, d=0, a=8)


def program_defaults_are_kept(log):
    def f(x, history=[]):
        history.append(x)
        return list(history)

    f(1)
    return f(2)


def program_defaults_order(log):
    def say(value):
        log("function" if callable(value) else value)
        return value

    @say
    def f(a: say("annotation a") = say("default a"), *, b: int = say("default b")) -> say("returns"):
        return a, b

    return (lambda x=say("lambda"): x)(), f()


def program_decorators(log):
    def tag(name):
        log(f"make {name}")

        def decorate(function):
            log(f"apply {name}")
            return lambda *args: (name, function(*args))

        return decorate

    @tag("outer")
    @tag("inner")
    def f(x):
        return x

    return f(1)


def program_unbound_closure(log):
    def f():
        return late

    try:
        f()
    except NameError:
        log("unbound")
    late = 1
    return f()


def program_free_parameter(log):
    def outer(x):
        def inner():
            return x

        x += 1
        return inner

    return outer(1)()


def program_comprehensions(log):
    return ([x * y for x in range(3) for y in range(x) if x != y], {x % 3 for x in range(9)},
            {k: v for k, v in zip("ab", (1, 2))}, [[j for j in range(i)] for i in range(3)],
            [x for x in range(10) if x % 2 if x > 3])


def program_comprehension_scope(log):
    x = "outer"
    inner = [x for x in range(3)]
    return x, inner


def program_comprehension_order(log):
    def say(value):
        log(value)
        return value

    return [say((x, y)) for x in say([1, 2]) if say(x) for y in say([3, 4])], {say(1): say(2) for _ in (1, 2)}


def program_comprehension_first_iterable_is_outside(log):
    x = [1, 2]
    return [x for x in x]


def program_comprehension_closures_share(log):
    return [f() for f in [lambda: x for x in range(3)]]


def program_comprehension_walrus(log):
    total = 0
    partial = [total := total + x for x in (1, 2, 3)]
    return total, partial


def program_comprehension_captures(log):
    base = 10

    def f(values):
        return [base + v + w for v in values for w in [v]]

    base = 20
    return f([1, 2])


def program_comprehension_unbound(log):
    return [x for y in (1,) for x in (z,) for z in (2,)]


def program_generator_expression(log):
    base = 2
    values = (x * base for x in range(4))
    base = 3
    return sum(values), tuple(y for y in "ab"), any(x > 1 for x in (1, 2))


def program_lambda_in_default_of_nested(log):
    def f(g=lambda x: x + 1):
        return g(1)

    return f()


class _Private:
    def __init__(self):
        self.__value = 3

    def read(self, log):
        __local = self.__value
        return __local


def program_private_names(log):
    return _Private().read(log)


def program_nested_functions_that_stay_python(log):
    base = 10

    def numbers(n):
        for i in range(n):
            yield i + base

    def names():
        inside = 1
        return sorted(locals())

    base = 20
    return list(numbers(3)), names(), list((lambda: (yield base))())


class _Secret:
    __key = 7

    def read(self, log):
        __local = 1

        def numbers():
            nonlocal __local
            __local += 1
            yield self.__key, __local

        class Inner:
            __key = 3

            def get(self):
                return self.__key

        return list(numbers()), __local, Inner().get(), [x for x in (self.__key for _ in "ab")]


def program_private_names_in_islands(log):
    return _Secret().read(log)


def program_private_names_in_islands_compiled(log):
    class Secret:
        pass

    Secret.read = _Secret.read
    secret = Secret()
    secret._Secret__key = 8
    return secret.read(log)


def program_islands(log):
    import math as m
    from os import path

    class Local:
        scale = m.floor(2.5)

        def grow(self, x):
            return x * self.scale

    class Manager:
        def __enter__(self):
            log("enter")
            return 5

        def __exit__(self, *_):
            log("exit")

    with Manager() as five:
        log(five)
    return Local().grow(five), path.join("a", "b")
