"""Linking: who is meant by a name that several entities bear, on pages that say it themselves.

In Python's documentation a link to a function, a class or a method says in its title which one is meant, `json.loads`,
while `loads()` is written on it, which may be of several modules. What is written in full, or has one bearer only, is
certain; an entity is known by the heading of the page that defines it and by the others of its module. The weights of
linking were chosen by a quarter of the pages; the other three are judged. Names that have one bearer are judged once
more without one letter, with their bearers in the knowledge base, without the one that is meant, and without all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

from lxml import html

from benchmarks.rounds import versions
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.linking import LEAST_LEAD, Linker, profile_of
from scrapy_bt.core.preference.names import EntityName
from scrapy_bt.core.preference.pages import PageText
from scrapy_bt.core.preference.scripts import fold, words
from scrapy_bt.core.preference.spellings import find_spelled
from scrapy_bt.storage.entities import EntityStore

FOLDER = Path("/usr/share/doc/python3-doc/html")
_MOST_NEIGHBOURS = 40
_OTHER_LEADS = (0.0, 0.5, 2.0, 3.0)
_RIGHT, _WRONG = 0.9, 0.05
_SHORTEST = 5
"""Letters of a word from which on one may lack, and one more."""
_LEFT_OUT: dict[str, Callable[[EntityName, str], bool]] = {
    "misspelled": lambda _name, _meant: False,
    "misspelled, of whom nobody knows": lambda name, meant: name.entity == meant,
    "misspelled, a name that nobody has": lambda name, meant: fold(name.text) == fold(_last(meant)),
}
"""Names that the knowledge base lacks: none, that of who is meant, and those of others who are called so."""
_Misspelled = tuple[str, str, set[str], set[str]]
"""Who is meant, the name, the words of the page, and who else it names."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    pages = {path.name: html.parse(path).getroot() for path in sorted((FOLDER / "library").glob("*.html"))}
    entities = _entities(pages)
    bearers: dict[str, list[str]] = defaultdict(list)
    for entity in entities.values():
        bearers[fold(entity.name)].append(entity.id)
    linker = _linker(entities, {id_ for ids in bearers.values() if len(ids) > 1 for id_ in ids})
    leads: dict[bool, list[tuple[float, bool]]] = {True: [], False: []}
    misspelled: dict[bool, list[_Misspelled]] = {True: [], False: []}
    for name, page in pages.items():
        is_chosen_by = crc32(name.encode()) % 4 == 0
        if quick and not is_chosen_by:
            continue
        context = {word for passage in PageText(page) for word in words(passage.folded)}
        unsure, certain = _named(page, entities, bearers)
        for meant in sorted(unsure):
            found, lead = linker.lead(bearers[fold(_last(meant))], context=context, others=certain - {meant})
            leads[is_chosen_by].append((lead, found == meant))
        misspelled[is_chosen_by] += [
            (meant, misspell(_last(meant)), context, certain - {meant})
            for meant in sorted(certain)
            if misspell(_last(meant))
        ]
    metrics = _judged("chosen by", leads[True]) | _judged("judged", leads[False])
    metrics |= _judged_spellings(entities, "chosen by", misspelled[True])
    metrics |= _judged_spellings(entities, "judged", misspelled[False])
    metrics |= _together(metrics)
    return {"goal": "linking", "rounds": 1, "versions": versions("scrapy", "lxml"), "metrics": metrics}


def misspell(name: str) -> str:
    """A name without the letter in the middle of its longest word; empty where all words are short."""
    word = max(name.split("_"), key=len)
    return name.replace(word, word[: len(word) // 2] + word[len(word) // 2 + 1 :]) if len(word) > _SHORTEST else ""


def _judged_spellings(entities: dict[str, Entity], half: str, misspelled: list[_Misspelled]) -> dict[str, Any]:
    """What misspelled names are linked to, by what the knowledge base lacks."""
    metrics: dict[str, Any] = {}
    with TemporaryDirectory() as folder, closing(EntityStore(f"sqlite:///{folder}/a.db")) as store:
        store.add(entities.values())
        for told_as, is_left_out in _LEFT_OUT.items() if misspelled else ():
            found: list[bool] = []
            for meant, name, context, others in misspelled:
                names = [each for each in store.spelled_like(name) if not is_left_out(each, meant)]
                bearers = find_spelled(names, Entity("?", name))
                linker = _linker(entities, {*bearers.same, *bearers.near})
                linked = bearers._replace(linker=linker).choose(name, context=context, others=others)
                found += [linked == meant] if linked is not None else []
            right, wrong = sum(found), len(found) - sum(found)
            told = {
                "right of linked": round(right / max(1, len(found)), 3),
                "wrong of all": round(wrong / len(misspelled), 3),
            }
            told |= {"linked": round(len(found) / len(misspelled), 3), "names": len(misspelled)}
            metrics[f"{half}, {told_as}"] = told
    return metrics


def _judged(half: str, leads: list[tuple[float, bool]]) -> dict[str, Any]:
    """At several leads the share that is right of those linked, that is wrong of all, and that is linked."""
    metrics: dict[str, Any] = {}
    for least in (*_OTHER_LEADS, LEAST_LEAD) if leads else ():
        linked = [is_right for lead, is_right in leads if lead >= least]
        right, wrong = sum(linked) / max(1, len(linked)), (len(linked) - sum(linked)) / len(leads)
        told = {"right of linked": round(right, 3), "wrong of all": round(wrong, 3)}
        told |= {"linked": round(len(linked) / len(leads), 3), "names": len(leads)}
        metrics[f"{half}, lead {least}"] = told
        if least == LEAST_LEAD and half == "judged":
            told |= {"target": ">= 0.9, <= 0.05", "met": right >= _RIGHT and wrong <= _WRONG}
    return metrics


def _together(metrics: dict[str, Any]) -> dict[str, Any]:
    """All judged names as one set: those of which the knowledge base has who is meant, and all."""
    known = [f"judged, lead {LEAST_LEAD}", "judged, misspelled"]
    told = {}
    for told_as, parts in {"known": known, "all": [*known, *(f"judged, {name}" for name in [*_LEFT_OUT][1:])]}.items():
        found = [metrics[part] for part in parts if part in metrics]
        names = sum(part["names"] for part in found)
        if names:
            linked = sum(part["linked"] * part["names"] for part in found)
            wrong = sum(part["wrong of all"] * part["names"] for part in found)
            right = 1 - wrong / linked
            told[f"judged together, {told_as}"] = {
                "right of linked": round(right, 3),
                "wrong of all": round(wrong / names, 3),
                "linked": round(linked / names, 3),
                "names": names,
                "target": ">= 0.9, <= 0.05",
                "met": right >= _RIGHT and wrong / names <= _WRONG,
            }
    return told


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


def _named(page: Any, entities: dict[str, Entity], bearers: dict[str, list[str]]) -> tuple[set[str], set[str]]:
    """The entities that are meant by names of several, and those that are named so that nobody can doubt it."""
    unsure, certain = set(), set()
    for link in page.xpath("//a[contains(@class,'reference')][@title]"):
        id_, written = link.get("title"), " ".join(link.text_content().split()).removesuffix("()")
        if id_ in entities:
            if written == _last(id_):
                (certain if len(bearers[fold(written)]) == 1 else unsure).add(id_)
            elif "." in written and id_.endswith(written):
                certain.add(id_)
    return unsure, certain


def _last(id_: str) -> str:
    return id_.rpartition(".")[2]
