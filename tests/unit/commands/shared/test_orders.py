"""Pause, resume, stop and boost."""

import json

import pytest

from scrapy_bt.frontier.completion import AwaitResume, Completion, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget

PAGE = Bucket("shop", "main/detail/page")
TREE = 'page :: visit "https://a.test/"\nlate :: visit "https://a.test/late"\nmain :: and { :page :late }\n'


def order(bt, *words):
    status, out, err = bt(*words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_a_node_is_paused_and_resumed(bt, frontier, tasks):
    assert order(bt, "pause", "shop", "--node", "list") == {
        "queue": "shop",
        "action": "pause",
        "target": {"task": None, "node": "list", "tree": None},
        "tasks": 2,
    }
    assert [lease.entry.bucket for lease in frontier.lease(9)] == [PAGE]
    assert order(bt, "resume", "shop", "--node", "main/list")["tasks"] == 2
    assert order(bt, "resume", "shop")["tasks"] == 0
    assert len(frontier.lease(9)) == 2


def test_people_are_told_how_many(bt, tasks):
    assert bt("pause", "shop", "--tree", "shop")[1] == (
        "shop: 3 tasks of the tree 'shop' paused, and whatever comes until somebody resumes it\n"
    )
    assert bt("resume", "shop")[1] == "shop: 3 tasks resumed\n"
    assert bt("resume", "shop", "--task", str(tasks[0]))[1] == f"shop: no task (task {tasks[0]}) was held back\n"
    assert bt("boost", "-2", "shop", "--node", "page")[1] == "shop: 1 task at node 'page' boosted by -2 s\n"
    assert bt("stop", "shop")[1] == "shop: 3 tasks stopped; those that run end with their step\n"


def test_a_boost_takes_the_place_of_the_last(bt, frontier, tasks):
    assert order(bt, "boost", "5", "shop")["tasks"] == 3
    assert order(bt, "boost", "2", "shop")["seconds"] == 2.0
    assert {line.number for line in frontier.status()} == {-0.5}
    assert bt("boost", "0", "shop")[0] == 0
    assert {line.number for line in frontier.status()} == {1.5}


def test_orders_rank_as_the_workers_do(bt, client, frontier, tasks):
    before = client.zrange("{shop:requests}:rank", 0, -1, withscores=True)
    order(bt, "pause", "shop", "--node", "list")
    order(bt, "resume", "shop", "--node", "list")
    assert client.zrange("{shop:requests}:rank", 0, -1, withscores=True) == before


def test_an_order_leaves_nothing_behind(bt, client, frontier, tasks):
    before = client.hkeys("{shop:requests}:called")
    order(bt, "pause", "shop")
    assert client.hkeys("{shop:requests}:called") == before
    assert frontier.workers() == []


@pytest.mark.parametrize("words", [("pause", "shop"), ("resume", "shop"), ("stop", "shop"), ("boost", "1", "shop")])
def test_what_is_not_there_is_told(bt, frontier, tasks, words):
    assert bt(*words, "--node", "lisp") == (1, "", "nothing is at node 'lisp'; did you mean 'list'?\n")
    assert bt(*words, "--node", "x/y")[2] == "nothing is at node 'x/y'; there are: main/detail/page, main/list\n"
    assert bt(*words, "--tree", "quotes")[2] == "nothing is of the tree 'quotes'; there are: shop\n"
    assert bt(*words, "--task", "99")[2].startswith("there is no task 99 in the queue of 'shop'")
    assert frontier.counts().ready == 3
    assert frontier.describe().counts.paused == 0


def test_a_node_where_tasks_come_later_is_known_from_the_tree(bt, frontier, tasks):
    frontier.remember("tree", "shop")
    frontier.remember("tree:shop", TREE)
    assert bt("pause", "shop", "--node", "late")[1].startswith("shop: no task at node 'late' is held back now")
    assert order(bt, "pause", "shop", "--node", "main/late")["tasks"] == 0
    assert bt("pause", "shop", "--node", "later")[2] == "nothing is at node 'later'; did you mean 'late'?\n"
    frontier.put([Requeue(Entry(Bucket("shop", "main/late"), b"x"))])
    assert frontier.counts().paused == 1


def test_a_dead_letter_is_no_task_for_orders(bt, frontier, tasks):
    (lease,) = frontier.lease()
    frontier.bury(lease, "of no use")
    status, _, err = bt("stop", "shop", "--task", str(lease.entry.id))
    assert (status, "is a dead letter" in err) == (1, True)


def test_a_stopped_task_cannot_be_paused(bt, frontier, tasks):
    (lease,) = frontier.lease()
    frontier.stop(ControlTarget(task=lease.entry.id))
    status, _, err = bt("pause", "shop", "--task", str(lease.entry.id))
    assert (status, err.count("\n")) == (1, 1)


@pytest.mark.parametrize("words", [("boost", "inf", "shop"), ("boost", "much", "shop"), ("pause",)])
def test_a_wrong_command_line_ends_with_2(bt, words):
    with pytest.raises(SystemExit) as ended:
        bt(*words)
    assert ended.value.code == 2


def test_a_boosted_task_comes_first(bt, frontier, tasks):
    assert bt("boost", "9", "shop", "--task", str(tasks[2]))[1] == f"shop: 1 task (task {tasks[2]}) boosted by 9 s\n"
    assert [lease.entry.id for lease in frontier.lease()] == tasks[2:]


def test_a_paused_task_is_not_leased(bt, frontier, tasks):
    assert bt("pause", "shop", "--task", str(tasks[0])) == (0, f"shop: 1 task (task {tasks[0]}) paused\n", "")
    assert {lease.entry.id for lease in frontier.lease(9)} == set(tasks[1:])
    assert bt("pause", "shop", "--task", str(tasks[0]))[1].endswith("to pause: it is paused\n")


def test_a_task_that_paused_itself_goes_on(bt, frontier, tasks):
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(AwaitResume(lease.entry)))
    assert bt("resume", "shop", "--task", str(lease.entry.id))[:2] == (
        0,
        f"shop: 1 task (task {lease.entry.id}) resumed\n",
    )
    assert frontier.counts().ready == 3


def test_stopped_tasks_are_gone(bt, frontier, tasks):
    assert bt("stop", "shop", "--node", "list")[0] == 0
    assert {line.bucket.node for line in frontier.status()} == {"main/detail/page"}
    assert bt("stop", "shop", "--node", "list")[1] == "shop: no task at node 'list' is there to stop\n"
