#!/usr/bin/env bash
# Sets the machine up and runs the main example: trains on real digits, exports, and
# classifies from C.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools/scripts/setup.sh
.venv/bin/python examples/digits/run.py "$@"
