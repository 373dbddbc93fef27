"""match with every kind of pattern."""
from collections import OrderedDict, deque
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


class Color:
    RED = "red"


class Loud:
    def __init__(self, log, value):
        self.log, self.value = log, value

    def __eq__(self, other):
        self.log(f"eq {other}")
        return self.value == other


def program_patterns(log):
    def run(value):
        match value:
            case 0 | 1:
                return "bit"
            case -2.5:
                return "negative"
            case None | True:
                return "singleton"
            case Color.RED:
                return "red"
            case "text" as found:
                return found
            case Point(x=0, y=y):
                return "axis", y
            case Point(x, y) if x == y:
                return "diagonal", x
            case Point():
                return "point"
            case int(n) | float(n):
                return "number", n
            case []:
                return "empty"
            case [x]:
                return "one", x
            case [1, *rest]:
                return "starts with one", rest
            case (Point(x=a), *_, b):
                return "mixed", a, b
            case [_, _]:
                return "pair"
            case {"kind": "a", "value": v, **others}:
                return "a", v, others
            case {"kind": kind}:
                return "kind", kind
            case {}:
                return "mapping"
            case str():
                return "string"
            case _:
                return "else"

    return [run(value) for value in (
        0, 1, -2.5, None, True, False, "red", "text", "other", Point(0, 4), Point(3, 3), Point(1, 2), 7, 2.5, [], (5,),
        [1, 2, 3], (Point(9, 9), 0, 8), (4, 5), {"kind": "a", "value": 1, "more": 2}, {"kind": "b"}, {}, {1: 2},
        OrderedDict(kind="c"), deque([1, 2]), b"bytes", object, {1, 2})]


def program_captures_before_the_guard(log):
    x = "old"
    match (1, 2):
        case (x, y) if log((x, y)):
            return "never"
        case (_, 3):
            return "never"
        case whole:
            return x, y, whole


def program_failed_pattern_binds_nothing(log):
    a = "old"
    match (1, 2):
        case (a, 3):
            return "never"
    return a


def program_subject_once_and_order(log):
    def subject():
        log("subject")
        return Loud(log, 3)

    match subject():
        case 1:
            return 1
        case 2 | 3 | 4:
            return "found"


def program_class_with_too_many_patterns(log):
    match Point(1, 2):
        case Point(1, 2, 3):
            return "never"


def program_not_a_class(log):
    kind = 3
    match 1:
        case kind():
            return "never"


def program_duplicate_keys(log):
    match {"a": 1}:
        case {Color.RED: _, "red": _}:
            return "never"
    match {"red": 1}:
        case {Color.RED: _, "red": _}:
            return "never"


def program_match_in_loop(log):
    total = 0
    for item in (1, "stop", 3, None, 5):
        match item:
            case int(n):
                total += n
            case "stop":
                continue
            case None:
                break
    return total
