"""Samples of the entries that are made of other functions; library_samples.py says what a sample is."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["add_all"]

Add = Callable[..., None]
T = "torch."
F = "torch.nn.functional."


def add_all(add: Add, tensor: Callable[..., Any]) -> None:
    """Calls add(name, call, arguments...) for each sample."""
    shapes = {"X": (3, 4), "V": (4,), "L": (3,), "M": (4, 4), "IMAGE": (2, 4, 6, 6), "SEQUENCE": (2, 4, 8)}
    t = {name: tensor(shape) for name, shape in shapes.items()}
    t |= {"P": tensor((3, 4), "positive"), "U": tensor((3, 4), "unit"), "I": tensor((3, 4), "int"),
          "B": tensor((3, 4), "bool"), "C": tensor((3,), "class"), "Q": tensor((3, 4), "class")}
    for group in (elementwise, rearranging, matrices, sorting, scattering, losses, images, statistics, random_numbers):
        group(add, t, tensor)


def elementwise(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Functions of one or two elements."""
    x, p, u, i, b, v = t["X"], t["P"], t["U"], t["I"], t["B"], t["V"]
    for name in "deg2rad rad2deg frac sinc sgn signbit isposinf isneginf isreal angle digamma lgamma i0 exp2 sinh cosh asinh".split():
        add(T + name, f"torch.{name}(a0)", x)
    for name in "conj conj_physical resolve_conj resolve_neg real".split():
        add(T + name, f"torch.{name}(a0) * 2", x)
    for name in "erfc special.entr special.ndtr special.log_ndtr special.erfcx special.i0e special.i1 special.i1e".split():
        add(T + name, f"torch.{name}(a0)", x)
    for name in "asin acos atanh erfinv logit special.ndtri".split():
        add(T + name, f"torch.{name}(a0)", u)
    add(T + "acosh", "torch.acosh(a0 + 1)", p)
    add(T + "logit", "torch.logit(a0, eps=0.2)", u)
    add(T + "nan_to_num", "torch.nan_to_num(a0 / (a1 > 0), nan=0.5)", x, x)
    add(T + "round", "torch.round(a0, decimals=2)", x)
    add(T + "mvlgamma", "torch.mvlgamma(a0 + 2, 3)", p)
    add(T + "polygamma", "torch.polygamma(0, a0)", p)
    for name in "hypot copysign nextafter logaddexp logaddexp2 fmax fmin fmod heaviside".split():
        add(T + name, f"torch.{name}(a0, a1)", x, x)
    add(T + "fmod", "a0.fmod(3)", i)
    add(T + "Tensor.__rmod__", "7 % a0", p)
    add(T + "Tensor.__rfloordiv__", "7 // a0", p)
    add(T + "copysign", "torch.copysign(a0, -1.0)", x)
    add(T + "xlogy", None, x, p)
    add(T + "xlogy", "torch.xlogy(a0, 2.0)", i)
    add(T + "special.xlog1py", "torch.special.xlog1py(a0, a1)", x, p)
    add(T + "ldexp", None, x, i)
    add(T + "float_power", "torch.float_power(a0, 1.5)", p)
    add(T + "isclose", "torch.isclose(a0, a1, rtol=0.5)", x, x)
    add(T + "allclose", "torch.allclose(a0, a0 + 1e-9)", x)
    add(T + "equal", "torch.equal(a0, a1)", i, i)
    add(T + "clamp", "torch.clamp(a0, a1, a2)", x, v, p)
    add(F + "glu", "torch.nn.functional.glu(a0, 1)", x)
    add(F + "prelu", "torch.prelu(a0, a1)", x, v)
    add(T + "threshold", "torch.threshold(a0, 0.1, 20.0)", x)
    add(T + "hardshrink", "torch.hardshrink(a0)", x)
    add(F + "softshrink", None, x)
    add(F + "softmin", "torch.nn.functional.softmin(a0, dim=1)", x)
    add(F + "rrelu", "torch.nn.functional.rrelu(a0)", x)
    add(T + "fill", "torch.fill(a0, 2)", b)


