"""What functions and units do alike with the versions that they have: judge broken assumptions, and let versions go."""
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from janusc import _dispatch
from janusc.dispatch.log import log

__all__ = ["Broken", "Keeper"]

# A version whose assumption breaks this much more often than it holds is dropped.
_BREAKS = 8
_NO_MEMORY = "native code ran out of memory"


class Broken(NamedTuple):
    """What made a version leave: the version whose assumptions broke most often, None for lack of memory; the text, the place,
    and whether it breaks more often than the version is of use."""

    version: _dispatch.Version | None
    text: str
    place: str | None
    too_often: bool

    @property
    def reason(self) -> str:
        """For the call at hand."""
        return f"an assumption broke: {self.text}" if self.version is not None else self.text

    @property
    def verdict(self) -> str:
        """For calls like those that the version takes."""
        return f"the assumption does not hold often enough: {self.text}"


class Keeper(ABC):
    """Keeps the versions of one function or unit."""

    name: str

    def __init__(self) -> None:
        # How often versions that are there have left.
        self._left = 0

    @abstractmethod
    def versions(self) -> list[_dispatch.Version]:
        """The versions there are."""

    @abstractmethod
    def remove(self, version: _dispatch.Version) -> None:
        """Takes a version away."""

    @abstractmethod
    def refuse(self, info: Any, text: str, place: str | None = None) -> None:
        """Remembers that calls like those that the version of that info takes are not native, with the reason."""

    def find_broken(self) -> Broken | None:
        """What made a version leave since the last question, if one has."""
        versions = self.versions()
        left = sum(version.broken + version.out_of_memory for version in versions)
        if left <= self._left:
            return None
        self._left = left
        worst = max(versions, key=lambda version: version.broken)
        if not worst.broken:
            return Broken(None, _NO_MEMORY, None, False)
        info = worst.data
        text, place = info.assumption(worst.last_broken)
        info.hits[worst.last_broken] = info.hits.get(worst.last_broken, 0) + 1
        log("guards", f"{self.name}: assumption broke: {text}")
        return Broken(worst, text, place, worst.broken > worst.calls + _BREAKS)

    def drop(self, version: _dispatch.Version) -> None:
        """Lets a version go."""
        self.remove(version)
        self._left -= version.broken + version.out_of_memory

    def give_up(self, info: Any, text: str) -> None:
        """Drops the version of that info, for good."""
        for version in self.versions():
            if version.data is info:
                self.drop(version)
        self.refuse(info, text)
