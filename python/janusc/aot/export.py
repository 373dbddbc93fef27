"""janusc.export: a function or module as an object, archive or shared library with a C header."""
from __future__ import annotations

import contextlib
import inspect
import os
from pathlib import Path

from janusc.aot import header, signature, state
from janusc.aot.spec import TensorSpec
from janusc.errors import CompileError, NoSource, Unsupported

ABI_VERSION = 1
KINDS = (".o", ".a", ".so")


def export(fn, args, output, *, target: str = "cpu:x86-64-v3", weights: str = "inside", name: str | None = None) -> Path:
    """Compile `fn` ahead of time for a C program.

    fn: a function or an nn.Module (its forward). args: one for each parameter: a `janusc.spec(shape, dtype)`
    or an example tensor for what the C program passes; modules, optimizers and other objects become the program's
    state; Python numbers, strings and None are constants. output: a path that ends in .o, .a or .so; the header
    is written beside it, with the ending .h. target: `cpu:<LLVM cpu>`, or `host` for this machine. weights: "inside"
    the object, or "beside" it as a safetensors file. name: the prefix of the C functions (the output's stem if left out).

    Returns the header's path. Raises CompileError, which names the line and the way out, where something would
    need the interpreter; TypeError or ValueError for a bad argument; OSError if a file cannot be written.
    """
    path = _check_output(output, weights, name)
    args = _check_arguments(fn, args)
    name = signature.c_name(path.stem if name is None else name)
    args = state.private_copy(args)
    program, module = _lower(fn, args, target)
    entry = signature.load_entries(module)[program.entry]
    _check_writes(entry)
    _check_views(entry["output"])
    _check_draws(entry)
    made = signature.build(entry, name, _specs(fn, args), program.objects.__getitem__,
                           lambda path: path.removeprefix(_owner(fn)))
    _check_names(made)
    _write(made, program.entry, module, path, target, weights)
    return path.with_suffix(".h")


def _check_writes(entry: dict) -> None:
    for write in entry.get("writes", ()):
        raise CompileError(f"not native: it assigns to {write['object']}.{write['attribute']}, and a C program has no such "
                           "object", notes=[_note("return the value, and pass it in at the next call")])


def _check_draws(entry: dict) -> None:
    from janusc.dispatch.plan import GENERATOR

    if any(argument["name"] == GENERATOR for argument in entry["arguments"]):
        raise CompileError("not native: it draws random numbers, and a C program has no generator of PyTorch's",
                           notes=[_note("pass the numbers in as an argument")])


def _check_views(output) -> None:
    """A C program gets tensors in row-major order, each with memory of its own."""
    parts = output.values() if isinstance(output, dict) else output if isinstance(output, list) else ()
    if isinstance(output, dict) and "view" in output:
        raise CompileError("not native: it returns a view of another tensor", notes=[_note("return y.contiguous() or y.clone()")])
    for part in parts:
        _check_views(part)


def _check_output(output, weights: str, name) -> Path:
    path = Path(output)
    if path.suffix not in KINDS:
        raise ValueError(f"export: output must end in {', '.join(KINDS)}, got {str(output)!r}")
    if not isinstance(name, (str, type(None))):
        raise TypeError(f"export: name must be a str, got {name!r}")
    if weights not in ("inside", "beside"):
        raise ValueError(f'export: weights must be "inside" or "beside", got {weights!r}')
    if not path.parent.is_dir():
        raise FileNotFoundError(f"export: {path.parent} is not a directory")
    if not os.access(path.parent, os.W_OK):
        raise PermissionError(f"export: {path.parent} is not writable")
    return path


def _check_arguments(fn, args) -> tuple:
    import torch

    if not callable(fn) or isinstance(fn, type):
        hint = " (export an instance of it)" if isinstance(fn, type) else ""
        raise TypeError(f"export: takes a function or an nn.Module, got {fn!r}{hint}")
    if isinstance(args, (TensorSpec, torch.Tensor, str)) or not hasattr(args, "__iter__"):
        raise TypeError(f"export: args must be a list with one entry for each parameter, got {args!r}")
    args = tuple(args)
    try:
        parameters = inspect.signature(fn.forward if _is_module(fn) else fn)
    except ValueError:
        return args  # a builtin: the frontend says why it cannot be
    try:
        parameters.bind(*args)
    except TypeError as error:
        takes = ", ".join(parameters.parameters) or "none"
        raise TypeError(f"export: {error}; args must have one entry for each parameter ({takes}), "
                        f"got {len(args)}") from None
    return args


