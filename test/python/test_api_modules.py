"""Compiled modules behave as the modules they were made from, and share everything with them."""
import copy
import inspect
import io
import pickle
import weakref

import janusc
import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset


class Net(nn.Module):
    """A net."""

    def __init__(self, width=4):
        super().__init__()
        self.first = nn.Linear(3, width)
        self.norm = nn.BatchNorm1d(width)
        self.last = nn.Linear(width, 2)

    def forward(self, x):
        return self.last(torch.relu(self.norm(self.first(x))))


@pytest.fixture
def net():
    torch.manual_seed(0)
    return Net()


def test_is_the_module(net):
    c = janusc.compile(net)
    assert c is not net and isinstance(c, Net) and isinstance(c, nn.Module)
    assert type(c).__name__ == "Net" and type(c).__module__ == __name__ and type(c).__doc__ == "A net."
    assert repr(c) == repr(net) and c.state_dict().keys() == net.state_dict().keys()
    assert inspect.signature(c.forward) == inspect.signature(net.forward)
    assert dict(c.named_parameters()).keys() == dict(net.named_parameters()).keys()
    assert all(a is b for a, b in zip(c.parameters(), net.parameters()))
    assert type(janusc.compile(Net())) is type(c)
    assert type(net) is Net and "_janus_call" not in vars(net)


def test_shares_state_both_ways(net):
    c, x = janusc.compile(net), torch.randn(5, 3)
    c.eval()
    assert not net.training and not net.norm.training
    net.train()
    assert c.training
    c.extra = nn.Parameter(torch.ones(1))
    assert "extra" in dict(net.named_parameters())
    del net.extra
    assert not hasattr(c, "extra")
    c.double()
    assert net.first.weight.dtype is torch.float64
    c.float()
    c.load_state_dict({k: torch.zeros_like(v) for k, v in net.state_dict().items()})
    assert not net.first.weight.any()
    net.apply(lambda m: nn.init.ones_(m.weight) if isinstance(m, nn.Linear) else None)
    c.eval()
    assert torch.equal(c(x), net(x))


def test_calls_equal_the_module(net):
    c, twin, x = janusc.compile(net), copy.deepcopy(net), torch.randn(6, 3)
    for mode in (True, False, True):
        c.train(mode), twin.train(mode)
        with torch.no_grad():
            assert torch.allclose(c(x), twin(x), rtol=1e-5, atol=1e-6)
            assert torch.allclose(c(x=x), twin(x=x), rtol=1e-5, atol=1e-6)
        assert torch.allclose(net.norm.running_mean, twin.norm.running_mean, rtol=1e-5, atol=1e-6)
        assert net.norm.num_batches_tracked == twin.norm.num_batches_tracked


def test_training_through_autograd(net):
    c, twin, x = janusc.compile(net), copy.deepcopy(net), torch.randn(6, 3)
    c(x).sum().backward()
    twin(x).sum().backward()
    for a, b in zip(net.parameters(), twin.parameters()):
        assert torch.allclose(a.grad, b.grad, rtol=1e-4, atol=1e-5)


def test_hooks(net):
    c, x, seen = janusc.compile(net), torch.randn(6, 3), []
    with torch.no_grad():
        c(x)
        handles = [c.register_forward_pre_hook(lambda m, args: seen.append(("pre", m is c))),
                   net.register_forward_hook(lambda m, args, out: seen.append(("post", out.shape))),
                   net.first.register_forward_hook(lambda m, args, out: seen.append("inner"))]
        c(x)
        assert seen == [("pre", True), "inner", ("post", (6, 2))]
        for handle in handles:
            handle.remove()
        c(x)
    assert len(seen) == 3


def test_hooks_of_all_modules(net):
    c, x, seen = janusc.compile(net), torch.randn(6, 3), []
    with torch.no_grad():
        c(x)
        handle = nn.modules.module.register_module_forward_hook(lambda m, args, out: seen.append(type(m)))
        try:
            c(x)
        finally:
            handle.remove()
        c(x)
    assert len(seen) == 4


def test_deepcopy_and_copy(net):
    c = janusc.compile(net)
    d = copy.deepcopy(c)
    assert type(d) is type(c) and d.first.weight is not c.first.weight
    assert torch.equal(d.first.weight, c.first.weight)
    x = torch.randn(2, 3)
    with torch.no_grad():
        d.last.weight.zero_()
        d.eval(), c.eval()
        assert torch.allclose(d(x), d.last.bias.expand(2, 2)) and not torch.allclose(d(x), c(x))
    e = copy.copy(c)
    assert type(e) is type(c) and e.first is c.first


