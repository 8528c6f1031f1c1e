"""Recordings of a project: the folders and files in `samples`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...capture.folder import MANIFEST, SAMPLES, TRAFFIC
from ...sentences import say
from ..refusals import Refusal

_ENDINGS = (".har", ".har.gz", ".har.zip", ".jtl")
_NAME = re.compile(r"\w[\w.-]{0,79}\.har")


@dataclass(frozen=True)
class SampleFile:
    """*at*: when it was changed; *size*: bytes of its traffic."""

    name: str
    path: Path
    size: int
    at: float


def list_samples(project: Path) -> list[SampleFile]:
    """The newest first, without links that lead out of the folder."""
    folder = project / SAMPLES
    if not folder.is_dir():
        return []
    inside = folder.resolve()
    paths = (path for path in folder.iterdir() if path.resolve().is_relative_to(inside) and _is_sample(path))
    return sorted(map(_tell, paths), key=lambda sample: -sample.at)


def find_sample(project: Path, name: str) -> SampleFile:
    """Raises `Refusal`."""
    for sample in list_samples(project):
        if sample.name == name:
            return sample
    raise Refusal(404, "sample", say("there is no recording '{}' in {}", name, SAMPLES))


def place_for(project: Path, name: str) -> Path:
    """Where a HAR of this name is put; raises `Refusal`."""
    if not _NAME.fullmatch(name):
        raise Refusal(
            422, "name", say("'{}' is no name for a HAR", name), advice=say("letters, digits, '.', '-', '_', then .har")
        )
    path = project / SAMPLES / name
    if path.exists():
        raise taken(path)
    return path


def taken(path: Path) -> Refusal:
    """What is told where a recording has this place already."""
    return Refusal(
        409, "exists", say("there is a recording '{}' already", path.name), advice=say("give the file another name")
    )


def _is_sample(path: Path) -> bool:
    if path.is_dir():
        return (path / MANIFEST).is_file() or (path / TRAFFIC).is_file()
    return path.name.lower().endswith(_ENDINGS) and not path.name.startswith(".")


def _tell(path: Path) -> SampleFile:
    traffic = path / TRAFFIC if path.is_dir() else path
    try:
        status = traffic.stat()
        return SampleFile(path.name, path, status.st_size, status.st_mtime)
    except OSError:  # a folder without traffic
        return SampleFile(path.name, path, 0, 0.0)
