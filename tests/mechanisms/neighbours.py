"""Tabs beside the current one, each with a table of its own: they are no pages of a series."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.samples.traffic import Answer

from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, html, things

_TABS = ("goods", "colours", "stock")


def _tabbed(asked: Asked) -> Answer:
    """Of each kind of things three tables: what they cost, how they look, how many there are."""
    parts = [part for part in asked.path.split("/") if part]
    if not parts:
        return html("".join(f"<p><a href={kind}/>{kind}</a></p>" for kind in KINDS))
    shown = parts[1].partition(".")[0] if len(parts) > 1 else "goods"
    found = things(parts[0])
    cells = {
        "goods": [(thing.title, thing.price, str(thing.number)) for thing in found],
        "colours": [(f"<a href=#{each.number}>{each.title}</a>", *each.tags, f"kept {each.number}") for each in found],
        "stock": [(f"<i>{n} of</i>", thing.title, f"{n * 3} left", "none") for n, thing in enumerate(found)],
    }[shown]
    addresses = {name: "./" if name == "goods" else f"{name}.html" for name in _TABS}
    bar = "".join(
        f'<a class="{"tab current" if name == shown else "tab"}" href="{addresses[name]}">{name.title()}</a>'
        for name in _TABS
    )
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in cells)
    return html(f"<h1>{parts[0]}</h1><h2>{bar}</h2><table class=sheet><tbody>{body}</tbody></table>")


def _browse(visitor: Visitor, word: str) -> None:
    for path in ("/", f"/{word}/", f"/{word}/colours.html"):
        visitor.visit(path)


def _colours(word: str) -> Sequence[Row]:
    return [(thing.title, *thing.tags, f"kept {thing.number}") for thing in things(word)]


NEIGHBOURS = (
    Mechanism(
        "a tab beside the current one",
        lambda: as_site(_tabbed),
        _browse,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        _colours,
    ),
)
