"""What a crawl has under way."""

from types import SimpleNamespace

import pytest

from scrapy_bt.crawl.healing.underway import UnderWay


@pytest.mark.parametrize(
    ("active", "slot", "count", "is_nothing"),
    [
        ((), None, 0, False),
        ((), ((), (), True), 0, True),
        ((), ((), (), False), 0, False),
        ((1, 2), ((3,), (4, 5, 6), False), 6, False),
    ],
    ids=["not begun", "idle", "at work", "pages"],
)
def test_pages_are_counted_where_they_are(active, slot, count, is_nothing):
    made = None if slot is None else SimpleNamespace(queue=slot[0], active=slot[1], is_idle=lambda: slot[2])
    engine = SimpleNamespace(downloader=SimpleNamespace(active=active), scraper=SimpleNamespace(slot=made))
    under_way = UnderWay(SimpleNamespace(engine=engine))
    assert (under_way.count(), under_way.is_nothing()) == (count, is_nothing)
