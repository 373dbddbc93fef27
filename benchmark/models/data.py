"""Synthetic data from fixed seeds, drawn with NumPy so that it is the same for every engine and version."""
from __future__ import annotations

import numpy as np
import torch

__all__ = ["images", "noise", "tokens", "uniform_images", "words"]


def images(batch: int, channels: int, size: int, classes: int, seed: int,
           dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures of normal noise, and a class for each."""
    generator = np.random.default_rng(1000 + seed)
    pixels = generator.standard_normal((batch, channels, size, size), dtype=np.float32)
    labels = generator.integers(0, classes, batch).astype(np.int64)
    return torch.from_numpy(pixels).to(dtype), torch.from_numpy(labels)


def tokens(batch: int, length: int, vocabulary: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """(length, batch) words, and the words that follow each."""
    text = np.random.default_rng(2000 + seed).integers(0, vocabulary, (length + 1, batch)).astype(np.int64)
    return torch.from_numpy(text[:-1].copy()), torch.from_numpy(text[1:].copy())


def words(count: int, vocabulary: int, seed: int) -> torch.Tensor:
    """Single words: the sample of a sampled softmax."""
    return torch.from_numpy(np.random.default_rng(3000 + seed).integers(0, vocabulary, count).astype(np.int64))


def uniform_images(generator: np.random.Generator, shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Pictures with values from -1 to 1."""
    return torch.from_numpy(generator.uniform(-1, 1, shape).astype(np.float32)).to(dtype)


def noise(generator: np.random.Generator, shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """What a generator network starts from."""
    return torch.from_numpy(generator.standard_normal(shape).astype(np.float32)).to(dtype)
