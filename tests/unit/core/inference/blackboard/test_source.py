"""What a source has to have."""

from scrapy_bt.core.inference.sources import SOURCES


def test_every_source_says_its_name_and_what_it_watches() -> None:
    names = [source.name for source in SOURCES]
    assert len(set(names)) == len(names)
    assert all(isinstance(kind, type) for source in SOURCES for kind in source.watches)