def test_deepcopy_of_a_parent_that_holds_both(net):
    parent = nn.ModuleDict({"a": net, "b": janusc.compile(net)})
    twin = copy.deepcopy(parent)
    assert twin["a"].first.weight is twin["b"].first.weight is not net.first.weight


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(net, protocol):
    c = janusc.compile(net, parallel=False)
    d = pickle.loads(pickle.dumps(c, protocol))
    assert type(d) is type(c) and torch.equal(d.first.weight, net.first.weight)
    assert d._janus_settings == c._janus_settings


def test_torch_save(net):
    c, file = janusc.compile(net), io.BytesIO()
    torch.save(c, file)
    file.seek(0)
    d = torch.load(file, weights_only=False)
    assert type(d) is type(c) and torch.equal(d.last.bias, net.last.bias)
    torch.save(c.state_dict(), buffer := io.BytesIO())
    buffer.seek(0)
    Net().load_state_dict(torch.load(buffer))


def test_weak_references_and_hash(net):
    c = janusc.compile(net)
    assert weakref.ref(c)() is c and hash(c) is not None and c == c and c != net


def test_inside_other_modules(net):
    outer = nn.Sequential(janusc.compile(net), nn.ReLU())
    assert list(outer.state_dict())[0] == "0.first.weight"
    outer.eval()
    with torch.no_grad():
        assert torch.equal(outer(torch.ones(2, 3)), torch.relu(net(torch.ones(2, 3))))
    assert isinstance(janusc.compile(outer), nn.Sequential)


def test_replaced_class_and_forward(net):
    c, x = janusc.compile(net), torch.randn(2, 3)
    c.eval()
    c(x)
    net.forward = lambda x: "patched"
    assert c(x) == "patched"
    del net.forward

    class Other(type(c)):
        def forward(self, x):
            return "other"

    c.__class__ = Other
    assert c(x) == "other"


def test_the_original_gets_another_class(net):
    class Doubled(type(net)):
        def forward(self, x):
            return 2 * super().forward(x)

    c, x, before = janusc.compile(net), torch.randn(2, 3), type(net)
    with janusc.options(max_versions=1):
        c(x)
        c.eval()  # there is no version for this, so the function runs
        c(x)
        net.__class__ = Doubled
        for _ in range(20):
            assert torch.equal(c(x), net(x))
        net.__class__ = before
        assert torch.equal(c(x), net(x))


def test_a_class_with_its_own_call():
    class Counting(nn.Module):
        def __init__(self):
            super().__init__()
            self.calls = 0

        def __call__(self, *args):
            self.calls += 1
            return super().__call__(*args)

        def forward(self, x):
            return x + self.calls

    c = janusc.compile(Counting())
    assert [c(torch.zeros(1)).item() for _ in range(3)] == [1, 2, 3]


def test_parametrizations(net):
    c = janusc.compile(net)
    nn.utils.parametrizations.weight_norm(c.first)
    c.eval()
    with torch.no_grad():
        assert torch.equal(c(torch.ones(2, 3)), net(torch.ones(2, 3)))


def test_compiling_a_compiled_module(net):
    c = janusc.compile(net)
    assert janusc.compile(c)._janus_original is net


class Images(Dataset):
    """A dataset that runs a compiled module and a compiled function in its workers."""

    def __init__(self, module):
        self.module = module

    def __len__(self):
        return 8

    def __getitem__(self, index):
        with torch.no_grad():
            return self.module(torch.full((1, 3), float(index)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_data_loader_workers(net, method):
    c = janusc.compile(net.eval())
    with torch.no_grad():
        c(torch.ones(1, 3))
        expected = torch.cat([net(torch.full((1, 3), float(i))) for i in range(8)])
    loader = DataLoader(Images(c), batch_size=4, num_workers=2, multiprocessing_context=method)
    got = torch.cat([batch[:, 0] for batch in loader])
    assert torch.allclose(got, expected, rtol=1e-5, atol=1e-6)


def test_scripted_modules_are_refused(net):
    with pytest.warns(DeprecationWarning) if False else _nothing():
        scripted = torch.jit.trace(nn.Linear(2, 2), torch.ones(1, 2))
    with pytest.raises(TypeError, match="written in Python"):
        janusc.compile(scripted)


class _nothing:
    def __enter__(self):
        import warnings

        self.catch = warnings.catch_warnings()
        self.catch.__enter__()
        warnings.simplefilter("ignore")

    def __exit__(self, *exception):
        self.catch.__exit__(*exception)
