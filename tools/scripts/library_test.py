#!/usr/bin/env python
"""Writes lit files of library entries, test/Library/<name>.mlir, from the samples in test/python/library_samples.py.

library_test.py torch.sinc 'torch.special.*': each sample at the typed level, and the ops of value level that it becomes. What is
written is a draft: read it.
"""
from __future__ import annotations

import fnmatch
import linecache
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/python")]

import torch  # noqa: E402
from janusc import frontend  # noqa: E402
from janusc.errors import CompileError  # noqa: E402
from janusc.pipeline import lower_to  # noqa: E402
from library_samples import SAMPLES, Sample  # noqa: E402

OPT = ROOT / "build/bin/janus-opt"
RUN = "// RUN: janus-opt %s --janus-functionalize --split-input-file | FileCheck %s\n"


def main(patterns: list[str]) -> int:
    names = sorted({sample.name for sample in SAMPLES if any(fnmatch.fnmatch(sample.name, p) for p in patterns)})
    for name in names:
        try:
            parts = [part_of(sample) for sample in SAMPLES if sample.name == name]
        except CompileError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        stem = name.replace("torch.nn.functional.", "F.").removeprefix("torch.")
        path = ROOT / f"test/Library/{stem}.mlir"
        path.write_text(RUN + "\n" + "\n// -----\n\n".join(parts))
        print(path.relative_to(ROOT))
    return 0


def part_of(sample: Sample) -> str:
    """One sample: the checks and the function."""
    function = typed(sample)
    done = subprocess.run([OPT, "--janus-functionalize"], input=function, text=True, capture_output=True, check=True)
    results = re.search(r"func\.func @sample.*?->\s*\(?(tensor<[^>]*>|\w+) \{janus\.result", done.stdout)
    ops = re.findall(r"^\s*(?:%[^=]* = )?\"?(nn\.\w+|janus\.assume)", done.stdout, re.MULTILINE)
    lines = [f"// {sample.call}", "// CHECK-LABEL: func.func @sample"]
    if results:
        lines.append(f"// CHECK-SAME: -> ({results[1]} {{janus.result = 0 : i64}}")
    return "\n".join([*lines, *(f"// CHECK: {op}" for op in ops), function])


def typed(sample: Sample) -> str:
    """The sample as a function of the typed level, with an open first dimension where that is possible."""
    parameters = ", ".join(f"a{i}" for i in range(len(sample.arguments)))
    body = f"return {sample.call}" if "] = " not in sample.call else f"{sample.call}"
    generator = torch.Generator().manual_seed(0)
    arguments = tuple(argument.make(generator) for argument in sample.arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"sample_{len(linecache.cache)}.py"
        path.write_text(f"import torch\nimport torch.nn.functional as F\n\n\ndef sample({parameters}):\n    {body}\n")
        scope: dict = {"__name__": "sample"}
        exec(compile(path.read_text(), str(path), "exec", dont_inherit=True), scope)  # noqa: S102 - the samples are ours
        for options in (frontend.Options(), frontend.Options(dynamic_dims={f"a{i}": [] for i in range(len(arguments))})):
            with torch.no_grad():
                module = frontend.lower(scope["sample"], arguments, {}, options=options).module
                try:
                    lower_to(module, "typed")
                    text = module.text()
                    lower_to(module, "value", first="typed")
                    break
                except CompileError as error:
                    failed = error
        else:
            raise failed
    start = re.search(r"^ *imperative\.func @.* attributes \{.*\bentry,", text, re.MULTILINE).start()
    lines = text[start:].splitlines()
    lines[0] = re.sub(r"@[^(]*\(", "@sample(", lines[0], count=1)
    lines[0] = re.sub(r"(dynamic_ops|globals|native_ops) = [^,]*, ", "", lines[0])
    indent = len(lines[0]) - len(lines[0].lstrip())
    end = next(i for i, line in enumerate(lines) if i and line.startswith(" " * indent + "}"))
    return "\n".join(line[indent:] for line in lines[:end + 1]) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
