"""Results that are views: of arguments, and parts of larger tensors, with eager's strides, storage and version counter."""
import janusc
import pytest
import torch

FUNCTIONS = {
    "column": (lambda x: x[:, 0], (3, 4)),
    "row": (lambda x: x[1], (3, 4)),
    "transposed": (lambda x: x.t(), (3, 4)),
    "chunks": (lambda x: torch.chunk(x * 2, 2, 1), (2, 4)),
    "second chunk": (lambda x: (x * 2).chunk(3, dim=1)[1], (1, 6)),
    "of a view": (lambda x: x.view(2, 6)[:, 1:5:2].unsqueeze(0), (3, 4)),
    "with its whole": (lambda x: (lambda y: (y, y[:, :1]))(x.exp()), (3, 4)),
    "permuted": (lambda x: (x + 1).permute(1, 0), (3, 4)),
    "expanded": (lambda x: x.expand(3, 4), (1, 4)),
}


def compiled(function):
    return janusc.compile(function, dynamic=False)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_layout(name):
    function, shape = FUNCTIONS[name]
    f = compiled(function)
    for _ in range(3):
        x = torch.randn(shape)
        with torch.no_grad():
            got, expected = f(x), function(x)
        for a, b in zip(*((result if isinstance(result, tuple) else (result,)) for result in (got, expected)), strict=True):
            torch.testing.assert_close(a, b)
            assert (a.stride(), a.storage_offset(), a._is_view()) == (b.stride(), b.storage_offset(), b._is_view())
            assert a.untyped_storage().nbytes() == b.untyped_storage().nbytes()
            assert (a.data_ptr() - x.data_ptr() == b.data_ptr() - x.data_ptr()) or b.untyped_storage().data_ptr() != x.data_ptr()
    data = janusc.explain(f).data()
    assert [version["kind"] for version in data["versions"]] == ["native"], data["reasons"]


def test_a_view_shares_memory_and_version():
    f, x = compiled(lambda x: x[:, 0]), torch.zeros(3, 4)
    with torch.no_grad():
        f(x)
        y = f(x)
        y.add_(1)
    assert x[:, 0].tolist() == [1.0] * 3 and x._version == y._version and y._base is x


@pytest.mark.parametrize("name", ["column", "chunks", "with its whole", "transposed"])
def test_gradients(name):
    function, shape = FUNCTIONS[name]
    f = compiled(function)
    for _ in range(2):
        x = torch.randn(shape, dtype=torch.float64, requires_grad=True)
        w = torch.randn(shape, dtype=torch.float64)

        def loss(results):
            return sum((result * torch.arange(result.numel()).view(result.shape)).pow(2).sum()
                       for result in (results if isinstance(results, tuple) else (results,)))

        got, expected = (torch.autograd.grad(loss(g(x * w)), x, create_graph=True)[0] for g in (f, function))
        torch.testing.assert_close(got, expected)
        again = [torch.autograd.grad(gradient.sum(), x)[0] for gradient in (got, expected)]
        torch.testing.assert_close(*again)


def test_other_strides_are_not_taken():
    f = compiled(lambda x: x[:, 0])
    with torch.no_grad():
        for x in (torch.randn(3, 4), torch.randn(4, 3).t(), torch.randn(3, 8)[:, ::2]):
            assert f(x).stride() == x[:, 0].stride() and f(x).data_ptr() == x.data_ptr()
