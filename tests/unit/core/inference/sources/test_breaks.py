from __future__ import annotations

from scrapy_bt.core.inference.findings import LongPause
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.breaks import BreaksSource
from tests.recordings import ask, infer, record


def breaks(*times: tuple[float, ...]) -> list[LongPause]:
    recordings = [record(*(ask(f"/{place}x", at=at) for place, at in enumerate(own))) for own in times]
    return infer(recordings, AlignmentSource(), BreaksSource()).findings(LongPause)


def test_a_pause_that_is_much_longer_than_the_others() -> None:
    assert breaks((0, 2, 4, 6, 30, 32), (0, 3, 5, 7, 40, 42)) == [LongPause(4, 23.9)]


def test_it_has_to_be_there_in_all_recordings() -> None:
    assert breaks((0, 2, 4, 6, 30, 32), (0, 3, 5, 7, 9, 11)) == []


def test_a_minute_is_a_pause_anyhow_and_even_steps_are_none() -> None:
    assert breaks((0, 70.1)) == [LongPause(1, 70.0)]
    assert breaks((0, 8, 16, 24)) == []


def test_recordings_without_times_have_none() -> None:
    from dataclasses import replace

    recording = record(ask("/"))
    untimed = replace(recording, exchanges=(replace(recording.exchanges[0], started=0.0),))
    assert not BreaksSource().applies([untimed])
