"""JANUS_SYMBOLS: names of native code for those who look at the process from outside, perf and gdb."""
from __future__ import annotations

import os
import re
import shutil
import threading
from pathlib import Path
from typing import Any

from janusc.dispatch.log import parse_names

__all__ = ["TOOLS", "are_wanted", "describe", "entry_name", "make_jit", "map_file", "parse_tools", "tell"]

TOOLS = {
    "gdb": "each object is registered with the debugger",
    "perf": "/tmp/perf-<process>.map, which perf report reads",
}
# Keeps names and line tables apart from machine code: neither changes an instruction.
_PASSES = "janus-name-kernels,ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly}"


def parse_tools(text: str) -> frozenset[str]:
    """The tools in a comma-separated list; `all` is every one. Raises OptionError for an unknown one."""
    return parse_names("JANUS_SYMBOLS", "tool", text, TOOLS)


_tools = parse_tools(os.environ.get("JANUS_SYMBOLS", ""))
_lock = threading.Lock()
# Code that is named stays: another function at the same address would be shown by the name of the first.
_kept: list[Any] = []


def are_wanted() -> bool:
    """Whether JANUS_SYMBOLS asks for names: code is compiled with line tables then, and not kept on disk."""
    return bool(_tools)


def entry_name(name: str) -> str:
    """What the entry of a program is called, which its symbols say."""
    if not _tools:
        return "entry"
    plain = re.sub(r"[^a-zA-Z0-9_.]+", "_", name).strip("_.")
    return plain if plain[:1].isalpha() else f"entry_{plain}"


def describe(module: Any) -> None:
    """Adds line tables and the names of kernels to a module at LLVM level, if they are wanted."""
    if _tools:
        module.run(_PASSES)


def make_jit(symbols: dict[str, int] | None = None) -> Any:
    """Where a program's objects are linked."""
    from janusc import _compiler

    return _compiler.Jit(symbols or {}, functions="perf" in _tools, debugger="gdb" in _tools)


def map_file(process: int) -> Path:
    """Where perf looks for the names of code that a process made."""
    return Path(f"/tmp/perf-{process}.map")


def tell(jit: Any) -> None:
    """Names what has been linked, for perf. Without a file it is done without: a profile is not worth a failed call."""
    if not _tools:
        return
    with _lock:
        if jit not in _kept:
            _kept.append(jit)
        functions = jit.take_functions()
        if not functions:
            return
        try:
            with map_file(os.getpid()).open("a") as file:
                file.writelines(f"{address:x} {size:x} {name}\n" for name, address, size in functions)
        except OSError:
            pass


def _after_fork() -> None:
    """A forked child runs its parent's code under a process number of its own."""
    global _lock
    _lock = threading.Lock()
    if "perf" in _tools:
        try:
            shutil.copyfile(map_file(os.getppid()), map_file(os.getpid()))
        except OSError:
            pass


os.register_at_fork(after_in_child=_after_fork)
