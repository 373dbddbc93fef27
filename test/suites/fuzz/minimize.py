"""Makes a failing program small: statements, calls and parts of expressions go as long as it fails alike."""
from __future__ import annotations

import ast
import dataclasses
import os
import pickle
import select
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

from fuzz.program import Program

__all__ = ["failure_of", "minimize"]


def failure_of(program: Program, limit_s: float = 40.0) -> str | None:
    """How the program fails, found in a forked child; a crash is a failure."""
    from fuzz.runner import check

    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            data = pickle.dumps(check(program).get("difference"))
        except BaseException:  # noqa: BLE001 - a program that cannot be run is no failure
            data = pickle.dumps(None)
        os.write(write, data)
        os._exit(0)
    os.close(write)
    ready, _, _ = select.select([read], [], [], limit_s)
    if not ready:
        os.kill(child, signal.SIGKILL)
    data = os.read(read, 1 << 20) if ready else b""
    os.close(read)
    _, status = os.waitpid(child, 0)
    if not ready:
        return f"time: no end within {limit_s:.0f} s"
    if data:
        return pickle.loads(data)
    return f"crash: signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"crash: exit {os.WEXITSTATUS(status)}"


def minimize(program: Program, budget_s: float = 90.0) -> tuple[Program, str | None]:
    """The smallest program found that fails with the same kind of difference."""
    failure = failure_of(program)
    if failure is None:
        return program, None
    kind, ends = failure.partition(":")[0], time.monotonic() + budget_s

    def fails(candidate: Program) -> bool:
        found = failure_of(candidate)
        return found is not None and found.partition(":")[0] == kind

    changed = True
    while changed and time.monotonic() < ends:
        changed = False
        for candidate in _candidates(program):
            if time.monotonic() > ends:
                break
            if fails(candidate):
                program, changed = candidate, True
                break_early = _shrink_lists(program, fails, ends)
                program = break_early
                break
    return program, failure_of(program)


def _candidates(program: Program) -> Iterator[Program]:
    for index in range(len(program.calls)):
        if len(program.calls) > 1:
            yield dataclasses.replace(program, calls=program.calls[:index] + program.calls[index + 1:])
    for index in range(len(program.compiled)):
        if len(program.compiled) > 1:
            yield dataclasses.replace(program, compiled=program.compiled[:index] + program.compiled[index + 1:])
    for edit in range(10**6):
        text = _edited(program.text, edit)
        if text is None:
            return
        if text != program.text:
            yield dataclasses.replace(program, text=text)


def _shrink_lists(program: Program, fails: Callable[[Program], bool], ends: float) -> Program:
    """Takes whole runs of statements away, halves first."""
    progress = True
    while progress and time.monotonic() < ends:
        progress = False
        count = len(_blocks(ast.parse(program.text)))
        for number in range(count):
            number = count - 1 - number
            tree = ast.parse(program.text)
            blocks = _blocks(tree)
            if number >= len(blocks):
                continue
            size = len(blocks[number])
            chunk = size
            while chunk >= 1 and time.monotonic() < ends:
                start = 0
                while start < size:
                    tree = ast.parse(program.text)
                    block = _blocks(tree)[number]
                    del block[start:start + chunk]
                    candidate = _with(program, tree, block)
                    if candidate is not None and fails(candidate):
                        program, progress = candidate, True
                        size = len(_blocks(ast.parse(program.text))[number]) if number < len(
                            _blocks(ast.parse(program.text))) else 0
                    else:
                        start += chunk
                    if time.monotonic() > ends:
                        return program
                chunk //= 2
    return program


def _with(program: Program, tree: ast.Module, block: list[Any]) -> Program | None:
    if not block:
        block.append(ast.Pass())
    text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    if text == program.text:
        return None
    try:
        compile(text, "candidate", "exec")
    except (SyntaxError, ValueError):
        return None
    return dataclasses.replace(program, text=text)


def _blocks(tree: ast.Module) -> list[list[Any]]:
    return [value for node in ast.walk(tree) for name, value in ast.iter_fields(node)
            if isinstance(value, list) and name in ("body", "orelse", "finalbody", "handlers", "cases") and value]


def _edited(text: str, number: int) -> str | None:
    """The text with edit number `number`: a compound statement becomes its body, an expression one of its parts."""
    tree = ast.parse(text)
    count = 0
    for block in _blocks(tree):
        for index, node in enumerate(block):
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(node, name, None)
                if isinstance(inner, list) and inner and not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    if count == number:
                        block[index:index + 1] = inner
                        return _unparse(tree, text)
                    count += 1
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            for place, child in _expressions(value):
                if isinstance(getattr(child, "ctx", None), (ast.Store, ast.Del)):
                    continue
                for part in _parts(child):
                    if count == number:
                        if place is None:
                            setattr(node, name, part)
                        else:
                            value[place] = part
                        return _unparse(tree, text)
                    count += 1
    return None


def _expressions(value: Any) -> Iterator[tuple[int | None, ast.expr]]:
    if isinstance(value, ast.expr):
        yield None, value
    elif isinstance(value, list):
        yield from ((index, child) for index, child in enumerate(value) if isinstance(child, ast.expr))


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    if not isinstance(node, (ast.Name, ast.Constant, ast.JoinedStr, ast.Attribute)):
        yield from (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)
                    and not isinstance(getattr(child, "ctx", None), ast.Store))
        yield ast.Constant(1)


def _unparse(tree: ast.Module, text: str) -> str:
    try:
        result = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(result, "candidate", "exec")
    except (SyntaxError, ValueError, TypeError):
        return text
    return result
