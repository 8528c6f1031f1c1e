"""Workers tell each other their states by a real Redis."""

import logging
import time
from itertools import count

import msgspec
import pytest
import redis
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as AwayError

from scrapy_bt.core.dispatch.experience import FinishedTask
from scrapy_bt.core.dispatch.experience import dump as dump_outcome
from scrapy_bt.core.dispatch.states import FEATURES, WorkerState
from scrapy_bt.core.dispatch.telling import dump
from scrapy_bt.crawl.redis import dispatching as module
from scrapy_bt.crawl.redis.dispatching import DispatchExchange, read_outcomes, read_stream
from scrapy_bt.frontier.entries import Bucket
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import new

PREFIX, STATES, MODEL = "shop:requests", "{shop:requests}:dispatch", "{shop:requests}:dispatch-model"
EXPERIENCE = "{shop:requests}:experience"


class Listener:
    """Stands where a crawl's dispatch does."""

    name = ""
    heard: dict[str, WorkerState] | None = None
    outcomes: tuple[FinishedTask, ...] = ()
    learns = False

    def __init__(self):
        self.learned, self.models = [], []

    def learn(self, outcomes):
        self.learned += outcomes

    def take_model(self, model, place):
        self.models.append((model, place))

    def tell(self, *, queue, cpu, memory, paused):
        return WorkerState(self.name, 5.0, cpu, memory, queue)

    def take_outcomes(self):
        return self.outcomes

    def hear(self, states, backlog):
        self.heard, self.backlog = states, backlog


@pytest.fixture
def frontier(client) -> RedisFrontier:
    return RedisFrontier(client, PREFIX, number=lambda _: 0.0, limits={}, worker="me")


@pytest.fixture
def look(run_client, frontier):
    listener = Listener()

    def look(times=1, *, leave=False):
        async def act(retrying_client):
            exchange = DispatchExchange(
                retrying_client._client,
                retrying_client,
                frontier.calls,
                listener,
                measure=lambda: (3, 0.5, 0.25, False),
                extra={},
            )
            for _ in range(times):
                await exchange.look()
            if leave:
                await exchange.leave()

        run_client(act)
        return listener

    return look


def test_what_is_told_is_heard_and_goes_with_the_worker(look, client):
    found = look()
    assert found.name == "me"
    assert {name: (state.queue, state.cpu, state.memory) for name, state in found.heard.items()} == {
        "me": (3, 0.5, 0.25)
    }
    assert client.hkeys(STATES) == [b"me"]
    assert 0 < client.ttl(STATES) <= 60  # it goes also when the last worker is killed
    look(leave=True)
    assert not client.exists(STATES)


def test_others_are_heard_with_what_waits_in_their_lanes(look, client, frontier):
    client.hset(STATES, "you", msgspec.msgpack.encode(dump(WorkerState("you", 7.0, queue=2))))
    frontier.put([new(b"x", Bucket("t", "n", slot="s", lane="you")), new(b"y", Bucket("u", "n", lane="you"))])
    found = look()
    assert found.heard["you"].queue == 2
    assert found.backlog == {"you": 2}


@pytest.mark.parametrize("is_new", [True, False])
def test_what_waits_is_counted_by_a_script_that_redis_may_have_forgotten(look, client, frontier, is_new):
    frontier.put([new(b"x", Bucket("t", "n", slot="s", lane="you"))])
    look()
    if is_new:
        client.script_flush()
    assert look().backlog == {"you": 1}


def test_time_is_this_machines(look, client, monkeypatch):
    """A clock that is years off counts from when it was heard of; who tells nothing new gets older."""
    client.hset(STATES, "you", msgspec.msgpack.encode(dump(WorkerState("you", 7.0))))
    times = iter(range(1000, 2000))
    monkeypatch.setattr(module.time, "time", lambda: float(next(times)))
    assert look(1).heard["you"].at == 1000.0
    assert look(3).heard["you"].at < 1005.0


def test_who_has_been_silent_for_long_is_forgotten(look, client, monkeypatch):
    client.hset(STATES, "you", msgspec.msgpack.encode(dump(WorkerState("you", 7.0))))
    times = iter(range(1000, 2000, 100))
    monkeypatch.setattr(module.time, "time", lambda: float(next(times)))
    look(2)
    assert client.hkeys(STATES) == [b"me"]


@pytest.mark.parametrize("data", [b"", b"\xff\xff", b"\x90", msgspec.msgpack.encode(dump(WorkerState("other", 1.0)))])
def test_what_is_no_state_of_its_worker_is_passed_over(look, client, data):
    client.hset(STATES, "you", data)
    assert set(look().heard) == {"me"}


def test_a_key_of_somebody_else_leaves_everybody_pulling(look, client):
    client.set(STATES, "something")
    assert look().heard is None
    with pytest.raises(redis.ResponseError):
        client.hgetall(STATES)


def test_what_decisions_led_to_is_told_in_a_stream(look, client, monkeypatch):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, at=time.time())
    monkeypatch.setattr(Listener, "outcomes", (outcome,))
    look(2)
    entries = client.xrange(EXPERIENCE)
    assert [read_outcomes("0-1", entry)[0].state for _, entry in entries] == [outcome.state] * 2


