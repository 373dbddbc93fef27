"""Compiled functions called from eager code, whose results carry a graph: values, gradients, properties and errors are
eager's, and native code made them."""
import copy
import gc
import threading
import weakref

import janusc
import pytest
import torch
import torch.nn.functional as F
import torch.utils.checkpoint
from torch import nn


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 8), nn.Linear(8, 3)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.norm = nn.BatchNorm2d(4)
        self.out = nn.Linear(4 * 4 * 4, 5)

    def forward(self, x):
        x = F.max_pool2d(torch.relu(self.norm(self.conv(x))), 2)
        return self.out(x.flatten(1))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(11, 6)
        self.lstm = nn.LSTM(6, 5, batch_first=True)
        self.out = nn.Linear(5, 4)

    def forward(self, x):
        hidden, _ = self.lstm(self.embedding(x))
        return self.out(hidden)


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 8), nn.Linear(8, 3)
        self.first.requires_grad_(False)

    def forward(self, x):
        return self.second(torch.tanh(self.first(x)))


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(6, 6))

    def forward(self, x):
        return F.linear(torch.tanh(F.linear(x, self.weight)), self.weight.t() + self.weight)


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(6))
        self.register_buffer("mean", torch.zeros(6))

    def forward(self, x):
        with torch.no_grad():
            self.mean.mul_(0.9).add_(x.mean(0), alpha=0.1)
        return (x - x.mean(0)) * self.weight


def images(count=3):
    return torch.randn(count, 1, 8, 8)


MODULES = {
    "mlp": (MLP, lambda: torch.randn(5, 6)),
    "conv and batch norm": (ConvNet, images),
    "conv and batch norm in eval": (lambda: ConvNet().eval(), images),
    "embedding and lstm": (Tagger, lambda: torch.randint(11, (3, 7))),
    "frozen": (Frozen, lambda: torch.randn(5, 6)),
    "tied": (Tied, lambda: torch.randn(5, 6)),
    "buffers": (Counting, lambda: torch.randn(5, 6)),
    "layer norm": (lambda: nn.Sequential(nn.Linear(6, 4), nn.LayerNorm(4), nn.GELU()), lambda: torch.randn(5, 6)),
}


def ran(compiled):
    """Calls of native code, forward and backward."""
    versions = [version for version in janusc.explain(compiled).data()["versions"] if version["kind"] == "native"]
    return sum(version["calls"] for version in versions), sum(version["backward_calls"] or 0 for version in versions)


def assert_close(actual, expected):
    """Equal to rounding, relative to the scale of the whole."""
    if isinstance(expected, dict):
        assert actual.keys() == expected.keys()
        for key in expected:
            assert_close(actual[key], expected[key])
        return
    if expected is None:
        assert actual is None
        return
    scale = max(expected.detach().abs().max().item(), 0.1)
    torch.testing.assert_close(actual, expected, rtol=1e-4, atol=1e-4 * scale)


def assert_same_graph(actual, expected):
    assert actual.requires_grad == expected.requires_grad
    assert actual.is_leaf == expected.is_leaf
    assert (actual.grad_fn is None) == (expected.grad_fn is None)
    assert actual.dtype == expected.dtype and actual.shape == expected.shape and actual.stride() == expected.stride()


@pytest.mark.parametrize("name", MODULES)
def test_modules(name):
    torch.manual_seed(0)
    make, make_input = MODULES[name]
    eager = make()
    twin = copy.deepcopy(eager)
    compiled = janusc.compile(twin)
    for _ in range(2):
        x = make_input()
        results = []
        for model in (eager, compiled):
            model.zero_grad()
            given = x.clone().requires_grad_() if x.is_floating_point() else x
            y = model(given)
            y.square().sum().backward()
            results.append((y, given.grad))
        (expected, expected_input), (actual, actual_input) = results
        assert_same_graph(actual, expected)
        assert_close(actual, expected)
        assert_close(actual_input, expected_input)
        for (path, p), q in zip(eager.named_parameters(), twin.parameters(), strict=True):
            assert (p.grad is None) == (q.grad is None), path
            assert_close(q.grad, p.grad)
            assert p.grad is None or (q.grad.stride() == p.grad.stride() and q.grad.dtype == p.grad.dtype)
        assert_close(dict(twin.named_buffers()), dict(eager.named_buffers()))
    assert ran(compiled) == (2, 2)


def leaf(*sizes, seed=0, dtype=torch.float32):
    return torch.randn(*sizes, generator=torch.Generator().manual_seed(seed), dtype=dtype).requires_grad_()


