"""Every level of the digits training step goes on without Python: from each dump to the next, and to an object."""
import os
import subprocess
import sys

import pytest
from build_tree import BIN, ROOT

pytestmark = pytest.mark.xdist_group("levels")

# Level -> the passes that lead from it to the next one, as docs/debugging.md says.
NEXT = {
    "dynamic": "janus-specialize",
    "typed": "janus-functionalize",
    "value": "func.func(janus-differentiate),janus-lower-to-loops",
    "loop": "janus-codegen-cpu,janus-lower-to-llvm",
    "llvm": "canonicalize",
}

SCRIPT = """
import sys, torch, janusc
sys.path.insert(0, "examples/digits")
import model
torch.manual_seed(0)
net = model.LeNet()
optimizer = model.make_optimizer(net)
step = janusc.compile(model.train_step)
with janusc.options(profile_calls=0):
    for _ in range(2):
        step(net, optimizer, torch.randn(4, 1, 8, 8), torch.zeros(4, dtype=torch.int64))
"""


@pytest.fixture(scope="module")
def dump(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dump")
    subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, check=True,
                   env={**os.environ, "JANUS_DUMP": str(folder), "PYTHONPATH": str(ROOT / "python")})
    return sorted(folder.rglob("llvm.mlir"))[-1].parent


@pytest.mark.parametrize("level", NEXT)
def test_level_is_lowered_by_janus_opt_alone(dump, level):
    passes = f"--pass-pipeline=builtin.module({NEXT[level]})"
    result = subprocess.run([BIN / "janus-opt", dump / f"{level}.mlir", passes, "--verify-roundtrip"],
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[-2000:]


@pytest.mark.parametrize("level", NEXT)
def test_level_becomes_an_object_by_janus_translate_alone(dump, tmp_path, level):
    path = tmp_path / "step.o"
    result = subprocess.run([BIN / "janus-translate", dump / f"{level}.mlir", "--janus-to-object", "-o", path],
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[-2000:]
    symbols = subprocess.run(["nm", path], check=True, capture_output=True, text=True).stdout
    assert " T janus_entry_" in symbols
    assert "Py" not in symbols
