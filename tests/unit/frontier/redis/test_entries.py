from dataclasses import replace

import pytest

from scrapy_bt.frontier.redis.entries import Buckets, Entries
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.workshop import at, new


def buckets() -> Buckets:
    return Buckets(lambda bucket: len(bucket.node))


def test_each_bucket_is_named_once_with_its_number() -> None:
    named = buckets()
    entries = Entries([new(bucket=at(node)) for node in ("a", "a", "bb", "a")], named)
    assert [count for _, _, count in entries.runs] == [2, 1, 1]
    assert [number for _, number in named.list()] == [1.0, 2.0]


def test_entries_of_one_bucket_and_delay_are_one_run() -> None:
    entries = Entries([new(), new(), new(delay=5), new(delay=-1)], buckets())
    assert [(delay, count) for _, delay, count in entries.runs] == [(0.0, 2), (5, 1), (0.0, 1)]


@pytest.mark.parametrize(
    ("keys", "keyed", "arguments"),
    [([b"", b""], False, 2), ([b"ab", b"cd"], 2, 3), ([b"ab", b""], 0, 4), ([b"a", b"bcd"], 0, 4)],
)
def test_keys_of_one_length_go_together(keys: list[bytes], keyed: int | bool, arguments: int) -> None:
    entries = Entries([replace(new(), key=key) for key in keys], buckets())
    assert entries.keyed is keyed or entries.keyed == keyed
    assert len(entries.args) == arguments


@pytest.mark.parametrize("keys", [[b"ab", b"cd", b"ab"], [b"a", b"bcd", b"a", b"", b""]])
def test_keys_are_known_from_then_on_however_they_are_sent(frontier: RedisFrontier, keys: list[bytes]) -> None:
    put = [replace(new(), key=key) for key in keys]
    first = frontier.put(put)
    assert [task_id == 0 for task_id in first] == [key != b"" and key in keys[:at] for at, key in enumerate(keys)]
    assert [task_id == 0 for task_id in frontier.put(put)] == [key != b"" for key in keys]
