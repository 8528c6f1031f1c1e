from __future__ import annotations

from scrapy_bt.core.inference.findings import Noise, Step
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.noise import NoiseSource
from tests.recordings import Known, ask, infer, record


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
