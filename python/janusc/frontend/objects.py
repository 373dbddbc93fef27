"""How each kind of Python object is described in the world: constants, tensors, functions, modules, optimisers, ...

An attribute is described only where reading it runs no code: instance dictionaries, plain class attributes and
functions, and the dictionaries of `nn.Module`. A class that overrides attribute access, a property, a slot or another
descriptor stays undescribed, so that the op that reads it stays dynamic.
"""
from __future__ import annotations

import collections
import importlib
import types
from collections.abc import Callable

import torch
from torch import nn

from janusc import _compiler, helpers
from janusc.frontend import library
from janusc.frontend.world import ABSENT, Record, World

__all__ = ["describe_object", "tensor_type", "unwrap"]

_ELEMENT_TYPES = {
    torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16",
    torch.int64: "i64", torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8", torch.bool: "i1",
    torch.complex64: "complex<f32>", torch.complex128: "complex<f64>",
}
# Hyperparameters that schedules change from call to call: numbers read at each call.
_CHANGING = ("lr",)
# torch.optim hides its module `optimizer` behind a class.
_optimizers = importlib.import_module("torch.optim.optimizer")
_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
_GLOBAL_HOOKS = (nn.modules.module._global_forward_hooks, nn.modules.module._global_forward_pre_hooks,
                 nn.modules.module._global_backward_hooks, nn.modules.module._global_backward_pre_hooks)
_OPTIMIZER_HOOKS = ("_optimizer_step_pre_hooks", "_optimizer_step_post_hooks")
_OPTIMIZER_GLOBAL_HOOKS = (_optimizers._global_optimizer_pre_hooks, _optimizers._global_optimizer_post_hooks)


def tensor_type(tensor: torch.Tensor, dynamic: tuple[int, ...] = ()) -> str | None:
    """The text of a tensor's type; None if native code does not handle such a tensor."""
    if type(tensor) not in (torch.Tensor, nn.Parameter) or tensor.layout is not torch.strided:
        return None
    element = _ELEMENT_TYPES.get(tensor.dtype)
    if element is None or tensor.is_quantized or tensor.is_conj() or tensor.is_neg():
        return None
    dims = "".join("?x" if index in dynamic else f"{size}x" for index, size in enumerate(tensor.shape))
    return f"!imperative.tensor<{dims}{element}>"


def unwrap(value: object) -> object:
    """What a compiled function or module was made from: that is what its calls mean."""
    if type(value).__name__ == "CompiledFunction" and type(value).__module__ == "janusc._dispatch":
        return value.__wrapped__
    if hasattr(type(value), "_janus_original"):
        from janusc.dispatch.modules import original_of

        return original_of(value)
    return value


def describe_object(world: World, value: object, path: str) -> _compiler.Attribute | None:
    """The attribute for any object that is no literal; None for one that cannot be looked into."""
    original = unwrap(value)
    if original is not value:
        return world.describe(original, path)
    if isinstance(value, torch.Tensor):
        return _tensor(world, value, path)
    if isinstance(value, torch.device):
        return world.ir.context.attribute(
            "#imperative.literal<\"torch.device\", \"" + repr(value).replace('"', "'") + "\">")
    if isinstance(value, types.MethodType):
        return bound_method(world, value.__func__, value.__self__, path)
    name = library.canonical_name(value)
    if isinstance(value, types.ModuleType):
        if name is not None and name != torch.nn.functional.__name__:
            return world.ir.builtin(name)
        return world.module_record(vars(value), f"{path}.__dict__").reference
    if isinstance(value, types.FunctionType):
        return _function(world, value, name, path)
    if name is not None:
        return world.ir.builtin(name)
    if isinstance(value, nn.Module):
        return _module(world, value, path)
    if isinstance(value, torch.optim.Optimizer):
        return _optimizer(world, value, path)
    if type(value) in (list, torch.Size):
        return _sequence(world, value, path)
    if type(value) in (dict, collections.OrderedDict):
        return _mapping(world, value, path)
    if isinstance(value, type):
        return _class(world, value, path)
    return _instance(world, value, path)


def _tensor(world: World, tensor: torch.Tensor, path: str) -> _compiler.Attribute | None:
    text = tensor_type(tensor, tuple(world.dynamic_dims(tensor)))
    if text is None or tensor.grad_fn is not None or tensor.device.type != "cpu":
        return None
    return world.add_state(tensor, path, text, requires_grad=tensor.requires_grad, grad=tensor.grad is not None)


def _function(world: World, function: types.FunctionType, name: str | None, path: str) -> _compiler.Attribute | None:
    """A function of the table or of an opaque package by name, any other by its source."""
    if name is not None and (library.known(name) or library.is_opaque(function.__module__)):
        return world.ir.builtin(name)
    reference = world.function(function, path)
    if reference is None and name is not None:
        return world.ir.builtin(name)
    return reference


def bound_method(world: World, function: object, owner: object, path: str) -> _compiler.Attribute | None:
    """A method bound to an object."""
    described = world.describe(owner, f"{path}.__self__")
    target = world.describe(function, f"{path}.__func__")
    return world.ir.method(target, described)


