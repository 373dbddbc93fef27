"""janusc.explain: what runs natively, what goes through the interpreter and why, and under which assumptions."""
from __future__ import annotations

import html
import linecache
from pathlib import Path
from typing import Any

from janusc import _dispatch
from janusc.dispatch.calls import Handler, called
from janusc.dispatch.options import current, unused

__all__ = ["Explanation", "explain", "explain_all"]


def explain(compiled: Any) -> Explanation:
    """The story of a compiled function or module so far: `str()`, `.html()` or `.data()`."""
    from janusc.dispatch import modules
    from janusc.dispatch.api import get_handler

    handler = get_handler(compiled)
    if handler is None:
        raise TypeError(f"janusc.explain takes what janusc.compile returned, got {compiled!r}")
    function = modules.get_function(compiled) if modules.is_compiled(compiled) else compiled
    while type(function) is not _dispatch.CompiledFunction:
        function = getattr(function, "__func__", None) or function.func
    return Explanation(handler, function)


def explain_all() -> list[Explanation]:
    """Every compiled function and module of this process that was called without a version matching at once."""
    return [Explanation(handler, compiled) for handler, compiled in called()]


class Explanation:
    """What `explain` returns; a snapshot."""

    def __init__(self, handler: Handler, compiled: Any) -> None:
        self._name = handler.name
        versions = _dispatch.versions(compiled)
        generic, owner = _generic(handler, compiled), _owner(handler)
        self._source = None if owner is None else owner.source
        self._data = {
            "name": handler.name,
            "versions": [*(_version(version) for version in versions), *generic],
            "native": sum(version.data.native for version in versions) + sum(entry["native"] for entry in generic),
            "interpreted": _interpreted(handler, versions, generic),
            "assumptions": [item for version in versions for item in _assumptions(version)],
            "reasons": [{"reason": reason.text, "place": reason.place, "source": _source(reason.place),
                         "calls": reason.count} for reason in handler.reasons.values()],
            "units": [] if owner is None else owner.data(),
            "lines": {} if owner is None else owner.lines(),
            "called": _called(handler),
            "watched": handler.watch.data(),
            "unused_options": unused(current(handler.settings.options)),
        }

    def data(self) -> dict[str, Any]:
        """versions: a list of dicts, of kind "native" or "generic"; native and interpreted: counts of ops; assumptions with how
        often they broke; a version's trial is None or what the last one found (interpreter: whether that runs the calls now,
        native_seconds, interpreter_seconds, calls: how many the interpreter got); reasons for calls in the interpreter, with the user's file:line; units: the statements and
        expressions of the generic version that were tried natively; lines: for each line how often a unit ran it, or why
        none does; called: the same (name, file, units, lines) of functions that generic versions called; watched: the calls before the first
        version (profile_calls), what their arguments were, and the numbers in objects that changed; unused_options: those that were set and change nothing yet."""
        return self._data

    def __str__(self) -> str:
        data = self._data
        lines = [f"{data['name']}: {len(data['versions'])} version(s), {data['native']} native op(s), "
                 f"{data['interpreted']} in the interpreter"]
        for number, version in enumerate(data["versions"]):
            if version["kind"] == "generic":
                lines.append(f"  generic version: any arguments; {version['calls']} call(s), {version['native']} native "
                             f"op(s), {version['interpreted']} by the interpreter's own functions, compiled in "
                             f"{version['seconds']:.2f} s")
                lines += _slower(version["trial"], "the generic version", "these calls")
                continue
            arguments = ", ".join(f"{name}: {text}" for name, text in version["arguments"].items())
            lines.append(f"  version {number}: ({arguments}), {version['environment']}; {version['calls']} call(s), "
                         f"{version['guards']} guard(s), compiled in {version['seconds']:.2f} s")
            if version["backward_seconds"]:
                lines.append(f"    backward pass: {version['backward_calls']} call(s), compiled in "
                             f"{', '.join(f'{seconds:.2f}' for seconds in version['backward_seconds'])} s")
            lines += _slower(version["trial"], "native code", "calls like these")
        if data["assumptions"]:
            lines.append("  assumptions:")
            lines += [f"    {_at(item['place'])}{item['what']} (broke {item['hits']} time(s))"
                      for item in data["assumptions"]]
        lines += [f"  {line}" for line in (*_unit_lines(data["units"]), *_line_reasons(data["lines"]))]
        for function in data["called"]:
            lines.append(f"  calls {function['name']} ({function['file']}):")
            lines += [f"    {line}" for line in (*_unit_lines(function["units"]), *_line_reasons(function["lines"]))]
        if data["reasons"]:
            lines.append("  in the interpreter:" if all(version["kind"] == "native" for version in data["versions"])
                         else "  not native as a whole:")
            for reason in data["reasons"]:
                lines.append(f"    {_at(reason['place'])}{reason['reason']} ({reason['calls']} call(s))")
                if reason["source"]:
                    lines.append(f"      {reason['source']}")
        if data["watched"]["calls"]:
            seen = "; ".join(f"{name}: {', '.join(texts)}" for name, texts in data["watched"]["arguments"].items())
            lines.append(f"  watched {data['watched']['calls']} call(s) first: {seen}")
        if data["unused_options"]:
            lines.append(f"  options that change nothing yet: {', '.join(data['unused_options'])}")
        return "\n".join(lines)

    __repr__ = __str__

    def html(self) -> str:
        """The same as a page."""
        data = self._data
        rows = "".join(
            f"<tr><td>{number}{' (generic)' if version['kind'] == 'generic' else ''}</td>"
            f"<td>{html.escape(', '.join(f'{n}: {t}' for n, t in version['arguments'].items()))}"
            f"</td><td>{html.escape(version['environment'])}</td><td>{version['calls']}</td>"
            f"<td>{version['guards']}</td></tr>" for number, version in enumerate(data["versions"]))
        assumptions = "".join(f"<li>{html.escape(_at(item['place']) + item['what'])} (broke {item['hits']} times)</li>"
                              for item in data["assumptions"])
        reasons = "".join(
            f"<li>{html.escape(_at(reason['place']) + reason['reason'])} ({reason['calls']} calls)"
            f"<pre>{html.escape(reason['source'] or '')}</pre></li>" for reason in data["reasons"])
        unused_options = "".join(f"<p>Changes nothing yet: option {name}</p>" for name in data["unused_options"])
        levels = "".join(f"<details><summary>version {number}, {level} level</summary><pre>{html.escape(text)}</pre>"
                         "</details>" for number, version in enumerate(data["versions"])
                         for level, text in version["levels"].items())
        return (f"<!doctype html><meta charset=utf-8><title>{html.escape(self._name)}</title>"
                f"<h1>{html.escape(self._name)}</h1>"
                f"<p>{data['native']} native ops, {data['interpreted']} in the interpreter</p>{unused_options}"
                "<table><tr><th>version<th>arguments<th>environment<th>calls<th>guards</tr>" + rows + "</table>"
                f"{self._listing()}<h2>Assumptions</h2><ul>{assumptions}</ul><h2>In the interpreter</h2><ul>{reasons}</ul>{levels}")

    def _listing(self) -> str:
        """The function's source, each line coloured by how it ran: green natively, red in the interpreter, with the reason."""
        if self._source is None:
            return ""
        source, rows = self._source, []
        text = source.text.splitlines()
        for line in range(source.node.lineno, (source.node.end_lineno or source.node.lineno) + 1):
            entry = self._data["lines"].get(line, {"native": 0, "reason": None})
            colour = "#fdd" if entry["reason"] else "#dfd" if entry["native"] else "#fff"
            count = f"{entry['native']} times" if entry["native"] else ""
            rows.append(f"<tr style='background:{colour}' title='{html.escape(entry['reason'] or '', quote=True)}'>"
                        f"<td>{line}</td><td><pre style='margin:0'>{html.escape(text[line - 1])}</pre></td>"
                        f"<td>{count}</td><td>{html.escape(entry['reason'] or '')}</td></tr>")
        return ("<h2>By line</h2><table><tr><th>line<th>source<th>natively<th>why in the interpreter</tr>"
                + "".join(rows) + "</table>")

    def _repr_html_(self) -> str:
        return self.html()


