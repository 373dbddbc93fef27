"""Programs whose sizes depend on values: what comes after a detector's or a language model's network, and the like."""
import torch

__all__ = ["PROGRAMS"]


def boxes(count: int, seed: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    corner = torch.rand(count, 2, generator=generator) * 40
    return torch.cat([corner, corner + 5 + torch.rand(count, 2, generator=generator) * 20], 1)


def scores(*shape: int, seed: int) -> torch.Tensor:
    return torch.rand(shape, generator=torch.Generator().manual_seed(seed))


def overlap(one, others):
    low, high = torch.maximum(one[:2], others[:, :2]), torch.minimum(one[2:], others[:, 2:])
    shared = (high - low).clamp(min=0).prod(1)
    area = (others[:, 2] - others[:, 0]) * (others[:, 3] - others[:, 1])
    return shared / ((one[2] - one[0]) * (one[3] - one[1]) + area - shared)


def soft_suppression(found, weights, sigma: float, least: float):
    """Soft-NMS: overlapping boxes lose weight instead of going away; what has too little left does."""
    weights = weights.clone()
    kept, kept_weights = [], []
    while weights.numel() > 0:
        best = torch.argmax(weights)
        kept.append(found[best])
        kept_weights.append(weights[best])
        shared = overlap(found[best], found)
        weights = weights * torch.exp(-(shared * shared) / sigma)
        weights[best] = 0.0
        stays = weights > least
        found, weights = found[stays], weights[stays]
    return torch.stack(kept), torch.stack(kept_weights)


def best_of_each_class(found, weights, least: float, most: int):
    """Of each class the boxes with the greatest weights above a limit."""
    results = []
    classes = []
    for label in range(weights.shape[1]):
        column = weights[:, label]
        places = (column > least).nonzero()[:, 0]
        order = torch.argsort(column[places], descending=True, stable=True)
        places = places[order[: min(most, order.numel())]]
        results.append(found[places])
        classes.append(torch.full((places.numel(),), label, dtype=torch.int64))
    return torch.cat(results), torch.cat(classes)


def ragged_means(values, lengths):
    """The mean of the first `lengths[i]` rows of each element of a batch, those of no rows left out."""
    means = []
    for i in range(values.shape[0]):
        mask = torch.arange(values.shape[1]) < lengths[i]
        rows = values[i][mask]
        if rows.shape[0] > 0:
            means.append(rows.mean(0))
    return torch.stack(means)


def components(adjacency):
    """Numbers for the connected components of a graph, by handing on the least label until none changes."""
    count = adjacency.shape[0]
    labels = torch.arange(count)
    rounds = 0
    while True:
        neighbours = torch.where(adjacency, labels[None, :], count)
        new = torch.minimum(labels, neighbours.amin(1))
        rounds += 1
        if bool((new == labels).all()):
            break
        labels = new
    names, numbers = torch.unique(labels, return_inverse=True)
    return numbers, names.numel(), rounds


def beam_search(start, transitions, steps: int, width: int, margin: float):
    """The best paths through a table of log probabilities; those far behind the best one are pruned."""
    values = start[None]
    paths = torch.zeros(1, 0, dtype=torch.int64)
    last = torch.zeros(1, dtype=torch.int64)
    for _ in range(steps):
        states = transitions.shape[0]
        totals = (values[:, None] + transitions[last]).reshape(-1)
        order = torch.argsort(totals, descending=True, stable=True)
        order = order[: min(width, order.numel())]
        order = order[totals[order] >= totals[order[0]] - margin]
        values = totals[order]
        last = order % states
        paths = torch.cat([paths[order // states], last[:, None]], 1)
    return values, paths


def graph(count: int, seed: int) -> torch.Tensor:
    edges = scores(count, count, seed=seed) < 1.2 / count
    return edges | edges.T


# Each with calls of several sizes.
PROGRAMS = {
    soft_suppression: [(boxes(n, n), scores(n, seed=n), 0.5, 0.3) for n in (12, 1, 30)],
    best_of_each_class: [(boxes(n, n), scores(n, 4, seed=n), 0.6, 5) for n in (20, 3, 40)],
    ragged_means: [(scores(n, 6, 3, seed=n), torch.tensor(lengths)) for n, lengths in ((3, [2, 0, 6]), (2, [1, 5]))],
    components: [(graph(n, n),) for n in (10, 25, 4)],
    beam_search: [(torch.tensor(0.0), torch.log(scores(n, n, seed=n)), 5, 4, 2.0) for n in (6, 9)],
}
