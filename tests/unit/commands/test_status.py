import json

import msgspec

from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry, SharedValue
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis import RedisFrontier

LIST, PAGE, TILL = (
    Bucket("shop", "main/list"),
    Bucket("shop", "main/detail/page#2"),
    Bucket("shop", "pay", requires="till"),
)


def put(frontier, *buckets):
    return frontier.put([Requeue(Entry(bucket, b"x")) for bucket in buckets])


def look(bt, *words):
    status, out, _ = bt("status", *words, "--json")
    assert status == 0
    return json.loads(out)


def test_an_empty_redis_has_no_queues(bt, client, server):
    assert look(bt) == {"redis": f"{server.url}/0", "queues": []}
    assert bt("status")[1] == f"There are no queues in {server.url}/0\n"


def test_all_queues_are_found_and_nothing_else(bt, client, frontier):
    put(frontier, LIST)
    other = RedisFrontier(client, "other:queue", number=lambda bucket: 0.0, limits={})
    put(other, LIST, LIST)
    client.set("{text}:meta", "not ours")
    client.hset("{hash}:meta", "a", "b")
    queues = look(bt)["queues"]
    assert [(queue["name"], queue["key"], queue["tasks"]["ready"]) for queue in queues] == [
        ("other:queue", "other:queue", 2),
        ("shop", "shop:requests", 1),
    ]
    assert len(look(bt, "shop")["queues"]) == len(look(bt, "other:queue")["queues"]) == 1


def test_tasks_are_told_by_node_and_state(bt, frontier):
    put(frontier, LIST, LIST, PAGE)
    frontier.pause(ControlTarget(node="page"))
    (lease,) = frontier.lease()
    frontier.complete(lease, Completion(Finish(), measured={"list": 3.0, "page": 2.0}))
    frontier.boost(ControlTarget(tree="shop"), 1.0)
    (queue,) = look(bt, "shop")["queues"]
    page, line = queue["nodes"]
    assert (line["node"], line["ready"], line["number"], line["weight"]) == ("main/list", 1, 0.5, 3.0)
    assert (page["node"], page["paused"], page["ready"], page["weight"]) == ("main/detail/page#2", 1, 0, 2.0)
    assert queue["oldest_wait"] >= 0
    assert queue["orders"] == {
        "pauses": [{"tree": None, "node": "page", "paused": True}],
        "boosts": [{"tree": "shop", "node": None, "seconds": 1.0}],
    }


def test_holders_of_resources_and_shared_values_are_named(bt, frontier):
    frontier.register()
    put(frontier, TILL)
    frontier.put([Requeue(Entry(LIST, b"x", share="login"))])
    paying, making = sorted(frontier.lease(2), key=lambda lease: lease.entry.bucket.node, reverse=True)
    put(frontier, TILL)
    (queue,) = look(bt, "shop")["queues"]
    assert queue["resources"] == [
        {"name": "till", "limit": 2, "holders": [{"task": paying.entry.id, "worker": "here"}], "waiting": 1}
    ]
    assert queue["shared"] == [{"node": "login", "ready": 0, "making": 1, "makers": [making.entry.id]}]
    frontier.complete(making, Completion(Finish(), made=[MakingOutcome("login", SharedValue(b"v"))]))
    (queue,) = look(bt, "shop")["queues"]
    assert queue["shared"] == [{"node": "login", "ready": 1, "making": 0, "makers": []}]
    (worker,) = queue["workers"]
    assert (worker["name"], worker["leases"], worker["alive"], worker["pages"]) == ("here", 1, True, None)


def test_people_are_told_the_same(bt, frontier):
    put(frontier, LIST, PAGE)
    frontier.pause(ControlTarget())
    frontier.register(
        msgspec.json.encode(
            {
                "host": "a.test",
                "pid": 17,
                "pages": 40,
                "pages_per_second": 2.25,
                "round_trip": 0.0021,
                "capacity": {"fits": 12, "allowed": 9, "tightest": "cpu", "cpu": {"used": 50.0, "own": 20.0}},
            }
        )
    )
    status, out, err = bt("status", "shop")
    assert (status, err) == (0, "")
    words = ("shop in redis://", "2 paused", "Orders: paused: everything", "main/detail/page#2", "till", "0 of 2")
    more = ("1 worker, 2.2 pages/s", "a.test 17", "2.1 ms", "50.0 %", "20.0 %", "cpu")
    assert [word for word in (*words, *more) if word not in out] == []


def test_what_a_worker_says_may_be_anything(bt, frontier):
    frontier.register(b"\xff{")
    (worker,) = look(bt, "shop")["queues"][0]["workers"]
    assert (worker["host"], worker["foreign"]) == (None, ["report"])
    frontier.register(msgspec.json.encode({"host": "a.test", "pages": "many", "capacity": {"memory": 3, "fits": 2}}))
    assert look(bt, "shop")["queues"][0]["workers"][0]["capacity"]["fits"] == 2
    status, out, _ = bt("status", "shop")
    assert (status, out.splitlines()[-1]) == (
        0,
        "a.test says what cannot be understood of: pages, capacity.memory",
    )


def test_watching_ends_when_the_queue_is_gone(bt, frontier, client, monkeypatch):
    put(frontier, LIST)
    monkeypatch.setattr("scrapy_bt.commands.status._rest", lambda seconds: client.flushall())
    status, out, err = bt("status", "shop", "--watch", "--every", "0.5", "--json")
    assert (status, out.count("\n")) == (0, 1)
    assert "is gone" in err


def test_a_wrong_name_is_told_with_the_nearest(bt, frontier, server):
    put(frontier, LIST)
    assert bt("status", "shap") == (
        1,
        "",
        f"there is no queue of 'shap' in {server.url}/0; did you mean 'shop'?\n",
    )
    assert bt("status", "xyz")[2].endswith("; there are: shop\n")


def test_a_redis_that_is_not_there_is_one_line(bt):
    status, out, err = bt("status", url="redis://:sesame@127.0.0.1:1")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("no Redis at redis://:***@127.0.0.1:1/0: ")


def test_foreign_data_is_named(bt, frontier, client):
    put(frontier, LIST)
    client.hset("{shop:requests}:meta", "format", "99")
    assert "is stored in format 99" in bt("status", "shop")[2]
    client.delete("{shop:requests}:meta")
    client.set("{shop:requests}:meta", "x")
    assert "this key is not the queue's" in bt("status", "shop")[2]


def test_shared_values_are_summed_up_by_their_nodes(bt, frontier):
    frontier.register()
    put(frontier, LIST)
    frontier.put([Requeue(Entry(LIST, b"x", share=f"shop/author:{number}")) for number in range(8)])
    makers = [lease for lease in frontier.lease(9) if lease.make]
    made = [MakingOutcome(lease.entry.share, SharedValue(b"")) for lease in makers[:1]]
    frontier.complete(makers[0], Completion(Finish(), made=made))
    (queue,) = look(bt, "shop")["queues"]
    (author,) = queue["shared"]
    assert (author["node"], author["ready"], author["making"], len(author["makers"])) == ("shop/author", 1, 7, 5)
    assert "shop/author" in bt("status", "shop")[1]
