"""What the caller of an exported program will pass: shapes, dtypes and named sizes."""
from __future__ import annotations

import keyword
from dataclasses import dataclass


@dataclass(frozen=True)
class Dim:
    """A size that is open within [min, max] and the same wherever its name stands.

    Raises ValueError if the name is no identifier or the range is empty.
    """

    name: str
    min: int = 0
    max: int = 2**31 - 1

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name.isidentifier() or keyword.iskeyword(self.name):
            raise ValueError(f"Dim: {self.name!r} must be an identifier")
        for bound in (self.min, self.max):
            if isinstance(bound, bool) or not isinstance(bound, int) or bound >= 2**63:
                raise TypeError(f"Dim {self.name}: min and max must be ints of 64 bits, got {bound!r}")
        if not 0 <= self.min <= self.max:
            raise ValueError(f"Dim {self.name}: needs 0 <= min <= max, got {self.min} and {self.max}")


@dataclass(frozen=True)
class TensorSpec:
    """A tensor by shape and dtype; a size is an int, a Dim, or None (open)."""

    shape: tuple
    dtype: object

    def example(self):
        """A tensor of zeros of this kind; open sizes are as small as they may be, but 2 where that is allowed."""
        import torch

        def size(given):
            if isinstance(given, Dim):
                return min(max(given.min, 2), given.max)
            return 2 if given is None else given

        return torch.zeros([size(given) for given in self.shape], dtype=self.dtype)


def spec(shape, dtype=None) -> TensorSpec:
    """Describe a tensor argument of an exported program.

    shape: a sequence of ints, `Dim`s and None (an open size); dtype: a torch.dtype, float32 if left out.
    Raises TypeError or ValueError that names the wrong size or dtype.
    """
    import torch

    dtype = torch.float32 if dtype is None else dtype
    if not isinstance(dtype, torch.dtype):
        raise TypeError(f"spec: dtype must be a torch.dtype, got {dtype!r}")
    if isinstance(shape, (str, torch.Tensor)) or not hasattr(shape, "__iter__"):
        raise TypeError(f"spec: shape must be a sequence of sizes, got {shape!r}")
    sizes = tuple(shape)
    for axis, size in enumerate(sizes):
        if size is None or isinstance(size, Dim):
            continue
        if isinstance(size, bool) or not isinstance(size, int):
            raise TypeError(f"spec: size {axis} must be an int, a Dim or None, got {size!r}")
        if size < 0:
            raise ValueError(f"spec: size {axis} is negative ({size})")
        if size >= 2**63:
            raise ValueError(f"spec: size {axis} does not fit 64 bits ({size})")
    return TensorSpec(sizes, dtype)
