"""`nn.Module` in the world: attributes, children, parameters and buffers, and what calling one runs."""
from __future__ import annotations

from collections.abc import Callable

from torch import nn

from janusc import _compiler, helpers
from janusc.frontend import library
from janusc.frontend.attributes import base_names, class_attribute, find_attribute
from janusc.frontend.world import ABSENT, Record, World

__all__ = ["describe_module", "read_plain", "known_forward", "module_is_plain"]

_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
_GLOBAL_HOOKS = (nn.modules.module._global_forward_hooks, nn.modules.module._global_forward_pre_hooks,
                 nn.modules.module._global_backward_hooks, nn.modules.module._global_backward_pre_hooks)


def module_is_plain(module: nn.Module) -> bool:
    """Whether calling the module runs its forward and nothing else: no hooks, own or global, no own __call__."""
    held = vars(module)
    return (type(module).__call__ is nn.Module.__call__ and type(module)._call_impl is nn.Module._call_impl
            and held.get("_compiled_call_impl") is None
            and not any(held.get(name) for name in _HOOKS) and not any(_GLOBAL_HOOKS))


def read_plain(world: World, module: nn.Module) -> None:
    """What `module_is_plain` looked at."""
    for name in ("__call__", "_call_impl"):
        world.read("attribute", type(module), name, class_attribute(type(module), name))
    world.read("attribute", module, "_compiled_call_impl", None)
    for name in _HOOKS:
        hooks = vars(module).get(name)
        if isinstance(hooks, dict):
            world.read("attribute", module, name, hooks)
            world.read("keys", hooks, None, ())
    for hooks in _GLOBAL_HOOKS:
        world.read("keys", hooks, None, ())


def describe_module(world: World, module: nn.Module, path: str) -> _compiler.Attribute:
    cls = type(module)
    record = world.add_object(module, path, library.class_name(cls))
    record.bases = base_names(cls)
    world.read("class", module, None, cls)
    if cls.__getattr__ is nn.Module.__getattr__ and cls.__getattribute__ is object.__getattribute__:
        record.lookup = lambda name: _module_attribute(world, module, path, name)
        if module_is_plain(module):
            read_plain(world, module)
            _recurrent(world, record, module)
            _module_call(world, record, module, path)
    if isinstance(module, (nn.Sequential, nn.ModuleList)) and cls.__iter__ in (
            nn.Sequential.__iter__, nn.ModuleList.__iter__) and cls.__getitem__ in (
            nn.Sequential.__getitem__, nn.ModuleList.__getitem__):
        record.items = [child for _, child in _children(world, module, lambda key, index: f"{path}[{index}]")]
    if isinstance(module, nn.ModuleDict) and cls.__getitem__ is nn.ModuleDict.__getitem__:
        record.entries = dict(_children(world, module, lambda key, index: f"{path}[{key!r}]"))
    return record.reference


def _weights_are_unchanged(module: nn.RNNBase) -> bool:
    """Whether a recurrent layer's `_update_flat_weights` has nothing to do."""
    method = class_attribute(type(module), "_update_flat_weights")
    return (method is vars(nn.RNNBase)["_update_flat_weights"] and "_update_flat_weights" not in vars(module)
            and not module._weights_have_changed())


def _recurrent(world: World, record: Record, module: nn.Module) -> None:
    """A recurrent layer asks weak references whether its weights are those of its last call: what reads say as well."""
    if not isinstance(module, nn.RNNBase) or not _weights_are_unchanged(module):
        return
    method = class_attribute(type(module), "_update_flat_weights")
    world.read("attribute", module, "_update_flat_weights", method)
    world.read("attribute", module, "_flat_weights", module._flat_weights)
    world.read("list", module._flat_weights, None, tuple(module._flat_weights))
    for name in module._flat_weights_names:
        _module_attribute(world, module, record.path, name)
    function = world.function(helpers.weights_are_unchanged, "__modules__['janusc.helpers'].weights_are_unchanged")
    if function is not None:
        record.fields["_update_flat_weights"] = world.ir.method(function, record.reference)
        record.examined.add("_update_flat_weights")


def _children(world: World, module: nn.Module, place: Callable[[str, int], str]) -> list[tuple]:
    """The child modules of a container, described, in order."""
    children = module._modules
    world.read("attribute", module, "_modules", children)
    world.read("keys", children, None, tuple(children))
    result = []
    for index, (key, child) in enumerate(children.items()):
        world.read("item", children, key, child)
        result.append((key, world.describe(child, place(key, index))))
    return result


def known_forward(module: nn.Module) -> str | None:
    """The name by which the library knows a module's forward; None if its source is compiled."""
    if "forward" in vars(module):
        return None
    for cls in type(module).__mro__:
        if "forward" in vars(cls):
            name = f"{library.class_name(cls)}.forward"
            whole = cls is nn.LSTM and _weights_are_unchanged(module)
            return name if whole or library.known(name) else None
    return None


def _module_call(world: World, record: Record, module: nn.Module, path: str) -> None:
    name = known_forward(module)
    record.examined.add("forward")
    if name is not None:
        # The library's forward reads what it likes: all parameters and plain settings.
        world.read("attribute", module, "forward", class_attribute(type(module), "forward"))
        record.call = world.ir.method(world.ir.builtin(name), record.reference)
        record.wanted |= _settings(module)
    else:
        found = _module_attribute(world, module, path, "forward")
        record.call = None if found is None else world.describe(*found)
    if record.call is not None:
        record.fields["forward"] = record.call


def _settings(module: nn.Module) -> set[str]:
    plain = {name for name, value in vars(module).items()
             if not name.startswith("_") and (value is None or type(value) in (bool, int, float, str, tuple))}
    return plain | module._parameters.keys() | module._buffers.keys()


def _module_attribute(world: World, module: nn.Module, path: str, name: str) -> tuple[object, str] | None:
    held = vars(module)
    if name in ("_parameters", "_buffers"):
        return None
    if name in held or class_attribute(type(module), name) is not ABSENT:
        return find_attribute(world, module, path, name)
    for kind in ("_parameters", "_buffers", "_modules"):
        if name in held.get(kind, ()):
            world.read("attribute", module, name, ABSENT)
            world.read("attribute", module, kind, held[kind])
            if kind != "_buffers" or not world.hold(module, name, held[kind], f"{path}.{name}"):
                world.read("item", held[kind], name, held[kind][name])
            return held[kind][name], f"{path}.{name}"
    return None
