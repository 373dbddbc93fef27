"""Makes one version: frontend, levels, code, plan."""
from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch

from janusc import _compiler, _dispatch, pipeline
from janusc.dispatch import modules, symbols
from janusc.dispatch.backward import Backward
from janusc.dispatch.facts import Changed
from janusc.dispatch.failures import Looked
from janusc.dispatch.faults import inject
from janusc.dispatch.log import is_logged, log
from janusc.dispatch.options import compiling, dump_dir, is_fast
from janusc.dispatch.plan import NotNative, Planner
from janusc.dispatch.relax import numbers_in
from janusc.dispatch.worth import is_plain
from janusc.errors import CompileError, NoSource, Unsupported
from janusc.frontend.attributes import class_attribute
from janusc.frontend.dirty import DynamicOp, is_cause
from janusc.frontend.modules import read_plain
from janusc.frontend.number_lists import number_list
from janusc.frontend.peek import is_a
from janusc.frontend.world import ABSENT, Read

__all__ = ["Info", "LevelWriter", "find_numbers", "make_version", "summary"]


@dataclass
class Info:
    """What explain shows of a version."""

    name: str
    arguments: dict[str, str]
    environment: str
    facts: int
    native: int
    interpreted: int
    assumptions: list[tuple[int, str, str | None]]
    levels: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    hits: dict[int, int] = field(default_factory=dict)
    # The environment and what the arguments were, by `describe_argument`.
    key: Any = None
    # The dimensions and number parameters that are open.
    opened: dict[str, list[int]] = field(default_factory=dict)
    open_numbers: frozenset[str] = frozenset()
    # Whether a dimension is open that was 1 in the call it was made for.
    opened_ones: bool = False
    # The numbers in objects that it was made for: dict, key, value.
    numbers: list[tuple[dict, Any, Any]] = field(default_factory=list)
    backward: Backward | None = None
    # Where the loops stand that it runs, those in functions that it calls among them: file, line.
    loops: list[tuple[str, int]] = field(default_factory=list)

    def assumption(self, number: int) -> tuple[str, str | None]:
        """The text and place of an assumption."""
        for known, text, place in self.assumptions:
            if known == number:
                return text, place
        return f"assumption {number}", None


_count = 0

# Lines of a program at value level, at most: a call waits while they are compiled, which takes a minute then.
_MAX_SIZE = 60_000
# What entries of the library table say that need a size when compiling.
_UNKNOWN_SIZE = "unknown size"
# Library functions that raise for a tensor that is not contiguous, or whose result is the tensor itself, a view or a copy
# by its strides.
_BY_STRIDES = re.compile(r'"torch\.(Tensor\.)?(view|view_as|contiguous|reshape|reshape_as|flatten|ravel|unflatten)"')


def make_version(handler: Any, parameters: dict[str, Any], args: tuple, kwargs: dict,
                 limits: dict[str, Any]) -> tuple[_dispatch.Version, Info]:
    """A version for a call with these parameters; raises NotNative with the reason where there is none."""
    if not limits["specialize"]:
        return _make(handler, parameters, args, kwargs, limits, _all_dims(handler, parameters))
    sizes = _open_dims(handler, parameters)
    try:
        return _make(handler, parameters, args, kwargs, limits, sizes)
    except NotNative as error:
        reasons = [str(error), *(operation.reason for operation in error.dynamic)]
        needs_sizes = error.loops or any(_UNKNOWN_SIZE in reason for reason in reasons)
        if not needs_sizes or handler.settings.dynamic is not None or not any(sizes.values()):
            raise
        # How often a loop runs may depend on a size: with the sizes as they are it can be unrolled. So may what a
        # function of the library is made of.
        log("compile", f"{handler.name}: once more for exactly these sizes ({error})")
        return _make(handler, parameters, args, kwargs, limits, {name: [] for name in sizes})


