"""Plans as data."""

from scrapy_bt.core.inference.replay.plan import Plan, PlannedStep
from scrapy_bt.core.samples.traffic import Sent


def test_a_step_is_sent_as_recorded_and_follows_redirects_unless_it_says_otherwise() -> None:
    step = PlannedStep(0, Sent("GET", "https://site.test/"))
    assert (dict(step.bound), step.left_out, step.follows_redirects) == ({}, frozenset(), True)
    assert Plan((step,), 0).arguments == {}
