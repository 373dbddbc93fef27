"""How compiled functions are pickled: by name where they are found by name, else by their function and settings."""
from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from janusc.dispatch.calls import Settings

__all__ = ["rebuild_function", "reduce_function"]


def reduce_function(compiled: Any) -> str | tuple:
    """What `__reduce__` of a compiled function returns."""
    found: Any = sys.modules.get(compiled.__module__)
    for part in compiled.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is compiled:
        return compiled.__qualname__
    return rebuild_function, (compiled.__wrapped__, compiled._handler.settings)


def rebuild_function(fn: Callable[..., Any], settings: Settings) -> Any:
    """Compiles what was unpickled; fn may be compiled itself by now, if its module decorates it."""
    from janusc.dispatch.api import compile_function
    return compile_function(getattr(fn, "__wrapped__", fn) if type(fn).__module__ == "janusc._dispatch" else fn,
                            settings)
