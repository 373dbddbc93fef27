"""Units: the versions of statements and expressions inside a function that is not native as a whole.

`FunctionUnits` is what is known of one code object: its dirty nodes, the plan that follows from them, a `UnitHandler` for each
unit. A unit's versions are made when it is first reached, with the values at hand, as those of any function
(`versions.make_version`). One that cannot be made adds what its inference found to the dirty nodes; the plan is then another
one, and whoever made the body makes it again (`changed`). The activation that runs goes on: where an outer unit
cannot be made, those inside it are reached next.
"""
from __future__ import annotations

import ast
import os
import threading
import time
import types
import weakref
from collections.abc import Iterable
from typing import Any

import torch

from janusc import _dispatch
from janusc.dispatch.blame import Blame, is_peekable
from janusc.dispatch.calls import Reason, Settings, describe_argument
from janusc.dispatch.failures import Looked
from janusc.dispatch.keeper import Keeper
from janusc.dispatch.log import fault, log
from janusc.dispatch.options import compiling, current
from janusc.dispatch.plan import NotNative
from janusc.dispatch.relax import Relaxation
from janusc.dispatch.worth import deals_with_plain_data, is_plain, may_meet_tensors
from janusc.frontend import dirty, units
from janusc.frontend.holes import tensor_receivers, without
from janusc.frontend.peek import is_a
from janusc.frontend.source import Source
from janusc.frontend.synthetic import make_function

__all__ = ["FunctionUnits", "UnitHandler", "learn", "owner_of", "plan_for"]

# Failed attempts of all units of a function of `_STATEMENTS` statements, attempts of all of them for each place that one unit
# has for a version, and plans of it. A longer function gets more of all, as of time.
_STATEMENTS = 48
_MAX_FAILURES = 48
_ATTEMPTS = 12
_MAX_PLANS = 7
# With code that is to be made quickly: each plan makes the body again.
_MAX_FAST_PLANS = 2
# Reaches that pass between two questions for a unit which had no answer: they double up to this.
_MAX_SKIP = 1023
# Seconds spent on the versions of a function's units before units inside others are left alone: another plan makes up
# for them; for `_STATEMENTS` statements as well.
_MAX_SECONDS = 5.0
# A unit around another one that ran natively this much more often than not leaves nothing worth a version to it.
_MOSTLY = 2
# Reaches that pass at least where no tensor was in sight.
_NO_TENSORS = 15
# Failures that another version for the same values would share.
_LASTING = ("contiguous", "overlap")
_RESULTS = {"statements": "outputs", "expression": "value", "condition": "value"}
_AROUND = "what is around it runs natively nearly always"
_PLAIN = "numbers and text alone are not worth a unit"


