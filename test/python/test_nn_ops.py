"""Every nn op against torch: values, NaN, ties, dtypes, open sizes."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from nn_oracle import Case, Module, check, collector

INF, NAN = float("inf"), float("nan")
pytestmark = pytest.mark.xdist_group("nn_ops")
CASES: list[Case] = []
case = collector(CASES)


def random(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    generator = torch.Generator().manual_seed(len(CASES))
    return torch.randn(shape, generator=generator).to(dtype)


def small(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Few different values, so that there are ties."""
    generator = torch.Generator().manual_seed(len(CASES))
    return torch.randint(-2, 3, shape, generator=generator).to(dtype)


#
# Elementwise
#

SPECIAL = torch.tensor([[0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, 3.5], [INF, -INF, NAN, 1e-7, -1e-7, 30.0, -30.0, 0.1]])
UNARY: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    name: getattr(torch, name)
    for name in "abs neg sign reciprocal sqrt rsqrt ceil floor round trunc exp expm1 log log1p log2 log10 sin cos tan"
    " atan tanh erf relu sigmoid exp2 asin acos sinh cosh asinh acosh atanh erfc erfinv lgamma digamma".split()
} | {"silu": F.silu} | {name: getattr(torch.special, name) for name in "erfcx i0e i1e".split()}
# Functions that torch does not have for 16 bits.
WIDE_ONLY = {"erfcx"}


def unary(statement: str, function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor, rtol: float = 1e-5) -> None:
    rank0 = x.dim() == 0
    case(f"{statement} : $0", [x], function(x), rtol, open={} if rank0 else {0: (0,)}, ropen={} if rank0 else {0: (0,)})


for name, function in UNARY.items():
    unary(f"nn.{name} %0", function, SPECIAL)
    if name not in WIDE_ONLY:
        unary(f"nn.{name} %0", function, random(3, 5, dtype=torch.bfloat16), 1e-2)
    unary(f"nn.{name} %0", function, random(dtype=torch.float64))
for name in ("abs", "neg", "sign", "relu"):
    unary(f"nn.{name} %0", UNARY[name], small(2, 7, dtype=torch.int64))
# At infinity torch's gelu is infinite or NaN, depending on the number of elements.
unary("nn.gelu exact %0", F.gelu, SPECIAL.nan_to_num(posinf=NAN, neginf=NAN, nan=NAN), 1e-4)
unary("nn.gelu tanh %0", lambda x: F.gelu(x, approximate="tanh"), SPECIAL, 1e-4)
unary("nn.leaky_relu %0 slope 0.1", lambda x: F.leaky_relu(x, 0.1), SPECIAL)
unary("nn.elu %0 alpha 1.5", lambda x: F.elu(x, 1.5), SPECIAL)
unary("nn.elu %0 alpha 1.6732632423543772 {scale = 1.0507009873554805 : f64}", F.selu, SPECIAL)
unary("nn.elu %0 alpha 2.0 {input_scale = 0.5 : f64}", lambda x: F.celu(x, 2.0), SPECIAL)
unary("nn.softplus %0", F.softplus, SPECIAL)
unary("nn.softplus %0 {beta = 2.0 : f64, threshold = 1.0 : f64}", lambda x: F.softplus(x, 2, 1), SPECIAL)
unary("nn.clamp %0 min -0.5 max 1.0", lambda x: torch.clamp(x, -0.5, 1.0), SPECIAL)
unary("nn.clamp %0 min 2.0 max 1.0", lambda x: torch.clamp(x, 2.0, 1.0), SPECIAL)
unary("nn.clamp %0 max 1.0", lambda x: torch.clamp(x, max=1), small(9, dtype=torch.int32))
unary("nn.isnan %0", torch.isnan, SPECIAL)
unary("nn.isinf %0", torch.isinf, SPECIAL)
unary("nn.logical_not %0", torch.logical_not, SPECIAL)
unary("nn.logical_not %0", torch.logical_not, small(9, dtype=torch.int64))
unary("nn.bitwise_not %0", torch.bitwise_not, small(9, dtype=torch.int64))
unary("nn.bitwise_not %0", torch.bitwise_not, small(9, dtype=torch.bool))
FINITE = torch.tensor([0.0, -0.0, 1.7, -1.7, 2.5, -2.5, 100.0])
for source in (FINITE, FINITE.bfloat16(), FINITE.double(), FINITE.long(), FINITE.bool(), FINITE.half()):
    for target in ("f32", "f64", "bf16", "f16", "i64", "i32", "i8", "i1"):
        dtype = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16, "f16": torch.float16,
                 "i64": torch.int64, "i32": torch.int32, "i8": torch.int8, "i1": torch.bool}[target]
        unary(f"nn.cast %0 to {target}", lambda x, dtype=dtype: x.to(dtype), source)
