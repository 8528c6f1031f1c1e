import msgspec
import pytest
import redis

from scrapy_bt.frontier.entries import Entry
from scrapy_bt.frontier.redis.packing import (
    blob,
    encode,
    pack_entry,
    pack_number,
    read_holders,
    read_makers,
    read_measures,
    read_number,
    read_pairs,
    read_record,
)
from scrapy_bt.frontier.tasks import make_prefix
from tests.contracts.workshop import at

HEAD = make_prefix(7) + b"\0" * 8


@pytest.mark.parametrize("size", [0, 1, 31, 32, 255, 256, 65535, 65536])
def test_redis_reads_any_bytes(client: redis.Redis, size: int) -> None:
    data = bytes(n % 256 for n in range(size))
    assert client.eval("return cmsgpack.unpack(ARGV[1])[2]", 0, encode(["before", blob(data)])) == data


def test_what_cannot_be_sent_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be sent to Redis"):
        encode([object()])


@pytest.mark.parametrize(
    "entry",
    [
        Entry(at(), b"payload"),
        Entry(at(), b"", join=-5, session=1 << 62),
        Entry(at(), b"\x00x", share="key", holds=("a", "é")),
    ],
)
def test_an_entry_is_read_as_it_was_packed(entry: Entry) -> None:
    task = read_record(HEAD + pack_entry(entry), at())
    found = task.entry
    assert (found.payload, found.join, found.share, found.holds) == (
        entry.payload,
        entry.join,
        entry.share,
        entry.holds,
    )
    assert (found.id, found.session) == (7, entry.session or 7)


def test_a_plain_entry_costs_one_byte() -> None:
    assert pack_entry(Entry(at(), b"payload", id=7, session=7), own=7) == b"\0payload"
    assert pack_entry(Entry(at(), b"payload", join=3), part=False) == b"\0payload"


def test_a_record_that_cannot_be_read_is_all_payload() -> None:
    record = HEAD + b"\x20broken"
    task = read_record(record, at())
    assert (task.id, task.payload) == (7, record)


@pytest.mark.parametrize("number", [0, 1, -1, (1 << 63) - 1, -(1 << 63)])
def test_numbers_have_64_bits(number: int) -> None:
    assert read_number(pack_number(number)) == number


def test_answers_are_read() -> None:
    assert read_pairs([1, 2, 3, 4]) == [(1, 2), (3, 4)]
    assert read_measures([b"main", b"2 2.5"]) == {"main": (2, 2.5)}
    foreign = [b"", b"\xff", b"2", b"2 x", b"x 2", b"-1 2", b"2 nan", b"2 inf", b"2 -1", b"1 2 3"]
    assert read_measures([part for stored in foreign for part in (b"main", stored)] + [b"\xff", b"1 1"]) == {}
    assert read_holders([[b"api", [pack_number(2), pack_number(1)]]]) == {"api": (1, 2)}
    assert read_makers([b"key", pack_number(3)]) == {"key": 3}
    assert msgspec.msgpack.decode(encode({"a": blob(b"b")})) == {"a": "b"}
