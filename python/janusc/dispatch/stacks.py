"""janusc.stacks: BrainSlug as published. Convolutions and products stay eager's own; only the runs of normalisation, activation and
pooling between them are compiled."""
from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import fx, nn

from janusc.dispatch.api import compile as compile_module

__all__ = ["stacks"]

# Layers whose planes can be computed by themselves, in evaluation.
_MODULES = (nn.BatchNorm2d, nn.ReLU, nn.ReLU6, nn.LeakyReLU, nn.ELU, nn.Sigmoid, nn.Tanh, nn.Hardtanh, nn.SiLU, nn.GELU,
            nn.Hardswish, nn.Hardsigmoid, nn.MaxPool2d, nn.AvgPool2d, nn.Dropout, nn.Identity)


def stacks(model: nn.Module, **options: Any) -> nn.Module:
    """A copy of the model's graph on the same parameters, whose maximal runs of normalisation, activations, pooling and dropout are
    compiled, each as one module; all else runs in eager.

    The model has to be in evaluation, and one that `torch.fx` can trace. options: those of `janusc.options`.
    """
    if model.training:
        raise ValueError("janusc.stacks takes a model in evaluation: model.eval() first")
    traced = fx.symbolic_trace(model)
    modules = dict(traced.named_modules())
    taken: set[fx.Node] = set()
    for node in list(traced.graph.nodes):
        if node in taken:
            continue
        run, layers = [], []
        while (layer := _layer(node, modules)) is not None:
            run.append(node)
            layers.append(layer)
            following = list(node.users)
            if len(following) != 1:
                break
            node = following[0]
        if run:
            taken.update(run)
            _replace(traced, run, layers, options)
    traced.graph.lint()
    traced.recompile()
    return traced.eval()


def _layer(node: fx.Node, modules: dict[str, nn.Module]) -> nn.Module | None:
    """The node as a module with one input, or None where it belongs to no stack."""
    if node.op == "call_module":
        module = modules[str(node.target)]
        return module if type(module) in _MODULES and len(node.args) == 1 and not node.kwargs else None
    if not node.args or not isinstance(node.args[0], fx.Node) or any(isinstance(value, fx.Node) for value in
                                                                      (*node.args[1:], *node.kwargs.values())):
        return None
    arguments = (*node.args[1:],)
    if node.op == "call_method" and node.target in ("relu", "relu_"):
        return nn.ReLU(inplace=node.target == "relu_")
    if node.op != "call_function":
        return None
    if node.target in (F.relu, torch.relu, torch.relu_):
        inplace = node.kwargs.get("inplace", arguments[0] if arguments else False)
        return nn.ReLU(inplace=bool(inplace) or node.target is torch.relu_)
    if node.target in (F.max_pool2d, torch.max_pool2d):
        return nn.MaxPool2d(*arguments, **node.kwargs)
    if node.target is F.avg_pool2d:
        return nn.AvgPool2d(*arguments, **node.kwargs)
    if node.target is F.dropout:
        return nn.Identity()
    return None


def _replace(traced: fx.GraphModule, run: list[fx.Node], layers: list[nn.Module], options: dict[str, Any]) -> None:
    """One compiled module in the place of a run."""
    image = run[0].args[0]
    # What only the stack sees needs no write of its own.
    if len(layers) > 1 and isinstance(image, fx.Node) and image.op != "placeholder" and len(image.users) == 1:
        layers = [_out_of_place(layer) for layer in layers]
    name = f"stack_{run[0].name}"
    stack = layers[0] if len(layers) == 1 else nn.Sequential(*layers)
    traced.add_submodule(name, compile_module(stack.eval(), **options))
    with traced.graph.inserting_after(run[-1]):
        made = traced.graph.call_module(name, (image,))
    run[-1].replace_all_uses_with(made)
    for node in reversed(run):
        traced.graph.erase_node(node)


def _out_of_place(layer: nn.Module) -> nn.Module:
    """A layer of no state of its own that writes a new image."""
    if getattr(layer, "inplace", False):
        if isinstance(layer, nn.ReLU):
            return nn.ReLU()
        if isinstance(layer, nn.ReLU6):
            return nn.ReLU6()
    return layer
