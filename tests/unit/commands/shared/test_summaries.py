import pytest

from scrapy_bt.commands.shared.summaries import summarise

STATES = ("ready", "running", "delayed", "parked", "paused", "dead")
NODE = {"tree": "shop", "node": "main", "boost": 2.0, "number": -1.5, "weight": None, "oldest_wait": 3.0}


def queue(**changes):
    counts = dict.fromkeys(STATES, 0)
    return {
        "name": "shop",
        "feeds": [],
        "fed_by": [],
        "schemes": [],
        "tasks": counts,
        "finished": 0,
        "oldest_wait": None,
        "nodes": [],
        "resources": [],
        "shared": [],
        "workers": [],
        "orders": {"pauses": [], "boosts": []},
        **changes,
    }


def tell(**changes):
    return summarise({"redis": "redis://a", "queues": [queue(**changes)]})


def test_a_queue_without_anything_is_told_in_two_lines():
    assert [listing.title for listing in tell()] == ["shop in redis://a: no tasks", "No worker has this queue open"]


def test_states_that_no_task_is_in_are_left_out():
    node = {**NODE, **dict.fromkeys(STATES, 0), "ready": 4}
    table = tell(nodes=[node])[1]
    assert table.columns == ("tree", "node", "ready", "number", "weight", "oldest wait")
    assert table.rows == [("shop", "main (boost 2)", "4", "-1.50 s", "", "3.00 s")]


def test_orders_are_told_in_words():
    orders = {
        "pauses": [{"tree": None, "node": None, "paused": True}, {"tree": "t", "node": "n", "paused": False}],
        "boosts": [{"tree": None, "node": "n", "seconds": 5.0}],
    }
    assert tell(orders=orders)[1].title == (
        "Orders: paused: everything; not paused: tree 't', node 'n'; boosted by 5 s: node 'n'"
    )


def test_a_holder_that_waits_has_no_worker():
    table = tell(resources=[{"name": "till", "limit": 2, "holders": [{"task": 7, "worker": None}], "waiting": 3}])[1]
    assert table.rows == [("till", "1 of 2", "7 (waits)", "3")]


def lines_of(**changes):
    (table, *_) = tell(**changes)
    assert table.title == "Lines"
    return [row[1] for row in table.rows]


@pytest.mark.parametrize(
    ("at", "seconds_since", "told"),
    [
        (1200, 1.0, "the scheme 'topic': 1,200 of 56,000 seeds"),
        (1200, 11.0, "the scheme 'topic': 1,200 of 56,000 seeds, interrupted"),
        (1200, None, "the scheme 'topic': 1,200 of 56,000 seeds, interrupted"),
        (56000, None, "the scheme 'topic': 56,000 seeds"),
    ],
)
def test_a_line_tells_how_far_its_seeds_have_come(at, seconds_since, told):
    workers = (
        []
        if seconds_since is None
        else [{"role": "seeds", "seconds_since": seconds_since, "capacity": None, "foreign": ()}]
    )
    assert lines_of(schemes=[{"scheme": "topic", "seeds": 56000, "at": at}], workers=workers) == [told]


def test_a_line_may_be_fed_by_others_and_by_schemes():
    schemes = [{"scheme": name, "seeds": 2, "at": 2} for name in ("a", "b")]
    assert lines_of(fed_by=["nav"], schemes=schemes) == ["nav, the scheme 'a': 2 seeds, the scheme 'b': 2 seeds"]
