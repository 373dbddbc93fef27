"""Arguments that are not contiguous: results have eager's strides, whatever of it runs natively."""
import janusc
import pytest
import torch
import torch.nn.functional as F

WEIGHT, NUMBERS = torch.randn(4, 2, 3, 3), torch.rand(2)
FUNCTIONS = {
    "max_pool2d": lambda x: F.max_pool2d(x, 2, 1),
    "max_pool2d with indices": lambda x: F.max_pool2d(x, 2, 1, return_indices=True),
    "adaptive_max_pool2d": lambda x: F.adaptive_max_pool2d(x, 2),
    "avg_pool2d": lambda x: F.avg_pool2d(x, 2, 1),
    "conv2d": lambda x: F.conv2d(x, WEIGHT),
    "batch_norm": lambda x: F.batch_norm(x, NUMBERS, NUMBERS),
    "relu": F.relu,
    "x + contiguous": lambda x: x + x.contiguous(),
    "cat": lambda x: torch.cat([x, x]),
    "stack": lambda x: torch.stack([x, x]),
    "pad": lambda x: F.pad(x, (1, 1)),
    "pad by reflection": lambda x: F.pad(x, (1, 1, 1, 1), mode="reflect"),
    "nearest": lambda x: F.interpolate(x, scale_factor=2),
    "bilinear": lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
    "area": lambda x: F.interpolate(x, size=(2, 2), mode="area"),
    "pixel_unshuffle": lambda x: F.pixel_unshuffle(x, 1),
    "channel_shuffle": lambda x: F.channel_shuffle(x, 2),
    "roll": lambda x: x.roll(1, 2),
    "flip": lambda x: x.flip(2),
    "glu": lambda x: F.glu(x, 1),
    "diff": lambda x: x.diff(dim=1),
    "repeat": lambda x: x.repeat(1, 2, 1, 1),
    "sum": lambda x: x.sum(1),
    "softmax": lambda x: x.softmax(1),
    "sort": lambda x: x.sort(1),
    "index": lambda x: x[:, [1, 0]],
    "matmul": lambda x: x @ x.transpose(2, 3),
}
LAYOUTS = {
    "channels last": lambda: torch.randn(2, 2, 5, 4).contiguous(memory_format=torch.channels_last),
    "one image": lambda: torch.randn(1, 2, 5, 4).contiguous(memory_format=torch.channels_last),
    "transposed": lambda: torch.randn(2, 2, 4, 5).transpose(2, 3),
    "every other": lambda: torch.randn(2, 2, 5, 8)[..., ::2],
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_strides_are_eagers(name):
    compiled = janusc.compile(FUNCTIONS[name])
    for layout, make in LAYOUTS.items():
        x = make()
        torch.testing.assert_close(compiled(x), FUNCTIONS[name](x), check_stride=True, msg=lambda text, at=layout: f"{at}: {text}")
