"""Layers of the nn dialect against torch: products, convolutions, pooling, normalisation, losses, LSTM."""

from __future__ import annotations

import itertools

import pytest
import torch
import torch.nn.functional as F
from nn_oracle import Case, Module, check, collector

INF, NAN = float("inf"), float("nan")
pytestmark = pytest.mark.xdist_group("nn_layers")
CASES: list[Case] = []
case = collector(CASES)
LAST = " {layout = #janus.layout<channels_last>}"


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    generator = torch.Generator().manual_seed(len(CASES))
    return torch.randn(shape, generator=generator).to(dtype)


def last(x: torch.Tensor) -> torch.Tensor:
    """An image or weight with its channels last."""
    return x.movedim(1, -1).contiguous()


def numbers(values: object) -> str:
    return str(list(values))  # type: ignore[call-overload]


#
# Products
#

for shape in ((), (2,), (2, 3)):
    for tl, tr in itertools.product((False, True), repeat=2):
        for dtype, rtol in ((torch.float32, 1e-5), (torch.bfloat16, 2e-2)):
            a, b = random(*shape, 4, 5, dtype=dtype), random(*shape, 5, 3, dtype=dtype)
            given_a, given_b = (a.mT if tl else a), (b.mT if tr else b)
            flags = [flag for flag, on in (("transpose_lhs", tl), ("transpose_rhs", tr)) if on]
            attributes = f" {{{', '.join(flags)}}}" if flags else ""
            opened = {0: (0,), 1: (0,)} if shape else {0: (1 if tl else 0,)}
            case(f"nn.matmul %0, %1{attributes} : ($0, $1) -> $r0", [given_a, given_b], a @ b, rtol, opened, {0: (0,)})
ints = torch.arange(6).reshape(2, 3)
case("nn.matmul %0, %1 {transpose_rhs} : ($0, $1) -> $r0", [ints, ints], ints @ ints.T)
for shape in ((4,), (2, 4), (2, 3, 4)):
    x, w, b = random(*shape), random(5, 4), random(5)
    dims = {0: (0,)} if len(shape) > 1 else {}
    case("nn.linear %0, %1 bias %2 : ($0, $1, $2) -> $r0", [x, w, b], F.linear(x, w, b), open=dims, ropen=dims)
    case("nn.linear %0, %1 : ($0, $1) -> $r0", [x, w], F.linear(x, w), open=dims, ropen=dims)

#
# Convolutions
#

