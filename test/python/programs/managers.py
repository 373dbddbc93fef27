"""with, in all the ways to leave it."""


class Manager:
    def __init__(self, log, name, swallow=False):
        self.log, self.name, self.swallow = log, name, swallow

    def __enter__(self):
        self.log(f"enter {self.name}")
        return self.name

    def __exit__(self, kind, error, trace):
        self.log(f"exit {self.name} {kind} {error} {trace is None}")
        return self.swallow


class Broken(Manager):
    def __exit__(self, *_):
        self.log("broken exit")
        raise KeyError("exit")


class OnlyEnter:
    def __enter__(self):
        return 1


def program_plain(log):
    with Manager(log, "a") as a, Manager(log, "b"), Manager(log, "c") as (c,):
        log(("body", a, c))
    return a


def program_return(log):
    with Manager(log, "a"):
        return 3


def program_loop_exits(log):
    for i in range(4):
        with Manager(log, i):
            if i == 1:
                continue
            if i == 2:
                break
            log("body")
    return i


def program_raises(log):
    with Manager(log, "a"), Manager(log, "b"):
        raise ValueError("body")


def program_swallowed(log):
    with Manager(log, "outer"), Manager(log, "inner", swallow=True):
        raise ValueError("body")
    log("goes on")
    with Manager(log, "a", swallow=True):
        with Manager(log, "b"):
            1 / 0
    return "end"


def program_swallow_keeps_return(log):
    with Manager(log, "a", swallow=True):
        return "kept"


def program_target_raises(log):
    with Manager(log, "abc") as (x, y):
        log("never")


def program_exit_raises(log):
    try:
        with Broken(log, "a"):
            log("body")
    except KeyError as error:
        log(repr(error))
    with Broken(log, "b"):
        raise ValueError("lost")


def program_exit_raises_on_return(log):
    with Broken(log, "a"):
        return 1


def program_no_protocol(log):
    try:
        with 3:
            log("never")
    except TypeError as error:
        log(str(error))
    with OnlyEnter():
        log("never")


def program_in_instance_only(log):
    class Odd:
        pass

    odd = Odd()
    odd.__enter__ = odd.__exit__ = lambda *_: log("never")
    with odd:
        log("never")


def program_handler_inside(log):
    with Manager(log, "a"):
        try:
            raise KeyError("k")
        except KeyError:
            log("handled")
        finally:
            log("finally")
