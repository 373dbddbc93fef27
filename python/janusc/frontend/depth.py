"""Room for the frontend's own recursion over the AST, whatever the user's recursion limit leaves."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator

from janusc import _compiler

__all__ = ["headroom"]

# Python frames that lowering one function may use.
_DEPTH = 6000


@contextlib.contextmanager
def headroom() -> Iterator[None]:
    """A chain of elif nests as deep as it is long; the limit that the user set stays what it is, for this thread too."""
    _compiler.add_recursion_headroom(_DEPTH)
    try:
        yield
    finally:
        _compiler.add_recursion_headroom(-_DEPTH)
