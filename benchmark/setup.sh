#!/usr/bin/env bash
# Installs the peers that benchmarks compare with into build/peers: .venv stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --upgrade --target build/peers \
  -r benchmark/requirements.txt
echo "benchmark: peers are in build/peers"
