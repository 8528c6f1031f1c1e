"""Linking: who is meant by a name that several entities bear, on pages that say it themselves.

In Python's documentation a link to a function, a class or a method says in its title which one is meant, `json.loads`,
while a name alone, `loads`, may be of several modules. The last part of each title is the name, the title the answer;
an entity is known by the heading of the page that defines it and by the others of its module.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from zlib import crc32

from lxml import html

from benchmarks.rounds import versions
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.linking import PROVISIONAL, Linker, profile_of
from scrapy_bt.core.preference.links import read_page
from scrapy_bt.core.preference.scripts import fold, words

FOLDER = Path("/usr/share/doc/python3-doc/html")
_MOST_NEIGHBOURS = 40


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    paths = sorted((FOLDER / "library").glob("*.html"))
    pages = {path.name: html.parse(path).getroot() for path in paths if not quick or crc32(path.name.encode()) % 4 == 0}
    entities = _entities(pages)
    bearers: dict[str, list[str]] = defaultdict(list)
    for entity in entities.values():
        bearers[fold(entity.name)].append(entity.id)
    linker = _linker(entities, {id_ for ids in bearers.values() if len(ids) > 1 for id_ in ids})
    counts: Counter[str] = Counter()
    for name, page in pages.items():
        context = {word for passage in read_page(page, name)[0] for word in words(fold(passage.text))}
        named = {title for title in _titles(page) if title in entities}
        certain = {id_ for id_ in named if len(bearers[fold(_last(id_))]) == 1}
        for meant in sorted(named - certain):
            called = _last(meant)
            chosen = linker.choose(called, bearers[fold(called)], context=context, others=certain)
            counts["right" if chosen == meant else "unsure" if chosen.startswith(PROVISIONAL) else "wrong"] += 1
    linked, asked = counts["right"] + counts["wrong"], counts.total()
    right, wrong = counts["right"] / max(1, linked), counts["wrong"] / max(1, asked)
    metrics = {
        "right of those linked": {"value": round(right, 3), "target": ">= 0.9", "met": right >= 0.9},
        "wrong of all": {"value": round(wrong, 3), "target": "<= 0.05", "met": wrong <= 0.05},
        "linked of all": {"value": round(linked / max(1, asked), 3), "names": asked},
    }
    return {"goal": "linking", "rounds": 1, "versions": versions("scrapy", "lxml"), "metrics": metrics}


def _entities(pages: dict[str, Any]) -> dict[str, Entity]:
    defined = {
        found.get("id"): page.findtext(".//h1") or page.findtext(".//title") or ""
        for page in pages.values()
        for found in page.xpath("//dt[@id]")
    }
    modules: dict[str, list[str]] = defaultdict(list)
    for id_ in defined:
        modules[id_.rpartition(".")[0]].append(id_)
    found = {}
    for id_, heading in defined.items():
        module = id_.rpartition(".")[0]
        if module:
            links = tuple(("beside", other) for other in modules[module][:_MOST_NEIGHBOURS] if other != id_)
            about = f"{heading} {module.replace('.', ' ')}"
            found[id_] = Entity(id_, _last(id_), "function", about, links=links)
    return found


def _linker(entities: dict[str, Entity], unsure: set[str]) -> Linker:
    return Linker(
        {
            id_: profile_of(entities[id_], [entities[other] for _, other in entities[id_].links if other in entities])
            for id_ in unsure
        }
    )


def _titles(page: Any) -> list[str]:
    """The entities that a page's links name, of those that are defined on other pages too."""
    return [title for title in page.xpath("//a[contains(@class,'reference')]/@title") if "." in title]


def _last(id_: str) -> str:
    return id_.rpartition(".")[2]
