"""Functions and modules that test_frontend_link.py lowers; a file of its own, which pytest does not rewrite."""
import math

import torch
import torch.nn.functional as F
from torch import nn

SCALE = 2.0
TABLE = {"a": 1, "b": torch.ones(2)}
ITEMS = [torch.zeros(3), 5]


class Net(nn.Module):
    kind = "small"

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
        self.again = self.fc
        self.register_buffer("offset", torch.zeros(3))
        self.calls = 0

    @property
    def width(self):
        return 3

    def forward(self, x):
        return self.helper(self.fc(x)) + self.again(x) * self.width

    def helper(self, y):
        return torch.relu(y - self.offset)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(3, 3)
        self.two = nn.Linear(3, 3)
        self.two.weight = self.one.weight

    def forward(self, x):
        return self.two(self.one(x))


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.ReLU()])
        self.tail = nn.Sequential(nn.Linear(3, 3), nn.Tanh())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.tail(x)


class Dynamic(nn.Module):
    def __getattr__(self, name):
        return super().__getattr__(name)

    def forward(self, x):
        return x * self.training


class Plain:
    __slots__ = ("slot", "__dict__")
    factor = 3

    def __init__(self):
        self.slot = 1
        self.own = 2.5

    @staticmethod
    def double(x):
        return x * 2

    @classmethod
    def make(cls):
        return cls.factor

    @property
    def computed(self):
        return 1

    def use(self, x):
        return self.double(x) * self.own + self.slot + self.computed + self.make()


def scale(x, by=SCALE, *, shift=0):
    return F.relu(x) * by * SCALE + shift + math.sqrt(2.0) + len(ITEMS)


def reads_containers(x):
    return TABLE["a"] + ITEMS[1] + x


def call(net, x):
    return net(x)


def train(net, optimizer, x, y):
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
    return loss


def use_plain(plain, x):
    return plain.use(x)


def pairs(pair, xs, n):
    return pair[0] + pair[1] + xs[0] * n


def variadic(x, *more, flag=True, **named):
    return x


def make_closure():
    weight = torch.ones(3)
    count = 0

    def inner(x):
        nonlocal count
        count += 1
        return x * weight + count

    return inner


def calls_generator(x):
    return sum(numbers(3)) + x


def numbers(n):
    yield from range(n)


def recursive(x, n):
    return x if n == 0 else recursive(x + 1, n - 1)


def uses_class(x):
    return Plain.factor + x


@torch.no_grad()
def decorated(x):
    return x * 2
