"""Named tuples as results, and functions of the library that need to know sizes."""
import janusc
import pytest
import torch

NAMED = {
    "max": lambda x: torch.max(x, 1),
    "min": lambda x: x.min(0, keepdim=True),
    "sort": lambda x: torch.sort(x, dim=1, descending=True),
    "topk": lambda x: x.topk(2),
    "cummax": lambda x: torch.cummax(x, 0),
    "aminmax": lambda x: torch.aminmax(x, dim=1),
    "attributes": lambda x: (torch.max(x, 1).indices, torch.aminmax(x).max, torch.aminmax(x).min),
}

def compiled(function):
    with janusc.options(profile_calls=0):
        return janusc.compile(function, native=True)


def same(got, expected):
    assert type(got) is type(expected)
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for pair in zip(got, expected):
            same(*pair)
    else:
        assert torch.equal(got, expected) and got.stride() == expected.stride() and got.dtype == expected.dtype
        assert got.storage_offset() == expected.storage_offset()


@pytest.mark.parametrize("name", NAMED)
def test_named_tuples(name):
    x = torch.randn(4, 5)
    f = compiled(NAMED[name])
    for _ in range(2):
        same(f(x), NAMED[name](x))


def test_functions_that_need_sizes_get_them():
    f = compiled(lambda x: torch.diagonal(x).sum() + torch.roll(x, 1, 0).sum())
    for size in (3, 4, 5):
        x = torch.randn(size, size)
        torch.testing.assert_close(f(x), torch.diagonal(x).sum() + x.sum())


def test_views_need_sizes():
    f = compiled(lambda x: (x.t(), torch.unbind(x)[1]))
    for shape in ((3, 4), (5, 4)):
        x = torch.randn(shape)
        same(f(x), (x.t(), torch.unbind(x)[1]))
