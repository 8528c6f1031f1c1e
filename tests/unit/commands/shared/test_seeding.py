import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.commands.shared import seeding
from scrapy_bt.commands.shared.seeding import Seeded, Seeder, insist
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.schemes.files.reader import read_scheme
from scrapy_bt.core.schemes.fitting import Fitting
from scrapy_bt.core.schemes.seeds import Seeds, seed_key
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.crawl.redis.tree_queue import TreeQueue
from scrapy_bt.errors import BTError, FrontierError
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.operations.queues import Queue
from scrapy_bt.operations.snapshots import take_snapshot
from tests.schemefiles import SEEDS, TOPIC

TEXT = 'main :: and (url) { :page }\npage :: visit "{url}"\n'


@pytest.fixture
def seeds():
    return Seeds(read_scheme(TOPIC, file="topic.toml"))


def program():
    return Program(parse(TEXT, file="nav.bt"), name="nav", text=TEXT)


@pytest.fixture
def new_seeder(client, monkeypatch):
    monkeypatch.setattr(seeding, "_PART", 10)

    def make():
        settings = Settings()
        add_defaults(settings)
        seeder = Seeder(client, TreeQueue(settings, program()), place="here")
        seeder.open()
        return seeder

    return make


def seed(seeder, seeds):
    return seeder.seed(seeds, Fitting(program(), seeds.scheme))


@pytest.fixture
def nav(client):
    return RedisFrontier(client, "nav:requests", number=lambda _: 0.0, limits={})


def test_seeds_are_stored_once_in_their_order(new_seeder, seeds, nav):
    assert seed(new_seeder(), seeds) == Seeded(SEEDS, 0, 0)
    assert seed(new_seeder(), seeds) == Seeded(0, 0, SEEDS)
    leases = nav.lease(SEEDS + 1)
    assert len(leases) == SEEDS
    assert [seed["url"].encode() in lease.entry.payload for seed, lease in zip(seeds.walk(), leases, strict=True)]


def test_if_it_was_stopped_then_the_next_call_goes_on_there(new_seeder, seeds, nav):
    seeder = new_seeder()
    send = seeder._send

    def send_and_stop(call):
        if call.script.name == "seed" and len(call.args) > 1:
            seeder.stop.set()
        return send(call)

    seeder._send = send_and_stop
    seed(seeder, seeds)
    assert (seeder.at, nav.counts().ready) == (10, 10)
    assert seed(new_seeder(), seeds) == Seeded(SEEDS - 10, 0, 10)
    assert nav.counts().ready == SEEDS


def test_the_snapshot_of_a_seeding_that_was_killed_has_all_that_is_stored(new_seeder, seeds, nav, client):
    seeder = new_seeder()
    send = seeder._send

    def send_and_die(call):
        answer = send(call)
        if call.script.name == "seed":
            raise KeyboardInterrupt
        return answer

    seeder._send = send_and_die
    with pytest.raises(KeyboardInterrupt):
        seed(seeder, seeds)
    assert schemes_of(client) == [{"scheme": "topic", "seeds": SEEDS, "at": 10}]
    assert nav.counts().ready == 10


def test_two_at_once_store_no_seed_twice(new_seeder, seeds, nav):
    seeders = [new_seeder(), new_seeder()]
    with ThreadPoolExecutor(2) as threads:
        told = list(threads.map(seed, seeders, [seeds, seeds]))
    assert [seeder.at for seeder in seeders] == [SEEDS, SEEDS]
    assert nav.counts().ready == sum(seeded.queued for seeded in told) == SEEDS
    assert [seeded.queued + seeded.earlier for seeded in told] == [SEEDS, SEEDS]
    assert [seeded.known for seeded in told] == [0, 0]


def test_two_that_take_permits_tell_what_each_has_brought(new_seeder, seeds, nav):
    """One stores a part whenever the other is about to."""
    one, other = new_seeder(), new_seeder()
    fitting = Fitting(program(), seeds.scheme)
    send, source = one._send, f"scheme:{seeds.digest}:{','.join(fitting.names)}"
    theirs = []

    def send_after_the_other(call):
        if call.script.name == "seed" and len(theirs) < 2:
            walk = islice(seeds.walk(one.at), 7)
            tasks = [other._queue.task(fitting.arguments(seed, 0.0), seed_key(seed)) for seed in walk]
            theirs.append(other._send(other._calls.seed_and_count(source, one.at, tasks)))
        return send(call)

    one._send = send_after_the_other
    assert one.seed(seeds, fitting) == Seeded(SEEDS - 14, 0, 14)
    assert [(part.brought, part.known) for part in theirs] == [(7, 0), (7, 0)]
    assert nav.counts().ready == SEEDS