class FunctionUnits:
    """The units of one code object. module_globals: those its functions read; ops: what specialising it whole left
    dynamic."""

    def __init__(self, name: str, source: Source, code: types.CodeType, module_globals: dict,
                 settings: Settings | None = None, ops: Iterable[dirty.DynamicOp] = ()) -> None:
        self.name = name
        self.source = source
        self.code = code
        self.module_globals = module_globals
        self.settings = settings or Settings()
        self.places = dirty.Places(source)
        self.planner = units.Planner(source, code.co_freevars)
        self.dirty: dict[ast.AST, str] = {}
        self.handlers: dict[tuple, UnitHandler] = {}
        self._around: dict[units.Unit, tuple[units.Unit, ...]] = {}
        self.dropped: set[tuple] = set()
        # What is known of the parameters from calls that were watched.
        self.watched: Relaxation | None = None
        # Variables of which units take attributes.
        self.peeked: set[str] = set()
        # Variables of which the length alone cannot be taken: they are no containers of Python's own.
        self.whole: set[str] = set()
        self.changed = False
        self.plans = 0
        self.failures = 0
        self.attempts = 0
        self.seconds = 0.0
        # How much longer than a function of usual length it is.
        self.length = max(1.0, sum(isinstance(node, ast.stmt) for node in ast.walk(source.node)) / _STATEMENTS)
        self.lock = threading.Lock()
        self.add(self.nodes_of(ops))

    def _replan(self) -> None:
        """The next call gets a body with another plan."""
        self.changed = True
        body = _dispatch.get_body(self.code, None)
        if body is not None and self.may_replan():
            body.stale = True

    def nodes_of(self, ops: Iterable[dirty.DynamicOp]) -> dict[ast.AST, str]:
        """The nodes that need the interpreter, each with the reason."""
        return {node: op.reason for op in ops if dirty.is_cause(op) for node in self.places.nodes_of(op)}

    def add(self, nodes: dict[ast.AST, str]) -> None:
        """Notes nodes that need the interpreter."""
        for node, reason in nodes.items():
            if node not in self.dirty:
                self.dirty[node] = reason
                self._replan()
                log("units", f"{self.name}: {self.place(node)} needs the interpreter: {reason}")

    def drop(self, unit: units.Unit) -> None:
        """Leaves a unit out of the plans to come."""
        self.dropped.add(unit.key)
        self._replan()

    def peek(self, name: str) -> None:
        """Lets units take the attributes of a variable rather than the object, which is another one at each reach."""
        if name not in self.peeked:
            self.peeked.add(name)
            self._replan()
            log("units", f"{self.name}: attributes of '{name}' are read before units")

    def take_whole(self, name: str) -> None:
        """Lets units take a variable rather than its length."""
        if name not in self.whole:
            self.whole.add(name)
            self._replan()

    def place(self, node: ast.AST) -> str:
        return f"{self.source.file}:{getattr(node, 'lineno', 0)}"

    def may_replan(self) -> bool:
        """Whether another plan than the last one is to be had."""
        fast = current(self.settings.options)["tier"] == "fast"
        return self.changed and self.plans < (_MAX_FAST_PLANS if fast else _MAX_PLANS)

    def plan(self) -> units.Plan:
        """The units as far as is known now; `unit_of` gives the object that generated code hands over for each."""
        self.plans += 1
        self.changed = False
        plan = self._settled_plan()
        self._around = plan.around
        known, self.handlers = self.handlers, {}
        for unit in plan.units():
            # What was made for a unit stays with it.
            handler = known.get(unit.key) or UnitHandler(self, unit)
            handler.unit = unit
            self.handlers[unit.key] = handler
        log("units", f"{self.name}: plan {self.plans} has {len(self.handlers)} unit(s)")
        return plan

    def _settled_plan(self) -> units.Plan:
        """A plan whose outermost units have not all failed before."""
        while True:
            plan = self.planner.plan(self.dirty, self.dropped, self.peeked, self.whole)
            nodes = {node: reason for unit in plan.units() if not unit.depth and unit.key in self.handlers
                     for node, reason in self.handlers[unit.key].left.items()}
            if nodes.keys() <= self.dirty.keys():
                return plan
            self.dirty.update(nodes)

    def unit_of(self, unit: units.Unit) -> _dispatch.Unit:
        return self.handlers[unit.key].compiled

    def around(self, unit: units.Unit) -> list[UnitHandler]:
        """The units that a unit is inside of."""
        return [self.handlers[outer.key] for outer in self._around.get(unit, ()) if outer.key in self.handlers]

    def after_fork(self) -> None:
        """In a forked child: a lock that another thread held is never released there."""
        self.lock = threading.Lock()

    def lines(self) -> dict[int, dict[str, Any]]:
        """For each line that units or the interpreter were seen on: how often a unit ran it, and why none does."""
        result: dict[int, dict[str, Any]] = {}
        for handler in self.handlers.values():
            first, last = handler.unit.lines
            for line in range(first, last + 1) if handler.compiled.hits else ():
                entry = result.setdefault(line, {"native": 0, "reason": None})
                entry["native"] = max(entry["native"], handler.compiled.hits)
        for node, reason in self.dirty.items():
            if hasattr(node, "lineno"):
                result.setdefault(node.lineno, {"native": 0, "reason": None})["reason"] = reason
        return dict(sorted(result.items()))

    def data(self) -> list[dict[str, Any]]:
        """What explain shows: the units that were reached, outer ones before those inside."""
        reached = [handler for handler in self.handlers.values() if handler.compiled.hits or handler.compiled.misses]
        return [handler.data() for handler in sorted(reached, key=lambda handler: handler.order)]


