"""Broken assumptions are judged alike for functions and units."""
from types import SimpleNamespace

import pytest
from janusc.dispatch.keeper import Keeper


class Kept(Keeper):
    name = "kept"

    def __init__(self, *versions):
        super().__init__()
        self.there, self.refused = list(versions), []

    def versions(self):
        return self.there

    def remove(self, version):
        self.there.remove(version)

    def refuse(self, info, text, place=None):
        self.refused.append((info, text))


def version(broken=0, out_of_memory=0, calls=0):
    info = SimpleNamespace(hits={}, assumption=lambda number: (f"fact {number}", f"f.py:{number}"))
    return SimpleNamespace(broken=broken, out_of_memory=out_of_memory, calls=calls, last_broken=7, data=info)


def test_each_break_is_told_once():
    one, other = version(calls=100), version(calls=5)
    kept = Kept(one, other)
    assert kept.find_broken() is None
    one.broken = 2
    found = kept.find_broken()
    assert found.version is one and found.reason == "an assumption broke: fact 7" and found.place == "f.py:7"
    assert not found.too_often and one.data.hits == {7: 1} and kept.find_broken() is None


@pytest.mark.parametrize("broken, calls, too_often", [(8, 0, False), (9, 0, True), (20, 12, False), (21, 12, True)])
def test_a_version_that_breaks_more_often_than_it_helps_goes(broken, calls, too_often):
    kept = Kept(version(broken, calls=calls))
    found = kept.find_broken()
    assert found.too_often is too_often
    assert found.verdict == "the assumption does not hold often enough: fact 7"


def test_the_version_that_left_is_judged_and_not_the_one_that_left_most_often():
    one, other = version(broken=30, calls=100), version()
    kept = Kept(one, other)
    kept.find_broken()
    for _ in range(9):
        other.broken += 1
        found = kept.find_broken()
        assert found.version is other
    assert found.too_often


def test_lack_of_memory_is_no_assumption():
    kept = Kept(version(out_of_memory=1))
    found = kept.find_broken()
    assert found.version is None and found.reason == "native code ran out of memory" and not found.too_often


def test_what_is_dropped_counts_no_more():
    one, other = version(broken=3), version(calls=5)
    kept = Kept(one, other)
    kept.find_broken()
    kept.give_up(one.data, "why")
    assert kept.there == [other] and kept.refused == [(one.data, "why")]
    other.broken = 1
    assert kept.find_broken().version is other
