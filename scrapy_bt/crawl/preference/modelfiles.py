"""Models of links in files: safetensors with a version, a checksum, and what they were learned for."""

from __future__ import annotations

import json
import logging
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.utils.project import data_path

from ...core.documents.json import read_json
from ...errors import ModelError
from ..project.wholefiles import replace_whole

if TYPE_CHECKING:
    from ...core.preference.preferences import Preferences
    from ...core.preference.promise import Promise

logger = logging.getLogger(__name__)

VERSION = "2"
"""Of the files; another is refused."""
_KIND = "scrapy_bt.links"
FOLDER = "bt-preferences"
"""Below the project's `.scrapy`."""
_LARGEST = 16_000_000
"""Bytes of a file; ours are 1 MB."""


class PromiseFile:
    """What was learned of a spider's links, for the preferences that it was learned for."""

    def __init__(self, spider: str) -> None:
        self.path = Path(data_path(FOLDER)).resolve() / f"{spider}.safetensors"

    def load(self, preferences: Preferences) -> Promise:
        """What earlier crawls have learned for these preferences; what cannot be used is told, and learned anew."""
        from ...core.preference.promise import Promise  # noqa: PLC0415  # loaded for crawls that prefer something

        if not self.path.exists():
            return Promise()
        try:
            promise, learned_for = read_promise(self.path)
        except ModelError as error:
            logger.warning("What was learned of links cannot be used, and is learned anew: %s", error)
            return Promise()
        if learned_for == digest(preferences):
            return promise
        logger.info("What was learned of links was for other preferences, and is learned anew: %s", self.path)
        return Promise()

    def save(self, promise: Promise, preferences: Preferences) -> None:
        """What cannot be written is told."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_promise(self.path, promise, digest(preferences))
        except (OSError, ModelError) as error:
            logger.warning("What was learned of links cannot be kept: %s", error)


def digest(preferences: Preferences) -> str:
    """Of what is preferred, and what is not wanted; how much does not matter for what is learned."""
    parts = (
        ("entity", preferences.entities),
        ("kind", preferences.kinds),
        ("relation", preferences.relations),
        ("word", preferences.words),
    )
    said = sorted(f"{part} {weight > 0} {name}" for part, named in parts for name, weight in named.items() if weight)
    return sha256("\n".join(said).encode()).hexdigest()


def write_promise(path: Path, promise: Promise, learned_for: str) -> None:
    """Write a model; the same model gives the same bytes. Raises `OSError`, or `ModelError` without the extra."""
    numpy, tensors = _libraries()
    rows = {name: numpy.array(numbers, dtype="float32") for name, numbers in promise.dump().items()}
    facts = {"version": VERSION, "preferences": learned_for, "sha256": _checksum(rows)}
    head = {_KIND: json.dumps(facts, sort_keys=True)}  # one entry: safetensors writes several in any order
    replace_whole(path, tensors.save(rows, head), mode=0o644)


def read_promise(path: Path) -> tuple[Promise, str]:
    """The model, and the digest of the preferences that it was learned for; raises `ModelError`."""
    from ...core.preference.promise import Promise  # noqa: PLC0415

    numpy, tensors = _libraries()
    try:
        if path.stat().st_size > _LARGEST:
            raise ModelError(f"{path} is larger than any model of links: delete it")
        with tensors.safe_open(path, framework="numpy") as file:
            facts = read_json((file.metadata() or {}).get(_KIND, "{}"), shape=dict[str, str])
            if facts.get("version") != VERSION:
                raise ModelError(f"{path} is no model of links of version {VERSION}: delete it")
            rows = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # it is no dict
        if _checksum(rows) != facts.get("sha256"):
            raise ModelError(f"{path} is damaged, its checksum is another: delete it")
        if any(row.dtype != numpy.float32 or row.ndim != 1 for row in rows.values()):
            raise ModelError(f"{path} has other weights than a model of links: delete it")
        return Promise.load({name: row.tolist() for name, row in rows.items()}), facts.get("preferences", "")
    except (OSError, ValueError, tensors.SafetensorError) as error:
        raise ModelError(f"{path} is no model of links: {error}: delete it") from None


def _checksum(rows: dict[str, Any]) -> str:
    whole = sha256()
    for name in sorted(rows):
        whole.update(name.encode() + rows[name].tobytes())
    return whole.hexdigest()


class _Tensors:
    """What of safetensors is used."""

    def __init__(self) -> None:
        from safetensors import SafetensorError, safe_open  # noqa: PLC0415  # of an extra
        from safetensors.numpy import save  # noqa: PLC0415

        self.SafetensorError, self.safe_open, self.save = SafetensorError, safe_open, save


def _libraries() -> tuple[Any, _Tensors]:
    try:
        import numpy as np  # noqa: PLC0415  # of an extra

        return np, _Tensors()
    except ModuleNotFoundError:
        raise ModelError("models of links need the extra: pip install 'scrapy_bt[prefer]'") from None
