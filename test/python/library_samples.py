"""A call of every entry of the library table: for the value tests, and for the lit files under test/Library.

`Sample.call` is Python source over the arguments `a0`, `a1`, ...; these are tensors, made from `Sample.arguments`.
"""
from __future__ import annotations

from dataclasses import dataclass

import torch
from library_samples_composed import add_all

__all__ = ["SAMPLES", "Sample", "Tensor"]


@dataclass(frozen=True)
class Tensor:
    """A sample argument. kind: "normal"; "positive"; "unit", in (0, 1); "int", from -3 to 8; "class", from 0 to 3; "bool"."""

    shape: tuple[int, ...]
    kind: str = "normal"
    dtype: torch.dtype | None = None

    def make(self, generator: torch.Generator) -> torch.Tensor:
        """A tensor of the kind."""
        if self.kind == "int":
            value = torch.randint(-3, 9, self.shape, generator=generator)
        elif self.kind == "class":
            value = torch.randint(0, 4, self.shape, generator=generator)
        elif self.kind == "bool":
            value = torch.randint(0, 2, self.shape, generator=generator) == 1
        elif self.kind == "unit":
            value = torch.rand(self.shape, generator=generator) * 0.98 + 0.01
        else:
            value = torch.randn(self.shape, generator=generator)
            value = value.abs() + 0.1 if self.kind == "positive" else value
        return value if self.dtype is None else value.to(self.dtype)


@dataclass(frozen=True)
class Sample:
    """A call of the entry `name`."""

    name: str
    call: str
    arguments: tuple[Tensor, ...]


X = Tensor((3, 4))
P = Tensor((3, 4), "positive")
U = Tensor((3, 4), "unit")
I = Tensor((3, 4), "int")
B = Tensor((3, 4), "bool")
V = Tensor((4,))
C = Tensor((3,), "class")
N = Tensor((3,), "int")
IMAGE = Tensor((2, 4, 6, 6))
SEQUENCE = Tensor((2, 4, 8))

SAMPLES: list[Sample] = []


def add(name: str, call: str | None = None, *arguments: Tensor) -> None:
    """One sample; without `call` a plain call with all arguments."""
    if call is None:
        names = [f"a{index}" for index in range(len(arguments))]
        call = f"{name}({', '.join(names)})"
    SAMPLES.append(Sample(name, call, arguments))


def each(names: str, argument: Tensor, prefix: str = "torch.", rest: str = "") -> None:
    """Samples of functions of one tensor."""
    for name in names.split():
        add(prefix + name, f"{prefix}{name}(a0{rest})", argument)


# Activations.
each("reciprocal sqrt rsqrt exp expm1 log log1p log2 log10", P)
each("sin cos tan atan erf ceil floor trunc neg abs sign round positive relu sigmoid tanh", X)
each("exp sqrt ceil neg abs relu", P.__class__((3, 4), "class"))
each("silu leaky_relu elu selu celu hardtanh relu6 hardsigmoid hardswish mish gelu softplus logsigmoid softsign tanhshrink",
     X, "torch.nn.functional.")
add("torch.nn.functional.gelu", "torch.nn.functional.gelu(a0, approximate='tanh')", X)
add("torch.nn.functional.softplus", "torch.nn.functional.softplus(a0, 2.0, 1.0)", X)
add("torch.nn.functional.elu", "torch.nn.functional.elu(a0, 0.5)", X)
add("torch.clamp", "torch.clamp(a0, -0.5, 0.7)", X)
add("torch.clamp", "torch.clamp(a0, min=2)", I)
add("torch.clamp", "a0.clone().clamp_(max=0.1)", X)

# Arithmetic.
for operator in "add sub mul div maximum minimum atan2".split():
    add(f"torch.{operator}", None, X, V)
