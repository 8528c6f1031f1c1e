"""Pages about one thing of which the recorded ones have one value where others have several, or one elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, html, things

_SHOWN = 9
_WRITERS = ("Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida")
_Page = Callable[[Thing, Sequence[str]], str]


def _writers(thing: Thing) -> list[str]:
    """The first two of a kind have one."""
    place = things(thing.kind).index(thing)
    return [_WRITERS[place % 9], *([_WRITERS[(place + 4) % 9]] if place > 1 else [])]


def in_entries(thing: Thing, writers: Sequence[str]) -> str:
    entries = "".join(f"<li><span class=writer>{name}</span></li>" for name in writers)
    return f"<h1>{thing.title}</h1><ul class=writers>{entries}</ul>"


def in_cells(thing: Thing, writers: Sequence[str]) -> str:
    rows = "".join(f"<tr><th>Writer</th><td>{name}</td></tr>" for name in writers)
    return f"<h1>{thing.title}</h1><table>{rows}<tr><th>Price</th><td>{thing.price}</td></tr></table>"


def in_terms(thing: Thing, writers: Sequence[str]) -> str:
    meant = "".join(f"<dd>{name}</dd>" for name in writers)
    return f"<h1>{thing.title}</h1><dl><dt>Writer</dt>{meant}<dt>Price</dt><dd>{thing.price}</dd></dl>"


def in_one_line(thing: Thing, writers: Sequence[str]) -> str:
    links = ", ".join(f"<a href='/writer/{name}'>{name}</a>" for name in writers)
    return f"<h1>{thing.title}</h1><div class=facts>{links}</div>"


def below_a_deal(thing: Thing, writers: Sequence[str]) -> str:
    deal = "<div class=deal>Deal: <b class=price>0.99</b></div>" if len(writers) > 1 else ""
    return f"{deal}<main><h1>{thing.title}</h1><p><span>Price:</span> <b class=price>{thing.price}</b></p></main>"


def site_of(page: _Page) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        _, _, key = asked.path.rpartition("/")
        if asked.path.startswith("/thing/"):
            thing = next(each for each in things() if str(each.number) == key)
            return html(page(thing, _writers(thing)))
        if asked.path.startswith("/shelf/"):
            rows = (f"<li><a href='/thing/{each.number}'>{each.title}</a></li>" for each in things(key)[:_SHOWN])
            return html(f"<ul class=own>{''.join(rows)}</ul>")
        return html("".join(f"<p><a href='/shelf/{kind}'>{kind}</a></p>" for kind in KINDS))

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    one, other = things(word)[:2]
    visitor.visit("/")
    visitor.click(f"/shelf/{word}", word)
    visitor.click(f"/thing/{one.number}", one.title)
    visitor.click(f"/shelf/{word}", "back")
    visitor.click(f"/thing/{other.number}", other.title)


def with_writers(word: str) -> list[Row]:
    return [(each.title, *_writers(each)) for each in things(word)[:_SHOWN]]


def with_prices(word: str) -> list[Row]:
    return [(each.title, each.price) for each in things(word)[:_SHOWN]]


_SHOWN_SO: dict[str, tuple[_Page, Callable[[str], list[Row]]]] = {
    "writers in entries, one on the recorded pages": (in_entries, with_writers),
    "writers in rows of their own": (in_cells, with_writers),
    "writers behind one term": (in_terms, with_writers),
    "writers in one line": (in_one_line, with_writers),
    "a price in a box above other pages": (below_a_deal, with_prices),
}
SEVERAL_VALUES = tuple(
    Mechanism(name, site_of(page), browse, ({"word": "rope"}, {"word": "kettle"}), {"word": "lamp"}, rows)
    for name, (page, rows) in _SHOWN_SO.items()
)
