"""Nothing in Redis is a pickle, and none is ever loaded."""

import pickle
import pickletools
import warnings
from pathlib import Path

from scrapy_bt.commands.shared.statuses import Status
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from tests.integration.faults.crawls import fleet
from tests.integration.faults.site import Site
from tests.waiting import wait_until


class Hostile:
    """Creates a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (Path(self.path),)


def read_all(client):
    """Every text of bytes in a Redis, by its key."""
    readers = {
        b"string": lambda key: [client.get(key)],
        b"list": lambda key: client.lrange(key, 0, -1),
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1),
        b"hash": lambda key: [part for pair in client.hgetall(key).items() for part in pair],
    }
    return [(key, value) for key in client.scan_iter("*") for value in readers[client.type(key)](key)]


def is_pickle(data):
    """Some part of the data is a pickle of an object."""
    starts = [at for at in range(len(data) - 1) if data[at] == 0x80 and data[at + 1] in range(2, 6)]
    starts += [at for at in range(len(data)) if data[at : at + 1] in (b"c", b"(", b"}", b"]")]
    return any(_reads(data[at:]) for at in starts)


def _reads(data):
    """The data begins with a pickle that calls something by its name: a few random bytes may be any other pickle."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes in bytes that are no text
        try:
            steps = [(opcode.name, argument) for opcode, argument, _ in pickletools.genops(data)]
        except ValueError:
            return False
    names = {name for name, _ in steps}
    words = [word for _, argument in steps if isinstance(argument, str) for word in argument.split(" ")]
    named = sum(word.replace(".", "_").isidentifier() and word.isascii() for word in words)
    return named >= 2 and bool({"GLOBAL", "INST", "STACK_GLOBAL"} & names) and bool(names & _CALLS)


_CALLS = {"REDUCE", "BUILD", "OBJ", "INST", "NEWOBJ", "NEWOBJ_EX"}


def test_pickles_are_recognised(tmp_path):
    for protocol in range(6):
        data = pickle.dumps(Hostile(str(tmp_path / "x")), protocol=protocol)
        assert is_pickle(b"some record" + data)
    assert not is_pickle(b"\x81\xa3url\xa1x")
    assert not is_pickle(b"c\\\xcf\nx\n.")
    assert not is_pickle(b"\x1f(o.\x9c" + bytes(range(0x30, 0x3F)))  # twenty bytes, as a fingerprint has


def test_nothing_in_redis_is_a_pickle_and_hostile_ones_are_buried(tmp_path, server, spider):
    marker = tmp_path / "unpickled"
    hostile = [pickle.dumps(Hostile(str(marker)), protocol=protocol) for protocol in (0, 2, 4)]
    with (
        Site(size=60, seconds=0.01) as site,
        fleet(tmp_path, site, server, spider=spider, lists=8, count=500) as workers,
    ):
        worker = workers.start()
        workers.fetch(100)
        worker.freeze()
        found = read_all(workers.client)
        assert len(found) > 50
        assert [key for key, value in found if is_pickle(value)] == []
        lines = list(workers.client.scan_iter("*:queue:*"))
        buckets = [Bucket(spider, node) for node in ("requests", "main/group/detail/page")]
        workers.frontier.put([Requeue(Entry(bucket, data)) for bucket in buckets for data in hostile])
        for line in lines:
            workers.client.lpush(line, *hostile)
            workers.client.hincrby(f"{{{workers.prefix}}}:meta", "queued", len(hostile))
        worker.thaw()
        site.allow()
        wait_until(lambda: not worker.is_alive or workers.counts().dead >= 6, what=workers.tell)
        assert worker.wait() == Status.DEAD, workers.tell()
        assert not marker.exists()
        workers.verify()
