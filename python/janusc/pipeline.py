"""The way down: from the dynamic level to machine code, level by level, each of which can be written to a file."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from janusc.dispatch import symbols
from janusc.dispatch.log import is_logged
from janusc.dispatch.options import in_force
from janusc.errors import OptionError

__all__ = ["LEVELS", "VALUE_LEVEL", "Loaded", "compile_objects", "load_body", "load_objects", "lower_generic", "lower_to",
           "set_target", "to_llvm_level", "to_value_level", "winograd"]

# Level -> the passes that lead there from the one before.
LEVELS = {
    "typed": "janus-specialize",
    "value": "janus-functionalize",
    "gradients": "janus-differentiate",
    "loop": "janus-lower-to-loops",
    "buffers": "janus-codegen-cpu",
    "llvm": "janus-lower-to-llvm",
}
VALUE_LEVEL = "gradients"

Written = Callable[[str, Any], None]


def lower_to(module: Any, last: str, *, first: str | None = None, parallel: bool | None = None,
             written: Written | None = None, strides: bool = False, graph: bool = False) -> list[dict]:
    """Lowers a module through the levels after `first` (None: the dynamic one) up to `last`; returns remarks.

    written(level, module) is called with each level reached. What `janusc.options` say is obeyed; parallel overrides
    it. strides: results may have strides that a result of their own says. graph: they may require grad. Raises CompileError where a pass fails.
    """
    options = in_force()
    parallel = options["parallel"] if parallel is None else parallel
    names = list(LEVELS)
    begin = names.index(first) + 1 if first is not None else 0
    remarks: list[dict] = []
    for level in names[begin:names.index(last) + 1]:
        passes = LEVELS[level]
        if level == "typed":
            passes += _unrolling(options["unroll"])
        if level == "value" and (strides or graph):
            passes += f"{{strides={str(strides).lower()} graph={str(graph).lower()}}}"
        if level == "buffers":
            passes += _codegen(options, parallel)
        # Differentiation and the like run on functions.
        remarks += _run(module, _anchored(passes))
        if written is not None:
            written(level, module)
    return remarks


def compile_objects(module: Any, opt_level: int = 3, *, program: str = "", cached: bool = True) -> list[bytes]:
    """The objects of a module at LLVM level, to be loaded into this process. The disk cache knows code without names."""
    from janusc import _compiler

    symbols.describe(module)
    if symbols.are_wanted():
        return _compiler.compile_objects(module, opt_level, cached=False)
    return _compiler.compile_objects(module, opt_level, program=program, cached=cached)


def _run(module: Any, passes: str) -> list[dict]:
    """Verifies before and after: between passes as well, which takes a tenth of the time, only for who looks at passes."""
    return module.run(passes, verify_each=is_logged("passes"))


def _unrolling(length: str | int) -> str:
    """The option `unroll` as options of janus-specialize."""
    if length == "auto":
        return ""
    return f"{{unroll=true max-unroll={length} max-unrolled-ops={1 << 40}}}" if length else "{unroll=false}"


def winograd(option: bool | str) -> str:
    """The option `winograd` as janus-codegen-cpu takes it; `auto` is never where results are to be the same always."""
    import torch

    if option == "auto" and not torch.are_deterministic_algorithms_enabled():
        return "auto"
    return "always" if option is True else "never"


def _codegen(options: dict[str, Any], parallel: bool) -> str:
    """What `parallel` and the other options say as options of janus-codegen-cpu."""
    steps = {"one-step": " max-steps=1", "five-steps": " max-steps=5"}.get(str(options["depth_first"]), "")
    return (f"{{parallel={str(parallel).lower()} depth-first={str(bool(options['depth_first'])).lower()}{steps} "
            f"training-forms={str(options['training_forms']).lower()} winograd={winograd(options['winograd'])} "
            f"freeze={str(options['freeze']).lower()}}}")


def _anchored(passes: str) -> str:
    return f"func.func({passes})" if passes == "janus-differentiate" else passes


def set_target(module: Any, target: str) -> None:
    """Says what machine the code is for: `host`, `cpu:<name>`. Raises OptionError for an unknown one."""
    from janusc.errors import CompileError

    try:
        module.run(f"janus-set-target{{target={target}}}")
    except (CompileError, ValueError) as error:
        raise OptionError(f"target {target!r}: {error}") from None


def to_value_level(module: Any) -> None:
    """From the dynamic level to values with gradients expanded."""
    lower_to(module, VALUE_LEVEL)


def to_llvm_level(module: Any) -> None:
    """From the value level to the LLVM dialect."""
    lower_to(module, "llvm", first=VALUE_LEVEL)


def lower_generic(module: Any, *, written: Written | None = None) -> None:
    """From a generic function of the dynamic level to the LLVM dialect. Raises CompileError where a pass fails."""
    _run(module, "janus-lower-generic")
    if written is not None:
        written("llvm", module)


class Loaded:
    """Code in this process; it lives as long as this object."""

    def __init__(self, jit: Any, entry: int) -> None:
        self._jit = jit
        self.entry = entry

    def lookup(self, name: str) -> int:
        """The address of another entry of the program."""
        address = self._jit.entry(name)
        symbols.tell(self._jit)
        return address


def load_objects(objects: list[bytes], entry: str) -> Loaded:
    """Links a program's objects into this process."""
    return Loaded(*_link(symbols.make_jit(), objects, entry, f"janus_entry_{entry}"))


def load_body(objects: list[bytes], symbol: str) -> tuple[Loaded, int]:
    """Links the objects of a generic version into this process; with the address of its body."""
    from janusc import _dispatch

    jit, address = _link(symbols.make_jit(_dispatch.runtime_symbols()), objects, symbol, f"janus_body_{symbol}")
    return Loaded(jit, address), address


def _link(jit: Any, objects: list[bytes], name: str, symbol: str) -> tuple[Any, int]:
    for number, code in enumerate(objects):
        jit.add_object(code, f"{name}.{number}")
    address = jit.lookup(symbol)
    symbols.tell(jit)
    return jit, address


def dump_to(folder: Path) -> Written:
    """A `written` that keeps each level under its documented name: typed.mlir, value.mlir, loop.mlir, llvm.mlir."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(level: str, module: Any) -> None:
        if level not in ("gradients", "buffers"):
            (folder / f"{level}.mlir").write_text(module.text(locations=True))

    return write
