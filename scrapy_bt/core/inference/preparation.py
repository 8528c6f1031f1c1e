"""Recordings as inference reads them: it numbers their requests by what is made of them here."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..samples.traffic import Exchange, Recording
from .answers.requests.shapes import shape_of
from .marking import without_marks
from .steps.batches import with_batches
from .steps.dialogs import with_dialogs
from .steps.landings import with_landings
from .steps.relays import with_relays
from .steps.timenames import without_time_names


def as_read(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings with redirects that tell something, and pages that forms led to, as requests of their own.

    What was given to the browser itself counts as typed. The first one tells which steps there are: one that is cut off
    or ends where another one goes on comes behind the others.
    """
    made = with_batches(with_landings(with_relays(with_dialogs(without_time_names(without_marks(recordings))))))
    asked = [[_kind(exchange) for exchange in recording.exchanges] for recording in made]
    places = sorted(range(len(made)), key=lambda place: (made[place].is_cut, _is_gone_on_from(asked[place], asked)))
    return tuple(made[place] for place in places)


def _is_gone_on_from(asked: Sequence[Hashable], others: Sequence[Sequence[Hashable]]) -> bool:
    """Whether one of the others asks for all of that, and last for something of another kind."""
    own = set(asked)
    return any(own < set(other) and other[-1] not in own for other in others)


def _kind(exchange: Exchange) -> Hashable:
    shape = shape_of(exchange.sent)
    return shape.method, shape.host, len(shape.path), shape.names
