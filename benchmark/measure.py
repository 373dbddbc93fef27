"""Alternating measurement: every contender runs in turn, round by round, in one process."""
from __future__ import annotations

import statistics
import sys
import time


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


def show(rows: list[dict], title: str) -> None:
    print(title)
    print(f"  {'':<24} {'us':>10} {'spread':>21} {'speed':>8}")
    for row in rows:
        spread = f"{row['min_us']:.0f} to {row['max_us']:.0f}"
        print(f"  {row['name']:<24} {row['us']:>10.1f} {spread:>21} {row['speed']:>7.2f}x")
