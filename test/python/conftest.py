"""Makes the checkout's janusc importable, installed or not, and what the big suites share."""
import os
import signal
import sys
from pathlib import Path

# What a shell starts in the background ignores interrupts, and tests wait for them.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Tests count the calls that are native, and clocks are no part of them.
os.environ.setdefault("JANUS_TRIALS", "0")
sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
sys.path.append(str(Path(__file__).parents[1] / "suites"))

from janusc.dispatch import units  # noqa: E402

# What is native does not depend on how fast the machine is.
units._MAX_SECONDS = float("inf")
