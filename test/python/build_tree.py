"""Where the tools under test are: JANUS_BUILD names another build folder (a sanitized one)."""
from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / os.environ.get("JANUS_BUILD", "build") / "bin"
JANUS_OPT = BIN / "janus-opt"
