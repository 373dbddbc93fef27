"""What the golden files are made from."""
import torch.nn.functional as F


def branches(x, y):
    if x < y and not x:
        return y
    elif 0 < x < 10:
        x += 1
    return x if x else y


def loops(items):
    total = 0
    for i, item in enumerate(items):
        if item is None:
            continue
        while total < item:
            total += i
        if total > 100:
            break
    else:
        total = -1
    return total


def handlers(path):
    try:
        file = open(path)
    except OSError as error:
        raise RuntimeError(f"no {path!r}") from error
    finally:
        print("done")
    return file


def closures(n):
    def add(x, by=1):
        return x + n + by

    n = 2
    return [add(x, by=y) for x in range(n) for y in (1, 2) if x]


def tensors(self, x, *, scale=0.5):
    x = F.relu(self.conv(x)[:, None, ..., -1], inplace=True)
    self.count += 1
    a, (b, *rest) = x.unbind(0)
    return a @ b.T * scale, rest
