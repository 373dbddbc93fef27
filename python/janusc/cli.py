"""The shell command `janusc`: compile, explain, cache, doctor."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import janusc
from janusc.errors import JanusError

__all__ = ["main"]

# That of janus::cpu::ObjectCache.
_CACHE_SUFFIX = ".janusobj"


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line; returns the exit status: 0, 1 for a failure that is explained, 2 for wrong usage."""
    from janusc.aot import command

    parser = argparse.ArgumentParser(prog="janusc", description="Compiles imperative PyTorch code to native code.")
    parser.add_argument("--version", action="version", version=f"janusc {janusc.__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    command.add_parser(subparsers)
    _add(subparsers, "explain", _explain, "run a file and say what its compiled functions did",
         ("script", "the Python file to run"), ("--html", "write a page here instead of text"))
    _add(subparsers, "cache", _cache, "say where compiled kernels are kept, or remove them",
         ("action", "show or clear", ("show", "clear")))
    _add(subparsers, "doctor", _doctor, "check that janusc can work here")
    options = parser.parse_args(arguments)
    try:
        return options.run(options) or 0
    except (JanusError, OSError, ValueError, TypeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - a bug of ours; the place is said to who asks for it
        return _report_bug(error)


def _report_bug(error: Exception) -> int:
    from janusc.dispatch.log import fault

    print(f"error: {fault(error)}, with what JANUS_LOG=compile prints", file=sys.stderr)
    return 1


def _add(subparsers: argparse._SubParsersAction, name: str, run: Callable, text: str, *arguments: tuple) -> None:
    parser = subparsers.add_parser(name, help=text, description=text)
    for flag, explanation, *choices in arguments:
        parser.add_argument(flag, help=explanation, choices=choices[0] if choices else None)
    parser.set_defaults(run=run)


def _explain(options: argparse.Namespace) -> int:
    """Runs the script as __main__, then explains every compiled function that was called; its exit status is the
    script's."""
    import runpy

    from janusc.dispatch.explain import explain_all
    from janusc.userfile import failures_of

    if not Path(options.script).is_file():
        raise FileNotFoundError(f"there is no file {options.script}")
    sys.argv = [options.script]
    sys.path.insert(0, str(Path(options.script).resolve().parent))
    status = 0
    try:
        with failures_of(options.script):
            runpy.run_path(options.script, run_name="__main__")
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
    found = explain_all()
    if options.html:
        Path(options.html).write_text("\n<hr>\n".join(item.html() for item in found))
        print(options.html)
    else:
        print("\n".join(str(item) for item in found) or "no compiled function was called")
    return status


def _cache(options: argparse.Namespace) -> int:
    from janusc.dispatch.options import cache_dir

    folder = cache_dir()
    # Only what janus wrote, whole or under a temporary name: the folder may be the user's own.
    files = [path for path in folder.glob(f"*{_CACHE_SUFFIX}*") if path.is_file()] if folder.is_dir() else []
    if options.action == "clear":
        for path in files:
            path.unlink(missing_ok=True)
        print(f"removed {len(files)} file(s) from {folder}")
    else:
        print(f"{folder}: {len(files)} file(s), {sum(path.stat().st_size for path in files)} bytes")
    return 0


def _doctor(options: argparse.Namespace) -> int:
    """Each thing that janusc needs, whether it is there, and what to do if not."""
    failures = 0
    for name, check in _CHECKS.items():
        try:
            print(f"ok    {name}: {check()}")
        except Exception as error:  # noqa: BLE001 - whatever is wrong is what the command is for
            failures += 1
            print(f"FAIL  {name}: {type(error).__name__}: {error}")
    return 1 if failures else 0


def _check_python() -> str:
    if sys.version_info[:2] != (3, 11):
        raise RuntimeError(f"janusc needs Python 3.11, this is {sys.version.split()[0]}")
    return sys.version.split()[0]


def _check_torch() -> str:
    import torch

    return f"{torch.__version__}, {torch.get_num_threads()} thread(s)"


def _check_dispatch() -> str:
    from janusc import _dispatch

    return _dispatch.__file__ or ""


def _check_compiler() -> str:
    from janusc import _compiler

    _compiler.Jit()
    return _compiler.__file__ or ""


def _check_cache() -> str:
    from janusc.dispatch.options import cache_dir

    folder = cache_dir()
    way_out = "nothing is kept; set JANUS_CACHE_DIR to a directory that only you can write to"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".janus-probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise RuntimeError(f"{folder} cannot be written ({error.strerror}): {way_out}") from None
    if folder.stat().st_mode & 0o022:
        raise RuntimeError(f"others can write to {folder}: {way_out}")
    return str(folder)


def _check_options() -> str:
    from janusc.dispatch.options import OPTIONS

    used = [name for name, option in OPTIONS.items() if option.used]
    rest = [name for name, option in OPTIONS.items() if not option.used]
    return ", ".join(used) + f" (without effect yet: {', '.join(rest)})"


_CHECKS: dict[str, Callable[[], str]] = {
    "python": _check_python,
    "torch": _check_torch,
    "guards and calls": _check_dispatch,
    "compiler": _check_compiler,
    "cache": _check_cache,
    "options": _check_options,
}
