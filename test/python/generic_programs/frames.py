"""What code can see of the frame it runs on."""
import inspect
import sys
import warnings

LEVEL = "global"


def here():
    return sys._getframe(1).f_lineno


def caller_name():
    return sys._getframe(1).f_code.co_name


def program_name_of_the_frame(log):
    log(caller_name())
    log(sys._getframe().f_code.co_name)
    log(sys._getframe().f_back.f_code.co_name)


def program_lines(log):
    log(here())
    log(
        here()
    )
    value = (here() +
             here()
             * here())
    log(value)
    if (value and
            here()):
        log([here(),
             here()])
    log(str(value)
        .strip()
        .join(
            ["a", str(here())]))
    for _ in (here(),
              here()):
        log(_)
    log(f"{here()} {here()}")


def program_locals(log):
    a, b = 1, [2]
    log(sorted(locals()))
    log(locals()["b"] is b)
    captured = 3

    def inner():
        return captured, sorted(locals())

    log(inner())
    log(locals()["captured"])
    del a
    log(sorted(name for name in locals() if name != "log"))


def program_locals_of_caller(log):
    first = 1

    def look():
        return {name: value for name, value in sys._getframe(1).f_locals.items() if isinstance(value, int)}

    log(look())
    second = first + 1
    log(look())
    second += 1
    log(look())


def program_eval_and_exec(log):
    x = 5
    log(eval("x + 1"))
    log(eval("[x for x in range(3)]"))
    space = {}
    exec("y = 7", {"x": x}, space)
    log(space["y"])
    log(eval("LEVEL"))
    exec("global MADE; MADE = 1", globals())
    log(globals().pop("MADE"))
    log(sorted(vars()) == sorted(locals()))
    log("x" in dir())


def program_globals(log):
    global LEVEL
    log(LEVEL)
    LEVEL = "changed"
    log(globals()["LEVEL"])
    LEVEL = "global"
    global FRESH
    FRESH = 1
    del FRESH
    try:
        FRESH
    except NameError as error:
        log(str(error), )
    try:
        del FRESH
    except NameError as error:
        log(str(error))


def deprecated(level):
    warnings.warn("old", DeprecationWarning, stacklevel=level)


def program_warnings(log):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        deprecated(1)
        deprecated(2)
        warnings.warn("here")
    log([(w.lineno, str(w.message), w.filename.rsplit("/", 1)[-1]) for w in caught])


def program_stack(log):
    log([(frame.function, frame.lineno) for frame in inspect.stack()[:1]])
    log(inspect.currentframe().f_code.co_firstlineno)


class Base:
    def __init__(self):
        self.trail = ["base"]

    @classmethod
    def make(cls, x):
        return cls, x

    def method(self, x):
        return "base", x

    @property
    def value(self):
        return 1


class Derived(Base):
    def __init__(self):
        super().__init__()
        self.trail.append(__class__.__name__)

    @classmethod
    def make(cls, x):
        return super().make(x + 1)

    def method(self, x, *rest):
        self.__private = x
        pick = lambda: super(Derived, self).method(x)  # noqa: E731
        return pick(), super().method(x), self.__private, rest

    @property
    def value(self):
        return super().value + 1


def program_super(log):
    derived = Derived()
    log(derived.trail)
    log(Derived.make(3))
    log(derived.method(4, 5))
    log(derived.value)
    log(derived._Derived__private)


def program_super_errors(log):
    def lost():
        return super()

    try:
        lost()
    except RuntimeError as error:
        log(str(error))

    class Without:
        def method():
            return super()

    try:
        Without.method()
    except RuntimeError as error:
        log(str(error))

    class Deleted:
        def method(self):
            del self
            return super()

    try:
        Deleted().method()
    except RuntimeError as error:
        log(str(error))


def program_frame_outlives_the_call(log):
    def keep(x):
        y = x + 1
        return sys._getframe(), y

    frame, _ = keep(3)
    log(sorted(frame.f_locals.items()))
    log(frame.f_back)
    frame.clear()
    log(frame.f_locals)


def program_frame_of_a_running_function_cannot_be_cleared(log):
    try:
        sys._getframe().clear()
    except RuntimeError as error:
        log(str(error))


def program_lines_of_frames_that_ended(log):
    class Manager:
        def __enter__(self):
            return self

        def __exit__(self, *exception):
            log("exit")

    def leave_with(text):
        with Manager(), \
                Manager():
            int(text)
            log("not here")

    def leave_handler(text):
        try:
            int(text)
        except ValueError as error:
            float(error.args[0])
            log("not here")

    def raise_again(text):
        try:
            int(text)
        except ValueError as error:
            if error:
                raise
            log("not here")

    def unmatched(text):
        try:
            int(text)
        except KeyError as error:
            log(error)

    def leave_finally(text):
        try:
            int(text)
        finally:
            if text:
                log("finally")
                pass

    def exit_raises(text):
        class Raising(Manager):
            def __exit__(self, *exception):
                int("exit")

        with Raising():
            int(text)

    for function in leave_with, leave_handler, raise_again, unmatched, leave_finally, exit_raises:
        try:
            function("x")
        except ValueError as error:
            frame = error.__traceback__.tb_next.tb_frame
            log((function.__name__, frame.f_lineno, error.__traceback__.tb_next.tb_lineno))


def program_frames_that_outlive_their_call(log):
    class Told:
        def __init__(self, name):
            self.name = name

        def __del__(self):
            log(("gone", self.name))

    def keep(a, b=Told("default"), c=3):
        d = a
        del a
        return sys._getframe(), d

    def middle(x, unused=None):
        return keep(x)

    class Holder:
        def method(self, x, y=2):
            return sys._getframe()

        @property
        def frame(self):
            return sys._getframe()

        def __call__(self, *rest):
            return sys._getframe()

    frame, value = middle(Told("argument"))
    log((sorted(frame.f_locals), frame.f_lineno, frame.f_locals["c"], frame.f_locals["d"] is value))
    log((frame.f_back.f_code.co_name, sorted(frame.f_back.f_locals), frame.f_back.f_back.f_code.co_name))
    del value
    frame.clear()
    log("cleared")
    del frame
    holder = Holder()
    for each in holder.method(1), holder.method(1, y=3), holder.frame, holder(1, 2):
        log((each.f_code.co_name, sorted(each.f_locals), each.f_locals["self"] is holder, each.f_back is sys._getframe()))
    for arguments in (), (1, 2, 3, 4):
        try:
            keep(*arguments)
        except TypeError as error:
            log(str(error))

    def fail(x):
        raise KeyError(x)

    def through(x, y=1):
        z = Told("in a traceback")
        fail(x)

    try:
        through(1)
    except KeyError as error:
        kept = error.__traceback__.tb_next.tb_frame
        log((sorted(kept.f_locals), kept.f_locals["z"].name, kept.f_back is sys._getframe()))
    del kept
    log("end")
