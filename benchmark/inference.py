"""Nets in inference (`nets`): images a second of eager, `torch.compile` (with weights frozen, too), ONNX Runtime, OpenVINO and janus.

    python benchmark/inference.py [resnet50 mobilenet_v2 ...] [--batch 1 8 32] [--threads 1]

Contenders alternate round by round in one process; their outputs are compared with eager's first, relative to the output's
scale. A contender that cannot run a net is reported and left out. "janus layer by layer" is janus with the depth-first pass off,
"janus without winograd" janus with every convolution by the definition, whose bar is closer to eager, and "janus stacks" BrainSlug as
published: eager's convolutions with janus between them. janus is promised that weights stay what they are unless torch's operators write
them (`freeze`), as ONNX Runtime, which takes them for constants, is; "janus without freezing" is not.
"""
from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import nets
import torch
from measure import alternate, beside, show_contenders
from peers import keep_memory, load, onnx_session, openvino_request
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import janusc  # noqa: E402

CONTENDERS = ("eager", "channels last", "compile", "compile freezing", "onnxruntime", "openvino", "janus", "janus layer by layer", "janus without winograd",
              "janus without freezing", "janus stacks")
TOLERANCE = 1e-4
TOLERANCE_WITHOUT_WINOGRAD = 2e-5


def as_onnx(model: nn.Module, x: torch.Tensor) -> object:
    """A net in ONNX's form, by torch's exporter."""
    onnx = load("onnx")
    buffer = io.BytesIO()
    # The exporter knows no kernel of torch's own for attention of several heads.
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        torch.onnx.export(model, (x,), buffer, input_names=["x"], output_names=["y"], dynamo=False)
    finally:
        torch.backends.mha.set_fastpath_enabled(fast)
    return onnx.load_from_string(buffer.getvalue())


def make(name: str, net: str, x: torch.Tensor) -> Callable[[], torch.Tensor]:
    """A contender's call on `x`, with a model of its own."""
    model = nets.make(net)
    if name == "eager":
        return lambda: model(x)
    if name == "channels last":
        model, images = model.to(memory_format=torch.channels_last), x
        if x.dim() == 4:
            images = x.to(memory_format=torch.channels_last)
        return lambda: model(images)
    if name == "onnxruntime":
        session = onnx_session(as_onnx(model, x), torch.get_num_threads())
        return lambda: session(x)
    if name == "openvino":
        request = openvino_request(as_onnx(model, x), torch.get_num_threads())
        return lambda: request(x)
    if name == "janus stacks":
        stacked = janusc.stacks(model)
        return lambda: stacked(x)
    if name in ("compile", "compile freezing"):
        torch._dynamo.reset()
        compiled = torch.compile(model, options={"freezing": name == "compile freezing"})
    else:
        # Native from the first call on: rounds in which janus tries the interpreter, too, would be eager's.
        compiled = janusc.compile(model, depth_first=name != "janus layer by layer", trials=False,
                                  freeze=name != "janus without freezing",
                                  winograd=False if name == "janus without winograd" else "auto")
    return lambda: compiled(x)


def measure(net: str, batch: int, arguments: argparse.Namespace) -> dict:
    """One net at one batch size: medians of rounds, and ratios to them."""
    x = nets.inputs(net, batch)
    calls, first, differs = {}, {}, {}
    expected = make("eager", net, x)()
    for name in arguments.contenders:
        begin = time.perf_counter()
        try:
            call = make(name, net, x)
            result = call()
        except Exception as error:  # noqa: BLE001 - a peer's failure is a result
            print(f"{net}: {name} left out: {type(error).__name__}: {str(error).partition(chr(10))[0]}", file=sys.stderr)
            continue
        first[name] = time.perf_counter() - begin
        differs[name] = float((result - expected).abs().max() / expected.abs().max())
        if differs[name] > (TOLERANCE_WITHOUT_WINOGRAD if name == "janus without winograd" else TOLERANCE):
            raise SystemExit(f"{net}: {name} differs from eager by {differs[name]:.1e} of the output's scale")
        calls[name] = call
    seconds = alternate(calls, arguments.rounds, arguments.calls)
    return {"net": net, "batch": batch, "threads": torch.get_num_threads(),
            "contenders": beside(seconds, batch, first_call=lambda name, _: first[name], differs=lambda name, _: differs[name])}


def show(row: dict) -> None:
    show_contenders(f"{row['net']}, batch {row['batch']}, {row['threads']} thread(s)", row["contenders"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nets", nargs="*", default=list(nets.NETS), metavar="net", help=", ".join(nets.NETS))
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=1)
    parser.add_argument("--contenders", nargs="+", default=list(CONTENDERS), choices=CONTENDERS)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    unknown = set(arguments.nets) - nets.NETS.keys()
    if unknown:
        parser.error(f"no such net: {', '.join(sorted(unknown))}; there are {', '.join(nets.NETS)}")
    keep_memory()
    torch.set_num_threads(arguments.threads)
    print(torch.backends.cpu.get_cpu_capability())
    rows = []
    with torch.no_grad():
        for net in arguments.nets:
            for batch in arguments.batch:
                rows.append(measure(net, batch, arguments))
                show(rows[-1])
                if arguments.json:
                    arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
