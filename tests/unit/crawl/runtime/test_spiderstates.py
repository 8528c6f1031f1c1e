import pickle
from pathlib import Path

import pytest
from scrapy import Spider

from scrapy_bt.crawl.runtime.spiderstates import WholeSpiderState


def test_what_a_spider_keeps_is_read_by_the_next_one(tmp_path: Path) -> None:
    kept, spider, later = WholeSpiderState(str(tmp_path)), Spider("a"), Spider("a")
    kept.spider_opened(spider)
    spider.state["n"] = 1
    kept.spider_closed(spider)
    kept.spider_opened(later)
    assert later.state == {"n": 1}


def test_where_it_cannot_be_written_it_is_told_and_stays_as_it_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept, spider = WholeSpiderState(str(tmp_path / "job")), Spider("a")
    spider.state = {"n": 1}
    (tmp_path / "job").write_bytes(pickle.dumps("as it was"))
    kept.spider_closed(spider)
    assert "spider.state is not written: " in caplog.text
    assert pickle.loads((tmp_path / "job").read_bytes()) == "as it was"
