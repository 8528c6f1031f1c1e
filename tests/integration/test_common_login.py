"""Two trees that include one login: each has a queue of its own, and one of them logs in for both."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.integration.projects import Project

LOGIN = """
login_page :: visit "{site}/login"
login      :: visit POST "{site}/login" {
    form = { username = "reader"  password = "practice"  csrf_token = css "input[name=csrf_token]::attr(value)" }
}
session    :: and (site) { :login_page  :login  who = "reader" }
[[ session = 30m ]]
"""
ODD = """
include "login.bt"
page :: visit "{site}/quotes/page/{number}/"
state page { 403 = :session(site) }
main :: and (site) {
    :session(site)
    while number = [1, 3, 5] { goroutine { :page  item each css "div.quote" { text = css "span.text::text" } } }
}
"""
EVEN = """
include "login.bt"
page :: visit "{site}/quotes/page/{number}/"
state page { 403 = :session(site) }
main :: and (site) {
    :session(site)
    while number = [2, 4] {
        goroutine { :page  item each css "div.quote" { text = css "span.text::text"  reader = who } }
    }
}
"""


@pytest.fixture
def projects(tmp_path, practice, server, client):
    """Two of them, on one Redis."""
    found = [Project(tmp_path / name, site=practice.url.rstrip("/")) for name in ("a", "b")]
    for each in found:
        each.settings.update(BT_FRONTIER="redis", REDIS_URL=server.url)
        for name, text in (("login", LOGIN), ("odd", ODD), ("even", EVEN)):
            each.tree(name, text)
    return found


@pytest.fixture
def both(projects):
    return projects[0]


def logins(practice):
    return practice.counts()["by_request"]["POST /login"]


def test_the_second_tree_takes_the_login_of_the_first_over(both, practice):
    first = both.crawl("odd", site=both.site)
    assert (first.reason, len(first.items)) == ("finished", 30), first.log
    second = both.crawl("even", site=both.site)
    assert (second.reason, len(second.items)) == ("finished", 20), second.log
    assert {item["reader"] for item in second.items} == {"reader"}, "what only the second tree needs was kept, too"
    assert logins(practice) == 1


def test_trees_that_begin_at_the_same_time_wait_for_one_login(projects, practice):
    practice.set(latency_by_prefix={"/login": 1.0})
    with ThreadPoolExecutor(2) as threads:
        results = list(threads.map(lambda each, name: each.crawl(name, site=each.site), projects, ("odd", "even")))
    assert [result.reason for result in results] == ["finished"] * 2, [result.log for result in results]
    assert logins(practice) == 1


def test_a_login_that_was_found_wanting_is_made_anew(both, practice):
    both.crawl("odd", site=both.site)
    practice.expire()
    second = both.crawl("even", site=both.site)
    assert (second.reason, len(second.items)) == ("finished", 20), second.log
    assert logins(practice) == 2


def test_a_login_of_another_file_of_that_name_is_another_one(both, practice):
    both.crawl("odd", site=both.site)
    both.tree("login", LOGIN.replace("30m", "40m"))
    assert both.crawl("even", site=both.site).reason == "finished"
    assert logins(practice) == 2
