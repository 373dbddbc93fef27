"""The synthetic stack of BrainSlug: N blocks of MaxPool 3x3 (stride 1, padding 1), BatchNorm, ReLU in inference.

Contenders alternate round by round in one process; their outputs are compared with eager's first. "roof" is the time of
six vector operations for a vector of values and block (four maxima, one multiply-add, one maximum) at the rate that the
machine's arithmetic was measured to have.
"""
from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from measure import FACTOR, FIRST_CALL, RATE, alternate, beside, show_contenders
from peers import keep_memory, load, onnx_session, vector_rate
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import janusc  # noqa: E402

CONTENDERS = ("eager", "compile", "onnxruntime", "janus", "janus one-step", "janus layer by layer")
OPERATIONS = 6


def stack(blocks: int, channels: int) -> nn.Sequential:
    """N blocks with statistics as after training."""
    torch.manual_seed(blocks)
    layers: list[nn.Module] = []
    for _ in range(blocks):
        norm = nn.BatchNorm2d(channels)
        norm.running_mean.normal_(0.5, 0.1)
        norm.running_var.uniform_(0.5, 1.5)
        layers += [nn.MaxPool2d(3, 1, 1), norm, nn.ReLU()]
    return nn.Sequential(*layers).eval()


def as_onnx(model: nn.Sequential, shape: tuple[int, ...]) -> Any:
    """The stack in ONNX's form."""
    onnx = load("onnx")
    helper, nodes, weights, value = onnx.helper, [], [], "x"
    for number, layer in enumerate(model):
        result = "y" if number == len(model) - 1 else f"v{number}"
        if isinstance(layer, nn.MaxPool2d):
            node = helper.make_node("MaxPool", [value], [result], kernel_shape=[3, 3], strides=[1, 1],
                                    pads=[1, 1, 1, 1])
        elif isinstance(layer, nn.BatchNorm2d):
            names = [f"{number}.{name}" for name in ("weight", "bias", "mean", "var")]
            tensors = (layer.weight, layer.bias, layer.running_mean, layer.running_var)
            weights += [onnx.numpy_helper.from_array(t.detach().numpy(), n)
                        for n, t in zip(names, tensors, strict=True)]
            node = helper.make_node("BatchNormalization", [value, *names], [result], epsilon=layer.eps)
        else:
            node = helper.make_node("Relu", [value], [result])
        nodes.append(node)
        value = result
    kind = onnx.TensorProto.FLOAT
    graph = helper.make_graph(nodes, "stack", [helper.make_tensor_value_info("x", kind, shape)],
                              [helper.make_tensor_value_info("y", kind, shape)], weights)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def make(name: str, model: nn.Sequential, x: torch.Tensor) -> Callable[[], torch.Tensor]:
    if name == "eager":
        return lambda: model(x)
    if name == "onnxruntime":
        session = onnx_session(as_onnx(model, tuple(x.shape)), torch.get_num_threads())
        return lambda: session(x)
    if name == "compile":
        torch._dynamo.reset()
        compiled = torch.compile(model)
    else:
        depth = {"janus": True, "janus one-step": "one-step", "janus layer by layer": False}[name]
        compiled = janusc.compile(model, depth_first=depth)
    return lambda: compiled(x)


def measure(blocks: int, batch: int, arguments: argparse.Namespace, rate: float, lanes: int) -> dict:
    """One row of figures: the medians of rounds, and ratios to them."""
    shape = (batch, arguments.channels, arguments.size, arguments.size)
    model, x = stack(blocks, arguments.channels), torch.randn(shape)
    calls, compiling = {}, {}
    expected = model(x)
    for name in arguments.contenders:
        begin = time.perf_counter()
        calls[name] = make(name, model, x)
        result = calls[name]()
        compiling[name] = time.perf_counter() - begin
        torch.testing.assert_close(result, expected, rtol=1e-4, atol=1e-4, msg=f"{name} computes something else")
    seconds = alternate(calls, arguments.rounds, arguments.calls)
    roof = x.numel() / lanes * blocks * OPERATIONS / rate / torch.get_num_threads()
    figures = beside(seconds, batch, of_roof=lambda _, own: roof / own["seconds"], first_call=lambda name, _: compiling[name])
    return {"blocks": blocks, "batch": batch, "threads": torch.get_num_threads(), "roof": roof, "contenders": figures}


def show(row: dict) -> None:
    title = f"{row['blocks']} blocks, batch {row['batch']}, {row['threads']} thread(s); roof {row['roof'] * 1e3:.2f} ms"
    of_roof = ("of roof", 9, lambda figures: f"{figures['of_roof']:.0%}")
    show_contenders(title, row["contenders"], (RATE, of_roof, FACTOR, FIRST_CALL))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, nargs="+", default=[4, 8, 16])
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--size", type=int, default=112)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=1)
    parser.add_argument("--contenders", nargs="+", default=list(CONTENDERS), choices=CONTENDERS)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    keep_memory()
    torch.set_num_threads(arguments.threads)
    rate, size = vector_rate()
    print(f"{torch.backends.cpu.get_cpu_capability()}; {rate * 1e-9:.2f} G vectors of {size} bytes a second")
    rows = []
    with torch.no_grad():
        for blocks in arguments.blocks:
            for batch in arguments.batch:
                rows.append(measure(blocks, batch, arguments, rate, size // 4))
                show(rows[-1])
    if arguments.json:
        arguments.json.write_text(json.dumps({"vectors_per_second": rate, "vector_bytes": size, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
