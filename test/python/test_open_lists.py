"""Lists that loops append to, loops over lists and tensors, numpy's arrays, and results of other strides: native, and eager's."""
import janusc
import numpy as np
import pytest
import torch
from same_values import assert_same


def pyramid(x, factor: float):
    scales = []
    scale = 0.6
    least = min(x.shape[2], x.shape[3]) * scale
    while least >= 12:
        scales.append(scale)
        scale = scale * factor
        least = least * factor
    levels, sizes = [], []
    for number, s in enumerate(scales):
        level = torch.nn.functional.interpolate(x, size=(int(x.shape[2] * s + 1), int(x.shape[3] * s + 1)), mode="area")
        levels.append(level.reshape(-1, 1) + number)
        sizes.append(level.shape[2] * 1.0)
    total = 0.0
    for s, size in zip(scales, sizes):
        total = total + s * size
    return torch.cat(levels), len(scales), total


def rows(x):
    total = torch.zeros(x.shape[1])
    for number, row in enumerate(x):
        total = total + row * number
    return total


def batches(x, size: int):
    out = []
    for i in range(0, len(x), size):
        part = x[i:(i + size)]
        out.append((part * 2, part.sum(1)))
    return tuple(torch.cat(column, dim=0) for column in zip(*out))


def chosen(x, least: float):
    kept = []
    for i in range(x.shape[0]):
        if x[i].sum() > least:
            kept.append(x[i] * 2)
    if kept:
        return torch.stack(kept) + kept[0] + kept[-1]
    return x * 1


def suppression(boxes, scores, threshold: float):
    boxes, scores = boxes.numpy(), scores.numpy()
    x1, x2 = boxes[:, 0].copy(), boxes[:, 1].copy()
    area = x2 - x1 + 1
    order = np.argsort(scores)
    pick = np.zeros_like(scores, dtype=np.int16)
    counter = 0
    while order.size > 0:
        i = order[-1]
        pick[counter] = i
        counter += 1
        rest = order[0:-1]
        shared = np.maximum(0.0, np.minimum(x2[i], x2[rest]) - np.maximum(x1[i], x1[rest]) + 1)
        order = order[np.where(shared / (area[i] + area[rest] - shared) <= threshold)]
    return torch.as_tensor(pick[:counter].copy(), dtype=torch.long)


def crops(image, corners):
    corners = corners.trunc().int().numpy()
    low, high = corners[:, 0], corners[:, 1]
    low[low < 1] = 1
    parts = []
    for k in range(len(low)):
        if high[k] > (low[k] - 1) and low[k] > 0:
            part = image[:, :, (low[k] - 1):high[k]]
            parts.append(torch.nn.functional.interpolate(part, size=(4, 4), mode="area"))
    return torch.cat(parts, dim=0)


def transposed(x):
    y = torch.stack([x[:, 0], x[:, 1]]).permute(1, 0)
    y[:, 0] = y[:, 0] + 1
    return y


def array(x):
    return (x * 2).numpy(), x.shape[0]


def any_strides(x):
    return (x * 2).sum(1), x.reshape(-1) + 1


def image(height: int, width: int) -> torch.Tensor:
    return torch.arange(3.0 * height * width).reshape(1, 3, height, width) % 255


LINES = torch.tensor([[0.0, 10], [1, 11], [20, 30], [5, 9], [21, 33]])
CALLS = {
    pyramid: [(image(40, 60), 0.7), (image(100, 60), 0.7), (image(30, 33), 0.7)],
    rows: [(torch.rand(4, 3),), (torch.rand(7, 3),)],
    batches: [(torch.rand(10, 3), 4), (torch.rand(3, 3), 4)],
    chosen: [(torch.rand(6, 3), 1.5), (torch.rand(9, 3), 1.5)],
    suppression: [(LINES, torch.tensor([0.3, 0.5, 0.1, 0.9, 0.7]), 0.4), (LINES[:2], torch.tensor([0.3, 0.2]), 0.4)],
    crops: [(image(90, 20), torch.tensor([[1.0, 7], [-5, 20], [3, 80]])), (image(90, 20), torch.tensor([[2.0, 7]]))],
    transposed: [(torch.rand(5, 3),), (torch.rand(2, 3),)],
    array: [(torch.rand(5, 3),)],
    any_strides: [(torch.rand(5, 3).t(),), (torch.rand(4, 3).t(),)],
}


def roughly(got: object, expected: object) -> bool:
    return got == pytest.approx(expected)


@pytest.mark.parametrize("function", CALLS, ids=lambda function: function.__name__)
def test_native_and_equal(function):
    compiled = janusc.compile(function, native=True)
    with torch.no_grad():
        for arguments in CALLS[function]:
            expected = function(*(argument.clone() if isinstance(argument, torch.Tensor) and argument.is_contiguous()
                                  else argument for argument in arguments))
            assert_same(compiled(*arguments), expected, roughly)


def test_what_a_list_holds_is_not_written():
    def f(x):
        parts = []
        for i in range(x.shape[0]):
            y = x[i] * 2
            parts.append(y)
            y += 1
        return torch.stack(parts)

    x = torch.rand(3, 2)
    assert_same(janusc.compile(f)(x), f(x), roughly)


def test_equals_keep_pytorchs_order():
    def order(x):
        return torch.argsort(x)

    x = torch.randint(0, 3, (100,)).float()
    assert_same(janusc.compile(order)(x), order(x), roughly)


def test_items_of_a_list_of_numbers():
    def above(x, limits):
        return x[x > limits[1]] * limits[-1]

    x = torch.rand(9)
    compiled = janusc.compile(above, native=True)
    for limits in ([0.1, 0.5, 2.0], [0.1, 0.3, 3.0], [0.5, 0.7, 1.5]):
        assert_same(compiled(x, limits), above(x, limits), roughly)


def multiples(x, steps):
    rows = []
    for step in range(steps):
        rows.append(x * step)
    return torch.stack(rows)


@pytest.mark.parametrize("steps", [1, 70, 5000])
def test_a_list_outgrows_its_first_room(steps):
    compiled, x = janusc.compile(multiples, unroll=0), torch.ones(3)
    assert torch.equal(compiled(x, steps), multiples(x, steps))
    assert not janusc.explain(compiled).data()["interpreted"]
