"""What the first calls are watched for (`profile_calls`): they run in the interpreter, and the first version is as general as
they were.

A call is looked at from outside, before it runs: what its arguments are, and the numbers that the function finds in objects and
modules. Which way branches go and how often loops turn is of no account, as native code has all branches, and loops that turn as
often as they do.
"""
from __future__ import annotations

from typing import Any

import torch

from janusc import _dispatch
from janusc.dispatch.log import log
from janusc.dispatch.plan import NotNative
from janusc.dispatch.relax import Relaxation

__all__ = ["Watch"]

# Kinds of one argument that are kept for explain.
_MOST = 8


class Watch:
    """The watched calls of one function; what differed between them is open in `relaxation`."""

    def __init__(self, relaxation: Relaxation) -> None:
        self.relaxation = relaxation
        self.calls = 0
        self.arguments: dict[str, list[str]] = {}
        # Numbers in objects as the first call found them: dict, key, value.
        self._numbers: list[tuple[dict, Any, Any]] = []

    def note(self, handler: Any, compiled: Any, args: tuple, kwargs: dict, limits: dict[str, Any]) -> None:
        """Notes a call."""
        self.calls += 1
        values = _dispatch.bind(compiled, args, kwargs)
        if values is None:
            return
        # Imported late: it loads the compiler.
        from janusc.dispatch import versions

        parameters = dict(zip(_dispatch.parameters(compiled), values, strict=True))
        for name, value in parameters.items():
            seen, text = self.arguments.setdefault(name, []), versions.summary(value)
            if text not in seen and len(seen) < _MOST:
                seen.append(text)
        with torch._C.DisableTorchFunctionSubclass():
            self.relaxation.note(parameters)
            if self.calls == 1:
                self._numbers = self._find_numbers(handler, parameters, args, kwargs, limits)
        self.compare()

    def compare(self) -> None:
        """Opens the numbers in objects that are others than at the first call."""
        self.relaxation.note_numbers(self._numbers)

    @staticmethod
    def _find_numbers(handler: Any, parameters: dict[str, Any], args: tuple, kwargs: dict,
                      limits: dict[str, Any]) -> list[tuple[dict, Any, Any]]:
        from janusc.dispatch import versions

        try:
            return versions.find_numbers(handler, parameters, args, kwargs, limits)
        except NotNative as error:
            log("compile", f"{handler.name}: only the arguments are watched ({error})")
        except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
            log("compile", f"{handler.name}: only the arguments are watched ({type(error).__name__}: {error})")
        return []

    def data(self) -> dict[str, Any]:
        """What explain shows."""
        return {"calls": self.calls, "arguments": {name: list(seen) for name, seen in self.arguments.items()},
                "numbers": sorted(str(key) for _, key in self.relaxation.places)}
