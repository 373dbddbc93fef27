"""Makes the checkout's janusc importable, installed or not, and what the big suites share."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
sys.path.append(str(Path(__file__).parents[1] / "suites"))