def test_a_redis_that_has_lost_its_last_part_gets_it_again(new_seeder, seeds, nav, client):
    seeder = new_seeder()
    send, kept, calls = seeder._send, {}, []

    def send_and_lose(call):
        answer = send(call)
        if call.script.name == "seed":
            calls.append(call)
            if len(calls) == 1:
                kept.update({key: client.dump(key) for key in client.keys("*")})
            if len(calls) == 2:
                client.flushall()
                for key, stored in kept.items():
                    client.restore(key, 0, stored)
        return answer

    seeder._send = send_and_lose
    assert seed(seeder, seeds) == Seeded(SEEDS, 0, 0)
    assert nav.counts().ready == SEEDS
    assert len(calls) == -(-SEEDS // 10) + 2


def test_an_answer_that_got_lost_is_given_again(new_seeder, seeds, nav):
    seeder = new_seeder()
    send = seeder._send
    seeder._send = lambda call: (send(call), send(call))[1]
    assert seed(seeder, seeds) == Seeded(SEEDS, 0, 0)
    assert nav.counts().ready == SEEDS


def test_what_another_scheme_has_brought_is_known(new_seeder, seeds, nav):
    seed(new_seeder(), seeds)
    other = Seeds(read_scheme(TOPIC.replace('["lights", "boats", "music"]', '["lights", "fog"]'), file="topic.toml"))
    seeded = seed(new_seeder(), other)
    assert (seeded.queued, seeded.known) == (2 * 2 * 4, other.count - 2 * 2 * 4)


def test_a_new_round_begins_when_the_one_before_is_done(new_seeder, seeds, nav):
    seed(new_seeder(), seeds)
    with pytest.raises(BTError, match=f"{SEEDS} tasks of 'nav' are not done yet"):
        new_seeder().renew()
    for lease in nav.lease(SEEDS):
        nav.bury(lease, "enough")
    new_seeder().renew()
    assert seed(new_seeder(), seeds) == Seeded(SEEDS, 0, 0)


def schemes_of(client):
    settings = Settings({"REDIS_URL": "redis://here"})
    return take_snapshot(Queue(client, settings, name="nav", prefix="nav:requests"))["schemes"]


def test_the_schemes_of_the_round_before_are_not_told(new_seeder, seeds, nav, client):
    seed(new_seeder(), Seeds(read_scheme(TOPIC.replace("topic", "before", 1), file="topic.toml")))
    for lease in nav.lease(SEEDS):
        nav.bury(lease, "enough")
    seeder = new_seeder()
    seeder.renew()
    seed(seeder, seeds)
    assert schemes_of(client) == [{"scheme": "topic", "seeds": SEEDS, "at": SEEDS}]


def test_two_schemes_at_once_are_both_told(new_seeder, seeds, client):
    """One stores all of its seeds when the other is about to tell of its own."""
    one, other = new_seeder(), new_seeder()
    send = one._send

    def send_after_the_other(call):
        if call.script.name == "remember" and not other.at:
            seed(other, Seeds(read_scheme(TOPIC.replace("topic", "other", 1), file="topic.toml")))
        return send(call)

    one._send = send_after_the_other
    seed(one, seeds)
    assert [scheme["scheme"] for scheme in schemes_of(client)] == ["other", "topic"]


def test_a_line_may_know_its_tasks_by_a_filter_of_bits(client, seeds, nav, monkeypatch):
    monkeypatch.setattr(seeding, "_PART", 10)
    settings = Settings({"BT_URL_FILTER": "bounded", "BT_URL_FILTER_ITEMS": 1000})
    add_defaults(settings)
    for _ in range(2):
        seeder = Seeder(client, TreeQueue(settings, program()), place="here")
        seeder.open()
        assert seed(seeder, seeds) == Seeded(SEEDS, 0, 0)
        for lease in nav.lease(SEEDS):
            nav.bury(lease, "enough")
        seeder.renew()


def test_whoever_fills_a_line_says_so_and_goes(new_seeder, seeds, nav):
    seeder = new_seeder()
    seed(seeder, seeds)
    (worker,) = nav.workers()
    assert b'"role":"seeds"' in worker.info
    seeder.close()
    assert nav.workers() == []


def test_a_server_that_comes_back_is_waited_for(capsys):
    answers = iter([redis.ConnectionError("away"), FrontierError("full", passing=True), "there"])

    def ask():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert insist(ask, "redis://a", threading.Event()) == "there"
    assert capsys.readouterr().err == "Redis at redis://a has gone away: away: waiting for it\n"


@pytest.mark.parametrize("error", [redis.ResponseError("no"), FrontierError("foreign")])
def test_what_no_waiting_mends_is_told(error):
    def ask():
        raise error

    with pytest.raises(BTError):
        insist(ask, "redis://a", threading.Event())


def test_who_is_told_to_stop_does_not_wait():
    stop = threading.Event()
    stop.set()

    def ask():
        raise redis.ConnectionError("away")

    with pytest.raises(BTError, match="the same command goes on there"):
        insist(ask, "redis://a", stop)