def softmax_cross_entropy(x, w):
    return F.cross_entropy(x @ w, torch.tensor([0, 2, 1, 0]))


def several(x, w):
    h = torch.tanh(x @ w)
    return h, {"loss": h.sum(), "rows": [h.argmax(1), h.detach() * 2]}, x.exp()


def branch_on_data(x, w):
    if x.sum() > 0:
        y = (x @ w).sigmoid()
    else:
        y = x.sum(1, keepdim=True) * 2
    return y


def loop(x, w):
    for i in range(3):
        x = torch.tanh(x @ w @ w.t()) + i
    return x


def loop_over_rows(x, w):
    total = torch.zeros(w.shape[1])
    for i in range(x.shape[0]):
        total = total + (x[i] @ w).sin()
    return total


def nested(x, w):
    for i in range(x.shape[0]):
        if x[i].sum() > 0:
            w = w * x[i].mean()
        else:
            w = w + i
    return w.cos()


def while_it_grows(x, w):
    steps = 0
    x = x.clone() * w.mean()
    while x.abs().max() < 8:
        x = x * 2 + w.sum()
        steps += 1
    return x, steps


def early_exit(x, w):
    total = x.sum() * 0
    for i in range(x.shape[0]):
        total = total + x[i].sin().sum()
        if total > 1:
            break
        total = total * w.mean()
    return total


def constant_inputs(x, w):
    return (x * 2 + 1).sum() + w.mean() / 3


def indices_and_masks(x, w):
    picked = x[torch.tensor([0, 2])]
    return torch.where(picked > 0, picked, -picked * w.sum()).clamp(max=1.5)


def views(x, w):
    return torch.cat([x.t().reshape(-1), w.view(-1)]).unsqueeze(1).reshape(3, -1)[1:].cos().sum(1)


def detached(x, w):
    return (x.detach() @ w).sum() + x.sum()


def under_no_grad(x, w):
    with torch.no_grad():
        scale = x.abs().max()
    return x / scale + w.sum()


def numbers(x, w):
    return x * w.sum().item() + x.shape[0]


FUNCTIONS = [softmax_cross_entropy, several, branch_on_data, loop, loop_over_rows, nested, while_it_grows, early_exit,
             constant_inputs, indices_and_masks, views, detached, under_no_grad, numbers]


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, int):
        return []
    if isinstance(value, dict):
        value = value.values()
    return [tensor for element in value for tensor in tensors(element)]


def gradients(function, x, w):
    results = tensors(function(x, w))
    total = sum((result * (torch.arange(result.numel()).reshape(result.shape) + 1)).sum()
                for result in results if result.requires_grad)
    total.backward()
    return results, x.grad, w.grad


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_functions(function):
    compiled = janusc.compile(function)
    for seed in range(3):
        expected = gradients(function, leaf(4, 3, seed=seed), leaf(3, 3, seed=seed + 10))
        actual = gradients(compiled, leaf(4, 3, seed=seed), leaf(3, 3, seed=seed + 10))
        for one, other in zip(actual[0], expected[0], strict=True):
            assert_same_graph(one, other)
            assert_close(one, other)
        for one, other in zip(actual[1:], expected[1:], strict=True):
            assert_close(one, other)
            assert one is None or one.stride() == other.stride()
    assert ran(compiled) == (3, 3)


@pytest.mark.parametrize("function", [several, branch_on_data, loop, nested, views, indices_and_masks],
                         ids=lambda f: f.__name__)
def test_gradcheck(function):
    compiled = janusc.compile(function)
    x, w = (leaf(*sizes, seed=seed, dtype=torch.float64) for seed, sizes in enumerate([(4, 3), (3, 3)]))
    assert torch.autograd.gradcheck(lambda x, w: tuple(t for t in tensors(compiled(x, w)) if t.requires_grad), (x, w))
    calls, backward = ran(compiled)
    assert calls > 1 and backward > 1


def test_half_of_a_graph():
    f = janusc.compile(lambda x, w: ((x * 2).sin(), (w * 3).cos()))
    x, w = leaf(3), leaf(3, seed=1)
    a, b = f(x, w)
    a.sum().backward()
    assert w.grad is None
    assert_close(x.grad, 2 * (x * 2).cos())
    # What b was made of is another graph, which is still there.
    b.sum().backward()
    assert_close(w.grad, -3 * (w * 3).sin())
    with pytest.raises(RuntimeError, match="second time"):
        a.sum().backward()
    assert ran(f) == (1, 2)


