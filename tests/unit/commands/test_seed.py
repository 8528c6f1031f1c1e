import json
from pathlib import Path

import jsonschema
import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.schemefiles import COMBINATIONS, SEEDS, TOPIC

TREE = 'main :: and (url, platform) { :page }\npage :: visit "{url}"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "topic.toml").write_text(TOPIC)
    return tmp_path


@pytest.fixture
def nav(client):
    """The line whose workers have left their tree there."""
    frontier = RedisFrontier(client, "nav:requests", number=lambda _: 0.0, limits={})
    frontier.remember("tree:nav", TREE)
    return frontier


def seed(*arguments, server=None):
    given = ["-s", f"REDIS_URL={server.url}"] if server else []
    return BT.run("seed", [*arguments, *given], Settings())


def test_counting_needs_neither_tree_nor_redis(folder, capsys):
    assert seed("topic.toml", "--count") == 0
    expected = f"{SEEDS} seeds: {COMBINATIONS} combinations × 4 pages (portal 3, forum 1)\n"
    assert capsys.readouterr().out == expected
    assert seed("topic.toml", "--count", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"scheme": "topic", "seeds": SEEDS, "combinations": COMBINATIONS, "pages": {"portal": 3, "forum": 1}}


def test_a_dry_run_shows_the_first_seeds_and_queues_none(folder, nav, server, capsys):
    assert seed("topic.toml", "--dry-run", "2", "-a", "site=http://b", server=server) == 0
    first, second, rest = capsys.readouterr().out.splitlines()
    url = "http://b/portal/search?q=harbour+festival+-rumour&page=1&sort=newest"
    assert json.loads(first) == {"url": url, "platform": "portal"}
    assert (json.loads(second)["platform"], rest) == ("portal", f"… and {SEEDS - 2} more")
    assert seed("topic.toml", "--dry-run", "--json", server=server) == 0
    assert len(json.loads(capsys.readouterr().out)["first"]) == 10
    assert nav.counts().unfinished == 0


def test_seeds_are_queued_and_what_is_there_is_not_doubled(folder, nav, server, capsys):
    assert seed("topic.toml", server=server) == 0
    assert capsys.readouterr().out == f"{SEEDS} seeds: {SEEDS} queued for 'nav'\n"
    assert seed("topic.toml", "--json", server=server) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"scheme": "topic", "tree": "nav", "seeds": SEEDS, "queued": 0, "known": 0, "earlier": SEEDS}
    assert seed("topic.toml", "--from-start", server=server) == 1
    assert "56 tasks of 'nav' are not done yet" in capsys.readouterr().err
    assert nav.counts().ready == SEEDS


def test_the_status_tells_of_seeds_before_anybody_works_on_them(folder, nav, bt):
    assert bt("seed", "topic.toml")[0] == 0
    status, out, _ = bt("status")
    lines, *_ = out.split("\n\n")
    assert (status, lines.splitlines()[0]) == (0, "Lines")
    assert f"the scheme 'topic': {SEEDS} seeds" in lines


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a scheme file"),
        (("topic.json",), "no scheme file: its name ends with"),
        (("topic.toml", "--dry-run", "0"), "--dry-run takes a number"),
        (("topic.toml", "-a", "site"), "-a takes NAME=VALUE"),
    ],
)
def test_a_wrong_command_line_is_told(folder, capsys, arguments, message):
    with pytest.raises(SystemExit):
        seed(*arguments)
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("none.toml",), "none.toml:1:1: the file cannot be read"),
        (("topic.toml", "-a", "sight=x"), "the scheme has no value 'sight'"),
        (("topic.toml", "--tree", "far"), "has no crawl of a tree 'far'"),
    ],
)
def test_what_has_to_be_mended_first_is_told(folder, client, server, capsys, arguments, message):
    assert seed(*arguments, server=server) == 2
    assert message in capsys.readouterr().err


def test_a_tree_that_does_not_fit_and_a_scheme_with_faults_are_told(folder, nav, server, capsys):
    nav.remember("tree:nav", TREE.replace("platform", "lang"))
    assert seed("topic.toml", server=server) == 2
    assert "main of 'nav' needs 'lang', which no seed has" in capsys.readouterr().err
    (folder / "topic.toml").write_text(TOPIC.replace('["harbour", "old town"]', "[]"))
    assert seed("topic.toml", "--count") == 2
    assert "topic.toml:7:1: the class `place` has no words" in capsys.readouterr().err


@pytest.mark.parametrize("what", [(), ("--count",), ("--dry-run",)])
def test_a_value_that_makes_no_url_is_told_before_anything_is_queued(folder, nav, server, capsys, what):
    assert seed("topic.toml", "-a", "site=localhost:8000", *what, server=server) == 2
    out, err = capsys.readouterr()
    assert (out, nav.counts().unfinished) == ("", 0)
    assert "topic.toml:20:7: a URL begins with http:// or https:// and a host, and `site` is `localhost:8000`" in err


def test_the_schema_is_printed(capsys):
    assert seed("--schema") == 0
    jsonschema.Draft7Validator.check_schema(json.loads(capsys.readouterr().out))


def test_where_there_is_no_redis_one_line_says_so(folder, capsys):
    words = ["topic.toml", "-s", "REDIS_URL=redis://127.0.0.1:1", "-s", "BT_REDIS_SECONDS=0.01"]
    assert BT.run("seed", words, Settings()) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("no Redis at redis://127.0.0.1:1/0")
    assert "-s REDIS_URL=" in line
    assert "memory" not in line
