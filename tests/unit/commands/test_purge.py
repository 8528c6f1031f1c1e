import json
import sys
from io import StringIO

import msgspec
import pytest

from scrapy_bt.errors import FrontierLost
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.redis.frontier import send


class Terminal(StringIO):
    def isatty(self):
        return True


def test_where_nobody_can_be_asked_yes_has_to_be_said(bt, client, frontier, tasks):
    status, out, err = bt("purge", "shop")
    assert (status, out) == (1, "")
    assert err.endswith("nothing was deleted: add --yes where nobody can be asked\n")
    assert frontier.counts().ready == 3


@pytest.mark.parametrize(
    ("answer", "is_gone"), [("y\n", True), ("YES\n", True), ("\n", False), ("no\n", False), ("", False)]
)
def test_somebody_is_asked(bt, client, tasks, monkeypatch, answer, is_gone):
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    status, _, err = bt("purge", "shop")
    assert "has 3 tasks to do and 0 dead letters." in err
    assert "Delete all of it? [y/N]" in err
    assert (status, client.keys("*") == []) == (0 if is_gone else 1, is_gone)


def test_who_works_on_it_is_told_and_finds_it_gone(bt, client, frontier, tasks):
    frontier.register(msgspec.json.encode({"host": "a.test", "pid": 7}))
    status, out, err = bt("purge", "shop", "--yes", "--json")
    assert (status, json.loads(out)["workers"]) == (0, 1)
    assert "1 worker at work on it" in err
    assert "a.test 7" in err
    assert client.keys("*") == []
    with pytest.raises(FrontierLost):
        frontier.counts()


def test_the_keys_of_others_stay(bt, client, tasks):
    client.set("shop:requests", "x")
    client.set("{shop:requests2}:meta", "x")
    assert bt("purge", "shop", "--yes")[:2] == (0, "shop: deleted\n")
    assert sorted(client.keys("*")) == [b"shop:requests", b"{shop:requests2}:meta"]


def test_a_queue_of_another_version_can_be_deleted_too(bt, client, frontier, tasks):
    client.hset("{shop:requests}:meta", "format", "99")
    client.set("{shop:requests2}:meta", "x")
    assert bt("purge", "shop")[0] == 1
    status, out, err = bt("purge", "shop", "--yes", "--json")
    assert (status, json.loads(out)["action"]) == (0, "purge")
    assert "format 99" in err
    assert client.keys("*") == [b"{shop:requests2}:meta"]


def test_foreign_data_is_kept(bt, client, tasks):
    client.delete("{shop:requests}:meta")
    client.set("{shop:requests}:meta", "x")
    status, _, err = bt("purge", "shop", "--yes")
    assert (status, "not the queue's" in err) == (1, True)
    assert client.get("{shop:requests}:meta") == b"x"


def test_what_is_half_deleted_is_deleted_without_a_question(bt, client, frontier):
    frontier.put(Requeue(Entry(Bucket("shop", "page", slot=f"h{number}"), b"")) for number in range(400))
    send(client, frontier.calls.purge())
    assert client.keys("*")
    assert bt("purge", "shop")[:2] == (0, "shop: deleted\n")
    assert client.keys("*") == []