def test_a_path_that_is_not_taken_makes_no_nan():
    def both(x, y):
        return F.softplus(x * (y / 0)), x * y

    gradients = []
    for function in (both, janusc.compile(both, native=True)):
        leaves = torch.tensor([1.0, -2.0], requires_grad=True), torch.tensor([3.0, 0.5], requires_grad=True)
        # Nothing goes back from the first result, whose derivative is infinite.
        function(*leaves)[1].sum().backward()
        gradients.append([leaf.grad for leaf in leaves])
    torch.testing.assert_close(gradients[1], gradients[0])


def test_parts_that_share_are_used_up_together():
    def f(x):
        h = x.sin()
        return h.exp(), h.cos()

    for function in (f, janusc.compile(f)):
        a, b = function(leaf(3))
        a.sum().backward()
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            b.sum().backward()
        a, b = function(leaf(3))
        a.sum().backward(retain_graph=True)
        b.sum().backward()


def test_nothing_kept_nothing_used_up():
    f = janusc.compile(lambda x, w: x * 2 + w)
    x, w = leaf(3), leaf(3)
    y = f(x, w)
    y.sum().backward()
    y.sum().backward()
    assert_close(x.grad, torch.full((3,), 4.0))


def test_gradients_add_up():
    f = janusc.compile(lambda x: (x * x).sum())
    x = leaf(3)
    f(x).backward()
    f(x).backward()
    assert_close(x.grad, 4 * x)
    assert torch.autograd.grad(f(x), x)[0].equal(2 * x) and torch.autograd.grad(f(x), x)[0] is not x.grad


def test_aliases_add_up():
    class Scale(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(3))

        def forward(self, x, y):
            return x * self.weight * y

    model = Scale()
    compiled = janusc.compile(model)
    compiled(model.weight, model.weight).sum().backward()
    assert_close(model.weight.grad, 3 * model.weight.detach() ** 2)
    assert ran(compiled) == (1, 1)


def test_hooks():
    seen = []
    model = nn.Linear(3, 2)
    compiled = janusc.compile(model)
    model.weight.register_hook(lambda g: seen.append("weight") or g * 2)
    model.bias.register_post_accumulate_grad_hook(lambda p: seen.append("bias"))
    x = leaf(4, 3)
    h = x * 1
    h.retain_grad()
    y = compiled(h)
    y.register_hook(lambda g: seen.append("result") or g)
    y.sum().backward()
    assert seen[0] == "result" and sorted(seen[1:]) == ["bias", "weight"]
    assert_close(model.weight.grad, 2 * x.sum(0).expand(2, 3))
    assert_close(h.grad, x.grad)
    assert ran(compiled) == (1, 1)


@pytest.mark.parametrize("what", ["argument", "parameter", "result"])
def test_changes_between_forward_and_backward(what):
    model = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())
    for callee in (model, janusc.compile(model)):
        x = torch.randn(4, 3)
        y = callee(x)
        with torch.no_grad():
            {"argument": x, "parameter": model[0].bias, "result": y}[what].add_(1)
        if what == "parameter":
            y.sum().backward()  # the bias is not needed
            continue
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_a_step_between_forward_and_backward():
    model = MLP()
    compiled = janusc.compile(model)
    y = compiled(leaf(4, 6))
    torch.optim.SGD(model.parameters(), 0.1).step()
    with torch.no_grad():
        model.second.weight.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_modes():
    f = janusc.compile(lambda x: x.sin())
    x = leaf(3)
    assert f(x).requires_grad
    with torch.no_grad():
        y = f(x)
        assert not y.requires_grad and y.grad_fn is None
    with torch.inference_mode():
        assert f(x).is_inference()
    assert not f(x.detach()).requires_grad
    assert f(x).requires_grad
    assert ran(f) == (5, 0)


def test_requires_grad_of_a_parameter_changes():
    model = MLP()
    compiled = janusc.compile(model)
    x = torch.randn(4, 6)
    compiled(x).sum().backward()
    model.requires_grad_(False)
    assert not compiled(x).requires_grad
    model.second.bias.requires_grad_(True)
    model.zero_grad()
    compiled(x).sum().backward()
    assert model.second.bias.grad is not None and model.first.weight.grad is None
    assert ran(compiled) == (3, 2)


