from __future__ import annotations

from scrapy_bt.core.inference.findings import Noise, Step
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.noise import NoiseSource
from scrapy_bt.core.samples.traffic import Element, Event, Recording
from tests.recordings import Known, ask, event, infer, record


def test_steps_are_numbered_without_noise() -> None:
    first = record(ask("/"), ask("/logo.png", b".", kind="image"), ask("/list?page=1"))
    second = record(ask("/"), ask("/help"), ask("/list?page=1"), ask("/list?page=2"))
    expected = [Step(0, (0, 0)), Step(1, (2, 2)), Step(2, (None, 1)), Step(3, (None, 3))]
    for sources in ([NoiseSource(), AlignmentSource()], [AlignmentSource(), NoiseSource()]):
        known = infer([first, second], *sources)
        assert known.findings(Step) == expected
    assert known.facts(Step)[0].why == "GET /: the same method, address and parameters in 2 of 2 recordings"


def test_noise_that_somebody_else_found_is_left_out() -> None:
    recording = record(ask("/"), ask("/chat"))
    known = infer([recording], AlignmentSource(), known=Known([recording]).tell(Noise(0, 1, "a chat")))
    assert known.findings(Step) == [Step(0, (0,))]


def test_what_is_opened_by_itself_is_not_what_the_person_opens() -> None:
    def opened(name: str, *before: float) -> Recording:
        log_in, chosen = event(1, "click", "button", name="in"), Element("span", "body > ul > li > span", text=name)
        restored = [ask("/api/rivers", {"content": [1]}, at=at) for at in before]
        last = ask(f"/api/{name}", {"content": [2]}, at=9.1)
        return record(ask("/", at=0), *restored, last, events=[log_in, Event(9, "click", element=chosen)])

    def steps(*recordings: Recording) -> list[Step]:
        return infer(recordings, AlignmentSource()).findings(Step)

    assert steps(opened("rivers"), opened("hills")) == [Step(0, (0, 0)), Step(1, (1, 1))]
    assert steps(opened("rivers"), opened("hills", 2.0)) == [Step(0, (0, 0)), Step(1, (1, 2)), Step(2, (None, 1))]
    assert steps(opened("rivers"), opened("hills", 2.0, 2.5))[1] == Step(1, (1, 3))
    assert steps(opened("rivers"), opened("rivers", 2.0))[1] == Step(1, (1, 2))
