"""Generator expressions that are consumed at once, builtins compiled from Python, and what transformers are made of: native, and
what Python gives.
"""
import janusc
import pytest
import torch
from same_values import assert_same
from torch import nn

SEEN = []


def say(value):
    SEEN.append(value)
    return value


def unpacked(x):
    first, second, third = (part * 2 for part in x.split(4, -1))
    [fourth, *rest] = (part + 1 for part in (x, third))
    return first + second, fourth, rest[0]


def folded(x):
    parts = x.chunk(3, -1)
    total = sum(part.sum() for part in parts if part.dim() == 2)
    pairs = sum(i * j for i in range(3) for j in range(i))
    return total, pairs, sum([part.shape[1] for part in parts]), sum(parts, 1.0), sum(parts, start=x[:, :4])


def decided(x):
    return (x * 2, any(size > 4 for size in x.shape), all(size > 0 for size in x.shape), any([]), all(()),
            any(bool((row > 1.5).all()) for row in (x, x + 1)))


def collected(x):
    return x + 1, max(size * 2 for size in x.shape[1:]), torch.stack([*(part for part in x.split(4, -1))]), tuple(
        part.sum() for part in x.split(6, 1))


def joined(x):
    return ", ".join(f"{size}" for size in x.shape), sorted((-size for size in x.shape), key=abs), x * 2


def captured(x):
    scale, parts = 3, x.split(4, -1)
    a, b, c = (part * scale for part in parts)
    scale = len(parts)
    return a + b + c, scale


def stops(x):
    found = any(say(size) > 2 for size in (1, 3, 5))
    every = all(say(size) < 2 for size in (1, 3, 5))
    order = sorted((say(size) for size in (3, 1)), reverse=say(True))
    return x * found, every, sum(say(i) for i in range(2)), order


FUNCTIONS = [unpacked, folded, decided, collected, joined, captured, stops]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_same_as_python(function):
    compiled = janusc.compile(function, native=function not in (joined, stops))
    for batch in (1, 2, 3):
        x = torch.arange(12.0 * batch).reshape(batch, 12) / 7
        SEEN.clear()
        expected = function(x), list(SEEN)
        SEEN.clear()
        assert_same((compiled(x), list(SEEN)), expected)


def test_too_many_to_unpack():
    def pair(x):
        a, b = (part for part in x.split(4, -1))
        return a + b

    compiled = janusc.compile(pair)
    for width in (8, 12, 4):
        x = torch.ones(2, width)
        if width == 8:
            assert_same(compiled(x), pair(x))
        else:
            with pytest.raises(ValueError, match="unpack"):
                compiled(x)


def test_tensors_are_unpacked():
    def rows(x, y):
        a, b = x
        (c, d), e = x.view(2, 2, 2)[0], y.sum()
        f, g, h = y
        return a - b, c * d + e, f + g * h

    compiled = janusc.compile(rows, native=True)
    assert_same(compiled(torch.arange(8.0).view(2, 4), torch.arange(3.0)),
                rows(torch.arange(8.0).view(2, 4), torch.arange(3.0)))
    for y in (torch.ones(2), torch.ones(4)):
        with pytest.raises(ValueError, match="values to unpack"):
            janusc.compile(rows)(torch.ones(2, 4), y)


def test_replaced_builtins_are_seen(monkeypatch):
    def total(x):
        return sum(part.sum() for part in x.split(2)) + x.sum()

    compiled = janusc.compile(total)
    x = torch.arange(6.0)
    assert_same(compiled(x), total(x))
    monkeypatch.setattr("builtins.sum", lambda values: torch.tensor(100.0) * len(list(values)))
    assert_same(compiled(x), total(x))
    assert_same(janusc.compile(total)(x), total(x))


def test_sum_of_text_is_refused():
    with pytest.raises(TypeError, match="sum"):
        janusc.compile(lambda x: (x + 1, sum(["a"], "")))(torch.ones(2))


@pytest.mark.parametrize("shape", [(2, 2, 6), (2, 12), (2, 1, 12, 1), (2, 3, 2, 2), (-1, 12)])
def test_views_that_divide(shape):
    """Of any strides; a view that merges dimensions is one of a contiguous tensor only."""
    def divided(x):
        part = x[:, 2:14]
        part.view(shape).add_(1)
        return x * 2, part.reshape(shape) + 1, part.unflatten(1, (3, -1)) + 1

    compiled = janusc.compile(divided, native=1 not in shape)
    for rows in (1, 2):
        x = torch.arange(32.0 * rows).reshape(2 * rows, 16)[::rows].contiguous()
        assert_same(compiled(x.clone()), divided(x.clone()))


def test_rows_are_contiguous():
    def flat(x, i: int):
        return x[i].view(-1) + 1, x[1:].view(-1) * 2, x[0, 1:3].view(-1) + x.sum()

    compiled = janusc.compile(flat, native=True)
    for size in (2, 5):
        x = torch.arange(12.0 * size).reshape(size, 3, 4)
        assert_same(compiled(x, 1), flat(x, 1))


def test_rows_chosen_by_a_branch():
    """They keep their place in the storage that they are a part of."""
    def rows(t, f: float):
        return torch.eye(3)[1:] if t.sum() > f else torch.zeros(2, 3) + 1

    compiled = janusc.compile(rows)
    for f in (3.0, 9.0):
        got, expected = compiled(torch.full((2,), 3.0), f), rows(torch.full((2,), 3.0), f)
        assert_same(got, expected)
        assert got.storage_offset() == expected.storage_offset()


@pytest.mark.parametrize("needs_weights", [False, True])
def test_attention_in_inference(needs_weights):
    torch.manual_seed(0)
    attention = nn.MultiheadAttention(8, 2, batch_first=True).eval()

    def attend(x):
        out, weights = attention(x, x, x, need_weights=needs_weights)
        return (out, weights) if needs_weights else out

    compiled = janusc.compile(attend, native=True)
    with torch.no_grad():
        for batch in (1, 3):
            x = torch.randn(batch, 5, 8)
            torch.testing.assert_close(compiled(x), attend(x), rtol=1e-5, atol=1e-6)
        torch.backends.mha.set_fastpath_enabled(False)
        try:
            x = torch.randn(2, 5, 8)
            torch.testing.assert_close(janusc.compile(attend)(x), attend(x), rtol=1e-5, atol=1e-6)
        finally:
            torch.backends.mha.set_fastpath_enabled(True)


def test_attention_with_a_mask():
    torch.manual_seed(0)
    attention = nn.MultiheadAttention(8, 2, batch_first=True).eval()
    mask = torch.ones(5, 5, dtype=torch.bool).triu(1)
    compiled = janusc.compile(lambda x: attention(x, x, x, attn_mask=mask)[0])
    with torch.no_grad():
        x = torch.randn(2, 5, 8)
        torch.testing.assert_close(compiled(x), attention(x, x, x, attn_mask=mask)[0], rtol=1e-5, atol=1e-6)
