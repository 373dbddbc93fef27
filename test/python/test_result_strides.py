"""Tensors whose strides depend on sizes that only a run shows come back with the strides that eager gives them."""
import itertools

import janusc
import numpy as np
import pytest
import torch


def stacked(*sizes):
    """A tensor of these sizes whose last dimension is the slowest one."""
    return torch.randn(*reversed(sizes)).permute(*reversed(range(len(sizes))))


def rows_of_stacked(x, index):
    return torch.stack([x, x + 1]).permute(2, 1, 0)[index]


def masked_columns(x, mask):
    return torch.stack([x, x * 2]).permute(2, 0, 1)[:, :, mask]


def indexed_inside(x, index):
    return torch.stack([x, x]).permute(1, 2, 0)[None, :, index]


def two_indices(x, index):
    return torch.stack([x, x, x]).permute(2, 1, 0)[index, index]


def sum_of_orders(x, index):
    rows = x[index]
    return torch.stack([rows, rows]).permute(2, 0, 1) * 2 - torch.stack([rows, rows]).permute(2, 0, 1)


def with_number(x, index):
    return x[index].T * 2 > 0.5


def broadcast_sum(x, index):
    rows = x[index]
    return rows.T.exp() + x[0].unsqueeze(1)


def four_dims(x, index):
    rows = x[index]
    return torch.stack([rows, rows])[None].permute(0, 3, 1, 2) + torch.stack([rows, -rows])[None].permute(0, 3, 1, 2)


def steps(x, index):
    return x[index][::2, 1:].T.neg()


def places(x, index):
    return torch.nonzero(x[index] > 0)


def flat_places(x, index):
    return torch.nonzero(x[index][:, 0] > 0)


def depends(x, index):
    y = x[index]
    y = y.T + 1 if y.sum() > 0 else torch.zeros(y.shape[1], y.shape[0])
    return y * 2


def keeps_one(x, index):
    points = torch.zeros(0, 2, 3)
    if len(index) > 0:
        points = torch.stack([x, x]).permute(1, 0, 2)[index][:, :, :3]
        points = points[index % len(points)]
    return points


def grows(x, index):
    y = x[index].T.abs()
    for i in range(len(index)):
        y = y * 2 if i % 2 else y + 1
    return y


def array(x, index):
    points = torch.stack([x, x]).permute(2, 1, 0)[index]
    return points.cpu().numpy(), len(points)


def first_places(x, index):
    return torch.nonzero(x[index] > 0)[:, 0]


def part_of_result(x, index):
    return (x[index] + 1)[:, 1:], (x[index].T * 2).unsqueeze(1)[::2]


def joined(x, index):
    rows = x[index]
    return torch.stack([rows.T, rows.T * 2], 1).permute(2, 0, 1), torch.cat([rows.T, rows.T])


def chosen(x, index):
    return torch.index_select(x.T, 1, index), x[index].T.gather(0, torch.zeros(2, len(index), dtype=torch.int64))


PROGRAMS = [rows_of_stacked, indexed_inside, two_indices, sum_of_orders, with_number, broadcast_sum, four_dims, steps, places,
            flat_places, depends, keeps_one, grows, array, first_places,
            part_of_result, joined, chosen]


def layout(value):
    if isinstance(value, tuple):
        return tuple(map(layout, value))
    if isinstance(value, torch.Tensor):
        return value.shape, value.stride(), value.storage_offset(), value.untyped_storage().nbytes(), value._is_view()
    return (value.shape, value.strides) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_strides_are_those_of_eager(program):
    torch.manual_seed(0)
    compiled = janusc.compile(program, native=True, dynamic=True)
    with torch.no_grad():
        for rows, columns, count in itertools.product((3, 5), (3, 4), (0, 1, 3, 6)):
            x, index = torch.randn(rows, columns), torch.arange(count) % 3
            expected, got = program(x, index), compiled(x, index)
            assert layout(got) == layout(expected), (rows, columns, count)
            for one, other in zip(*(value if isinstance(value, tuple) else (value,) for value in (got, expected))):
                np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-4, atol=1e-5)


def cut(boxes, groups, count):
    found = []
    boxes = boxes.numpy()
    for group in range(count):
        found.append(boxes[np.where(groups == group)].copy())
    return found


def test_numpy_takes_conditions_and_copies_in_row_major_order():
    compiled = janusc.compile(cut, native=True, dynamic=True)
    with torch.no_grad():
        for boxes in (torch.rand(6, 4), torch.rand(4, 5).T, torch.rand(6, 9)[:, :4], torch.rand(0, 4)):
            groups = torch.arange(len(boxes)) % 2
            for got, expected in zip(compiled(boxes, groups, 2), cut(boxes, groups, 2), strict=True):
                assert np.array_equal(got, expected) and got.strides == expected.strides and got.dtype == expected.dtype


def hands_back(x):
    y = x
    for i in range(len(x)):
        y = y * 2 + i
    z = torch.sinh(y.T)
    lengths = z.stride()
    return y + 1, repr(lengths)


def test_what_is_before_a_result_of_unknown_strides_stays_native():
    compiled = janusc.compile(hands_back)
    with torch.no_grad():
        for size in (3, 4, 5):
            x = torch.randn(size, 2)
            got, expected = compiled(x), hands_back(x)
            assert torch.equal(got[0], expected[0]) and got[1] == expected[1]
    first = hands_back.__code__.co_firstlineno
    explained = janusc.explain(compiled).data()
    hits = {line - first for line, entry in explained["lines"].items() if entry["native"]}
    assert {2, 3} <= hits
    assert explained["lines"][first + 4]["reason"]


def test_strides_of_masked_columns():
    compiled = janusc.compile(masked_columns, native=True, dynamic=True)
    for rows, columns in ((3, 4), (1, 4), (3, 1), (2, 2)):
        x = torch.randn(rows, columns)
        for mask in (x.sum(0)[:1].expand(rows) > 0, torch.arange(rows) < 1, torch.zeros(rows, dtype=torch.bool)):
            assert layout(compiled(x, mask.contiguous())) == layout(masked_columns(x, mask))
