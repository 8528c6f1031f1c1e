"""The bounded filter of URLs: how many new URLs it takes for known against what was set, and its memory.

A filter is made for so many URLs, filled with them, and asked for as many others; in this process, and in Redis through
the frontier that queues each URL once. Beside it stand the exact set of the same place, and how many texts that share
most of their pieces are found as near duplicates.
"""

from __future__ import annotations

import random
from functools import partial
from itertools import islice
from math import log
from time import process_time
from typing import Any

from redis import Redis

from benchmarks.crawls import all_versions
from benchmarks.rounds import Measures, interleave, spread
from scrapy_bt.core.duplicates.bloom import Bloom, BloomSet
from scrapy_bt.core.duplicates.minhash import Bands, sign, similarity
from scrapy_bt.core.duplicates.text import normalise, shingles
from scrapy_bt.crawl.redis.codec import fingerprint_key
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.redis import RedisFrontier
from scrapy_bt.frontier.seen import SeenKeys
from scrapy_bt.testing.redis import RedisServer

ERRORS = (0.01, 0.001)
TARGET_RATIO, TARGET_SIZE = 1.1, {"memory": 1.05, "Redis": 1.25}  # Redis' allocator has sizes of its own
_PART = 1000
_WANTED = 0.8
_HAN = "".join(map(chr, range(0x4E00, 0x4E00 + 2000)))


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, items, shared = 3, 200_000 if quick else 1_000_000, 50_000 if quick else 500_000
    with RedisServer() as server, Redis(port=server.port) as client:
        variants = {
            **{f"memory {error:g}": partial(_measure_memory, items, error) for error in ERRORS},
            **{f"Redis {error:g}": partial(_measure_redis, client, shared, error) for error in ERRORS},
            "Redis exact": partial(_measure_redis, client, shared, None),
            "near": partial(_measure_near, 200 if quick else 1000),
        }
        measured = interleave(variants, rounds)
        found = all_versions(client)
    metrics: dict[str, Any] = {}
    for place in ("memory", "Redis"):
        for error in ERRORS:
            name = f"{place} {error:g}"
            values = {measure: [each[name][measure] for each in measured] for measure in measured[0][name]}
            metrics[f"{name}: error / set"] = spread(values["ratio"], "", at_most=TARGET_RATIO)
            metrics[f"{name}: bytes / formula"] = spread(values["size"], "", at_most=TARGET_SIZE[place])
            metrics[f"{name}: bytes a URL"] = spread(values["bytes"], "B")
            metrics[f"{name}: CPU here a URL"] = spread(values["seconds"], "µs")
    metrics["memory exact: bytes a URL"] = spread([each["memory 0.01"]["exact"] for each in measured], "B")
    metrics["Redis exact: bytes a URL"] = spread([each["Redis exact"]["bytes"] for each in measured], "B")
    near = {measure: [each["near"][measure] for each in measured] for measure in measured[0]["near"]}
    metrics["near: found of those at 0.85 and above"] = spread(near["found"], "", at_least=0.98)
    metrics["near: found of those at 0.6 and below"] = spread(near["wrong"], "", at_most=0.01)
    metrics["near: CPU a text of 500 words"] = spread(near["seconds"], "ms")
    return {
        "goal": "filter",
        "versions": found,
        "settings": {"URLs in memory": items, "URLs in Redis": shared},
        "rounds": rounds,
        "metrics": metrics,
    }


def _keys(kind: str, count: int, chance: random.Random) -> list[bytes]:
    salt = chance.random()
    return [fingerprint_key(f"https://{kind}.test/{salt}/{number}".encode() * 2) for number in range(count)]


def _measure_memory(items: int, error: float) -> Measures:
    chance = random.Random()
    layout, keys, others = Bloom.sized(items, error), _keys("known", items, chance), _keys("other", items, chance)
    known, exact = BloomSet(layout), SeenKeys()
    begun = process_time()
    for key in keys:
        known.add(key)
    seconds = process_time() - begun
    for key in keys:
        exact.add(key)
    wrong = sum(other in known for other in others) / items
    return {
        "ratio": wrong / error,
        "size": known.size / _formula(items, error),
        "bytes": known.size / items,
        "exact": sum(len(shard) + 33 for shard in exact) / items,
        "seconds": 1e6 * seconds / items,
    }


def _measure_redis(client: Redis, items: int, error: float | None) -> Measures:
    client.flushall()
    chance = random.Random()
    layout = Bloom.sized(items, error) if error else None
    seen = f"{{urls}}:seen:bits:{layout.text}" if layout else "{urls}:seen"
    frontier = RedisFrontier(client, "urls", number=_number, limits={}, ageing=0.0, seen_key=seen)
    entry = Entry(Bucket("urls", "page"), b"")
    begun = process_time()
    _put(frontier, entry, _keys("known", items, chance))
    seconds = process_time() - begun
    names = [f"{seen}:{shard}" for shard in range(layout.shards)] if layout else [seen]
    size = sum(client.memory_usage(name, samples=0) or 0 for name in names)
    if error is None:
        return {"bytes": size / items}
    new = _put(frontier, entry, _keys("other", items, chance))
    # Those that are new go in as well: the error is that of a filter between full and twice as full.
    assert layout is not None, "there is an error"
    expected = sum(layout.error_at(items + items * step // 100) for step in range(100)) / 100
    return {
        "ratio": (items - new) / items / expected * layout.error_at(items) / error,
        "size": size / _formula(items, error),
        "bytes": size / items,
        "seconds": 1e6 * seconds / items,
    }


def _number(bucket: Bucket) -> float:  # noqa: ARG001 - called as `Number`
    return 1.0


def _put(frontier: RedisFrontier, entry: Entry, keys: list[bytes]) -> int:
    """How many were new."""
    new, rest = 0, iter(keys)
    while part := list(islice(rest, _PART)):
        new += sum(number != 0 for number in frontier.put([Requeue(entry, key=key) for key in part]))
    return new


def _formula(items: int, error: float) -> float:
    return -items * log(error) / log(2) ** 2 / 8


def _measure_near(texts: int) -> Measures:
    """Texts in English words and in Chinese characters, each beside one of which a share has been changed."""
    chance, layout = random.Random(), Bands.finding(_WANTED)
    words = [f"word{number}" for number in range(5000)]
    found, alike, wrong, unlike = 0, 0, 0, 0
    spent = 0.0
    for number in range(texts):
        tokens, joint = (words, " ") if number % 2 else (list(_HAN), "")
        text = chance.choices(tokens, k=500)
        share = chance.choice((0.005, 0.01, 0.02, 0.1, 0.2))
        other = [chance.choice(tokens) if chance.random() < share else token for token in text]
        begun = process_time()
        pieces, signature = _signature(joint.join(text))
        spent += process_time() - begun
        others, second = _signature(joint.join(other))
        true = len(pieces & others) / len(pieces | others)
        is_found = bool(set(layout.of(signature)) & set(layout.of(second))) and (
            similarity(signature, second) >= _WANTED
        )
        if true >= 0.85:
            alike, found = alike + 1, found + is_found
        elif true <= 0.6:
            unlike, wrong = unlike + 1, wrong + is_found
    return {"found": found / max(1, alike), "wrong": wrong / max(1, unlike), "seconds": 1e3 * spent / texts}


def _signature(text: str) -> tuple[set[str], bytes]:
    pieces = set(shingles(normalise(text)))
    return pieces, sign(pieces)
