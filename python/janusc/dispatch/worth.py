"""Whether a call is worth compiling: a function that cannot come across a tensor is left alone.

Judged by what it takes and what its code names, without running or lowering anything. In doubt it is worth it.
"""
from __future__ import annotations

import builtins
import dis
import gc
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from janusc.frontend.peek import is_a

__all__ = ["deals_with_plain_data", "is_plain", "may_meet_tensors"]

_SCALARS = (bool, int, float, complex, str, bytes, type(None), range)
_CONTAINERS = (tuple, list, set, frozenset)
# Through these, code can reach anything.
_REACHES_ALL = frozenset(id(getattr(builtins, name)) for name in (
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
            elif name in vars(builtins):
                held.append(vars(builtins)[name])
    return all(is_plain(value) or _is_of_python(value) or deals_with_plain_data(value, seen) for value in held)


_IMPORT = dis.opmap["IMPORT_NAME"]
# So many objects are looked at before a tensor is taken to be among the others.
_MANY = 2000


def may_meet_tensors(function: types.FunctionType, values: Iterable[Any]) -> bool:
    """Whether code may come across something of torch's: through what it names, or what its arguments hold. Runs nothing."""
    pending, seen = [function, *values], set()
    for value in pending:
        kind = type(value)
        if kind in _SCALARS or id(value) in seen:
            continue
        if len(seen) > _MANY or _is_of_torch(value, kind):
            return True
        seen.add(id(value))
        if kind is types.FunctionType:
            if not _is_standard(value.__module__):
                pending += _held_by(value)
                pending += [named for code in _codes(value.__code__) for named in _named_by(code, value.__globals__)]
        elif is_a(value, type):
            pending += [held for base in _bases_of(value) if not _is_standard(_dict_of(base).get("__module__"))
                        for held in _dict_of(base).values()]
        elif not (kind is types.ModuleType or kind is dict and "__builtins__" in value):
            pending += gc.get_referents(value)
    return False


# As a metaclass that says otherwise does not answer.
_bases_of = type.__dict__["__mro__"].__get__
_dict_of = type.__dict__["__dict__"].__get__


def _is_of_torch(value: Any, kind: type) -> bool:
    names = [_dict_of(base).get("__module__") for base in _bases_of(value if is_a(value, type) else kind)]
    if kind is types.ModuleType:
        names.append(vars(value).get("__name__"))
    elif kind in (types.FunctionType, types.BuiltinFunctionType):
        names.append(value.__module__)
    return any(type(name) is str and name.partition(".")[0] in ("torch", "janusc") for name in names)


def _is_standard(module: Any) -> bool:
    return type(module) is str and module.partition(".")[0] in sys.stdlib_module_names


def _held_by(function: types.FunctionType) -> list[Any]:
    return [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values(), *(function.__closure__ or ())]


def _named_by(code: types.CodeType, module_globals: dict[str, Any]) -> Iterator[Any]:
    """The globals that code names, and what it may read of those that are modules."""
    # Bytes first: taking bytecode apart is slow.
    if _IMPORT in code.co_code[::2] and any(instruction.opcode == _IMPORT and not _is_standard(instruction.argval)
                                            for instruction in dis.get_instructions(code)):
        yield sys.modules["torch"]
    for name in code.co_names:
        value = module_globals.get(name)
        yield value
        if is_a(value, types.ModuleType):
            yield from (vars(value)[inner] for inner in code.co_names if inner in vars(value))


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def _is_of_python(value: Any) -> bool:
    """A module, function or class of the standard library that hands out nothing of the user's."""
    if is_a(value, types.ModuleType):
        return value.__name__ in ("cmath", "math", "operator")
    if not is_a(value, (type, types.BuiltinFunctionType)) or id(value) in _REACHES_ALL:
        return False
    return (getattr(value, "__module__", None) or "") in ("builtins", "cmath", "math", "_operator")