unary("nn.cast %0 to i1", torch.Tensor.bool, SPECIAL)


def binary(name: str, function: Callable[..., torch.Tensor], *x: torch.Tensor, rtol: float = 1e-5) -> None:
    operands = ", ".join(f"%{i}" for i in range(len(x)))
    types = ", ".join(f"${i}" for i in range(len(x)))
    case(f"nn.{name} {operands} : ({types}) -> $r0", x, function(*x), rtol, {i: (0,) for i in range(len(x))}, {0: (0,)})


LEFT, RIGHT = (t.reshape(-1) for t in torch.meshgrid(SPECIAL.reshape(-1), SPECIAL.reshape(-1), indexing="ij"))
INTS = torch.arange(-7, 8).repeat(6)
DIVISORS = torch.tensor([1, -1, 2, -2, 3, -3]).repeat_interleave(15)
EXPONENTS = torch.tensor([0, 1, 2, 5, -1, -2]).repeat_interleave(15)
BINARY: dict[str, Callable[..., torch.Tensor]] = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "floor_div": torch.floor_divide,
    "remainder": torch.remainder, "pow": torch.pow, "atan2": torch.atan2, "maximum": torch.maximum,
    "minimum": torch.minimum, "fmod": torch.fmod,
}
for name, function in BINARY.items():
    binary(name, function, LEFT, RIGHT)
    binary(name, function, random(5, dtype=torch.bfloat16).abs(), random(5, dtype=torch.bfloat16), rtol=1e-2)
    if name not in ("div", "pow", "atan2"):
        binary(name, function, INTS, DIVISORS)
binary("pow", lambda a, b: torch.pow(a, b), INTS[INTS != 0], EXPONENTS[INTS != 0])
for name, function in {"and": torch.bitwise_and, "or": torch.bitwise_or, "xor": torch.bitwise_xor}.items():
    binary(name, function, INTS, DIVISORS)
    binary(name, function, INTS > 0, DIVISORS > 0)
for name in ("add", "mul", "maximum", "minimum"):
    binary(name, BINARY[name], INTS > 0, DIVISORS > 0)
for kind in ("eq", "ne", "lt", "le", "gt", "ge"):
    binary(f"compare {kind}", getattr(torch, kind), LEFT, RIGHT)
    binary(f"compare {kind}", getattr(torch, kind), INTS, DIVISORS)
    binary(f"compare {kind}", getattr(torch, kind), INTS > 0, DIVISORS > 0)
binary("select", torch.where, LEFT > 0, LEFT, RIGHT)
for name in ("hypot", "copysign", "nextafter"):
    for dtype in (torch.float32, torch.float64):
        binary(name, getattr(torch, name), LEFT.to(dtype), RIGHT.to(dtype))
# Where the special functions change their formula, and where they have their zeros.
WIDE = torch.cat([torch.linspace(-30, 30, 241), torch.logspace(-6, 6, 60), torch.tensor([1.0, 2.0, 8.0, 10.0])])
for name in ("lgamma", "digamma", "special.erfcx", "special.i0e", "special.i1e", "erfc", "sinh", "asinh", "exp2"):
    function = functools.reduce(getattr, name.split("."), torch)
    for dtype in (torch.float32, torch.float64):
        unary(f"nn.{name.rpartition('.')[2]} %0", function, WIDE.to(dtype), 4e-6 if dtype == torch.float32 else 1e-9)
