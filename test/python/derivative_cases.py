"""One case for each derivative rule: the op on value level and the same in torch."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import torch
import torch.nn.functional as F  # noqa: N812

T = "{t}"  # where a type goes: f64


@dataclasses.dataclass
class Case:
    """`body` computes %y from %a0, %a1, ...; gradients flow to the floats among them."""

    name: str
    body: str
    result: str  # the type of %y
    function: Callable[..., torch.Tensor]
    arguments: list[torch.Tensor]
    constants: tuple[int, ...] = ()  # arguments that get no gradient though they are floats
    second: bool = True  # whether to differentiate twice

    @property
    def wrt(self) -> list[int]:
        return [i for i, a in enumerate(self.arguments) if a.is_floating_point() and i not in self.constants]


def tensor_type(value: torch.Tensor) -> str:
    element = {torch.float64: "f64", torch.float32: "f32", torch.int64: "i64", torch.bool: "i1"}[value.dtype]
    return "tensor<" + "".join(f"{n}x" for n in value.shape) + element + ">"


def randn(*shape: int, seed: int = 0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(shape, dtype=torch.float64, generator=generator)


def values(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


INF, NAN = float("inf"), float("nan")
CORNERS = values(0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 0.5, -3.0, INF, -INF, NAN)
SMOOTH = values(0.3, -0.7, 1.9, -2.4, 0.01, 3.3)
POSITIVE = values(0.3, 0.7, 1.9, 2.4, 0.01, 3.3)


def unary(name: str, function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor, suffix: str = "", tag: str = "", second: bool = True) -> Case:
    kind = tensor_type(x)
    return Case(name + tag, f"%y = nn.{name} %a0 {suffix} : {kind}", kind, function, [x], second=second)


def binary(name: str, function: Callable[..., torch.Tensor], x: torch.Tensor, y: torch.Tensor, tag: str = "", second: bool = True) -> Case:
    kind = tensor_type(x)
    return Case(name + tag, f"%y = nn.{name} %a0, %a1 : ({kind}, {kind}) -> {kind}", kind, function, [x, y], second=second)


def op(name: str, body: str, function: Callable[..., torch.Tensor], *arguments: torch.Tensor, constants: tuple[int, ...] = (), second: bool = True) -> Case:
    """`body` is everything but the types, which are those of the arguments."""
    with torch.no_grad():
        result = tensor_type(function(*arguments))
    kinds = ", ".join(tensor_type(a) for a in arguments)
    return Case(name, f"%y = nn.{body} : ({kinds}) -> {result}", result, function, list(arguments), constants, second)


def reduction(name: str, function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor, dims: str, attributes: str = "", tag: str = "", second: bool = True) -> Case:
    return op(name + tag, f"{name} %a0 dims [{dims}] {attributes}", function, x, second=second)


ELEMENTWISE = [
    unary("abs", torch.abs, CORNERS, second=False),
    unary("abs", torch.abs, SMOOTH, tag="-smooth"),
    unary("neg", torch.neg, SMOOTH),
    unary("sign", torch.sign, CORNERS, second=False),
    unary("reciprocal", torch.reciprocal, SMOOTH),
    unary("sqrt", torch.sqrt, values(0.0, 1.0, 2.0, 0.3)),
    unary("rsqrt", torch.rsqrt, POSITIVE),
    unary("ceil", torch.ceil, SMOOTH, second=False),
    unary("floor", torch.floor, SMOOTH, second=False),
    unary("round", torch.round, SMOOTH, second=False),
    unary("trunc", torch.trunc, SMOOTH, second=False),
    unary("exp", torch.exp, SMOOTH),
    unary("expm1", torch.expm1, SMOOTH),
    unary("log", torch.log, POSITIVE),
    unary("log1p", torch.log1p, POSITIVE),
    unary("log2", torch.log2, POSITIVE),
    unary("log10", torch.log10, POSITIVE),
    unary("sin", torch.sin, SMOOTH),
    unary("cos", torch.cos, SMOOTH),
    unary("tan", torch.tan, SMOOTH),
    unary("atan", torch.atan, SMOOTH),
    unary("tanh", torch.tanh, SMOOTH),
    unary("erf", torch.erf, SMOOTH),
    *(unary(name, getattr(torch, name), SMOOTH) for name in "exp2 sinh cosh asinh erfc".split()),
    *(unary(name, getattr(torch, name), values(0.3, -0.7, 0.9, -0.4, 0.01, 0.6)) for name in "asin acos atanh erfinv".split()),
    unary("acosh", torch.acosh, values(1.3, 2.7, 1.9, 4.4)),
    unary("lgamma", torch.lgamma, SMOOTH, second=False),
    *(unary(name, getattr(torch.special, name), SMOOTH) for name in "erfcx i0e i1e".split()),
    unary("i1e", torch.special.i1e, values(0.0, 9.0, -12.0), tag="-corners", second=False),
    unary("cumprod", lambda x: torch.cumprod(x, 0), values(0.3, -0.7, 1.9, -2.4), "dim 0"),
    unary("cumprod", lambda x: torch.cumprod(x, 0), values(2.0, 0.0, 3.0, 0.0, 5.0), "dim 0", tag="-zeros", second=False),
    unary("logcumsumexp", lambda x: torch.logcumsumexp(x, 0), values(0.3, -0.7, 1.9, -2.4), "dim 0", second=False),
    unary("relu", torch.relu, CORNERS, second=False),
    unary("relu", torch.relu, SMOOTH, tag="-smooth"),
    unary("sigmoid", torch.sigmoid, SMOOTH),
    unary("silu", F.silu, SMOOTH),
    *(Case(f"gelu-{kind}", f"%y = nn.gelu {kind} %a0 : tensor<6xf64>", "tensor<6xf64>", function, [SMOOTH])
      for kind, function in (("exact", F.gelu), ("tanh", lambda x: F.gelu(x, approximate="tanh")))),
    unary("leaky_relu", lambda x: F.leaky_relu(x, 0.1), CORNERS, "slope 0.1", second=False),
    unary("elu", lambda x: F.elu(x, 1.5), values(0.0, -1.0, 2.0, -0.3), "alpha 1.5"),
    unary("elu", F.selu, values(0.0, -1.0, 2.0, -0.3), "alpha 1.6732632423543772 {scale = 1.0507009873554805 : f64}", tag="-selu"),
    unary("elu", lambda x: F.celu(x, 2.0), values(0.0, -1.0, 2.0, -0.3), "alpha 2.0 {input_scale = 0.5 : f64}", tag="-celu"),
    unary("softplus", F.softplus, SMOOTH),
    unary("softplus", lambda x: F.softplus(x, 2.0, 3.0), SMOOTH, "{beta = 2.0 : f64, threshold = 3.0 : f64}", tag="-threshold"),
    unary("clamp", lambda x: torch.clamp(x, -1.0, 2.5), CORNERS, "min -1.0 max 2.5", second=False),
    unary("clamp", lambda x: torch.clamp(x, min=0.5), CORNERS, "min 0.5", tag="-min", second=False),
    Case("cast", "%f = nn.cast %a0 to f32 : tensor<6xf64>\n%e = nn.exp %f : tensor<6xf32>\n%y = nn.cast %e to f64 : tensor<6xf32>",
         "tensor<6xf64>", lambda x: x.float().exp().double(), [SMOOTH]),
]

PAIR = (values(0.3, -0.7, 1.9, -2.4), values(1.3, 0.4, -2.0, 0.6))
TIES = (values(1.0, 2.0, -1.0, 0.0, NAN, 1.0), values(1.0, 1.0, 3.0, -0.0, 1.0, NAN))
BINARY = [
    binary("add", torch.add, *PAIR),
    binary("sub", torch.sub, *PAIR),
    binary("mul", torch.mul, *PAIR),
    binary("div", torch.div, *PAIR),
    binary("remainder", torch.remainder, *PAIR),
    binary("pow", torch.pow, values(0.3, 0.7, 1.9, 2.4), PAIR[1]),
    binary("pow", torch.pow, values(0.0, 0.0, 2.0, 3.0), values(2.0, 1.0, 0.0, -1.0), tag="-corners", second=False),
    binary("atan2", torch.atan2, *PAIR),
    binary("fmod", torch.fmod, *PAIR),
    binary("hypot", torch.hypot, *PAIR),
    binary("copysign", torch.copysign, *PAIR, second=False),
    Case("with_slope", "%y = nn.with_slope %a0, %a1 slope %a1 : tensor<4xf64>", "tensor<4xf64>",
         lambda a, b: a + 0.5 * b * b - (0.5 * b * b).detach(), list(PAIR), second=False),
    op("scatter", "scatter replace %a0 into %a1 at %a2 dim 1", lambda s, x, i: x.scatter(1, i, s), randn(3, 2), randn(3, 4),
       torch.tensor([[0, 2], [1, 3], [3, 0]])),
    binary("maximum", torch.maximum, *TIES, second=False),
    binary("minimum", torch.minimum, *TIES, second=False),
    op("select", "select %a0, %a1, %a2", torch.where, torch.tensor([True, False, True, False]), *PAIR),
]

CONTRACTIONS = [
    op("matmul", "matmul %a0, %a1", torch.matmul, randn(3, 4), randn(4, 5)),
    op("matmul-batch", "matmul %a0, %a1", torch.matmul, randn(2, 3, 4), randn(2, 4, 5)),
    op("matmul-lhs", "matmul %a0, %a1 {transpose_lhs}", lambda a, b: a.mT @ b, randn(4, 3), randn(4, 5)),
    op("matmul-rhs", "matmul %a0, %a1 {transpose_rhs}", lambda a, b: a @ b.mT, randn(3, 4), randn(5, 4)),
    op("matmul-both", "matmul %a0, %a1 {transpose_lhs, transpose_rhs}", lambda a, b: a.mT @ b.mT, randn(4, 3), randn(5, 4)),
    op("linear", "linear %a0, %a1 bias %a2", F.linear, randn(3, 4), randn(5, 4), randn(5)),
    op("linear-rank3", "linear %a0, %a1 bias %a2", F.linear, randn(2, 3, 4), randn(5, 4), randn(5)),
    op("linear-rank1", "linear %a0, %a1", F.linear, randn(4), randn(5, 4)),
    op("conv", "conv %a0, %a1 bias %a2 stride [1, 1] padding [1, 1], [1, 1] dilation [1, 1]",
       lambda x, w, b: F.conv2d(x, w, b, padding=1), randn(2, 3, 5, 6), randn(4, 3, 3, 3), randn(4)),
    op("conv-stride", "conv %a0, %a1 stride [2, 1] padding [1, 0], [1, 0] dilation [1, 2] {groups = 2 : i64}",
       lambda x, w: F.conv2d(x, w, None, stride=(2, 1), padding=(1, 0), dilation=(1, 2), groups=2), randn(2, 4, 6, 7), randn(4, 2, 3, 2)),
    op("conv-1d", "conv %a0, %a1 bias %a2 stride [3] padding [2], [2] dilation [1]",
       lambda x, w, b: F.conv1d(x, w, b, stride=3, padding=2), randn(2, 2, 10), randn(3, 2, 4), randn(3)),
]

POOLING = [
    op("max_pool", "max_pool %a0 kernel [2, 2] stride [2, 2] padding [0, 0] dilation [1, 1]", lambda x: F.max_pool2d(x, 2), randn(2, 3, 6, 6), second=False),
    op("max_pool-ties", "max_pool %a0 kernel [3, 3] stride [2, 2] padding [1, 1] dilation [1, 1]",
       lambda x: F.max_pool2d(x, 3, 2, 1), randn(1, 2, 6, 6).round(), second=False),
    op("avg_pool", "avg_pool %a0 kernel [3, 3] stride [2, 2] padding [1, 1]", lambda x: F.avg_pool2d(x, 3, 2, 1), randn(2, 3, 6, 6)),
    op("avg_pool-inside", "avg_pool %a0 kernel [3, 3] stride [2, 2] padding [1, 1] {count_include_pad = false}",
       lambda x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), randn(2, 3, 6, 6)),
    op("adaptive_avg_pool", "adaptive_avg_pool %a0 sizes [2, 3]", lambda x: F.adaptive_avg_pool2d(x, (2, 3)), randn(2, 3, 5, 7)),
]


def batch_norm(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return F.batch_norm(x, None, None, w, b, True, 0.1, 1e-3)


def spread_of_batch(x: torch.Tensor) -> torch.Tensor:
    return x.mean((0, 2)) * 2 + x.var((0, 2), correction=0)


X324 = "tensor<3x2x4xf64>"
NORMALIZATION = [
    op("batch_norm", "batch_norm %a0 mean %a1 variance %a2 weight %a3 bias %a4 epsilon 1.0e-3",
       lambda x, m, v, w, b: F.batch_norm(x, m, v, w, b, False, 0.1, 1e-3), randn(3, 2, 4), randn(2), randn(2).abs() + 0.1, randn(2), randn(2),
       constants=(1, 2)),
    Case("batch_norm_training", f"%y, %m, %v = nn.batch_norm_training %a0 weight %a1 bias %a2 epsilon 1.0e-3 : ({X324}, tensor<2xf64>, tensor<2xf64>)"
         f" -> ({X324}, tensor<2xf64>, tensor<2xf64>)", X324, batch_norm, [randn(3, 2, 4), randn(2), randn(2)]),
    Case("batch_norm_training-statistics", f"%n, %m, %v = nn.batch_norm_training %a0 epsilon 1.0e-3 : ({X324})"
         f" -> ({X324}, tensor<2xf64>, tensor<2xf64>)\n%m2 = nn.add %m, %m : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>\n"
         "%y = nn.add %m2, %v : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>", "tensor<2xf64>", spread_of_batch, [randn(3, 2, 4)]),
    op("layer_norm", "layer_norm %a0 weight %a1 bias %a2 rank 1 epsilon 1.0e-5", lambda x, w, b: F.layer_norm(x, (4,), w, b), randn(3, 2, 4), randn(4), randn(4)),
    op("layer_norm-rank2", "layer_norm %a0 weight %a1 bias %a2 rank 2 epsilon 1.0e-5",
       lambda x, w, b: F.layer_norm(x, (2, 4), w, b), randn(3, 2, 4), randn(2, 4), randn(2, 4)),
    Case("softmax", "%y = nn.softmax %a0 dim 1 : tensor<3x4xf64>", "tensor<3x4xf64>", lambda x: x.softmax(1), [randn(3, 4)]),
    Case("log_softmax", "%y = nn.log_softmax %a0 dim 0 : tensor<3x4xf64>", "tensor<3x4xf64>", lambda x: x.log_softmax(0), [randn(3, 4)]),
]


def loss(name: str, tag: str, reduction: str, attributes: str, function: Callable[..., torch.Tensor], *arguments: torch.Tensor) -> Case:
    weight = " weight %a2" if len(arguments) == 3 else ""
    return op(name + tag, f"{name} {reduction} %a0, %a1{weight} {attributes}",
              lambda x, t, w=None: function(x, t, w, reduction=reduction), *arguments, constants=(2,))


TARGET = torch.tensor([1, 3, -100, 0])
IGNORE0 = torch.tensor([1, 3, 2, 0])
CLASS_WEIGHT = values(0.5, 1.0, 2.0, 0.1)


def smooth(*arguments: object, **options: object) -> torch.Tensor:
    return F.cross_entropy(*arguments, label_smoothing=0.2, **options)  # type: ignore[arg-type]


LOSSES = [
    *(loss(name, f"-{r}", r, "", f, randn(4, 4), TARGET) for name, f in (("nll_loss", F.nll_loss), ("cross_entropy", F.cross_entropy)) for r in ("none", "mean", "sum")),
    *(loss(name, f"-weight-{r}", r, "{ignore_index = 0 : i64}", lambda *a, f=f, **k: f(*a, ignore_index=0, **k), randn(4, 4), IGNORE0, CLASS_WEIGHT)
      for name, f in (("nll_loss", F.nll_loss), ("cross_entropy", F.cross_entropy)) for r in ("none", "mean")),
    loss("cross_entropy", "-smooth", "mean", "{label_smoothing = 0.2 : f64}", smooth, randn(4, 4), TARGET),
    loss("cross_entropy", "-smooth-weight", "mean", "{label_smoothing = 0.2 : f64}", smooth, randn(4, 4), TARGET, CLASS_WEIGHT),
    loss("cross_entropy", "-spatial", "mean", "", F.cross_entropy, randn(2, 4, 3), torch.tensor([[0, 1, -100], [3, 2, 2]])),
    loss("cross_entropy", "-single", "mean", "", F.cross_entropy, randn(4), torch.tensor(2)),
]

REDUCTIONS = [
    reduction("sum", lambda x: x.sum((0, 2)), randn(2, 3, 4), "0, 2"),
    reduction("sum", lambda x: x.sum((0, 2), keepdim=True), randn(2, 3, 4), "0, 2", "keepdim", tag="-keepdim"),
    reduction("mean", lambda x: x.mean((0, 2)), randn(2, 3, 4), "0, 2"),
    reduction("mean", lambda x: x.mean(), randn(2, 3), "0, 1", tag="-all"),
    reduction("prod", lambda x: x.prod(1), torch.tensor([[1.0, 2.0, 3.0], [0.0, 2.0, 3.0], [0.0, 0.0, 3.0]], dtype=torch.float64), "1", second=False),
    reduction("amax", lambda x: x.amax(1), randn(3, 8).round(), "1", second=False),
    reduction("amax", lambda x: x.max(), values(1.0, NAN, 3.0, NAN), "0", tag="-nan", second=False),
    reduction("amin", lambda x: x.amin(1), randn(3, 8).round(), "1", second=False),
    reduction("norm", lambda x: x.norm(dim=1), torch.tensor([[1.0, 2.0], [0.0, 0.0]], dtype=torch.float64), "1", second=False),
    reduction("norm", lambda x: x.norm(dim=1), randn(3, 4), "1", tag="-smooth"),
    reduction("logsumexp", lambda x: x.logsumexp(1), randn(3, 4), "1"),
    reduction("var", lambda x: x.var(1), randn(3, 4), "1"),
    reduction("var", lambda x: x.var((0, 1), correction=0), randn(3, 4), "0, 1", "{correction = 0.0 : f64}", tag="-biased"),
    reduction("std", lambda x: x.std(1), randn(3, 4), "1"),
    reduction("std", lambda x: x.std(1), torch.ones(2, 3, dtype=torch.float64), "1", tag="-zero", second=False),
    Case("cumsum", "%y = nn.cumsum %a0 dim 1 : tensor<3x4xf64>", "tensor<3x4xf64>", lambda x: x.cumsum(1), [randn(3, 4)]),
]


def slice_scatter(source: torch.Tensor, destination: torch.Tensor) -> torch.Tensor:
    result = destination.clone()
    result[1:3, 0:4:2] = source
    return result


INDEX = torch.tensor([[0, 2], [2, 2], [1, 0]])
ROWS = torch.tensor([[1, 0, 1], [4, 1, 2]])
SHAPES = [
    Case("broadcast_to", "%y = nn.broadcast_to %a0 sizes [2, 3, 4] : tensor<3x1xf64> -> tensor<2x3x4xf64>", "tensor<2x3x4xf64>",
         lambda x: x.expand(2, 3, 4), [randn(3, 1)]),
    Case("reshape", "%y = nn.reshape %a0 sizes [2, 6] : tensor<3x4xf64> -> tensor<2x6xf64>", "tensor<2x6xf64>", lambda x: x.reshape(2, 6), [randn(3, 4)]),
    op("permute", "permute %a0 dims [2, 0, 1]", lambda x: x.permute(2, 0, 1), randn(2, 3, 4)),
    op("slice", "slice %a0 offsets [1, 0] sizes [2, 2] steps [1, 2]", lambda x: x[1:3, 0:4:2], randn(4, 5)),
    op("slice_scatter", "slice_scatter %a0 into %a1 offsets [1, 0] steps [1, 2]", slice_scatter, randn(2, 2), randn(4, 5)),
    op("concat", "concat %a0, %a1 dim 1", lambda a, b: torch.cat((a, b), 1), randn(2, 3), randn(2, 4)),
    op("pad", "pad %a0 low [0, 1] high [2, 0] value 3.0", lambda x: F.pad(x, (1, 0, 0, 2), value=3.0), randn(2, 3)),
    op("gather", "gather %a0, %a1 dim 1", lambda x, i: x.gather(1, i), randn(3, 3), INDEX),
    op("scatter_add", "scatter_add %a0 into %a1 at %a2 dim 1", lambda s, x, i: x.scatter_add(1, i, s), randn(3, 2), randn(3, 3), INDEX),
    op("index_select", "index_select %a0, %a1 dim 0", lambda x, i: x.index_select(0, i), randn(3, 2), torch.tensor([2, 0, 2])),
    op("index_put", "index_put %a0 into %a1 at %a2 dim 0", lambda v, x, i: x.index_put((i,), v), randn(2, 3), randn(4, 3), torch.tensor([3, 1])),
    op("embedding", "embedding %a0, %a1", lambda w, i: F.embedding(i, w), randn(5, 3), ROWS),
]


def lstm(reverse: bool) -> Callable[..., torch.Tensor]:
    def run(x, h, c, wi, wh, bi, bh):  # noqa: ANN001, ANN202
        if reverse:
            x = x.flip(0)
        y, hn, cn = torch.lstm(x, (h[None], c[None]), [wi, wh, bi, bh], True, 1, 0.0, True, False, False)
        if reverse:
            y = y.flip(0)
        return y + hn + 2 * cn
    return run


LSTM_ARGUMENTS = [randn(3, 2, 2), randn(2, 3), randn(2, 3, seed=1), randn(12, 2), randn(12, 3), randn(12), randn(12, seed=1)]
LSTM_BODY = ("%s, %hn, %cn = nn.lstm %a0 state %a1, %a2 weights %a3, %a4 biases %a5, %a6 {reverse}: ({kinds})"
             " -> (tensor<3x2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)\n"
             "%c2 = nn.add %cn, %cn : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>\n"
             "%hc = nn.add %hn, %c2 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>\n"
             "%b = nn.broadcast_to %hc sizes [3, 2, 3] : tensor<2x3xf64> -> tensor<3x2x3xf64>\n"
             "%y = nn.add %s, %b : (tensor<3x2x3xf64>, tensor<3x2x3xf64>) -> tensor<3x2x3xf64>")
RECURRENT = [
    Case("lstm" + ("-reverse" if reverse else ""),
         LSTM_BODY.replace("{reverse}", "{reverse}" if reverse else "").replace("{kinds}", ", ".join(map(tensor_type, LSTM_ARGUMENTS))),
         "tensor<3x2x3xf64>", lstm(reverse), LSTM_ARGUMENTS)
    for reverse in (False, True)
]

CASES = [*ELEMENTWISE, *BINARY, *CONTRACTIONS, *POOLING, *NORMALIZATION, *LOSSES, *REDUCTIONS, *SHAPES, *RECURRENT]
