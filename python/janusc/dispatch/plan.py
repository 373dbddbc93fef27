"""From an entry's signature to the description that the extension makes a version of.

The description is a dict: name, entry (address), keep (what owns the code), data (kept for explain), environment,
facts, arguments (how many the entry takes), parameters (one description for each of the function's), held (attributes that
are read as arguments are), states, output, writes (to attributes), gradients, copy_non_contiguous, backward (what the entry's
backward function takes and gives, None without one). What the tuples in it hold is said in python/src/Dispatch/Specs.cpp.
"""
from __future__ import annotations

import ast
import importlib
import types
from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat
from typing import Any

import torch

from janusc import _dispatch
from janusc.dispatch.again import Again
from janusc.dispatch.autograd import consumed
from janusc.dispatch.facts import build_facts, is_value
from janusc.dispatch.failures import Looked
from janusc.frontend.dirty import DynamicOp
from janusc.frontend.number_lists import number_list
from janusc.frontend.peek import dict_of, is_a

__all__ = ["GENERATOR", "NotNative", "Planner"]

# The state that is torch's generator of random numbers (kGeneratorName).
GENERATOR = "torch.default_generator"

_CONTAINERS = (tuple, list, dict)
_NUMBER_KINDS = {"i64": "int", "f64": "float", "bool": "bool"}


