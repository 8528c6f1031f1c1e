from pathlib import Path

import pytest
import redis
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing import RedisServer

TREE = "main :: and (n) { :one }\none :: item { n = n }\n"


def test_where_there_is_no_redis_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], crawl_settings: Settings
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["shop", "-s", "REDIS_URL=redis://127.0.0.1:1", "-s", "BT_REDIS_SECONDS=0"]
    assert BT.run("work", arguments, crawl_settings) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("no Redis at redis://127.0.0.1:1/0")
    assert "-s REDIS_URL=" in line
    assert "memory" not in line


def test_a_guest_ends_when_there_is_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, crawl_settings: Settings
) -> None:
    monkeypatch.chdir(tmp_path)
    with RedisServer() as server, redis.Redis.from_url(server.url) as client:
        frontier = RedisFrontier(client, "shop:requests", number=lambda _: 0.0, limits={})
        frontier.remember("tree:shop", TREE)
        arguments = ["shop", "-s", f"REDIS_URL={server.url}", "-o", "out.jl"]
        assert BT.run("work", arguments, crawl_settings) == 0
        assert client.keys() == []


def test_several_trees_do_not_write_into_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], crawl_settings: Settings
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        BT.run("work", ["nav", "content", "-o", "out.jl"], crawl_settings)
    assert "several trees would write into out.jl: name it out-%(name)s.jl" in capsys.readouterr().err


def test_one_process_works_on_several_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, crawl_settings: Settings
) -> None:
    monkeypatch.chdir(tmp_path)
    with RedisServer() as server, redis.Redis.from_url(server.url) as client:
        for name in ("nav", "content"):
            frontier = RedisFrontier(client, f"{name}:requests", number=lambda _: 0.0, limits={})
            frontier.remember(f"tree:{name}", TREE)
        arguments = ["nav", "content", "-s", f"REDIS_URL={server.url}", "-s", "BT_FED_BY=nav", "-o", "%(name)s.jl"]
        assert BT.run("work", arguments, crawl_settings) == 0
        assert client.keys() == []
