"""The two functions of torchvision that facenet-pytorch imports, in plain Python, so that torchvision need not be installed.

`install()` puts modules of torchvision's names in place for them, unless torchvision is there.
"""
from __future__ import annotations

import importlib.util
import sys
import types

import numpy as np
import torch

__all__ = ["batched_nms", "install", "nms", "to_tensor"]


def nms(boxes: torch.Tensor, scores: torch.Tensor, threshold: float) -> torch.Tensor:
    """Which boxes stay when each one, the best first, removes those that overlap it by more than `threshold`."""
    order = torch.argsort(scores, descending=True, stable=True)
    x1, y1, x2, y2 = boxes[order].unbind(1)
    area = (x2 - x1) * (y2 - y1)
    removed = torch.zeros(len(order), dtype=torch.bool)
    for index in range(len(order)):
        if removed[index]:
            continue
        width = (torch.minimum(x2, x2[index]) - torch.maximum(x1, x1[index])).clamp(min=0)
        height = (torch.minimum(y2, y2[index]) - torch.maximum(y1, y1[index])).clamp(min=0)
        shared = width * height
        overlaps = shared / (area + area[index] - shared) > threshold
        overlaps[: index + 1] = False
        removed |= overlaps
    return order[~removed]


def batched_nms(boxes: torch.Tensor, scores: torch.Tensor, groups: torch.Tensor, threshold: float) -> torch.Tensor:
    """The same within each group: the groups are moved so far apart that no two of them overlap."""
    if boxes.numel() == 0:
        return torch.empty(0, dtype=torch.int64)
    distance = groups.to(boxes) * (boxes.max() + 1)
    return nms(boxes + distance[:, None], scores, threshold)


def to_tensor(picture: np.ndarray) -> torch.Tensor:
    """(height, width, channels) as (channels, height, width); bytes become numbers from 0 to 1."""
    tensor = torch.from_numpy(np.ascontiguousarray(picture.transpose(2, 0, 1)))
    return tensor / 255 if tensor.dtype == torch.uint8 else tensor


def install() -> None:
    if "torchvision" in sys.modules or importlib.util.find_spec("torchvision") is not None:
        return
    modules = {name: types.ModuleType(name) for name in (
        "torchvision", "torchvision.ops", "torchvision.ops.boxes", "torchvision.transforms",
        "torchvision.transforms.functional")}
    modules["torchvision.ops.boxes"].batched_nms = batched_nms
    modules["torchvision.transforms.functional"].to_tensor = to_tensor
    for name, module in modules.items():
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
    sys.modules.update(modules)