def test_gradients_are_differentiated_again():
    def f(x, w):
        return (torch.tanh(x @ w) ** 2).sum(), x.sum()

    results = []
    for function in (f, janusc.compile(f)):
        x, w = leaf(4, 3), leaf(3, 3, seed=1)
        h = x * 2
        loss, _ = function(h, w)
        gx, gw = torch.autograd.grad(loss, (h, w), create_graph=True)
        (gx.square().sum() + gw.sin().sum()).backward()
        results.append((gx, gw, x.grad, w.grad))
    for actual, expected in zip(results[1], results[0], strict=True):
        assert_close(actual, expected)


def test_third_derivatives():
    f = janusc.compile(lambda x: (x ** 4).sum())
    x = leaf(3, dtype=torch.float64)
    first, = torch.autograd.grad(f(x), x, create_graph=True)
    second, = torch.autograd.grad(first.sum(), x, create_graph=True)
    third, = torch.autograd.grad(second.sum(), x)
    torch.testing.assert_close(third, 24 * x)


def test_gradient_penalty_of_a_module_with_state():
    torch.manual_seed(0)
    eager = ConvNet()
    twin = copy.deepcopy(eager)
    for callee in (eager, janusc.compile(twin)):
        torch.manual_seed(1)
        x = images().requires_grad_()
        gradient, = torch.autograd.grad(callee(x).sum(), x, create_graph=True)
        gradient.square().sum().backward()
    for p, q in zip(eager.parameters(), twin.parameters(), strict=True):
        assert_close(q.grad, p.grad)
    assert_close(dict(twin.named_buffers()), dict(eager.named_buffers()))


def test_a_gradient_is_not_differentiated_again_after_a_change():
    f = janusc.compile(lambda x, y: (x.sin() + y).exp().sum())
    x, y = leaf(3), torch.randn(3)
    loss = f(x, y)
    y.add_(1)  # the first derivative does not need it
    torch.autograd.grad(loss, x, retain_graph=True)
    with pytest.raises(RuntimeError, match="cannot differentiate this gradient again"):
        torch.autograd.grad(loss, x, create_graph=True)


def test_many_gradients_at_once():
    f = janusc.compile(lambda x: x.sin() * x)
    x = leaf(3)
    jacobian, = torch.autograd.grad(f(x), x, torch.eye(3), is_grads_batched=True)
    assert_close(jacobian, torch.diag(x.cos() * x + x.sin()))


def test_memory_is_freed():
    f = janusc.compile(lambda x, w: (x @ w).sin())
    x, w = leaf(4, 3), leaf(3, 3)
    h = x * 1
    y = f(h, w)
    gone = weakref.ref(h)
    del h
    y.sum().backward()
    gc.collect()
    assert gone() is None


def test_what_stays_in_the_interpreter():
    def writes(x, w):
        old = w * x
        w.add_(1)
        return old

    f = janusc.compile(writes)
    x, w = leaf(3), torch.ones(3)
    y = f(x, w)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()

    def both(model, x):
        y = model(x)
        y.sum().backward()
        return x * model.weight.sum()

    model = nn.Linear(3, 2)
    g = janusc.compile(both)
    g(model, torch.ones(1, 3)).sum().backward()
    assert ran(g)[1] == 0


def test_saved_tensors_hooks():
    f = janusc.compile(lambda x: x.sin().exp())
    packed = []
    x = leaf(3)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: packed.append(t) or t.clone(), lambda t: t):
        y = f(x)
    y.sum().backward()
    assert packed
    assert_close(x.grad, x.cos() * x.sin().exp())


@pytest.mark.parametrize("reentrant", [False, True])
def test_checkpoints(reentrant):
    model = MLP()
    compiled = janusc.compile(model)
    x = leaf(4, 6)
    y = torch.utils.checkpoint.checkpoint(compiled, x, use_reentrant=reentrant)
    y.square().sum().backward()
    gradients = [x.grad, *(p.grad for p in model.parameters())]
    x.grad = None
    model.zero_grad()
    model(x).square().sum().backward()
    for actual, expected in zip(gradients, [x.grad, *(p.grad for p in model.parameters())], strict=True):
        assert_close(actual, expected)


def test_a_version_whose_gradients_are_differentiated_again_is_given_up():
    def penalised(x):
        return x.sin().sum()

    f = janusc.compile(penalised)
    for _ in range(12):
        x = leaf(5)
        first, = torch.autograd.grad(f(x), x, create_graph=True)
        second, = torch.autograd.grad(first.sum(), x)
        assert_close(second, -x.sin())
    data = janusc.explain(f).data()
    assert not [version for version in data["versions"] if version["kind"] == "native"]
    assert any("differentiated again" in reason["reason"] for reason in data["reasons"])


