"""JANUS_SYMBOLS: native code has the names of the user's functions, for perf and gdb."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from janusc.dispatch import symbols
from janusc.errors import OptionError

_PROGRAM = """
import os, sys
import torch, janusc

def note(x, log):
    log.append(str(x.shape))
    return (x @ x).relu().sum()

def squared(x):
    return (x * x).sum()

x = torch.ones(40, 40, requires_grad=True)
with torch.no_grad():
    janusc.compile(note)(x, [])
janusc.compile(squared)(x).backward()
print(os.getpid(), flush=True)
if "fork" in sys.argv:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    print(child)
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(_PROGRAM)
    return path


def run(command, tools):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env={
        **os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "python"), "JANUS_SYMBOLS": tools})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_perf_finds_a_map_of_each_process(script):
    processes = set(run([sys.executable, script, "fork"], "perf").split())
    assert len(processes) == 2
    for process in processes:
        path = symbols.map_file(int(process))
        text = path.read_text()
        path.unlink()
        found = [re.fullmatch(r"[0-9a-f]+ [0-9a-f]+ (\S+)", line).group(1) for line in text.splitlines()]
        assert {"janus_body_note", "janus_entry_note_7", "janus_entry_squared", "janus_entry_squared.backward"} <= set(found)
        assert {name.partition(".")[2] for name in found if name.startswith("janus_kernel_")} >= {"note_7", "squared"}


@pytest.mark.skipif(shutil.which("gdb") is None, reason="no gdb")
def test_gdb_knows_names_and_lines(script):
    commands = ["set breakpoint pending on", "set debuginfod enabled off", "break janus_body_note", "run", "backtrace 1",
                "kill"]
    text = run(["gdb", "-batch", *(word for command in commands for word in ("-ex", command)), "--args", sys.executable,
                script], "gdb")
    assert f"janus_body_note () at {script}:5\n5\tdef note(x, log):" in text, text


def test_nothing_is_named_unless_asked_for(script):
    path = symbols.map_file(int(run([sys.executable, script], "").strip()))
    assert not path.exists()


@pytest.mark.parametrize("name, entry", [("Net.forward", "Net.forward"), ("f.<locals>.<lambda>[3-4]", "f._locals_._lambda_3_4"),
                                         ("größe", "gr_e"), ("_", "entry_")])
def test_names_of_entries(name, entry, monkeypatch):
    assert symbols.entry_name(name) == "entry"
    monkeypatch.setattr(symbols, "_tools", frozenset({"perf"}))
    assert symbols.entry_name(name) == entry


def test_tools():
    assert symbols.parse_tools("all") == {"gdb", "perf"} and symbols.parse_tools(" perf, ") == {"perf"}
    with pytest.raises(OptionError, match="JANUS_SYMBOLS: unknown tool 'vtune'; known: all, gdb, perf"):
        symbols.parse_tools("perf,vtune")
