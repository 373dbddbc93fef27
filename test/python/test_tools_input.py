"""janus-opt and janus-translate on damaged input: an error that says so, never a crash."""
import os
import random
import subprocess

import pytest
from build_tree import BIN

SOURCE = """
imperative.entry @e calls @f [!imperative.tensor<?x4xf32>]
imperative.func @f(%x: !imperative.object) -> !imperative.object attributes {
    params = [#imperative.param<"x", positional>]} {
  %relu = imperative.constant #imperative.builtin<"torch.relu"> -> !imperative.object
  %y = imperative.call %relu(%x) : (!imperative.object, !imperative.object) -> !imperative.object
  imperative.return %y : !imperative.object
}
"""


def run(tool, *arguments, stdin=b""):
    return subprocess.run([BIN / tool, *arguments], input=stdin, capture_output=True, check=False)


@pytest.fixture(scope="module")
def bytecode():
    return run("janus-opt", "--emit-bytecode", "-o", "-", stdin=SOURCE.encode()).stdout


def test_whole_bytecode_is_read_from_file_and_pipe(bytecode, tmp_path):
    (tmp_path / "m.mlirbc").write_bytes(bytecode)
    for result in (run("janus-opt", tmp_path / "m.mlirbc"), run("janus-opt", stdin=bytecode)):
        assert result.returncode == 0 and b"imperative.entry @e" in result.stdout


@pytest.mark.parametrize("tool, options", [("janus-opt", ()), ("janus-translate", ("--janus-to-object",))])
def test_damaged_bytecode_never_crashes(bytecode, tmp_path, tool, options):
    choose = random.Random(int(os.environ.get("JANUS_FUZZ_SEED", "0")))
    path = tmp_path / "damaged.mlirbc"
    for turn in range(int(os.environ.get("JANUS_FUZZ_ROUNDS", "60"))):
        damaged = bytearray(bytecode)
        if turn % 3 == 0:
            damaged = damaged[:choose.randrange(4, len(damaged))]
        for _ in range(turn % 3):
            damaged[choose.randrange(4, len(damaged))] = choose.randrange(256)
        path.write_bytes(damaged)
        result = run(tool, path, *options, "-o", "/dev/null")
        assert result.returncode in (0, 1), (turn, result.returncode)
        assert result.returncode == 0 or b"error" in result.stderr, turn


def test_a_crash_of_the_reader_is_reported(tmp_path):
    """Some damages kill MLIR's reader; it happens in the child only."""
    found = []
    bytecode = run("janus-opt", "--emit-bytecode", "-o", "-", stdin=SOURCE.encode()).stdout
    choose = random.Random(1)
    path = tmp_path / "damaged.mlirbc"
    for _ in range(400):
        damaged = bytearray(bytecode)
        for _ in range(3):
            damaged[choose.randrange(4, len(damaged))] = choose.randrange(256)
        path.write_bytes(damaged)
        result = run("janus-opt", path, "-o", "/dev/null")
        if b"damaged bytecode" in result.stderr:
            found.append(result.stderr)
            break
    assert found and b"write it again" in found[0]
