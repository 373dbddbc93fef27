"""Matrix products in f32: janus beside torch (MKL), OpenBLAS and oneDNN, in shares of the machine's multiply-add rate.

    python benchmark/gemm.py [256x256x256 1x2048x512 ...] [--seconds 1] [--json out.json]

Shapes are rows x columns x length of the sums, `NT` behind one: the second matrix is given transposed, as a linear
layer's weight is; `5*64x64x64`: five products at once. Contenders alternate in short bursts, results are compared first. "own layout" is
oneDNN's product with the second matrix in the layout that it likes best, made beforehand: no contender beside it.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import torch
from measure import bursts, show_rates
from peers import OneDNN, openblas_product, prepare

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import janusc  # noqa: E402

SHAPES = ("256x256x256", "512x512x512", "1024x1024x1024", "2048x2048x2048", "1x2048x512", "32x2048x512",
          "64x4096x1024", "20x800x400", "32x64x64", "32x1024x256NT", "512x512x512NT")


def product(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a @ b


def contenders(shape: str, onednn: OneDNN) -> tuple[float, dict[str, Callable[[], object]]]:
    """Operations of a product, and who computes it."""
    match = re.fullmatch(r"(?:(\d+)\*)?(\d+)x(\d+)x(\d+)(NT)?", shape)
    if not match:
        raise SystemExit(f"gemm: '{shape}' is no shape; write rows x columns x length, such as 256x512x64")
    batch, m, n, k = (int(part) if part else 0 for part in match.groups()[:4])
    lead = (batch,) if batch else ()
    torch.manual_seed(0)
    a, b = torch.randn(*lead, m, k), torch.randn(*lead, k, n)
    if match[5]:
        layer = torch.nn.Linear(k, n, bias=False)
        layer.weight = torch.nn.Parameter(b.mT.contiguous(), requires_grad=False)
        compiled = janusc.compile(layer)
        calls = {"janus": lambda: compiled(a), "torch": lambda: layer(a)}
    else:
        compiled = janusc.compile(product)
        calls = {"janus": lambda: compiled(a, b), "torch": lambda: torch.matmul(a, b)}
    expected = (a.double() @ b.double()).float()
    scale = expected.abs().max()
    for name, call in calls.items():
        error = float((call() - expected).abs().max() / scale)
        assert error < 1e-5, f"{name} computes something else: {error}"
    if not batch and not match[5]:
        blas, c = openblas_product(), torch.empty(m, n)
        blas(a, b, c)
        assert float((c - expected).abs().max() / scale) < 1e-5
        calls["OpenBLAS"] = lambda: blas(a, b, c)
    if not batch:
        for name, own in (("oneDNN", False), ("oneDNN, own layout", True)):
            if call := onednn.product(m, n, k, own):
                calls[name] = call
    return 2.0 * max(batch, 1) * m * n * k, calls


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", default=list(SHAPES))
    parser.add_argument("--seconds", type=float, default=0.5, help="for each contender and shape")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    roof = prepare(options.threads)
    onednn, rows = OneDNN(), []
    for shape in options.shapes:
        operations, calls = contenders(shape, onednn)
        seconds = bursts(calls, options.seconds, processor_time=options.threads == 1)
        rows.append(show_rates(shape, operations, roof, seconds, apart=("oneDNN, own layout",)))
    if options.json:
        options.json.write_text(json.dumps({"roof": roof, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
