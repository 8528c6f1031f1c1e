from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Contended, ListOf, Target
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.contention import ContentionSource
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import Known, ask, infer, record


def contended(recording: Recording, *more: object) -> list[int]:
    known = Known([recording]).tell(*more)  # type: ignore[arg-type]
    known = infer([recording], AlignmentSource(), ContentionSource(), known=known)
    assert all(fact.status == "unverified" for fact in known.facts(Contended))
    return [found.step for found in known.findings(Contended)]


def test_what_was_refused_while_another_was_on_its_way() -> None:
    busy = ask("/job/2", {"error": "busy"}, status=409, at=0.5)
    recording = record(ask("/job/1", {"ok": 1}, at=0.0, seconds=2.0), busy, ask("/job/2", {"ok": 1}, at=5.0))
    assert contended(recording) == [0, 2]


def test_a_refusal_alone_says_nothing_of_others() -> None:
    assert (
        contended(record(ask("/job/1", {}, at=0.0), ask("/job/2", {}, status=409, at=9.0), ask("/job/2", {}, at=20.0)))
        == []
    )


def test_what_would_run_at_once_waits_for_replays() -> None:
    recording = record(ask("/list"), ask("/item/1"), ask("/end"))
    each = Extraction("css", "a::attr(href)", all=True)
    assert contended(recording, ListOf(0, 1, None, each), Target(2, "")) == [1, 2]


def test_what_ran_at_once_and_was_served_is_not_contended() -> None:
    recording = record(ask("/item/1", at=0.0, seconds=2.0), ask("/item/2", at=1.0, seconds=2.0))
    assert contended(recording, Target(0, "")) == []
