"""Bytes that the depth-first pass says it moves for an image, beside those of a simulated cache.

    python benchmark/cache_bytes.py [block stack4 ...] [--second-cache 524288]

Each program is compiled for x86-64-v3 (valgrind knows no AVX-512) with the pass on and off, linked with a small C program and run under
`valgrind --tool=cachegrind`, whose last level stands for the second cache. What another image of another call adds in misses of the last level, times
a line of 64 bytes, is set beside the pass's own figure. benchmark/setup.sh says how to install valgrind.
"""
from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / "build" / "bin"
FEW, MANY = 2, 5  # images


def block(width: int, size: int, outputs: int, stride: int = 1) -> tuple[str, list[tuple[int, ...]]]:
    """An inverted residual block without normalisation: `outputs` to `width` channels and back."""
    small = (size - 1) // stride + 1
    types = {"x": (-1, outputs, size, size), "e": (width, outputs, 1, 1), "d": (width, 1, 3, 3), "p": (outputs, width, 1, 1)}
    wide, narrow, last = (-1, width, size, size), (-1, width, small, small), (-1, outputs, small, small)
    lines = [conv("%0", "%x", "%e", types["x"], types["e"], wide, 1, 0, 1), relu("%1", "%0", wide),
             conv("%2", "%1", "%d", wide, types["d"], narrow, stride, 1, width), relu("%3", "%2", narrow),
             conv("%4", "%3", "%p", narrow, types["p"], last, 1, 0, 1)]
    result = "%4"
    if stride == 1:
        lines.append(f"%5 = nn.add %4, %x : ({tensor(last)}, {tensor(last)}) -> {tensor(last)}")
        result = "%5"
    return program(types, lines, result, last), list(types.values())


def stack(count: int) -> tuple[str, list[tuple[int, ...]]]:
    """Blocks of max pooling and ReLU over 64x112x112."""
    shape, lines = (-1, 64, 112, 112), []
    value = "%x"
    for i in range(count):
        lines.append(f"%p{i} = nn.max_pool {value} kernel [3, 3] stride [1, 1] padding [1, 1] dilation [1, 1] : ({tensor(shape)}) -> "
                     f"{tensor(shape)}")
        lines.append(relu(f"%r{i}", f"%p{i}", shape))
        value = f"%r{i}"
    return program({"x": shape}, lines, value, shape), [shape]


PROGRAMS = {"block56": lambda: block(144, 56, 24), "block28": lambda: block(192, 28, 32), "block14": lambda: block(384, 14, 64),
            "block112": lambda: block(96, 112, 16, 2), "stack1": lambda: stack(1), "stack4": lambda: stack(4)}


def tensor(shape: tuple[int, ...]) -> str:
    return f"tensor<{'x'.join('?' if size < 0 else str(size) for size in shape)}xf32>"


def relu(result: str, x: str, shape: tuple[int, ...]) -> str:
    return f"{result} = nn.relu {x} : {tensor(shape)}"


def conv(result: str, x: str, w: str, image: tuple[int, ...], weight: tuple[int, ...], shape: tuple[int, ...], stride: int, pad: int,
         groups: int) -> str:
    extra = f" {{groups = {groups} : i64}}" if groups > 1 else ""
    return (f"{result} = nn.conv {x}, {w} stride [{stride}, {stride}] padding [{pad}, {pad}], [{pad}, {pad}] dilation [1, 1]{extra} : "
            f"({tensor(image)}, {tensor(weight)}) -> {tensor(shape)}")


def program(types: dict[str, tuple[int, ...]], lines: list[str], result: str, shape: tuple[int, ...]) -> str:
    arguments = ", ".join(f'%{name}: {tensor(sizes)} {{janus.arg = "{name}"}}' for name, sizes in types.items())
    body = "\n".join(lines)
    return f"func.func @f({arguments}) -> ({tensor(shape)} {{janus.result = 0 : i64}}) {{\n{body}\nreturn {result} : {tensor(shape)}\n}}"


