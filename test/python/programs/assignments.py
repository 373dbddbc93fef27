"""Assignments of every form."""


class Holder:
    def __init__(self, log, **values):
        object.__setattr__(self, "log", log)
        self.__dict__.update(values)

    def __getattr__(self, name):
        self.log(f"get {name}")
        raise AttributeError(name)

    def __setattr__(self, name, value):
        self.log(f"set {name}={value}")
        self.__dict__[name] = value

    def __getitem__(self, key):
        self.log(f"getitem {key}")
        return self.__dict__[f"item{key}"]

    def __setitem__(self, key, value):
        self.log(f"setitem {key}={value}")
        self.__dict__[f"item{key}"] = value


def say(log, value):
    log(f"say {value}")
    return value


def program_chained(log):
    holder = Holder(log)
    a = holder.x = b = say(log, 3)
    return a, b, holder.x


def program_order_value_before_target(log):
    def target():
        log("target")
        return Holder(log)

    def key():
        log("key")
        return 1

    target()[key()] = say(log, 5)
    target().name = say(log, 6)


def program_unpack(log):
    (a, b), [c, *d] = (1, 2), say(log, [3, 4, 5])
    *e, f = "xyz"
    g, *h, i = range(6)
    return a, b, c, d, e, f, g, h, i


def program_unpack_into_parts(log):
    holder = Holder(log)
    holder.x, holder[say(log, 0)], (y, holder.z) = 1, 2, (3, 4)
    return y


def program_swap(log):
    a, b = 1, 2
    a, b = b, a
    return a, b


def program_unpack_too_few(log):
    a = b = 0
    try:
        a, b = [1]
    except ValueError as error:
        log(str(error))
    return a, b


def program_unpack_no_iterable(log):
    a, b = 3
    return a, b


def program_augmented_name(log):
    items = alias = [1]
    items += [2]
    number = 3
    number **= 2
    number //= 2
    number %= 3
    number <<= 4
    number >>= 1
    number |= 1
    number &= 7
    number ^= 2
    number -= 10
    number *= 3
    number /= 2
    return items, alias is items, number


def program_augmented_attribute(log):
    def get():
        log("owner")
        return holder

    holder = Holder(log, x=[1])
    get().x += say(log, [2])
    return holder.x


def program_augmented_item(log):
    def get():
        log("owner")
        return holder

    holder = Holder(log, item7=1)
    get()[say(log, 7)] += say(log, 10)
    return holder[7]


def program_annotated(log):
    x: say(log, "not evaluated") = 1
    y: int
    holder = Holder(log, z=0)
    holder.z: say(log, "not evaluated") = 2
    return x


def program_annotated_without_value_is_unbound(log):
    y: int
    return y


def program_walrus(log):
    if (n := say(log, 10)) > 5 and (m := n + 1):
        log(m)
    return n, m, [k := i * 2 for i in range(3)], k


def program_delete(log):
    x, y = 1, 2
    items = [0, 1, 2, 3]
    holder = Holder(log, a=1, b=2)
    del x, items[1:3], holder.a
    log(items)
    try:
        x
    except UnboundLocalError:
        log("unbound")
    (z, w) = 1, 2
    del (z, w), y
    return sorted(vars(holder).keys() - {"log"})


def program_delete_unbound(log):
    if log is None:
        x = 1
    del x


def program_constants(log):
    return (1, -1, 1 << 70, -(1 << 63), 1.5, -0.0, 1e400, 3j, b"\x00\xff", "a\"\\b\n\x00é", None, True, False, ...,
            "", 0x7fffffffffffffff)
