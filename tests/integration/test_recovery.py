"""What failed comes when the site is mended and `scrapy bt dead requeue` was run, and what was stopped goes on."""

from __future__ import annotations

import json
from collections import Counter
from threading import Lock
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.integration.projects import interrupt
from tests.serving import Handler, serving
from tests.waiting import wait_until


class Mending:
    """A site that is broken until it is mended; it counts its visits by path."""

    def __init__(self):
        self.visits = Counter()
        self.is_mended = False
        self.key = 0
        self.lock = Lock()


class KeySite(Mending):
    """Refuses every key; mended it takes the ones that it gives from then on."""

    def answer(self, path, query):
        if path == "/key":
            self.key += 1
            return 200, f"<b>{'good' if self.is_mended else 'bad'}{self.key}</b>"
        return (200, "<h1>thing</h1>") if query["key"][0].startswith("good") else (401, "")


class FailingSite(Mending):
    def answer(self, path, query):
        return (200, "<h1>thing</h1>") if self.is_mended else (503, "")


class ListingSite(Mending):
    """Four pages of three things each; the second page fails, and a thing of the first."""

    def answer(self, path, query):
        if not self.is_mended and path in ("/list/2", "/thing/1.1"):
            return 500, ""
        kind, _, number = path[1:].partition("/")
        if kind == "thing":
            return 200, f"<h1>{number}</h1>"
        links = "".join(f"<a href='/thing/{number}.{each}'>thing</a>" for each in range(3))
        following = f"<a rel=next href='/list/{int(number) + 1}'>next</a>" if int(number) < 4 else ""
        return 200, f"<html>{links}{following}</html>"


class WeatherSite(Mending):
    """Each thing is too much twice, and between that its first key has run out; so has every key after a stop."""

    THINGS = 12

    def answer(self, path, query):
        if path == "/key":
            return 200, f"<b>{self.key}</b>"
        visit = self.visits[path]
        if visit in (1, 3) and not self.is_mended:
            return 429, ""
        return (200, "<h1>thing</h1>") if query.get("key") == [str(self.key)] else (401, "")


def serve(site):
    class Pages(Handler):
        def do_GET(self):  # noqa: N802 - the standard library calls it so
            parts = urlsplit(self.path)
            with site.lock:
                site.visits[parts.path] += 1
                status, body = site.answer(parts.path, parse_qs(parts.query))
            self.answer(status, body)

    return serving(Pages)


@pytest.fixture(params=["jobdir", "redis"])
def kept(request, project):
    """A project whose tasks are kept, and how commands name the place."""
    project.settings |= {"RETRY_ENABLED": False, "ROBOTSTXT_OBEY": False, "LOG_LEVEL": "INFO"}
    if request.param == "jobdir":
        project.settings["JOBDIR"] = "job"
        project.place = ["--jobdir", "job"]
    else:
        server, client = (request.getfixturevalue(name) for name in ("server", "client"))
        assert client.dbsize() == 0
        project.settings |= {"BT_FRONTIER": "redis", "REDIS_URL": server.url}
        project.place = ["tree"]
    return project


def dead_letters_of(project):
    """The dead letters, each as `show` tells it."""
    listed = project.run("bt", "dead", "list", *project.place, "--json")
    assert listed.code == 0, listed.log
    return json.loads(listed.output)["letters"]


def mend(project, site):
    site.is_mended = True
    done = project.run("bt", "dead", "requeue", *project.place, "--all")
    assert done.code == 0, done.log


def test_a_site_that_refused_every_key_is_asked_for_new_ones(kept):
    kept.tree(
        "tree",
        """
        p     :: visit "{site}/page/{n}?key={key}"
        ask   :: visit "{site}/key"
        said  :: data css "b::text"
        key   :: and { :ask key = :said }
        thing :: item { n = n  title = css "h1::text" }
        state p { 401 = :key }
        main :: and (site, key = "none") { n = 0 while n < 4 { n = n + 1 async { :p :thing } } }
        """,
    )
    site = KeySite()
    with serve(site) as url:
        first = kept.crawl("tree", site=url)
        assert (first.items, first.stats["bt/dead"]) == ([], 4)
        assert site.visits["/key"] == 4
        mend(kept, site)
        again = kept.crawl("tree", site=url)
    assert sorted(item["n"] for item in again.items) == [1, 2, 3, 4]
    assert site.visits["/key"] == 8
    assert again.code == 0, again.log