class UnitHandler(Keeper):
    """Makes the versions of one unit; called where none took a reach."""

    is_module = False
    ones_broadcast = True

    def __init__(self, owner: FunctionUnits, unit: units.Unit) -> None:
        super().__init__()
        self.owner = owner
        self.unit = unit
        self.settings = owner.settings
        first, last = unit.lines
        self.name = f"{owner.name}[{first}]" if first == last else f"{owner.name}[{first}-{last}]"
        self.functions: dict[int, types.FunctionType | None] = {}
        self.function: types.FunctionType | None = None
        self.infos: list[Any] = []
        self.ops = (0, 0)
        self.reasons: dict[str, Reason] = {}
        # The nodes that kept it from being made.
        self.left: dict[ast.AST, str] = {}
        self.relaxation = Relaxation()
        self.blame = Blame(unit, self.relaxation)
        self._receivers = tensor_receivers(unit.opened, unit.holes)
        self._failed: dict[Any, tuple[str, Looked | None]] = {}
        self._made: dict[Any, int] = {}
        # What kept it from being made with lists of numbers passed at run time.
        self._with_lists: list[dirty.DynamicOp] = []
        self._skip = 0
        result = "return" if unit.returns else _RESULTS[unit.kind]
        self.compiled = _dispatch.Unit(
            _Weak(self), owner.module_globals, len(unit.inputs) + len(unit.holes),
            len(unit.outputs) if result == "outputs" else max(len(unit.outputs), 1), result,
            tuple((unit.inputs.index(name), attribute) for name, attribute in unit.peeks),
            sum(1 << index for index, name in enumerate(unit.inputs) if name in unit.hidden))

    @property
    def attempts(self) -> int:
        """How often a version of any of the function's units was made or tried to be."""
        return self.owner.attempts

    @attempts.setter
    def attempts(self, count: int) -> None:
        self.owner.attempts = count

    @property
    def order(self) -> tuple:
        return self.unit.lines[0], -self.unit.lines[1], self.unit.kind != "statements"

    def __call__(self, unbound: int, values: tuple) -> int:
        """-1 where there is a new version, else how many reaches to let pass before the next call."""
        if not self.owner.lock.acquire(blocking=False):
            # Something is being made, by another thread or further out in this one: the statements run as they are.
            return 0
        try:
            with torch._C.DisableTorchFunctionSubclass():  # as for a function's versions
                return self._ask(unbound, values)
        except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
            return self._close(fault(error))
        finally:
            self.owner.lock.release()

    def _ask(self, unbound: int, values: tuple) -> int:
        if self._assumption_broke():
            return 0
        if self.compiled.closed:
            return _MAX_SKIP
        if any(outer.compiled.hits > _MOSTLY * outer.compiled.misses for outer in self.owner.around(self.unit)):
            return self._refuse(_AROUND)
        why = self._why_not_at_all()
        if why is not None:
            return self._close(why)
        environment = _dispatch.environment()
        if environment.reason is not None:
            return self._refuse(environment.reason)
        sizeless = self._sizeless(unbound)
        if sizeless is not None:
            self.owner.take_whole(sizeless)
            return self._close(f"len({sizeless}) is not known without running code")
        self.function = self._function_for(unbound)
        if self.function is None:
            return self._refuse("a variable that is read is not bound")
        if not self.blame.seen and deals_with_plain_data(self.function) and all(map(is_plain, values)) and (
                not self._loops()):
            self.owner.drop(self.unit)
            return self._close(_PLAIN)
        if not (self._loops() and all(map(is_plain, values))) and not may_meet_tensors(self.function, values):
            # Objects of the user's are not even looked at: it would show, and they may hold tensors another time.
            self._skip = max(self._skip, _NO_TENSORS)
            return self._refuse(_PLAIN)
        names = [name for index, name in enumerate(self.unit.parameters)
                 if not unbound >> index & 1 and name not in self.unit.hidden]
        return self._attempt(unbound, dict(zip(names, values, strict=True)), environment)

    def _why_not_at_all(self) -> str | None:
        for part in self.unit.own_nodes():
            if part in self.owner.dirty:
                return self.owner.dirty[part]
        if self.owner.seconds > (_MAX_SECONDS if self.unit.depth else 4 * _MAX_SECONDS) * self.owner.length:
            return "compiling units of this function has taken long enough"
        if self.owner.failures >= _MAX_FAILURES * self.owner.length:
            return "compiling units of this function has failed too often"
        if self.owner.attempts >= _ATTEMPTS * self.owner.length * current(self.settings.options)["max_versions"]:
            return f"compiling units of this function has been tried {self.owner.attempts} times"
        return None

    def _sizeless(self, unbound: int) -> str | None:
        """An input whose length was to be taken and could not."""
        first = len(self.unit.inputs) + len(self.unit.holes)
        return next((name for index, (name, attribute) in enumerate(self.unit.peeks, first)
                     if attribute == units.LENGTH and unbound >> index & 1), None)

    def _function_for(self, unbound: int) -> types.FunctionType | None:
        if unbound not in self.functions:
            missing = [name for index, name in enumerate(self.unit.parameters) if unbound >> index & 1]
            self.functions[unbound] = make_function(self.unit, self.owner.source, self.owner.module_globals, self.name,
                                                    missing)
        return self.functions[unbound]

    def _loops(self) -> bool:
        return any(isinstance(part, (ast.For, ast.While)) for node in self.unit.nodes for part in ast.walk(node))

    # One attempt.

    def _attempt(self, unbound: int, parameters: dict[str, Any], environment: Any) -> int:
        limits = current(self.settings.options)
        if self._blamed({node: f"'{name}' is no tensor" for name, node in self._receivers.items()
                         if not is_a(parameters.get(name), torch.Tensor)}):
            return _MAX_SKIP
        lists = self.relaxation.note_lists(parameters)
        described = {name: (lists[name].type_text(), lists[name].sizes) if name in lists else describe_argument(value)
                     for name, value in parameters.items()}
        key = (unbound, repr(environment), *described.values())
        failure = self._failed.get(key)
        if failure is not None and (failure[1] is None or failure[1].check()):
            return self._refuse(failure[0])
        versions = _dispatch.unit_versions(self.compiled)
        if self._made.get(key):
            # There is a version for such values: what it looks at outside of them is other than it was.
            why = versions[0].failure if versions else "its version was dropped"
            stale = [version for version in versions if not version.facts.check()]
            if not stale and (self._made[key] > 2 or not versions or any(word in why for word in _LASTING)):
                return self._refuse(why)
            if not self.relaxation.note_stale(stale) and self._blamed(
                    self.blame.facts(version.facts.failure for version in stale)):
                return _MAX_SKIP
        elif self._peeks(parameters) or self._blamed(self.blame.values(parameters, described)):
            return _MAX_SKIP
        if len(versions) >= limits["max_versions"]:
            return self._close(f"there are {len(versions)} versions already (max_versions)")
        if self.owner.watched is not None and not self.infos:
            self.relaxation.adopt(self.owner.watched, parameters)
        self.relaxation.note(parameters)
        self._with_lists = []
        made = self._make(unbound, parameters, limits, key)
        if not lists:
            self._with_lists = []
        # What needs a number when it is compiled gets a version for each, as far as that goes.
        if not made and not self.compiled.closed and self.relaxation.take_back():
            made = self._make(unbound, parameters, limits, key)
        if made:
            self._made[key] = self._made.get(key, 0) + 1
            self._skip = 0
            return -1
        return self._next_skip()

    def _make(self, unbound: int, parameters: dict[str, Any], limits: dict, key: Any) -> bool:
        # Imported late: it loads the compiler.
        from janusc.dispatch import versions

        started = time.perf_counter()
        try:
            with compiling(limits):
                version, info = versions.make_version(self, parameters, tuple(parameters.values()), {}, limits)
        except NotNative as error:
            self._failed[key] = (error.reason, error.facts)
            self._fail(error)
            return False
        except Exception as error:  # noqa: BLE001 - a bug of ours must not become the user's
            self.owner.failures += 1
            self._close(fault(error))
            return False
        finally:
            self.owner.seconds += time.perf_counter() - started
        info.key = key
        self.infos.append(info)
        _dispatch.add_unit_version(self.compiled, version, unbound)
        log("units", f"{self.name}: version {len(self.infos)} in {info.seconds:.3f} s")
        return True

    def _fail(self, error: NotNative) -> None:
        self.owner.failures += 1
        if error.reason == _PLAIN:
            self.owner.drop(self.unit)
            self._close(_PLAIN)
            return
        if self.relaxation.numbers or self.relaxation.places or not any(map(dirty.is_cause, error.dynamic)):
            # It is made again without, or is for other values and environments.
            self._note(error.reason)
            self._with_lists = error.dynamic
            return
        # Parts of it get their lists at run time as well.
        self.left = self.owner.nodes_of(self._with_lists or error.dynamic)
        if not self.unit.depth:
            # A part alone may need what all of it together does not: backward() without its forward.
            self.owner.add(self.left)
        self._close(error.reason)

    def judge(self, text: str) -> None:
        """Refuses a program at value level that is not worth a unit."""
        if not any(f" {dialect}." in text for dialect in ("nn", "linalg", "tensor", "scf")):
            raise NotNative(_PLAIN)
        for _, name in self.unit.peeks:
            # As `janus.writes` has it.
            if f"\\22attribute\\22:\\22{name}\\22" in text:
                raise NotNative(f"it assigns to attribute '{name}', which is read before")

    # What comes of it.

    def _blamed(self, nodes: dict[ast.AST, str]) -> bool:
        """Notes nodes whose values are others at each reach; whether there were any."""
        if not nodes:
            return False
        self.owner.add(nodes)
        self._close(next(iter(nodes.values())))
        return True

    def _peeks(self, parameters: dict[str, Any]) -> bool:
        """Whether a second object has come for an input of which only attributes are read: they are inputs from now on."""
        found = [name for name, value in parameters.items()
                 if name in self.unit.inputs and name not in self.owner.peeked and self.blame.is_another(name, value)
                 and is_peekable(value) and self.owner.planner.peeks(name, self._own_statements())]
        for name in found:
            self.owner.peek(name)
        if found:
            self._close(f"'{found[0]}' is another {type(parameters[found[0]]).__name__} at each reach")
        return bool(found)

    def _own_statements(self) -> list[ast.AST]:
        return [without(node, dict.fromkeys(self.unit.holes, ast.Constant(None))) for node in self.unit.nodes]

    def versions(self) -> list[_dispatch.Version]:
        return _dispatch.unit_versions(self.compiled)

    def remove(self, version: _dispatch.Version) -> None:
        _dispatch.remove_unit_version(self.compiled, version)

    def refuse(self, info: Any, text: str, place: str | None = None) -> None:
        self._failed[info.key] = (text, None)
        self._note(text)

    def _assumption_broke(self) -> bool:
        """Whether the last reach left a version by a broken assumption or without memory; drops one that breaks often."""
        broken = self.find_broken()
        if broken is None:
            return False
        self._note(broken.reason)
        if broken.too_often:
            self.drop(broken.version)
            self.refuse(broken.version.data, broken.verdict)
        return True

    def _note(self, text: str) -> None:
        reason = self.reasons.setdefault(text, Reason(text))
        reason.count += 1
        if reason.count == 1:
            log("units", f"{self.name}: {text}")

    def _refuse(self, text: str) -> int:
        self._note(text)
        return self._next_skip()

    def _next_skip(self) -> int:
        self._skip = min(2 * self._skip + 1, _MAX_SKIP)
        return self._skip

    def _close(self, text: str) -> int:
        """Makes no more versions; those there are stay."""
        self._note(text)
        self.compiled.closed = True
        # What it was tried with is of no account any more, and not to be held, not even weakly: programs can count that.
        self.blame.seen.clear()
        self._failed.clear()
        return _MAX_SKIP

    def data(self) -> dict[str, Any]:
        """What explain shows of the unit."""
        versions = _dispatch.unit_versions(self.compiled)
        return {"lines": self.unit.lines, "kind": self.unit.kind, "inputs": list(self.unit.parameters),
                "outputs": list(self.unit.outputs), "hits": self.compiled.hits, "misses": self.compiled.misses,
                "native": sum(version.data.native for version in versions), "depth": self.unit.depth,
                "file": self.owner.source.file, "loops": self._places_of_loops(versions),
                "versions": [{"arguments": version.data.arguments, "environment": version.data.environment,
                              "calls": version.calls, "broken": version.broken, "seconds": version.data.seconds,
                              "levels": version.data.levels} for version in versions],
                "reasons": [{"reason": reason.text, "count": reason.count} for reason in self.reasons.values()]}


    def _places_of_loops(self, versions: list[_dispatch.Version]) -> list[tuple[str, int]]:
        """Where the loops stand that run in it, in functions that it calls as well; those in its own lines come first."""
        if not versions:
            return []
        own = [(self.owner.source.file, part.lineno) for part in self.unit.own_nodes() if isinstance(part, (ast.For, ast.While))]
        return list(dict.fromkeys([*sorted(own), *sorted(place for version in versions for place in version.data.loops)]))


