"""Recognisers by their names."""

import pytest

from scrapy_bt.crawl.preference.recognisers.opening import open_recognisers
from scrapy_bt.errors import BTError


class Own:
    def __init__(self, given="nothing"):
        self.given = given


def test_a_class_may_be_somebodys_own():
    path = f"{__name__}.Own"
    assert [one.given for one in open_recognisers((path, f"{path}:a:b")).values()] == ["nothing", "a:b"]
    assert open_recognisers((path,)) is open_recognisers((path,))


@pytest.mark.parametrize("named", ["spaci", "no.such.Class", "corenlp", "corenlp:ftp://x"])
def test_what_cannot_be_made_is_told(named):
    with pytest.raises(BTError, match="BT_RECOGNISERS"):
        open_recognisers((named,))
