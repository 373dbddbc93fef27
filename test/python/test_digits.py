"""The digits example: trained, exported, run from C."""
import copy
import subprocess
import sys
from pathlib import Path

import janusc
import pytest
import torch
from example import load_run

EXAMPLE = Path(__file__).parents[2] / "examples" / "digits"
sys.path.insert(0, str(EXAMPLE))
import model  # noqa: E402

run = load_run("digits")


@pytest.fixture(scope="module")
def data():
    return model.load_digits()



def test_losses_equal_eagers_step_by_step(data):
    train, held_out = data
    torch.manual_seed(0)
    eager_net = model.LeNet()
    janus_net = copy.deepcopy(eager_net)
    eager_opt = model.make_optimizer(eager_net)
    janus_opt = model.make_optimizer(janus_net)
    compiled = janusc.compile(model.train_step)
    with janusc.options(profile_calls=0):
        for epoch in range(2):
            for images, labels in model.batches(*train, 50, epoch):
                expected = model.train_step(eager_net, eager_opt, images, labels)
                got = compiled(janus_net, janus_opt, images, labels)
                if epoch == 0:
                    assert abs(got.item() - expected.item()) <= 1e-4 * abs(expected.item())
    report = janusc.explain(compiled).data()
    assert report["interpreted"] == 0 and report["native"] > 0
    for (name, expected), got in zip(eager_net.named_parameters(), janus_net.parameters(), strict=True):
        torch.testing.assert_close(got, expected, rtol=1e-2, atol=1e-3, msg=name)
        torch.testing.assert_close(got.grad, expected.grad, rtol=1e-1, atol=1e-2, msg=f"{name}.grad")


def test_object_classifies_as_python_does(data, tmp_path):
    _, held_out = data
    torch.manual_seed(0)
    net = model.LeNet().eval()
    run.classify_from_c(net, held_out, tmp_path)
    output = subprocess.run([tmp_path / "classify", tmp_path / "images", tmp_path / "labels"], check=True,
                            capture_output=True, text=True).stdout
    with torch.no_grad():
        assert [int(line) for line in output.split()] == net(held_out[0]).argmax(1).tolist()


def test_exported_step_trains_the_same_net(data, tmp_path):
    train, _ = data
    torch.manual_seed(0)
    start = model.LeNet()
    net = copy.deepcopy(start)
    optimizer = model.make_optimizer(net)
    losses = [model.train_step(net, optimizer, x, y).item() for x, y in model.batches(*train, 50, 0)]
    run.train_from_c(start, train, 50, losses, tmp_path)
    output = subprocess.run([tmp_path / "train", tmp_path / "train_images", tmp_path / "train_labels", "50"],
                            check=True, capture_output=True, text=True).stdout
    assert run.relative_difference(losses, [float(line) for line in output.split()]) < 1e-4