for operator in "add sub mul div".split():
    add(f"torch.{operator}", f"torch.{operator}(a0, 2.5)", X)
    add(f"torch.{operator}", f"torch.{operator}(a0, 2)", I)
    add(f"torch.{operator}", f"a0.clone().{operator}_(a1)", X, V)
    add(f"torch.{operator}", None, I, X)
add("torch.add", "torch.add(a0, a1, alpha=0.5)", X, X)
add("torch.sub", "3 - a0", X)
add("torch.rsub", "torch.rsub(a0, 2.0)", X)
add("torch.div", "torch.div(a0, a1, rounding_mode='floor')", X, P)
add("torch.Tensor.__rtruediv__", "2.0 / a0", P)
add("torch.floor_divide", "a0 // 3", I)
add("torch.floor_divide", "a0 // a1", X, P)
add("torch.remainder", "a0 % 3", I)
add("torch.remainder", "a0 % a1", X, P)
add("torch.Tensor.__rfloordiv__", "7 // a0", P)
add("torch.Tensor.__rmod__", "7 % a0", P)
for exponent in ("2", "3", "0.5", "-1", "1.7"):
    add("torch.pow", f"a0 ** {exponent}", P)
add("torch.pow", "torch.pow(a0, a1)", P, X)
add("torch.Tensor.__pow__", "a0.__pow__(2)", P)
add("torch.Tensor.__rpow__", "2 ** a0", X)
add("torch.square", None, X)
add("torch.bitwise_and", "a0 & a1", B, B)
add("torch.bitwise_or", "a0 | 4", I)
add("torch.bitwise_xor", "a0 ^ a1", I, I)
add("torch.bitwise_not", "~a0", B)
add("torch.addcmul", "torch.addcmul(a0, a1, a2, value=0.5)", X, X, V)
add("torch.addcdiv", "torch.addcdiv(a0, a1, a2, value=0.5)", X, X, P)
add("torch.lerp", "torch.lerp(a0, a1, 0.3)", X, X)

# Comparisons.
for operator in "eq ne lt le gt ge".split():
    add(f"torch.{operator}", None, I, I)
    add(f"torch.{operator}", f"torch.{operator}(a0, 0.5)", X)
each("isnan isinf isfinite logical_not", X)
for operator in "logical_and logical_or logical_xor".split():
    add(f"torch.{operator}", None, I, B)
add("torch.where", None, B, X, X)
add("torch.where", "torch.where(a0 > 0, a0, 0.5)", X)
add("torch.masked_fill", "torch.masked_fill(a0, a1, -1.0)", X, B)

# Combining.
add("torch.cat", "torch.cat([a0, a1], 1)", X, X)
add("torch.cat", "torch.cat((a0, a1))", X, X)
add("torch.stack", "torch.stack([a0, a1], dim=1)", X, X)
add("torch.split", "torch.split(a0 * 1, 3, dim=1)[0].contiguous()", X)
add("torch.Tensor.split", "(a0 * 1).split((1, 3), dim=1)[1].contiguous()", X)
add("torch.chunk", "torch.chunk(a0 * 1, 2, 1)[0].contiguous()", X)
add("torch.unbind", "torch.unbind(a0 * 1, 1)[2].contiguous()", X)
add("torch.narrow", "torch.narrow(a0 * 1, 1, 1, 2).contiguous()", X)
add("torch.nn.functional.pad", "torch.nn.functional.pad(a0, (1, 2), value=0.5)", X)
add("torch.nn.functional.pad", "torch.nn.functional.pad(a0, (-1, 1, 1, 0))", X)
add("torch.Tensor.repeat", "a0.repeat(2, 3)", X)

