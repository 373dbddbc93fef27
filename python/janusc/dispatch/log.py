"""JANUS_LOG: what janusc says on standard error while it works, by topic."""
from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Collection

from janusc.errors import OptionError

__all__ = ["TOPICS", "fault", "is_logged", "log", "parse_names", "parse_topics"]

TOPICS = {
    "cache": "how many objects of a version the disk cache had",
    "compile": "versions compiled, how long each level took",
    "guards": "why calls did not match the versions there are",
    "interpreter": "calls that run in the interpreter, and why",
    "passes": "remarks of the compiler's passes",
    "units": "which statements inside functions became native, and why others did not",
}


def parse_names(variable: str, noun: str, text: str, known: Collection[str]) -> frozenset[str]:
    """The names in the comma-separated list that an environment variable holds; `all` is every one. Raises OptionError for an
    unknown one, which it calls a `noun`."""
    names = {name.strip() for name in text.split(",") if name.strip()}
    if "all" in names:
        return frozenset(known)
    unknown = sorted(names - set(known))
    if unknown:
        raise OptionError(f"{variable}: unknown {noun} {unknown[0]!r}; known: all, {', '.join(known)}")
    return frozenset(names)


def parse_topics(text: str) -> frozenset[str]:
    """The topics in a comma-separated list; `all` is every one. Raises OptionError for an unknown one."""
    return parse_names("JANUS_LOG", "topic", text, TOPICS)


_enabled = parse_topics(os.environ.get("JANUS_LOG", ""))


def is_logged(topic: str) -> bool:
    """Whether JANUS_LOG asks for a topic."""
    return topic in _enabled


def log(topic: str, message: str) -> None:
    """Prints a message of a topic, if JANUS_LOG asks for it."""
    if topic in _enabled:
        print(f"janus[{topic}] {message}", file=sys.stderr, flush=True)


def fault(error: Exception) -> str:
    """What is said of a bug of ours; logs where it happened. Raises nothing: the user's program may have replaced what
    this needs."""
    name, text = type(error).__name__, ""
    try:
        text = str(error).partition("\n")[0]
        if is_logged("compile"):
            log("compile", "".join(traceback.format_exception(error)))
    except Exception:  # noqa: BLE001
        pass
    return f"janusc failed inside ({name}: {text}); please report it"
