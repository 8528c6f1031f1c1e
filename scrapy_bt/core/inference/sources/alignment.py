"""Which request of each recording is the same step."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from ....sentences import say
from ...samples.traffic import Exchange, Recording
from ..answers.requests.shapes import describe
from ..blackboard.source import Knowledge, Post
from ..findings import Noise, Step
from ..stepnames import in_recordings
from ..steps.alignment import align_by_acts
from ..steps.causes import cause_of, kind_of_event
from ..steps.counterparts import with_counterparts
from ..steps.sortings import by_last_order
from .noise import noise_of

_ACTS = frozenset({"click", "dblclick", "submit"})


class AlignmentSource:
    """Numbers the steps, once: in the order of the first recording, then those that it lacks."""

    name = "alignment"
    watches: tuple[type, ...] = ()

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        if knowledge.facts(Step):
            return
        # Noise that other sources found is on the blackboard; the plain kind need not have been posted yet.
        noise = {(found.recording, found.exchange) for found in knowledge.findings(Noise)}
        for number, recording in enumerate(knowledge.recordings):
            noise |= {(number, exchange.index) for exchange, _ in noise_of(recording)}
        kept = [
            [exchange for exchange in recording.exchanges if (number, exchange.index) not in noise]
            for number, recording in enumerate(knowledge.recordings)
        ]
        causes = [_causes(own, recording) for own, recording in zip(kept, knowledge.recordings, strict=True)]
        for number, exchanges in enumerate(by_last_order(with_counterparts(align_by_acts(kept, causes)))):
            present = [exchange for exchange in exchanges if exchange is not None]
            yield Post(
                Step(number, tuple(None if exchange is None else exchange.index for exchange in exchanges)),
                say(
                    "{}: the same method, address and parameters {}",
                    describe(present[0]),
                    in_recordings(len(present), len(kept)),
                ),
            )


def _causes(exchanges: Sequence[Exchange], recording: Recording) -> Mapping[int, Hashable]:
    """By index, what kind of act caused a request; following a link may be any act."""
    if not recording.events:
        return {}
    places = {exchange.index: cause_of(exchange, recording.events) for exchange in exchanges}
    events = {index: recording.events[place] for index, place in places.items() if place is not None}
    return {
        index: kind_of_event(event)
        for index, event in events.items()
        if event.type in _ACTS and event.element is not None and event.element.tag != "a"
    }
