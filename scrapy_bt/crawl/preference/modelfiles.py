"""Models of links in files, with the preferences that they were learned for."""

from __future__ import annotations

import logging
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.documents.models import LARGEST, pack_model, unpack_model
from ...errors import ModelError
from ...sentences import say
from ...versions import data_path
from ...wholefiles import write_whole

if TYPE_CHECKING:
    from ...core.preference.preferences import Preferences
    from ...core.preference.promise import Promise

logger = logging.getLogger(__name__)

_KIND = "links"
FOLDER = "bt-preferences"
"""Below the project's `.scrapy`."""


class PromiseFile:
    """What was learned of a spider's links, for the preferences that it was learned for."""

    def __init__(self, spider: str) -> None:
        self.path = data_path(FOLDER).resolve() / f"{spider}.safetensors"

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
    numpy = _numpy()
    rows = {name: numpy.array(numbers, dtype="float32") for name, numbers in promise.dump().items()}
    write_whole(path, pack_model(_KIND, rows, {"preferences": learned_for}))


def read_promise(path: Path) -> tuple[Promise, str]:
    """The model, and the digest of the preferences that it was learned for; raises `ModelError`."""
    from ...core.preference.promise import Promise  # noqa: PLC0415

    try:
        if path.stat().st_size > LARGEST:
            raise ModelError(say("{}: larger than any model of links; delete it", path))
        rows, facts = unpack_model(path.read_bytes(), _KIND, str(path))
        return Promise.load({name: row.ravel().tolist() for name, row in rows.items()}), str(facts.get("preferences"))
    except (OSError, ValueError) as error:
        raise ModelError(say("{} is no model of links: {}: delete it", path, error)) from None


def _numpy() -> Any:
    try:
        import numpy as np  # noqa: PLC0415  # of an extra
    except ModuleNotFoundError:
        raise ModelError(say("models of links need the extra: pip install 'scrapy_bt[prefer]'")) from None
    return np