# Contractions and convolutions.
add("torch.matmul", "a0 @ a1", X, Tensor((4, 5)))
add("torch.matmul", None, Tensor((2, 3, 4)), Tensor((4, 5)))
add("torch.matmul", None, Tensor((2, 3, 4)), Tensor((2, 4, 5)))
add("torch.matmul", None, Tensor((3, 4)), V)
add("torch.mm", None, X, Tensor((4, 5)))
add("torch.bmm", None, Tensor((2, 3, 4)), Tensor((2, 4, 5)))
add("torch.mv", None, X, V)
add("torch.dot", None, V, V)
add("torch.outer", None, V, N)
add("torch.addmm", "torch.addmm(a0, a1, a2, beta=0.5, alpha=2)", Tensor((5,)), X, Tensor((4, 5)))
add("torch.baddbmm", None, Tensor((2, 3, 5)), Tensor((2, 3, 4)), Tensor((2, 4, 5)))
add("torch.nn.functional.linear", None, X, Tensor((5, 4)), Tensor((5,)))
add("torch.conv1d", "torch.conv1d(a0, a1, a2, padding=1)", SEQUENCE, Tensor((3, 4, 3)), Tensor((3,)))
add("torch.conv2d", "torch.conv2d(a0, a1, a2, stride=2, padding=1)", IMAGE, Tensor((5, 4, 3, 3)), Tensor((5,)))
add("torch.conv2d", "torch.conv2d(a0, a1, groups=2, padding='same')", IMAGE, Tensor((6, 2, 3, 3)))
add("torch.conv3d", "torch.conv3d(a0, a1)", Tensor((2, 2, 4, 4, 4)), Tensor((3, 2, 2, 2, 2)))
add("torch.conv_transpose1d", "torch.conv_transpose1d(a0, a1, a2, stride=2)", SEQUENCE, Tensor((4, 3, 3)), Tensor((3,)))
add("torch.conv_transpose2d", "torch.conv_transpose2d(a0, a1, a2, stride=2, padding=1, output_padding=1)", IMAGE,
    Tensor((4, 5, 4, 4)), Tensor((5,)))
add("torch.conv_transpose2d", "torch.conv_transpose2d(a0, a1, padding=(0, 2), groups=2, dilation=(1, 2))", IMAGE,
    Tensor((4, 3, 2, 3)))
add("torch.conv_transpose3d", "torch.conv_transpose3d(a0, a1)", Tensor((2, 2, 3, 3, 3)), Tensor((2, 3, 2, 2, 2)))

# Pooling.
F = "torch.nn.functional."
add(F + "max_pool1d", F + "max_pool1d(a0, 2)", SEQUENCE)
add(F + "max_pool2d", F + "max_pool2d(a0, 3, stride=2, padding=1)", IMAGE)
add(F + "max_pool2d", F + "max_pool2d(a0, (4, 1), ceil_mode=True)", IMAGE)
add(F + "max_pool3d", F + "max_pool3d(a0, 2)", Tensor((2, 2, 4, 4, 4)))
add(F + "avg_pool1d", F + "avg_pool1d(a0, 2)", SEQUENCE)
add(F + "avg_pool2d", F + "avg_pool2d(a0, 3, 2, 1, count_include_pad=False)", IMAGE)
add(F + "avg_pool3d", F + "avg_pool3d(a0, 2)", Tensor((2, 2, 4, 4, 4)))
add(F + "adaptive_avg_pool1d", F + "adaptive_avg_pool1d(a0, 3)", SEQUENCE)
add(F + "adaptive_avg_pool2d", F + "adaptive_avg_pool2d(a0, (1, 4))", IMAGE)
add(F + "adaptive_avg_pool3d", F + "adaptive_avg_pool3d(a0, 2)", Tensor((2, 2, 4, 4, 4)))
add(F + "adaptive_max_pool1d", F + "adaptive_max_pool1d(a0, 2)", SEQUENCE)
add(F + "adaptive_avg_pool2d", F + "adaptive_avg_pool2d(a0, (a0.shape[0], 4))", IMAGE)
add(F + "interpolate", F + "interpolate(a0, size=(5, 4), mode='area')", IMAGE)
add(F + "interpolate", F + "interpolate(a0, 3, mode='area')", SEQUENCE)
add(F + "adaptive_max_pool2d", F + "adaptive_max_pool2d(a0, 3)", IMAGE)

