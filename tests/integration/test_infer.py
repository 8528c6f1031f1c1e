"""From two HAR files to a tree that crawls: real command lines against the practice site."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.priority.recorded import read_weights
from scrapy_bt.core.samples.traffic import Recording
from scrapy_bt.core.tree.nodes import Visit
from scrapy_bt.crawl.project.trees import load_program
from scrapy_bt.crawl.runtime.priorities import Priorities
from scrapy_bt.crawl.weightfiles import load_weights
from scrapy_bt.settings import DEFAULTS
from scrapy_bt.testing.site.content.filings import make_filings
from tests.integration.projects import Project
from tests.pure_site import Browser, finish, over_http

USERS = {"reader": "practice", "editor": "exercise"}


def record(site: str, user: str, pages: int) -> Recording:
    """A person looks around, logs in and turns pages."""
    browser = Browser(over_http, user, base=site)
    browser.get("/")
    browser.get("/shop/")
    body = (browser.get("/login").body or b"").decode()
    token = re.search(r'name="csrf_token" value="([^"]+)"', body)
    assert token is not None
    browser.post("/login", csrf_token=token[1], username=user, password=USERS[user])
    for number in range(1, pages + 1):
        browser.get(f"/quotes/page/{number}/")
    return browser.recording()


@pytest.fixture(scope="module")
def place(tmp_path_factory, running_site):
    """A project with two recordings of the practice site."""
    folder: Path = tmp_path_factory.mktemp("infer")
    site = running_site.url.rstrip("/")
    project = Project(folder, site=site)
    for number, (user, pages) in enumerate((("reader", 3), ("editor", 2)), 1):
        write_har(folder / f"{number}.har", record(site, user, pages).exchanges)
    running_site.reset()
    result = project.run("bt", "infer", "1.har", "2.har", "--replay", "all", "-o", "quotes.bt")
    return project, result, running_site.counts()


def test_the_smallest_path_is_proven_with_few_replays(place):
    project, result, _ = place
    assert result.code == 0, result.log
    assert "requests: 13 recorded in 2 recordings, 5 steps without noise, 3 kept" in result.log
    assert "\nproven\n" in result.log
    data = json.loads((project.folder / "quotes.inference.json").read_text("utf-8"))
    assert [step["request"] for step in data["path"]] == ["GET /login", "POST /login", "GET /quotes/page/1/"]
    kept = {parameter["key"] for parameter in data["path"][1]["parameters"] if not parameter["key"].startswith("path")}
    assert kept == {"form csrf_token", "form username", "form password"}
    token = next(each for each in data["path"][1]["parameters"] if each["key"] == "form csrf_token")
    assert token["value"] == "css `input[name=csrf_token]::attr(value)` of step 3 (GET /login)"
    assert data["summary"]["replays"] <= 14
    assert data["summary"]["replays"] < data["summary"]["parameters"] / 2


def test_the_weights_of_the_recordings_stand_beside_the_tree(place):
    project, _, _ = place
    weights = read_weights((project.folder / "quotes.weights.json").read_text("utf-8"))
    program = load_program(project.folder / "quotes.bt")
    assert set(weights) == {name for name, node in program.document.declarations.items() if isinstance(node, Visit)}
    assert all(weights.values())
    priorities = Priorities(program, Settings(DEFAULTS), recorded=load_weights(project.folder / "quotes.bt"))
    assert {name: priorities.weights.weight(name) for name in weights} == weights


def test_the_page_shows_what_is_printed(place):
    _, result, _ = place
    page = (Path(__file__).parents[2] / "docs" / "inference.md").read_text("utf-8")
    shown = next(block for block in re.findall(r"```text\n(.*?)```", page, re.DOTALL) if block.startswith("requests:"))
    assert shown in result.log


def test_only_the_path_is_asked_for(place):
    _, _, counts = place
    asked = json.dumps(counts)
    assert "/shop/" not in asked
    assert "/login" in asked


def test_progress_is_told(place):
    _, result, _ = place
    assert "round 1: " in result.log
    assert "0 replays, 200 left: the path by all that is known" in result.log


def test_no_secret_is_told_or_written(place):
    project, result, _ = place
    written = [(project.folder / name).read_text("utf-8") for name in ("quotes.bt", "quotes.inference.json")]
    for secret in USERS.values():
        assert not re.search(rf"\b{secret}\b", "\n".join([result.output, result.log, *written]))


def test_the_tree_is_sound_and_crawls_everything_for_another_user(place):
    project, _, _ = place
    checked = project.run("bt", "check", "quotes.bt")
    assert checked.code == 0, checked.output
    run = project.run(
        "bt",
        "run",
        "quotes.bt",
        "-a",
        "username=editor",
        "-a",
        "password=exercise",
        "-O",
        "quotes.json",
        "-L",
        "WARNING",
    )
    assert run.code == 0, run.log
    quotes = json.loads((project.folder / "quotes.json").read_text("utf-8"))
    assert len(quotes) == 50
    assert all(quote["text"] and quote["author"] for quote in quotes)


@pytest.mark.parametrize("login_wall", ["forbidden", "redirect"])
def test_a_session_that_ends_again_and_again_costs_no_records(place, practice, login_wall):
    project, _, _ = place
    tree = (project.folder / "quotes.bt").read_text("utf-8")
    ended, times = re.subn(r"\n +:quotes_page\n", r"\n:expire\g<0>", tree)
    assert times == 1
    project.tree("ended", f'expire :: visit POST "{{site}}/_expire"\n{ended}')
    practice.set(login_wall=login_wall)
    result = project.crawl("ended", password="practice")
    counts = practice.counts()
    practice.reset()
    assert len({quote["text"] for quote in result.items}) == len(result.items) == 50
    assert counts["by_request"]["POST /login"] == 1 + 5


def test_why_is_explained(place):
    project, _, _ = place
    told = project.run("bt", "explain", "quotes.bt", "csrf_token").output
    assert "from the hidden field csrf_token" in told
    assert "without form csrf_token of step 4 (POST /login): did not: status 403 instead of 200" in told
    assert project.run("bt", "explain", "quotes.bt", "nonsense").code == 1


def test_a_login_is_not_sent_where_only_safe_requests_may_be(place):
    project, _, _ = place
    result = project.run("bt", "infer", "1.har", "2.har", "-o", "safe.bt")
    assert result.code == 1
    assert "not proven" in result.log
    assert "it needs POST (step 4), which --replay safe does not send again, but --replay all does" in result.log
    assert (project.folder / "safe.bt").exists()


def turn_by_numbers(site: str, last: int) -> Recording:
    """A person turns the pages of a form by their numbers."""
    browser = Browser(over_http, base=site)
    page = browser.get("/aspnet/")
    for number in range(2, last + 1):
        held = re.findall(r'<input type="hidden" name="(\w+)"[^>]*value="([^"]*)"', (page.body or b"").decode())
        turned = {"__EVENTTARGET": "ctl00$Main$Grid", "__EVENTARGUMENT": f"Page${number}"}
        page = browser.post("/aspnet/Default.aspx", **{**dict(held), **turned})
    return browser.recording()


def test_a_form_that_is_turned_by_numbers_is_turned_to_the_last(project):
    inference = Inference([turn_by_numbers(project.site, last) for last in (4, 3)], Goal(level="all"))
    finish(inference, over_http)
    assert inference.summary.is_proven, inference.summary.unproven
    grown = grow(inference.conclusion)
    assert list(grown.series.values()) == [
        "as long as a page has what leads to the next number, and has other rows than those before"
    ]
    result = project.crawl_tree(print_grown(grown))
    assert not re.search("WARNING|ERROR", result.log), result.log
    assert [item["reference"] for item in result.items] == [filing.reference for filing in make_filings("practice")]
