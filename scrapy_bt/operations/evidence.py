"""The recorded bytes that facts of an inference rest on, read from the recordings that it was made from."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from ..capture.folder import open_sample
from ..core.inference.explanation.evidence import Seen, Shown, show
from ..core.inference.preparation import as_read
from ..core.inference.screens import seen_pages
from ..core.samples.secrets import secrets_of
from ..core.samples.traffic import Recording
from ..errors import SampleError
from ..sentences import say


class RecordedEvidence:
    """Keeps the latest recordings that were asked for; secrets are replaced by the same letters each time."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._open = lru_cache(maxsize=1)(_open)

    def show(self, samples: Sequence[str], seen: Iterable[Seen], *, in_browser: bool = False) -> list[Shown]:
        """The places in the recordings of these paths; raises `SampleError` where they are gone."""
        try:
            times = tuple(Path(sample).stat().st_mtime_ns for sample in samples)
        except OSError:
            raise SampleError(
                say("the recordings are not there any more, so that what was recorded cannot be shown")
            ) from None
        recordings, hidden = self._open(tuple(samples), times, in_browser)
        return [show(recordings, each, hidden=hidden, key=self._key) for each in seen]


def _open(
    samples: Sequence[str],
    _times: Sequence[int],
    in_browser: bool,  # noqa: FBT001 - a part of the cache's key
) -> tuple[tuple[Recording, ...], frozenset[str]]:
    recordings: Sequence[Recording] = [open_sample(sample) for sample in samples]
    hidden = frozenset[str]().union(*map(secrets_of, recordings))
    return as_read(seen_pages(recordings) if in_browser else recordings), hidden
