"""Whether two results are the same: types, dtypes, sizes, strides, and values within what a test allows."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

__all__ = ["assert_same"]


def assert_same(got: Any, expected: Any, scalars: Callable[[Any, Any], bool] = operator.eq, **tolerances: Any) -> None:
    """Tuples element by element. scalars(got, expected) compares what is neither tensor nor array; the tolerances are
    those of torch.testing.assert_close."""
    assert type(got) is type(expected)
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for pair in zip(got, expected):
            assert_same(*pair, scalars, **tolerances)
    elif isinstance(expected, torch.Tensor):
        assert got.dtype == expected.dtype and got.shape == expected.shape and got.stride() == expected.stride()
        torch.testing.assert_close(got, expected, **tolerances)
    elif isinstance(expected, np.ndarray):
        assert got.dtype == expected.dtype and got.shape == expected.shape and got.strides == expected.strides
        np.testing.assert_allclose(got, expected, rtol=tolerances.get("rtol", 1e-5), atol=tolerances.get("atol", 0))
    else:
        assert scalars(got, expected)
