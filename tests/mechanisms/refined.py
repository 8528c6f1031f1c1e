"""Lists that one request gives whole, and then page by page what is left of it by an entry that was chosen."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things

SIZE = 6
_SHOPS = [{"id": f"s{number}", "town": town} for number, town in enumerate(("Alby", "Burton", "Corve"), 70)]


def choices_site() -> Site:
    """Shops, and of each its choices and its wares: both are asked for with the shop's key."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/shops":
            return data({"shops": _SHOPS})
        if asked.path == "/api/choices":
            told = [{"of": {"v": kind, "text": kind}, "count": len(things(kind)), "isNew": False} for kind in KINDS]
            return data({"choices": told})
        if asked.path == "/api/wares":
            chosen = [each.get("v") for each in (asked.data or {}).get("kinds") or []]
            start = int(asked.one("start"))
            found = [each for each in things() if each.kind in (chosen or KINDS)][start : start + SIZE]
            rows = [{"no": each.number, "title": each.title, "price": each.price, "isSold": False} for each in found]
            return data({"start": start, "wares": rows})
        return html("<h1>Wares</h1><div id=app></div>")

    return as_site(answer)


def browse_choices(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/api/shops")
    visitor.press("Burton", asks=True)
    visitor.fetch("/api/wares?shop=s71&start=0", send={"kinds": [], "isNew": False})
    visitor.fetch("/api/choices?shop=s71", send={"kinds": [], "isNew": False})
    visitor.press(word, asks=True)
    for start in range(0, len(things(word)), SIZE):
        if start:
            visitor.press("next", asks=True)
        visitor.fetch(f"/api/wares?shop=s71&start={start}", send={"kinds": [{"v": word, "l": word}], "isNew": False})


REFINED = (
    Mechanism(
        "pages of what is left of a list",
        choices_site,
        browse_choices,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
)
