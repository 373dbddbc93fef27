#!/usr/bin/env bash
# Style checks: clang-format and ruff over everything; clang-tidy with --tidy
# (slow: minutes), over the C++ files named or all of them.
#   tools/scripts/lint.sh [--fix] [--tidy [FILE...]]
set -euo pipefail
cd "$(dirname "$0")/../.."
fix= tidy= files=()
for argument in "$@"; do
  case $argument in
    --fix) fix=1 ;;
    --tidy) tidy=1 ;;
    *) files+=("$argument") ;;
  esac
done

sources() { git ls-files '*.c' '*.cpp' '*.h'; }
if [ -n "$fix" ]; then
  sources | xargs clang-format-22 -i
  .venv/bin/ruff check --fix python test examples benchmark
else
  sources | xargs clang-format-22 --dry-run -Werror
  .venv/bin/ruff check --quiet python test examples benchmark
fi
if [ -n "$tidy" ]; then
  [ ${#files[@]} -gt 0 ] || mapfile -t files < <(git ls-files 'lib/**/*.cpp' 'tools/**/*.cpp' 'python/src/**/*.cpp')
  printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-22 -p build --quiet
fi
