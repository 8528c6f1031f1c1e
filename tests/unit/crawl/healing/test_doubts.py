"""What pages wait for, and until when."""

from scrapy_bt.crawl.healing.doubts import Doubts


def test_a_doubt_lasts_until_the_pages_are_met_that_were_under_way_with_the_last_one_that_waits():
    doubts = Doubts()
    assert (doubts.has("page", "title"), doubts.last("page", 0)) == (False, False)
    doubts.raise_("page", "title", until=10)
    doubts.raise_("page", "price", until=12)
    assert [doubts.last("page", met) for met in (9, 11, 12)] == [True, True, False]
    assert [doubts.has(*each) for each in (("page", "title"), ("page", "text"), ("list", "title"))] == [
        True,
        False,
        False,
    ]
    doubts.end("page")
    assert (doubts.has("page", "title"), doubts.last("page", 0)) == (False, False)
