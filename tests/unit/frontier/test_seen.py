import sys
from itertools import product
from random import Random

import pytest

from scrapy_bt.frontier import seen as module
from scrapy_bt.frontier.seen import SeenKeys


def test_a_key_is_new_once() -> None:
    seen = SeenKeys()
    assert [seen.add(key) for key in (b"a", b"b", b"a", b"a", b"b", b"c")] == [True, True, False, False, False, True]


@pytest.mark.parametrize("shards", [1, 3, 1 << 16])
def test_it_is_exact_however_alike_the_keys_are(monkeypatch: pytest.MonkeyPatch, shards: int) -> None:
    monkeypatch.setattr(module, "_SHARDS", shards)
    keys = [bytes(key) for length in range(1, 6) for key in product(b"\x00\x01\xff", repeat=length)]
    Random(5).shuffle(keys)
    seen = SeenKeys()
    assert all(seen.add(key) for key in keys)
    assert not any(seen.add(key) for key in keys)


def test_pieces_of_two_keys_are_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHARDS", 1)
    seen = SeenKeys()
    assert seen.add(b"xab")
    assert seen.add(b"cxx")
    assert seen.add(b"abc")
    assert not seen.add(b"abc")


def test_a_key_costs_little_more_than_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a fill of 16 keys a shard, which a million keys come to."""
    monkeypatch.setattr(module, "_SHARDS", 1 << 8)
    seen = SeenKeys()
    chance = Random(5)
    for _ in range(1 << 12):
        seen.add(chance.randbytes(14))
    shards = seen._shards
    size = sys.getsizeof(shards) + sum(sys.getsizeof(number) + sys.getsizeof(keys) for number, keys in shards.items())
    assert size / (1 << 12) < 25


def test_all_of_its_keys_can_be_had() -> None:
    seen = SeenKeys()
    keys = {f"{number:05}".encode() for number in range(1000)}
    assert all(seen.add(key) for key in keys)
    joined = b"".join(seen)
    assert {joined[at : at + 5] for at in range(0, len(joined), 5)} == keys
