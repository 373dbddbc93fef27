"""janusc.report: how a compiled function's layers are run depth-first, as one page."""
from __future__ import annotations

import html
import re
import statistics
import time
from pathlib import Path
from typing import Any

from janusc import pipeline
from janusc.dispatch.explain import Explanation, explain
from janusc.dispatch.options import compiling, current, options

__all__ = ["report"]

_ROUNDS = 7
_GROUP = re.compile(
    r"depth-first: (?P<layers>\d+) layers? in (?P<steps>\d+) (?:steps?|stages?), (?P<way>plane by plane|rows by rows) in "
    r"(?P<bands>\d+) bands? of (?P<rows>\d+) rows; (?:.*, )?(?P<between>\d+) bytes(?: between them)?; "
    r"(?P<after>\d+) bytes moved for an image instead of (?P<before>\d+); ends since (?P<end>.*)", re.DOTALL)
_REFUSED = "depth-first: not "


def report(compiled: Any, path: str | Path, *args: Any, **kwargs: Any) -> Path:
    """Writes a page on what `janusc.compile` returned: the groups of layers of each version that was made so far, with their tiles,
    the bytes that they move for an image with and without the depth-first pass, and why they end.

    With arguments the function is called first, and timed with the pass on and off. Gives the page's path.
    """
    seconds = _measure(compiled, args, kwargs) if args or kwargs else {}
    explanation = explain(compiled)
    versions = [version for version in explanation.data()["versions"] if version["kind"] == "native"]
    parts = [_timing(seconds)] if seconds else []
    parts += [_version(number, version) for number, version in enumerate(versions)]
    if not versions:
        parts.append("<p>No version has been made yet: call it first, or give arguments.</p>")
    target = Path(path)
    target.write_text(_page(explanation, "".join(parts)), encoding="utf-8")
    return target


def groups(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The depth-first groups of a program at value level, and why others are none."""
    from janusc import _compiler

    module = _compiler.Context().parse(text)
    with compiling(current({"depth_first": True})):
        remarks = pipeline.lower_to(module, "buffers", first="value")
    found, refused = [], []
    for remark in remarks:
        message = remark["message"]
        if match := _GROUP.match(message):
            found.append({name: int(value) if value.isdigit() else value for name, value in match.groupdict().items()})
        elif message.startswith(_REFUSED):
            refused.append(message.removeprefix("depth-first: "))
    return found, refused


def _measure(compiled: Any, args: tuple, kwargs: dict) -> dict[str, float]:
    """Medians of alternating calls in milliseconds, with the pass on and off."""
    rounds: dict[str, list[float]] = {"depth-first": [], "layer by layer": []}
    for number in range(_ROUNDS + 1):
        for name, times in rounds.items():
            with options(depth_first=name == "depth-first"):
                if number == 0:
                    compiled(*args, **kwargs)
                begin = time.perf_counter()
                compiled(*args, **kwargs)
                if number:
                    times.append((time.perf_counter() - begin) * 1e3)
    return {name: statistics.median(times) for name, times in rounds.items()}


def _timing(seconds: dict[str, float]) -> str:
    rows = "".join(f"<tr><td>{name}</td><td>{value:.3f}</td></tr>" for name, value in seconds.items())
    return f"<h2>Measured</h2><table><tr><th>pass<th>ms a call (median of {_ROUNDS})</tr>{rows}</table>"


def _version(number: int, version: dict[str, Any]) -> str:
    arguments = ", ".join(f"{name}: {text}" for name, text in version["arguments"].items())
    found, refused = groups(version["levels"]["value"])
    most = max((group["before"] for group in found), default=1)
    rows = []
    for group in found:
        bars = "".join(f"<div title='{group[key]} bytes' style='background:{colour};height:8px;"
                       f"width:{max(1, round(300 * group[key] / most))}px'></div>"
                       for key, colour in (("before", "#c88"), ("after", "#484")))
        rows.append(f"<tr><td>{group['layers']}</td><td>{group['steps']}</td><td>{group['way']}</td>"
                    f"<td>{group['bands']} x {group['rows']} rows</td><td>{group['between']}</td>"
                    f"<td>{group['before']}</td><td>{group['after']}</td><td>{bars}</td>"
                    f"<td>{html.escape(str(group['end']))}</td></tr>")
    before, after = (sum(group[key] for group in found) for key in ("before", "after"))
    refusals = "".join(f"<li>{html.escape(text)}</li>" for text in refused)
    return (f"<h2>Version {number} ({html.escape(arguments)})</h2>"
            f"<p>{len(found)} groups; {after} bytes moved for an image instead of {before} (red: layer by layer, green: in groups)</p>"
            "<table><tr><th>layers<th>stages<th>order<th>bands<th>bytes in between<th>bytes before<th>bytes after<th><th>ends since</tr>"
            + "".join(rows) + "</table>" + (f"<h3>No groups</h3><ul>{refusals}</ul>" if refusals else ""))


def _page(explanation: Explanation, body: str) -> str:
    """The page of `explain` with the groups in front of what it says."""
    text = explanation.html()
    heading = text.index("</h1>") + len("</h1>")
    style = "<style>td,th{padding:2px 8px;text-align:left;vertical-align:top}</style>"
    return text[:heading] + style + body + text[heading:]
