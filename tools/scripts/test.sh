#!/usr/bin/env bash
# Sets the machine up, checks the style and runs all tests: lit, gtest and pytest.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools/scripts/setup.sh
echo "test: style"
tools/scripts/lint.sh
jobs=$(nproc)
echo "test: lit"
.venv/bin/lit -s -j "$jobs" build/test
echo "test: lit, every file printed and parsed twice"
JANUS_VERIFY_ROUNDTRIP=1 .venv/bin/lit -s -j "$jobs" build/test
echo "test: gtest"
ctest --test-dir build --output-on-failure -j "$jobs" --no-tests=error
echo "test: pytest"
# Tests that share what is expensive to make are one group, so that one process makes it.
.venv/bin/python -m pytest -q -n "$jobs" --dist loadgroup test/python
