"""`torch.optim` in the world: step and zero_grad by name, groups of parameters, and state by parameter."""
from __future__ import annotations

import importlib

import torch

from janusc import _compiler
from janusc.frontend import library
from janusc.frontend.attributes import class_attribute, find_attribute
from janusc.frontend.optimizer_state import initial_state
from janusc.frontend.world import ABSENT, World

__all__ = ["describe_optimizer"]

# torch.optim hides its module `optimizer` behind a class.
_optimizers = importlib.import_module("torch.optim.optimizer")
# Hyperparameters that schedules change from call to call: numbers read at each call.
_CHANGING = ("lr",)
_OPTIMIZER_HOOKS = ("_optimizer_step_pre_hooks", "_optimizer_step_post_hooks")
_OPTIMIZER_GLOBAL_HOOKS = (_optimizers._global_optimizer_pre_hooks, _optimizers._global_optimizer_post_hooks)


def describe_optimizer(world: World, optimizer: torch.optim.Optimizer, path: str) -> _compiler.Attribute:
    """Its step and zero_grad by name, its groups of parameters, and its state tensors by parameter."""
    cls = type(optimizer)
    record = world.add_object(optimizer, path, library.class_name(cls))
    record.examined |= {"param_groups", "state", "step", "zero_grad", "defaults"}
    world.read("class", optimizer, None, cls)

    def fill() -> None:
        record.fields["param_groups"] = _groups(world, optimizer, path)
        record.fields["state"] = _optimizer_state(world, optimizer, path)

    # Later, so that a parameter is known by where its module holds it.
    world.deferred.append(fill)
    if _optimizer_is_plain(optimizer):
        _read_optimizer_plain(world, optimizer)
        step = world.ir.builtin(f"{record.class_name}.step")
        record.fields["step"] = world.ir.method(step, record.reference)
        zero_grad = world.ir.builtin("torch.optim.Optimizer.zero_grad")
        record.fields["zero_grad"] = world.ir.method(zero_grad, record.reference)
    record.lookup = lambda name: find_attribute(world, optimizer, path, name)
    return record.reference


def _optimizer_is_plain(optimizer: torch.optim.Optimizer) -> bool:
    """Whether it is torch's own class without hooks, and step is not replaced (as a scheduler does)."""
    held = vars(optimizer)
    return (type(optimizer).__module__.startswith("torch.optim.") and "step" not in held and "zero_grad" not in held
            and not any(held.get(name) for name in _OPTIMIZER_HOOKS) and not any(_OPTIMIZER_GLOBAL_HOOKS))


def _read_optimizer_plain(world: World, optimizer: torch.optim.Optimizer) -> None:
    for name in ("step", "zero_grad"):
        world.read("attribute", optimizer, name, class_attribute(type(optimizer), name))
    for name in _OPTIMIZER_HOOKS:
        hooks = vars(optimizer).get(name)
        if isinstance(hooks, dict):
            world.read("attribute", optimizer, name, hooks)
            world.read("keys", hooks, None, ())
    for hooks in _OPTIMIZER_GLOBAL_HOOKS:
        world.read("keys", hooks, None, ())


def _groups(world: World, optimizer: torch.optim.Optimizer, path: str) -> _compiler.Attribute:
    groups = optimizer.param_groups
    world.read("attribute", optimizer, "param_groups", groups)
    world.read("list", groups, None, tuple(groups))
    record = world.add_object(groups, f"{path}.param_groups", "builtins.list")
    record.items = [_group(world, group, f"{path}.param_groups[{index}]") for index, group in enumerate(groups)]
    return record.reference


def _group(world: World, group: dict, path: str) -> _compiler.Attribute:
    """One group of parameters: its learning rate is read at each call, all else is fixed."""
    record = world.add_object(group, path, "builtins.dict")
    world.read("keys", group, None, tuple(group))
    record.entries = {}
    for key, value in group.items():
        place = f"{path}[{key!r}]"
        if key in _CHANGING and type(value) is float:
            record.entries[key] = world.add_state(value, place, "!imperative.float")
        else:
            world.read("item", group, key, value)
            record.entries[key] = world.describe(value, place)
    return record.reference


def _optimizer_state(world: World, optimizer: torch.optim.Optimizer, path: str) -> _compiler.Attribute:
    """A list of what is kept for each parameter, groups in order: a dict, empty before the first step."""
    state = optimizer.state
    world.read("attribute", optimizer, "state", state)
    record = world.add_object(state, f"{path}.state", "torch.optim.state")
    record.items = []
    for index, group in enumerate(optimizer.param_groups):
        for position, parameter in enumerate(group["params"]):
            place = f"{path}.state[{path}.param_groups[{index}]['params'][{position}]]"
            symbol = f"{path}.state.{index}.{position}"
            _start(world, optimizer, group, parameter)
            record.items.append(_kept(world, state, parameter, place, symbol))
    return record.reference


def _start(world: World, optimizer: torch.optim.Optimizer, group: dict, parameter: torch.Tensor) -> None:
    """Gives a parameter the state that its first step would start from, in a program that may step."""
    if parameter not in optimizer.state and "step" in world.attribute_names and _optimizer_is_plain(optimizer):
        initial = initial_state(optimizer, group, parameter)
        if initial is not None:
            optimizer.state[parameter] = initial
            world.started.append((optimizer.state, parameter, initial))


def _kept(world: World, state: dict, parameter: torch.Tensor, path: str, symbol: str) -> _compiler.Attribute:
    """What an optimiser keeps for one parameter."""
    kept = state.get(parameter, ABSENT)
    world.read("item", state, parameter, kept)
    record = world.add_object({} if kept is ABSENT else kept, path, "builtins.dict", symbol)
    record.entries = {}
    if kept is not ABSENT:
        world.read("keys", kept, None, tuple(kept))
        for key, value in kept.items():
            world.read("item", kept, key, value)
            record.entries[key] = world.describe(value, f"{path}[{key!r}]")
    return record.reference