unary("nn.erfinv %0", torch.erfinv, torch.linspace(-1, 1, 301, dtype=torch.float64), 1e-9)

#
# Shapes and indexing
#

X = random(2, 3, 4)
case("nn.full %0 sizes [%1, 2] : f32 -> $r0", [1.5, 3], torch.full((3, 2), 1.5), ropen={0: (0,)})
case("nn.broadcast_to %0 sizes [%1, 3, 4] : $0 -> $r0", [random(3, 1), 2], random(3, 1).expand(2, 3, 4), ropen={0: (0,)})
CASES.pop()
for shape, sizes in [((3, 1), (2, 3, 4)), ((), (2, 3)), ((1, 4), (5, 4)), ((2, 1, 4), (2, 3, 4))]:
    x = random(*shape)
    case(f"nn.broadcast_to %0 sizes [%1{''.join(f', {s}' for s in sizes[1:])}] : $0 -> $r0", [x, sizes[0]],
         x.expand(sizes), ropen={0: (0,)})
for sizes in [(2, 12), (24,), (6, 4), (4, 6), (2, 2, 6), (1, 2, 3, 4, 1), (8, 3)]:
    case(f"nn.reshape %0 sizes [{', '.join(map(str, sizes))}] : $0 -> $r0", [X], X.reshape(sizes))
    rest = "".join(f", {s}" for s in sizes[1:])
    case(f"nn.reshape %0 sizes [%1{rest}] : $0 -> $r0", [X, sizes[0]], X.reshape(sizes), open={0: (0,)}, ropen={0: (0,)})
case("nn.reshape %0 sizes [%1, %2] : $0 -> $r0", [X, 4, 6], X.reshape(4, 6), open={0: (0, 1)}, ropen={0: (0, 1)})
case("nn.reshape %0 sizes [] : $0 -> $r0", [random(1, 1)], random(1, 1).reshape(()))
CASES.pop()
ONE = random(1, 1)
case("nn.reshape %0 sizes [] : $0 -> $r0", [ONE], ONE.reshape(()), open={0: (0,)})
case("nn.reshape %0 sizes [1, 1] : $0 -> $r0", [ONE.reshape(())], ONE)
case("nn.permute %0 dims [2, 0, 1] : ($0) -> $r0", [X], X.permute(2, 0, 1), open={0: (0,)}, ropen={0: (1,)})
case("nn.slice %0 offsets [1, 0, %1] sizes [1, %2, 2] steps [1, 2, 1] : ($0) -> $r0", [X, 1, 2],
     X[1:2, 0:3:2, 1:3], open={0: (0,)}, ropen={0: (1,)})
patch, scattered = random(1, 2, 2), X.clone()
scattered[1:2, 0:3:2, 1:3] = patch
case("nn.slice_scatter %0 into %1 offsets [1, 0, %2] steps [1, 2, 1] : ($0, $1) -> $r0", [patch, X, 1], scattered,
     open={1: (0,)}, ropen={0: (0,)})
Y = random(2, 5, 4)
case("nn.concat %0, %1, %0 dim 1 : ($0, $1, $0) -> $r0", [X, Y], torch.cat([X, Y, X], 1), open={0: (0,), 1: (0, 1)},
     ropen={0: (0, 1)})
case("nn.pad %0 low [0, 1, 2] high [0, 0, 1] value 1.5 : ($0) -> $r0", [X], F.pad(X, (2, 1, 1, 0), value=1.5),
     open={0: (0,)}, ropen={0: (0,)})
start, step = torch.tensor(3), torch.tensor(-2)
index = torch.tensor([[[0, 2, 1, 0], [2, 2, 0, 1]], [[1, 1, 1, 1], [0, 2, 0, 2]]])
case("nn.gather %0, %1 dim 1 : ($0, $1) -> $r0", [X, index], X.gather(1, index), open={0: (0,), 1: (0,)}, ropen={0: (0,)})
source = random(2, 2, 4)
case("nn.scatter_add %0 into %1 at %2 dim 1 : ($0, $1, $2) -> $r0", [source, X, index],
     X.scatter_add(1, index, source), open={0: (0,), 1: (0,), 2: (0,)}, ropen={0: (0,)})
