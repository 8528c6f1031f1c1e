import logging

import pytest

from scrapy_bt.crawl.visits.suffixes import shorten_fetch_failures

LOGGER = logging.getLogger("tldextract")


def tell(level: int, caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    shorten_fetch_failures()
    with caplog.at_level(logging.INFO, "tldextract"):
        try:
            raise ConnectionError("no network")
        except ConnectionError:
            LOGGER.log(level, "Exception reading %s", "https://suffixes.test/", exc_info=True)
    return caplog.records


def test_a_list_that_cannot_be_fetched_is_told_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    (record,) = tell(logging.WARNING, caplog)
    assert record.levelname == "INFO"
    assert record.exc_info is None
    assert "https://suffixes.test/: the list that tldextract brings along" in record.getMessage()


def test_an_error_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    (record,) = tell(logging.ERROR, caplog)
    assert record.levelname == "ERROR"
    assert record.exc_info


def test_a_crawl_that_logs_warnings_alone_does_not_tell_it(caplog: pytest.LogCaptureFixture) -> None:
    shorten_fetch_failures()
    with caplog.at_level(logging.WARNING, "tldextract"):
        try:
            raise ConnectionError("no network")
        except ConnectionError:
            LOGGER.warning("Exception reading it", exc_info=True)
    assert caplog.records == []