def _unit_lines(reached: list[dict[str, Any]]) -> list[str]:
    lines = []
    for unit in reached:
        if not unit["hits"] and any(_covers(outer, unit) for outer in reached):
            # Nothing more is to be said of it.
            continue
        first, last = unit["lines"]
        where = f"line {first}" if first == last else f"lines {first}-{last}"
        lines.append(f"{where}{'' if unit['kind'] == 'statements' else ' (' + unit['kind'] + ')'}: "
                     f"{len(unit['versions'])} version(s); native {unit['hits']} time(s), not {unit['misses']} time(s)")
        if unit["loops"]:
            lines.append(f"  with the loops at {', '.join(_loop(unit['file'], *place) for place in unit['loops'])}")
        lines += [f"  {reason['reason']} ({reason['count']} time(s))" for reason in unit["reasons"]]
    return lines


def _covers(outer: dict[str, Any], unit: dict[str, Any]) -> bool:
    """Whether another unit is inside one that runs natively, or that does not for the same reasons."""
    (first, last), (begin, end) = outer["lines"], unit["lines"]
    is_inside = outer["depth"] < unit["depth"] and first <= begin and end <= last
    return is_inside and (bool(outer["hits"]) or _why(outer) >= _why(unit))


def _why(unit: dict[str, Any]) -> set[str]:
    return {reason["reason"] for reason in unit["reasons"]}


