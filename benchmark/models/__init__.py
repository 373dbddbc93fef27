"""The eleven programs that JANUS was measured on, as ordinary imperative PyTorch.

`make(name, size)` gives one of them: modules, optimizers, data and a training step whose forward passes are methods that can
be compiled one by one (`Workload.compiled`) or with the step as a whole.
"""
from __future__ import annotations

import importlib

import torch

from .workload import Workload

__all__ = ["MODELS", "Workload", "make", "sizes"]

# name: (module, class).
MODELS = {
    "lenet": ("lenet", "LeNetTraining"),
    "resnet50": ("resnet", "ResNetTraining"),
    "inception_v3": ("inception", "InceptionTraining"),
    "lstm": ("ptb_lstm", "PTBTraining"),
    "lm": ("lm1b", "LM1BTraining"),
    "treernn": ("trees", "TreeRNNTraining"),
    "treelstm": ("trees", "TreeLSTMTraining"),
    "a3c": ("a3c", "A3CTraining"),
    "ppo": ("ppo", "PPOTraining"),
    "an": ("adversarial", "AdversarialTraining"),
    "pix2pix": ("pix2pix", "Pix2PixTraining"),
}


def _class_of(name: str) -> type[Workload]:
    module, cls = MODELS[name]
    return getattr(importlib.import_module(f".{module}", __name__), cls)


def sizes(name: str, size: str) -> dict[str, object]:
    """The settings that `size` stands for."""
    return _class_of(name).sizes[size]


def make(name: str, size: str = "full", dtype: torch.dtype = torch.float32, **settings: object) -> Workload:
    """The workload `name`, its weights and data drawn from fixed seeds.

    `size` is "full" (the sizes of the papers) or "tiny" (the same programs, small enough for tests); `settings` override single
    sizes.
    """
    workload_class = _class_of(name)
    torch.manual_seed(0)
    return workload_class(dtype, **{**workload_class.sizes[size], **settings})