# Instances and classes.


def class_attribute(cls: type, name: str) -> object:
    """The raw attribute of a class, or ABSENT."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return ABSENT


def find_attribute(world: World, owner: object, path: str, name: str) -> tuple[object, str] | None:
    """An instance's attribute, where plain look-up finds it; methods come bound."""
    raw = class_attribute(type(owner), name)
    if raw is not ABSENT and hasattr(type(raw), "__set__"):
        return None
    held = getattr(owner, "__dict__", {})
    if name in held:
        world.read("attribute", owner, name, held[name])
        return held[name], f"{path}.{name}"
    if raw is ABSENT:
        return None
    found = _bind(raw, owner, type(owner))
    if found is ABSENT:
        return None
    world.read("attribute", owner, name, raw)
    return found, f"{path}.{name}"


def _bind(raw: object, owner: object, cls: type) -> object:
    """What reading a class attribute gives, for the kinds whose reading runs no code; else ABSENT."""
    if isinstance(raw, types.FunctionType):
        return raw if owner is None else types.MethodType(raw, owner)
    if isinstance(raw, staticmethod):
        return raw.__func__
    if isinstance(raw, classmethod):
        return types.MethodType(raw.__func__, cls)
    return ABSENT if hasattr(type(raw), "__get__") else raw


def _base_names(cls: type) -> list[str]:
    """What isinstance goes by for an instance of a class; a metaclass of its own may say otherwise."""
    return [library.class_name(base) for base in cls.__mro__] if type(cls) is type else []


def _instance(world: World, value: object, path: str) -> _compiler.Attribute:
    record = world.add_object(value, path, library.class_name(type(value)))
    record.bases = _base_names(type(value))
    world.read("class", value, None, type(value))
    if type(value).__getattribute__ is object.__getattribute__:
        record.lookup = lambda name: find_attribute(world, value, path, name)
    return record.reference


def _class(world: World, cls: type, path: str) -> _compiler.Attribute:
    """A class of the user's: its plain attributes; calling it stays dynamic."""
    record = world.add_object(cls, path, "builtins.type", f"{cls.__module__}.{cls.__qualname__}")

    def lookup(name: str) -> tuple[object, str] | None:
        raw = class_attribute(cls, name)
        found = ABSENT if raw is ABSENT else _bind(raw, None, cls)
        if found is ABSENT:
            return None
        world.read("attribute", cls, name, raw)
        return found, f"{path}.{name}"

    if type(cls) is type:
        record.lookup = lookup
        record.qualified = library.class_name(cls)
    return record.reference


def _sequence(world: World, value: list | torch.Size, path: str) -> _compiler.Attribute:
    record = world.add_object(value, path, library.class_name(type(value)))
    if type(value) is list:
        world.read("list", value, None, tuple(value))
    record.items = [world.describe(element, f"{path}[{index}]") for index, element in enumerate(value)]
    return record.reference


def _mapping(world: World, value: dict, path: str) -> _compiler.Attribute:
    record = world.add_object(value, path, library.class_name(type(value)))
    if all(type(key) is str and key for key in value):
        world.read("keys", value, None, tuple(value))
        record.entries = {}
        for key, element in value.items():
            world.read("item", value, key, element)
            record.entries[key] = world.describe(element, f"{path}[{key!r}]")
    return record.reference


# nn.Module.


def module_is_plain(module: nn.Module) -> bool:
    """Whether calling the module runs its forward and nothing else: no hooks, own or global, no own __call__."""
    held = vars(module)
    return (type(module).__call__ is nn.Module.__call__ and type(module)._call_impl is nn.Module._call_impl
            and held.get("_compiled_call_impl") is None
            and not any(held.get(name) for name in _HOOKS) and not any(_GLOBAL_HOOKS))


def _read_plain(world: World, module: nn.Module) -> None:
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


def _module(world: World, module: nn.Module, path: str) -> _compiler.Attribute:
    cls = type(module)
    record = world.add_object(module, path, library.class_name(cls))
    record.bases = _base_names(cls)
    world.read("class", module, None, cls)
    if cls.__getattr__ is nn.Module.__getattr__ and cls.__getattribute__ is object.__getattribute__:
        record.lookup = lambda name: _module_attribute(world, module, path, name)
        if module_is_plain(module):
            _read_plain(world, module)
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
    if name in ("_parameters", "_buffers", "_modules"):
        return None
    if name in held or class_attribute(type(module), name) is not ABSENT:
        return find_attribute(world, module, path, name)
    for kind in ("_parameters", "_buffers", "_modules"):
        if name in held.get(kind, ()):
            world.read("attribute", module, name, ABSENT)
            world.read("attribute", module, kind, held[kind])
            world.read("item", held[kind], name, held[kind][name])
            return held[kind][name], f"{path}.{name}"
    return None


# Optimisers.


def _optimizer(world: World, optimizer: torch.optim.Optimizer, path: str) -> _compiler.Attribute:
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
            record.items.append(_kept(world, state, parameter, place, symbol))
    return record.reference


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