def _line_reasons(lines: dict[int, dict[str, Any]]) -> list[str]:
    """The lines that need the interpreter, each with the reason."""
    return [f"line {line} in the interpreter: {entry['reason']}" for line, entry in lines.items() if entry["reason"]]


def _loop(file: str, where: str, line: int) -> str:
    return f"line {line}" if where == file else f"{Path(where).name}:{line}"


def _called(handler: Handler) -> list[dict[str, Any]]:
    """What ran natively in the functions that generic versions called on the way, if anything was tried there."""
    from janusc.dispatch import generic, units

    own = getattr(handler.binder, "__code__", None)
    result = []
    for version in generic.reached()[0]:
        owner = units.owner_of(version.code) if version.settings is handler.settings and version.code is not own else None
        if owner is not None and owner.data():
            result.append({"name": version.name, "file": version.code.co_filename, "units": owner.data(),
                           "lines": owner.lines()})
    return result


def _version(version: _dispatch.Version) -> dict[str, Any]:
    info = version.data
    return {"kind": "native", "name": version.name, "arguments": info.arguments, "environment": info.environment,
            "calls": version.calls, "backward_calls": version.backward_calls, "broken": version.broken,
            "trial": version.trial, "guards": info.facts + len(info.arguments), "rearmed": version.facts.rearmed, "native": info.native,
            "interpreted": info.interpreted,
            "seconds": info.seconds, "levels": info.levels,
            "backward_seconds": None if info.backward is None else info.backward.seconds}


def _assumptions(version: _dispatch.Version) -> list[dict[str, Any]]:
    info = version.data
    hits: dict[tuple[str, str | None], int] = {}
    # An unrolled loop assumes the same of the same line many times.
    for number, text, place in info.assumptions:
        hits[text, place] = hits.get((text, place), 0) + info.hits.get(number, 0)
    return [{"what": text, "place": place, "hits": count} for (text, place), count in hits.items()]


def _owner(handler: Handler) -> Any:
    """What is known of the units of the function, None if it has none."""
    from janusc.dispatch import units

    code = getattr(handler.binder, "__code__", None)
    return None if code is None else units.owner_of(code)


def _generic(handler: Handler, compiled: Any) -> list[dict[str, Any]]:
    """The generic version of the function, or of a module's forward, as a list of one, if calls ran by it."""
    info = handler.generic
    if info is None:
        return []
    native, interpreted = info.counts()
    return [{"kind": "generic", "name": info.name, "arguments": {}, "environment": "any",
             "calls": compiled._generic_calls, "trial": _dispatch.generic_trial(compiled), "broken": 0, "guards": 0, "rearmed": 0, "native": native,
             "interpreted": interpreted, "seconds": info.seconds, "levels": info.levels}]


def _interpreted(handler: Handler, versions: list[_dispatch.Version], generic: list[dict[str, Any]]) -> int:
    """Ops in the interpreter: those of the versions, or all there are where there is no version."""
    if versions or generic:
        return (sum(version.data.interpreted for version in versions)
                + sum(entry["interpreted"] for entry in generic))
    if sum(handler.ops):
        return handler.ops[1]
    # Never lowered: a line of the function counts as one.
    code = getattr(handler.function, "__code__", None)
    return len({line for *_, line in code.co_lines() if line is not None}) if code is not None else 1


def _slower(trial: dict[str, Any] | None, loser: str, calls: str) -> list[str]:
    """What the last trial found, where the interpreter won it."""
    if trial is None or not trial["interpreter"]:
        return []
    return [f"    {loser} was slower than the interpreter ({trial['native_seconds'] * 1e6:.1f} us against "
            f"{trial['interpreter_seconds'] * 1e6:.1f} us), which runs {calls} until the next trial"]


def _at(place: str | None) -> str:
    return f"{place}: " if place else ""


def _source(place: str | None) -> str | None:
    """The user's line at file:line."""
    file, _, line = (place or "").rpartition(":")
    return linecache.getline(file, int(line)).strip() or None if file and line.isdigit() else None