# Creation and conversion.
add("torch.zeros", "torch.zeros(2, 3)")
add("torch.ones", "torch.ones((2, 3), dtype=torch.int64)")
add("torch.full", "torch.full((2, 3), 7)")
add("torch.zeros_like", None, I)
add("torch.ones_like", None, X)
add("torch.full_like", "torch.full_like(a0, 2.5)", X)
add("torch.Tensor.new_zeros", "a0.new_zeros(a0.shape[0], 2)", X)
add("torch.Tensor.new_ones", "a0.new_ones((2, 2))", I)
add("torch.Tensor.new_full", "a0.new_full((2,), 3)", X)
add("torch.arange", "torch.arange(5)")
add("torch.arange", "torch.arange(1.0, 2.0, 0.25)")
add("torch.tensor", "torch.tensor(((1.0, 2.0), (3.0, 4.0)))")
add("torch.empty", "torch.empty(3, 0)")
add("torch.tensor", "torch.tensor(3)")
add("torch.Tensor.to", "a0.to(torch.float64)", X)
add("torch.Tensor.to", "a0.to(dtype=torch.int64)", X)
for method in "float double long int short bool".split():
    add(f"torch.Tensor.{method}", f"a0.{method}()", I if method in ("float", "double", "bool") else X)
for method in "half bfloat16".split():
    add(f"torch.Tensor.{method}", f"a0.{method}().float()", X)
add("torch.as_tensor", "torch.as_tensor(a0, dtype=torch.float64)", X)
add("torch.Tensor.type", "a0.type(torch.float64)", X)
add("torch.Tensor.type_as", "a0.type_as(a1)", I, X)
add("torch.Tensor.cpu", "a0.cpu()", X)
add("torch.Tensor.zero_", "a0.clone().zero_()", X)
add("torch.Tensor.fill_", "a0.clone().fill_(2)", X)
add("torch.Tensor.copy_", "a0.clone().copy_(a1)", X, V)

add("torch.flip", "torch.flip(a0, (0, 1))", X)
add("torch.flip", "a0.flip(1)", X)

# Indexing.
for key in ("1", "-1", "1:", ":, 1:3", "..., 0", ":, ::2", "0:2, -2:"):
    add("torch.Tensor.__getitem__", f"(a0 * 1)[{key}].contiguous()", X)
add("torch.Tensor.__getitem__", "(a0 * 1)[None, 1].sum(0)", X)
for key in ("1, :, None", "None, :, 1", ":, 1, None", "0, None, 1:, None"):
    add("torch.Tensor.__getitem__", f"(a0 * 1)[{key}].reshape(-1)", X)
    add("torch.Tensor.__setitem__", f"a0[{key}] = 2.0", X)
add("torch.Tensor.__getitem__", "a0[a1]", Tensor((4, 5)), C)
add("torch.Tensor.__getitem__", "a0[torch.arange(3), a1]", X, C)
add("torch.Tensor.__getitem__", "a0[:, a1]", X, C)
add("torch.Tensor.__setitem__", "a0[:, 1] = 2.0", X)
add("torch.Tensor.__setitem__", "a0[1:] = a1", X, V)
add("torch.Tensor.__setitem__", "a0[a0 > 0] = 0", X)
add("torch.select", "torch.select(a0 * 1, 1, 2).contiguous()", X)
add("torch.index_select", "torch.index_select(a0, 1, a1)", X, C)
add("torch.gather", "torch.gather(a0, 1, a1)", X, Tensor((3, 2), "class"))
add("torch.nn.functional.embedding", None, C, Tensor((5, 4)))
add("torch.nn.functional.one_hot", "torch.nn.functional.one_hot(a0, 5)", C)

