"""What goes wrong on purpose: state tables, Scrapy's own retries without them, redirects, competing resources."""

import socket
from itertools import pairwise

import pytest

from tests.integration.projects import Project

BY_TABLE = """
result :: data css "p.result::text"
done   :: item { node = node  outcome = page.status  text = :result }

heals  :: visit "{site}/trouble/500-until/2?key=table"
state heals { 5xx = wait 3 20ms }

stays  :: visit "{site}/trouble/500-until/9?key=table"
state stays { 500 = wait 1 20ms }

other  :: visit "{site}/trouble/500-until/5?key=table"
state other { 404 = end }

busy   :: visit "{site}/trouble/429?key=table"
state busy { 429 = wait 3 }

silent :: visit "{site}/trouble/timeout?key=table" { timeout = 300ms }
state silent { timeout = wait 1 20ms }

drops  :: visit POST "{site}/trouble/drop?key=table"
state drops { error = wait 2 20ms }

closed :: visit "http://127.0.0.1:{port}/"
state closed { refused = true }

nowhere :: visit "http://no-such-host.invalid/"
state nowhere { dns = true }

any_of :: visit "{site}/trouble/status/418?key=table"
state any_of { 5xx = stop  any = true }

helped :: visit "{site}/trouble/500-until/1?key=help"
help   :: visit "{site}/trouble/status/200?key=help"
state helped { 5xx = :help }

lost   :: visit "{site}/trouble/404"
state lost { 404 = end }

blank :: visit "{site}/trouble/status/204"
state blank { empty = wait 1 20ms }

missing :: visit "{site}/trouble/empty"
state result { empty = true }

ended   :: and { :lost  :never }
never   :: visit "{site}/never"
fine    :: item { node = node  outcome = "ok" }

main :: serial (site, port) {
    async { node = "heals"  :heals  :done }
    async { node = "stays"  or { :stays  :fine } }
    async { node = "other"  or { :other  :fine } }
    async { node = "busy"  :busy  :done }
    async { node = "silent"  or { :silent  :fine } }
    async { node = "drops"  or { :drops  :fine } }
    async { node = "closed"  :closed  :fine }
    async { node = "nowhere"  :nowhere  :fine }
    async { node = "any_of"  :any_of  :fine }
    async { node = "helped"  :helped  :done }
    async { node = "ended"  :ended  :fine }
    async { node = "blank"  or { :blank  :fine } }
    async { node = "missing"  :missing  :done }
}
"""

BY_SCRAPY = """
result :: data css "p.result::text"
done   :: item { node = node  outcome = page.status  text = :result }
heals  :: visit "{site}/trouble/500-until/2?key=scrapy"
stays  :: visit "{site}/trouble/500-until/9?key=scrapy"
silent :: visit "{site}/trouble/timeout?key=scrapy" { timeout = 0.3 }
drops  :: visit POST "{site}/trouble/drop?key=scrapy"
gone   :: visit "{site}/trouble/404?key=scrapy"
round  :: visit "{site}/trouble/redirect/3"
first  :: visit "{site}/trouble/redirect/2" { redirect = false }
place  :: item { node = node  outcome = page.status  url = page.url }
failed :: item { node = node  outcome = "failed" }

main :: serial (site) {
    async { node = "heals"  :heals  :done }
    async { node = "stays"  or { :stays  :failed } }
    async { node = "silent"  or { :silent  :failed } }
    async { node = "drops"  or { :drops  :failed } }
    async { node = "gone"  or { :gone  :failed } }
    async { node = "round"  :round  :place }
    async { node = "first"  :first  :place }
}
"""


@pytest.fixture(scope="module")
def closed_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        yield free.getsockname()[1]


@pytest.fixture(scope="module")
def by_table(running_site, tmp_path_factory, closed_port):
    running_site.reset()
    running_site.set(retry_after=1)
    project = Project(tmp_path_factory.mktemp("table"), site=running_site.url.rstrip("/"))
    result = project.crawl_tree(BY_TABLE, port=closed_port, settings={"BT_WAIT_DELAY": 0.01, "RETRY_TIMES": 4})
    return result, running_site.counts()["by_url"]


@pytest.fixture(scope="module")
def by_scrapy(running_site, tmp_path_factory):
    running_site.reset()
    project = Project(tmp_path_factory.mktemp("scrapy"), site=running_site.url.rstrip("/"))
    result = project.crawl_tree(BY_SCRAPY, settings={"RETRY_TIMES": 2})
    return result, running_site.counts()["by_url"]


def tries(result, by_url, path):
    """How often something was asked for; what was given up in time the server may not have read, on a busy machine."""
    if not path.startswith("timeout"):
        return by_url[f"/trouble/{path}"]
    given_up = "downloader/exception_type_count/"
    return sum(count for name, count in result.stats.items() if name.startswith(given_up) and "Timeout" in name)


def outcome(result, node):
    found = [item["outcome"] for item in result.items if item["node"] == node]
    assert len(found) <= 1, found
    return found[0] if found else None


