"""match, spelled out as tests.

Each pattern gives a condition and keeps what it captures in variables of its own; names are bound only once the whole
pattern has matched, before its guard runs. What needs the interpreter's view of types (sequences, mappings, classes)
asks functions of `janusc.helpers`.
"""
from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from janusc import _compiler

__all__ = ["Patterns"]


class Patterns:
    """Part of FunctionLowering."""

    def _stmt_Match(self, node: ast.Match) -> None:
        subject = self.expression(node.subject)
        self._cases(node.cases, subject)

    def _cases(self, cases: Sequence[ast.match_case], subject: _compiler.Value) -> None:
        if not cases:
            return
        ir, case = self.ir, cases[0]
        captures: dict[str, _compiler.Value] = {}
        self.at(case.pattern)
        # Variables of the pattern: the test below stores into them, the branch reads them.
        for name in _captured(case.pattern):
            captures[name] = self.temporary("match")[1]
        holds = self._pattern(case.pattern, subject, captures)
        if case.guard is not None:
            holds = self._both(holds, lambda: self._guard(case.guard, captures))
        self.at(case.pattern)
        op = ir.op("if", (holds,), None, (), 2)
        with ir.block(op, 0):
            if case.guard is None:
                self._bind(captures)
            self.statements(case.body)
        with ir.block(op, 1):
            self._cases(cases[1:], subject)

    def _guard(self, guard: ast.expr, captures: dict[str, _compiler.Value]) -> _compiler.Value:
        self._bind(captures)
        return self.condition(guard)

    def _bind(self, captures: dict[str, _compiler.Value]) -> None:
        for name, cell in captures.items():
            self.store(self.mangle(name), self.ir.value("load", (cell,)))

    def _both(self, first: _compiler.Value, second: Callable[[], _compiler.Value]) -> _compiler.Value:
        """first and second()"""
        ir = self.ir
        op = ir.op("if", (first,), None, (ir.bool,), 2)
        with ir.block(op, 0):
            ir.yield_(second())
        with ir.block(op, 1):
            ir.yield_(ir.condition_constant(False))
        return op.result

    def _all(self, tests: Sequence[Callable[[], _compiler.Value]]) -> _compiler.Value:
        if not tests:
            return self.ir.condition_constant(True)
        if len(tests) == 1:
            return tests[0]()
        return self._both(tests[0](), lambda: self._all(tests[1:]))

    def _helper(self, name: str, *arguments: _compiler.Value) -> _compiler.Value:
        ir = self.ir
        return ir.call(ir.constant(ir.builtin(f"janusc.helpers.{name}")), arguments)

    def _item(self, holder: _compiler.Value, key: object) -> _compiler.Value:
        return self.ir.value("get_item", (holder, self.ir.constant(key)))

    # One method for each kind of pattern.

    def _pattern(self, node: ast.pattern, subject: _compiler.Value, captures: dict) -> _compiler.Value:
        self.at(node)
        return getattr(self, "_pattern_" + type(node).__name__)(node, subject, captures)

    def _pattern_MatchValue(self, node: ast.MatchValue, subject: _compiler.Value, captures: dict) -> _compiler.Value:
        value = self.expression(node.value)
        self.at(node)
        return self.ir.truth(self._compare(ast.Eq(), subject, value))

    def _pattern_MatchSingleton(self, node: ast.MatchSingleton, subject: _compiler.Value,
                                captures: dict) -> _compiler.Value:
        return self.ir.truth(self._compare(ast.Is(), subject, self.ir.constant(node.value)))

    def _pattern_MatchAs(self, node: ast.MatchAs, subject: _compiler.Value, captures: dict) -> _compiler.Value:
        def keep() -> _compiler.Value:
            if node.name is not None:
                self.ir.op("store", (subject, captures[node.name]))
            return self.ir.condition_constant(True)

        if node.pattern is None:
            return keep()
        return self._both(self._pattern(node.pattern, subject, captures), keep)

    def _pattern_MatchOr(self, node: ast.MatchOr, subject: _compiler.Value, captures: dict) -> _compiler.Value:
        return self._any(node.patterns, subject, captures)

    def _any(self, patterns: Sequence[ast.pattern], subject: _compiler.Value, captures: dict) -> _compiler.Value:
        ir = self.ir
        first = self._pattern(patterns[0], subject, captures)
        if len(patterns) == 1:
            return first
        op = ir.op("if", (first,), None, (ir.bool,), 2)
        with ir.block(op, 0):
            ir.yield_(ir.condition_constant(True))
        with ir.block(op, 1):
            ir.yield_(self._any(patterns[1:], subject, captures))
        return op.result

    def _pattern_MatchSequence(self, node: ast.MatchSequence, subject: _compiler.Value,
                               captures: dict) -> _compiler.Value:
        stars = [index for index, part in enumerate(node.patterns) if isinstance(part, ast.MatchStar)]
        fixed = len(node.patterns) - len(stars)
        ir = self.ir
        is_sequence = ir.truth(self._helper("is_match_sequence", subject, ir.constant(fixed), ir.constant(not stars)))

        def elements() -> _compiler.Value:
            # What only wildcards look at is not taken apart, as in CPython.
            if all(_is_wildcard(part) for part in node.patterns):
                return ir.condition_constant(True)
            if stars and _is_wildcard(node.patterns[stars[0]]):
                return self._looked_at(node, stars[0], subject, captures)
            attributes = {"star": stars[0]} if stars else None
            parts = ir.op("unpack", (subject,), attributes, [ir.object] * len(node.patterns)).results
            return self._all([lambda pattern=pattern, part=part: self._pattern(pattern, part, captures)
                              for pattern, part in zip(node.patterns, parts, strict=True)])

        return self._both(is_sequence, elements)

    def _looked_at(self, node: ast.MatchSequence, star: int, subject: _compiler.Value,
                   captures: dict) -> _compiler.Value:
        """The elements around `*_`, each looked up by its index: the subject may have any number of others."""
        def test(index: int, pattern: ast.pattern) -> _compiler.Value:
            self.at(node)
            if index < star:
                element = self._item(subject, index)
            else:
                element = self._helper("match_item", subject, self.ir.constant(len(node.patterns) - index))
            return self._pattern(pattern, element, captures)

        return self._all([lambda index=index, pattern=pattern: test(index, pattern)
                          for index, pattern in enumerate(node.patterns) if not _is_wildcard(pattern)])

    def _pattern_MatchStar(self, node: ast.MatchStar, subject: _compiler.Value, captures: dict) -> _compiler.Value:
        if node.name is not None:
            self.ir.op("store", (subject, captures[node.name]))
        return self.ir.condition_constant(True)

    def _pattern_MatchMapping(self, node: ast.MatchMapping, subject: _compiler.Value,
                              captures: dict) -> _compiler.Value:
        ir = self.ir
        is_mapping = ir.truth(self._helper("is_match_mapping", subject, ir.constant(len(node.keys))))

        def entries() -> _compiler.Value:
            if not node.keys and node.rest is None:
                return ir.condition_constant(True)
            keys = ir.value("build_tuple", self.expressions(node.keys))
            self.at(node)
            values = self._helper("match_keys", subject, keys)
            found = ir.truth(self._compare(ast.IsNot(), values, ir.constant(None)))

            def parts() -> _compiler.Value:
                tests = [lambda pattern=pattern, index=index:
                         self._pattern(pattern, self._item(values, index), captures)
                         for index, pattern in enumerate(node.patterns)]
                if node.rest is not None:
                    tests.append(lambda: self._rest(node.rest, subject, keys, captures))
                return self._all(tests)

            return self._both(found, parts)

        return self._both(is_mapping, entries)

    def _rest(self, name: str, subject: _compiler.Value, keys: _compiler.Value, captures: dict) -> _compiler.Value:
        self.ir.op("store", (self._helper("match_rest", subject, keys), captures[name]))
        return self.ir.condition_constant(True)

    def _pattern_MatchClass(self, node: ast.MatchClass, subject: _compiler.Value, captures: dict) -> _compiler.Value:
        ir = self.ir
        kind = self.expression(node.cls)
        self.at(node)
        self.names.attributes.update(node.kwd_attrs)
        names = ir.constant(tuple(node.kwd_attrs))
        values = self._helper("match_class", subject, kind, ir.constant(len(node.patterns)), names)
        found = ir.truth(self._compare(ast.IsNot(), values, ir.constant(None)))
        tests = [lambda pattern=pattern, index=index: self._pattern(pattern, self._item(values, index), captures)
                 for index, pattern in enumerate([*node.patterns, *node.kwd_patterns])]
        return self._both(found, lambda: self._all(tests))


def _captured(pattern: ast.pattern) -> list[str]:
    """The names that a pattern binds, in order."""
    result: dict[str, None] = {}
    for part in ast.walk(pattern):
        if isinstance(part, (ast.MatchAs, ast.MatchStar)) and part.name is not None:
            result[part.name] = None
        if isinstance(part, ast.MatchMapping) and part.rest is not None:
            result[part.rest] = None
    return list(result)


def _is_wildcard(pattern: ast.pattern) -> bool:
    if isinstance(pattern, ast.MatchStar):
        return pattern.name is None
    return isinstance(pattern, ast.MatchAs) and pattern.name is None and pattern.pattern is None