# Places found by values, and sorting.
M = Tensor((3,), "bool")
for key in ("a1", "a1, 1", "..., :2", "a1, 1:"):
    add("torch.Tensor.__getitem__", f"a0[{key}].clone()", X, M)
add("torch.Tensor.__getitem__", "a0[:, a1]", Tensor((2, 3, 4)), B)
add("torch.Tensor.__setitem__", "a0[a1] = a2", X, M, V)
add("torch.Tensor.__setitem__", "a0[a1] = 7", X, M)
add("torch.Tensor.__setitem__", "a0[:, a1] = 1.5", X, Tensor((2,), "class"))
add("torch.where", "torch.where(a0)[0] + torch.where(a0)[1]", B)
add("torch.nonzero", "torch.nonzero(a0).contiguous()", I)
add("torch.nonzero", "torch.nonzero(a0 > 0, as_tuple=True)[1] + 1", X)
add("torch.masked_select", "torch.masked_select(a0, a1)", X, Tensor((4,), "bool"))
for options in ("", ", dim=0, descending=True", ", stable=True"):
    add("torch.argsort", f"torch.argsort(a0{options})", X)
    add("torch.sort", f"torch.sort(a0{options})[0]", X)
    add("torch.sort", f"torch.sort(a0{options})[1]", X)
add("torch.topk", "torch.topk(a0, 3)[0]", X)
add("torch.topk", "torch.topk(a0, 2, 0, largest=False)[1]", X)
add("torch.unique", None, I)
add("torch.unique", "torch.unique(a0, return_inverse=True)[1]", I)
add("torch.unique", "torch.unique(a0, return_counts=True)[1]", I)

# numpy's arrays.
NP = "numpy."
for function in "add subtract multiply true_divide maximum minimum".split():
    add(NP + function, f"np.{function}(a0.numpy(), a1.numpy())", P, P)
    add(NP + function, f"np.{function}(a0.numpy(), 2)", P)
add(NP + "true_divide", "a0.numpy() / 4", I)
for function in "equal not_equal less less_equal greater greater_equal".split():
    add(NP + function, f"np.{function}(a0.numpy(), a1.numpy())", I, I)
for function in "bitwise_and bitwise_or".split():
    add(NP + function, f"np.{function}(a0.numpy(), a1.numpy())", I, I)
add(NP + "negative", "-a0.numpy()", X)
add(NP + "invert", "~a0.numpy()", B)
for function in "zeros ones".split():
    add(NP + function, f"np.{function}((2, 3))")
    add(NP + function, f"np.{function}(4, dtype=np.int64)")
    add(NP + f"{function}_like", f"np.{function}_like(a0.numpy(), dtype=np.int16)", X)
add(NP + "empty", "np.empty((0, 3))")
add(NP + "where", "np.where(a0.numpy() > 0)[1] + 0", X)
add(NP + "where", "np.where(a0.numpy() > 0, a0.numpy(), 0.0)", X)
add(NP + "argsort", "np.argsort(a0.numpy())", X)
add(NP + "argsort", "np.argsort(a0.numpy(), axis=0, kind='stable')", I)
ARRAY = NP + "ndarray."
add(ARRAY + "shape", "a0.numpy().shape", X)
add(ARRAY + "size", "a0.numpy().size", X)
add(ARRAY + "ndim", "a0.numpy().ndim", X)
add(ARRAY + "copy", "a0.numpy().copy()", X)
add(ARRAY + "__len__", "len(a0.numpy())", X)
add(ARRAY + "__int__", "int(a0.numpy()[1])", C)
add(ARRAY + "__float__", "float(a0.numpy()[1])", V)
add(ARRAY + "__bool__", "bool(a0.numpy()[0] > 0)", V)
for key in ("1, 1:", ":, 2", "a1.numpy()", "a0.numpy() > 0"):
    add(ARRAY + "__getitem__", f"a0.numpy()[{key}].copy()", Tensor((4, 5)), C)
