"""Faults on purpose, for tests: what is compiled inside breaks, and the call must leave eager's result and state."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

__all__ = ["broken_assumption", "inject"]

_number: ContextVar[int | None] = ContextVar("the assumption that breaks", default=None)


@contextmanager
def broken_assumption(number: int) -> Iterator[None]:
    """In versions made inside, the assumption of that number (from 0, in program order) never holds."""
    token = _number.set(number)
    try:
        yield
    finally:
        _number.reset(token)


def inject(module: Any) -> None:
    """Puts the fault in force, if there is one, into a program at value level."""
    number = _number.get()
    if number is not None:
        module.run(f"janus-break-assumption{{number={number}}}")
