"""if, while, for, with else, break, continue, return; and, or, not, comparisons, conditional expressions."""


class Truth:
    def __init__(self, log, name, value):
        self.log, self.name, self.value = log, name, value

    def __bool__(self):
        self.log(f"bool {self.name}")
        return self.value

    def __repr__(self):
        return self.name

    def __eq__(self, other):
        return isinstance(other, Truth) and self.name == other.name

    def __lt__(self, other):
        self.log(f"{self.name} < {other.name}")
        return Truth(self.log, f"({self.name}<{other.name})", self.value and other.value)


def program_if_chain(log):
    out = []
    for value in range(5):
        if value == 0:
            out.append("zero")
        elif value in (1, 2):
            out.append("few")
            if value == 2:
                continue
        else:
            out.append("many")
            if value > 3:
                break
        log(value)
    return out


def program_if_without_else_returns(log):
    for value in (3, 5, 8):
        if value % 2 == 0:
            return value
    return None


def program_while_else(log):
    n = 3
    while n:
        n -= 1
        log(n)
    else:
        log("else")
    while True:
        n += 1
        if n > 4:
            break
        if n == 2:
            continue
        log(n)
    else:
        log("never")
    while log("condition") or n < 6:
        n += 1
    return n


def program_for_else(log):
    for i in range(3):
        if i == 7:
            break
    else:
        log("not found")
    for i in range(9):
        if i == 7:
            log("found")
            break
    else:
        log("never")
    for i in ():
        pass
    else:
        log("empty")
    return i


def program_break_in_else_leaves_outer(log):
    for i in range(3):
        for j in range(2):
            log((i, j))
        else:
            break
    return i, j


def program_for_targets(log):
    for i, (a, *b) in enumerate([(1, 2, 3), (4,)]):
        log((i, a, b))
    items = [0, 0]
    for items[1] in range(3):
        log(list(items))
    return items


def program_for_over_generator_stops_where_python_does(log):
    iterator = iter(range(10))
    for x in iterator:
        if x == 3:
            break
    return list(iterator)


def program_for_changes_list(log):
    items = [1, 2]
    for x in items:
        if len(items) < 6:
            items.append(x * 10)
    return items


def program_nested_return(log):
    while True:
        for i in range(5):
            while i > 0:
                if i == 3:
                    return i
                i -= 3


def program_and_or_values(log):
    t, f, u = Truth(log, "t", True), Truth(log, "f", False), Truth(log, "u", True)
    return t and f, t and u, f and t, f or t, t or f, f or f, t and u and f, f or f or t, t and (f or u), (t and f) or u


def program_truth_is_asked_once(log):
    t, f = Truth(log, "t", True), Truth(log, "f", False)
    if t and f:
        log("no")
    if f or t:
        log("yes")
    if not (f or f) and (t or f):
        log("yes")
    x = (f and t) or (t and f) or t
    while (f or t) and x:
        break
    return 1 if f or t and t else 2


def program_not(log):
    t = Truth(log, "t", True)
    return not t, not not t, not 0, not (t and 0)


def program_compare_chain(log):
    def say(value):
        log(value)
        return value

    return (say(1) < say(2) < say(3), say(1) < say(0) < say(3), 1 < 2 > 0 == 0 != 5, 1 in [1] in [[1]], None is None,
            1 is not None, 3 not in (1, 2))


def program_compare_chain_values(log):
    a, b, c = Truth(log, "a", True), Truth(log, "b", False), Truth(log, "c", True)
    if a < b < c:
        log("never")
    return a < c < b, a < b < c


def program_conditional_expression(log):
    def say(value):
        log(value)
        return value

    return (say("a") if say(True) else say("b")), (say("a") if say(0) else say("b") if say(1) else say("c"))


def program_condition_of_conditionals(log):
    t, f = Truth(log, "t", True), Truth(log, "f", False)
    if t if f else f:
        log("no")
    else:
        log("else")
    return [x for x in (1, 2) if (t if x == 1 else f)]


def program_dead_code(log):
    for i in range(2):
        continue
        log("dead")
    if i:
        return "alive"
        log("dead")
    return "end"


def program_unbound_after_branch(log):
    if log is None:
        x = 1
    return x


def program_assert(log):
    assert 1 < 2, log("not evaluated")
    try:
        assert log("tested"), "message " + str(1)
    except AssertionError as error:
        log(str(error))
    assert [] or 0
