"""The exceptions that janusc raises for what a user can cause."""
from __future__ import annotations

import os

__all__ = ["CompileError", "Error", "JanusError", "NativeError", "NoSource", "OptionError", "Unsupported"]


class JanusError(Exception):
    """Base class of janusc's own exceptions."""


Error = JanusError


class NativeError(JanusError):
    """A call that was asked to be native (`native=True`) cannot be; `reason` says why, `place` where."""

    def __init__(self, name: str, reason: str, place: str | None = None) -> None:
        super().__init__(f"{name} cannot run natively: {place + ': ' if place else ''}{reason}")
        self.name = name
        self.reason = reason
        self.place = place

    def __reduce__(self) -> tuple:
        return type(self), (self.name, self.reason, self.place)


class OptionError(JanusError, TypeError):
    """An unknown option, topic or target, or a value that it does not take."""


class CompileError(JanusError):
    """The compiler rejected a program.

    `file`, `line` and `column` are the place in the user's source (`file` is None if there is none); `notes` are
    dicts with the keys severity, message, file, line, column and notes.
    """

    def __init__(self, message: str, file: str | None = None, line: int = 0, column: int = 0,
                 notes: list[dict] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.notes = notes or []

    def __str__(self) -> str:
        lines = [_place(self.file, self.line, self.column) + self.message]
        for note in self.notes:
            lines.append(f"  {note['severity']}: " + _place(note["file"], note["line"], note["column"])
                         + note["message"])
        return "\n".join(lines)

    def user_place(self) -> tuple[str | None, int, int]:
        """Where it is in the user's own code: where that called torch's, if the error is in there."""
        places = [(self.file, self.line, self.column)]
        places += [(note["file"], note["line"], note["column"]) for note in self.notes
                   if note["message"] == "called from here"]
        return next((place for place in places if place[0] and not _is_torchs(place[0])), places[0])

    def __reduce__(self) -> tuple:
        return type(self), (self.message, self.file, self.line, self.column, self.notes)


class NoSource(JanusError):
    """A function's source cannot be found, or is not the code that runs; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unsupported(JanusError):
    """A function uses what is not compiled; `code` is a key of janusc.frontend.unsupported.TABLE."""

    def __init__(self, code: str, detail: str = "", file: str | None = None, line: int = 0, column: int = 0) -> None:
        self.code = code
        self.detail = detail
        self.file = file
        self.line = line
        self.column = column
        super().__init__(_place(file, line, column) + code + (f": {detail}" if detail else ""))

    def __reduce__(self) -> tuple:
        return type(self), (self.code, self.detail, self.file, self.line, self.column)


def _is_torchs(file: str) -> bool:
    import torch

    return file.startswith(os.path.dirname(torch.__file__) + os.sep)


def _place(file: str | None, line: int, column: int) -> str:
    if not file:
        return ""
    return f"{file}:{line}:{column}: " if line else f"{file}: "
