"""The nets that inference is measured on, as plain modules with torchvision's names of parameters.

Twenty-one are those of BrainSlug (Weber et al. 2018); a mobile one of either generation, ConvNeXt, a vision transformer
and a small GPT stand for what came later. Weights are drawn at random, batch normalisation has statistics as after training.
"""
from __future__ import annotations

import importlib
from typing import NamedTuple

import torch
from torch import nn

__all__ = ["BRAINSLUG", "NETS", "Net", "inputs", "make"]


class Net(NamedTuple):
    """Where a net is: the module of this package, the function that makes it, its arguments, and the side of its images."""

    module: str
    function: str
    arguments: tuple = ()
    size: int = 224


BRAINSLUG = {
    "alexnet": Net("alexnet", "AlexNet"),
    **{f"vgg{depth}{'_bn' if normed else ''}": Net("vgg", "VGG", (depth, normed))
       for depth in (11, 13, 16, 19) for normed in (False, True)},
    **{f"resnet{depth}": Net("resnet", "ResNet", (depth,)) for depth in (18, 34, 50, 101, 152)},
    "squeezenet1_0": Net("squeezenet", "SqueezeNet", ("1_0",)),
    "squeezenet1_1": Net("squeezenet", "SqueezeNet", ("1_1",)),
    **{f"densenet{depth}": Net("densenet", "DenseNet", (depth,)) for depth in (121, 161, 169, 201)},
    "inception_v3": Net("inception", "Inception3", (), 299),
}

NETS = {
    **BRAINSLUG,
    "mobilenet_v2": Net("mobilenet", "MobileNetV2"),
    "efficientnet_b0": Net("efficientnet", "EfficientNet"),
    "convnext_tiny": Net("convnext", "ConvNeXt"),
    "vit_b_16": Net("vit", "VisionTransformer"),
    "gpt_small": Net("gpt", "GPT", (), 0),
}


def make(name: str, seed: int = 0) -> nn.Module:
    """The net `name` in eval mode, its weights drawn from `seed`.

    Weights keep the scale of activations from layer to layer (He et al. 2015) and what a residual block adds is small, so that
    comparisons of outputs mean something.
    """
    net = NETS[name]
    torch.manual_seed(seed)
    model = getattr(importlib.import_module(f".{net.module}", __name__), net.function)(*net.arguments)
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight)
            elif isinstance(module, nn.BatchNorm2d):
                module.running_mean.normal_(0, 0.1)
                module.running_var.uniform_(0.8, 1.2)
        for module in model.modules():
            if hasattr(module, "downsample"):
                (module.bn3 if hasattr(module, "bn3") else module.bn2).weight.fill_(0.2)
    return model.eval()


def inputs(name: str, batch: int, seed: int = 1) -> torch.Tensor:
    """Images [batch, 3, side, side], or for a language model tokens [batch, 128]."""
    generator = torch.Generator().manual_seed(seed)
    size = NETS[name].size
    if not size:
        return torch.randint(0, 1000, (batch, 128), generator=generator)
    return torch.randn(batch, 3, size, size, generator=generator)