add(ARRAY + "__setitem__", "a0.numpy()[:, 1] = 2.0", X)
add("torch.Tensor.numpy", "(a0 * 2).numpy()", X)
add("torch.from_numpy", "torch.from_numpy(a0.numpy() + 1)", X)
add("torch.from_numpy", "torch.as_tensor(a0.numpy(), dtype=torch.int64)", X)

add(F + "prelu", None, IMAGE, Tensor((4,)))
add(F + "prelu", None, X, Tensor((1,)))

# Losses.
for loss in "cross_entropy nll_loss".split():
    add(F + loss, None, X, C)
    add(F + loss, f"{F}{loss}(a0, a1, a2, ignore_index=1, reduction='none')", X, C, Tensor((4,), "positive"))
add(F + "cross_entropy", F + "cross_entropy(a0, a1, label_smoothing=0.1, reduction='sum')", X, C)
add(F + "cross_entropy", F + "cross_entropy(a0, torch.softmax(a1, 1))", X, X)
for loss in "mse_loss l1_loss smooth_l1_loss huber_loss".split():
    add(F + loss, None, X, X)
    add(F + loss, f"{F}{loss}(a0, a1, reduction='none')", X, X)
add(F + "binary_cross_entropy_with_logits", None, X, U)
add(F + "binary_cross_entropy", None, U, U)

# Normalisation.
C4 = Tensor((4,))
add(F + "batch_norm", None, IMAGE, C4, Tensor((4,), "positive"), C4, C4)
add(F + "batch_norm", F + "batch_norm(a0, a1.clone(), a2.clone(), a3, a4, training=True)",
    IMAGE, C4, Tensor((4,), "positive"), C4, C4)
add(F + "layer_norm", F + "layer_norm(a0, (4,), a1, a2)", X, V, V)
add(F + "group_norm", F + "group_norm(a0, 2, a1, a2)", IMAGE, C4, C4)
for name in "softmax log_softmax".split():
    add(f"torch.{name}", f"torch.{name}(a0, 1)", X)
    add(f"torch.{name}", f"{F}{name}(a0, dim=-2)", X)
for name, shape in ("dropout", (2, 4, 8)), ("dropout1d", (2, 4, 8)), ("dropout2d", (2, 3, 4, 5)), ("dropout3d", (2, 3, 2, 2, 3)):
    add(F + name, f"{F}{name}(a0, 0.5, False) * 2", Tensor(shape))
    add(F + name, f"{F}{name}(a0, 0.3)", Tensor(shape))

# Recurrent.
add("torch.lstm", "torch.lstm(a0, (a1, a2), [a3, a4, a5, a6], True, 1, 0.0, False, False, True)[1]",
    Tensor((2, 5, 3)), Tensor((1, 2, 4)), Tensor((1, 2, 4)), Tensor((16, 3)), Tensor((16, 4)), Tensor((16,)), Tensor((16,)))
add("torch.lstm", "torch.lstm(a0, (a1, a1), [a2, a3, a4, a5], False, 2, 0.5, True, False, False)[0]",
    Tensor((5, 2, 3)), Tensor((2, 2, 4)), Tensor((16, 3)), Tensor((16, 4)), Tensor((16, 4)), Tensor((16, 4)))
CELL = (Tensor((2, 3)), Tensor((2, 4)))
add("torch.lstm_cell", "torch.lstm_cell(a0, (a1, a2), a3, a4, a5, a6)", *CELL, CELL[1],
    Tensor((16, 3)), Tensor((16, 4)), Tensor((16,)), Tensor((16,)))
add("torch.gru_cell", "torch.gru_cell(a0, a1, a2, a3, a4, a5)", *CELL,
    Tensor((12, 3)), Tensor((12, 4)), Tensor((12,)), Tensor((12,)))
for name in "rnn_tanh_cell rnn_relu_cell".split():
    add(f"torch.{name}", f"torch.{name}(a0, a1, a2, a3, a4, a5)", *CELL,
        Tensor((4, 3)), Tensor((4, 4)), Tensor((4,)), Tensor((4,)))

