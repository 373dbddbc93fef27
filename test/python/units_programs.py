"""Functions that are not native as a whole: tensor code between prints, appends, writes to objects, environments, exceptions.

Each subject names the lines (from its def) that must have run natively by its last call.
"""
from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import nn


def prints(x, w, n):
    total = 0.0
    for i in range(n):
        h = x @ w
        loss = (h * h).mean() * (i + 1)
        print("step", i, round(loss.item(), 4))
        w = w - 0.1 * h.sum(0)
        total += loss.item()
    return total, w


def appends(xs, w):
    history = []
    best = None
    for x in xs:
        score = torch.tanh(x @ w).sum()
        history.append(score.item())
        if best is None or score.item() > best:
            best = score.item()
    return history, best


class Meter:
    def __init__(self):
        self.total = 0.0
        self.count = 0
        self.last = None

    def update(self, x, w):
        y = F.relu(x * w + 1)
        m = y.mean()
        self.total += m.item()
        self.count += 1
        self.last = y
        z = y * 2
        return z.sum() / self.count


class Environment:
    """A pole of sorts: numbers and a list, nothing of torch."""

    def __init__(self):
        self.state = [0.1, -0.2, 0.05, 0.3]
        self.steps = 0

    def step(self, action):
        self.steps += 1
        push = 0.1 if action else -0.1
        self.state = [s * 0.9 + push * (i % 2) for i, s in enumerate(self.state)]
        return list(self.state), 1.0 - abs(self.state[1]), self.steps >= 12


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


def episode(policy, environment):
    state, reward_sum, done = list(environment.state), 0.0, False
    values = []
    while not done:
        x = torch.tensor(state).unsqueeze(0)
        logits = policy(x)
        p = torch.softmax(logits, dim=1)
        action = int(p[0, 1] > 0.5)
        values.append((p * p).sum().item())
        state, reward, done = environment.step(action)
        reward_sum = reward_sum + reward
    return reward_sum, values


def caught(x, y, log):
    try:
        a = x + 1
        log.append("before")
        b = (a @ y).relu()
        return b.sum()
    except RuntimeError as error:
        log.append(type(error).__name__)
        return a * 2
    finally:
        log.append("after")


def early(x, limit, log):
    y = x * 3
    log.append(1)
    if y.sum() > limit:
        return y - 1
    z = y.exp()
    log.append(2)
    return z + y


def by_value(x, log):
    y = x - x.mean()
    if (y > 0).any():
        y = y * 2
    else:
        y = y - 1
    log.append(y.shape)
    while y.abs().max() > 1:
        y = y * 0.5
        log.append("halved")
    return y


def data_dependent(x, log):
    mask = x > 0
    chosen = x[mask]
    log.append(len(chosen))
    y = chosen * 2 + 1
    return y.sum() + mask.sum()


def raises(x, n, log):
    y = x * 2
    log.append(y.sum().item())
    for i in range(n):
        y = y.view(2, -1) + i
        log.append(i)
        if i == 2:
            raise ValueError(f"step {i}")
    return y


def views(x, log):
    a = x[1:]
    b = x[:-1]
    log.append(0)
    a.mul_(2)
    c = b + 1
    log.append(c.sum().item())
    b.add_(c)
    return x.sum(), a


def writes(x, y, log):
    x.add_(1)
    log.append(x.sum().item())
    y[0] = x.sum()
    x.mul_(y.mean())
    return x


def memory(self_like, x):
    cache = self_like["cache"]
    key = tuple(x.shape)
    if key not in cache:
        cache[key] = torch.ones(x.shape[1])
    weight = cache[key]
    y = (x * weight).sum(1)
    cache[key] = weight + y.mean()
    return F.log_softmax(y, dim=0)


def mixed_numbers(x, log):
    n = int(x.sum().item())
    for k in range(n % 3 + 1):
        x = x + math.sqrt(k) / (1 + k)
        log.append(f"{k}: {x.mean().item():.4f}")
    return x.float() * n


def comprehended(policy, xs, log):
    log.append(len(xs))
    outs = [policy(x).sum().item() for x in xs]
    best = max(range(len(outs)), key=lambda i: outs[i])
    chosen = xs[best]
    scaled = chosen / chosen.norm()
    return scaled, outs


def train(model, optimizer, batches, log):
    for x, y in batches:
        optimizer.zero_grad()
        out = model(x)
        loss = F.mse_loss(out, y)
        loss.backward()
        optimizer.step()
        log.append(loss.item())
    return sum(log)


def appends_and_prints(x, log):
    y = torch.tanh(x) * 3
    print(y.sum().item() > 0)
    log.append(y)
    return y.mean()


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


def noted(log, x):
    log.append(len(log))
    return x


def unbound_before(x, way, log):
    """What comes after the use of an unbound variable does not happen."""
    if way > 9:
        late = 1
    if way == 0:
        return x * 2, late, noted(log, x) + 1
    if way == 1:
        late += noted(log, x) + 1
    if way == 2:
        return x.mul(late, noted(log, x)) + 1
    if way == 3:
        late.add(noted(log, x))
    return [late + noted(log, x), x.sin() + noted(log, x)]
