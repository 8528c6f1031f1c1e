"""Pages that wait."""

import weakref

from scrapy.http import HtmlResponse

from scrapy_bt.crawl.healing import holding
from scrapy_bt.crawl.healing.holding import HeldPages


def test_all_of_a_node_go_on_together():
    held, gone = HeldPages(), []
    for node, name in (("a", 1), ("b", 2), ("a", 3)):
        held.hold(node, lambda name=name: gone.append(name))
    assert (len(held), held.nodes) == (3, ["a", "b"])
    assert (held.release("a"), gone, held.nodes, held.release("a")) == (2, [1, 3], ["b"], 0)


def test_pages_that_stay_with_their_tasks_are_bounded():
    held = HeldPages()
    for _ in range(2):
        assert held.has_room
        held.hold("a", lambda: None, size=40_000_000)
    assert not held.has_room
    held.release("a")
    assert held.has_room


def test_of_hostile_pages_that_wait_so_many_bytes_are_held_and_no_tree(monkeypatch):
    monkeypatch.setattr(holding, "_MOST_BYTES", 160_000)
    body = b"<html><body>" + b"<p>text</p>" * 900
    held, pages, trees = HeldPages(), [], []
    for number in range(20):
        response = HtmlResponse(f"https://a.test/{number}", body=body, encoding="utf-8")
        trees.append(weakref.ref(response.selector))
        pages.append(weakref.ref(response))
        held.keep(response)
        del response
    assert not any(tree() for tree in trees)
    assert sum(len(page().body) for page in pages if page()) == 16 * len(body)
