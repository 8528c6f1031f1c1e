"""Preferences: how many of the wanted pages are among the first, and what judging costs.

Documentation that Debian ships is walked through as a crawl would, in this process and without a network: breadth
first, best first by a preferred name on the link, as preferences rank links, and as an oracle does that knows every
page. A page is wanted that names the preferred word five times, where its title and headings count five times. The
area under the curve of wanted pages found, over the first quarter of all pages, is 1 for a crawl that had them all at
once.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import lxml
import scrapy

from benchmarks.linked_pages import Collection, load
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.ranking import LinkRanker
from scrapy_bt.core.preference.relevance import Relevance

DOC = Path("/usr/share/doc")
COLLECTIONS = {
    "python3-doc": (
        DOC / "python3-doc/html",
        "asyncio, sqlite3, decorator, unicode, socket, pickle, tkinter, regular expression, generator, thread",
    ),
    "postgresql-doc-15": (
        DOC / "postgresql-doc-15/html",
        "replication, vacuum, trigger, JSON, partitioning, SSL, full text search, sequence, cursor, backup",
    ),
    "debian-handbook (Chinese)": (
        DOC / "debian-handbook/html/zh-CN",
        "内核, LDAP, RAID, Samba, 加密, Apache, 邮件, 安装程序, DNS, 分区",
    ),
    "git-doc": (DOC / "git/html", "rebase, submodule, merge, bundle, attributes, sparse, hook, tag, stash, remote"),
}
TARGETS = {"breadth first": 2.0, "best first": 1.25, "oracle": 0.6}
_WANTED, _FEWEST = 5, 3
"""Mentions of a wanted page; wanted pages of a preference that says something."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    metrics: dict[str, Any] = {}
    totals = dict.fromkeys(("ours", *TARGETS), 0.0)
    names = [name for name, (folder, _) in COLLECTIONS.items() if folder.is_dir()]
    for name in names[: 3 if quick else None]:
        folder, words = COLLECTIONS[name]
        areas, milliseconds = _measure(load(folder), words.split(", "))
        for peer, target in TARGETS.items():
            ratio = areas["ours"] / areas[peer] if areas[peer] else 0.0
            metrics[f"{name}: area / {peer}"] = {"value": round(ratio, 2), "target": target, "met": ratio >= target}
        metrics[f"{name}: CPU a page"] = {"value": round(milliseconds, 2), "unit": "ms"}
        for peer in totals:
            totals[peer] += areas[peer]
    for peer, target in TARGETS.items():
        ratio = totals["ours"] / totals[peer] if totals[peer] else 0.0
        metrics[f"all: area / {peer}"] = {"value": round(ratio, 2), "target": target, "met": ratio >= target}
    versions = {"scrapy": scrapy.__version__, "lxml": lxml.__version__}
    return {"goal": "preferences", "rounds": 1, "versions": versions, "metrics": metrics}


def _measure(pages: Collection, words: list[str]) -> tuple[dict[str, float], float]:
    """The mean areas by walk, and milliseconds for each page that preferences judged."""
    reachable = pages.reachable()
    most = max(20, len(reachable) // 4)
    sums, seconds, judged = dict.fromkeys(("ours", *TARGETS), 0.0), 0.0, 0
    for word in words:
        relevance = Relevance(Preferences(words={word: 3.0}))
        wanted = {page for page in reachable if relevance.named(pages.texts[page])[word] >= _WANTED}
        if len(wanted) < _FEWEST:
            continue
        area = partial(_area, wanted=wanted, most=most)
        sums["breadth first"] += area(reachable[:most])
        sums["best first"] += area(pages.walk(partial(_by_name, relevance), lambda _: None, most))
        sums["oracle"] += area(pages.walk_knowing(wanted, most))
        ranking, before = _Ranking(pages, relevance), process_time()
        order = pages.walk(ranking.score, ranking.visit, most, forward=True)
        seconds += process_time() - before
        judged += len(order)
        sums["ours"] += area(order)
    return sums, 1000 * seconds / max(1, judged)


def _area(order: list[str], *, wanted: set[str], most: int) -> float:
    found, area = 0, 0
    for page in order:
        found += page in wanted
        area += found
    return area / most / len(wanted)


def _by_name(relevance: Relevance, _page: str, _target: str, link: Any) -> float:
    return 0.0 if relevance.of_phrase(link.anchor) > 0 else 1.0


class _Ranking:
    """As `crawl.preference.preferring` does it."""

    def __init__(self, pages: Collection, relevance: Relevance) -> None:
        self._pages, self._ranker = pages, LinkRanker(relevance)
        self._judged: dict[str, float] = {}

    def visit(self, page: str) -> None:
        texts = self._pages.texts[page]
        judged = self._judged[page] = self._ranker.relevance.of_page(texts)
        self._ranker.arrived(page, texts, judged)

    def score(self, page: str, target: str, link: Any) -> float:
        return -float(self._ranker.level(target, link.anchor, lambda: link, source=self._judged[page]))
