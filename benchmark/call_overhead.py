"""What a call of a compiled function costs besides its arithmetic: guards, a new result, a module tree.

    python benchmark/call_overhead.py [--json out.json]

The entries are empty or nearly so and written in C, so that nothing but the call is measured. Bars: guards add at most
0.3 us to a bare pybind11 call with three tensors; with one new tensor returned at most 2.5 us in all; ResNet-50's
module tree a small constant on top.
"""
from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import sysconfig
import tempfile
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pybind11
import torch

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test" / "python"), str(ROOT / "benchmark")]
import janusc  # noqa: E402
import native_entry  # noqa: E402
from janusc import _dispatch, frontend  # noqa: E402
from janusc.dispatch.plan import Planner  # noqa: E402
from nets.resnet import ResNet  # noqa: E402

_BARE = """
#include <pybind11/pybind11.h>
PYBIND11_MODULE(bare, m) {
  m.def("call", [](pybind11::handle, pybind11::handle, pybind11::handle) { return pybind11::none(); });
}
"""


def bare_pybind11() -> Callable:
    """A pybind11 function of three objects that does nothing."""
    folder = Path(tempfile.mkdtemp(prefix="janus-bare-"))
    (folder / "bare.cpp").write_text(_BARE)
    library = folder / f"bare{sysconfig.get_config_var('EXT_SUFFIX')}"
    subprocess.run(["/usr/lib/llvm-22/bin/clang++", "-O2", "-std=c++17", "-shared", "-fPIC",
                    f"-I{pybind11.get_include()}", f"-I{sysconfig.get_paths()['include']}", "-o", library,
                    folder / "bare.cpp"], check=True)
    spec = importlib.util.spec_from_file_location("bare", library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.call


def microseconds(call: Callable, *arguments: Any) -> float:
    """Of one call, the best of several runs."""
    timer = timeit.Timer("call(*arguments)" if len(arguments) > 3 else
                         f"call({', '.join(f'a{i}' for i in range(len(arguments)))})",
                         globals={"call": call, **{f"a{i}": a for i, a in enumerate(arguments)}})
    number = max(1, int(0.05 / max(timer.timeit(1000) / 1000, 1e-9)))
    return min(timer.repeat(7, number)) / number * 1e6


# Here calls are compared with others, not with the interpreter.
janusc.options(trials=False).__enter__()


def three_tensors() -> tuple[Callable, Callable, tuple]:
    """Guarded calls of three tensors: without a result, and with one new tensor."""
    def nothing(x, y, z):
        """."""

    x, y, z = (torch.ones(4) for _ in range(3))
    spec = [native_entry.tensor(i, t) for i, t in enumerate((x, y, z))]
    guarded = native_entry.compiled(nothing, native_entry.version("nothing", spec, ("object", None)))
    result = native_entry.compiled(nothing, native_entry.version("twice", spec, ("tensor", 0)))
    return guarded, result, (x, y, z)


def module_tree(module: torch.nn.Module, x: torch.Tensor) -> Callable:
    """A call guarded by everything that the module's forward looks at, with all its tensors passed."""
    with torch.no_grad():
        program = frontend.lower(module, (x,))
        states = {path: t for path, t in program.objects.items() if isinstance(t, torch.Tensor)}
        arguments = [{"kind": "state", "name": path, "shape": list(t.shape), "dtype": "f32"}
                     for path, t in states.items()]
        signature = {"name": "resnet", "arguments": arguments, "results": [], "output": {"const": None}}
        plan = Planner(program, signature, {"self": module, "x": x}).plan(None)
        version = _dispatch.Version({**plan, "entry": native_entry.address("nothing"), "keep": None, "data": None})
        compiled = _dispatch.CompiledFunction(type(module).forward, None)
        _dispatch.add_version(compiled, version)
        print(f"resnet-50: {len(plan['facts'])} facts, {len(states)} tensors", file=sys.stderr)
    return compiled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", help="write the figures here")
    options = parser.parse_args()
    bare, (guarded, result, tensors) = bare_pybind11(), three_tensors()
    figures = {"bare pybind11 call, three tensors": microseconds(bare, *tensors),
               "janus, three tensors, all guards": microseconds(guarded, *tensors),
               "janus, three tensors, one new tensor": microseconds(result, *tensors),
               "eager, one new tensor (x + y)": microseconds(torch.add, *tensors[:2])}
    module, x = ResNet(50).eval(), torch.ones(1, 3, 64, 64)
    tree = module_tree(module, x)
    churn = {"n": 0}

    def changing(self, value):
        churn["n"] += 1  # some dict of the process changes between calls
        return tree(self, value)

    with torch.no_grad():
        figures["janus, ResNet-50's module tree"] = microseconds(tree, module, x)
        figures["the same, while other dicts change"] = microseconds(changing, module, x)
    for name, value in figures.items():
        print(f"{name:42} {value:7.3f} us")
    if options.json:
        Path(options.json).write_text(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
