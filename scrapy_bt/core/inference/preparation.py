"""Recordings as inference reads them: it numbers their requests by what is made of them here."""

from __future__ import annotations

from collections.abc import Sequence

from ..samples.traffic import Recording
from .marking import without_marks
from .steps.batches import with_batches
from .steps.landings import with_landings
from .steps.relays import with_relays


def as_read(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings with redirects that tell something, and pages that forms led to, as requests of their own."""
    return with_batches(with_landings(with_relays(without_marks(recordings))))
