"""janusc.stacks (only what lies between convolutions is compiled) and janusc.report (a page on depth-first groups)."""
from __future__ import annotations

from pathlib import Path

import janusc
import pytest
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    """Stacks of modules and functions, one whose image is used twice, and one that writes to its image."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.norm, self.activation = nn.Conv2d(3, 6, 3), nn.BatchNorm2d(6), nn.ReLU(inplace=True)
        self.second, self.pool = nn.Conv2d(6, 6, 3, padding=1), nn.MaxPool2d(3, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.pool(self.activation(self.norm(self.first(x))))
        y = F.relu(self.second(x), inplace=True)
        return F.max_pool2d(torch.relu(x + y), 2) + F.avg_pool2d(y, 2)


def net() -> Net:
    torch.manual_seed(0)
    model = Net().eval()
    model.norm.running_mean.normal_()
    return model


def test_stacks() -> None:
    model, x = net(), torch.randn(2, 3, 22, 21)
    compiled = janusc.stacks(model)
    with torch.no_grad():
        torch.testing.assert_close(compiled(x), model(x))
        torch.testing.assert_close(compiled(x[:1]), model(x[:1]))
    names = [str(node.target) for node in compiled.graph.nodes if node.op == "call_module"]
    assert [name for name in names if not name.startswith("stack_")] == ["first", "second"] and len(names) == 6


def test_stacks_of_a_model_in_training() -> None:
    with pytest.raises(ValueError, match="model in evaluation"):
        janusc.stacks(net().train())


def test_report(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Conv2d(3, 24, 1), nn.ReLU(), nn.Conv2d(24, 24, 3, padding=1, groups=24), nn.Conv2d(24, 4, 1),
                          nn.MaxPool2d(3, 1, 1), nn.ReLU()).eval()
    compiled, x = janusc.compile(model), torch.randn(1, 3, 16, 16)
    with torch.no_grad():
        page = janusc.report(compiled, tmp_path / "page.html", x).read_text()
    assert "2 groups" in page and "rows by rows" in page and "plane by plane" in page
    assert "layer by layer" in page and "ms a call" in page and "ends since" in page


def test_report_without_a_call(tmp_path: Path) -> None:
    page = janusc.report(janusc.compile(net()), tmp_path / "page.html").read_text()
    assert "No version has been made yet" in page
