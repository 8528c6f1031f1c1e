"""Foreign values in Redis are told once for each key."""

import logging

from redis.exceptions import ConnectionError as AwayError
from redis.exceptions import ResponseError

from scrapy_bt.crawl.redis.foreign_keys import ForeignKeys, is_foreign

FOREIGN = ResponseError("WRONGTYPE Operation against a key holding the wrong kind of value")


def test_only_another_type_is_foreign():
    assert is_foreign(FOREIGN)
    assert is_foreign(ResponseError(f"ERR Error running script: {FOREIGN}"))
    assert not is_foreign(ResponseError("OOM command not allowed"))
    assert not is_foreign(b"WRONGTYPE")


def test_each_key_is_told_when_it_turns(caplog):
    caplog.set_level(logging.INFO)
    keys = ForeignKeys({"a": "no apples", "b": "no pears"}, {})
    answers = [("a", FOREIGN), ("b", FOREIGN), ("a", FOREIGN), ("a", AwayError()), ("a", {}), ("a", {}), ("a", FOREIGN)]
    assert [keys.check(key, answer) for key, answer in answers] == [False, False, False, False, True, True, False]
    assert [record.getMessage().split(":")[-1].partition(".")[0].strip() for record in caplog.records] == [
        "no apples",
        "no pears",
        "The key a of Redis holds nothing foreign any more",
        "no apples",
    ]
