"""The shell command `janusc compile`: export without writing a script."""
from __future__ import annotations

import argparse
import importlib.util
import re
import sys
from pathlib import Path

from janusc.aot.spec import Dim, spec
from janusc.userfile import failures_of

_TENSOR = re.compile(r"(?P<dtype>\w+)\[(?P<sizes>[^\]]*)\]")
_SIZE = re.compile(r"(?P<name>[A-Za-z_]\w*)(?::(?P<min>\d+):(?P<max>\d+))?")

_HELP = """\
FILE.py:NAME is a function, an nn.Module, or an expression over the file's names. Give one --arg for
each parameter, in order:
  float32[n:1:64,1,8,8]   a tensor that the C program passes; a size is a number, a name
                          (n, or with its range n:1:64), or ? for any
  @EXPRESSION             an object of the file: its tensors become the program's state
  2, 0.5, True, None      a constant
example: janusc compile net.py:train_step --arg @net --arg @optimizer --arg 'float32[n,1,8,8]' --arg 'int64[n]' -o step.o
"""


def add_parser(subparsers) -> None:
    """Add `compile` to the subcommands of `janusc`."""
    parser = subparsers.add_parser("compile", help="compile ahead of time into .o, .a or .so, with a C header",
                                   description="compile ahead of time into .o, .a or .so, with a C header",
                                   epilog=_HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", metavar="FILE.py:NAME", help="what to compile, see below")
    parser.add_argument("--arg", action="append", default=[], metavar="ARG", help="one for each parameter, see below")
    parser.add_argument("-o", "--output", required=True, help="path that ends in .o, .a or .so")
    parser.add_argument("--target", default="cpu:x86-64-v3", help="cpu:<LLVM cpu> or host (default: %(default)s)")
    parser.add_argument("--weights", choices=("inside", "beside"), default="inside",
                        help="where the state's first values go: into the output, or into a .safetensors file beside "
                             "it (default: %(default)s)")
    parser.add_argument("--name", help="prefix of the C functions (default: the output's stem)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Run the command; raises the errors of `janusc.export`, and ValueError for a bad argument."""
    from janusc.aot.export import export

    names = load_names(options.what)
    fn = evaluate(options.what.rpartition(":")[2], names, "the thing to compile")
    args = [parse_argument(text, names) for text in options.arg]
    header = export(fn, args, options.output, target=options.target, weights=options.weights, name=options.name)
    print(f"{options.output}, {header}", file=sys.stderr)


def load_names(what: str) -> dict:
    """The names of the file in FILE.py:NAME, after running it as a module."""
    path, colon, name = what.rpartition(":")
    if not colon or not name:
        raise ValueError(f"janusc compile: expected FILE.py:NAME, got {what!r}")
    if not Path(path).is_file():
        raise ValueError(f"janusc compile: there is no file {path}")
    found = importlib.util.spec_from_file_location(Path(path).stem, path)
    if found is None:
        raise ValueError(f"janusc compile: {path} is not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    sys.path.insert(0, str(Path(path).parent))
    with failures_of(path):
        found.loader.exec_module(module)
    return vars(module)


def evaluate(expression: str, names: dict, role: str):
    """The value of an expression over the file's names."""
    try:
        return eval(expression, names)
    except Exception as error:
        raise ValueError(f"janusc compile: {role}, {expression!r}, cannot be evaluated: "
                         f"{type(error).__name__}: {error}") from error


def parse_argument(text: str, names: dict):
    """A spec, an object or a constant, from one --arg."""
    import ast

    import torch

    if text.startswith("@"):
        return evaluate(text[1:], names, "an argument")
    if match := _TENSOR.fullmatch(text.strip()):
        dtype = getattr(torch, match["dtype"], None)
        if not isinstance(dtype, torch.dtype):
            raise ValueError(f"janusc compile: {match['dtype']!r} in {text!r} is not a dtype of torch")
        sizes = [size.strip() for size in match["sizes"].split(",")] if match["sizes"].strip() else []
        return spec([_parse_size(size, text) for size in sizes], dtype)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise ValueError(f"janusc compile: {text!r} is neither a tensor (float32[n,3]), an object (@name) nor a "
                         "constant") from None


def _parse_size(text: str, argument: str):
    if text == "?":
        return None
    if text.isdigit():
        return int(text)
    if match := _SIZE.fullmatch(text):
        return Dim(match["name"], int(match["min"]), int(match["max"])) if match["min"] else Dim(match["name"])
    raise ValueError(f"janusc compile: size {text!r} in {argument!r} is neither a number, a name nor ?")
