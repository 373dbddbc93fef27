"""Functions that the tests of the generic form lower; a file of its own, which pytest does not rewrite."""


def variables(a, captured, *star):
    own = a

    def inner(x):
        return captured, late, x

    late = star
    return inner, own


def constants():
    return 123456789012345678901234567890, ("a", 2, (None, 3.5)), 60 * 60 * 24 * 1000


def definitions(x, y=1):
    squares = [i * x for i in range(3)]
    later = (i for i in squares)

    def made(a: int = x, *, key=y) -> str:
        return a, key

    pair = (lambda: 1), (lambda: 2)

    class Inside(dict):
        z = 1

    return squares, later, made, pair, Inside


def unpacking():
    return f(*a, b, *c, key=d, **e)  # noqa: F821


def imports():
    import json
    import os.path as path
    return path, json


def dead():
    if False:
        def never():
            pass
    while 0:
        return lambda: 0
    if __debug__:
        return 1
    return [i for i in ()]


def several_lines(a, b):
    with a as c:
        value = (a
                 .first(b)
                 .second(
                     c[1]
                     + b))
    for x in (a,
              b):
        value += x
    try:
        assert value, "no"
    except (ValueError,
            TypeError) as error:
        raise KeyError from error
    return [v
            for v in value]


def generator():
    yield 1


async def coroutine():
    return 1


def debugged(x):
    if x:
        breakpoint()  # noqa: T100
    return x


async def async_comprehension(x):
    return [y async for y in x]


def units(x):
    y = x + 1
    z = y * 2
    if z > 3:
        return z
    return y
