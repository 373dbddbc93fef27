"""Seeded parts of the big suites (docs/testing.md), each as its command runs it."""
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[1] / "suites" / "run.py"
PARTS = {
    "fuzz": ["--programs", "48", "--seed", "1000", "--small", "1", "--budget", "20"],
    "operators": ["--fraction", "0.1", "--seed", "7", "--tier", "fast"],
    "cpython": ["--quick"],
}


@pytest.mark.parametrize("suite", PARTS)
def test_part(suite, tmp_path):
    command = [sys.executable, str(RUN), suite, *PARTS[suite], "--jobs", "1", "--output", str(tmp_path / "output")]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
