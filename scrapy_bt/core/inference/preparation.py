"""Recordings as inference reads them: it numbers their requests by what is made of them here."""

from __future__ import annotations

from collections.abc import Sequence

from ..samples.traffic import Recording
from .marking import without_marks
from .steps.batches import with_batches
from .steps.dialogs import with_dialogs
from .steps.landings import with_landings
from .steps.relays import with_relays


def as_read(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings with redirects that tell something, and pages that forms led to, as requests of their own.

    What was given to the browser itself counts as typed.
    """
    return with_batches(with_landings(with_relays(with_dialogs(without_marks(recordings)))))
