"""Sites whose one answer holds all groups: which of them was chosen by a click asks for nothing."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things

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


def tabs_site() -> Site:
    """A page whose tabs are all there, of which one is shown."""

    def answer(_: Asked) -> Answer:
        tabs = "".join(f"<li role=tab>{kind}</li>" for kind in KINDS)
        panels = "".join(
            "<section role=tabpanel><table>"
            + "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in things(kind))
            + "</table></section>"
            for kind in KINDS
        )
        return html(f"<h1>Things</h1><ul role=tablist>{tabs}</ul>{panels}")

    return as_site(answer)


def browse_tabs(visitor: Visitor, tab: str) -> None:
    visitor.visit("/")
    visitor.press(tab)


def _of(**given: Any) -> Any:
    return of_kind(next(iter(given.values())).removesuffix(_SIGNS))


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
WITHIN = (
    Mechanism(
        "a tab of a page by a click", tabs_site, browse_tabs, ({"tab": "lamp"}, {"tab": "rope"}), {"tab": "kettle"}, _of
    ),
)
