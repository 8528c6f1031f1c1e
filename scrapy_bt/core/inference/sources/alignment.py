"""Which request of each recording is the same step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...samples.traffic import Recording
from ..alignment import align
from ..findings import Noise, Step
from ..shapes import describe
from ..source import Knowledge, Post
from .noise import noise_of


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
        for number, exchanges in enumerate(align(kept)):
            present = [exchange for exchange in exchanges if exchange is not None]
            yield Post(
                Step(number, tuple(None if exchange is None else exchange.index for exchange in exchanges)),
                f"{describe(present[0])}: the same method, address and parameters in {len(present)} of {len(kept)} "
                "recordings",
            )
