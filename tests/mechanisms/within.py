"""Sites whose one answer holds all groups: which of them was chosen by a click asks for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, data, html, of_kind, things

_SIGNS = "'s `\"\\"
"""What would end a text in an expression, at the end of a name."""


def shelves_site(signs: str = "") -> Site:
    """An application whose data has the things of each shelf, by its name."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/stock.json":
            stock = {kind: [{"title": each.title, "price": each.price} for each in things(kind)] for kind in KINDS}
            shelves = [{"shelf": f"{kind}{signs}", "stock": stock[kind]} for kind in KINDS]
            return data({"shelves": shelves})
        return html("<div id=app></div>")

    return as_site(answer)


def browse_shelves(visitor: Visitor, shelf: str) -> None:
    visitor.visit("/")
    visitor.fetch("/stock.json")
    visitor.press(shelf)


def files_site() -> Site:
    """The same, where what is known of each thing is a file named by its number."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/stock.json":
            groups = [{"shelf": kind, "stock": [{"no": f"a{each.number}"} for each in things(kind)]} for kind in KINDS]
            return data({"shelves": groups})
        if asked.path.startswith("/stock/"):
            number = asked.path.removeprefix("/stock/a").removesuffix(".json")
            each = next((each for each in things() if str(each.number) == number), None)
            if each is None:
                return data({}, status=404)
            labels = [{"name": name, "value": f"{name} {each.kind}"} for name in ("shop", "maker", "colour")]
            return data({"title": each.title, "cost": {"price": each.price}, "labels": labels})
        return html("<div id=app></div>")

    return as_site(answer)


def browse_files(visitor: Visitor, shelf: str) -> None:
    visitor.visit("/")
    visitor.fetch("/stock.json")
    visitor.press(shelf)
    for each in things(shelf)[1:5:3]:
        visitor.fetch(f"/stock/a{each.number}.json")


def unnamed_tabs_site() -> Site:
    return tabs_site("")


def tabs_site(role: str = "role=tabpanel") -> Site:
    """A page whose tabs are all there, of which one is shown."""

    def answer(_: Asked) -> Answer:
        tabs = "".join(f"<li role=tab>{kind}</li>" for kind in KINDS)
        panels = "".join(
            f"<section {role}><table>"
            + "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in things(kind))
            + "</table></section>"
            for kind in KINDS
        )
        return html(f"<h1>Things</h1><ul role=tablist>{tabs}</ul>{panels}")

    return as_site(answer)


def parts_site(tab: str) -> Callable[[], Site]:
    """The same, where each tab or link says by an ID which part of the page it shows."""

    def answer(_: Asked) -> Answer:
        tabs = "".join(tab.format(id=f"part-{kind}", name=f"{kind}{_SIGNS}") for kind in KINDS)
        parts = "".join(
            f'<div id="part-{kind}"><h2>Things</h2><ul class=entries>'
            + "".join(f"<li><b>{each.title}</b> <i>{each.price}</i></li>" for each in things(kind))
            + "</ul></div>"
            for kind in KINDS
        )
        return html(f"<h1>Things</h1><nav>{tabs}</nav>{parts}")

    return lambda: as_site(answer)


_BY_LINK, _BY_BUTTON = '<a href="#{id}">{name}</a>', '<button data-bs-target="#{id}">{name}</button>'
_BY_CONTROL = '<span aria-controls="{id}">{name}</span>'


def browse_tabs(visitor: Visitor, tab: str) -> None:
    visitor.visit("/")
    visitor.press(tab)


def _of(**given: Any) -> Any:
    return of_kind(next(iter(given.values())).removesuffix(_SIGNS))


# What is chosen in a script alone, and stands on no page as it was chosen


def browse_chips(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.fetch("/stock.json")
    visitor.press(f"Only {kind}s")


def browse_boxes(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.fetch("/stock.json")
    visitor.tick(kind[0], f"Only {kind}s")


def pages_site() -> Site:
    """All things over several pages, of which a script hides some."""

    def answer(asked: Asked) -> Answer:
        page = int(asked.one("page", "1"))
        own = things()[page * 20 - 20 : page * 20]
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in own)
        onward = f'<a rel=next href="/?page={page + 1}">Next</a>' if page * 20 < len(things()) else ""
        return html(f"<h1>Things</h1><div id=chips></div><table><tbody>{rows}</tbody></table>{onward}")

    return as_site(answer)


def browse_pages(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    for page in (2, 3, 4):
        visitor.click(f"/?page={page}", "Next")
    visitor.press(f"Only {kind}s")


# What a script leaves on the screen of what it has, by a field of each row


def narrowed_site(*, is_keyed: bool = False) -> Site:
    """An application whose data has all things, each with its kind, and has them by their keys if *is_keyed*."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/stock.json":
            own = [{"title": each.title, "price": each.price, "kind": each.kind} for each in things()]
            keyed = {_key(each): row for each, row in zip(things(), own, strict=True)}
            return data({"stock": keyed if is_keyed else own})
        if asked.path == "/parts.json":
            each = next((each for each in things() if _key(each) == asked.one("of")), None)
            return data([] if each is None else [{"part": f"{part} of {each.title}"} for part in ("lid", "base")])
        return html("<div id=app></div>")

    return as_site(answer)


