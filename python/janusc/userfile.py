"""The user's own files, run by the shell command: what fails in them is told at their lines, without ours."""
from __future__ import annotations

import contextlib
import os
import traceback
from collections.abc import Iterator

from janusc.errors import JanusError

__all__ = ["FileFailed", "failures_of"]


class FileFailed(JanusError):
    """A file that the shell command was given raised an exception."""


@contextlib.contextmanager
def failures_of(path: str) -> Iterator[None]:
    """Turns what the file raises while it runs into FileFailed: `file:line: Type: message`, then the calls."""
    try:
        yield
    except Exception as error:
        raise FileFailed(_describe(path, error)) from error


def _describe(path: str, error: Exception) -> str:
    text = f"{type(error).__name__}: {error}".rstrip(": ")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [index for index, frame in enumerate(frames)
           if os.path.exists(frame.filename) and os.path.samefile(frame.filename, path)]
    if not own:
        return f"{path}: {text}"
    calls = frames[own[0]:]
    lines = [f"{calls[own[-1] - own[0]].filename}:{calls[own[-1] - own[0]].lineno}: {text}"]
    if len(calls) > 1:
        lines += [f"  at {call.filename}:{call.lineno} in {call.name}" for call in calls]
    return "\n".join(lines)
