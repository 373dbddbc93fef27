"""Imports the examples' scripts, which share the name run.py."""
import importlib.util
import sys
import types
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def load_run(folder: str) -> types.ModuleType:
    """`examples/<folder>/run.py` as a module of its own name."""
    name = f"{folder}_run"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / folder / "run.py")
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]
