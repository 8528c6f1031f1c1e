import json
from pathlib import Path

import pytest
from scrapy import Request, Spider

from scrapy_bt.core.tree.task import Frame, Task, encode_task
from scrapy_bt.crawl.redis.codec import RequestCodec
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier

PAGE, OTHER = Bucket("shop", "main/detail/page#2"), Bucket("shop", "main/list")


def payload(**variables):
    return encode_task(Task([Frame(1, {"site": "https://a.test"}), Frame(2, variables)]))


def bury(frontier, *buckets, payload=b"x", reason="of no use"):
    ids = frontier.put([Requeue(Entry(bucket, payload)) for bucket in buckets])
    for lease in frontier.lease(99):
        frontier.bury(lease, reason)
    return ids


def read(bt, *words):
    status, out, err = bt("dead", *words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_letters_are_listed_with_what_the_tasks_are_about(bt, frontier):
    (task,) = bury(frontier, PAGE, payload=payload(number=7, password="sesame", links=["https://u:p@a.test/"]))
    told = read(bt, "list", "shop")
    assert (told["name"], told["total"], told["first"]) == ("shop", 1, 0)
    (letter,) = told["letters"]
    assert (letter["id"], letter["tree"], letter["node"], letter["reason"]) == (task, "shop", PAGE.node, "of no use")
    assert letter["variables"] == {
        "site": "https://a.test",
        "number": 7,
        "password": "…",
        "links": ["https://u:…@a.test/"],
    }
    assert letter["age"] >= 0
    out = bt("dead", "list", "shop")[1]
    assert out.startswith("shop: 1 dead letter\n")
    assert "number=7" in out
    assert "sesame" not in out


def test_secrets_are_shown_when_they_are_asked_for(bt, frontier):
    (task,) = bury(frontier, PAGE, payload=payload(password="sesame"))
    assert "sesame" not in bt("dead", "show", str(task), "shop")[1]
    assert 'password = "sesame"' in bt("dead", "show", str(task), "shop", "--secrets")[1]


def test_requests_are_told_by_their_address(bt, frontier):
    codec = RequestCodec(Spider("shop"))
    request = Request("https://a.test/?token=t", headers={"Cookie": "c=1"}, body=b"password=x", meta={"depth": 3})
    (task,) = bury(frontier, Bucket("shop", "requests"), payload=codec.encode(request))
    assert "https://a.test/?token=…" in bt("dead", "list", "shop")[1]
    (letter,) = read(bt, "show", str(task), "shop")["letters"]
    told = letter["request"]
    assert (told["depth"], told["headers"], told["body"]) == (3, {"Cookie": "…"}, "…")
    (letter,) = read(bt, "show", str(task), "shop", "--secrets")["letters"]
    assert letter["request"]["body"] == "password=x"


def test_what_cannot_be_read_is_told_all_the_same(bt, frontier):
    (task,) = bury(frontier, PAGE, payload=b"\xff\x00")
    out = bt("dead", "show", str(task), "shop")[1]
    assert "reason:  of no use" in out
    assert "cannot be decoded" in out


def test_long_lists_are_shown_in_pages(bt, frontier):
    ids = bury(frontier, *[PAGE] * 5)
    told = read(bt, "list", "shop", "--first", "2", "--count", "2")
    assert ([letter["id"] for letter in told["letters"]], told["total"]) == (ids[2:4], 5)
    assert "more: --first 4" in bt("dead", "list", "shop", "--first", "2", "--count", "2")[1]
    assert bt("dead", "list", "shop", "--first", "9")[1] == "shop: 5 dead letters, none from the 10. on\n"


@pytest.mark.parametrize("node", ["page", "page#2", PAGE.node])
def test_dead_letters_of_a_node_are_queued_again(bt, frontier, node):
    bury(frontier, PAGE, OTHER, PAGE)
    assert read(bt, "list", "shop", "--node", node)["total"] == 2
    assert read(bt, "requeue", "shop", "--node", node) == {"name": "shop", "action": "requeue", "tasks": 2}
    assert (frontier.counts().ready, frontier.counts().dead) == (2, 1)


def test_letters_are_dropped_one_by_one_or_all(bt, frontier):
    first, *_ = bury(frontier, *[PAGE] * 3)
    assert bt("dead", "drop", str(first), "shop")[1] == "shop: 1 dead letter dropped\n"
    assert bt("dead", "requeue", "shop", "--all")[1] == "shop: 2 dead letters queued again\n"
    assert bt("dead", "list", "shop")[1] == "shop: no dead letters\n"
    assert frontier.counts().ready == 2


def test_a_wrong_number_changes_nothing(bt, frontier):
    (task,) = bury(frontier, PAGE)
    status, _, err = bt("dead", "requeue", str(task), "99", "shop")
    assert (status, err) == (1, "shop has no dead letter 99; 'scrapy bt dead list' names them\n")
    assert bt("dead", "drop", "shop", "--node", "pages")[2].endswith("; did you mean 'page#2'?\n")
    assert frontier.counts().dead == 1


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("list", "3", "shop"),
        ("show", "shop"),
        ("requeue", "shop"),
        ("drop", "1", "shop", "--all"),
        ("list", "shop", "other"),
        ("list", "shop", "--jobdir", "x"),
        ("list", "shop", "--count", "0"),
        ("burn", "shop"),
    ],
)
def test_a_wrong_command_line_ends_with_2(bt, words):
    with pytest.raises(SystemExit) as ended:
        bt("dead", *words)
    assert ended.value.code == 2


def test_dead_letters_of_a_jobdir(bt, tmp_path):
    def open_frontier():
        return MemoryFrontier(lambda bucket: 0.0, limits={}, journal=Journal(Path("job") / "bt"))

    frontier = open_frontier()
    first, _ = bury(frontier, PAGE, PAGE, payload=payload(number=1))
    assert "another crawl is using it" in bt("dead", "list", "--jobdir", "job")[2]
    frontier.close()
    told = read(bt, "list", "--jobdir", "job")
    assert [letter["variables"]["number"] for letter in told["letters"]] == [1, 1]
    assert read(bt, "requeue", str(first), "--jobdir", "job")["tasks"] == 1
    assert read(bt, "drop", "--all", "--jobdir", "job")["tasks"] == 1
    frontier = open_frontier()
    assert (frontier.counts().ready, frontier.counts().dead) == (1, 0)
    frontier.close()


def test_a_folder_without_a_crawl_stays_as_it_is(bt, tmp_path):
    status, _, err = bt("dead", "list", "--jobdir", str(tmp_path / "nothing"))
    assert (status, "there is no crawl of a tree in this folder" in err) == (1, True)
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1:1"])
def test_without_redis_or_a_queue_the_other_place_is_told(bt, client, url):
    status, _, err = bt("dead", "list", "shop", url=url)
    assert (status, err.count("\n")) == (1, 1)
    assert err.endswith("; the letters of a crawl with a JOBDIR are shown by --jobdir DIR\n")


def test_options_may_stand_before_the_name(bt, frontier):
    bury(frontier, PAGE, PAGE)
    assert bt("dead", "requeue", "--all", "shop")[0] == 0
    assert read(bt, "list", "shop")["total"] == 0
