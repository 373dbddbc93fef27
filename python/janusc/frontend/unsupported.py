"""The one table of what the frontend does not compile: stable code, explanation, hint.

A code stands in `Unsupported.code`, in the `because` of an `imperative.python` island and in what `explain` prints.
"""
from __future__ import annotations

from typing import NamedTuple

__all__ = ["TABLE", "Entry"]


class Entry(NamedTuple):
    """Why something is left to the interpreter, and what a user can do about it."""

    explanation: str
    hint: str


TABLE: dict[str, Entry] = {
    # Whole functions that stay Python.
    "async-function": Entry("coroutines are run by the interpreter",
                            "move the arithmetic into an ordinary function that the coroutine calls"),
    "debugger": Entry("the function starts a debugger, which follows the interpreter's instructions",
                      "remove breakpoint() and set_trace()"),
    "dynamic-frame": Entry("the function looks at frames or local variables by name (locals, vars, dir, eval, exec, "
                           "sys._getframe)", "pass the values it needs as arguments"),
    "generator-function": Entry("generators are run by the interpreter",
                                "return a list, or move the body of the loop into a function of its own"),
    "module-hooks": Entry("the module has hooks or a __call__ of its own, which a call runs besides forward",
                          "compile a function that calls the module, or remove the hooks"),
    "no-source": Entry("there is no source for the function, or not the source of the code that runs",
                       "define the function in a file; restart if the file was edited after import"),
    "not-a-function": Entry("only Python functions, methods and modules have an AST", "wrap it in a function"),
    "patched-library": Entry("a function or method of the library was replaced by another one",
                             "call the replacement by its own name"),
    "too-deep": Entry("the source nests deeper than the frontend can follow", "split the expression"),
    # Statements and expressions that become islands.
    "class-body": Entry("a class statement runs its body in a frame of its own", "define the class at module level"),
    "except-star": Entry("except* splits exception groups", "catch ExceptionGroup and look into it"),
    "generator-expression": Entry("a generator expression is a generator", "use a list comprehension"),
    "import-statement": Entry("import runs arbitrary code", "import at module level"),
}