def test_when_a_task_ended_is_told_by_the_clock_of_redis(look, client, monkeypatch):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, 7, failed=True, at=950.0)
    monkeypatch.setattr(Listener, "outcomes", (outcome,))
    monkeypatch.setattr(module.time, "time", lambda: 1000.0)
    look()
    ((_, entry),) = client.xrange(EXPERIENCE)
    [told] = read_outcomes("5000000-0", entry)
    assert (told.task, told.failed, told.at) == (7, True, 4950.0)


def test_outcomes_wait_while_they_cannot_be_told(look, client, monkeypatch):
    outcomes = [
        FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -float(at), at=time.time()) for at in range(3)
    ]
    tasks = iter(outcomes)
    monkeypatch.setattr(Listener, "take_outcomes", lambda _: [next(tasks)])
    client.set(STATES, "something")
    monkeypatch.setattr(Listener, "tell", _clearing_at_the_third(client))
    look(3)
    ((_, entry),) = client.xrange(EXPERIENCE)
    assert [one.reward for one in read_outcomes("0-1", entry)] == [0.0, -1.0, -2.0]


def test_a_connection_that_is_lost_before_a_model_has_come_doubles_no_outcomes_and_loses_no_model(
    look, client, monkeypatch
):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, at=time.time())
    outcomes, lost, fetch = iter([(outcome,)]), iter([AwayError()]), Redis.hget

    def hget(self, key, field):
        if field == "data" and (error := next(lost, None)):
            raise error
        return fetch(self, key, field)

    monkeypatch.setattr(Redis, "hget", hget)
    monkeypatch.setattr(Listener, "learns", True)
    monkeypatch.setattr(Listener, "take_outcomes", lambda _: next(outcomes, ()))
    client.hset(MODEL, mapping={"number": 7, "data": b"seven"})
    found = look(3)
    assert [model for model, _ in found.models] == [b"seven"]
    assert client.xlen(EXPERIENCE) == len(found.learned) == 1


def _clearing_at_the_third(client, key=STATES):
    looks = count()

    def tell(self, *, queue, cpu, memory, paused):
        if next(looks) == 2:
            client.delete(key)
        return WorkerState(self.name, 5.0, cpu, memory, queue)

    return tell


def test_a_stream_of_somebody_else_keeps_no_state_from_being_told(look, client, monkeypatch):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, at=time.time())
    monkeypatch.setattr(Listener, "outcomes", (outcome,))
    client.set(EXPERIENCE, "something")
    assert set(look().heard) == {"me"}
    assert client.get(EXPERIENCE) == b"something"


@pytest.mark.parametrize("learns", [False, True])
def test_a_stream_of_somebody_else_is_told_once_and_when_it_is_gone(look, client, monkeypatch, caplog, learns):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, at=time.time())
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(Listener, "outcomes", (outcome,))
    monkeypatch.setattr(Listener, "learns", learns)
    client.set(EXPERIENCE, "something")
    monkeypatch.setattr(Listener, "tell", _clearing_at_the_third(client, EXPERIENCE))
    found = look(4)
    assert set(found.heard) == {"me"}
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert f"The key {EXPERIENCE} of Redis holds what something else wrote: what tasks come" in caplog.text
    assert [one.reward for one in found.learned] == [-1.0, -1.0] * learns


@pytest.mark.parametrize(("key", "lost"), [(STATES, "workers hear nothing"), (MODEL, "no model is taken up")])
def test_a_hash_of_somebody_else_is_told_and_keeps_nobody_from_learning(look, client, monkeypatch, caplog, key, lost):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, at=time.time())
    monkeypatch.setattr(Listener, "learns", True)
    client.xadd(EXPERIENCE, {"outcomes": msgspec.msgpack.encode([dump_outcome(outcome, outcome.at)])})
    client.set(key, "something")
    found = look(2)
    assert [record.getMessage().partition(". ")[0] for record in caplog.records] == [
        f"The key {key} of Redis holds what something else wrote: {lost}"
        + (" of each other, and tasks are pulled" if key == STATES else "")
    ]
    assert len(found.learned) == 1
    assert (found.heard is None) == (key == STATES)


@pytest.mark.parametrize("data", [b"", b"\xff", b"\x91\x01", b"\x80"])
def test_what_is_no_outcome_is_left_out(data):
    assert read_outcomes("0-1", {b"outcomes": data}) == read_outcomes("?", {}) == []


def test_who_learns_hears_each_outcome_once_and_each_model(look, client, monkeypatch):
    outcome = FinishedTask(("me", "you"), ((0.5,) * len(FEATURES),) * 2, 1, -1.0, at=time.time())
    monkeypatch.setattr(Listener, "outcomes", (outcome,))
    monkeypatch.setattr(Listener, "learns", True)
    assert [(one.state, one.reward) for one in look(3).learned] == [(outcome.state, -1.0)] * 3
    client.hset(MODEL, mapping={"number": 7, "data": b"seven"})
    found = look(2)
    assert found.models == [(b"seven", "model 7 of {shop:requests}:dispatch-model")]
    client.hset(MODEL, "number", 8)
    client.hdel(MODEL, "data")
    assert look(1).models[1:] == [(b"", "model 8 of {shop:requests}:dispatch-model")]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([], []),
        (None, []),
        ([[b"s", [(b"1-0", {b"a": b"b"})]]], [(b"1-0", {b"a": b"b"})]),
        ({b"s": [[(b"1-0", {b"a": b"b"}), (b"2-0", None)]]}, [(b"1-0", {b"a": b"b"}), (b"2-0", {})]),
    ],
)
def test_streams_by_both_versions_of_the_protocol(told, expected):
    assert read_stream(told) == expected
