"""What a source has to have."""

from scrapy_bt.core.inference.blackboard.source import Post
from scrapy_bt.core.inference.findings import Step
from scrapy_bt.core.inference.sources import SOURCES


def test_every_source_says_its_name_and_what_it_watches() -> None:
    names = [source.name for source in SOURCES]
    assert len(set(names)) == len(names)
    assert all(isinstance(kind, type) for source in SOURCES for kind in source.watches)


def test_a_post_follows_from_nothing_unless_it_says_so() -> None:
    assert Post(Step(0, (0,)), "seen").because == ()
