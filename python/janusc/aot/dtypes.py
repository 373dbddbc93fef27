"""The dtypes of what exported programs take and give: torch's, by the name in a signature and by the code in a tensor."""
from __future__ import annotations

import torch

__all__ = ["BY_CODE", "BY_NAME"]

# (type_code, type_bits) of janus_tensor, as in DLPack.
_TABLE = [
    ("f32", (2, 32), torch.float32),
    ("f64", (2, 64), torch.float64),
    ("f16", (2, 16), torch.float16),
    ("bf16", (4, 16), torch.bfloat16),
    ("i64", (0, 64), torch.int64),
    ("i32", (0, 32), torch.int32),
    ("i16", (0, 16), torch.int16),
    ("i8", (0, 8), torch.int8),
    ("u8", (1, 8), torch.uint8),
    ("bool", (6, 8), torch.bool),
]
BY_NAME = {name: dtype for name, _, dtype in _TABLE}
BY_CODE = {code: dtype for _, code, dtype in _TABLE}
