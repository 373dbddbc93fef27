"""Every op, pass, pipeline and library entry has a test of its own.

Where a test must stand:

- op `dialect.name`: `test/Dialect/<Dialect>/IR/<name>.mlir`, which contains the op;
- pass or pipeline `--name`: a `.mlir` file anywhere under `test` that is called `<name>.mlir`, or `<name>` without its
  leading `janus-`, `imperative-` or `nn-`, and that runs it;
- library entry: a sample in `library_samples.py`, and `test/Library/<name>.mlir` that calls it (without `torch.`, and
  with `F.` for `torch.nn.functional.`).

What exists is asked of tablegen (ops, passes) and of janus-opt (pipelines, library), so that nothing can be left out of
a list by hand.
"""
import re
import subprocess
from pathlib import Path

import pytest
from build_tree import JANUS_OPT
from library_samples import SAMPLES
from tablegen import ROOT, Op, ops, passes

TEST = ROOT / "test"
FOLDERS = {"imperative": "Imperative", "janus": "Janus", "nn": "NN", "python": "Python"}


def janus_opt(option: str) -> str:
    return subprocess.run([JANUS_OPT, option], check=True, capture_output=True, text=True).stdout


def pipelines() -> list[str]:
    text = janus_opt("--help").split("Pass Pipelines:")[1]
    return sorted(set(re.findall(r"^ {4,8}--((?:janus|imperative|nn)-[\w-]+)", text, re.MULTILINE)))


def library_entries() -> list[str]:
    """Canonical names; a line with `as` is another spelling of one."""
    lines = janus_opt("--janus-list-library").splitlines()
    return sorted({line.split("(")[0] for line in lines if " as " not in line})


def lit_files(name: str) -> list[Path]:
    return [path for path in TEST.rglob("*.mlir") if path.stem in (name, short(name))]


def short(name: str) -> str:
    return re.sub(r"^(janus|imperative|nn)-", "", name)


@pytest.mark.parametrize("op", ops(), ids=lambda op: op.full_name)
def test_op(op: Op) -> None:
    path = TEST / "Dialect" / FOLDERS[op.dialect] / "IR" / f"{op.name}.mlir"
    assert path.exists(), f"{op.full_name} has no test: write {path.relative_to(ROOT)}"
    assert re.search(rf"{re.escape(op.full_name)}\b", path.read_text()), f"{path} does not contain {op.full_name}"


@pytest.mark.parametrize("name", sorted({*passes(), *pipelines()}))
def test_pass(name: str) -> None:
    files = lit_files(name)
    assert files, f"--{name} has no test: write {short(name)}.mlir under test"
    run_lines = "\n".join(re.findall(r"RUN:.*", "\n".join(path.read_text() for path in files)))
    assert re.search(rf"\b{re.escape(name)}\b", run_lines), f"no RUN line of {files[0]} has {name}"


@pytest.mark.parametrize("name", library_entries())
def test_library(name: str) -> None:
    # What backward() gives is in .grad: the tests of training look at it.
    assert name in {"torch.Tensor.backward", *(sample.name for sample in SAMPLES)}, \
        f"{name} has no sample in library_samples.py"
    stem = name.replace("torch.nn.functional.", "F.").removeprefix("torch.")
    path = TEST / "Library" / f"{stem}.mlir"
    assert path.exists(), f"{name} has no test: write {path.relative_to(ROOT)}"


def test_there_is_something_to_enumerate() -> None:
    assert len(ops()) > 100
    assert len(passes()) > 5
    assert len(library_entries()) > 50
    assert pipelines()