def _make(handler: Any, parameters: dict[str, Any], args: tuple, kwargs: dict, limits: dict[str, Any],
          sizes: dict[str, list[int]]) -> tuple[_dispatch.Version, Info]:
    """A version with the given dimensions open."""
    started = time.perf_counter()
    handler.attempts += 1
    program = _lower(handler, args, kwargs, sizes, limits["specialize"])
    writer = LevelWriter(handler.name, program.entry)
    writer("dynamic", program.module)
    ops, interpreted = _compiler.count_ops(program.module)
    native = ops - interpreted
    handler.ops = (0, ops)
    try:
        try:
            code, signature, backward, assumptions = _generate(handler, program, parameters, limits, writer)
        except CompileError as error:
            raise _refused(error, writer.dynamic) from None
        planner = Planner(program, signature, parameters)
        _take_back_started(program, {id(planner.state_object(name)) for name in planner.updated})
        plan = planner.plan(backward)
        if not program.strided and _BY_STRIDES.search(writer.texts.get("typed", "")):
            # A copy of an argument would have other strides than eager sees.
            plan["copy_non_contiguous"] = False
    except Changed as error:
        _take_back_started(program, set())
        raise NotNative(f"an object changed while the function was compiled: {error}") from None
    except NotNative as error:
        _take_back_started(program, set())
        # Another attempt is worth it once one of the objects says something else.
        error.facts = Looked(program.reads)
        error.dynamic = error.dynamic or writer.dynamic
        error.loops = has_loops(writer.texts.get("typed", ""), program.entry)
        raise
    seconds = time.perf_counter() - started
    info = Info(signature["name"], {name: summary(value) for name, value in parameters.items()},
                _environment_text(plan["environment"]), len(plan["facts"]), native, interpreted, assumptions,
                writer.texts, seconds, opened=sizes, open_numbers=handler.relaxation.numbers,
                opened_ones=any(isinstance(parameters[name], torch.Tensor) and parameters[name].shape[dim] == 1 for name, dims in sizes.items() for dim in dims),
                numbers=list(numbers_in(program.reads)), loops=writer.loops)
    handler.ops = (native, interpreted)
    log("compile", f"{handler.name}: version {len(handler.infos)} in {seconds:.3f} s")
    if backward is not None:
        give_up = partial(handler.give_up, info)
        info.backward = Backward(handler.name, limits, partial(_lower_backward, handler.name, limits, backward["name"],
                                                               backward["text"]), give_up)
        plan["backward"] |= {"make": info.backward,
                             "again": None if backward.get("reads_written") else planner.again(handler, backward, give_up)}
    version = _dispatch.Version({**plan, "name": handler.name, "entry": code.entry, "keep": code, "data": info})
    return version, info


def _take_back_started(program: Any, written: set[int]) -> None:
    """Takes from optimizers what they were given to start from for parameters that the version does not step: eager
    keeps nothing for those. written: the ids of the tensors that it writes."""
    gone = {}
    for state, parameter, kept in program.started:
        if not any(id(value) in written for value in kept.values()) and state.get(parameter) is kept:
            del state[parameter]
            gone[id(kept)] = kept
    program.reads = [read._replace(value=ABSENT) if read.kind == "item" and id(read.value) in gone else read
                     for read in program.reads if id(read.owner) not in gone]


def has_loops(text: str, entry: str) -> bool:
    """Whether the entry's function, in a module at typed level, has a loop left."""
    _, _, function = text.partition(f"imperative.func @{entry}(")
    function = function.partition("\n  imperative.func @")[0]
    return "imperative.for " in function or "imperative.while" in function


def _lower(handler: Any, args: tuple, kwargs: dict, sizes: dict[str, list[int]], specialize: bool) -> Any:
    """The frontend's program for the call."""
    from janusc import frontend

    function, module = handler.function, None
    if handler.is_module:
        module, args = args[0], args[1:]
        function = modules.original_of(module)
        _check_module(module, function)
    try:
        options = frontend.Options(symbols.entry_name(handler.name), sizes,
                                   runtime_numbers=handler.relaxation.numbers if specialize else True,
                                   runtime_places=handler.relaxation.places)
        program = frontend.lower(function, args, kwargs, options=options)
        if module is not None:
            program.reads.extend(_module_reads(module, function))
        return program
    except NoSource as error:
        raise NotNative(error.reason) from None
    except Unsupported as error:
        raise NotNative(f"{error.code}{': ' + error.detail if error.detail else ''}",
                        f"{error.file}:{error.line}" if error.file else None) from None
    except CompileError as error:
        raise _refused(error) from None


def find_numbers(handler: Any, parameters: dict[str, Any], args: tuple, kwargs: dict,
                 limits: dict[str, Any]) -> list[tuple[dict, Any, Any]]:
    """The numbers that a call finds in objects and modules, each as dict, key, value. Raises NotNative if that cannot be told."""
    with compiling(limits):
        program = _lower(handler, args, kwargs, _open_dims(handler, parameters), limits["specialize"])
    _take_back_started(program, set())
    return list(numbers_in(program.reads))