def rearranging(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """The same elements in other places, and copies of views."""
    x, v, l = t["X"], t["V"], t["L"]
    add(T + "flip", "torch.flip(a0, (0, 1))", x)
    add(T + "fliplr", None, x)
    add(T + "flipud", None, x)
    add(T + "roll", "torch.roll(a0, 1, 1)", x)
    add(T + "roll", "torch.roll(a0, 5)", t["M"])
    add(T + "rot90", "torch.rot90(a0, 2)", x)
    add(T + "rot90", "torch.rot90(a0).contiguous()", x)
    add(T + "tile", "torch.tile(a0, (2, 1, 2))", x)
    add(T + "Tensor.tile", "a0.tile(2)", x)
    add(T + "repeat_interleave", "torch.repeat_interleave(a0, 2, dim=1)", x)
    add(T + "meshgrid", "torch.meshgrid(a0 * 1, a1 * 1, indexing='xy')[0].contiguous()", v, l)
    add(T + "broadcast_tensors", "torch.broadcast_tensors(a0 * 1, a1 * 1)[1].contiguous()", x, v)
    for count in (1, 2, 3):
        add(f"torch.atleast_{count}d", f"torch.atleast_{count}d(a0, a1)[0] * 2", v, x)
    for name in "hstack vstack dstack column_stack".split():
        add(T + name, f"torch.{name}((a0, a1))", v, v)
    add(T + "block_diag", "torch.block_diag(a0, a1, a2)", x, tensor((2, 1)), v)
    add(T + "cartesian_prod", "torch.cartesian_prod(a0, a1)", v, l)
    add(T + "select_scatter", "torch.select_scatter(a0, a1, 0, 1)", x, v)
    add(T + "slice_scatter", "torch.slice_scatter(a0, a1, 1, 1, 3)", x, tensor((3, 2)))
    add(T + "ravel", "torch.ravel(a0 * 1).contiguous()", x)
    for name, rest in {"tensor_split": "3, 1", "hsplit": "2", "vsplit": "(2, 3)", "split_with_sizes": "(2, 2), 1",
                       "unsafe_chunk": "2, 1", "unsafe_split": "3, 1"}.items():
        add(T + name, f"torch.{name}(a0 * 1, {rest})[0].contiguous()", x)
    add(T + "dsplit", "torch.dsplit(a0 * 1, 2)[1].contiguous()", t["SEQUENCE"])
    add(T + "Tensor.unfold", "(a0 * 1).unfold(1, 3, 1).contiguous()", x)
    copies = {"expand": ", (2, 3, 4)", "permute": ", (1, 0)", "squeeze": "", "unsqueeze": ", 1", "transpose": ", 0, 1",
              "t": "", "diagonal": "", "alias": "", "unfold": ", 1, 2, 2", "narrow": ", 1, 1, 2", "select": ", 1, 2", "detach": ""}
    for name, rest in copies.items():
        add(f"torch.{name}_copy", f"torch.{name}_copy(a0{rest})", x)
    add(T + "pixel_shuffle", "torch.pixel_shuffle(a0, 2)", t["IMAGE"])
    add(T + "pixel_unshuffle", "torch.pixel_unshuffle(a0, 3)", t["IMAGE"])
    add(T + "channel_shuffle", "torch.channel_shuffle(a0, 2)", t["IMAGE"])
    add(T + "empty", "torch.empty(2, 3).fill_(1)")
    add(T + "empty_like", "torch.empty_like(a0).fill_(2)", x)
    add(T + "Tensor.new_empty", "a0.new_empty((2, 3)).fill_(2)", x)
    add(T + "scalar_tensor", "torch.scalar_tensor(2.5)")
    add(T + "linspace", "torch.linspace(0, 1, 7)")
    add(T + "logspace", "torch.logspace(-1, 1, 5, base=2)")
    add(T + "eye", "torch.eye(3, 4)")
    add(T + "constant_pad_nd", "torch.constant_pad_nd(a0, (1, 2), 0.5)", x)
    for mode in ("reflect", "replicate", "circular"):
        add(F + "pad", f"torch.nn.functional.pad(a0, (2, 1, 0, 3), mode='{mode}')", t["IMAGE"])


def matrices(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Diagonals, triangles, products."""
    x, v, l, m, square = t["X"], t["V"], t["L"], t["M"], tensor((2, 3, 3))
    for name in ("tril", "triu"):
        add(T + name, f"torch.{name}(a0, 1)", square)
        add(T + name, f"a0.clone().{name}_(-1)", m)
    add(T + "diagonal", "torch.diagonal(a0 * 1, 1).contiguous()", m)
    add(T + "linalg.diagonal", "torch.linalg.diagonal(a0 * 1, offset=-1).contiguous()", square)
    add(T + "diag_embed", "torch.diag_embed(a0, 1, 0, 2)", x)
    add(T + "diag", "torch.diag(a0, -1)", m)
    add(T + "diag", "torch.diag(a0, 2)", v)
    add(T + "diagflat", None, x)
    add(T + "diagonal_scatter", "torch.diagonal_scatter(a0, a1, 1)", m, l)
    add(T + "trace", None, m)
    add(T + "kron", None, x, tensor((2, 3)))
    add(T + "inner", None, x, m)
    add(T + "tensordot", "torch.tensordot(a0, a1, 1)", x, m)
    add(T + "vdot", None, v, v)
    add(T + "linalg.vecdot", None, x, x)
    add(T + "addmv", "torch.addmv(a0, a1, a2, beta=0.5)", l, x, v)
    add(T + "addr", "torch.addr(a0, a1, a2, alpha=2)", x, l, v)
    add(T + "addbmm", "torch.addbmm(a0, a1, a2)", tensor((3, 5)), tensor((2, 3, 4)), tensor((2, 4, 5)))
    add(F + "bilinear", None, tensor((5, 3)), tensor((5, 4)), tensor((2, 3, 4)), tensor((2,)))
    add(T + "cross", "torch.cross(a0, a1, dim=0)", x, x)
    add(T + "linalg.cross", None, tensor((4, 3)), tensor((4, 3)))
    add(T + "vander", "torch.vander(a0, 3)", v)
    for attribute in ("H", "mH"):
        add(T + "Tensor." + attribute, f"(a0 * 1).{attribute}.contiguous()", x)
    heads = tensor((2, 3, 5, 4))
    add(F + "scaled_dot_product_attention", f"{F}scaled_dot_product_attention(a0, a1, a2, is_causal=True)", heads, heads, heads)
    add(F + "scaled_dot_product_attention", f"{F}scaled_dot_product_attention(a0, a1, a1, a2 > -9)", tensor((3, 5, 4)), tensor((3, 6, 4)),
        tensor((5, 6)))
    add(F + "scaled_dot_product_attention", f"{F}scaled_dot_product_attention(a0, a1, a1, enable_gqa=True)", tensor((2, 4, 5, 4)),
        tensor((2, 2, 6, 4)))
    add(T + "lerp", "torch.lerp(a0, a1, a2)", x, x, tensor((3, 4), "unit"))


def sorting(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Order and scans."""
    x, i, v = t["X"], t["I"], t["V"]
    for part in (0, 1):
        add(T + "sort", f"torch.sort(a0, 1)[{part}]", i)
        add(T + "sort", f"torch.sort(a0, 0, descending=True)[{part}]", x)
        add(T + "topk", f"torch.topk(a0, 2)[{part}]", x)
        add(T + "cummax", f"torch.cummax(a0, 1)[{part}]", i)
        add(T + "cummin", f"torch.cummin(a0, 0)[{part}]", x)
    add(T + "kthvalue", "torch.kthvalue(a0, 2, 1)", x)
    add(T + "median", "torch.median(a0, 1)", x)
    add(T + "median", "torch.median(a0)", i)
    add(T + "sort", "torch.sort(a0)", tensor((70,)))
    add(T + "argsort", "torch.argsort(a0, stable=True)", i)
    add(T + "msort", None, x)
    add(T + "quantile", "torch.quantile(a0, 0.3, dim=1)", x)
    add(T + "cumprod", "torch.cumprod(a0, 1)", x)
    add(T + "logcumsumexp", "torch.logcumsumexp(a0, 0)", x)
    add(T + "searchsorted", "torch.searchsorted(a0.sort()[0], a1)", v, x)
    add(T + "bucketize", "torch.bucketize(a0, a1.sort()[0], right=True)", x, v)
    add(T + "isin", "torch.isin(a0, a1)", i, t["C"])


def scattering(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Elements put to places."""
    x, c, q = t["X"], t["C"], tensor((3, 2), "class")
    source, rows = tensor((3, 2)), tensor((3, 4))
    add(T + "scatter", "torch.scatter(a0, 1, a1, a2)", x, q, source)
    add(T + "scatter", "torch.scatter(a0, 1, a1, 2.5)", x, q)
    add(T + "scatter", "torch.scatter(a0, 1, a1, a2, reduce='multiply')", x, q, source)
    add(T + "scatter_add", "torch.scatter_add(a0, 1, a1, a2)", x, q, source)
    for reduction in ("sum", "prod", "mean", "amax", "amin"):
        add(T + "scatter_reduce", f"torch.scatter_reduce(a0, 1, a1, a2, '{reduction}')", x, q, source)
    add(T + "scatter_reduce", "torch.scatter_reduce(a0, 1, a1, a2, 'mean', include_self=False)", x, q, source)
    add(T + "index_add", "torch.index_add(a0, 1, a1, a2, alpha=2)", x, c, tensor((3, 3)))
    add(T + "index_copy", "torch.index_copy(a0, 0, a1, a2)", tensor((5, 4)), tensor((1,), "class"), tensor((1, 4)))
    add(T + "index_fill", "torch.index_fill(a0, 1, a1, 2.0)", x, c)
    add(T + "index_reduce", "torch.index_reduce(a0, 1, a1, a2, 'prod')", x, c, tensor((3, 3)))
    add(T + "put", "torch.put(a0, a1, a2, accumulate=True)", x, c, tensor((3,)))
    add(T + "index_put", "torch.index_put(a0, (a1,), a2, accumulate=True)", tensor((4, 4)), c, rows)
    add(T + "take", "torch.take(a0, a1)", x, c)
    add(T + "take_along_dim", "torch.take_along_dim(a0, a1, 1)", x, q)


def losses(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Losses and distances."""
    x, p, u, c, l = t["X"], t["P"], t["U"], t["C"], t["L"]
    add(F + "soft_margin_loss", F + "soft_margin_loss(a0, a1.sign())", x, x)
    add(F + "margin_ranking_loss", F + "margin_ranking_loss(a0, a1, a2.sign(), 0.1)", l, l, l)
    add(F + "hinge_embedding_loss", F + "hinge_embedding_loss(a0, a1.sign())", x, x)
    add(F + "cosine_embedding_loss", F + "cosine_embedding_loss(a0, a1, a2.sign(), 0.1)", x, x, l)
    add(F + "multilabel_soft_margin_loss", F + "multilabel_soft_margin_loss(a0, a1)", x, u)
    add(F + "multi_margin_loss", F + "multi_margin_loss(a0, a1, 2, 0.5)", x, c)
    add(F + "triplet_margin_loss", F + "triplet_margin_loss(a0, a1, a2, swap=True)", x, x, x)
    add(F + "kl_div", F + "kl_div(a0, a1, reduction='batchmean')", x, u)
    add(F + "poisson_nll_loss", F + "poisson_nll_loss(a0, a1, full=True)", x, p)
    add(F + "gaussian_nll_loss", F + "gaussian_nll_loss(a0, a1, a2)", x, x, p)
    add(F + "pairwise_distance", None, x, x)
    add(F + "cosine_similarity", None, x, x)
    add(T + "dist", "torch.dist(a0, a1, 3)", x, x)
    add(T + "cdist", "torch.cdist(a0, a1, 1.5)", x, tensor((5, 4)))
    add(F + "pdist", None, x)


def images(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Resampling, windows, normalisation."""
    image = t["IMAGE"]
    for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area"):
        add(F + "interpolate", f"{F}interpolate(a0, size=(4, 9), mode='{mode}')", image)
    add(F + "interpolate", F + "interpolate(a0, scale_factor=2.0, mode='bilinear', align_corners=True)", image)
    add(F + "interpolate", F + "interpolate(a0, scale_factor=1.6, mode='linear')", t["SEQUENCE"])
    add(F + "unfold", F + "unfold(a0, 3, padding=1, stride=2)", image)
    add(F + "fold", F + "fold(a0, (4, 5), 2)", tensor((2, 8, 12)))
    for spatial, shape in ((1, (2, 3, 6)), (2, (2, 3, 6, 6)), (3, (1, 2, 4, 4, 4))):
        pool = f"{F}max_pool{spatial}d(a0, 2, return_indices=True)"
        add(f"{F}max_unpool{spatial}d", f"{F}max_unpool{spatial}d(*{pool}, 2)", tensor(shape))
    add(F + "max_pool2d", F + "max_pool2d(a0, 3, 2, 1, return_indices=True)[1]", image)
    add(F + "adaptive_max_pool2d", F + "adaptive_max_pool2d(a0, 4)", image)
    add(F + "adaptive_max_pool3d", F + "adaptive_max_pool3d(a0, 3)", tensor((1, 2, 4, 4, 4)))
    add(F + "local_response_norm", F + "local_response_norm(a0, 3, alpha=0.5)", image)
    add(F + "rms_norm", F + "rms_norm(a0, (4,), a1)", t["X"], t["V"])
    add(F + "instance_norm", F + "instance_norm(a0, weight=a1, bias=a1)", image, t["V"])


def statistics(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """Moments, counts, differences."""
    x, i, v = t["X"], t["I"], t["V"]
    for name in ("var_mean", "std_mean"):
        add(T + name, f"torch.{name}(a0, 1)", x)
    for name in ("nansum", "nanmean"):
        add(T + name, f"torch.{name}(a0.sqrt(), 1)", x)
    add(T + "count_nonzero", "torch.count_nonzero(a0, 0)", i)
    add(T + "aminmax", "torch.aminmax(a0, dim=1)", x)
    add(T + "Tensor.sum_to_size", "a0.sum_to_size(3, 1)", x)
    add(T + "cov", None, x)
    add(T + "corrcoef", None, x)
    add(T + "diff", "torch.diff(a0, 2)", x)
    add(T + "trapezoid", "torch.trapezoid(a0, a1)", x, v)
    add(T + "cumulative_trapezoid", "torch.cumulative_trapezoid(a0, dx=0.5)", x)
    add(T + "renorm", "torch.renorm(a0, 2, 0, 1.0)", x)
    for order in (0, 0.5, 3, float("-inf")):
        add(T + "norm", f"torch.norm(a0, {order!r}, 1)".replace("-inf", "float('-inf')"), x)


def random_numbers(add: Add, t: dict[str, Any], tensor: Callable[..., Any]) -> None:
    """What takes numbers from the generator."""
    x, u = t["X"], t["U"]
    new = {
        "rand": ("3, 4", "17, dtype=torch.float64", "(2, 3), dtype=torch.bfloat16", "a0.shape[0], 2"),
        "randn": ("5", "4, 5", "3, dtype=torch.float64", "33, dtype=torch.float16"),
        "randint": ("10, (4,)", "-3, 5, (2, 3), dtype=torch.int8", "0, 2, (6,), dtype=torch.bool",
                    "3, 9, (7,), dtype=torch.float32", "-2**40, 2**62, (3,)"),
        "randperm": ("11", "5, dtype=torch.int32"),
        "normal": ("1.5, 0.5, (20,)", "a0, 0.5", "0.5, a0", "a0, a0.flip(0)"),
        "rand_like": ("a0",), "randn_like": ("a0", "a0, dtype=torch.float64"), "randint_like": ("a0, 5", "a0, -4, 4"),
        "bernoulli": ("a0", "a0, 0.3"), "poisson": ("a0 * 4",),
        "multinomial": ("a0, 2", "a0, 1", "a0[0], 9, replacement=True"),
    }
    into = {
        "uniform_": ("", "-1, 3.5"), "normal_": ("", "2, 0.1"), "exponential_": ("", "0.5"), "cauchy_": ("",), "log_normal_": ("",),
        "geometric_": ("0.3",), "bernoulli_": ("", "0.9", "a1"), "random_": ("", "7", "-2, 9"),
    }
    for name, calls in new.items():
        for call in calls:
            add(T + name, f"torch.{name}({call})", u)
    for name, calls in into.items():
        for call in calls:
            add(T + f"Tensor.{name}", f"a0.clone().{name}({call})", *((tensor((3,), "unit"),) * 2 if "a1" in call else (x,)))
    add(F + "dropout", F + "dropout(a0, 1.0)", x)
    add(F + "dropout", F + "dropout(a0.half(), 0.3)", x)
    add(F + "dropout1d", F + "dropout1d(a0)", x)
    add(F + "alpha_dropout", F + "alpha_dropout(a0, 0.4, True)", x)
    add(F + "feature_alpha_dropout", F + "feature_alpha_dropout(a0, 0.4, True)", x)
    query = tensor((2, 3, 4))
    add(F + "scaled_dot_product_attention", F + "scaled_dot_product_attention(a0, a0, a0[..., :3], dropout_p=0.5)", query)
