"""Code that cannot meet a tensor is left to its generic version: nothing is looked at, nothing is kept."""
import collections
import gc
import weakref

import janusc
import pytest
import torch
from janusc.dispatch.failures import Looked
from janusc.dispatch.worth import may_meet_tensors
from janusc.frontend.world import Read
from torch import nn


class Plain:
    def __init__(self, x=None):
        self.x = x

    def method(self):
        return self.x


class Torched:
    def method(self):
        return torch.ones(1)


def add(x, y):
    return x + y


def named():
    return torch.ones(1)


def imports():
    import torch.nn.functional
    return torch.nn.functional


def standard():
    import os
    return os.sep, gc.isenabled(), collections.deque()


class Cycle:
    def __init__(self):
        self.self = self


@pytest.mark.parametrize("values", [(1, "a"), ([1, (2.0,)], {}), (Plain(), Plain(3)), (Cycle(), weakref.ref(Plain)),
                                    (collections.deque([Plain()]), print)])
def test_meets_none(values):
    assert not may_meet_tensors(add, values)
    assert not may_meet_tensors(standard, values)


@pytest.mark.parametrize("value", [torch.ones(1), [torch.ones(1)], Plain(torch.ones(1)), nn.ReLU(), Torched(), named, torch.relu,
                                   {"a": Plain([torch.float32])}, collections.deque([torch.ones(1)]), Torched().method])
def test_may_meet(value):
    assert may_meet_tensors(add, [value])


def test_may_name():
    assert may_meet_tensors(named, [])
    assert may_meet_tensors(imports, [])


class Watched:
    looked = []

    def __getattribute__(self, name):
        Watched.looked.append(name)
        return object.__getattribute__(self, name)

    def __repr__(self):
        Watched.looked.append("repr")
        return "watched"


def run(value):
    kept = weakref.ref(value)
    same = kept() is value
    return kept, same


def test_objects_go_and_are_not_asked():
    compiled = janusc.compile(run)
    with janusc.options(compile_all=True, profile_calls=0):
        kept, same = compiled(Watched())
    gc.collect()
    assert same and kept() is None
    assert Watched.looked == []


class Holder:
    pass


def test_failures_are_held_weakly():
    holder, cells = Holder(), {"a": 1}
    holder.items, holder.h = cells, None
    looked = Looked([Read("class", holder, None, Holder), Read("attribute", holder, "h", None),
                     Read("attribute", holder, "items", cells), Read("item", cells, "a", 1), Read("keys", cells, None, ("a",))])
    assert looked.check()
    cells["a"] = 2
    assert not looked.check()
    cells["a"] = 1
    assert looked.check()
    holder.h = torch.ones(1)
    assert not looked.check()
    holder.h = None
    gone = weakref.ref(holder)
    del holder
    assert gone() is None and looked.check()
