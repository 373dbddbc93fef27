"""What test_hostile.py compiles; a file of its own, which pytest does not rewrite."""
import math

import torch
from torch import nn


def native(x, w):
    """Native as a whole."""
    return torch.tanh(x @ w).sum(1) * 2


def mixed(x, log):
    """Units between statements that need the interpreter."""
    log.append(x.shape[0])
    y = torch.sigmoid(x * 3 - 1)
    log.append("done")
    return y.sum(0) + nn.functional.relu(x).mean(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.norm = nn.BatchNorm1d(3)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        return self.dropout(torch.relu(self.norm(self.fc(x))))


def uses_transforms(x):
    return torch.func.grad(lambda y: (y ** 3).sum())(x) + torch.func.vmap(lambda row: row * 2)(x)


def creates(x):
    return x + torch.zeros(4) + torch.ones(4) * 0.1 + torch.full((4,), 0.5) + torch.arange(4) / 2


def changes_modes(x, w):
    with torch.no_grad():
        y = x @ w
    z = y * 2 + w.sum()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        q = x @ w
    torch.set_grad_enabled(False)
    r = x * w.sum()
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float64)
    s = torch.zeros(3) + x.sum()
    torch.set_default_dtype(torch.float32)
    return y, z, q, r, s, torch.zeros(2)


def of_the_library(x):
    return torch.relu(x) + x.sigmoid() + torch.linalg.norm(x) + math.sqrt(4.0) + nn.functional.gelu(x)


# Recursion.


def plain_sum(n, x, log):
    return 0 if n == 0 else n + plain_sum(n - 1, x, log)


def tensor_sum(n, x, log):
    log.append(n)
    if n == 0:
        return x
    y = x * 0.5 + n
    return tensor_sum(n - 1, y, log) + 1


def even(n, x, log):
    log.append(n)
    return x + 1 if n == 0 else odd(n - 1, x * 0.5 + 1, log)


def odd(n, x, log):
    return x - 1 if n == 0 else even(n - 1, x * 0.25 + 2, log)


class Walker:
    def __init__(self):
        self.w = torch.full((4,), 0.1)
        self.seen = 0

    def walk(self, n, x, log):
        self.seen += 1
        if n == 0:
            return x
        y = torch.tanh(x + self.w)
        return self.walk(n - 1, y, log) * 1.0


def walks(n, x, log):
    walker = Walker()
    return walker.walk(n, x, log) + walker.seen


def closes(n, x, log):
    def inner(n, x):
        return x if n == 0 else inner(n - 1, torch.relu(x) * 0.5 + 1)

    return inner(n, x)


# The limit: each says how deep it came, and with which message.


def direct(n=0):
    try:
        return direct(n + 1)
    except RecursionError as error:
        return n, str(error)


def mutual(n=0):
    try:
        return other(n + 1)
    except RecursionError as error:
        return n, str(error)


def other(n):
    return mutual(n + 1)


def through_c(n=0):
    try:
        return list(map(through_c, [n + 1]))[0]
    except RecursionError as error:
        return n, str(error)


def comprehended(n=0):
    try:
        return [comprehended(n + 1) for _ in (1,)][0]
    except RecursionError as error:
        return n, str(error)


def with_tensors(n=0, x=torch.ones(2)):
    try:
        return with_tensors(n + 1, x * 2 + 1)
    except RecursionError as error:
        return n, str(error)


class Deep:
    count = 0

    def __init__(self):
        Deep.count += 1
        Deep()

    def __add__(self, other):
        Deep.count += 1
        return self + other

    @property
    def value(self):
        Deep.count += 1
        return self.value


def makes():
    Deep.count = 0
    try:
        Deep()
    except RecursionError as error:
        return Deep.count, str(error)


def adds():
    Deep.count = 0
    try:
        object.__new__(Deep) + 1
    except RecursionError as error:
        return Deep.count, str(error)


def reads():
    Deep.count = 0
    try:
        return object.__new__(Deep).value
    except RecursionError as error:
        return Deep.count, str(error)


# What other threads change.


class Part:
    k = 1

    def scale(self, x):
        return x * 2


def add(x):
    return x + 10


part = Part()


def uses_part(x):
    return part.scale(x) + add(x) + part.k


def uses_part_by_parts(x, log):
    log.append(1)
    y = part.scale(x) + part.k
    log.append(2)
    return y + add(x)
