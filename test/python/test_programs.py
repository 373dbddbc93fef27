"""Whole programs, called eagerly and compiled: results, arguments, modules, gradients and optimisers afterwards."""
import copy

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import janusc

PROGRAMS = {}


def program(make):
    """Puts a program in the table: make() gives the function, the argument tuples, and what the calls may change. An
    item of the arguments that is callable is run in place of a call."""
    PROGRAMS[make.__name__] = make
    return make


def batches(count, size=4):
    generator = torch.Generator().manual_seed(3)
    return [(torch.randn(size, 6, generator=generator), torch.randint(0, 4, (size,), generator=generator))
            for _ in range(count)]


class Switched(nn.Module):
    """Uses one of its two layers."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.swapped = nn.Linear(6, 4), nn.Linear(6, 4), False

    def forward(self, x):
        return self.second(x) if self.swapped else self.first(x)


def training(net, optimizer):
    def step(x, y):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()

    return step


def switched_training(kind, **settings):
    net = Switched()
    optimizer = kind(net.parameters(), lr=0.1, **settings)
    calls = batches(8)
    for place in (2, 6):
        calls.insert(place, lambda: setattr(net, "swapped", not net.swapped))
    return training(net, optimizer), calls, (net, optimizer)


@program
def sgd_keeps_nothing_for_parameters_without_a_gradient():
    return switched_training(torch.optim.SGD, momentum=0.9, weight_decay=0.1)


@program
def adam_keeps_nothing_for_parameters_without_a_gradient():
    return switched_training(torch.optim.Adam)


@program
def tuple_argument_is_another_at_each_call():
    def scaled(pair, x):
        return pair[0] * x + pair[1], pair[0]

    return scaled, [((torch.randn(3), torch.randn(3)), torch.randn(3)) for _ in range(3)], ()


@program
def list_and_dict_arguments_are_others_at_each_call():
    def joined(parts, named):
        return torch.cat([parts[0], parts[1]]) * named["scale"], named["scale"]

    return joined, [([torch.randn(2), torch.randn(3)], {"scale": torch.randn(())}) for _ in range(3)], ()


@program
def elements_that_are_one_tensor():
    def added(pair):
        return pair[0] + 2 * pair[1]

    x, y = torch.randn(3), torch.randn(3)
    return added, [((x, x),), ((x, y),), ((y, x),), ((y, y),)], ()


@program
def elements_that_are_parameters():
    net = nn.Linear(3, 3)

    def applied(pair, x):
        return (net(x) + pair[0] * pair[1]).detach()

    other = torch.randn(3)
    with torch.no_grad():
        weights = [(net.bias, other), (other, net.bias), (other, torch.randn(3))]
    return applied, [(pair, torch.randn(2, 3)) for pair in weights], (net,)


@program
def elements_are_written():
    def counted(pair):
        pair[0].add_(pair[1])

    return counted, [((torch.zeros(3), torch.randn(3)),) for _ in range(3)], ()


@program
def recurrent_state_is_handed_on():
    net, weight = nn.LSTM(5, 6, batch_first=True).eval(), torch.randn(6, 2)

    def advance(x, state):
        with torch.no_grad():
            output, (h, c) = net(x, state)
            return F.log_softmax(output[:, -1] @ weight, dim=-1), h, c

    states = [(torch.randn(1, 2, 6), torch.randn(1, 2, 6)) for _ in range(3)]
    return advance, [(torch.randn(2, 4, 5), state) for state in states], (net,)


@program
def decorated_without_gradients():
    net = nn.Linear(3, 2)

    @torch.no_grad()
    def applied(x):
        return net(x)

    return applied, [(torch.randn(size, 3),) for size in (2, 2, 4)], (net,)


@program
def booleans_are_not_subtracted():
    def differences(x, flag):
        return flag - x

    return differences, [(torch.ones(2), 1), (torch.ones(2), True), (torch.ones(2), torch.tensor(True))], ()


def picture(value):
    """What is compared of a value."""
    if isinstance(value, torch.Tensor):
        return "tensor", type(value), value.dtype, value.shape, value.stride(), value.requires_grad, value.detach().clone()
    if isinstance(value, nn.Module):
        return picture([(value.state_dict(), [p.grad for p in value.parameters()], value.training)])
    if isinstance(value, torch.optim.Optimizer):
        return picture(value.state_dict())
    if isinstance(value, (list, tuple)):
        return type(value), [picture(element) for element in value]
    if isinstance(value, dict):
        return type(value), [(key, picture(element)) for key, element in value.items()]
    return value


def same(found, expected):
    """Fails where two pictures differ."""
    if isinstance(expected, torch.Tensor):
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5, equal_nan=True)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-4, abs=1e-5, nan_ok=True)
    elif isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
    else:
        assert found == expected


def outcome(function, args):
    try:
        result = function(*args)
    except Exception as error:  # noqa: BLE001 - whatever eager raises
        return picture([type(error).__name__, args])
    named = [element for arg in args for element in (arg if isinstance(arg, (list, tuple)) else [arg])]
    results = result if isinstance(result, tuple) else (result,)
    shared = [(i, j) for i, one in enumerate(results) for j, other in enumerate(named) if one is other]
    return picture([result, args, shared])


def play(name, compiled):
    torch.manual_seed(0)
    function, calls, changed = PROGRAMS[name]()
    runs = janusc.compile(function) if compiled else function
    story = []
    for call in calls:
        if callable(call):
            call()
        else:
            story.append((outcome(runs, copy.copy(call)), picture(changed)))
    return story, runs


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    expected, _ = play(name, compiled=False)
    with janusc.options(profile_calls=0):
        found, compiled = play(name, compiled=True)
    same(found, expected)
    assert sum(version["calls"] for version in janusc.explain(compiled).data()["versions"]) > 0, janusc.explain(compiled)
