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


def test_branches_of_one_task_are_logged_in_as_other_users(project):
    with members.serving() as site, RedisServer() as server:
        for settings in ({}, {"BT_FRONTIER": "redis", "REDIS_URL": server.url}):
            result, orders = crawl(project, site, BOTH, **settings)
            assert orders == [(who, f"{who} 1.{row}") for who in ("ann", "bob") for row in (1, 2)]
            assert result.code == 0


def test_check_tells_the_key(project):
    checked = project.run(*CHECK.line.split()[1:])
    assert (checked.code, checked.output) == (0, CHECK.output)