def test_forward_mode_is_eagers():
    f = janusc.compile(lambda x: x.sin())
    x = torch.randn(3)
    f(x)
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(x, torch.ones(3))
        assert_close(torch.autograd.forward_ad.unpack_dual(f(dual)).tangent, x.cos())


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_dtypes(dtype):
    f = janusc.compile(lambda x, w: (x * w).sum(0).tanh())
    x, w = leaf(4, 3).detach().to(dtype).requires_grad_(), leaf(3)
    f(x, w).sum().backward()
    assert x.grad.dtype == dtype and w.grad.dtype == torch.float32
    expected = [t.detach().double().requires_grad_() for t in (x, w)]
    (expected[0] * expected[1]).sum(0).tanh().sum().backward()
    torch.testing.assert_close(x.grad.double(), expected[0].grad, rtol=2e-2, atol=2e-2)
    torch.testing.assert_close(w.grad.double(), expected[1].grad, rtol=2e-2, atol=2e-2)
    assert ran(f) == (1, 1)


def test_empty_batches():
    model = MLP()
    compiled = janusc.compile(model)
    compiled(leaf(2, 6)).sum().backward()
    model.zero_grad()
    x = leaf(0, 6)
    compiled(x).sum().backward()
    assert x.grad.shape == (0, 6) and model.first.weight.grad.eq(0).all()


def test_long_chains_and_threads():
    f = janusc.compile(lambda x, w: x * w)
    w = torch.ones((), requires_grad=True)
    x = leaf(2)
    y = x
    for _ in range(5000):
        y = f(y, w)
    y.sum().backward()
    assert_close(x.grad, torch.ones(2))
    assert_close(w.grad, 5000 * x.detach().sum())
    del y

    results = []

    def work():
        x = leaf(3)
        f(x, torch.full((), 2.0, requires_grad=True)).sum().backward()
        results.append(x.grad)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(result.eq(2).all() for result in results)


def made(compiled):
    """How many backward passes were compiled for each version."""
    return [len(version["backward_seconds"] or ()) for version in janusc.explain(compiled).data()["versions"]
            if version["kind"] == "native"]


def test_the_backward_pass_is_compiled_when_it_is_needed():
    model = MLP()
    compiled = janusc.compile(model)
    x = leaf(4, 6)
    y = compiled(x)
    assert made(compiled) == [0]
    y.sum().backward()
    compiled(x).sum().backward()
    assert made(compiled) == [1] and ran(compiled) == (2, 2)
    assert "backward pass: 2 call(s), compiled in" in str(janusc.explain(compiled))


def test_one_backward_pass_for_each_set_of_derivatives():
    def f(x, w):
        h = x * w
        return h.exp(), h.log(), (h * h).sum()

    compiled = janusc.compile(f)
    for used in [(0,), (1,), (2,), (0, 2), (0,), (0, 1, 2), (1, 2)]:
        gradients = []
        for call in (f, compiled):
            torch.manual_seed(1)
            x, w = torch.rand(3, requires_grad=True), torch.rand(3, requires_grad=True)
            results = call(x, w)
            sum(results[i].sum() for i in used).backward()
            gradients.append((x.grad, w.grad))
        for found, expected in zip(*gradients, strict=True):
            assert_close(found, expected)
    assert made(compiled) == [6] and ran(compiled) == (7, 7)


def test_a_backward_pass_that_cannot_be_compiled_is_eagers(monkeypatch):
    from janusc.dispatch import versions
    from janusc.errors import CompileError

    def fails(*args):
        raise CompileError("no code for this")

    monkeypatch.setattr(versions, "_lower_backward", fails)
    compiled, x = janusc.compile(lambda x: x.exp() * 2), leaf(3)
    compiled(x).sum().backward()
    assert_close(x.grad, 2 * x.detach().exp())
    x.grad = None
    compiled(x).sum().backward()
    assert_close(x.grad, 2 * x.detach().exp())
    reasons = [reason["reason"] for reason in janusc.explain(compiled).data()["reasons"]]
    assert "the backward pass is not native: no code for this" in reasons


@pytest.mark.parametrize("written", ["x", "w", "y"])
def test_a_division_keeps_its_operands(written):
    for call in (lambda x, w: x / w, janusc.compile(lambda x, w: x / w)):
        x, w = leaf(3).clone(), leaf(3).clone()
        y = call(x, w)
        with torch.no_grad():
            {"x": x, "w": w, "y": y}[written].add_(1)
        if written == "y":
            y.sum().backward()
            continue
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()