def _lower(fn, args: tuple, target: str):
    """The program and its module at value level; every op native."""
    import torch

    from janusc import frontend, pipeline

    specs = _specs(fn, args)
    options = frontend.Options(dynamic_dims={
        name: [axis for axis, size in enumerate(spec.shape) if not isinstance(size, int)] for name, spec in specs.items()})
    examples = tuple(arg.example() if isinstance(arg, TensorSpec) else arg for arg in args)
    # What a C program calls has no graph outside of it: a module is exported for inference.
    with _with_a_way_out():
        with torch.set_grad_enabled(not _is_module(fn)):
            program = frontend.lower(fn, examples, {}, options=options)
        pipeline.set_target(program.module, target)
        pipeline.to_value_level(program.module)
    return program, program.module


@contextlib.contextmanager
def _with_a_way_out():
    """Says of what would need the interpreter where it is and what to do about it."""
    from janusc.frontend.unsupported import TABLE

    try:
        yield
    except Unsupported as error:
        entry = TABLE[error.code]
        raise _no_interpreter(f"not native: {entry.explanation} ({error.detail or error.code})", error,
                              entry.hint) from None
    except NoSource as error:
        raise CompileError(f"not native: {error.reason}", notes=[_note(TABLE["no-source"].hint)]) from None
    except CompileError as error:
        if not error.message.startswith("not native: "):
            raise
        raise _no_interpreter(error.message, error, _WAY_OUT) from None


_WAY_OUT = ("an exported program has no interpreter: move this out of the exported function, or write it with "
            "functions that janus compiles (janus-opt --janus-list-library)")


def _no_interpreter(message: str, error, way_out: str) -> CompileError:
    """The error at the user's line, with what to do about it; a line of torch's own becomes a note."""
    here = (error.file, error.line, error.column)
    place = error.user_place() if isinstance(error, CompileError) else here
    notes = [note for note in getattr(error, "notes", ()) if (note["file"], note["line"], note["column"]) != place]
    if place != here:
        notes.insert(0, _note("here", *here))
    return CompileError(message, *place, [*notes, _note(way_out)])


def _note(message: str, file: str | None = None, line: int = 0, column: int = 0) -> dict:
    return {"severity": "note", "message": message, "file": file, "line": line, "column": column, "notes": []}


def _is_module(fn) -> bool:
    import torch

    return isinstance(fn, torch.nn.Module)


def _owner(fn) -> str:
    """What paths of an exported module's own state start with; its C names are those of state_dict."""
    return "self." if _is_module(fn) else ""


def _specs(fn, args) -> dict[str, TensorSpec]:
    """The specs among the arguments, by parameter."""
    parameters = list(inspect.signature(fn.forward if _is_module(fn) else fn).parameters)
    return {name: arg for name, arg in zip(parameters, args) if isinstance(arg, TensorSpec)}


def _check_names(made: signature.Signature) -> None:
    for value in made.values:
        if any(c.isspace() for c in value.name):
            raise CompileError(f"export: the state {value.name!r} has a space in its name")


def _write(made, entry: str, module, path: Path, target: str, weights: str) -> None:
    import janusc
    from janusc import _compiler, pipeline

    inside = weights == "inside"
    pipeline.to_llvm_level(module)
    objects = _compiler.compile_objects(module)
    program, exported = _compiler.emit_program(
        module, made.name, f"janus_entry_{entry}", made.text(), len(made.inputs), len(made.outputs),
        made.has_updates, made.weights if inside else None)
    package = Path(janusc.__file__).parent
    try:
        _compiler.link(str(path), path.suffix, [*objects, program], str(package / "lib" / "libjanus_runtime.a"), exported)
    except RuntimeError as error:
        raise OSError(f"export: {error}") from None
    text = header.render(made, version=janusc.__version__, abi=ABI_VERSION, target=target, embedded=inside,
                         tensor_header=package / "lib" / "tensor.h")
    path.with_suffix(".h").write_text(text)
    if not inside:
        _write_weights(made, path.with_suffix(".safetensors"))


def _write_weights(made: signature.Signature, path: Path) -> None:
    """The state's first values as a safetensors file that NAME_create reads."""
    import torch
    from safetensors.torch import save_file

    from janusc.aot import dtypes

    tensors = {}
    for value in made.of_kind("state", "value"):
        dtype = dtypes.BY_NAME[value.dtype]
        if value.kind == "value":
            tensors[value.name] = torch.tensor(value.bits, dtype=torch.int64).view(dtype) if value.dtype == "f64" \
                else torch.tensor(value.bits, dtype=dtype)
            continue
        count = 1
        for size in value.shape:
            count *= size
        flat = torch.frombuffer(bytearray(made.weights), dtype=dtype, count=count, offset=value.offset) if count \
            else torch.empty(0, dtype=dtype)
        tensors[value.name] = flat.reshape(value.shape).clone()
    save_file(tensors, str(path))
