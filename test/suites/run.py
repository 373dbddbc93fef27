#!/usr/bin/env python
"""Runs one of the big suites: `run.py operators|fuzz|cpython [options]`; docs/testing.md says what each one is."""
from __future__ import annotations

import importlib
import sys
from pathlib import Path

SUITES = ("cpython", "fuzz", "operators")


def main() -> int:
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here), str(here.parents[1] / "python")]
    if len(sys.argv) < 2 or sys.argv[1] not in SUITES:
        print(f"usage: {sys.argv[0]} {'|'.join(SUITES)} [options]", file=sys.stderr)
        return 2
    return importlib.import_module(f"{sys.argv[1]}.main").main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
