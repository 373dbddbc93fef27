"""Lists that a function makes and changes are native: what is returned, and what is computed from them, is eager's."""
import janusc
import pytest
import torch
from janusc.errors import NativeError

X = torch.arange(12.0).reshape(3, 4)


def appended(x):
    rows = []
    for scale in (1.0, 2.0, 3.0):
        rows.append(x * scale)
    rows.append(rows[0] + rows[-1])
    return torch.cat(rows), rows[1:3], len(rows)


def assigned(x):
    state = [x, x + 1]
    for index in range(2):
        state[index] = state[index] * state[1 - index]
    return state


def stack(x):
    seen = [x, x + 1, x + 2]
    y = seen.pop() - seen.pop(0)
    seen.extend([y, x])
    seen += (x,)
    seen.insert(1, y * 2)
    seen.reverse()
    del seen[0]
    return [*seen], y, seen.copy()[0]


def comprehension(x):
    parts = [x[:, i] for i in range(4) if i != 2]
    doubled = [part * 2 for part in reversed(parts)]
    return torch.stack(parts + doubled[::-1]), [x] * 2


def nested(x):
    table = []
    for row in range(2):
        line = []
        for column in range(2):
            line.append(x[row, column] + column)
        table.append(line)
    return table[1][0] + table[0][1], table


def unpacked(x):
    first, *rest = [x, x + 1, x + 2]
    return torch.add(*[first, rest[1]]), rest


def same(got, expected):
    assert type(got) is type(expected)
    if isinstance(expected, (tuple, list)):
        assert len(got) == len(expected)
        for one, other in zip(got, expected):
            same(one, other)
    elif isinstance(expected, torch.Tensor):
        torch.testing.assert_close(got, expected)
    else:
        assert got == expected


@pytest.mark.parametrize("function", [appended, assigned, stack, comprehension, nested, unpacked])
def test_is_native_and_equals_eager(function):
    same(janusc.compile(function, native=True, dynamic=False)(X), function(X))


def aliased(x, keep):
    row = [x]
    keep.append(row)
    row.append(x + 1)
    return len(row)


def returned_twice(x):
    row = [x + 1]
    return row, row


def test_what_others_can_see_stays_eagers():
    keep = []
    assert janusc.compile(aliased)(X, keep) == 2
    assert len(keep[0]) == 2
    one, other = janusc.compile(returned_twice)(X)
    assert one is other
    with pytest.raises(NativeError):
        janusc.compile(aliased, native=True)(X, [])
