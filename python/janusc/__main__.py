"""`python -m janusc`, and the shell command `janusc`."""
from __future__ import annotations

import sys

from janusc.cli import main

if __name__ == "__main__":
    sys.exit(main())
