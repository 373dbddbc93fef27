"""janusc: compiles imperative PyTorch code to native code."""
from __future__ import annotations

import importlib
import importlib.metadata

from janusc.errors import CompileError, Error, JanusError, NativeError, NoSource, OptionError, Unsupported

__all__ = ["CompileError", "Error", "JanusError", "NativeError", "NoSource", "OptionError", "Unsupported",
           "Dim", "compile", "devices", "explain", "export", "load", "options", "report", "spec", "stacks"]

__version__ = "0.1.0"
TORCH_VERSION = "2.13.0"

# Where the rest lives: imported when first asked for, so that tools which only read IR stay light.
_LAZY = {
    "Dim": "janusc.aot.spec",
    "compile": "janusc.dispatch.api",
    "devices": "janusc.dispatch.devices",
    "explain": "janusc.dispatch.explain",
    "export": "janusc.aot.export",
    "load": "janusc.aot.load",
    "options": "janusc.dispatch.options",
    "report": "janusc.dispatch.report",
    "spec": "janusc.aot.spec",
    "stacks": "janusc.dispatch.stacks",
}


def _check_torch() -> None:
    try:
        found = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        raise ImportError(f"janusc needs torch {TORCH_VERSION}, and no torch is installed") from None
    if found.partition("+")[0] != TORCH_VERSION:
        raise ImportError(f"janusc needs torch {TORCH_VERSION} exactly, found {found}: "
                          f"pip install torch=={TORCH_VERSION}")


_check_torch()


def __getattr__(name: str) -> object:
    module = _LAZY.get(name)
    if module is None:
        raise AttributeError(f"module 'janusc' has no attribute {name!r}")
    value = getattr(importlib.import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
