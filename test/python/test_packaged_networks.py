"""Packaged networks with trained weights equal eager at every batch size, with one version for all of them."""
import janusc
import pytest
import torch
from example import load_run

run = load_run("packaged")


@pytest.mark.parametrize("name", list(run.NETWORKS))
def test_equals_eager_for_all_batch_sizes(name):
    make, sample = run.NETWORKS[name]
    net, compiled = make(), janusc.compile(make())
    sizes = (1, 5, 32) if name == "torchcrepe full" else range(1, 33)
    with torch.no_grad(), janusc.options(profile_calls=0):
        for batch in sizes:
            argument = sample(batch)
            expected, got = net(argument), compiled(argument)
            assert got.shape == expected.shape and got.dtype == expected.dtype
            torch.testing.assert_close(got, expected, rtol=0, atol=1e-4)
    data = janusc.explain(compiled).data()
    assert len(data["versions"]) == 1
    assert data["interpreted"] == 0