def _refused(error: CompileError, dynamic: Iterable[DynamicOp] = ()) -> NotNative:
    file, line, _ = error.user_place()
    refusal = NotNative(error.message, f"{file}:{line}" if file else None)
    refusal.dynamic = list(dynamic)
    if not any(map(is_cause, refusal.dynamic)):
        # All has types; it is a later level that has no form for something.
        places = [(error.file, error.line, error.column)]
        places += [(note["file"], note["line"], note["column"]) for note in error.notes
                   if note["message"] == "called from here"]
        refusal.dynamic.append(DynamicOp("", "", error.message, True, places))
    return refusal


def _check_module(module: Any, original: torch.nn.Module) -> None:
    """Whether calling the compiled module means what calling its original does."""
    if not modules.is_compiled_class(type(module)):
        raise NotNative("the class of the compiled module was replaced")
    if "forward" in vars(original):
        raise NotNative("forward is replaced on the instance")


def _module_reads(module: Any, original: torch.nn.Module) -> list[Read]:
    """What the call itself looks at, whatever forward does: the class of both twins, hooks, forward."""
    reads: list[Read] = []

    class Collector:
        @staticmethod
        def read(*fact: Any) -> None:
            reads.append(Read(*fact))

    Collector.read("class", module, None, type(module))
    Collector.read("class", original, None, type(original))
    Collector.read("attribute", original, "forward", class_attribute(type(original), "forward"))
    read_plain(Collector, original)
    return reads


def _open_dims(handler: Any, parameters: dict[str, Any]) -> dict[str, list[int]]:
    """For each tensor parameter the dimensions that are left open."""
    result = {}
    leading = {value.shape[0] for value in parameters.values() if is_a(value, torch.Tensor) and value.dim()}
    # A leading 1 beside another size, or where being open broke the first call, is there to be broadcast.
    broadcasts = handler.ones_broadcast or len(leading) > 1
    for name, value in parameters.items():
        numbers = number_list(value) if name in handler.relaxation.lists else None
        if numbers is not None:
            seen = [shape for shape in handler.relaxation.shapes.get(name, []) if len(shape) == len(numbers.sizes)]
            result[name] = [dim for dim in range(len(numbers.sizes)) if len({shape[dim] for shape in seen}) > 1]
            continue
        if not is_a(value, torch.Tensor):
            continue
        if handler.settings.dynamic is not None:
            result[name] = list(range(value.dim())) if handler.settings.dynamic else []
            continue
        seen = [shape for shape in handler.relaxation.shapes.get(name, []) if len(shape) == value.dim()]
        result[name] = [dim for dim in range(value.dim())
                        if dim == 0 and not (broadcasts and value.shape[0] == 1)
                        or len({shape[dim] for shape in seen}) > 1]
    return result


def _all_dims(handler: Any, parameters: dict[str, Any]) -> dict[str, list[int]]:
    """All dimensions, which are left open without specialisation; a 1 that may be there to be broadcast is what it is."""
    result = {}
    for name, value in parameters.items():
        numbers = number_list(value)
        if is_a(value, torch.Tensor):
            result[name] = [dim for dim in range(value.dim()) if value.shape[dim] != 1 or not handler.ones_broadcast]
        elif numbers is not None:
            result[name] = list(range(len(numbers.sizes)))
    return result


def _generate(handler: Any, program: Any, parameters: dict[str, Any], limits: dict[str, Any],
              writer: LevelWriter) -> tuple[pipeline.Loaded, dict, dict | None, list]:
    """Machine code, the entry's signature, that of its backward function (which has its program as `text`), and the
    assumptions."""
    module = program.module
    log_remarks(handler.name, pipeline.lower_to(module, "value", written=writer, strides=True,
                                                graph=torch.is_grad_enabled()))
    handler.judge(writer.texts["value"])
    size = writer.texts["value"].count("\n")
    if size > _MAX_SIZE:
        raise NotNative(f"the program is too long to be compiled while a call waits ({size} lines at value level); split "
                        "the function")
    signature = _signatures(module).get(program.entry)
    if signature is None:
        raise NotNative("the function did not reach the value level")
    backward = None
    differentiable = Planner(program, signature, parameters).differentiable()
    if differentiable:
        _compiler.mark_requires_grad(module, program.entry, differentiable)
        writer("value", module)
        log_remarks(handler.name, module.run("janus-split-backward"))
        signatures = _signatures(module)
        signature = signatures[program.entry]
        backward = signatures.get(signature["backward"])
    if backward is not None:
        backward["text"] = _compiler.take_backward(module, backward["name"]).text(locations=True)
    assumptions = _compiler.find_assumptions(module, program.entry)
    inject(module)
    return _code(handler.name, module, program.entry, limits, writer), signature, backward, assumptions


