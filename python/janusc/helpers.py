"""What Python's compiler does by instructions that have no name: called by compiled code as library functions."""
from __future__ import annotations

import collections.abc
from collections.abc import Callable

__all__ = ["exception_matches", "is_match_mapping", "is_match_sequence", "match_class", "match_item", "match_keys",
           "match_rest", "weights_are_unchanged", "with_exception", "with_methods"]

_SEQUENCE, _MAPPING = 1 << 5, 1 << 6
_SELF_MATCHING = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
_MESSAGE = "catching classes that do not inherit from BaseException is not allowed"


def exception_matches(exception: BaseException, expected: object) -> bool:
    """Whether `except expected` takes the exception: by the real types, without `__instancecheck__`."""
    classes = expected if isinstance(expected, tuple) else (expected,)
    for kind in classes:
        if not (isinstance(kind, type) and BaseException in type.mro(kind)):
            raise TypeError(_MESSAGE)
    return any(kind in type(exception).__mro__ for kind in classes)


def is_match_sequence(subject: object, length: int, exact: bool) -> bool:
    """Whether a sequence pattern of that many fixed parts can match."""
    if not type(subject).__flags__ & _SEQUENCE:
        return False
    return len(subject) == length if exact else len(subject) >= length


def match_item(subject: collections.abc.Sequence, behind: int) -> object:
    """An element behind `*_`, by its distance from the end."""
    return subject[len(subject) - behind]


def is_match_mapping(subject: object, keys: int) -> bool:
    """Whether a mapping pattern of that many keys can match."""
    return bool(type(subject).__flags__ & _MAPPING) and (not keys or len(subject) >= keys)


def match_keys(subject: collections.abc.Mapping, keys: tuple) -> tuple | None:
    """The values of the keys, or None if one is missing."""
    missing = object()
    seen, values = set(), []
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = subject.get(key, missing)
        if value is missing:
            return None
        values.append(value)
    return tuple(values)


def match_rest(subject: collections.abc.Mapping, keys: tuple) -> dict:
    """What a mapping holds besides the keys."""
    rest = dict(subject)
    for key in keys:
        del rest[key]
    return rest


def match_class(subject: object, kind: type, positional: int, names: tuple[str, ...]) -> tuple | None:
    """The attributes that a class pattern looks at, positional ones first; None if it does not match."""
    if not isinstance(kind, type):
        raise TypeError("called match pattern must be a type")
    if not isinstance(subject, kind):
        return None
    values: list[object] = []
    try:
        if positional:
            values.extend(_positional(subject, kind, positional, names))
        values.extend(getattr(subject, name) for name in names)
    except AttributeError:
        return None
    return tuple(values)


def _positional(subject: object, kind: type, count: int, names: tuple[str, ...]) -> list[object]:
    match_args = getattr(kind, "__match_args__", None)
    if match_args is None and issubclass(kind, _SELF_MATCHING):
        if count > 1:
            raise TypeError(f"{kind.__name__}() accepts 1 positional sub-pattern ({count} given)")
        return [subject]
    match_args = () if match_args is None else match_args
    if not isinstance(match_args, tuple):
        raise TypeError(f"{kind.__name__}.__match_args__ must be a tuple (got {type(match_args).__name__})")
    if count > len(match_args):
        plural = "" if len(match_args) == 1 else "s"
        raise TypeError(f"{kind.__name__}() accepts {len(match_args)} positional sub-pattern{plural} ({count} given)")
    result = []
    for name in match_args[:count]:
        if not isinstance(name, str):
            raise TypeError(f"__match_args__ elements must be strings (got {type(name).__name__})")
        if name in names:
            raise TypeError(f"{kind.__name__}() got multiple sub-patterns for attribute {name!r}")
        result.append(getattr(subject, name))
    return result


def with_methods(manager: object) -> tuple[Callable, Callable]:
    """A context manager's __enter__ and __exit__, bound: looked up on its class, as `with` does."""
    return _special(manager, "__enter__", ""), _special(manager, "__exit__", " (missed __exit__ method)")


def _special(manager: object, name: str, missing: str) -> Callable:
    cls = type(manager)
    for base in cls.__mro__:
        if name in vars(base):
            raw = vars(base)[name]
            bind = getattr(type(raw), "__get__", None)
            return raw if bind is None else bind(raw, manager, cls)
    raise TypeError(f"'{cls.__name__}' object does not support the context manager protocol{missing}")


def with_exception(leave: Callable, exception: BaseException) -> object:
    """What __exit__ says of an exception."""
    return leave(type(exception), exception, exception.__traceback__)


def weights_are_unchanged(module: object) -> None:
    """What a recurrent layer's `_update_flat_weights` does when its weights are those of its last call."""
    return None