for kind, reduction in (("multiply", "prod"), ("maximum", "amax"), ("minimum", "amin")):
    case(f"nn.scatter {kind} %0 into %1 at %2 dim 1 : ($0, $1, $2) -> $r0", [source, X, index],
         X.scatter_reduce(1, index, source, reduction), open={0: (0,), 1: (0,), 2: (0,)}, ropen={0: (0,)})
once = torch.tensor([[[0, 2, 1, 0], [2, 1, 0, 1]], [[1, 1, 2, 1], [0, 2, 0, 2]]])
case("nn.scatter replace %0 into %1 at %2 dim 1 : ($0, $1, $2) -> $r0", [source, X, once], X.scatter(1, once, source))
case("nn.with_slope %0, %1 slope %1 : $0", [X, X], X)
rows = torch.tensor([2, 0, 0, 1, 2])
case("nn.index_select %0, %1 dim 1 : ($0, $1) -> $r0", [X, rows], X.index_select(1, rows), open={1: (0,)}, ropen={0: (1,)})
put = X.clone()
put[:, torch.tensor([2, 0])] = source
case("nn.index_put %0 into %1 at %2 dim 1 : ($0, $1, $2) -> $r0", [source, X, torch.tensor([2, 0])], put,
     open={0: (0,), 1: (0,)}, ropen={0: (0,)})
for mask in (X > 0, X > 9):
    case("nn.nonzero %0 count %1 : $0 -> $r0", [mask, int(mask.sum())], mask.nonzero(), open={0: (0,)}, ropen={0: (0,)})
UNSORTED = random(3, 5, 37)
UNSORTED[0, 1, 3:9], UNSORTED[1, 2, ::7], UNSORTED[2, :, 4] = 0.5, math.nan, math.nan
for dim, tensor in ((0, UNSORTED), (1, UNSORTED), (2, UNSORTED), (0, random(1)), (0, random(0)), (0, INTS), (0, INTS > 0)):
    if dim >= tensor.dim():
        continue
    for descending in (False, True):
        case(f"nn.argsort %0 dim {dim}{' descending' if descending else ''} : ($0) -> $r0", [tensor],
             torch.sort(tensor, dim=dim, descending=descending, stable=True).indices, open={0: (dim,)}, ropen={0: (dim,)})
table, tokens = random(6, 3), torch.tensor([[0, 5, 2], [2, 2, 1]])
case("nn.embedding %0, %1 : ($0, $1) -> $r0", [table, tokens], F.embedding(tokens, table), open={1: (0,)}, ropen={0: (0,)})
case("nn.embedding %0, %1 : ($0, $1) -> $r0", [table, tokens.int()], F.embedding(tokens, table))
for attribute, padding in (("", None), (" {padding_idx = 2 : i64}", 2)):
    leaf, upstream = table.clone().requires_grad_(), random(2, 3, 3)
    (wanted,) = torch.autograd.grad(F.embedding(tokens, leaf, padding_idx=padding), leaf, upstream)
    case(f"nn.embedding_backward %0, %1, %2{attribute} : ($0, $1, $2) -> $r0", [upstream, tokens, table], wanted,
         open={0: (0,), 1: (0,)})
case("nn.iota %0 step %1 size [%2] : (f32, f32) -> $r0", [1.0, 0.5, 5], torch.arange(5) * 0.5 + 1, ropen={0: (0,)})

#
# Reductions
#

HOLES = random(3, 4, 5)
HOLES[1, 2, 3], HOLES[2, 0, 1], HOLES[0, 0, 0] = NAN, INF, -INF
REDUCTIONS: dict[str, Callable[..., torch.Tensor]] = {
    "sum": torch.sum, "mean": torch.mean, "amax": torch.amax, "amin": torch.amin, "norm": torch.linalg.vector_norm,
    "logsumexp": torch.logsumexp, "var": torch.var, "std": torch.std,
}
for name, function in REDUCTIONS.items():
    for x in (random(3, 4, 5), HOLES, random(3, 4, 5, dtype=torch.bfloat16), random(3, 4, 5, dtype=torch.float64)):
        tolerance = 2e-2 if x.dtype == torch.bfloat16 else 1e-5
        for dims in ([1], [0, 2], [0, 1, 2], [2]):
            static = {0: (0,)} if 0 not in dims else {}
            case(f"nn.{name} %0 dims {dims} : ($0) -> $r0", [x], function(x, dim=dims), tolerance, {0: (0,)}, static)
            case(f"nn.{name} %0 dims {dims} keepdim : ($0) -> $r0", [x], function(x, dim=dims, keepdim=True), tolerance,
                 {0: (0,)}, static)
