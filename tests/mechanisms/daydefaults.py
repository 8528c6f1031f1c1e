"""A date that a form holds by itself, beside a word that is typed: another day holds another one."""

from __future__ import annotations

from functools import partial

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, html, of_kind, things

_DAY = "2023-11-14"
"""On which visitors record."""


def _site(field: str, method: str = "get", *, is_needed: bool = True) -> Site:
    """A form with that field; *is_needed*: it brings nothing without the day."""

    def answer(asked: Asked) -> Answer:
        form = f"<form action=/list method={method}><input name=kind>{field}<button>Show</button></form>"
        if asked.path != "/list":
            return html(form)
        is_told = asked.one("until") == _DAY or not is_needed
        rows = "".join(f"<tr><td>{each.title}<td>{each.price}" for each in things(asked.one("kind")) if is_told)
        return html(f"{form}<table>{rows}</table>")

    return as_site(answer)


def _browse(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.type("kind", kind)
    visitor.visit("/list", kind=kind, until=_DAY)


def _browse_posted(visitor: Visitor, kind: str) -> None:
    visitor.visit("/")
    visitor.type("kind", kind)
    visitor.submit("/list", kind=kind, until=_DAY)


def _of(kind: str) -> list[Row]:
    return of_kind(kind)


_SHOWN, _HIDDEN = f"<input type=date name=until value={_DAY}>", f"<input type=hidden name=until value={_DAY}>"
DAYDEFAULTS = tuple(
    Mechanism(name, serve, browse, ({"kind": "rope"}, {"kind": "kettle"}), {"kind": "lamp"}, _of)
    for name, serve, browse in (
        ("a date that a form holds by itself", partial(_site, _SHOWN), _browse),
        ("a hidden date of a form", partial(_site, _HIDDEN), _browse),
        ("a date that a form holds by itself and posts", partial(_site, _SHOWN, "post"), _browse_posted),
        ("a date that a form holds in vain", partial(_site, _SHOWN, is_needed=False), _browse),
    )
)
