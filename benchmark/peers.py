"""The peers beside torch, from where benchmark/setup.sh puts them, and the machine's own limits."""
from __future__ import annotations

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

ROOT = Path(__file__).resolve().parent
PACKAGES = ROOT.parent / "build" / "peers"


def keep_memory() -> None:
    """Makes the C library keep large blocks: torch has no allocator of its own, and each new page is a fault."""
    libc = ctypes.CDLL(None)
    libc.mallopt(-3, 1 << 30)        # M_MMAP_THRESHOLD
    libc.mallopt(-1, (1 << 31) - 1)  # M_TRIM_THRESHOLD


def vector_rate() -> tuple[float, int]:
    """Vectors a second through one core's arithmetic, and their bytes."""
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder) / "roof.so"
        subprocess.run(["cc", "-O2", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC", ROOT / "roof.c", "-o",
                        shared], check=True)
        library = ctypes.CDLL(str(shared))
        library.vectors_per_second.restype = ctypes.c_double
        return library.vectors_per_second(), library.vector_bytes()


def onnx_modules() -> tuple[Any, Any]:
    """onnx and onnxruntime."""
    if PACKAGES.exists() and str(PACKAGES) not in sys.path:
        sys.path.append(str(PACKAGES))
    try:
        import onnx
        import onnxruntime
    except ImportError as error:
        raise SystemExit(f"benchmark: {error}; run benchmark/setup.sh first, or leave onnxruntime out") from None
    return onnx, onnxruntime


def onnx_session(model: Any, threads: int) -> Callable[[torch.Tensor], torch.Tensor]:
    """A model in ONNX's form, with one input `x` and one output `y`, as a function on tensors."""
    _, onnxruntime = onnx_modules()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])

    def call(x: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(session.run(["y"], {"x": x.numpy()})[0])

    return call
