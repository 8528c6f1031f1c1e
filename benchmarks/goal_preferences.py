"""Preferences: how many of the wanted pages are among the first, and what judging costs.

Documentation that Debian ships is walked through as a crawl would, in this process and without a network: breadth
first, best first by a preferred name on the link, as preferences rank links, and as an oracle does that knows every
page. A page is wanted that names the preferred word five times, where its title and headings count five times. The
area under the curve of wanted pages found, over the first quarter of all pages, is 1 for a crawl that had them all at
once. Two more walks tell where the rest is lost: a reader who knows which wanted pages any link names, on it, in its
URL or around it, and takes the others breadth first; and the next crawl, with what ours has learned. Beside it an
ordinary spider crawls one of them by HTTP, with preferences and without, for the CPU of a page.

`PREFERENCE_CURVES=FILE` keeps the mean curves as a picture.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from benchmarks.curves import draw
from benchmarks.linked_pages import Collection, load
from benchmarks.rounds import compare, interleave, run_worker, versions
from scrapy_bt.core.preference.features import features_of
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.promise import Promise
from scrapy_bt.core.preference.ranking import LinkRanker
from scrapy_bt.core.preference.relevance import Relevance

DOC = Path("/usr/share/doc")
DEVELOPED = {
    "python3-doc": (
        DOC / "python3-doc/html",
        "asyncio, sqlite3, decorator, unicode, socket, pickle, tkinter, regular expression, generator, thread",
    ),
    "debian-handbook (Chinese)": (
        DOC / "debian-handbook/html/zh-CN",
        "内核, LDAP, RAID, Samba, 加密, Apache, 邮件, 安装程序, DNS, 分区",
    ),
    "git-doc": (DOC / "git/html", "rebase, submodule, merge, bundle, attributes, sparse, hook, tag, stash, remote"),
    "postgresql-doc-15": (
        DOC / "postgresql-doc-15/html",
        "replication, vacuum, trigger, JSON, partitioning, SSL, full text search, sequence, cursor, backup",
    ),
    "sqlite3-doc": (
        DOC / "sqlite3",
        "virtual table, WAL, FTS5, JSON, collation, trigger, vacuum, pragma, R-Tree, backup",
    ),
    "python-django-doc": (
        DOC / "python-django-doc/html",
        "migration, signal, middleware, fixture, queryset, template, cache, session, admin, csrf",
    ),
}
"""By these the ranking was chosen."""
UNSEEN = {
    "python-sqlalchemy-doc": (
        DOC / "python-sqlalchemy-doc/html",
        "asyncio, association, hybrid, inheritance, cascade, index, event, pool, JSON, reflection",
    ),
    "linux-doc-6.1": (
        DOC / "linux-doc-6.1/html",
        "scheduler, ext4, bluetooth, RCU, cgroup, watchdog, I2C, netfilter, KVM, hugepage",
    ),
    "twisted-doc": (
        DOC / "twisted-doc/html",
        "deferred, SSH, DNS, TLS, IMAP, reactor, cookie, credentials, process, trial",
    ),
    "octave-doc": (
        DOC / "octave/octave.html",
        "sparse, plot, polynomial, interpolation, struct, audio, regular expression, eigenvalue, Java, optimization",
    ),
    "postfix-doc": (
        DOC / "postfix/html",
        "TLS, SASL, milter, LDAP, queue, virtual, smtpd, content filter, postscreen, chroot",
    ),
}
"""These were looked at once, when the ranking stood."""
SMALLER = {
    "aptitude-doc-en": (
        DOC / "aptitude/html/en",
        "search, pattern, resolver, menu, upgrade, theme, download, purge, key, minesweeper",
    ),
    "nodejs-doc": (
        DOC / "nodejs/api",
        "stream, crypto, worker, http2, debugger, module, buffer, certificate, signal, promise",
    ),
    "exim4-doc-html": (
        DOC / "exim4-doc-html/spec_html",
        "TLS, authenticator, router, transport, queue, spam, DKIM, rewrite, macro, SQL",
    ),
    "python-scrapy-doc": (
        DOC / "python-scrapy-doc/html",
        "pipeline, middleware, selector, cookie, robots, exporter, throttle, shell, media, deploy",
    ),
    "sphinx-doc": (
        DOC / "sphinx-doc/html",
        "autodoc, latex, domain, directive, theme, translation, intersphinx, builder, template, event",
    ),
    "apache2-doc": (
        DOC / "apache2-doc/manual/en",
        "proxy, rewrite, SSL, authentication, cache, logging, virtual host, CGI, LDAP, filter",
    ),
    "python-celery-doc": (
        DOC / "python-celery-doc/html",
        "redis, retry, schedule, routing, canvas, signal, eventlet, monitoring, SQS, serializer",
    ),
}
"""These, too, and their subjects were written down before; all have few pages."""
TARGETS = {"breadth first": 2.0, "best first": 1.25, "oracle": 0.6}
_WALKS = ("ours", *TARGETS)
_EXPLAINING = ("a reader of all links", "the next crawl")
_WANTED, _FEWEST = 5, 3
"""Mentions of a wanted page; wanted pages of a preference that says something."""
_SITE, _WORD = "git-doc", "rebase"
"""What the spider crawls."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    metrics: dict[str, Any] = {}
    panels: dict[str, dict[str, list[float]]] = {}
    for group, collections in (("developed", DEVELOPED), ("unseen", UNSEEN), ("smaller", SMALLER)):
        totals = dict.fromkeys((*_WALKS, *_EXPLAINING), 0.0)
        there = {name: given for name, given in collections.items() if given[0].is_dir()}
        for name in list(there)[: 1 if quick else None]:
            folder, words = there[name]
            curves = _curves(load(folder), words.split(", "))
            panels[name] = {walk: curves[walk] for walk in _WALKS}
            areas = {walk: sum(shares) / len(shares) for walk, shares in curves.items()}
            metrics |= ratios_of(name, areas)
            totals = {walk: totals[walk] + areas[walk] for walk in totals}
        if any(totals.values()):
            metrics |= ratios_of(f"all {group}", totals)
    if kept := os.environ.get("PREFERENCE_CURVES"):
        Path(kept).write_text(draw(panels), encoding="utf-8")
    rounds = 3 if quick else 7
    folder = DEVELOPED[_SITE][0]
    if folder.is_dir():
        with _serving(folder) as site:
            crawl = partial(run_worker, "benchmarks.preferences_worker")
            measured = interleave({kind: partial(crawl, kind, site, _WORD) for kind in ("on", "off")}, rounds)
        metrics["CPU a page, on / off"] = compare(measured, "cpu_ms_per_page", "on", "off", target=1.1, at_least=False)
    return {"goal": "preferences", "rounds": rounds, "versions": versions("scrapy", "lxml"), "metrics": metrics}


