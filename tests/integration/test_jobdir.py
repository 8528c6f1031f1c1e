"""A crawl that is stopped, interrupted, killed or changed goes on from its JOBDIR."""

import contextlib
import random
import sqlite3
import subprocess
import time
from collections import Counter

import pytest

from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.integration.projects import interrupt

PARTS, THINGS = 5, 6
TREE = """
login_page :: visit "{site}/login"
csrf       :: data css "input[name=csrf_token]::attr(value)"
login      :: visit POST "{site}/login" {
    form = { username = "reader"  password = "practice"  csrf_token = csrf }
}
log_in     :: and { :login_page  csrf = :csrf  :login }
session    :: or { :log_in  :log_in }  # a login whose answer was lost in a kill has used up its token
listed     :: visit "{site}/quotes/page/{part}/"
quote      :: item each css "div.quote" { part = part  text = css "span.text::text" }
page       :: visit "{site}/plain/item/{number}/"
thing      :: item { number = number  sku = css ".sku::text" }
once       :: and (number) { :page  :thing }
work       :: and (part) {
    :session
    :listed
    :quote
    number = part * 6 - 5
    last = part * 6
    while number <= last { goroutine { :once(number) }  number = number + 1 }
}
over       :: item { over = last_part }

[[ session ]]
[[ once ]]

main :: and (site, last_part = 5) {
    part = 1
    while part <= last_part { goroutine { :work(part) }  part = part + 1 }
    :again
    :over
}
again :: and { goroutine { :once(1) } goroutine { :once(2) } }
"""

NEEDED = 3 + PARTS + PARTS * THINGS
"""Requests: the login with the page that it leads to, the lists, the things."""

IN_FLIGHT = 2
AT_STAKE = 2 * IN_FLIGHT
"""Visits whose step is not stored yet: those under way, and those that have just come back."""

SETTINGS = {
    "JOBDIR": "job",
    "CONCURRENT_REQUESTS": IN_FLIGHT,
    "CONCURRENT_REQUESTS_PER_DOMAIN": IN_FLIGHT,
}


@pytest.fixture
def project(project):
    project.tree("tree", TREE)
    return project


def wait_until(is_so, process):
    """Whether it came to be so before the process ended."""
    while process.poll() is None:
        if is_so():
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.005)
    return False


def things_of(result):
    return Counter(item["number"] for item in result.items if "number" in item)


def quotes_of(result):
    return Counter(item["text"] for item in result.items if "text" in item)


def overs_of(result):
    return [item for item in result.items if "over" in item]


def run_on(project, **arguments):
    """The next run in the same JOBDIR; its records are added to those of the runs before."""
    return project.run(*project.crawl_arguments("tree", site=project.site, **arguments), settings=SETTINGS)


def test_an_interrupted_crawl_goes_on_where_it_was(project, practice):
    practice.set(answers=12)
    arguments = project.crawl_arguments("tree", site=project.site)
    with project.started(*arguments, settings=SETTINGS) as process:
        assert wait_until(lambda: practice.counts()["total"] >= 13, process)
        interrupt(process)
        practice.set(answers=1e9)
        _, log = process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in log
    assert 12 <= practice.counts()["total"] < NEEDED
    result = run_on(project)
    assert (result.code, result.reason, result.has_traceback) == (0, "finished", False)
    assert "Going on with" in result.log
    # What was under way at the interrupt was finished: nothing is fetched or recorded twice.
    assert things_of(result) == Counter(range(1, PARTS * THINGS + 1))
    assert set(quotes_of(result).values()) == {1}
    assert len(overs_of(result)) == 1
    assert practice.counts()["total"] == NEEDED
    assert practice.counts()["by_request"]["POST /login"] == 1
    again = run_on(project)
    assert (again.code, again.reason) == (0, "finished")
    assert "The crawl in this JOBDIR is finished" in again.log
    assert practice.counts()["total"] == NEEDED


def test_a_crawl_that_is_killed_again_and_again_loses_nothing(project, practice):
    practice.set(latency=0.05)
    chance = random.Random(1)
    kills = allowed = 0
    while True:
        some_requests = chance.randrange(4, 12)  # so few that it cannot be over before it was killed three times
        allowed += some_requests
        practice.set(answers=allowed)
        arguments = project.crawl_arguments("tree", site=project.site)
        with project.started(*arguments, settings=SETTINGS) as process:
            before = practice.counts()["total"]
            if kills % 4 == 2:
                started = time.monotonic()
                some_time = chance.uniform(0.2, 1.5)
                dies = wait_until(lambda: time.monotonic() > started + some_time, process)  # noqa: B023
            else:
                dies = wait_until(lambda: practice.counts()["total"] >= before + some_requests, process)  # noqa: B023
            if not dies:
                break
            process.kill()
            process.communicate()
        kills += 1
        assert kills < 30, "it makes no progress"
    practice.set(answers=1e9)
    result = run_on(project)
    assert "The crawl in this JOBDIR is finished" in result.log
    assert kills >= 3
    assert set(things_of(result)) == set(range(1, PARTS * THINGS + 1))
    assert len(quotes_of(result)) == PARTS * 10
    assert overs_of(result)
    assert practice.counts()["total"] <= NEEDED + kills * AT_STAKE
    assert practice.counts()["by_request"]["POST /login"] <= 1 + 2 * kills
    assert sum(things_of(result).values()) <= PARTS * THINGS + kills * AT_STAKE


