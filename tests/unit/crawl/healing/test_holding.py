"""Pages that wait."""

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
