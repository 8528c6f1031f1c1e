import asyncio

import pytest
from scrapy import Request, Spider
from scrapy.dupefilters import RFPDupeFilter

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import at, new
from tests.unit.crawl.redis.conftest import Shop, crawl_spider, page


def spider_with(pages, *first):
    """A spider whose pages lead to others."""
    found = {text: list(requests) for text, requests in pages.items()}
    return type("Pages", (Shop,), {"pages": found, "first": lambda self: list(first) or Shop.first(self)})


def texts(crawl):
    return [item["page"] for item in crawl.items]


def test_each_fingerprint_is_fetched_once(run_spider, client) -> None:
    crawl = run_spider(spider_with({"start": [page("a"), page("a"), page("b")], "a": [page("b"), page("start")]}))
    assert sorted(texts(crawl)) == ["a", "b", "start", "start"]
    assert crawl.reason == "finished"
    assert crawl.stat("scheduler/enqueued/redis") == crawl.stat("scheduler/dequeued/redis") == 4
    assert crawl.stat("dupefilter/filtered") == 5
    assert client.keys() == []


def test_links_in_the_same_words_are_known_but_for_other_methods_and_bodies(run_spider) -> None:
    post, other = page("a", method="POST"), page("a", method="POST", body=b"x")
    crawl = run_spider(spider_with({"start": [page("a"), page("a"), post, post, other, page("a")]}))
    assert sorted(texts(crawl)) == ["a", "a", "a", "start"]
    assert crawl.stat("dupefilter/filtered") == 3


def test_what_is_not_to_be_filtered_is_not(run_spider) -> None:
    again = page("a", dont_filter=True)
    assert sorted(texts(run_spider(spider_with({"start": [page("a"), again, again]})))) == ["a", "a", "a", "start"]


@pytest.mark.parametrize("queue", ["", "scrapy_redis.queue.PriorityQueue"])
def test_higher_priorities_come_first(run_spider, queue) -> None:
    pages = {"start": [page("c", priority=-1), page("b"), page("a", priority=5)]}
    crawl = run_spider(spider_with(pages), {"SCHEDULER_QUEUE_CLASS": queue, "CONCURRENT_REQUESTS": 1})
    assert texts(crawl) == ["start", "a", "b", "c"]


def test_a_queue_by_age_has_no_priorities(run_spider) -> None:
    pages = {"start": [page("c", priority=-1), page("b"), page("a", priority=5)]}
    settings = {"SCHEDULER_QUEUE_CLASS": "scrapy_redis.queue.FifoQueue", "CONCURRENT_REQUESTS": 1}
    assert texts(run_spider(spider_with(pages), settings)) == ["start", "c", "b", "a"]


def test_what_cannot_be_stored_is_kept_here_with_one_warning(run_spider, caplog) -> None:
    class Local(Shop):
        def parse(self, response):
            if response.text == "start":
                for text in "ab":
                    yield page(text, callback=lambda response: {"page": response.text})
                yield page("c")
            yield {"page": response.text}

    crawl = run_spider(Local)
    assert sorted(texts(crawl)) == ["a", "b", "c", "start"]
    assert crawl.stat("scheduler/unserializable") == 2
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    (warning,) = [warning for warning in warnings if "cannot be stored" in warning]
    assert warning.endswith("it is kept in this process, and lost with it")


def test_a_request_comes_back_with_all_that_it_had(run_spider) -> None:
    class Rich(Shop):
        def parse(self, response):
            yield page(
                "rich",
                callback=self.parse_rich,
                errback=self.note,
                cb_kwargs={"pair": (1, 2)},
                meta={"a": {"b": b"c"}},
                cookies={"k": "v"},
                headers={"X": "y"},
                flags=["f"],
            )

        def note(self, failure):
            raise AssertionError

        def parse_rich(self, response, pair):
            request = response.request
            assert request.errback == self.note
            yield {
                "pair": pair,
                "meta": request.meta["a"],
                "cookies": request.cookies,
                "x": request.headers["X"],
                "flags": request.flags,
            }

    expected = {"pair": (1, 2), "meta": {"b": b"c"}, "cookies": {"k": "v"}, "x": b"y", "flags": ["f"]}
    assert run_spider(Rich).items == [expected]


