"""JANUS's eleven programs at tiny sizes: forward, loss and gradients equal eager's, and what is native stays native."""
import json
import subprocess
import sys
from pathlib import Path

import janusc
import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmark"))
import eleven  # noqa: E402
import models  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples"

# The compiled methods that run natively as a whole, without gradients.
NATIVE = {
    "lenet": {"loss"},
    "resnet50": {"loss"},
    "inception_v3": {"loss"},
    "lstm": {"loss"},
    "lm": {"loss"},
    "ppo": {"loss"},
    "an": {"generate", "discriminator_loss", "generator_loss"},
    "pix2pix": {"generate", "discriminator_loss", "generator_loss"},
}


@pytest.fixture(autouse=True)
def one_thread():
    """Small sizes: other threads would cost more than they bring."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def pair(name, dtype=torch.float32, **settings):
    """An eager and a compiled copy of a program, and the compiled methods."""
    eager, compiled = (models.make(name, "tiny", dtype, **settings) for _ in "ab")
    return eager, compiled, compiled.use(janusc.compile)


@pytest.mark.parametrize("name", list(models.MODELS))
def test_forward_equals_eager(name):
    eager, compiled, methods = pair(name)
    with torch.no_grad(), janusc.options(profile_calls=0):
        for batch in (eager.batches() * 2)[:3]:
            compiled.load(eager.state())
            for got, expected in zip(compiled.evaluate(*batch), eager.evaluate(*batch), strict=True):
                torch.testing.assert_close(got, expected, rtol=1e-4, atol=1e-5)
        for before, after in zip(eager.modules().values(), compiled.modules().values(), strict=True):
            # Running statistics, and the state that recurrent networks keep.
            torch.testing.assert_close(after.state_dict(), before.state_dict(), rtol=1e-4, atol=1e-5)
            if hasattr(before, "state"):
                torch.testing.assert_close(after.state, before.state, rtol=1e-4, atol=1e-5)
    for method in NATIVE.get(name, ()):
        data = janusc.explain(methods[method]).data()
        assert data["versions"] and data["interpreted"] == 0, (method, data["reasons"])


@pytest.mark.parametrize("name", list(models.MODELS))
def test_training_equals_eager(name):
    eager, compiled, _ = pair(name, torch.float64)
    with janusc.options(profile_calls=0):
        for batch in (eager.batches() * 2)[:2]:
            expected, got = eager.step(*batch), compiled.step(*batch)
            torch.testing.assert_close(got, expected, rtol=1e-6, atol=1e-9)
            for path, parameter in eager.parameters().items():
                own = compiled.parameters()[path]
                torch.testing.assert_close(own.grad, parameter.grad, rtol=1e-6, atol=1e-8, msg=path)
                torch.testing.assert_close(own, parameter, rtol=1e-6, atol=1e-8, msg=path)


@pytest.mark.parametrize("name, settings", [
    ("treernn", {"trees": EXAMPLES / "trees" / "sample.jsonl"}), ("a3c", {"environment": "CartPole-v1"}),
    ("a3c", {"environment": "Pendulum-v1"}), ("ppo", {"environment": "Pendulum-v1"})], ids=str)
def test_real_trees_and_environments(name, settings):
    eager, compiled, _ = pair(name, torch.float64, **settings)
    for batch in eager.batches()[:1]:
        torch.testing.assert_close(compiled.step(*batch), eager.step(*batch), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("grad", [False, True], ids=["no grad", "grad"])
@pytest.mark.parametrize("name", ["treernn", "treelstm", "ppo", "a3c"])
def test_no_operator_of_a_forward_pass_runs_by_itself(name, grad):
    # In a process of its own: copies of one model share the bound on versions of their code.
    code = f"import json, eleven; print(json.dumps(eleven.coverage({name!r}, 'tiny', {{}}, {grad})))"
    result = subprocess.run([sys.executable, "-c", code], cwd=eleven.__file__.rpartition("/")[0], capture_output=True,
                            text=True, check=True)
    covered = json.loads(result.stdout.splitlines()[-1])
    assert not covered["operators"], covered


def test_a_copy_goes_on_from_anothers_state():
    for name in ("lenet", "lstm", "a3c", "ppo"):
        first, second = models.make(name, "tiny"), models.make(name, "tiny")
        first.step(*first.batches()[0])
        second.load(first.state())
        batch = first.batches()[-1]
        assert torch.equal(first.step(*batch), second.step(*batch)), name
