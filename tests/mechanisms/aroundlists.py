"""What stands around a list: a page before with its newest rows, and a box about it that is built as they are."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, html, of_kind, things

_SIZE = 8
_LATEST = 4


def _rows(found: list[Thing]) -> str:
    return "".join(
        f'<div class="box thing"><a href="/things/{each.number}">{each.title}</a> <i>{each.price}</i>'
        f"<b>{each.tags[0]}</b><u>No. {each.number}</u></div>"
        for each in found
    )


def _pages(path: str, kind: str, asked: Asked, above: str = "") -> Answer:
    """A page of a list, with the numbers of all."""
    own, page = things(kind), int(asked.one("page", "1"))
    links = "".join(f'<a href="{path}?page={n}">{n}</a> ' for n in range(1, -(-len(own) // _SIZE) + 1))
    return html(f"<h1>All</h1>{above}{_rows(own[(page - 1) * _SIZE : page * _SIZE])}<nav class=pager>{links}</nav>")


def _shelf(kind: str) -> str:
    """All of a shelf is its link."""
    return (
        f'<a href="/hall/{kind}-ware/"><div><b>Our {kind}s</b></div>'
        f"<div><i>{len(things(kind)) * 7 + len(kind)} lent</i> <u>since {len(kind)} May</u></div></a>"
    )


def _newest_site() -> Site:
    def answer(asked: Asked) -> Answer:
        steps = asked.path.strip("/").split("/")
        kind = steps[-1].removesuffix("-ware") if steps[0] == "hall" else ""
        if steps[-1] == "all":
            return _pages(asked.path, steps[1].removesuffix("-ware"), asked)
        if kind not in KINDS:
            return html("".join(f"<div class=shelf>{_shelf(each)}</div>" for each in KINDS))
        latest = f"<h2>Latest</h2>{_rows(things(kind)[:_LATEST])}"
        return html(f'<h1>Shelf</h1><p><a href="{asked.path}all/">All</a></p>{latest}')

    return as_site(answer)


def _turn_behind_newest(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    kind = word.removeprefix("Our ").removesuffix("s")
    path = f"/hall/{kind}-ware/"
    visitor.click(path, f"{word} {len(things(kind)) * 7 + len(kind)} lent since {len(kind)} May")
    visitor.click(f"{path}all/", "All")
    for page in (2, 3):
        visitor.click(f"{path}all/?page={page}", str(page))


def _of_ware(word: str) -> Sequence[Row]:
    return of_kind(word.removeprefix("Our ").removesuffix("s"))


def _boxed_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kind = asked.path.strip("/")
        if kind not in KINDS:
            return html("".join(f'<p><a href="/{each}">{each}</a></p>' for each in KINDS))
        return _pages(f"/{kind}", kind, asked, f"<div class=box><i>All things of kind {kind}</i></div>")

    return as_site(answer)


def _turn_below_box(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/{word}", word)
    for page in (2, 3):
        visitor.click(f"/{word}?page={page}", str(page))


def _begun_site() -> Site:
    """Each page of rows at the address of the first one, with nothing around those of further ones."""

    def answer(asked: Asked) -> Answer:
        own, page = things(asked.path.strip("/") or "none"), int(asked.one("page", "1"))
        shown = _rows(own[(page - 1) * _SIZE : page * _SIZE])
        return html(shown if page > 1 else f"<main>{shown}</main><button>More</button>")

    return as_site(answer)


def _load_more(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/{word}")
    for page in (2, 3):
        visitor.press("More", asks=True)
        visitor.fetch(f"/{word}?page={page}", X_Requested_With="XMLHttpRequest")


_TWO = ({"word": "lamp"}, {"word": "rope"})
_OTHER = {"word": "kettle"}
_WARE = {"word": "Our lamps"}, {"word": "Our ropes"}

AROUNDLISTS = (
    Mechanism(
        "a page with the newest rows before the list",
        _newest_site,
        _turn_behind_newest,
        _WARE,
        {"word": "Our kettles"},
        _of_ware,
    ),
    Mechanism("a box about the list above its rows", _boxed_site, _turn_below_box, _TWO, _OTHER, of_kind),
    Mechanism("a page with the first rows, and scripts that add", _begun_site, _load_more, _TWO, _OTHER, of_kind),
)