def test_waits_are_had_again(kept):
    kept.tree(
        "tree",
        """
        p     :: visit "{site}/page"
        thing :: item { title = css "h1::text" }
        state p { 503 = wait 2 0.1s }
        main :: and (site) { :p :thing }
        """,
    )
    site = FailingSite()
    with serve(site) as url:
        assert kept.crawl("tree", site=url).items == []
        assert site.visits["/page"] == 3
        assert kept.run("bt", "dead", "requeue", *kept.place, "--all").code == 0
        assert kept.crawl("tree", site=url).items == []
        assert site.visits["/page"] == 6


def test_a_listing_with_goroutines_gives_all_that_it_lists(kept):
    kept.tree(
        "tree",
        """
        list  :: visit "{site}{path}"
        links :: data css "a:not([rel])::attr(href)" all
        next  :: data css "a[rel=next]::attr(href)"
        page  :: visit "{site}{link}?token={token}"
        thing :: item { title = css "h1::text" }
        count :: item { pages = pages  done = "all" }
        listed :: and {
            path = "/list/1" pages = 0
            while path {
                :list
                pages = pages + 1
                while link = :links { goroutine { :page :thing } }
                if path = :next { pages = pages } else { path = "" }
            }
        }
        main :: and (site, token = "sesame") { :listed :count }
        """,
    )
    site = ListingSite()
    with serve(site) as url:
        first = kept.crawl("tree", site=url)
        letters = dead_letters_of(kept)
        assert {(letter["node"], letter["url"]) for letter in letters} == {
            ("main/listed/while/list", f"{url}/list/2"),
            ("main/listed/while/while/goroutine/page", f"{url}/thing/1.1?token=…"),
        }, letters
        assert all("500" in letter["reason"] for letter in letters)
        (listing,) = [letter["variables"] for letter in letters if "list/2" in letter["url"]]
        assert (listing["path"], listing["token"]) == ("/list/2", "…")
        mend(kept, site)
        again = kept.crawl("tree", site=url)
    assert "bt/dead" not in again.stats
    titles = Counter(item["title"] for item in first.items + again.items if "title" in item)
    assert titles == Counter(f"{page}.{each}" for page in range(1, 5) for each in range(3))
    assert [item for item in first.items + again.items if "done" in item] == [{"pages": 4, "done": "all"}]
    assert again.code == 0, again.log


def test_a_stop_takes_nothing_from_what_a_task_may_still_do(kept):
    kept.tree(
        "tree",
        """
        p     :: visit "{site}/page/{n}?key={key}"
        ask   :: visit "{site}/key"
        said  :: data css "b::text"
        key   :: and { :ask key = :said }
        thing :: item { n = n  title = css "h1::text" }
        state p { 401 = :key  429 = wait 2 1s }
        main :: and (site, key = "none") {
            n = 0
            while n < 12 { n = n + 1 async { :p :thing } }
        }
        """,
    )
    site = WeatherSite()
    pages = [f"/page/{n}" for n in range(1, site.THINGS + 1)]
    with serve(site) as url:
        arguments = kept.crawl_arguments("tree", "-s", "LOG_FILE=log.txt", site=url)
        with kept.started(*arguments) as process:
            wait_until(lambda: all(site.visits[page] >= 2 for page in pages), process)
            interrupt(process)
            process.communicate()
        stopped = [json.loads(line) for line in (kept.folder / "items.jl").read_text("utf-8").splitlines()]
        site.key += 1
        again = kept.crawl("tree", site=url)
    assert "bt/dead" not in again.stats, again.log
    assert sorted(item["n"] for item in stopped + again.items) == list(range(1, site.THINGS + 1))
