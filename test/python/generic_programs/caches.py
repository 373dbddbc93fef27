"""What a place of the code remembers must not outlast what it was true of: each loop runs one place for several objects, which change."""
import types


class Plain:
    kind = "class"

    def __init__(self, x):
        self.x = x

    def method(self):
        return "method", self.x


class Other(Plain):
    def method(self):
        return "other", self.x


class Slotted:
    __slots__ = ("x", "y")


class Number(int):
    pass


class Fallback:
    def __getattr__(self, name):
        return "fallback " + name


class Meta(type):
    made = "by the metaclass"


class Made(metaclass=Meta):
    own = "its own"


def attempt(log, function):
    try:
        log(function())
    except Exception as error:
        log((type(error), str(error)))


def program_attributes(log):
    shadowed, replaced, keyed, number = Plain(1), Plain(2), Plain(3), Number(4)
    shadowed.__dict__["kind"] = "instance"
    replaced.__dict__ = {"x": "replaced"}
    keyed.__dict__[1] = "no text"
    number.x, number.kind = 5, "number"
    module = types.ModuleType("module")
    module.x, module.kind = 6, "module"
    for value in (Plain(0), shadowed, replaced, keyed, number, module, Other(7), Plain, Other, Fallback(), 8, Plain(9)):
        attempt(log, lambda: (value.kind, value.x))
        try:
            log(value.kind)
            log(value.x)
        except AttributeError as error:
            log(str(error))


def program_keys_that_run_code(log):
    class Given:
        def __get__(self, owner, kind=None):
            return "given"

    class Evil:
        def __hash__(self):
            return hash("attr")

        def __eq__(self, other):
            if hasattr(Changed, "attr"):
                del Changed.attr
            return False

    class Changed:
        attr = Given()

    for step in range(3):
        Changed.attr = Given()
        value = Changed()
        if step:
            vars(value)[Evil()] = 0
        log((step, value.attr))
        log(hasattr(value, "attr"))


def program_methods(log):
    own = Plain(1)
    own.method = lambda: "own"
    for value in (Plain(0), own, Other(2), Plain(3), Other(4)):
        log(value.method())
    for value in (Plain, Other):
        log(value.method(Plain(5)))
    for value in ([3], {4}, "abc", b"x"):
        log(value.__len__())


def program_changes(log):
    class Changed:
        name = 0

    value = Changed()
    for step in range(12):
        if step == 2:
            Changed.name = 1
        elif step == 4:
            value.name = 2
        elif step == 6:
            Changed.name = property(lambda self: 3, lambda self, new: log(("set", new)))
        elif step == 7:
            value.name = 4
        elif step == 8:
            del Changed.name
        elif step == 10:
            del value.name
        try:
            log((step, value.name))
        except AttributeError as error:
            log((step, str(error)))


def program_classes(log):
    class Base:
        a = 1

    class Derived(Base):
        pass

    for step in range(6):
        if step == 2:
            Base.a = 2
        elif step == 3:
            Derived.a = 3
        elif step == 4:
            del Derived.a
        log((step, Derived.a, Base.a))
    for value in (Made, Plain, Made):
        for name in ("made", "own", "kind"):
            attempt(log, lambda: getattr(value, name))
        try:
            log(value.made)
        except AttributeError as error:
            log(str(error))


def program_slots(log):
    slotted, plain = Slotted(), Plain(0)
    for step, value in enumerate((slotted, slotted, plain, slotted, slotted, plain)):
        try:
            log(value.x)
        except AttributeError as error:
            log(str(error))
        value.x = step
        log(value.x)
        if step == 3:
            del value.x


def program_stores(log):
    class Point:
        pass

    points = [Point() for _ in range(4)]
    points[1].__dict__
    points[2].y = 0
    for number, point in enumerate(points):
        point.x = number
        point.y = -number
        point.x = [number]
        log(vars(point))
        log(list(vars(point)))
    for target in (points[0], 3, Plain, Fallback()):
        try:
            target.x = "set"
            log(target.x)
        except AttributeError as error:
            log(str(error))
    Plain.__init__, Plain.x  # noqa: B018
    del Plain.x


def program_properties(log):
    class Area:
        def __init__(self, side):
            self.side = side

        @property
        def area(self):
            if self.side < 0:
                raise ValueError("negative")
            return self.side * self.side

    for side in (2, 3, -1, 4):
        value = Area(side)
        try:
            log(value.area)
        except ValueError as error:
            log(str(error))
        try:
            value.area = 1
        except AttributeError as error:
            log(str(error))


def program_globals(log):
    for step in range(8):
        if step == 2:
            globals()["len"] = lambda x: "hidden"
        elif step == 4:
            del globals()["len"]
        elif step == 5:
            globals()["unknown_name"] = 1
        elif step == 6:
            globals()["unknown_name"] = 2
        elif step == 7:
            del globals()["unknown_name"]
        log((step, len([1])))
        try:
            log(unknown_name)
        except NameError as error:
            log(str(error))


def program_truth(log):
    class Answer:
        def __init__(self, text):
            self.text = text

        def __bool__(self):
            log(("bool", self.text))
            return self.text == "yes"

    class Asked:
        def __lt__(self, other):
            return Answer(other)

        def __eq__(self, other):
            raise ValueError("incomparable")

    for x, y in ((Asked(), "yes"), (Asked(), "no"), (1, 2), (2.5, 1.5), (10 ** 30, 10 ** 31), ("a", "b")):
        log("less" if x < y else "not less")
        try:
            log("equal" if x == y else "not equal")
        except ValueError as error:
            log(str(error))
    log("nan" if float("nan") == float("nan") else "no nan")
    try:
        log("never" if 1 < "x" else "never")
    except TypeError as error:
        log(str(error))


def program_elements(log):
    class Listed(list):
        def __getitem__(self, key):
            return "own", key

    for items in ([1, 2, 3], (4, 5, 6), Listed([7]), {0: 8, -1: 9}, "ab", range(3)):
        for key in (0, -1, 2, -4, 10 ** 30, True, "x"):
            try:
                log(items[key])
            except Exception as error:
                log((type(error), str(error)))
    items = [0, 1, 2]
    for key in (0, -1, 3, True):
        try:
            items[key] = key
        except IndexError as error:
            log(str(error))
        log(items)


def program_functions_of_c(log):
    class Sized:
        def __len__(self):
            return -1

    class Grown(list):
        def append(self, value):
            log(("grown", value))
            list.append(self, value)

    for value in ([1], (), {}, "ab", Sized(), 3, Grown()):
        for ask in (len, type, lambda x: isinstance(x, (int, str)), lambda x: isinstance(x, 3), lambda x: x.append(1), str):
            try:
                log(ask(value) if ask is not str else len(value))
            except Exception as error:
                log((type(error), str(error)))
    items, append = [], list.append
    for i in range(20):
        items.append(i)
        append(items, i)
    log((items, items.index(3), items.count(2), items.pop(), sorted(items, reverse=True)))