CONVS = [
    # image, kernel, out, stride, padding, dilation, groups
    ((9,), (3,), 6, (1,), (1,), (1,), 1),
    ((9,), (3,), 6, (2,), (0,), (2,), 2),
    ((8, 8), (3, 3), 6, (1, 1), (1, 1), (1, 1), 1),
    ((9, 8), (3, 2), 6, (2, 3), (1, 0), (1, 2), 1),
    ((9, 8), (3, 2), 6, (2, 1), (2, 1), (1, 1), 2),
    ((6, 6), (1, 1), 4, (1, 1), (1, 1), (1, 1), 4),
    ((7, 5), (2, 2), 4, (3, 2), (2, 0), (1, 1), 1),
    ((5, 6, 4), (2, 3, 2), 4, (1, 2, 1), (1, 1, 0), (1, 1, 2), 2),
    ((5, 6, 4), (2, 3, 2), 4, (1, 1, 1), (0, 1, 0), (1, 1, 1), 1),
]
for image, kernel, out, stride, padding, dilation, groups in CONVS:
    convolve = [F.conv1d, F.conv2d, F.conv3d][len(image) - 1]
    for layout, dtype in itertools.product(("first", "last"), (torch.float32, torch.float64)):
        x = random(2, 4, *image, dtype=dtype).requires_grad_()
        w = random(out, 4 // groups, *kernel, dtype=dtype).requires_grad_()
        b = random(out, dtype=dtype)
        y = convolve(x, w, b, stride, padding, dilation, groups)
        g = random(*y.shape, dtype=dtype)
        dx, dw = torch.autograd.grad(y, (x, w), g)
        place = (lambda t: t) if layout == "first" else last
        named = [f"groups = {groups} : i64"] if groups != 1 else []
        named += ["layout = #janus.layout<channels_last>"] if layout == "last" else []
        attributes = f" {{{', '.join(named)}}}" if named else ""
        rest = (
            f"stride {numbers(stride)} padding {numbers(padding)}, {numbers(padding)} dilation {numbers(dilation)}"
            f"{attributes}"
        )
        size = 2 if layout == "first" else 1
        for dims in ((0,), (0, size)):
            case(f"nn.conv %0, %1 bias %2 {rest} : ($0, $1, $2) -> $r0", [place(x), place(w), b], place(y),
                 open={0: dims}, ropen={0: dims})
        case(f"nn.conv %0, %1 {rest} : ($0, $1) -> $r0", [place(x), place(w)],
             place(convolve(x, w, None, stride, padding, dilation, groups)))
        case(f"nn.conv_backward_input %0, %1 sizes {numbers(image)} {rest} : ($0, $1) -> $r0", [place(g), place(w)],
             place(dx), open={0: (0,)}, ropen={0: (0,)})
        sizes = "".join(f", {s}" for s in image[1:])
        case(f"nn.conv_backward_input %0, %1 sizes [%2{sizes}] {rest} : ($0, $1) -> $r0",
             [place(g), place(w), image[0]], place(dx), open={0: (0, size)}, ropen={0: (0, size)})
        case(f"nn.conv_backward_weight %0, %1 kernel {numbers(kernel)} {rest} : ($0, $1) -> $r0", [place(g), place(x)],
             place(dw), open={0: (0,), 1: (0,)})
x, w = random(2, 3, 8, 8, dtype=torch.bfloat16), random(4, 3, 3, 3, dtype=torch.bfloat16)
rest = "stride [1, 1] padding [0, 0], [0, 0] dilation [1, 1]"
case(f"nn.conv %0, %1 {rest} : ($0, $1) -> $r0", [x, w], F.conv2d(x, w), 2e-2)
case("nn.conv %0, %1 stride [1, 1] padding [0, 1], [2, 3] dilation [1, 1] : ($0, $1) -> $r0",
     [x.float(), w.float()], F.conv2d(F.pad(x.float(), (1, 3, 0, 2)), w.float()))

#
# Pooling
#

POOLS = [
    # image, kernel, stride, padding, dilation, ceil_mode
    ((8,), (2,), (2,), (0,), (1,), False),
    ((9,), (3,), (2,), (1,), (1,), True),
    ((8, 6), (2, 2), (2, 2), (0, 0), (1, 1), False),
    ((9, 8), (3, 2), (2, 1), (1, 1), (1, 1), False),
    ((9, 8), (3, 3), (2, 2), (1, 1), (1, 1), True),
    ((9, 8), (2, 3), (1, 2), (1, 1), (2, 1), False),
    ((7, 7), (2, 2), (3, 3), (1, 0), (1, 1), True),
    ((6, 7), (3, 3), (1, 1), (1, 1), (1, 1), False),
    ((5, 6, 4), (2, 3, 2), (1, 2, 2), (1, 1, 0), (1, 1, 1), False),
]


def special(x: torch.Tensor) -> torch.Tensor:
    """Ties, infinities and a NaN."""
    x = x.round()
    x.reshape(-1)[:24] = -INF
    x.reshape(-1)[33] = NAN
    x.reshape(-1)[36] = NAN
    return x


for image, kernel, stride, padding, dilation, ceil in POOLS:
    n = len(image) - 1
    parts = f"kernel {numbers(kernel)} stride {numbers(stride)} padding {numbers(padding)}"
    for layout in ("first", "last"):
        place = (lambda t: t) if layout == "first" else last
        base = (["ceil_mode"] if ceil else []) + (["layout = #janus.layout<channels_last>"] if layout == "last" else [])
        attributes = f" {{{', '.join(base)}}}" if base else ""
        maximum = [F.max_pool1d, F.max_pool2d, F.max_pool3d][n]
        size = 2 if layout == "first" else 1
        for x in (random(2, 3, *image), special(random(2, 3, *image))):
            x.requires_grad_()
            y = maximum(x, kernel, stride, padding, dilation, ceil)
            g = random(*y.shape)
            (dx,) = torch.autograd.grad(y, x, g)
            rest = f"{parts} dilation {numbers(dilation)}{attributes}"
            for dims in ((0,), (0, size)):
                case(f"nn.max_pool %0 {rest} : ($0) -> $r0", [place(x)], place(y), open={0: dims}, ropen={0: dims})
                case(f"nn.max_pool_backward %0, %1 {rest} : ($0, $1) -> $r0", [place(g), place(x)], place(dx),
                     open={0: dims, 1: dims}, ropen={0: dims})
        if any(d != 1 for d in dilation):
            continue
        mean = [F.avg_pool1d, F.avg_pool2d, F.avg_pool3d][n]
        for include, divisor in ((True, None), (False, None), (True, 5)):
            if divisor and n == 0:
                continue
            extra = [] if include else ["count_include_pad = false"]
            extra += [f"divisor = {divisor} : i64"] if divisor else []
            attributes = f" {{{', '.join(base + extra)}}}" if base or extra else ""
            x = random(2, 3, *image).requires_grad_()
            arguments = (kernel, stride, padding, ceil, include)
            y = mean(x, *arguments) if n == 0 else mean(x, *arguments, divisor)
            g = random(*y.shape)
            (dx,) = torch.autograd.grad(y, x, g)
            for dims in ((0,), (0, size)):
                case(f"nn.avg_pool %0 {parts}{attributes} : ($0) -> $r0", [place(x)], place(y), open={0: dims},
                     ropen={0: dims})
                case(f"nn.avg_pool_backward %0, %1 {parts}{attributes} : ($0, $1) -> $r0", [place(g), place(x)],
                     place(dx), open={0: dims, 1: dims}, ropen={0: dims})
for image, sizes in (((8, 6), (1, 1)), ((8, 6), (4, 3)), ((7, 5), (3, 2)), ((7, 5), (3, 8)), ((9,), (4,))):
    adaptive = [F.adaptive_avg_pool1d, F.adaptive_avg_pool2d][len(image) - 1]
    for layout in ("first", "last"):
        place = (lambda t: t) if layout == "first" else last
        attributes = LAST if layout == "last" else ""
        x = random(2, 3, *image).requires_grad_()
        y = adaptive(x, sizes)
        g = random(*y.shape)
        (dx,) = torch.autograd.grad(y, x, g)
        for dims in ((0,), (0, 2 if layout == "first" else 1)):
            case(f"nn.adaptive_avg_pool %0 sizes {numbers(sizes)}{attributes} : ($0) -> $r0", [place(x)], place(y),
                 open={0: dims}, ropen={0: (0,)})
            case(f"nn.adaptive_avg_pool_backward %0, %1{attributes} : ($0, $1) -> $r0", [place(g), place(x)], place(dx),
                 open={0: (0,), 1: dims}, ropen={0: dims})

#
# Normalisation
#

for dtype, rtol in ((torch.float32, 1e-4), (torch.float64, 1e-6), (torch.bfloat16, 3e-2)):
    for shape in ((6, 3), (4, 3, 5), (2, 3, 4, 5)):
        x = random(*shape, dtype=dtype)
        mean, variance, w, b = random(3, dtype=dtype), random(3, dtype=dtype).abs(), random(3, dtype=dtype), random(3, dtype=dtype)
        for place, attributes in ((lambda t: t, ""), (last, LAST)):
            case(f"nn.batch_norm %0 mean %1 variance %2 weight %3 bias %4 epsilon 1.0e-5{attributes} "
                 ": ($0, $1, $2, $3, $4) -> $r0", [place(x), mean, variance, w, b],
                 place(F.batch_norm(x, mean, variance, w, b)), rtol, {0: (0,)}, {0: (0,)})
            case(f"nn.batch_norm %0 mean %1 variance %2 epsilon 0.1{attributes} : ($0, $1, $2) -> $r0",
                 [place(x), mean, variance], place(F.batch_norm(x, mean, variance, eps=0.1)), rtol)
            dims = [i for i in range(len(shape)) if i != 1]
            wide = x.float() if dtype == torch.bfloat16 else x
            case(f"nn.batch_norm_training %0 weight %1 bias %2 epsilon 1.0e-5{attributes} "
                 ": ($0, $1, $2) -> ($r0, $r1, $r2)", [place(x), w, b],
                 [place(F.batch_norm(x, None, None, w, b, training=True)), wide.mean(dims), wide.var(dims, correction=0)],
                 rtol, {0: (0,)}, {0: (0,)})
    # A variance far less than the mean's square.
    x = random(4, 3, 5, dtype=dtype) + 1000
    wide = x.double()
    if dtype != torch.bfloat16:
        case("nn.batch_norm_training %0 epsilon 1.0e-5 : ($0) -> ($r0, $r1, $r2)", [x],
             [F.batch_norm(wide, None, None, training=True).to(dtype), wide.mean((0, 2)).to(dtype),
              wide.var((0, 2), correction=0).to(dtype)], 1e-3)
    x, w, b = random(4, 3, 5, dtype=dtype), random(3, 5, dtype=dtype), random(3, 5, dtype=dtype)
    case("nn.layer_norm %0 weight %1 bias %2 rank 2 epsilon 1.0e-5 : ($0, $1, $2) -> $r0", [x, w, b],
         F.layer_norm(x, (3, 5), w, b), rtol, {0: (0,)}, {0: (0,)})
    case("nn.layer_norm %0 rank 1 epsilon 1.0e-3 : ($0) -> $r0", [x], F.layer_norm(x, (5,), eps=1e-3), rtol)
    case("nn.layer_norm %0 weight %1 rank 2 epsilon 1.0e-5 : ($0, $1) -> $r0", [x, w], F.layer_norm(x, (3, 5), w), rtol)
    for dim in (0, 1, 2):
        case(f"nn.softmax %0 dim {dim} : $0", [x], x.softmax(dim), rtol, {0: (0,)}, {0: (0,)})
        case(f"nn.log_softmax %0 dim {dim} : $0", [x], x.log_softmax(dim), rtol, {0: (0,)}, {0: (0,)})
edge = torch.tensor([[1e4, -1e4, 0.0], [INF, 1.0, 2.0], [-INF, -INF, -INF], [NAN, 0.0, 1.0], [-INF, 0.0, 1.0]])
case("nn.softmax %0 dim 1 : $0", [edge], edge.softmax(1))
case("nn.log_softmax %0 dim 1 : $0", [edge], edge.log_softmax(1))

#
# Losses
#

for shape, target in (
    ((5, 4), torch.tensor([0, 3, 2, 1, 1])),
    ((2, 4, 3), torch.tensor([[0, 3, 2], [1, 1, 0]])),
    ((4,), torch.tensor(2)),
):
    for reduction, weighted, ignored in itertools.product(("none", "mean", "sum"), (False, True), (-100, 1)):
        x, w = random(*shape), torch.tensor([0.5, 2.0, 0.0, 1.5]) if weighted else None
        operands = "%0, %1 weight %2 " if weighted else "%0, %1 "
        types = "($0, $1, $2)" if weighted else "($0, $1)"
        given = [x, target, w] if weighted else [x, target]
        dims = {0: (0,), 1: (0,)} if target.dim() else {}
        ropen = {0: (0,)} if target.dim() and reduction == "none" else {}
        case(f"nn.nll_loss {reduction} {operands}{{ignore_index = {ignored} : i64}} : {types} -> $r0", given,
             F.nll_loss(x, target, w, ignore_index=ignored, reduction=reduction), open=dims, ropen=ropen)
        for smoothing in (0.0, 0.3):
            wanted = F.cross_entropy(x, target, w, ignore_index=ignored, reduction=reduction, label_smoothing=smoothing)
            attributes = f"{{ignore_index = {ignored} : i64, label_smoothing = {smoothing} : f64}}"
            case(f"nn.cross_entropy {reduction} {operands}{attributes} : {types} -> $r0", given, wanted, open=dims,
                 ropen=ropen)
x, target = random(3, 4), torch.full((3,), -100)
case("nn.cross_entropy mean %0, %1 : ($0, $1) -> $r0", [x, target], F.cross_entropy(x, target))
x, target = random(3, 4, dtype=torch.bfloat16), torch.tensor([0, 1, 2])
case("nn.cross_entropy mean %0, %1 : ($0, $1) -> $r0", [x, target], F.cross_entropy(x, target), 2e-2)

#
# LSTM
#

for biased, reverse, dtype in itertools.product((True, False), (True, False), (torch.float32, torch.float64)):
    layer = torch.nn.LSTM(3, 4, bias=biased, dtype=dtype)
    x, h, c = random(6, 2, 3, dtype=dtype), random(1, 2, 4, dtype=dtype), random(1, 2, 4, dtype=dtype)
    y, (hn, cn) = layer(x.flip(0) if reverse else x, (h, c))
    weights = [parameter.detach() for parameter in layer.parameters()]
    operands = "%0 state %1, %2 weights %3, %4" + (" biases %5, %6" if biased else "")
    types = ", ".join(f"${i}" for i in range(3 + len(weights)))
    for dims in ({}, {0: (0, 1), 1: (0,), 2: (0,)}):
        case(f"nn.lstm {operands}{' {reverse}' if reverse else ''} : ({types}) -> ($r0, $r1, $r2)",
             [x, h[0], c[0], *weights], [y.flip(0) if reverse else y, hn[0], cn[0]], 1e-5, dims, dims)


@pytest.fixture(scope="module")
def module() -> Module:
    return Module([case.function() for case in CASES])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_op(module: Module, case: Case) -> None:
    check(module, case)
