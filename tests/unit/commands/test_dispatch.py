"""`scrapy bt dispatch`: the workers of a queue as they have told."""

import json
import random

import msgspec
import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.core.dispatch.experience import FinishedTask
from scrapy_bt.core.dispatch.experience import dump as dump_outcome
from scrapy_bt.core.dispatch.states import FEATURES, URLKind, WorkerRecords, WorkerState
from scrapy_bt.core.dispatch.telling import dump
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.frontier.redis.frontier import send
from tests.contracts.workshop import new

STATES, EXPERIENCE = "{shop:requests}:dispatch", "{shop:requests}:experience"


@pytest.fixture
def dispatch(server, client):
    frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
    frontier.put([new(b"x", Bucket("t", "n", lane="one"))])
    return lambda *words: BT.run("dispatch", [*words, "-s", f"REDIS_URL={server.url}"], Settings())


@pytest.fixture
def worker(client):
    records = WorkerRecords()
    for failed in (False, True, True):
        records.add(URLKind("a.test/item", "a.test"), 0.5, failed=failed, now=9.0)
    state = WorkerState("one", 9.0, queue=3, records=records.snapshot(9.0))
    client.hset(STATES, mapping={"one": msgspec.msgpack.encode(dump(state)), "stranger": b"?"})


def test_the_workers_and_what_fails(dispatch, worker, capsys):
    assert dispatch("shop") == 0
    told = capsys.readouterr().out
    assert "1 workers, 1 tasks are kept" in told
    assert "one         3            1  0.50 s      74 %" in told
    assert "one fails at" in told
    assert "a.test/item" in told


def test_as_json(dispatch, worker, capsys):
    assert dispatch("shop", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kept"] == 1
    assert told["workers"][0]["kinds"]["a.test"]["failures"] == pytest.approx(0.7377, abs=1e-3)


def test_what_decides_at_each_worker_and_what_share_of_tasks_is_kept(dispatch, worker, client, capsys):
    for name, said in [
        ("one", {"policy": "dqn", "verdict": "decides", "kept": 30, "pulled": 10, "failures": 2}),
        ("two", {"policy": "shortest", "verdict": "", "kept": 0, "pulled": 0, "failures": 0}),
        ("three", None),
        ("four", {"policy": 3, "kept": "many", "pulled": None}),
        ("five", "dqn"),
    ]:
        frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={}, worker=name)
        send(client, frontier.calls.register(json.dumps({"dispatch": said}).encode()))
    assert dispatch("shop") == 0
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["one", "dqn", "decides", "30", "10", "75", "%"] in told
    assert ["two", "shortest", "0", "0"] in told
    assert ["four", "0", "0"] in told  # what was written by somebody else
    assert not any(line[:1] == ["five"] for line in told)
    assert dispatch("shop", "--json") == 0
    assert json.loads(capsys.readouterr().out)["deciding"]["one"]["verdict"] == "decides"


def test_where_nobody_dispatches_it_is_told(dispatch, capsys):
    assert dispatch("shop") == 0
    assert "BT_DISPATCH is 'pull', or no worker runs" in capsys.readouterr().out


def test_what_other_policies_would_have_come_to(dispatch, worker, client, capsys):
    worth, chance = FEATURES.index("worth"), random.Random(0)
    outcomes = []
    for _ in range(200):
        better, action = chance.randrange(2), chance.randrange(2)
        values = [-0.5 if at == better else -3.0 for at in range(2)]
        state = [[value * (column == worth) for column in range(len(FEATURES))] for value in values]
        outcomes.append(
            FinishedTask(("one", "two"), tuple(map(tuple, state)), action, -0.5 if action == better else -3.0)
        )
    client.xadd(EXPERIENCE, {"outcomes": msgspec.msgpack.encode([*map(dump_outcome, outcomes)])})
    client.xadd(EXPERIENCE, {"outcomes": b"?"})
    client.xadd(EXPERIENCE, {"other": b"?"})
    assert dispatch("shop", "--json") == 0
    told = json.loads(capsys.readouterr().out)["policies"]
    assert told["as it was"]["reward"] == pytest.approx(-1.75, abs=0.2)
    assert told["shortest"]["reward"] == pytest.approx(-0.5, abs=0.1)
    assert dispatch("shop") == 0
    assert "with other policies" in capsys.readouterr().out


def test_no_such_queue(dispatch, capsys):
    assert dispatch("shoe") == 1
    assert "there is no queue of 'shoe'" in capsys.readouterr().err