for name in ("var", "std"):
    x = random(3, 4)
    case(f"nn.{name} %0 dims [1] {{correction = 0.0 : f64}} : ($0) -> $r0", [x],
         REDUCTIONS[name](x, dim=1, correction=0))
    case(f"nn.{name} %0 dims [1] : ($0) -> $r0", [x[:, :1].contiguous()], REDUCTIONS[name](x[:, :1], dim=1))
minus = torch.full((2, 3), -INF)
case("nn.logsumexp %0 dims [1] : ($0) -> $r0", [minus], torch.logsumexp(minus, 1))
for x in (small(3, 4), HOLES[1], small(3, 4, dtype=torch.int64), minus, SPECIAL):
    for name, function in {"argmax": torch.argmax, "argmin": torch.argmin}.items():
        for dim in (0, 1):
            case(f"nn.{name} %0 dim {dim} : ($0) -> $r0", [x], function(x, dim), open={0: (0,)}, ropen={0: (0,) if dim else ()})
            case(f"nn.{name} %0 dim {dim} keepdim : ($0) -> $r0", [x], function(x, dim, keepdim=True))
for x in (random(3, 4), small(3, 4, dtype=torch.int64), SPECIAL):
    case("nn.prod %0 dims [1] : ($0) -> $r0", [x], torch.prod(x, 1))
    case("nn.cumsum %0 dim 1 : $0", [x], torch.cumsum(x, 1), open={0: (0, 1)}, ropen={0: (0, 1)})
for x in (random(3, 4), small(3, 4, dtype=torch.int64), SPECIAL, small(2, 37)):
    case("nn.cumprod %0 dim 1 : $0", [x], torch.cumprod(x, 1), open={0: (0, 1)}, ropen={0: (0, 1)})
    for name, function in {"argcummax": torch.cummax, "argcummin": torch.cummin}.items():
        case(f"nn.{name} %0 dim 1 : ($0) -> $r0", [x], function(x, 1)[1], open={0: (0,)}, ropen={0: (0,)})
    for order, descending in (("", False), (" descending", True)):
        for dim in (0, 1):
            case(f"nn.argsort %0 dim {dim}{order} : ($0) -> $r0", [x], torch.sort(x, dim=dim, descending=descending, stable=True)[1],
                 open={0: (0,)}, ropen={0: (0,)})
for x in (random(3, 4), HOLES[0], torch.tensor([[-INF, -INF, 1.0], [INF, 0.0, 2.0]])):
    case("nn.logcumsumexp %0 dim 1 : $0", [x], torch.logcumsumexp(x, 1), open={0: (0,)}, ropen={0: (0,)})
for x in (small(3, 4, dtype=torch.int64), small(2, 3, dtype=torch.int32)):
    case("nn.sum %0 dims [1] : ($0) -> $r0", [x], torch.sum(x, 1, dtype=x.dtype))
    case("nn.amax %0 dims [0] : ($0) -> $r0", [x], torch.amax(x, 0))
    case("nn.amin %0 dims [0] : ($0) -> $r0", [x], torch.amin(x, 0))
for x in (small(4, 2) > 0, small(4, 2) > -9, small(4, 2) > 9):
    case("nn.any %0 dims [1] : ($0) -> $r0", [x], torch.any(x, 1))
    case("nn.all %0 dims [1] keepdim : ($0) -> $r0", [x], torch.all(x, 1, keepdim=True))


@pytest.fixture(scope="module")
def module() -> Module:
    return Module([case.function() for case in CASES])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_op(module: Module, case: Case) -> None:
    check(module, case)
