"""What is gone from a site of few pages."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.pagekinds import PageKind
from scrapy_bt.core.healing.perception.watchers import Watcher
from scrapy_bt.crawl.healing.fewpages import FewPages
from scrapy_bt.storage.healing import HealingStore


def seen(number, *, there=True):
    found = int(there)
    return Observation("product", "title", "h1", found, 1 - found, (f"Thing {number}",) * found)


@pytest.fixture
def store(tmp_path):
    opened = HealingStore(tmp_path / "healing.db")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("known", "same", "there", "told"),
    [(6, 3, False, True), (6, 2, False, False), (6, 3, True, False), (24, 3, False, False)],
    ids=["gone", "few of the same", "one has it", "pages enough"],
)
def test_it_is_told_by_pages_of_the_same_addresses(store, known, same, there, told):
    before = FieldWatch("product", "title")
    for number in range(known):
        before.note(seen(number))
        page = {"url": f"https://a.test/{number}", "status": 200, "markup": "<p>", "seen": [seen(number)]}
        store.add_page("shop", "product", state="good", **page)
    watcher = Watcher()
    watcher.restore(seen(0), before.plain())
    few = FewPages(watcher)
    few.open(store, "shop")
    for number in range(4):
        watcher.note([seen(number, there=there and number == 3)], lambda _is_odd: PageKind.CONTENT)
    kept = {page.url for page in store.pages("shop", "product", "good")}
    failing = [*sorted(kept)[:same], "https://a.test/new"]
    assert [(watch.field, url) for watch, url in few.lost({"product": failing})] == (
        [("title", failing[same - 1])] if told else []
    )
