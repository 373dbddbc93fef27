"""Functions from generated text, with source for tracebacks and for the frontend."""
from __future__ import annotations

import linecache
from typing import Any

__all__ = ["FILE", "execute", "forget"]

# Like a path: janus takes "<...>" for no file of the user.
FILE = "/suites/{}.py"


def execute(text: str, name: str, **names: Any) -> dict[str, Any]:
    """Runs a module's text; gives its globals, which `names` are among. Its functions have source as from a file."""
    file = FILE.format(name)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace = {"__name__": name, "__file__": file, **names}
    exec(compile(text, file, "exec", dont_inherit=True), namespace)
    return namespace


def forget(name: str) -> None:
    """Forgets the text of a module made by `execute`."""
    from janusc.frontend import source

    file = FILE.format(name)
    linecache.cache.pop(file, None)
    source._files.pop(file, None)
