"""Requests that wait go forward, and none is sent twice."""

import gc

import pytest
from scrapy import Request, Spider
from scrapy.pqueues import DownloaderAwarePriorityQueue, ScrapyPriorityQueue
from scrapy.squeues import LifoMemoryQueue, PickleLifoDiskQueue
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.preference.preferring import Preferring
from scrapy_bt.crawl.preference.waiting import forwarding


class Slots:
    """In place of the downloader, which this class of queues asks for its slots."""

    def __init__(self):
        self.slots = {}

    def get_slot_key(self, request):
        return request.url.partition("/")[0]


@pytest.fixture(params=[ScrapyPriorityQueue, DownloaderAwarePriorityQueue])
def opened(request, tmp_path, monkeypatch):
    """Opens a queue, and gives it with the extension."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.toml").write_text("[prefer.words]\nengine = 3\n")
    crawler = get_crawler(Spider, {"BT_PREFERENCES": str(tmp_path / "p.toml")})
    crawler.spider, crawler.engine = Spider("a"), type("Engine", (), {"downloader": Slots()})()
    preferring = Preferring.from_crawler(crawler)
    crawler.get_extension = lambda _: preferring

    def open_(below=LifoMemoryQueue, key=""):
        return forwarding(request.param).from_crawler(crawler, below, key), preferring

    return open_


def order(queue):
    found = []
    while (request := queue.pop()) is not None:
        found.append((request.url[-1], request.priority))
    return found


def test_one_goes_forward_once_for_each_better_place(opened):
    queue, preferring = opened()
    for name in "abc":
        queue.push(Request(f"http://s.test/{name}", meta={"mine": name}))
    places = [Request("http://s.test/b", priority=priority) for priority in (1, 3, 2)]
    assert [preferring.waiting.forward(place) for place in places] == [True, True, False]
    first = queue.pop()
    assert (first.url[-1], first.priority, first.meta["mine"]) == ("b", 3, "b")
    assert sorted(order(queue)) == [("a", 0), ("c", 0)]
    assert len(queue) == 0


def test_what_has_left_the_queue_or_never_waited_is_not_sent_again(opened):
    queue, preferring = opened()
    queue.push(Request("http://s.test/a"))
    sent = queue.pop()
    preferring.waiting.forward(sent.replace(priority=9))
    preferring.waiting.forward(Request("http://s.test/never", priority=9))
    assert order(queue) == []
    queue.push(sent)  # tried again
    assert order(queue) == [("a", 0)]


def test_other_methods_and_requests_that_are_meant_twice_stay_in_place(opened):
    queue, preferring = opened()
    queue.push(Request("http://s.test/a", method="POST", body=b"x"))
    queue.push(Request("http://s.test/b"))
    preferring.waiting.forward(Request("http://s.test/a", priority=5))
    preferring.waiting.forward(Request("http://s.test/b", priority=5, dont_filter=True))
    preferring.waiting.forward(Request("http://s.test/b", priority=5, method="POST"))
    assert sorted(order(queue)) == [("a", 0), ("b", 0)]


def test_what_waits_on_the_disk_stays_in_place(opened, tmp_path):
    queue, preferring = opened(PickleLifoDiskQueue, str(tmp_path / "queue"))
    (tmp_path / "queue").mkdir()
    assert preferring.waiting is None
    queue.close()


def test_what_promises_less_by_now_goes_back_before_it_is_sent(opened, monkeypatch):
    queue, preferring = opened()
    falls = {"http://s.test/a": 4}
    monkeypatch.setattr(preferring._ranker, "fallen", lambda page: falls.pop(page, 0))
    for name, priority in (("a", 5), ("b", 2), ("c", 0)):
        queue.push(Request(f"http://s.test/{name}", priority=priority))
    assert order(queue) == [("b", 2), ("a", 1), ("c", 0)]


def test_what_was_learned_does_not_keep_a_queue_from_sending(opened, monkeypatch):
    queue, preferring = opened()
    monkeypatch.setattr(preferring._ranker, "fallen", lambda _: 1)
    for name in "ab":
        queue.push(Request(f"http://s.test/{name}"))
    assert sorted(name for name, _ in order(queue)) == ["a", "b"]


def test_a_queue_keeps_no_request_alive(opened):
    queue, preferring = opened()
    queue.push(Request("http://s.test/a"))
    assert len(preferring.waiting._waiting) == 1
    queue.pop()
    gc.collect()
    assert len(preferring.waiting._waiting) == 0


def test_another_place_of_a_page_that_waits_lets_it_go_forward(opened):
    queue, preferring = opened()
    for name in "ab":
        queue.push(Request(f"http://s.test/page#{name}" if name == "a" else f"http://s.test/{name}"))
    preferring.waiting.forward(Request("http://s.test/page#else", priority=3))
    assert order(queue) == [("a", 3), ("b", 0)]
