"""Random numbers in native code: eager's for the same seed, and the generator's state after them."""
import copy

import janusc
import pytest
import torch
from janusc import _dispatch
from janusc.dispatch.faults import broken_assumption
from torch import nn
from torch.nn import functional as F
from torch.nn import init


def branches_and_loops(x):
    """In the order in which they run."""
    total = x.sum()
    for i in range(x.shape[0]):
        if torch.rand(()) > 0.5:
            total = total + torch.randn(2).sum()
        else:
            total = total - i
    return total, torch.rand(2)


def until(x):
    count = 0
    while torch.rand(1).item() < 0.8:
        count += 1
    return count


def unused(x):
    """What nobody looks at is drawn all the same."""
    torch.rand(3)
    F.dropout(x, 0.5)
    return x + 1


def initialised(x):
    w, b, v = torch.empty(3, 5), torch.empty(5), torch.empty(6, 3)
    init.xavier_uniform_(w)
    init.normal_(b, std=0.02)
    init.xavier_normal_(v, 0.5)
    return w, b, v, init.uniform_(torch.empty(4, 4), -1, 1)


def in_place(x):
    y = x * 2
    z = y.uniform_(1, 2)
    return z + 1, y


def same(got, expected):
    assert type(got) is type(expected)
    if isinstance(expected, (tuple, list)):
        for one, other in zip(got, expected, strict=True):
            same(one, other)
    elif isinstance(expected, torch.Tensor):
        assert (got.dtype, got.shape, got.stride(), got.requires_grad) == (
            expected.dtype, expected.shape, expected.stride(), expected.requires_grad)
        torch.testing.assert_close(got, expected, rtol=1e-5, atol=1e-6, equal_nan=True)
    else:
        assert got == expected


def native_calls(compiled):
    return sum(version.calls for version in _dispatch.versions(compiled))


def compare(plain, compiled, *arguments, calls=3):
    """Some calls in a row of both, each of which goes on where the one before has left the generator."""
    states = [torch.Generator().manual_seed(7).get_state()] * 2
    before = native_calls(compiled)
    with janusc.options(profile_calls=0, compile_all=True, tier="fast", trials=False):
        for _ in range(calls):
            results = []
            for i, called in enumerate((plain, compiled)):
                torch.set_rng_state(states[i])
                results.append(called(*copy.deepcopy(arguments)))
                states[i] = torch.get_rng_state()
            same(results[1], results[0])
            assert torch.equal(states[0], states[1])
    return native_calls(compiled) - before


def numbers(*sizes):
    return torch.rand(*sizes, generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize("function", [branches_and_loops, until, unused, initialised, in_place])
def test_equals_eager(function):
    compiled = janusc.compile(function)
    assert compare(function, compiled, numbers(4, 5)) == 3, janusc.explain(compiled)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(5, 8), nn.Linear(8, 2)
        self.dropout = nn.Dropout(0.4)

    def forward(self, x):
        return self.second(self.dropout(self.first(x).relu()))


def make_step():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)

    def step(x, y):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step, net


def test_training_step():
    (step, net), (other, compiled_net) = make_step(), make_step()
    compiled = janusc.compile(other)
    x, y = numbers(6, 5), numbers(6, 2)
    for start in step, other:
        torch.manual_seed(1)
        start(x, y)
    assert compare(step, compiled, x, y) == 3, janusc.explain(compiled)
    same(list(compiled_net.parameters()), list(net.parameters()))


def test_backward_through_a_compiled_module():
    torch.manual_seed(0)
    net = Net()
    compiled = janusc.compile(net)
    gradients = []
    with janusc.options(profile_calls=0, tier="fast", trials=False):
        for called in (net, compiled):
            torch.manual_seed(3)
            x = numbers(4, 5).requires_grad_()
            called(x).square().sum().backward()
            gradients.append((x.grad, torch.get_rng_state()))
    same(gradients[1], gradients[0])


def test_gradients_that_are_differentiated_again_drop_the_same():
    def f(x):
        return (F.dropout(x * x, 0.5) * x).sum()

    compiled = janusc.compile(f)
    found = []
    with janusc.options(profile_calls=0, compile_all=True, tier="fast", trials=False):
        for called in (f, compiled):
            torch.manual_seed(5)
            x = numbers(30).requires_grad_()
            first, = torch.autograd.grad(called(x), x, create_graph=True)
            state = torch.get_rng_state()
            second, = torch.autograd.grad(first.sum(), x)
            found.append((first.detach(), second, state, torch.get_rng_state()))
    assert native_calls(compiled) == 1
    same(found[1], found[0])


def test_nothing_is_drawn_by_a_call_that_breaks_an_assumption():
    def f(x):
        y = torch.rand(3)
        return torch.bernoulli(x), y

    compiled = janusc.compile(f)
    x = numbers(4)
    assert compare(f, compiled, x) == 3
    # A probability that is none: ATen refuses inside, after the first numbers.
    torch.manual_seed(2)
    before = torch.get_rng_state()
    with janusc.options(profile_calls=0, compile_all=True, tier="fast", trials=False), pytest.raises(RuntimeError):
        compiled(x + 1)
    torch.rand(3)
    torch.set_rng_state(before)
    torch.rand(3)
    after = torch.get_rng_state()
    torch.set_rng_state(before)
    with pytest.raises(RuntimeError):
        f(x + 1)
    assert torch.equal(torch.get_rng_state(), after)


def test_strides_of_the_input_decide_where_numbers_go():
    def f(x):
        return F.dropout(x, 0.5), torch.rand_like(x)

    compiled = janusc.compile(f)
    compare(f, compiled, numbers(4, 5))
    assert compare(f, compiled, numbers(4, 5).t()) == 0

    def g(x):
        return F.dropout(x.t(), 0.5).sum()

    assert compare(g, janusc.compile(g), numbers(4, 5)) == 0


def test_a_generator_of_ones_own_is_left_to_the_interpreter():
    generator = torch.Generator()

    def f(x):
        generator.manual_seed(3)
        return x + torch.rand(5, generator=generator)

    compare(f, janusc.compile(f), numbers(5))


def test_broken_assumptions_leave_the_generator():
    def f(x, y):
        z = F.dropout(x, 0.5)
        return z + y[torch.randint(0, 3, (2,))].sum()

    x, y = numbers(6), numbers(3)
    for number in range(4):
        compiled = janusc.compile(f)
        with broken_assumption(number):
            compare(f, compiled, x, y)
