import pytest
import redis

from scrapy_bt.frontier.redis.scripts import PARTS, Script, load
from tests.contracts.redis_operations import OPERATIONS


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_server_reads_every_script(client: redis.Redis, operation: str) -> None:
    script = load(operation)
    assert client.script_load(script.source) == script.sha


def test_a_script_is_the_same_text_each_time() -> None:
    assert load("exchange") is load("exchange")
    assert Script("exchange", load("exchange").source).sha == load("exchange").sha


def test_operations_differ_by_their_last_part() -> None:
    sources = {load(operation).source for operation in OPERATIONS}
    assert len(sources) == len(OPERATIONS)
    assert all(f"later({part.title().replace('_', '')}, " in load("exchange").source for part in PARTS[1:])


def test_no_script_uses_what_came_with_redis_7(client: redis.Redis) -> None:
    for operation in OPERATIONS:
        for command in ("LMPOP", "ZMPOP", "SINTERCARD", "HEXPIRE", "EXPIRE", "FUNCTION"):
            assert f'"{command}"' not in load(operation).source
