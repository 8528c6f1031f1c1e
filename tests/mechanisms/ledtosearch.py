"""A list that is shown whole first; a search in its address is led on to another address there, which has pages."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
_SEARCH = (
    "<form><select name=column><option>kind</option><option>price</option></select>"
    "<input name=value><button>Filter</button></form>"
)


def led_site() -> Site:
    mixed = sorted(things(), key=lambda each: each.number)

    def answer(asked: Asked) -> Answer:
        if word := asked.one("value"):
            place = f"/town/things?from=0&rows={_SIZE}&filter={quote(_filter(word))}"
            return Answer(302, "", (("Location", place),), b"")
        told, start = asked.one("filter"), int(asked.one("from", "0"))
        own = [each for each in mixed if not told or _filter(each.kind) == told]
        shown = own[start : start + _SIZE]
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td><td>{each.kind}</td></tr>" for each in shown)
        after = {"from": start + _SIZE if own[start + _SIZE :] else 0, "rows": _SIZE} | (
            {"filter": told} if told else {}
        )
        hidden = "".join(f"<input type=hidden name={name} value='{text}'>" for name, text in after.items())
        pages = f"<form>{hidden}<input type=submit value=Next> {start // _SIZE + 1} of {-(-len(own) // _SIZE)}</form>"
        return html(f"<h1>Things</h1>{_SEARCH}<table>{rows}</table>{pages}")

    return as_site(answer)


def browse_led(visitor: Visitor, word: str) -> None:
    visitor.visit("/town/things")
    visitor.visit("/town/things", column="kind", value=word)
    for start in range(_SIZE, len(things(word)), _SIZE):
        visitor.visit("/town/things", filter=_filter(word), **{"from": start}, rows=_SIZE)


def _filter(word: str) -> str:
    return f'(kind HAS "{word}")'


LEDTOSEARCH = (Mechanism("a search that leads on to pages", led_site, browse_led, _TWO, _THIRD, of_kind),)
