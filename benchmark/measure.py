"""Alternating measurement: every contender runs in turn, round by round, in one process."""
from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence

Column = tuple[str, int, Callable[[dict], str]]


def alternate(contenders: dict, rounds: int, calls: int) -> dict[str, list[float]]:
    """Seconds a call, one figure a round, for each contender (a function of no arguments).

    Each round runs `calls` calls of each contender in turn; a round of warm-up comes first.
    """
    seconds = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, call in contenders.items():
            begin = time.perf_counter()
            for _ in range(calls):
                call()
            if turn:
                seconds[name].append((time.perf_counter() - begin) / calls)
        if sys.stderr.isatty():
            print(f"round {turn} of {rounds}", end="\r", file=sys.stderr, flush=True)
    return seconds


def table(seconds: dict[str, list[float]], baseline: str) -> list[dict]:
    """Median and spread of each contender in microseconds, and its speed as a multiple of the baseline's,
    the median of the ratios round by round."""
    rows = []
    for name, figures in seconds.items():
        ratios = [base / own for base, own in zip(seconds[baseline], figures, strict=True)]
        rows.append({"name": name, "us": statistics.median(figures) * 1e6, "min_us": min(figures) * 1e6,
                     "max_us": max(figures) * 1e6, "speed": statistics.median(ratios)})
    return rows


def beside(seconds: dict[str, list[float]], batch: int, **own: Callable[[str, dict], object]) -> dict[str, dict]:
    """For each contender median and spread of the seconds a call, items a second, and how much faster janus is in the same round (None
    without janus); and one figure more by each of `own`, a function of the contender's name and figures."""
    rows = {}
    for name, times in seconds.items():
        ratios = [peer / janus for peer, janus in zip(times, seconds["janus"], strict=True)] if "janus" in seconds else []
        rows[name] = {"seconds": statistics.median(times), "least": min(times), "most": max(times),
                      "items_per_second": batch / statistics.median(times),
                      "janus_is_faster_by": statistics.median(ratios) if ratios else None}
        rows[name].update({key: figure(name, rows[name]) for key, figure in own.items()})
    return rows


# Columns behind median and spread: heading, width, a contender's figures as text.
RATE = ("items/s", 10, lambda figures: f"{figures['items_per_second']:.1f}")
FACTOR = ("janus x", 9, lambda figures: f"{figures['janus_is_faster_by']:.2f}" if figures["janus_is_faster_by"] else "")
FIRST_CALL = ("first call", 12, lambda figures: f"{figures['first_call']:.1f} s")
DIFFERS = ("differs", 10, lambda figures: f"{figures['differs']:.0e}")


def show_contenders(title: str, contenders: dict[str, dict], columns: Sequence[Column] = (RATE, FACTOR, FIRST_CALL, DIFFERS)) -> None:
    """Prints the contenders of one program below each other: milliseconds with their spread, then `columns`."""
    width = max(map(len, contenders), default=0) + 2
    print(title)
    print(f"  {'':<{width}}{'ms':>9}{'spread':>22}" + "".join(f"{heading:>{size}}" for heading, size, _ in columns))
    for name, figures in contenders.items():
        spread = f"{figures['least'] * 1e3:.2f} to {figures['most'] * 1e3:.2f}"
        print(f"  {name:<{width}}{figures['seconds'] * 1e3:>9.2f}{spread:>22}"
              + "".join(f"{text(figures):>{size}}" for _, size, text in columns), flush=True)


def show(rows: list[dict], title: str) -> None:
    print(title)
    print(f"  {'':<24} {'us':>10} {'spread':>21} {'speed':>8}")
    for row in rows:
        spread = f"{row['min_us']:.0f} to {row['max_us']:.0f}"
        print(f"  {row['name']:<24} {row['us']:>10.1f} {spread:>21} {row['speed']:>7.2f}x")


def bursts(contenders: dict, seconds: float, processor_time: bool) -> dict[str, list[float]]:
    """Seconds a call, one figure a burst of some 2 ms, for each contender, in turn for `seconds` each.

    With the thread's processor time, which other work on the machine takes less from, as the clock if asked for.
    """
    clock = time.thread_time if processor_time else time.perf_counter
    calls: dict[str, int] = {}
    figures: dict[str, list[float]] = {name: [] for name in contenders}
    for name, call in contenders.items():
        call()
        begin = time.perf_counter()
        call()
        calls[name] = max(1, int(2e-3 / (time.perf_counter() - begin + 1e-7)))
    end = time.perf_counter() + seconds * len(contenders)
    while time.perf_counter() < end or len(next(iter(figures.values()))) < 5:
        for name, call in contenders.items():
            begin = clock()
            for _ in range(calls[name]):
                call()
            figures[name].append((clock() - begin) / calls[name])
    return figures


def show_rates(title: str, operations: float, roof: float, seconds: dict[str, list[float]],
               apart: tuple[str, ...] = ()) -> dict:
    """Prints rates by the median and by the best burst, and janus's beside the best peer's; those `apart` are none."""
    row: dict = {"title": title, "contenders": {}}
    for name, figures in seconds.items():
        row["contenders"][name] = {"median": operations / statistics.median(figures), "best": operations / min(figures),
                                   "us": statistics.median(figures) * 1e6}
    peers = [name for name in seconds if name not in ("janus", *apart)]
    own = row["contenders"]["janus"]
    row["beside"] = {by: own[by] / max(row["contenders"][name][by] for name in peers) for by in ("median", "best")}
    rates = "  ".join(f"{name} {figures['median'] * 1e-9:.0f}|{figures['best'] * 1e-9:.0f}"
                      for name, figures in row["contenders"].items())
    print(f"{title:<28} {own['us']:>9.1f} us, {own['best'] / roof:>4.0%} of roof, beside best peer "
          f"{row['beside']['median']:.2f}|{row['beside']['best']:.2f}   GFLOP/s median|best: {rates}", flush=True)
    return row
