"""Calls with star and keyword arguments, attributes, subscripts, displays, f-strings."""


def take(*args, **kwargs):
    return args, kwargs


def say(log, value):
    log(value)
    return value


def program_arguments(log):
    return (take(1, *[2, 3], 4, *(5,), a=6, **{"b": 7}, c=8), take(), take(*"ab"), take(**{}),
            take(say(log, 1), x=say(log, 2), *say(log, [3])))


def program_callee_first(log):
    def callee():
        log("callee")
        return take

    return callee()(say(log, 1), k=say(log, 2))


def program_duplicate_keyword(log):
    return take(a=1, **{"a": 2})


def program_methods(log):
    items = []
    items.append(1)
    add = items.append
    add(2)
    return items, "a,b".split(","), str.upper("x")


def program_not_callable(log):
    return say(log, 3)()


def program_attribute_error(log):
    return (3).nonsense


def program_subscripts(log):
    items = list(range(10))
    table = {}
    table[1, "x"] = 2
    return items[2:5], items[::-1], items[-1], items[say(log, 1):say(log, 8):say(log, 3)], table, items[:], (1, 2, 3)[1:]


def program_tuple_of_slices(log):
    class Shows:
        def __getitem__(self, key):
            return key

    return Shows()[1:2, None, ..., ::3], Shows()[()], Shows()[1,]


def program_displays(log):
    rest = [2, 3]
    return ([1, *rest, 4], (*rest, *rest), {1, *rest}, {"a": 1, **{"b": 2, "a": 3}, "c": 4}, {}, (), [],
            {say(log, "k1"): say(log, "v1"), **say(log, {"z": 0}), say(log, "k2"): say(log, "v2")})


def program_unhashable(log):
    return {say(log, 1): 1, say(log, (2,)): 2, (3, []): 3}


def program_fstrings(log):
    x, width, name = 3.14159, 10, "ä"
    return (f"{x}", f"{x:.2f}", f"{x:{width}.{2}f}|", f"{name!r} {name!s:>4} {name!a}", f"{{}}{x!r:>{width}}", f"",
            f"plain", f"{say(log, 1)}{say(log, 2)}", f"{x = :.1f}", f"{'nested ' + f'{1 + 1}'}")


def program_fstring_format_error(log):
    return f"{say(log, 'x'):d}"


def program_operators(log):
    class M:
        def __matmul__(self, other):
            return "matmul"

        def __radd__(self, other):
            return f"radd {other}"

    return (7 // 2, -7 // 2, 7 % -3, 2 ** 10, 2 ** -1, 7 / 2, 1 << 5, 255 >> 3, 6 & 3, 6 | 3, 6 ^ 3, ~5, +True, -False,
            M() @ 1, 1 + M(), "a" * 3, [1] + [2], not 3, - -3)


def program_operator_order(log):
    return say(log, 1) + say(log, 2) * say(log, 3) - (say(log, 4), 5)[0]


def program_zero_division(log):
    return say(log, 1) // 0


def program_getattr_by_name(log):
    return getattr([], "append").__name__, getattr(3, "nonsense", None)
