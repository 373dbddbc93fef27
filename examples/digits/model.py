"""A LeNet-like network for scikit-learn's 8x8 handwritten digits, as anyone would write it in PyTorch."""
import torch
import torch.nn.functional as F
from torch import nn


class LeNet(nn.Module):
    """Two convolutions with max pooling, three linear layers. (N, 1, 8, 8) float32 to (N, 10) scores."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.fc1 = nn.Linear(32 * 2 * 2, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


def train_step(net, optimizer, images, labels):
    """One step of training; returns the loss on this batch."""
    optimizer.zero_grad()
    loss = F.cross_entropy(net(images), labels)
    loss.backward()
    optimizer.step()
    return loss


def make_optimizer(net):
    """Adam, as this example trains with it."""
    return torch.optim.Adam(net.parameters(), lr=2e-3)


def set_learning_rate(optimizer, epoch, epochs):
    """A tenth of the learning rate in the last 40% of the epochs."""
    for group in optimizer.param_groups:
        group["lr"] = 2e-3 if epoch < 0.6 * epochs else 2e-4


def evaluate(net, images, labels):
    """The share of images that the network puts into their class."""
    with torch.no_grad():
        return (net(images).argmax(1) == labels).float().mean().item()


def load_digits():
    """scikit-learn's digits: ((images, labels) of the training set, of the held-out set)."""
    from sklearn.datasets import load_digits as load

    digits = load()
    images = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16
    labels = torch.tensor(digits.target)
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(0))
    train, held_out = order[:1437], order[1437:]
    return (images[train], labels[train]), (images[held_out], labels[held_out])


def batches(images, labels, size, epoch):
    """The epoch's batches of `size` images, in an order that depends on the epoch only."""
    order = torch.randperm(len(images), generator=torch.Generator().manual_seed(1 + epoch))
    for begin in range(0, len(images), size):
        chosen = order[begin:begin + size]
        yield images[chosen], labels[chosen]
