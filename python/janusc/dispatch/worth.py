"""Whether a call is worth compiling: a function that cannot come across a tensor is left alone.

Judged by what it takes and what its code names, without running or lowering anything. In doubt it is worth it.
"""
from __future__ import annotations

import builtins
import dis
import types
from collections.abc import Iterator
from typing import Any

__all__ = ["deals_with_plain_data", "is_plain"]

_SCALARS = (bool, int, float, complex, str, bytes, type(None), range)
_CONTAINERS = (tuple, list, set, frozenset)
# Through these, code can reach anything.
_REACHES_ALL = frozenset(getattr(builtins, name) for name in (
    "__import__", "compile", "eval", "exec", "getattr", "globals", "locals", "vars"))


def is_plain(value: Any) -> bool:
    """Whether a value is numbers and text, or a container of such."""
    kind = type(value)
    if kind in _SCALARS:
        return True
    if kind is dict:
        return all(is_plain(key) and is_plain(element) for key, element in value.items())
    return kind in _CONTAINERS and all(map(is_plain, value))


def deals_with_plain_data(function: Any, _seen: set[int] | None = None) -> bool:
    """Whether plain arguments mean that the function, and what it calls, sees plain data alone."""
    if type(function) is not types.FunctionType:
        return False
    seen = set() if _seen is None else _seen
    if id(function) in seen:
        return True
    seen.add(id(function))
    held = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    try:
        held += [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:
        return False
    for code in _codes(function.__code__):
        if any(instruction.opname == "IMPORT_NAME" for instruction in dis.get_instructions(code)):
            return False
        for name in code.co_names:
            # Names of attributes are among them; a global of that name makes us careful, no more.
            if name in function.__globals__:
                held.append(function.__globals__[name])
            elif hasattr(builtins, name):
                held.append(getattr(builtins, name))
    return all(is_plain(value) or _is_of_python(value) or deals_with_plain_data(value, seen) for value in held)


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _is_of_python(value: Any) -> bool:
    """A module, function or class of the standard library that hands out nothing of the user's."""
    if isinstance(value, types.ModuleType):
        return value.__name__ in ("cmath", "math", "operator")
    if not isinstance(value, (type, types.BuiltinFunctionType)) or value in _REACHES_ALL:
        return False
    return (getattr(value, "__module__", None) or "") in ("builtins", "cmath", "math", "_operator")
