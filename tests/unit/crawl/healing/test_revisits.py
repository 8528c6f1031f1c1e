"""Pages of before that are asked for again."""

import asyncio
from types import SimpleNamespace

import pytest
from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.crawl.healing.looks import KEPT
from scrapy_bt.crawl.healing.revisits import Revisits
from scrapy_bt.crawl.visits.requests import FLIGHT
from scrapy_bt.storage.healing import HealingStore

TOKEN = "5f9d1c0a77e2"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg"
OLD, NEW = "<div class=a><h1>{}</h1></div>", "<main class=b><h2>{}</h2></main>"
SEEN = [Observation("parse", "css h1", "h1", 1, 0, ("Lamp",))]


class Engine:
    """A site: what it answers, by address."""

    def __init__(self, pages):
        self.pages, self.asked = pages, []

    async def download_async(self, request):
        self.asked.append(request)
        answer = self.pages.get(request.url)
        if answer is None:
            raise IgnoreRequest
        status, body = answer
        return HtmlResponse(request.url, status=status, body=body.encode(), encoding="utf-8", request=request)


@pytest.fixture
def store(tmp_path):
    opened = HealingStore(tmp_path / "healing.db")
    for number in range(6):
        opened.add_page("shop", "parse", state="good", url=f"https://a.test/{number}", status=200,
                        markup=OLD.format(number), seen=SEEN)  # fmt: skip
    opened.add_page("shop", "parse", state="good", url="https://b.test/1", status=200, markup=OLD, seen=SEEN)
    opened.add_page("shop", "parse", state="failing", url="https://a.test/9", status=200, markup=NEW, seen=SEEN)
    yield opened
    opened.close()


def ask(store, pages, request, times=1):
    """What each time came of it, what was asked for, and what is kept now."""
    engine = Engine(pages)
    counted = []
    crawler = SimpleNamespace(engine=engine, spider=None, stats=SimpleNamespace(inc_value=counted.append))

    async def in_store(function):
        return function()

    async def run():
        revisits = Revisits(crawler, store, in_store)
        revisits.note({"parse"}, request)
        return [await revisits.ask("shop", "parse") for _ in range(times)]

    told = asyncio.run(run())
    assert counted == ["bt/healing/revisited"] * len(engine.asked)
    return told, engine.asked, [page.url[-1] for page in store.pages("shop", "parse", "failing")]


def test_what_looks_as_today_is_kept_beside_what_it_was(store):
    pages = {
        "https://a.test/5": (200, NEW.format("Lamp")),
        "https://a.test/4": (200, OLD.format("Table")),
        "https://a.test/3": (404, NEW.format("Gone")),
        "https://a.test/2": None,
    }
    like = Request("https://a.test/9", headers={"X-Shop": "1"}, cookies={"a": "b"}, callback=print, cb_kwargs={"c": 1})
    like.meta.update({KEPT: "page 1", FLIGHT: "of a task", "redirect_urls": ["https://a.test/8"], "cookiejar": 1})
    told, asked, kept = ask(store, pages, like, times=2)
    assert (told, kept) == ([True, False], ["9", "5"])
    assert sorted(request.url[-1] for request in asked) == ["2", "3", "4", "5"]
    first = asked[0]
    assert (first.headers["X-Shop"], first.cookies, first.callback, first.cb_kwargs) == (b"1", {"a": "b"}, None, {})
    assert first.meta == {"cookiejar": 1}
    (page,) = (one for one in store.pages("shop", "parse", "failing") if one.url[-1] == "5")
    assert [(one.found, one.missing, one.values) for one in page.fields] == [(0, 1, ())]


@pytest.mark.parametrize("options", [{"method": "POST"}, {"body": b"q=lamp"}])
def test_what_was_not_simply_fetched_is_not_asked_for_again(store, options):
    assert ask(store, {}, Request("https://a.test/9", **options)) == ([False], [], ["9"])


@pytest.mark.parametrize("way", [f"7?token={TOKEN}", f"7?x={JWT}", f'7?x=%7B"token":"{TOKEN}"%7D', f"7/{TOKEN}/page"])
def test_an_address_whose_secret_was_not_kept_is_not_asked_for(store, way):
    store.add_page("shop", "parse", state="good", url=f"https://a.test/{way}", status=200, seen=SEEN,
                   markup=OLD.format(7) + f"<input type=hidden name=csrf_token value={TOKEN}>")  # fmt: skip
    _, asked, _ = ask(store, {}, Request("https://a.test/9"))
    assert sorted(request.url[-1] for request in asked) == ["2", "3", "4", "5"]


def test_where_all_is_as_it_was_there_is_nothing_to_compare(store):
    pages = {f"https://a.test/{number}": (200, OLD.format(number)) for number in range(6)}
    told, asked, kept = ask(store, pages, Request("https://a.test/9"))
    assert (told, len(asked), kept) == ([False], 4, ["9"])


def test_what_another_worker_has_asked_for_meanwhile_counts_too(store):
    for number in range(6):
        store.add_page("shop", "parse", state="failing", url=f"https://a.test/{number}", status=200,
                       markup=NEW.format(number), seen=SEEN)  # fmt: skip
    told, asked, _ = ask(store, {}, Request("https://a.test/9"), times=2)
    assert (told, asked) == ([True, False], [])