class NotNative(Exception):
    """Why a call cannot be native; `place` is file:line where that is known, `facts` what it was judged by."""

    def __init__(self, reason: str, place: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
        self.facts: Looked | None = None
        # What the program left to the interpreter, where it came as far as inference.
        self.dynamic: list[DynamicOp] = []
        # Whether inference left a loop in it.
        self.loops = False


class Planner:
    """Builds the plan of one version from the frontend's program, the entry's signature and the call's arguments."""

    def __init__(self, program: Any, signature: dict, parameters: dict[str, Any]) -> None:
        self.program = program
        self.signature = signature
        self.draws = any(argument["name"] == GENERATOR and argument["kind"] == "state" for argument in signature["arguments"])
        self.parameters = parameters
        self.environment = _dispatch.environment()
        self.updated = {result["name"] for result in signature["results"] if result["kind"] == "update" and result["name"] != GENERATOR}
        self.graded = {result["name"] for result in signature["results"] if result["kind"] == "grad"}
        self.graphs: list[int] = []  # the results with a graph, once there is a plan
        self.held = self._held()
        self.elements = self._own_elements()
        self.arguments = {argument["name"]: (slot, argument)
                          for slot, argument in enumerate(signature["arguments"])
                          if argument["kind"] == "arg" or argument["name"] in self.elements}

    def plan(self, backward: dict | None) -> dict:
        """Everything but the addresses of entries and what keeps them. backward: the signature of the entry's backward
        function, if results carry a graph."""
        parameters = [self._argument(value, name) for name, value in self.parameters.items()]
        held = [(*self.program.held[path][:2], self._argument(value, path)) for path, value in self.held.items()]
        states = [self._state(slot, argument) for slot, argument in enumerate(self.signature["arguments"])
                  if argument["kind"] == "state" and argument["name"] not in self.arguments]
        indices = _result_indices(self.signature["results"])
        self.graphs = [] if backward is None else [int(argument["name"]) for argument in backward["arguments"]
                                                   if argument["kind"] == "cotangent"]
        if self.graded and not self.environment.grad_mode:
            raise NotNative("backward() is called while grad mode is off")
        return {
            "name": self.signature["name"],
            "environment": self.environment,
            "facts": build_facts(self.program.reads),
            "arguments": len(self.signature["arguments"]),
            "parameters": parameters,
            "held": held,
            "states": states,
            "output": self._output(self.signature["output"]),
            "writes": [(self.state_object(write["object"]), write["attribute"], self._output(write["value"]))
                       for write in self.signature.get("writes", ())],
            "gradients": [(self.state_object(result["name"]), index)
                          for result, index in zip(self.signature["results"], indices) if result["kind"] == "grad"],
            "copy_non_contiguous": self.program.strided or not self.draws and not _has_view(self.signature["output"]) and all(
                                       len(result["shape"] or ()) <= 1 for result in self.signature["results"]
                                       if result["kind"] == "result"),
            "backward": None if backward is None else self._backward(backward),
        }

    def differentiable(self) -> list[str]:
        """The arguments and states that require grad now: results that depend on them carry a graph."""
        if not self.environment.grad_mode:
            return []
        names = [argument["name"] for argument in self.signature["arguments"]
                 if argument["shape"] is not None and argument["name"] != GENERATOR]
        if _has(self.signature["output"], "consumed") and not _has(self.signature["output"], "requires_grad"):
            # What depends on state has a graph that backward() inside has used up.
            names = [name for name in names if name in self.arguments]
        values = {name: self.resolve(name) if name in self.arguments else self.state_object(name) for name in names}
        return [name for name, value in values.items() if is_a(value, torch.Tensor) and value.requires_grad]

    def _backward(self, signature: dict) -> dict:
        """What the backward function takes and gives, in terms of the entry's slots and results."""
        slots = {argument["name"]: slot for slot, argument in enumerate(self.signature["arguments"])}
        graphs = self.graphs
        arguments: list[tuple[str, int]] = []
        for argument in signature["arguments"]:
            kind, name = argument["kind"], argument["name"]
            if kind == "cotangent":
                arguments.append(("cotangent", graphs.index(int(name))))
            elif kind == "saved":
                arguments.append(("number" if argument["shape"] is None else "saved", int(name)))
            else:
                arguments.append(("slot", slots[name]))
        watched = [("saved", int(tensor["name"])) if tensor["kind"] == "result" else ("slot", slots[tensor["name"]])
                   for tensor in signature.get("watched", ())]
        return {
            "arguments": arguments,
            "watched": [(*holder, list(map(graphs.index, tensor["through"])))
                        for holder, tensor in zip(watched, signature.get("watched", ()), strict=True)
                        if holder not in arguments],
            "gradients": [(slots[result["of"]], [(graphs.index(number), flag) for number, flag in zip(
                               result["through"], result["through_if"] or repeat(-1), strict=False)])
                          for result in signature["results"]],
            "graphs": graphs,
            "used_up_by": [[graphs.index(int(number)) for number in argument["used_up_by"]]
                           for argument in signature["arguments"] if argument["kind"] == "cotangent"],
        }

    def again(self, handler: Any, backward: dict, give_up: Callable[[str], None]) -> Again:
        """What differentiates the gradients of a version again, or drops the version by give_up(reason)."""
        leaves = [(result["of"], None if result["of"] in self.arguments else self.state_object(result["of"]))
                  for result in backward["results"]]
        written: list[Any] = []
        numbers: list[Any] = []
        for argument in self.signature["arguments"]:
            name = argument["name"]
            if name in self.updated and argument["shape"] is None:
                numbers.append(self._container(name))
            elif name in self.updated:
                written.append((name, None if name in self.arguments else self.state_object(name)))
        binder = getattr(handler, "binder", handler.function)
        return Again(handler.function, binder, list(self.parameters), leaves, self.signature["output"],
                     self.graphs, give_up, written, numbers,
                     [(self.state_object(write["object"]), write["attribute"], f"{write['object']}.{write['attribute']}",
                       write["value"]) for write in self.signature.get("writes", ())])

    # Arguments.

    def _held(self) -> dict[str, Any]:
        """The attributes that are read at each call; nothing is asked of those that the program only assigns to."""
        names = [argument["name"] for argument in self.signature["arguments"]]
        return {path: value for path, (_, _, value) in self.program.held.items()
                if path not in self.program.overwritten
                or any(name == path or name.startswith(f"{path}[") for name in names)}

    def _own_elements(self) -> dict[str, Any]:
        """The elements of tuples, lists and dicts that are arguments: they are others at each call, though the entry's
        signature may call them state. Left out are those that the program knows by another path too: such an object
        must be the very one that it was."""
        elements: dict[str, Any] = dict(self.held)
        for name, value in (*self.parameters.items(), *self.held.items()):
            elements.update(_elements(value, name))
        paths: dict[int, set[str]] = {}
        for path, value in elements.items():
            paths.setdefault(id(value), set()).add(path)
        for path, value in self.parameters.items():
            paths.setdefault(id(value), set()).add(path)
        for path, value in self.program.objects.items():
            paths.setdefault(id(value), set()).add(path)
        for root, held in self.held.items():
            for path, value in ((root, held), *_elements(held, root)):
                if not is_value(value) and len(paths[id(value)]) > 1:
                    raise NotNative(f"{path}, which is assigned to, is also {min(paths[id(value)] - {path})}")
        return {path: value for path, value in elements.items()
                if is_value(value) or len(paths[id(value)]) == 1}

    def _argument(self, value: Any, path: str) -> tuple:
        found = self.arguments.get(path)
        if found is not None:
            return self._passed(value, path, *found)
        if type(value) in (tuple, list):
            children = [self._argument(element, f"{path}[{index}]") for index, element in enumerate(value)]
            return ("tuple" if type(value) is tuple else "list", children)
        if type(value) is dict:
            return "dict", [(key, self._argument(element, f"{path}[{key!r}]")) for key, element in value.items()]
        if (is_a(value, torch.Tensor) and type(value) in (torch.Tensor, torch.nn.Parameter)
                and (path in self.parameters or path in self.elements)):
            # The entry does not read it, but was made for its dtype and sizes.
            sizes = list(value.shape)
            opened = sizes and not any(path == held or path.startswith(f"{held}[") for held in self.held)
            return "tensor", -1, value, [-1, *sizes[1:]] if opened else sizes, False, True
        if path in self.held and type(value) in (bool, int, float):
            # A number that is read at each call, and that the entry turned out not to need.
            return type(value).__name__, -1
        if type(value) is types.MethodType:
            return "method", value
        return ("value" if is_value(value) else "is"), value

    def _passed(self, value: Any, path: str, slot: int, argument: dict) -> tuple:
        if argument["shape"] is None:
            kind = _NUMBER_KINDS.get(argument["dtype"])
            if kind is None or type(value).__name__ != kind:
                raise NotNative(f"argument {path} is {type(value).__name__}, the entry takes {argument['dtype']}")
            return kind, slot
        numbers = number_list(value)
        if numbers is not None and len(numbers.sizes) == len(argument["shape"]):
            return "numbers", slot, numbers.kind is float, argument["shape"]
        if not is_a(value, torch.Tensor) or value.dim() != len(argument["shape"]):
            raise NotNative(f"argument {path} is no tensor of rank {len(argument['shape'])}")
        if path in self.updated:
            self._check_writable(value, path)
            if self.environment.grad_mode and value.requires_grad:
                raise NotNative(f"{path} requires grad and is written")
        if path in self.graded:
            raise NotNative(f"backward() gives a gradient to {path}, which is another tensor at each call")
        if self.environment.grad_mode and value.requires_grad and self.graded:
            raise NotNative(f"argument {path} requires grad, and backward() inside would add to its gradient")
        return "tensor", slot, value, argument["shape"], path in self.updated, self.environment.grad_mode

    def _check_writable(self, value: torch.Tensor, path: str) -> None:
        if value.is_inference() and not self.environment.inference_mode:
            raise NotNative(f"{path} was made in inference mode and is written outside of it")

    # State.

    def state_object(self, path: str) -> Any:
        """The object behind a state's name."""
        objects = self.program.objects
        return objects[path] if path in objects else self.resolve(path)

    def resolve(self, path: str) -> Any:
        """The object at a path, for this call."""
        try:
            return self.program.resolve(path, self.parameters)
        except Exception as error:  # noqa: BLE001 - user objects may raise anything
            raise NotNative(f"{path} cannot be read: {error}") from None

    def _state(self, slot: int, argument: dict) -> tuple:
        name = argument["name"]
        if name == GENERATOR:
            return "generator", slot
        if argument["shape"] is not None:
            tensor = self.state_object(name)
            if name in self.updated:
                self._check_writable(tensor, name)
            return ("tensor", slot, tensor, name in self.updated, self.environment.grad_mode,
                    name in self.graded, name in self.graded or argument.get("grad_absent", False))
        container, key = self._container(name)
        return _NUMBER_KINDS[argument["dtype"]], slot, container, key, name in self.updated

    def _container(self, path: str) -> tuple[Any, Any]:
        """The dict, list or object that holds the number at a path, and its key there."""
        node = ast.parse(path, mode="eval").body
        if isinstance(node, ast.Subscript):
            return self.resolve(ast.unparse(node.value)), ast.literal_eval(node.slice)
        if isinstance(node, ast.Attribute):
            owner = self.resolve(ast.unparse(node.value))
            held = dict_of(owner)
            return (owner, node.attr) if held is None or node.attr not in held else (held, node.attr)
        raise NotNative(f"the number {path} has no place that can be read at each call")

    # Results.

    def _output(self, node: Any) -> tuple:
        if not isinstance(node, dict):
            raise NotNative("the entry does not say what Python receives")
        if "result" in node:
            return self._result(node)
        if "numbers" in node:
            return "numbers", int(node["numbers"])
        if "view" in node:
            return self._view(node)
        if "arg" in node:
            return self._returned_argument(node["arg"])
        for kind in ("state", "object"):
            if kind in node:
                path = node[kind]
                if path in self.elements or path in self.held or type(self.parameters.get(path)) in _CONTAINERS:
                    return self._returned_argument(path)
                return "object", self.state_object(path)
        if "const" in node:
            return "object", node["const"]
        for kind in ("tuple", "list"):
            if kind in node:
                made = kind, [self._output(element) for element in node[kind]]
                return ("call", library_object(node["class"]), [made], ()) if "class" in node else made
        if "dict" in node:
            return "dict", [(key, self._output(element)) for key, element in node["dict"]]
        raise NotNative(f"the entry returns what is not known here: {node}")

    def _view(self, node: dict) -> tuple:
        """A view of an argument, or of a tensor that native code makes."""
        root = node["view"]
        if "result" in root and ("strides" in root or min(self._result_of(root)["shape"], default=0) < 0):
            if root.get("requires_grad") or root.get("consumed"):
                raise NotNative("it returns a view of a tensor of unknown size that requires grad")
            # Of a tensor whose sizes or strides are not known, torch's own calls make it.
            return "call", partial(_viewed, _calls_of(node)), [self._output(root)], ()
        return "view", self._output(root), *self._layout(node)

    def _result_of(self, node: dict) -> dict:
        """What the signature says of a leaf's result."""
        return next(r for r in self.signature["results"] if r["kind"] == "result" and int(r["name"]) == node.get("result"))

    def _layout(self, node: dict) -> tuple[list[int], list[int], int]:
        """Sizes, strides and offset of a view: what torch's own calls make of a tensor without elements."""
        root = node["view"]
        if "arg" in root:
            shape, known = None, self.arguments.get(root["arg"])
            if known is not None:
                shape, dtype = known[1]["shape"], self.resolve(root["arg"]).dtype
        else:
            shape, dtype = self._result_of(root)["shape"], torch.float32
        if shape is None or min(shape, default=0) < 0:
            raise NotNative("it returns a view of a tensor of unknown size")
        try:
            view = torch.empty(shape, dtype=dtype, device="meta")
            view = _viewed(_calls_of(node), view)
        except Exception as error:  # noqa: BLE001 - torch says what it does not do
            raise NotNative(f"it returns a view that cannot be laid out: {error}") from None
        return list(view.shape), list(view.stride()), view.storage_offset()

    def _result(self, node: dict) -> tuple:
        index = int(node["result"])
        result = next((r for r in self.signature["results"] if r["kind"] == "result" and int(r["name"]) == index), None)
        if result is None:
            raise NotNative(f"the entry has no result {index}")
        if result["shape"] is None:
            return _NUMBER_KINDS[result["dtype"]], index
        if self.environment.grad_mode and node.get("requires_grad") and index not in self.graphs:
            raise NotNative("the result requires grad, and no backward function gives its gradients")
        if self.environment.grad_mode and node.get("consumed"):
            return "consumed", index, consumed
        if "strides" in node:
            # Where eager's tensor lies otherwise than native code made it, with the strides it says.
            made = partial(_laid_out, node.get("permute"), "numpy" in node)
            return "call", made, [("tensor", index), ("tensor", int(node["strides"]))], ()
        if "permute" in node or "numpy" in node:
            # A view of the tensor that native code makes.
            return "consumed", index, partial(_view_of, node.get("permute"), "numpy" in node)
        return "tensor", index

    def _returned_argument(self, path: str) -> tuple:
        names = list(self.parameters)
        keys: list[Any] = []
        node = ast.parse(path, mode="eval").body
        while isinstance(node, ast.Subscript):
            keys.insert(0, ast.literal_eval(node.slice))
            node = node.value
        names += self.held
        root = ast.unparse(node)
        if root in names:
            return "argument", names.index(root), keys
        return "object", self.state_object(path)


def _view_of(order: list[int] | None, is_array: bool, tensor: torch.Tensor) -> Any:
    """The tensor with its dimensions in another order, or numpy's array of it."""
    view = tensor if order is None else tensor.permute(order)
    return view.numpy() if is_array else view


def _laid_out(order: list[int] | None, is_array: bool, tensor: torch.Tensor, strides: torch.Tensor) -> Any:
    """A tensor with these strides in the place of a contiguous one, and what `_view_of` makes of it."""
    wanted = tuple(strides.tolist())
    if wanted != tensor.stride():
        tensor = torch.empty_strided(tensor.shape, wanted, dtype=tensor.dtype).copy_(tensor)
    return _view_of(order, is_array, tensor)


def library_object(name: str) -> Any:
    """The object that the library table calls by this name."""
    module, _, rest = name.partition(".")
    value = importlib.import_module(module)
    for part in rest.split("."):
        value = getattr(value, part)
    return value


def _has(node: Any, mark: str) -> bool:
    """Whether something in an entry's output is marked so."""
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return (isinstance(node, dict) and node.get(mark) is True) or any(_has(part, mark) for part in parts)


def _has_view(node: Any) -> bool:
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return isinstance(node, dict) and "view" in node or any(map(_has_view, parts))


def _calls_of(node: dict) -> list[tuple[Callable, list[Any], int | None]]:
    """The calls that make a view: function, further operands, which of the results."""
    return [(_call_of(call["call"]), list(map(_operand_of, call["operands"])), call["element"]) for call in node["calls"]]


def _viewed(calls: list[tuple[Callable, list[Any], int | None]], tensor: torch.Tensor) -> torch.Tensor:
    """What the calls make of a tensor."""
    for function, operands, element in calls:
        tensor = function(tensor, *operands)
        tensor = tensor if element is None else tensor[element]
    return tensor


def _call_of(name: str) -> Any:
    """The function of torch, or the attribute of tensors, that makes a view."""
    found: Any = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found if callable(found) else found.__get__


def _operand_of(node: Any) -> Any:
    """A constant operand of such a call."""
    if isinstance(node, dict):
        kind, parts = next(iter(node.items()))
        parts = list(map(_operand_of, parts))
        return slice(*parts) if kind == "slice" else tuple(parts) if kind == "tuple" else parts
    return node


def _elements(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """What tuples, lists and dicts hold at any depth, by path."""
    items = (value.items() if type(value) is dict else enumerate(value) if type(value) in (tuple, list) else ())
    for key, element in items:
        place = f"{path}[{key!r}]"
        yield place, element
        yield from _elements(element, place)


def _result_indices(results: list[dict]) -> list[int]:
    """The runtime's number of each result: gradients are counted after the highest `janus.result`."""
    following = 1 + max((int(r["name"]) for r in results if r["kind"] == "result"), default=-1)
    indices = []
    for result in results:
        if result["kind"] == "result":
            indices.append(int(result["name"]))
        elif result["kind"] == "grad":
            indices.append(following)
            following += 1
        else:
            indices.append(-1)
    return indices
