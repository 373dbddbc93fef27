#!/usr/bin/env bash
# Installs the peers that benchmarks compare with into build/peers: .venv stays as it is. benchmark/cache_bytes.py needs
# valgrind, of the system: apt-get install valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
pip=(.venv/bin/pip install --quiet --disable-pip-version-check --no-deps)
"${pip[@]}" --upgrade --target build/peers -r benchmark/requirements.txt
"${pip[@]}" --ignore-installed --prefix build/peers/onednn -r benchmark/requirements-onednn.txt
cc -O2 -shared -fPIC -I build/peers/onednn/include benchmark/onednn.c -o build/peers/onednn/libwrapper.so \
  build/peers/onednn/lib/libdnnl.so.3 -Wl,-rpath,'$ORIGIN/lib'
echo "benchmark: peers are in build/peers"
