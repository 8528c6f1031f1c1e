"""Names that were not chosen and lead to several addresses: above the list that is meant, or within it."""

from __future__ import annotations

from collections.abc import Callable

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_KEYS = {"lamp": "17", "rope": "305", "kettle": "42"}
_KINDS = {key: kind for kind, key in _KEYS.items()}


def listed_as(first: str, row: str, above: str = "", below: str = "") -> Callable[[], Site]:
    """A page with a row for each kind; what stands above the list and below it has one of these names, too."""

    def answer(asked: Asked) -> Answer:
        if asked.path == first:
            rows = "".join(row.format(kind=kind, key=key) for kind, key in _KEYS.items())
            return html(f"{above}{rows}{below}")
        own = things(_KINDS.get(asked.one("of"), "none"))
        rows = "".join(f"<li><b>{each.title}</b><i>{each.price}</i></li>" for each in own)
        return html(f"<h1>A shelf</h1><ul class=own>{rows}</ul>")

    return lambda: as_site(answer)


def browse_links(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/shelf?of={_KEYS[word]}", word)


def browse_rows(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/shelf?of={_KEYS[word]}", "View")


_LINK = "<li class=kind><a href='/shelf?of={key}'>{kind}</a></li>"
_ROW = "<tr><td>{kind}</td><td><a href='/shelf?of={key}'>View</a></td></tr>"
_RECENT = "<table class=recent><tr><td>lamp</td><td><a href='/shelf?of=305'>View</a></td></tr></table><table class=all>"
_SITES = {
    "a link of the same name above the list": (
        listed_as("/", _LINK, "<p>New: <a href='/news/9'>lamp</a></p><ul class=kinds>", "</ul>"),
        browse_links,
    ),
    "a row of the same name in a table above": (listed_as("/", _ROW, _RECENT, "</table>"), browse_rows),
    "a name that two other entries of a list have": (
        listed_as(
            "/", _LINK, f"<ul class=kinds>{_LINK.format(kind='box', key=8)}", f"{_LINK.format(kind='box', key=9)}</ul>"
        ),
        browse_links,
    ),
}
SOLENAMES = tuple(
    Mechanism(name, serve, browse, ({"word": "rope"}, {"word": "kettle"}), {"word": "lamp"}, of_kind)
    for name, (serve, browse) in _SITES.items()
)
