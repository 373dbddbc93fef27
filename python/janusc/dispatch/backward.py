"""Machine code of a version's backward pass, made when `backward()` first comes along.

The forward entry keeps what all of it may need; which of its results have a derivative is known only then, and eager does not go
back from the others. So there is an entry for each set of results that have one.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from janusc.dispatch.log import fault, log
from janusc.dispatch.options import compiling
from janusc.errors import CompileError

__all__ = ["Backward"]


class Backward:
    """Called by the extension as make(results without a derivative); gives the address of an entry, 0 if it cannot be made,
    and the numbers of the arguments that it does not read.

    lower(absent): the code of one, and those numbers. give_up(reason): told of a failure.
    """

    def __init__(self, name: str, limits: dict[str, Any], lower: Callable[[Sequence[int]], tuple[Any, list[int]]],
                 give_up: Callable[[str], None]) -> None:
        self.name = name
        self.seconds: list[float] = []
        self._limits = limits
        self._lower = lower
        self._give_up = give_up
        self._lock = threading.Lock()
        self._made: dict[tuple[int, ...], tuple[Any, list[int]]] = {}

    def __call__(self, absent: list[int]) -> tuple[int, list[int]]:
        with self._lock:
            key = tuple(absent)
            if key not in self._made:
                self._made[key] = self._make(key)
            code, unused = self._made[key]
        return 0 if code is None else code.entry, unused

    def _make(self, absent: tuple[int, ...]) -> tuple[Any, list[int]]:
        started = time.perf_counter()
        try:
            with compiling(self._limits):
                made = self._lower(absent)
        except CompileError as error:
            self._give_up(f"the backward pass is not native: {error.message}")
            return None, []
        except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
            self._give_up(fault(error))
            return None, []
        self.seconds.append(time.perf_counter() - started)
        log("compile", f"{self.name}: backward pass in {self.seconds[-1]:.3f} s")
        return made