# Reductions.
for name in "sum prod mean amax amin logsumexp".split():
    add(f"torch.{name}", f"torch.{name}(a0, 1)", X)
    add(f"torch.{name}", f"torch.{name}(a0, dim=0, keepdim=True)", X)
for name in "sum prod mean max min argmax argmin any all var std norm".split():
    add(f"torch.{name}", f"torch.{name}(a0)", X)
for name in "sum prod argmax any max".split():
    add(f"torch.{name}", f"torch.{name}(a0)", I)
for name in "max min".split():
    add(f"torch.{name}", f"torch.{name}(a0, 1)[0]", X)
    add(f"torch.{name}", f"torch.{name}(a0, 1, keepdim=True)[1]", X)
add("torch.argmax", "a0.argmax(dim=1)", X)
add("torch.argmin", "a0.argmin(dim=0)", X)
add("torch.var", "torch.var(a0, dim=1, correction=0)", X)
add("torch.std", "torch.std(a0, 0, unbiased=False)", X)
add("torch.norm", "torch.norm(a0, dim=1, keepdim=True)", X)
add("torch.linalg.vector_norm", "torch.linalg.vector_norm(a0, 1, dim=1)", X)
add("torch.nn.functional.normalize", None, X)
add("torch.cumsum", "torch.cumsum(a0, 1)", X)

# Shapes. The views are of new tensors: native code does not return views of arguments.
for call in ("view(-1, 2)", "view(a0.size(0), -1)", "reshape(2, 6)", "view_as(a1)", "reshape_as(a1)", "flatten()",
             "flatten(1)", "unflatten(1, (2, 2))", "unsqueeze(1)", "transpose(0, 1)", "t()", "T", "mT", "permute(1, 0)",
             "movedim(0, 1)", "expand(2, 3, 4)", "expand_as(a2)", "contiguous()", "detach()", "data"):
    add("torch.Tensor." + call.split("(")[0], f"(a0 * 1).{call}.contiguous()", X, Tensor((6, 2)), Tensor((2, 3, 4)))
add("torch.Tensor.squeeze", "(a0 * 1).squeeze(1).contiguous()", Tensor((3, 1, 4)))
for name, rest in {"flatten": "", "movedim": ", 0, 1", "permute": ", (1, 0)", "reshape": ", (2, -1)", "squeeze": "", "t": "",
                   "transpose": ", 0, -1", "unflatten": ", 1, (2, -1)", "unsqueeze": ", 0"}.items():
    add(f"torch.{name}", f"torch.{name}(a0 * 1{rest}).contiguous()", X)
add("torch.broadcast_to", "torch.broadcast_to(a0 * 1, (2, 3, 4)).contiguous()", X)
add("torch.clone", None, X)

# What a tensor says of itself.
for attribute in "ndim is_cuda".split():
    add(f"torch.Tensor.{attribute}", f"a0.{attribute}", X)
add("torch.Tensor.shape", "a0.shape[0] + a0.shape[1]", X)
add("torch.Tensor.size", "a0.size(-1)", X)
add("torch.Tensor.dim", "a0.dim()", X)
add("torch.numel", "a0.numel()", X)
add("torch.Tensor.__len__", "len(a0)", X)
add("torch.is_floating_point", "a0.is_floating_point()", I)
add("torch.Tensor.dtype", "a0.to(a1.dtype)", I, X)
add("torch.Tensor.item", "a0.sum().item()", X)
add("torch.Tensor.tolist", "a0.sum().tolist()", X)
add("torch.Tensor.__float__", "float(a0.sum())", I)
add("torch.Tensor.__int__", "int(a0.sum())", I)
add("torch.Tensor.__bool__", "bool(a0.sum() > 0)", X)

# What is made of other functions.
add_all(add, Tensor)
