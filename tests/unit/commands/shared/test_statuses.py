from types import SimpleNamespace

import pytest

from scrapy_bt.commands.shared.statuses import Status, status_of
from scrapy_bt.errors import BTError, FrontierDamaged
from tests.docs.blocks import DOCS


def over(*, fault=None, dead_letters_left=0):
    """A crawler whose crawl is over."""
    return SimpleNamespace(spider=SimpleNamespace(fault=fault, dead_letters_left=dead_letters_left))


REFUSED, DEAD, DONE = over(fault=BTError("no Redis")), over(dead_letters_left=2), over()


@pytest.mark.parametrize(
    ("crawlers", "status"),
    [
        ((), Status.DONE),
        ((None,), Status.DONE),
        ((DONE,), Status.DONE),
        ((DEAD,), Status.DEAD),
        ((over(fault=OSError("gone"), dead_letters_left=1),), Status.REFUSED),
        ((DONE, DEAD, DONE), Status.DEAD),
        ((DEAD, REFUSED), Status.REFUSED),
        ((DEAD, over(fault=FrontierDamaged("its counts"))), Status.DAMAGED),
    ],
)
def test_the_worst_of_several_crawls_counts(crawlers, status):
    assert status_of(*crawlers) is status


def test_what_scrapy_could_not_begin_is_worse_than_letters_only():
    assert status_of(DEAD, has_failed=True) is Status.FAULTY
    assert status_of(REFUSED, has_failed=True) is Status.REFUSED


def test_a_spider_that_knows_nothing_of_this_is_done():
    assert status_of(SimpleNamespace(spider=SimpleNamespace())) is Status.DONE
    assert status_of(SimpleNamespace(spider=None)) is Status.DONE


def test_the_documentation_shows_the_table():
    page = (DOCS / "commands.md").read_text("utf8")
    rows = page.partition("(exit-statuses)=")[2].partition("\n\nThe same")[0].splitlines()
    shown = [tuple(cell.strip() for cell in row.strip("|").split("|", 1)) for row in rows if row.startswith("| ")]
    told = [(cell, meaning.strip()) for cell, meaning in shown if cell.isdecimal()]
    assert told == [(str(int(status)), status.meaning) for status in Status]
