"""The peers beside torch, from where benchmark/setup.sh puts them, and the machine's own limits."""
from __future__ import annotations

import ctypes
import importlib
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


def prepare(threads: int) -> float:
    """Makes torch run on so many threads, prints what the machine is, and gives its multiply-adds' operations a second in f32."""
    keep_memory()
    torch.set_num_threads(threads)
    rate, size = vector_rate()
    roof = rate * size / 4 * 2 * threads
    print(f"{torch.backends.cpu.get_cpu_capability()}; {threads} thread(s); roof {roof * 1e-9:.0f} GFLOP/s")
    return roof


def load(name: str) -> Any:
    """A peer's module."""
    if PACKAGES.exists() and str(PACKAGES) not in sys.path:
        sys.path.append(str(PACKAGES))
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise SystemExit(f"benchmark: {error}; run benchmark/setup.sh first, or leave {name} out") from None


def onnx_session(model: Any, threads: int) -> Callable[[torch.Tensor], torch.Tensor]:
    """A model in ONNX's form, with one input `x` and one output `y`, as a function on tensors."""
    onnxruntime = load("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])

    def call(x: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(session.run(["y"], {"x": x.numpy()})[0])

    return call


def openvino_request(model: Any, threads: int) -> Callable[[torch.Tensor], torch.Tensor]:
    """The same by OpenVINO: float32 as it is, one stream."""
    openvino = load("openvino")
    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"}
    request = core.compile_model(core.read_model(model.SerializeToString()), "CPU", settings).create_infer_request()

    def call(x: torch.Tensor) -> torch.Tensor:
        # The request's output is overwritten by its next run.
        return torch.from_numpy(request.infer([x.numpy()], share_inputs=True)["y"]).clone()

    return call


def openblas_product() -> Callable[[torch.Tensor, torch.Tensor, torch.Tensor], None]:
    """`call(a, b, c)`: c = a b by OpenBLAS, of matrices whose rows are together."""
    library = _library(PACKAGES / "scipy_openblas32" / "lib" / "libscipy_openblas.so")
    library.scipy_openblas_set_num_threads(torch.get_num_threads())
    sgemm = library.scipy_cblas_sgemm

    def call(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> None:
        (m, k), n = a.shape, b.shape[1]
        one, zero, rows, plain = ctypes.c_float(1), ctypes.c_float(0), 101, 111
        sgemm(rows, plain, plain, m, n, k, one, ctypes.c_void_p(a.data_ptr()), k, ctypes.c_void_p(b.data_ptr()), n,
              zero, ctypes.c_void_p(c.data_ptr()), n)

    return call


class OneDNN:
    """Products and convolutions of oneDNN on memory of its own (onednn.c), each as a function of no arguments."""

    DIRECTIONS = ("forward", "input", "weight")
    LAYOUTS = ("own", "channels first", "channels last")

    def __init__(self) -> None:
        self._library = _library(PACKAGES / "onednn" / "libwrapper.so")
        self._library.product.restype = self._library.convolution.restype = ctypes.c_void_p

    def product(self, m: int, n: int, k: int, own_layout: bool) -> Callable[[], None] | None:
        return self._call(self._library.product(*map(ctypes.c_long, (m, n, k)), int(own_layout)))

    def convolution(self, direction: str, layout: str, *sizes: int) -> Callable[[], None] | None:
        """Sizes: images, channels, height, width, channels of the result, kernel, stride, padding, groups."""
        return self._call(self._library.convolution(self.DIRECTIONS.index(direction), self.LAYOUTS.index(layout),
                                                    *map(ctypes.c_long, sizes)))

    def _call(self, kernel: int | None) -> Callable[[], None] | None:
        run, handle = self._library.run, ctypes.c_void_p(kernel)
        return (lambda: run(handle)) if kernel else None


def _library(path: Path) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise SystemExit(f"benchmark: {error}; run benchmark/setup.sh first") from None