def _lower_backward(name: str, limits: dict[str, Any], entry: str, text: str,
                    absent: Sequence[int]) -> tuple[pipeline.Loaded, list[int]]:
    """Machine code of a backward function for calls without a derivative by the results `absent`, and the numbers of the
    arguments that it does not read."""
    module = _compiler.Context().parse(text)
    unused: list[int] = []
    if absent:
        module.run(f"func.func(janus-drop-cotangents{{absent={','.join(map(str, absent))}}})")
        unused = [number for number, argument in enumerate(_signatures(module)[entry]["arguments"]) if argument.get("unused")]
    writer = LevelWriter(f"{name}.backward", entry)
    writer("value", module)
    return _code(name, module, entry, limits, writer), unused


def _signatures(module: Any) -> dict[str, dict]:
    """What the entries of a module at value level take and give."""
    return {entry["name"]: entry for entry in json.loads(_compiler.entry_signatures(module))}


def _code(name: str, module: Any, entry: str, limits: dict[str, Any], writer: LevelWriter) -> pipeline.Loaded:
    """Machine code of a program at value level; that of the same program in an earlier process if it is still kept."""
    if is_fast():
        log_remarks(name, pipeline.lower_to(module, "llvm", first="value", parallel=limits["parallel"],
                                            written=writer))
        return pipeline.load_objects(pipeline.compile_objects(module, 0, cached=False), entry)
    found, missed = _compiler.cache_counts()
    ways = " ".join(f"{option}={limits[option]}" for option in ("parallel", "depth_first", "training_forms", "freeze"))
    key = _compiler.program_key(module, f"{ways} winograd={pipeline.winograd(limits['winograd'])}")
    # Who wants to see the levels, what passes say or where code comes from needs the way down.
    way_down = writer.write is not None or is_logged("passes") or symbols.are_wanted()
    objects = None if way_down else _compiler.load_objects(key)
    if objects is None:
        log_remarks(name, pipeline.lower_to(module, "llvm", first="value", parallel=limits["parallel"],
                                                    written=writer))
        objects = pipeline.compile_objects(module, program=key)
    now_found, now_missed = _compiler.cache_counts()
    log("cache", f"{name}: {len(objects)} objects; found {now_found - found}, missed {now_missed - missed}")
    return pipeline.load_objects(objects, entry)


def log_remarks(name: str, remarks: list[dict]) -> None:
    """What passes said, for JANUS_LOG=passes."""
    for remark in remarks:
        log("passes", f"{name}: {remark['message']}")


def summary(value: Any) -> str:
    """A value in a few words, for explain."""
    if is_a(value, torch.Tensor):
        return f"{str(value.dtype).removeprefix('torch.')}[{', '.join(map(str, value.shape))}]"
    if not is_plain(value):
        return f"<{type(value).__qualname__}>"
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else f"<{type(value).__qualname__}>"


def _environment_text(environment: _dispatch.Environment) -> str:
    words = ["grad" if environment.grad_mode else "inference mode" if environment.inference_mode else "no grad"]
    if environment.deterministic:
        words.append("deterministic")
    return ", ".join(words)


class LevelWriter:
    """Keeps each level's text for explain and what stayed dynamic, and writes it where JANUS_DUMP says."""

    def __init__(self, name: str, entry: str = "") -> None:
        self.entry = entry
        self.dynamic: list[DynamicOp] = []
        self.loops: list[tuple[str, int]] = []
        self.texts: dict[str, str] = {}
        self.write = None
        folder = dump_dir()
        if folder is not None:
            global _count
            _count += 1
            safe = "".join(c if c.isalnum() or c in "._-" else "_" for c in name)
            self.write = pipeline.dump_to(folder / f"{_count:03d}-{safe}")

    def __call__(self, level: str, module: Any) -> None:
        if self.write is not None:
            self.write(level, module)
        if level == "typed":
            self.dynamic = [DynamicOp(*op) for op in _compiler.find_dynamic(module, self.entry)]
            self.loops = list(dict.fromkeys(places[0][:2] for _, places in _compiler.find_loops(module, self.entry) if places))
        # Code that is to be made quickly is not looked at: the world's text would take as long as some passes.
        if level in ("typed", "value") or level == "dynamic" and not is_fast():
            self.texts[level] = str(module)