@pytest.mark.parametrize(
    ("node", "expected", "path", "requests"),
    [
        ("heals", 200, "500-until/2?key=table", 3),
        ("stays", "ok", "500-until/9?key=table", 2),
        ("other", "ok", "500-until/5?key=table", 5),  # a table that says nothing of 500 leaves it to Scrapy
        ("busy", 200, "429?key=table", 2),  # Retry-After, not the 10 ms of the setting
        ("silent", "ok", "timeout?key=table", 2),
        ("drops", "ok", "drop?key=table", 3),
        ("any_of", "ok", "status/418?key=table", 1),
        ("helped", 200, "500-until/1?key=help", 2),
        ("ended", "ok", "404", 1),
        ("blank", "ok", "status/204", 2),
        ("missing", 200, "empty", 1),
    ],
)
def test_a_state_table_has_the_last_word(by_table, node, expected, path, requests):
    result, by_url = by_table
    assert tries(result, by_url, path) == requests
    assert outcome(result, node) == expected


def test_hosts_that_cannot_be_reached_have_outcomes_of_their_own(by_table):
    result, _ = by_table
    assert (outcome(result, "closed"), outcome(result, "nowhere")) == ("ok", "ok")
    assert result.stats["bt/outcome/refused"] == 1
    assert result.stats["bt/outcome/dns"] == 1


def test_end_leaves_its_own_tree_only(by_table):
    _, by_url = by_table
    assert "/never" not in by_url


def test_a_helper_runs_once_before_the_next_try(by_table):
    _, by_url = by_table
    assert by_url["/trouble/status/200?key=help"] == 1


def test_what_fails_is_counted_and_logged_with_its_place(by_table):
    result, _ = by_table
    assert result.stats["bt/failed/stays/500"] == 1
    assert result.stats["bt/failed/silent/timeout"] == 1
    lines = BY_TABLE.lstrip().splitlines()
    called = next(number for number, line in enumerate(lines, 1) if ":stays" in line)
    column = lines[called - 1].index(":stays") + 1
    assert f"tree.bt:{called}:{column}): 500" in result.log
    assert "Node 'stays' at main/async#2/or/stays" in result.log


def test_a_connection_that_breaks_is_told_in_words(by_table):
    result, _ = by_table
    assert "Connection was closed cleanly" in result.log
    assert "<twisted" not in result.log


@pytest.mark.parametrize(
    ("node", "expected", "path", "requests"),
    [
        ("heals", 200, "500-until/2?key=scrapy", 3),
        ("stays", "failed", "500-until/9?key=scrapy", 3),
        ("silent", "failed", "timeout?key=scrapy", 3),
        ("drops", "failed", "drop?key=scrapy", 3),
        ("gone", "failed", "404?key=scrapy", 1),
        ("round", 200, "redirect/3", 1),
        ("first", 302, "redirect/2", 2),
    ],
)
def test_without_a_table_scrapy_s_settings_decide(by_scrapy, node, expected, path, requests):
    result, by_url = by_scrapy
    assert tries(result, by_url, path) == requests
    assert outcome(result, node) == expected


def test_the_page_s_address_is_that_after_redirects(by_scrapy, running_site):
    result, _ = by_scrapy
    urls = {item["node"]: item["url"] for item in result.items if "url" in item}
    assert urls == {
        "round": f"{running_site.url}trouble/redirect/0",
        "first": f"{running_site.url}trouble/redirect/2",
    }


def test_scrapy_s_retries_are_in_its_own_statistics(by_scrapy):
    result, _ = by_scrapy
    assert result.stats["retry/count"] == 4 * 2
    assert result.stats["retry/max_reached"] == 3


def test_retries_that_are_switched_off_stay_off(project, practice):
    text = 'page :: visit "{site}/trouble/500-until/1"  main :: and (site) { :page }'
    result = project.crawl_tree(text, settings={"RETRY_ENABLED": False})
    assert practice.counts()["total"] == 1
    assert result.stats["bt/dead"] == 1


@pytest.mark.parametrize("places", [1, 3])
def test_a_competing_visit_is_never_on_its_way_more_often_than_it_may(project, practice, places):
    practice.set(latency_by_prefix={"/plain/item/": 0.2})
    project.crawl_tree(
        f"""
        thing :: visit "{{site}}/plain/item/{{number}}/"
        (( thing = {places} ))
        main :: and (site) {{
            number = 1
            while number <= 6 {{ goroutine {{ :thing }}  number = number + 1 }}
        }}
        """
    )
    counts = practice.counts()
    assert counts["total"] == 6
    assert counts["max_concurrent_by_folder"]["/plain/item/"] == places


def test_a_desk_for_one_is_never_asked_by_two(project, practice):
    result = project.crawl_tree(
        """
        desk  :: visit "{site}/single/{number}"
        told  :: item { text = css "p.result::text" }
        visits :: and { :desk  number = number + 100  :desk  :told }
        (( visits ))
        main :: and (site) {
            number = 1
            while number <= 6 { goroutine { :visits }  number = number + 1 }
        }
        """
    )
    counts = practice.counts()
    assert (counts["violations"], counts["total"]) == (0, 12)
    # A tree that competes keeps its place from its first visit to its last, so nobody comes between.
    served = [int(item["text"].split()[1]) for item in result.items]
    assert served == [2, 4, 6, 8, 10, 12]
    assert all(later > earlier for earlier, later in pairwise(served))


def test_without_limits_many_are_on_their_way(project, practice):
    practice.set(latency_by_prefix={"/plain/item/": 0.8})
    project.crawl_tree(
        """
        thing :: visit "{site}/plain/item/{number}/"
        main :: and (site) {
            number = 1
            while number <= 8 { goroutine { :thing }  number = number + 1 }
        }
        """,
        settings={"CONCURRENT_REQUESTS_PER_DOMAIN": 8},
    )
    assert practice.counts()["max_concurrent"] == 8