PAUSED = """
first  :: visit "{site}/shop/"
second :: visit "{site}/api/"
title  :: item { title = css "h1::text" }
main :: serial (site) {
    async { state pause  :first  :title }
    async { state pause  :second  :title }
}
"""


def test_paused_tasks_wait_until_somebody_lets_them_go_on(project, practice):
    project.tree("tree", PAUSED)
    first = run_on(project)
    assert (first.code, first.reason) == (0, "paused")
    assert "2 tasks are left, 2 of them paused" in first.log
    second = run_on(project)
    assert (second.reason, second.items) == ("paused", [])
    assert practice.counts()["total"] == 0
    project.settings["BT_RESUME_PAUSED"] = True
    third = run_on(project)
    assert third.reason == "finished"
    assert sorted(item["title"] for item in third.items) == ["Products by script", "Shop"]
    assert practice.counts()["total"] == 2


def test_a_changed_file_keeps_the_tasks_whose_place_is_still_there(project, practice):
    project.tree("tree", PAUSED)
    run_on(project)
    changed = PAUSED.replace("second", "other").replace(":first  :title", ":first  :title  :extra")
    project.tree("tree", f'extra :: item {{ extra = "new" }}\n{changed}')
    project.settings["BT_RESUME_PAUSED"] = True
    result = run_on(project)
    assert (result.code, result.reason, result.has_traceback) == (3, "finished", False)
    assert result.items == [{"title": "Shop"}, {"extra": "new"}]
    assert result.stats["bt/dead"] == 1
    assert "its position is no longer in the file" in result.log
    assert practice.counts()["by_path"] == {"/shop/": 1}
    frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, journal=Journal(project.folder / "job" / "bt"))
    letters = frontier.dead_letters()
    frontier.close()
    assert [letter.entry.bucket.node for letter in letters] == ["main/async#2/second"]
    assert "no longer in the file" in letters[0].reason


def test_a_jobdir_keeps_to_its_arguments_and_to_its_tree(project, practice):
    project.tree("tree", PAUSED)
    run_on(project)
    project.tree("another", PAUSED)
    another = project.run("crawl", "another", "-a", f"site={project.site}", settings=SETTINGS)
    assert (another.code, another.reason, another.has_traceback) == (2, "not_started", False)
    assert "this JOBDIR holds the crawl of 'tree'; 'another' needs one of its own" in another.log
    project.settings["BT_RESUME_PAUSED"] = True
    project.site += "/elsewhere"
    result = run_on(project)
    assert "The tasks in this JOBDIR keep what they were started with; other now: site\n" in result.log
    assert set(practice.counts()["by_path"]) == {"/shop/", "/api/"}


def test_a_journal_in_use_or_damaged_is_refused_in_words(project, practice):
    folder = project.folder / "job" / "bt"
    folder.mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(folder / "frontier.sqlite")) as other:
        other.execute("CREATE TABLE other (x)")
    foreign = run_on(project)
    assert (foreign.code, foreign.reason, foreign.has_traceback) == (2, "not_started", False)
    assert "frontier.sqlite: is not a journal of this project" in foreign.log
    (folder / "frontier.sqlite").unlink()
    journal = Journal(folder)
    busy = run_on(project)
    journal.close()
    assert (busy.code, busy.has_traceback) == (2, False)
    assert "another crawl is using it" in busy.log
    assert practice.counts()["total"] == 0


def test_a_journal_that_cannot_be_written_ends_the_crawl_and_the_next_one_goes_on(project, practice):
    project.prefix = ["sh", "-c", 'ulimit -f 300; exec "$@"', "sh"]  # no file may grow beyond 150 KB
    full = run_on(project)
    assert (full.code, full.reason, full.has_traceback) == (2, "frontier_failed", False)
    assert "frontier.sqlite: cannot be written" in full.log
    assert full.log.count("cannot be written") == 1
    project.prefix = []
    result = run_on(project)
    assert (result.code, result.reason) == (0, "finished")
    assert set(things_of(result)) == set(range(1, PARTS * THINGS + 1))
    assert len(quotes_of(result)) == PARTS * 10
    assert practice.counts()["total"] <= NEEDED + AT_STAKE
