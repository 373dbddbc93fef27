"""When objects go: at rebinding, at del, after a call, at the end of the function, after an exception."""
import gc
import sys
import weakref


class Tracked:
    def __init__(self, log, name):
        self.log, self.name = log, name

    def __del__(self):
        self.log(("gone", self.name))

    def __add__(self, other):
        return Tracked(self.log, self.name + other.name)

    def give(self, value):
        return value


def program_rebinding(log):
    x = Tracked(log, "first")
    log("bound")
    x = Tracked(log, "second")
    log("rebound")
    del x
    log("deleted")


def program_results_nobody_keeps(log):
    Tracked(log, "statement")
    log("after statement")
    log(Tracked(log, "method").give(1))
    (Tracked(log, "a") + Tracked(log, "b")).give(2)
    log("after sum")
    [Tracked(log, "element")]
    log("after list")
    Tracked(log, "condition") and log("true")
    if Tracked(log, "test"):
        log("in branch")
    x = Tracked(log, "inner").name
    log(x)
    len([Tracked(log, "argument")])
    log("end")


def program_variables_of_a_function(log):
    def inner(parameter):
        local = Tracked(log, "local")
        log("body")
        return local.name

    argument = Tracked(log, "parameter")
    log(inner(argument))
    log("after")


def program_loop_variables(log):
    for x in [Tracked(log, i) for i in range(3)]:
        log(x.name)
    log("after loop")
    del x
    for x in (Tracked(log, i) for i in range(3)):
        log(x.name)
        if x.name == 1:
            break
    log("after break")


def program_captured(log):
    x = Tracked(log, "cell")

    def inner():
        return x

    del inner
    log("function gone")
    x = None
    log("unbound")


def program_exceptions_keep_the_frame(log):
    def inner():
        local = Tracked(log, "kept")
        raise ValueError(local.name)

    try:
        inner()
    except ValueError as error:
        log(str(error))
    log("after handler")


def program_temporaries_of_a_failed_expression(log):
    def fail(*args):
        raise ValueError

    try:
        [Tracked(log, "list"), fail(Tracked(log, "argument"))]
    except ValueError:
        log("caught")
    log("after")


def program_weak_references(log):
    x = Tracked(log, "weak")
    reference = weakref.ref(x)
    log(reference() is x)
    x = 1
    log(reference())

    def give():
        return Tracked(log, "given")

    reference = weakref.ref(give())
    log(reference())


def program_cycles(log):
    class Node:
        pass

    a, b = Node(), Node()
    a.other, b.other = b, a
    reference = weakref.ref(a)
    del a, b
    gc.collect()
    log(reference())


def program_with_lets_go(log):
    class Manager(Tracked):
        def __enter__(self):
            return Tracked(self.log, "target")

        def __exit__(self, *exception):
            self.log("exit")

    with Manager(log, "manager") as target:
        log(target.name)
    log("after with")
    del target
    log("after del")


def program_reference_counts(log):
    x = object()
    log(sys.getrefcount(x))
    y = [x, x]
    log(sys.getrefcount(x))
    del y
    log(sys.getrefcount(x))
    try:
        raise KeyError(x)
    except KeyError:
        pass
    log(sys.getrefcount(x))