def driver(shapes: list[tuple[int, ...]]) -> str:
    """A C program that calls the entry so often (first argument) with so many images (second argument)."""
    cells, names = [], []
    for i, shape in enumerate(shapes):
        sizes = [MANY if size < 0 else size for size in shape]
        strides = [1] * len(sizes)
        for dim in reversed(range(len(sizes) - 1)):
            strides[dim] = strides[dim + 1] * sizes[dim + 1]
        count = sizes[0] * strides[0]
        numbers = ", ".join(["images" if shape[0] < 0 else str(sizes[0]), *map(str, sizes[1:] + strides)])
        cells.append(f"  float *data{i} = aligned_alloc(64, {(4 * count + 63) // 64 * 64});\n"
                     f"  for (long j = 0; j < {count}; ++j) data{i}[j] = (float)(j % 7) - 3;\n"
                     f"  int64_t cell{i}[] = {{(int64_t)data{i}, (int64_t)data{i}, 0, {numbers}}};\n")
        names.append(f"cell{i}")
    return (f'#include "janus/Runtime/janus.h"\n#include <stdlib.h>\n'
            f"int32_t janus_entry_f(janus_context *, void *const *);\nint main(int count, char **values) {{\n"
            f"  if (count != 3) return 1;\n  int64_t images = atoi(values[2]);\n{''.join(cells)}"
            f"  void *arguments[] = {{{', '.join(names)}}};\n  janus_context *context = janus_context_create(NULL);\n"
            f"  for (int i = atoi(values[1]); i > 0; --i)\n"
            f"    if (janus_context_run(context, janus_entry_f, arguments) != JANUS_OK) return 1;\n  return 0;\n}}\n")


def misses(executable: Path, calls: int, images: int, size: int) -> int:
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--D1=32768,8,64", "--I1=32768,8,64", f"--LL={size},16,64",
               "--cachegrind-out-file=/dev/null", str(executable), str(calls), str(images)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"LLd misses:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", ""))


def measure(name: str, size: int, depth_first: bool, folder: Path) -> tuple[int, int]:
    """The pass's figure for an image, 0 with it off, and the simulated bytes."""
    text, shapes = PROGRAMS[name]()
    source, obj, main, executable = (folder / f"{name}.{end}" for end in ("mlir", "o", "c", "run"))
    flag = str(depth_first).lower()
    passes = f"builtin.module(janus-set-target{{target=cpu:x86-64-v3}},janus-lower-to-loops,janus-codegen-cpu{{depth-first={flag}}},janus-lower-to-llvm)"
    lowered = subprocess.run([BIN / "janus-opt", f"--pass-pipeline={passes}"], input=text, text=True, capture_output=True, check=True)
    source.write_text(lowered.stdout)
    subprocess.run([BIN / "janus-translate", "--janus-to-object", source, "-o", obj], check=True)
    main.write_text(driver(shapes))
    subprocess.run(["cc", "-O1", "-I", ROOT / "include", "-o", executable, main, obj, ROOT / "lib/Runtime/Context.c", "-lm"], check=True)
    predicted = sum(int(number) for number in re.findall(r"(\d+) bytes moved for an image", lowered.stderr))
    few, many = (misses(executable, 3, images, size) - misses(executable, 1, images, size) for images in (FEW, MANY))
    return predicted, (many - few) * 64 // (2 * (MANY - FEW))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", default=list(PROGRAMS), metavar="program", help=", ".join(PROGRAMS))
    parser.add_argument("--second-cache", type=int, default=1 << 19, help="bytes of the last level that is simulated")
    arguments = parser.parse_args()
    if unknown := set(arguments.programs) - PROGRAMS.keys():
        sys.exit(f"no such program: {', '.join(sorted(unknown))}; there are {', '.join(PROGRAMS)}")
    print(f"{'':<10}{'layer by layer':>16}{'depth-first':>14}{'predicted':>12}{'off by':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.programs:
            _, layers = measure(name, arguments.second_cache, False, Path(folder))
            predicted, moved = measure(name, arguments.second_cache, True, Path(folder))
            print(f"{name:<10}{layers:>16}{moved:>14}{predicted:>12}{predicted / moved - 1:>9.0%}", flush=True)


if __name__ == "__main__":
    main()
