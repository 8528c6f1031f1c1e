"""What a page offers to choose from, beside what nobody touched: without events the page alone tells both."""

from __future__ import annotations

import json
from collections.abc import Mapping

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, data, html, of_kind, options, things
from .paging import SHELL, plain

_NUMBERS: Mapping[str, int] = {"lamp": 12, "rope": 25, "kettle": 31}
_DAY = "2023-11-14"
"""On which visitors record."""
_LEVELS: Mapping[str, str] = {kind: str(number) for number, kind in enumerate(KINDS, 1)}


def _left_site() -> Site:
    """A form with lists of choices beside the one that matters, and one below it that is called as the first is."""

    def answer(asked: Asked) -> Answer:
        table = "".join(f"<tr><td>{each.title}<td>{each.price}" for each in things(asked.one("kind", "none")))
        names = options(("none", *KINDS))
        acts = "<option value=-1>Nothing</option><option value=drop>Drop</option>"
        dates = "<option value=0>All dates</option><option value=202311>November</option>"
        form = (
            f"<form action=/list><select name=act>{acts}</select><select name=date>{dates}</select>"
            f"<select name=kind>{names}</select><button>Show</button><select name=act2>{acts}</select></form>"
        )
        return html(f"{form}<table>{table}</table>")

    return as_site(answer)


def _browse_left(visitor: Visitor, kind: str) -> None:
    visitor.visit("/list")
    visitor.choose("kind", kind, kind)
    visitor.visit("/list", act="-1", date="0", kind=kind, act2="-1")


def _numbered_site() -> Site:
    """A list of choices by numbers, of which another one is how large one of the rows is that were shown first."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/kinds":
            return data({"all": [{"dictValue": number, "dictLabel": kind} for kind, number in _NUMBERS.items()]})
        if asked.path == "/goods":
            chosen = next((kind for kind, number in _NUMBERS.items() if str(number) == asked.one("kindId")), None)
            own = things(chosen) if chosen else things("", 3)[:7]
            rows = [{**plain(each), "size": 20 + place} for place, each in enumerate(own)]
            return data({"goods": rows})
        return html(SHELL)

    return as_site(answer)


def _browse_numbered(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.fetch("/kinds")
    visitor.fetch("/goods?kindId=")
    visitor.press(kind, asks=True)
    visitor.fetch(f"/goods?kindId={_NUMBERS[kind]}")


def _scripted_site() -> Site:
    """A script makes lists of choices, each with numbers from 1 on."""
    choices = {"state_id": [["New", "1"], ["Old", "2"], ["Sold", "3"]], "kind_id": [*map(list, _LEVELS.items())]}
    filters = json.dumps({name: {"type": "list", "values": each} for name, each in choices.items()})

    def answer(asked: Asked) -> Answer:
        chosen = next((kind for kind, number in _LEVELS.items() if number == asked.one("v[kind_id][]")), None)
        table = "".join(f"<tr><td>{each.title}<td>{each.price}" for each in things(chosen or "none"))
        return html(f"<script>var filters = {filters};</script><table>{table}</table>")

    return as_site(answer)


def _browse_scripted(visitor: Visitor, kind: str) -> None:
    visitor.visit("/list")
    visitor.choose("v[kind_id][]", _LEVELS[kind], kind)
    visitor.visit("/list", **{"v[kind_id][]": _LEVELS[kind]})


def _dressed_site() -> Site:
    """A list of choices in whose place a script draws another one, beside a date that the page writes into the form."""

    def answer(asked: Asked) -> Answer:
        chosen = next((kind for kind, number in _LEVELS.items() if number == asked.one("kind")), "none")
        if asked.path == "/found" and asked.one("since") == _DAY:
            return html("".join(f"<p><b>{each.title}</b> <i>{each.price}</i></p>" for each in things(chosen)))
        entries = "".join(f"<option value={number}>{kind}</option>" for kind, number in _LEVELS.items())
        kinds = f"<select name=kind><option value=''>---</option>{entries}</select>"
        return html(f"<form action=/found>{kinds}<input type=date name=since value={_DAY}><button>Show</button></form>")

    return as_site(answer)


def _browse_dressed(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.press("---", tag="span")
    visitor.press(kind, tag="li")
    visitor.press("Show", tag="button", asks=True)
    visitor.visit("/found", kind=_LEVELS[kind], since=_DAY)


def _of(kind: str) -> list[Row]:
    return of_kind(kind)


_TWO, _OTHER = ({"kind": "rope"}, {"kind": "kettle"}), {"kind": "lamp"}
# A facet of links, which stays while a word is looked for; the page of a facet leads to itself, too


def _faceted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        level, word = asked.one("level"), asked.one("word")
        kept = f"word={word}&" if word else ""
        facets = "".join(
            f'<a class=facet href="?{kept}level={own}">{kind.title()} makers</a>' for kind, own in _LEVELS.items()
        )
        every = f'<a class=facet href="?{kept}level={level}">All of them</a>' if level else ""
        hidden = f"<input type=hidden name=level value={level}>" if level else ""
        form = f"<form><input name=word value='{word}'>{hidden}</form>"
        rows = _in_facet(level, word) if level else []
        table = "".join(f"<tr><td><b>{title}</b><td>{price}" for title, price in rows)
        return html(f"<a href=#>Menu</a>{form}<div>{facets}{every}</div><table>{table}</table>")

    return as_site(answer)


def _in_facet(level: str, word: str) -> list[Row]:
    kinds = {own: kind for kind, own in _LEVELS.items()}
    return [row for row in of_kind(kinds.get(level, "none")) if word in row[0]]


def _browse_faceted(visitor: Visitor, kind: str, word: str) -> None:
    level = _LEVELS[kind.removesuffix(" makers").lower()]
    visitor.visit("/")
    visitor.click(f"/?level={level}", kind)
    visitor.type("word", word)
    visitor.press("Look", asks=True)
    visitor.visit(f"/?word={word}&level={level}")


def _of_facet(kind: str, word: str) -> list[Row]:
    return _in_facet(_LEVELS[kind.removesuffix(" makers").lower()], word)


OFFERED = (
    Mechanism(
        "a facet that stays while a word is looked for",
        _faceted_site,
        _browse_faceted,
        ({"kind": "Lamp makers", "word": "of"}, {"kind": "Kettle makers", "word": "from"}),
        {"kind": "Rope makers", "word": "of"},
        _of_facet,
    ),
    Mechanism("a choice beside lists that nobody touched", _left_site, _browse_left, _TWO, _OTHER, _of),
    Mechanism(
        "a choice whose number is a size of a row", _numbered_site, _browse_numbered, _TWO, {"kind": "lamp"}, _of
    ),
    Mechanism("a choice that a script draws anew, and a date", _dressed_site, _browse_dressed, _TWO, _OTHER, _of),
    Mechanism("a choice of a script by a number", _scripted_site, _browse_scripted, _TWO, _OTHER, _of),
)
