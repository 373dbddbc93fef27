"""TreeRNN (Socher et al. 2013) and binary TreeLSTM (Tai et al. 2015), by recursion over the nodes of parse trees."""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .workload import Workload

__all__ = ["Node", "TreeLSTM", "TreeLSTMTraining", "TreeRNN", "TreeRNNTraining", "random_trees", "read_trees"]

CLASSES = 5


class Node:
    """A leaf has a word, an inner node two children; all have a label."""

    def __init__(self, word: torch.Tensor | None, label: torch.Tensor, left: Node | None = None,
                 right: Node | None = None) -> None:
        self.word = word
        self.label = label
        self.left = left
        self.right = right


class TreeRNN(nn.Module):
    def __init__(self, vocabulary: int, word: int, hidden: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, word)
        self.embedding.weight.requires_grad_(False)
        self.leaf = nn.Linear(word, hidden)
        self.inner = nn.Linear(2 * hidden, hidden)
        self.classes = nn.Linear(hidden, CLASSES)

    def walk(self, node: Node) -> tuple[torch.Tensor, torch.Tensor]:
        """The node's vector, and the loss of its subtree."""
        if node.left is None:
            h = torch.tanh(self.leaf(self.embedding(node.word)))
            return h, F.cross_entropy(self.classes(h), node.label)
        left, left_loss = self.walk(node.left)
        right, right_loss = self.walk(node.right)
        h = torch.tanh(self.inner(torch.cat([left, right], 1)))
        return h, left_loss + right_loss + F.cross_entropy(self.classes(h), node.label)

    def forward(self, node: Node) -> torch.Tensor:
        return self.walk(node)[1]


class TreeLSTM(nn.Module):
    def __init__(self, vocabulary: int, word: int, hidden: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, word)
        self.embedding.weight.requires_grad_(False)
        self.leaf = nn.Linear(word, 3 * hidden)
        self.inner = nn.Linear(2 * hidden, 5 * hidden)
        self.classes = nn.Linear(hidden, CLASSES)

    def walk(self, node: Node) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The node's vector and cell, and the loss of its subtree."""
        if node.left is None:
            i, o, u = torch.chunk(self.leaf(self.embedding(node.word)), 3, dim=1)
            c = torch.sigmoid(i) * torch.tanh(u)
            loss = 0.0
        else:
            left, left_cell, left_loss = self.walk(node.left)
            right, right_cell, right_loss = self.walk(node.right)
            gates = self.inner(torch.cat([left, right], 1))
            i, f_left, f_right, o, u = torch.chunk(gates, 5, dim=1)
            c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(f_left) * left_cell + torch.sigmoid(f_right) * right_cell
            loss = left_loss + right_loss
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c, loss + F.cross_entropy(self.classes(h), node.label)

    def forward(self, node: Node) -> torch.Tensor:
        return self.walk(node)[2]


# Trees.


def random_trees(batch: int, vocabulary: int, longest: int, seed: int) -> list[Node]:
    """Sentences of about 19 words, from 3 to `longest`, of the lengths of the Stanford treebank."""
    generator = np.random.default_rng(4000 + seed)
    result = []
    for _ in range(batch):
        words = int(np.clip(round(generator.gamma(4.3, 4.45)), 3, longest))
        result.append(_random_tree(generator, words, vocabulary))
    return result


def _random_tree(generator: np.random.Generator, words: int, vocabulary: int) -> Node:
    label = torch.tensor([int(generator.integers(CLASSES))])
    if words == 1:
        return Node(torch.tensor([int(generator.integers(vocabulary))]), label)
    split = int(generator.integers(1, words))
    left = _random_tree(generator, split, vocabulary)
    return Node(None, label, left, _random_tree(generator, words - split, vocabulary))


def read_trees(path: Path) -> tuple[list[Node], int]:
    """The trees of a file, one a line as nested pairs of words in JSON, and the size of their vocabulary.

    The label of a node is how deep its subtree is, up to the number of classes.
    """
    numbers: dict[str, int] = {}
    trees = [_numbered(json.loads(line), numbers)[0] for line in path.read_text().splitlines()]
    return trees, len(numbers)


def _numbered(tree: str | list, numbers: dict[str, int]) -> tuple[Node, int]:
    if isinstance(tree, str):
        word = numbers.setdefault(tree.lower(), len(numbers))
        return Node(torch.tensor([word]), torch.tensor([0])), 0
    (left, left_depth), (right, right_depth) = (_numbered(child, numbers) for child in tree)
    depth = 1 + max(left_depth, right_depth)
    return Node(None, torch.tensor([min(depth, CLASSES - 1)]), left, right), depth


def nodes(tree: Node) -> Iterator[Node]:
    """All nodes, children before their parent."""
    if tree.left is not None:
        yield from nodes(tree.left)
        yield from nodes(tree.right)
    yield tree


class _TreeTraining(Workload):
    network: type[nn.Module]
    sizes = {"full": {"batch": 25, "batches": 16, "vocabulary": 5000, "word": 300, "hidden": 168, "longest": 50},
             "tiny": {"batch": 2, "batches": 3, "vocabulary": 20, "word": 6, "hidden": 4, "longest": 5}}

    def __init__(self, dtype: torch.dtype, batch: int, batches: int, vocabulary: int, word: int, hidden: int,
                 longest: int, trees: str | Path | None = None) -> None:
        if trees is None:
            self.pool = [tuple(random_trees(batch, vocabulary, longest, seed)) for seed in range(batches)]
        else:
            read, vocabulary = read_trees(Path(trees))
            self.pool = [tuple(read[k:k + batch]) for k in range(0, min(len(read), batch * batches), batch)]
        self.net = self.network(vocabulary, word, hidden).to(dtype)
        trained = [parameter for parameter in self.net.parameters() if parameter.requires_grad]
        self.optimizer = torch.optim.SGD(trained, lr=0.005)

    def batches(self) -> list[tuple]:
        return self.pool

    def loss(self, *trees: Node) -> torch.Tensor:
        loss = 0.0
        for tree in trees:
            loss = loss + self.net(tree)
        return loss / len(trees)

    def state(self) -> dict:
        return {name: value for name, value in super().state().items() if name != "pool"}


class TreeRNNTraining(_TreeTraining):
    network = TreeRNN


class TreeLSTMTraining(_TreeTraining):
    network = TreeLSTM
