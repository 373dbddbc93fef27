"""Functions that test_generic_calls.py calls; a file of its own, which pytest does not rewrite."""
import signal
import sys
import threading
import types

import torch
from torch import nn


def depth(n=0):
    try:
        return depth(n + 1)
    except RecursionError as error:
        return n, str(error)


def sum_to(n):
    return 0 if n == 0 else n + sum_to(n - 1)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def spin(trail, kind):
    n = 0
    if kind == "while":
        while True:
            n += 1
            trail[0] = n
            if n < 0:
                break
    elif kind == "for":
        for n in range(10 ** 12):
            trail[0] = n
    else:
        while True:
            try:
                trail[0] += 1
            finally:
                trail[1] = trail[0]


def interrupt_soon(seconds=0.15):
    timer = threading.Timer(seconds, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    timer.start()
    return timer


def switch(stop):
    """Spins until another thread gets its turn."""
    n = 0
    while not stop:
        n += 1
    return n > 0


def many(sentinel, fail):
    """Holds a sentinel in every way, and leaves in many."""
    x = [sentinel, (sentinel, {sentinel: sentinel})]
    y, *z = x[0], sentinel, sentinel
    text = f"{sentinel!r:>3}"
    w = [a for a in (sentinel, y) if a is not None]

    def inner(d=sentinel, *, k=sentinel):
        return sentinel, d, k

    def take(*args, **keywords):
        if fail == "call":
            raise ValueError(sentinel)
        return args, keywords

    take(sentinel, *z, k=sentinel, **{"l": sentinel})
    for a, b in [(sentinel, 1), (sentinel, 2)]:
        if fail == "loop":
            raise ValueError(a)
        if b == 2 and fail == "break":
            break
        if fail == "return":
            return a
    try:
        if fail == "caught":
            raise KeyError(sentinel)
        if fail == "unpack":
            p, q = (sentinel,)
        if fail == "operator":
            sentinel + x + [sentinel]
        if fail == "attribute":
            take(x, w).missing
        if fail == "item":
            [sentinel, take(sentinel)][5]
    except (KeyError, TypeError) as error:
        x = error
    finally:
        v = sentinel
    with Manager(sentinel) as m:
        if fail == "with":
            raise ValueError(m)
    global HELD
    HELD = sentinel
    del HELD
    match (sentinel, [sentinel]):
        case (c, [e]):
            pass
    sentinel is c and e
    del c
    return x, y, z, text, w, inner(), v, (lambda: sentinel)()


class Manager:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *exception):
        return None


def helper(x):
    return "old", x


def uses_helper(x):
    return helper(x), Holder().method(x), held.method(x)


class Holder:
    def method(self, x):
        return "method", x


held = Holder()


def defaults(a, b=1, *, c=2):
    return a, b, c


def calls_the_library(x):
    import textwrap
    return textwrap.dedent(x), helper(x)


def caller_of_generator(n):
    return sum(squares(n))


def squares(n):
    for i in range(n):
        yield i * i


def frames_below():
    names = []
    frame = sys._getframe()
    while frame is not None:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names[:3]


class Net(nn.Module):
    def __init__(self, log):
        super().__init__()
        self.inner = Inner(log)
        self.log = log

    def forward(self, x, scale=1):
        self.log.append(("net", scale))
        print("forward", end="")
        return self.inner(x, k=scale) * scale


class Inner(nn.Module):
    def __init__(self, log):
        super().__init__()
        self.log = log
        self.weight = nn.Parameter(torch.ones(2))

    def forward(self, x, *, k):
        self.log.append(("inner", k))
        return x * self.weight.detach() + len(self.log)


class Made:
    count = 0

    def __init__(self, x, *, y=1):
        type(self).count += 1
        self.x, self.y = x, y


class MadeWrongly(Made):
    def __init__(self, *args):
        return args


class Callable:
    def __call__(self, *args, **keywords):
        return args, keywords


def makes(x):
    return Made(x, y=2).y, Callable()(x, k=1), Made(x).x


def traced(x):
    y = x + 1
    return helper(y)


def fresh():
    """A new function of new code at each call."""
    def made(x):
        return [x, x]

    return types.FunctionType(made.__code__.replace(), globals())
