"""Reaches the units of a function by hand: what generated code of its body does, without a body."""
from __future__ import annotations

import ast
import types
from collections.abc import Mapping
from typing import Any

from janusc.dispatch.units import FunctionUnits, UnitHandler
from janusc.frontend.source import find

NOT_RUN, FELL_THROUGH, RETURNED = 0, 1, 2


class Units:
    """The units of a function, by the source of their first node."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self.owner = FunctionUnits(function.__qualname__, find(function), function.__code__, function.__globals__)
        self.plan = self.owner.plan()

    def replan(self) -> None:
        self.plan = self.owner.plan()

    def sources(self) -> list[str]:
        return ["; ".join(" ".join(ast.unparse(node).split()) for node in unit.nodes) for unit in self.plan.units()]

    def handler(self, source: str) -> UnitHandler:
        """The outermost unit whose source begins so."""
        found = next(unit for unit, text in zip(self.plan.units(), self.sources()) if text.startswith(source))
        return self.owner.handlers[found.key]

    def reach(self, source: str, variables: Mapping[str, Any]) -> tuple[int, dict[str, Any] | Any]:
        """Reaches a unit with the variables that are bound: how it went, and what it binds, returns or is."""
        handler = self.handler(source)
        unit = handler.unit
        status, outputs = handler.compiled.run(tuple(variables.get(name, ...) for name in unit.inputs))
        if status == FELL_THROUGH and unit.kind == "statements":
            return status, dict(zip(unit.outputs, outputs, strict=True))
        return status, outputs[0] if outputs else None