def test_an_errback_is_called(run_spider) -> None:
    class Failing(Shop):
        def parse(self, response):
            yield Request("http://nowhere.test/", errback=self.note)

        def note(self, failure):
            yield {"error": type(failure.value).__name__}

    assert run_spider(Failing, {"RETRY_ENABLED": False}).items == [{"error": "NotSupported"}]


class OddFilter(RFPDupeFilter):
    """Knows whatever has an exclamation mark."""

    opened = 0

    def open(self):
        type(self).opened += 1

    def request_seen(self, request):
        return "!" in request.url

    def close(self, reason):
        assert reason == "finished"
        type(self).opened -= 1
        type(self).closed = True


def test_the_filter_of_the_project_decides(run_spider) -> None:
    pages = {"start": [page("a!"), page("a"), page("a")]}
    crawl = run_spider(spider_with(pages), {"DUPEFILTER_CLASS": OddFilter})
    assert sorted(texts(crawl)) == ["a", "a", "start"]
    assert (OddFilter.opened, OddFilter.closed) == (0, True)


def test_without_a_filter_nothing_is_known(run_spider) -> None:
    pages = {"start": [page("a"), page("a")]}
    crawl = run_spider(spider_with(pages), {"DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter"})
    assert sorted(texts(crawl)) == ["a", "a", "start"]


def test_the_key_of_the_fingerprints_has_the_name_that_the_settings_give(run_spider, client) -> None:
    settings = {"SCHEDULER_DUPEFILTER_KEY": "%(spider)s:seen", "SCHEDULER_PERSIST": True}
    run_spider(spider_with({"start": [page("a")]}), settings)
    assert client.scard("shop:seen") == 2


def test_start_requests_are_fetched_once_in_each_run(run_spider, server, client) -> None:
    spider = spider_with({}, page("a", dont_filter=True), page("a", dont_filter=True), page("b"))
    settings = {"SCHEDULER_PERSIST": True}

    async def together():
        return await asyncio.gather(*(crawl_spider(server, spider, settings) for _ in range(3)))

    crawls = asyncio.run(together())
    assert sorted(text for crawl in crawls for text in texts(crawl)) == ["a", "a", "b"]
    # The next run asks for the start pages again, but for what is filtered.
    assert sorted(texts(run_spider(spider, settings))) == ["a", "a"]


class Retrying(Spider):
    name = "shop"

    async def start(self):
        yield page("a", dont_filter=True)

    def parse(self, response):
        yield {"tries": response.meta["tries"]}


class Again:
    """Lets each request be sent three times."""

    def process_response(self, request, response):
        tries = request.meta.get("tries", 1)
        if tries == 3:
            return response
        return request.replace(dont_filter=True, meta={**request.meta, "tries": tries + 1})


def test_a_start_request_that_is_sent_again_is_no_start_request(run_spider) -> None:
    crawl = run_spider(Retrying, {"DOWNLOADER_MIDDLEWARES": {Again: 600}})
    assert crawl.items == [{"tries": 3}]


def test_the_tasks_of_others_are_no_requests(run_spider, client, caplog) -> None:
    frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
    frontier.put([new(b"\x80\x04pickled", at("requests", tree="shop")), new(b"x", at("main/page", tree="tree"))])
    crawl = run_spider(Shop)
    assert texts(crawl) == ["start"]
    reasons = sorted(letter.reason for letter in frontier.dead_letters())
    assert reasons[0].startswith("'shop' is no tree and has no node main/page")
    assert reasons[1].startswith("not a request in format 1 but pickled data")
    assert "Traceback" not in caplog.text
