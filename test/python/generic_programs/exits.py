"""Exceptions, the one being handled, tracebacks, ways out of blocks."""
import sys
import traceback


def trail(error):
    return [(frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]


def fail(x):
    raise ValueError(x)


def program_not_caught(log):
    log("before")
    fail(1)


def program_not_caught_of_an_operator(log):
    x = [1, 2]
    return (x[0]
            + x[5])


def program_traceback_of_a_caught_one(log):
    try:
        fail(2)
    except ValueError as error:
        log(trail(error))
    try:
        [].pop()
    except IndexError as error:
        log(trail(error))
        log(str(error))


def program_traceback_grows(log):
    try:
        try:
            fail(3)
        except ValueError as error:
            log(trail(error))
            raise
    except ValueError as error:
        log(trail(error))
        saved = error
    try:
        raise saved
    except ValueError as error:
        log(trail(error))


def program_traceback_through_a_comprehension(log):
    try:
        [fail(x) for x in [4]]
    except ValueError as error:
        log(trail(error))
    try:
        {fail(x): 1 for x in [4]}
    except ValueError as error:
        log(trail(error))
    try:
        list(fail(x) for x in [4])
    except ValueError as error:
        log(trail(error))


def program_traceback_through_a_lambda(log):
    try:
        (lambda: fail(5))()
    except ValueError as error:
        log(trail(error))


def program_context(log):
    try:
        try:
            fail(1)
        except ValueError:
            {}["key"]
    except KeyError as error:
        log(repr(error.__context__))
        log(error.__cause__)
        log(trail(error.__context__))
    try:
        try:
            fail(2)
        except ValueError as error:
            raise TypeError("new") from error
    except TypeError as error:
        log(repr(error.__cause__), )
        log(error.__suppress_context__)
    try:
        raise KeyError from None
    except KeyError as error:
        log((error.__cause__, error.__suppress_context__))


def program_handled_exception(log):
    log(sys.exc_info())
    try:
        fail(1)
    except ValueError:
        log(sys.exc_info()[0].__name__)
        try:
            {}[1]
        except KeyError:
            log(sys.exc_info()[0].__name__)
        log(sys.exc_info()[0].__name__)
    log(sys.exc_info())
    try:
        try:
            fail(2)
        finally:
            log(sys.exc_info()[0].__name__)
    except ValueError:
        pass
    log(sys.exc_info())


def program_handled_exception_in_callee(log):
    def asked():
        return sys.exc_info()[1]

    def again():
        raise

    try:
        fail(1)
    except ValueError as error:
        log(asked() is error)
        try:
            again()
        except ValueError as same:
            log(same is error)
            log(trail(same))
    log(asked())
    try:
        again()
    except RuntimeError as error:
        log(str(error))


def program_return_leaves_the_handler(log):
    def inner():
        try:
            fail(1)
        except ValueError:
            return sys.exc_info()[0].__name__

    log(inner())
    log(sys.exc_info())
    for _ in range(2):
        try:
            fail(2)
        except ValueError:
            continue
    log(sys.exc_info())
    while True:
        try:
            fail(3)
        except ValueError:
            break
    log(sys.exc_info())


def program_finally_wins(log):
    def returns():
        try:
            return "body"
        finally:
            log("finally")
            return "finally"  # noqa: B012

    def swallows():
        try:
            fail(1)
        finally:
            return "swallowed"  # noqa: B012

    def breaks():
        for i in range(3):
            try:
                fail(i)
            finally:
                log(i)
                break  # noqa: B012
        return sys.exc_info()

    def continues():
        for i in range(3):
            try:
                return i
            finally:
                log(i)
                continue  # noqa: B012
        return "ended"

    def raises():
        try:
            fail(1)
        finally:
            raise KeyError("from finally")

    log(returns())
    log(swallows())
    log(breaks())
    log(continues())
    try:
        raises()
    except KeyError as error:
        log((str(error), repr(error.__context__), trail(error)))


def program_value_is_taken_before_finally(log):
    def inner():
        x = 1
        try:
            return x
        finally:
            x = 2
            log(x)

    log(inner())


def program_name_of_handler(log):
    def unbound():
        try:
            fail(1)
        except ValueError as error:
            log(str(error))
        return error  # noqa: F821

    try:
        unbound()
    except UnboundLocalError as error:
        log(str(error))

    def deleted():
        try:
            fail(1)
        except ValueError as error:
            del error
        return "fine"

    log(deleted())

    def rebound():
        error = "outer"
        try:
            pass
        except ValueError as error:  # noqa: F841
            pass
        return error

    log(rebound())


class Manager:
    def __init__(self, log, name, swallow=False, fail_in=None):
        self.log, self.name, self.swallow, self.fail_in = log, name, swallow, fail_in

    def __enter__(self):
        self.log(("enter", self.name))
        if self.fail_in == "enter":
            fail(self.name)
        return self.name

    def __exit__(self, kind, value, tb):
        self.log(("exit", self.name, kind and kind.__name__, str(value), tb and tb.tb_lineno))
        self.log(sys.exc_info()[0])
        if self.fail_in == "exit":
            fail(self.name)
        return self.swallow


def program_with(log):
    with Manager(log, "a") as a, Manager(log, "b", swallow=True):
        log(a)
        fail(1)
    log("after")
    try:
        with Manager(log, "c"):
            fail(2)
    except ValueError as error:
        log(trail(error))
    try:
        with Manager(log, "d", fail_in="exit"):
            fail(3)
    except ValueError as error:
        log((str(error), repr(error.__context__), trail(error)))
    try:
        with Manager(log, "e", fail_in="enter"):
            log("never")
    except ValueError as error:
        log(trail(error))

    def leaves():
        for i in range(2):
            with Manager(log, i):
                if i:
                    return i
                continue

    log(leaves())


def program_with_what_is_no_manager(log):
    class OnlyEnter:
        def __enter__(self):
            log("never")

    for thing in (1, OnlyEnter()):
        try:
            with thing:
                pass
        except TypeError as error:
            log((str(error), trail(error)))


def program_except_of_what_is_no_class(log):
    try:
        try:
            fail(1)
        except (KeyError, 3):
            log("never")
    except TypeError as error:
        log((str(error), repr(error.__context__)))
    try:
        try:
            fail(1)
        except KeyError:
            log("never")
        except ValueError:
            log("second")
            raise
    except Exception as error:
        log(trail(error))


def program_raise_kinds(log):
    for make in (lambda: KeyError, lambda: KeyError("x"), lambda: 3, lambda: int):
        try:
            raise make()
        except Exception as error:
            log((type(error).__name__, str(error), trail(error)))
    try:
        raise KeyError from 3
    except Exception as error:
        log((type(error).__name__, str(error)))


def program_assert(log):
    try:
        assert [], "empty"
    except AssertionError as error:
        log((error.args, trail(error)))
    try:
        assert not 1
    except AssertionError as error:
        log(error.args)


def program_loops_end(log):
    for i in range(3):
        if i == 1:
            continue
        for j in range(3):
            if j == i:
                break
        else:
            log(("else", i))
        log((i, j))
    else:
        log("outer else")
    n = 0
    while n < 3:
        n += 1
        if n == 2:
            continue
    else:
        log(n)
    while True:
        n -= 1
        if n < 0:
            break
    else:
        log("never")
    log(n)


def program_iterators_that_fail(log):
    class Bad:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return self

        def __next__(self):
            if not self.n:
                fail("next")
            self.n -= 1
            return self.n

    try:
        for x in Bad(2):
            log(x)
    except ValueError as error:
        log(trail(error))
    for thing in (3, None):
        try:
            for x in thing:
                log("never")
        except TypeError as error:
            log((str(error), trail(error)))
    try:
        for x in [1]:
            raise StopIteration
    except StopIteration as error:
        log(repr(error))


def program_truth_that_fails(log):
    class Unclear:
        def __bool__(self):
            fail("bool")

    for test in (lambda u: 1 if u else 2, lambda u: not u, lambda u: u and 1, lambda u: u or 1):
        try:
            test(Unclear())
        except ValueError as error:
            log(trail(error))


def program_generator_inside_a_handler(log):
    def numbers():
        try:
            yield sys.exc_info()[0]
        except KeyError:
            yield sys.exc_info()[0]
        yield sys.exc_info()[0]

    try:
        fail(1)
    except ValueError:
        made = numbers()
        log(next(made).__name__)
        log(made.throw(KeyError).__name__)
        log(next(made).__name__)
        log(sys.exc_info()[0].__name__)


def program_unbound(log):
    def local():
        if not log:
            x = 1
        return x

    def free():
        def inner():
            return y
        try:
            inner()
        finally:
            y = 1

    def captured():
        def inner():
            return z
        z
        z = inner

    def undefined():
        return not_defined_anywhere  # noqa: F821

    def deleted():
        x = 1
        del x
        del x

    def deleted_cell():
        w = 1
        (lambda: w)
        del w
        del w

    for function in (local, free, captured, undefined, deleted, deleted_cell):
        try:
            function()
        except NameError as error:
            log((type(error).__name__, str(error), error.name, trail(error)))