def _key(each: Thing) -> str:
    return f"c0ffee{each.number * 7919:08x}"


def browse_parts(visitor: Visitor, kind: str) -> None:
    """Two of what is left are opened, by rows that have their keys."""
    browse_narrowed(visitor, kind)
    for each in things(kind)[1:5:3]:
        visitor.press(each.title, asks=True, tag="tr")
        visitor.fetch(f"/parts.json?of={_key(each)}")


def _parts_of(**given: Any) -> list[Row]:
    kind = next(iter(given.values()))
    return [(f"{part} of {each.title}",) for each in things(kind) for part in ("lid", "base")]


def _narrow(visitor: Visitor, kind: str, act: Callable[[], None]) -> None:
    visitor.visit("/")
    visitor.fetch("/stock.json")
    act()
    rows = "".join(f"<tr><td>{each.title}<td>{each.price}<td>{each.kind}" for each in things(kind))
    visitor.leave(f"<ul><li>lamp (21)<li>rope (20)</ul><table>{rows}</table>")


def browse_narrowed(visitor: Visitor, kind: str) -> None:
    """By a link that says how many there are, and is there each time."""
    _narrow(visitor, kind, lambda: visitor.press(f"{kind} ({len(things(kind))})"))


def browse_choice(visitor: Visitor, kind: str) -> None:
    _narrow(visitor, kind, lambda: visitor.choose("kind", kind, kind))


_KINDS = ({"kind": "lamp"}, {"kind": "rope"})
_OTHER_KIND = {"kind": "kettle"}
NARROWED = (
    Mechanism("rows that a click leaves on the screen", narrowed_site, browse_narrowed, _KINDS, _OTHER_KIND, _of),
    Mechanism("rows that a choice leaves on the screen", narrowed_site, browse_choice, _KINDS, _OTHER_KIND, _of),
    Mechanism(
        "rows by their keys that a click leaves on the screen",
        lambda: narrowed_site(is_keyed=True),
        browse_narrowed,
        _KINDS,
        _OTHER_KIND,
        _of,
    ),
    Mechanism(
        "details of rows that a click leaves on the screen",
        lambda: narrowed_site(is_keyed=True),
        browse_parts,
        _KINDS,
        _OTHER_KIND,
        _parts_of,
    ),
)

GROUPS = (
    Mechanism(
        "a group of data by a click",
        shelves_site,
        browse_shelves,
        ({"shelf": "lamp"}, {"shelf": "rope"}),
        {"shelf": "kettle"},
        _of,
    ),
    Mechanism(
        "a group of data whose name has signs of its own",
        lambda: shelves_site(_SIGNS),
        browse_shelves,
        ({"shelf": f"lamp{_SIGNS}"}, {"shelf": f"rope{_SIGNS}"}),
        {"shelf": f"kettle{_SIGNS}"},
        _of,
    ),
    Mechanism(
        "details of groups, named as files",
        files_site,
        browse_files,
        ({"shelf": "lamp"}, {"shelf": "rope"}),
        {},
        of_kind,
    ),
)
_TABS = ({"tab": f"lamp{_SIGNS}"}, {"tab": f"rope{_SIGNS}"})
_THIRD_TAB = {"tab": f"kettle{_SIGNS}"}
TABS = (
    Mechanism(
        "a tab of a page by a click", tabs_site, browse_tabs, ({"tab": "lamp"}, {"tab": "rope"}), {"tab": "kettle"}, _of
    ),
    Mechanism("a part of a page by a link", parts_site(_BY_LINK), browse_tabs, _TABS, _THIRD_TAB, _of),
    Mechanism("a part of a page by a button", parts_site(_BY_BUTTON), browse_tabs, _TABS, _THIRD_TAB, _of),
    Mechanism("a part of a page by what controls it", parts_site(_BY_CONTROL), browse_tabs, _TABS, _THIRD_TAB, _of),
)
WITHIN = (
    Mechanism("a chip that a script makes", shelves_site, browse_chips, _KINDS, {}, of_kind),
    Mechanism("a box that a script makes", shelves_site, browse_boxes, _KINDS, {}, of_kind),
    Mechanism("a chip of pages that were turned", pages_site, browse_pages, _KINDS, {}, of_kind),
    Mechanism(
        "a tab that does not tell what it shows",
        unnamed_tabs_site,
        browse_tabs,
        ({"tab": "lamp"}, {"tab": "rope"}),
        {"tab": "kettle"},
        _of,
    ),
)
