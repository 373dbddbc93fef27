"""The page that lists what runs natively."""
from __future__ import annotations

import collections
from pathlib import Path
from typing import Any

__all__ = ["write_table"]


def write_table(results: Any, path: Path) -> None:
    """Writes the page."""
    counts = results.native_operators()
    reasons: dict[str, collections.Counter[str]] = {}
    for event in results.cases.values():
        name, kind = (event["case"].split("/") + [""])[:2]
        if kind == "float32" and event.get("plain", True) and not event.get("native") and not event.get("raised") and (
                "reason" in event):
            reasons.setdefault(name, collections.Counter())[event["reason"]] += 1
    whole = sorted(name for name, (native, total) in counts.items() if native == total)
    partly = sorted(name for name, (native, total) in counts.items() if 0 < native < total)
    others = sorted(name for name, (native, total) in counts.items() if native == 0)
    lines = ["# Operators", "", "Written by `test/suites/run.py operators --table`; [testing.md](testing.md) says what it runs.",
             f"Of {len(counts)} operators of PyTorch's database with float32 samples {len(whole)} run natively for all of them, "
             f"{len(partly)} for some. The others run through the interpreter, with the same results. Counted are the samples that "
             "do not raise and whose tensors are dense, contiguous and real; native means that a version of the whole "
             "function took the call.", "",
             f"## All samples native ({len(whole)})", "", ", ".join(f"`{name}`" for name in whole), "",
             f"## Some samples native ({len(partly)})", "", "| operator | native | why not all |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {counts[name][0]} of {counts[name][1]} | {_main(reasons.get(name))} |" for name in partly]
    lines += ["", f"## Not native ({len(others)})", "", "| operator | why |", "| --- | --- |"]
    lines += [f"| `{name}` | {_main(reasons.get(name))} |" for name in others]
    path.write_text("\n".join(lines) + "\n")


def _main(reasons: collections.Counter[str] | None) -> str:
    if not reasons:
        return ""
    return reasons.most_common(1)[0][0].removeprefix("not native: ").partition("\n")[0].replace("|", "/")[:120]
