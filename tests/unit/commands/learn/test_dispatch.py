"""`scrapy bt learn dispatch`: trained on what tasks have come to, and published."""

import msgspec
import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.core.dispatch.experience import dump
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.learning.dispatching.network import Network
from tests.contracts.workshop import new
from tests.unit.learning.dispatching.worlds import differing, equal

EXPERIENCE, MODEL = "{shop:requests}:experience", "{shop:requests}:dispatch-model"


@pytest.fixture
def bt(server, client):
    frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
    frontier.put([new(b"x", Bucket("t", "n"))])
    return lambda *words: BT.run(words[0], [*words[1:], "-s", f"REDIS_URL={server.url}"], Settings())


def told(client, outcomes):
    client.xadd(EXPERIENCE, {"outcomes": msgspec.msgpack.encode([*map(dump, outcomes)])})


def test_a_model_is_trained_judged_and_published(bt, client, capsys, tmp_path):
    told(client, differing(400))
    path = tmp_path / "dispatch.model"
    assert bt("learn", "dispatch", "shop", "--steps", "300", "-o", str(path)) == 0
    printed = capsys.readouterr().out
    assert "model 1 of 320 tasks" in printed
    assert "of the last 80 tasks one would come to" in printed
    assert "not surely better" not in printed
    assert client.hget(MODEL, "data") == path.read_bytes()
    assert Network.unpack(path.read_bytes(), "m").facts["decisions"] == 319
    assert bt("dispatch", "shop") == 0
    assert "dqn, model 1" in capsys.readouterr().out


def test_a_model_that_was_kept_is_given_to_the_next_queue(bt, client, capsys, tmp_path):
    told(client, differing(400))
    path = tmp_path / "dispatch.model"
    assert bt("learn", "dispatch", "shop", "--steps", "1", "-o", str(path)) == 0
    client.delete(MODEL, EXPERIENCE)  # as if its crawl were done
    capsys.readouterr()
    assert bt("learn", "dispatch", "shop", "--publish", str(path)) == 0
    assert f"model 1 of 319 decisions, from {path}" in capsys.readouterr().out
    assert client.hget(MODEL, "data") == path.read_bytes()
    path.write_bytes(b"?")
    assert bt("learn", "dispatch", "shop", "--publish", str(path)) == 1
    assert bt("learn", "dispatch", "shop", "--publish", str(tmp_path / "none")) == 1
    told_of = capsys.readouterr().err
    assert f"{path}: not a file of models" in told_of
    assert "the model cannot be read" in told_of
    assert client.hget(MODEL, "number") == b"1"


def test_where_it_is_no_better_it_is_told(bt, client, capsys):
    told(client, equal(400))
    client.hset(MODEL, "number", 6)
    assert bt("learn", "dispatch", "shop", "--steps", "50") == 0
    printed = capsys.readouterr().out
    assert "model 7 of 320 tasks" in printed
    assert "not surely better, so that workers pull" in printed


def test_too_little_to_learn_from_publishes_nothing(bt, client, capsys):
    told(client, equal(30))
    assert bt("learn", "dispatch", "shop") == 1
    assert "23 decisions to learn from: 200 are needed" in capsys.readouterr().err
    assert not client.exists(MODEL)


def test_a_broken_model_is_told_beside_what_others_come_to(bt, client, capsys):
    told(client, equal(100))
    client.hset(MODEL, mapping={"number": 2, "data": b"?"})
    assert bt("dispatch", "shop") == 0
    printed = capsys.readouterr()
    assert "The published model: not a file of models" in printed.err
    assert "bandit" in printed.out
    assert "dqn" not in printed.out


def test_a_key_of_somebody_else_is_told(bt, client, capsys):
    told(client, differing(400))
    client.set(MODEL, "something")
    assert bt("learn", "dispatch", "shop", "--steps", "1") == 1
    assert "holds what something else has written" in capsys.readouterr().err
