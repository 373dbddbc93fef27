"""janusc.devices: the machines that code can be made for here."""
from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import NamedTuple

from janusc.errors import OptionError

__all__ = ["Device", "check_target", "devices"]


class Device(NamedTuple):
    """A machine: the target's name, what it is, and its number of cores (0: unknown)."""

    target: str
    description: str
    cores: int


def _cpu_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def devices() -> list[Device]:
    """This machine's devices, the one that `target=None` means first."""
    return [Device("cpu", _cpu_name(), len(os.sched_getaffinity(0)))]


def check_target(target: str | None) -> None:
    """Raises OptionError unless calls can run on the target."""
    if target in (None, "cpu", "host"):
        return
    known = ", ".join(repr(device.target) for device in devices())
    if isinstance(target, str) and target.startswith(("cpu:", "nvptx:")):
        raise OptionError(f"target {target!r} is for ahead-of-time compilation (janusc.export); compiled functions "
                          f"run here, on {known}")
    raise OptionError(f"unknown target {target!r}; this machine has {known}")