def ratios_of(name: str, areas: dict[str, float]) -> dict[str, Any]:
    """Of the areas under two curves."""
    found = {}
    for peer, target in TARGETS.items():
        ratio = _ratio(areas, "ours", peer)
        found[f"{name}: area / {peer}"] = {"value": round(ratio, 2), "target": target, "met": ratio >= target}
    for walk in _EXPLAINING:
        found[f"{name}: {walk} / oracle"] = {"value": round(_ratio(areas, walk, "oracle"), 2)}
    return found


def _ratio(areas: dict[str, float], walk: str, peer: str) -> float:
    """0 in a collection where nothing is wanted."""
    return areas[walk] / areas[peer] if areas[peer] else 0.0


def _curves(pages: Collection, words: list[str]) -> dict[str, list[float]]:
    """By walk the mean share of wanted pages that are there after each page."""
    reachable = pages.reachable()
    most = max(20, len(reachable) // 4)
    found: dict[str, list[list[float]]] = {walk: [] for walk in (*_WALKS, *_EXPLAINING)}
    for word in words:
        relevance = Relevance(Preferences(words={word: 3.0}))
        wanted = {page for page in reachable if relevance.named(pages.texts[page])[word] >= _WANTED}
        if len(wanted) < _FEWEST:
            continue
        ranking = _Ranking(pages, relevance)
        ours = pages.walk(ranking.score, ranking.visit, most, fallen=ranking.fallen)
        again = _Ranking(pages, relevance, ranking.promise)
        read = pages.walk_knowing(wanted & _named(pages, relevance), most)
        orders = {
            "ours": ours,
            "breadth first": reachable[:most],
            "best first": pages.walk(partial(_by_name, relevance), lambda _: None, most),
            "oracle": pages.walk_knowing(wanted, most),
            "a reader of all links": list(dict.fromkeys((*read, *reachable))),
            "the next crawl": pages.walk(again.score, again.visit, most, fallen=again.fallen),
        }
        for walk, order in orders.items():
            found[walk].append(_shares(order, wanted, most))
    return {walk: [sum(column) / len(curves) for column in zip(*curves, strict=True)] for walk, curves in found.items()}


def _shares(order: Sequence[str], wanted: set[str], most: int) -> list[float]:
    there, shares = 0, []
    for place in range(most):
        there += place < len(order) and order[place] in wanted
        shares.append(there / len(wanted))
    return shares


def _named(pages: Collection, relevance: Relevance) -> set[str]:
    """The pages that any link to them promises by a name."""
    return {
        target
        for page, links in pages.links.items()
        for target, link in links.items()
        if features_of(target, link, relevance, source=0.0, page=page).preferred > 0
    }


def _by_name(relevance: Relevance, _page: str, _target: str, link: Any) -> float:
    return 0.0 if relevance.of_phrase(link.anchor) > 0 else 1.0


class _Ranking:
    """As `crawl.preference.preferring` does it."""

    def __init__(self, pages: Collection, relevance: Relevance, promise: Promise | None = None) -> None:
        self._pages, self._ranker = pages, LinkRanker(relevance, promise)
        self.promise = self._ranker.promise
        self._judged: dict[str, float] = {}

    def visit(self, page: str) -> None:
        judged = self._judged[page] = self._ranker.relevance.of_page(self._pages.texts[page])
        self._ranker.arrived(page, self._pages.beginnings[page], judged)

    def fallen(self, page: str) -> float:
        return self._ranker.fallen(page)

    def score(self, page: str, target: str, link: Any) -> float:
        source = self._judged[page]
        return -float(self._ranker.level(target, lambda: link.anchor, lambda: link, source=source, page=page))


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    """The first page of a folder, served by a process of its own."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with Popen(command, stdout=PIPE, stderr=DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None, "it is a pipe"
            port = process.stdout.readline().split(" port ")[1].split()[0]
            yield f"http://127.0.0.1:{port}/index.html"
        finally:
            process.terminate()