class _Weak:
    """The handler as its unit calls it: the unit is the handler's own, so it does not hold it."""

    def __init__(self, handler: UnitHandler) -> None:
        self._handler = weakref.ref(handler)

    def __call__(self, unit: _dispatch.Unit, unbound: int, values: tuple) -> int:
        handler = self._handler()
        if handler is None:
            unit.closed = True
            return 0
        return handler(unbound, values)


# By the id of the code object, which its owner keeps: bodies and what they know last as long as the process.
_owners: dict[int, FunctionUnits] = {}
_learnt: dict[int, tuple[types.CodeType, list[dirty.DynamicOp]]] = {}


def learn(code: types.CodeType, ops: list[dirty.DynamicOp]) -> None:
    """Notes what specialising a function as a whole left dynamic."""
    owner = _owners.get(id(code))
    if owner is not None:
        owner.add(owner.nodes_of(ops))
    else:
        _learnt[id(code)] = code, ops


def owner_of(code: types.CodeType) -> FunctionUnits | None:
    """The units of a code object that has a body."""
    return _owners.get(id(code))


def plan_for(code: types.CodeType, source: Source, module_globals: dict,
             settings: Settings | None = None) -> tuple[units.Plan, Any] | None:
    """The plan for a body that is made now, and what gives the object of each unit; None where there can be no unit."""
    owner = _owners.get(id(code))
    if owner is None:
        if not isinstance(source.node, (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp)):
            return None
        _, ops = _learnt.pop(id(code), (code, []))
        owner = _owners[id(code)] = FunctionUnits(code.co_qualname, source, code, module_globals, settings, ops)
    return owner.plan(), owner.unit_of


def _after_fork() -> None:
    for owner in _owners.values():
        owner.after_fork()


os.register_at_fork(after_in_child=_after_fork)
