"""Makes the checkout's janusc importable, installed or not."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
