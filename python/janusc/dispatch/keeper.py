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
    """What made a version leave: the version whose assumption broke, None for lack of memory; the text, the place,
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
        # How often the versions that are there had left when last looked at: broken and without memory, by id of the info.
        self._left: dict[int, tuple[int, int]] = {}

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
        versions, before = self.versions(), self._left
        left = {id(version.data): (version.broken, version.out_of_memory) for version in versions}
        if left == before:
            return None
        self._left = left
        newly = [version for version in versions if version.broken > before.get(id(version.data), (0, 0))[0]]
        if not newly:
            short = any(count > before.get(key, (0, 0))[1] for key, (_, count) in left.items())
            return Broken(None, _NO_MEMORY, None, False) if short else None
        worst = max(newly, key=lambda version: version.broken)
        info = worst.data
        text, place = info.assumption(worst.last_broken)
        info.hits[worst.last_broken] = info.hits.get(worst.last_broken, 0) + 1
        log("guards", f"{self.name}: assumption broke: {text}")
        return Broken(worst, text, place, worst.broken > worst.calls + _BREAKS)

    def drop(self, version: _dispatch.Version) -> None:
        """Lets a version go."""
        self.remove(version)
        self._left.pop(id(version.data), None)

    def give_up(self, info: Any, text: str) -> None:
        """Drops the version of that info, for good."""
        for version in self.versions():
            if version.data is info:
                self.drop(version)
        self.refuse(info, text)
