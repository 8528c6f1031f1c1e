"""The page on two users, followed to the letter, against a site with two members."""

import json
import shlex

import pytest

from scrapy_bt.testing import RedisServer
from tests import members
from tests.docs.blocks import DOCS, read_blocks, read_commands
from tests.integration.projects import Project

BLOCKS = list(read_blocks(DOCS / "two-users.md"))
CRAWL, CHECK, BOTH = (command for block in BLOCKS if block.language == "console" for command in read_commands(block))
REFUSED = next(block.text.strip() for block in BLOCKS if block.language == "text")


@pytest.fixture
def project(tmp_path):
    project = Project(tmp_path)
    for block in BLOCKS:
        if block.caption:
            project.write(block.caption, block.text)
    return project


def crawl(project, site, command=CRAWL, **settings):
    words = shlex.split(command.line.replace("http://127.0.0.1:8000", site.url))[1:]
    result = project.run(*words, settings=settings)
    assert not result.has_traceback, result.log
    found = [json.loads(line) for line in (project.folder / "orders.jl").read_text().splitlines()]
    return result, sorted((order["customer"], order["title"]) for order in found)


def test_each_user_gets_its_own_data_and_the_wrong_one_is_told(project):
    with members.serving() as site, RedisServer() as server:
        for settings in ({}, {"BT_FRONTIER": "redis", "REDIS_URL": server.url}):
            site.visits.clear()
            result, orders = crawl(project, site, **settings)
            wanted = [(who, f"{who} {page}.{row}") for who in ("ann", "bob") for page in (1, 2) for row in (1, 2)]
            assert orders == wanted
            assert result.code == 3
            assert REFUSED in result.log.replace(str(project.folder / "trees"), "trees")
            logins = {who: count for (kind, who), count in site.visits.items() if kind == "login" and who}
            assert logins == {"ann": 1, "bob": 1, "eve": 1}


CALL = ":orders(one.user, one.password)"
BESIDE = f"goroutine {{ {CALL} }}"


@pytest.mark.parametrize(("steps", "times"), [(BESIDE, 1), (CALL, 2)], ids=["beside", "after"])
def test_one_task_is_logged_in_as_several_users(project, steps, times):
    """The second time each user's session is there already."""
    tree = project.folder / "trees" / "both.bt"
    before, loop, after = tree.read_text().partition(f"    while one = users as json {{ {BESIDE} }}\n")
    tree.write_text(before + loop.replace(BESIDE, steps) * times + after)
    with members.serving() as site, RedisServer() as server:
        redis = {"BT_FRONTIER": "redis", "REDIS_URL": server.url}
        for settings in ({}, {"JOBDIR": str(project.folder / "job")}, redis):
            site.visits.clear()
            result, orders = crawl(project, site, BOTH, **settings)
            wanted = [(who, f"{who} 1.{row}") for who in ("ann", "bob") for row in (1, 2) for _ in range(times)]
            assert (result.code, orders) == (0, wanted)
            assert (site.visits["login", "ann"], site.visits["login", "bob"]) == (1, 1)


def test_check_tells_the_key(project):
    checked = project.run(*CHECK.line.split()[1:])
    assert (checked.code, checked.output) == (0, CHECK.output)
