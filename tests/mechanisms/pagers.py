"""Pagers whose links have other places where there are more pages: recorded with few, run with many."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from urllib.parse import quote

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Thing, Visitor, as_site, html, rows_of, things

SIZE = 6
_FEW = {"lamp": 18, "rope": 18, "kettle": 50}
"""How many things there are of each kind: three pages are recorded, nine are there."""
Pager = Callable[[int, int, Callable[[int], str]], str]
"""The markup of a pager by the number of its page, of the last page, and by what gives the address of a page."""


def _own(word: str) -> list[Thing]:
    return things(word, _FEW.get(word, 0))


def _key(word: str, number: int) -> str:
    """Nothing that could be counted on."""
    return sha256(f"{word} {number}".encode()).hexdigest()[:10]


def _pages(word: str) -> int:
    return -(-len(_own(word)) // SIZE)


def _address(word: str, number: int) -> str:
    return f"/shelf/{quote(word)}" + (f"?from={_key(word, number)}" if number > 1 else "")


_ROW = "<article><h3>{0.title}</h3><em>{0.price}</em></article>"
_KEYED = (
    '<article class="fold fold-{0.number}"><h3>{0.title}</h3><em class="cost of-{0.number}">{0.price}</em></article>'
)
"""A row whose classes hold its key, as those have that a script folds up."""


def site_with(pager: Pager, row: str = _ROW) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word = asked.path.removeprefix("/shelf/")
        if word not in KINDS:
            return html("".join(f'<p><a href="/shelf/{name}">{name}</a></p>' for name in KINDS))
        last, given = _pages(word), asked.one("from")
        number = next((each for each in range(1, last + 1) if _key(word, each) == given), 1)
        own = _own(word)[(number - 1) * SIZE : number * SIZE]
        rows = "".join(map(row.format, own))
        turn = pager(number, last, lambda page: _address(word, page))
        return html(f'<h1>Shelf</h1><section class="goods">{rows}</section><nav>{turn}</nav>')

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    for number in range(1, _pages(word) + 1):
        visitor.click(_address(word, number), word if number == 1 else "on")


def records(word: str) -> list[Row]:
    return rows_of(_own(word))


def _numbers(number: int, last: int, address: Callable[[int], str], current: str) -> list[str]:
    """A link for each page; *current*: what this page is instead."""
    return [
        current.format(page) if page == number else f'<a href="{address(page)}">{page}</a>'
        for page in range(1, last + 1)
    ]


def words(number: int, last: int, address: Callable[[int], str]) -> str:
    """Words at both ends, which lead to the beginning where there is nothing more."""
    ends = [
        ("Earlier", number - 1),
        *((str(page), page) for page in range(1, last + 1)),
        ("Onwards to later", number + 1),
    ]
    return "".join(
        f'<li class="turn{" off" if not 1 <= page <= last else ""}">'
        f'<a href="{address(page) if 1 <= page <= last else address(1).partition("?")[0] + "?size="}">{text}</a></li>'
        for text, page in ends
    )


def marked(number: int, last: int, address: Callable[[int], str]) -> str:
    """Numbers alone, of which this page's is marked."""
    return "".join(
        f'<li class="nr{" active" * (page == number)}"><a href="{address(page)}">{page}</a></li>'
        for page in range(1, last + 1)
    )


def plain(number: int, last: int, address: Callable[[int], str]) -> str:
    """Numbers alone, of which this page's is no link."""
    return " ".join(_numbers(number, last, address, "<b>{}</b>"))


def alike(number: int, last: int, address: Callable[[int], str]) -> str:
    """Numbers alone, all of them links."""
    return " ".join(_numbers(number, last, address, f'<a href="{address(number)}">{{}}</a>'))


def current(number: int, last: int, address: Callable[[int], str]) -> str:
    """Numbers alone, of which this page's says to those who cannot see it that it is the current one."""
    return "".join(f"<li>{each}</li>" for each in _numbers(number, last, address, '<a aria-current="page">{}</a>'))


def field(number: int, last: int, address: Callable[[int], str]) -> str:
    """Numbers alone, of which this page's is a field to give another one in."""
    return "".join(_numbers(number, last, address, '<input type="number" class="nr" name="nr" value="{}">'))


def pictures(number: int, last: int, address: Callable[[int], str]) -> str:
    """Numbers between two arrows that are pictures."""
    arrows = [
        f'<a class="step" href="{address(page)}"><i class="arrow-{way}"></i></a>' if 1 <= page <= last else ""
        for way, page in (("left", number - 1), ("right", number + 1))
    ]
    numbers = [f'<a class="step" href="{address(page)}">{page}</a>' for page in range(1, last + 1)]
    return "".join([arrows[0], *numbers, arrows[1]])


def glued(number: int, last: int, address: Callable[[int], str]) -> str:
    """Words with no-break spaces behind them, each in a place of the layout."""
    ends = (("start", "Previous", number - 1), ("end", "Next", number + 1))
    links = [
        (side, f'<a class=btn href="{address(page)}">{text}&nbsp;&nbsp;<i></i></a>' if 1 <= page <= last else "")
        for side, text, page in ends
    ]
    return "".join(f'<div class="col-6 text-{side}">{link}</div>' for side, link in links)


def _mechanism(name: str, pager: Pager, row: str = _ROW) -> Mechanism:
    return Mechanism(
        name, site_with(pager, row), browse, ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}, records
    )


PAGERS = (
    _mechanism("pager with words at its ends", words),
    _mechanism("pager of numbers with a mark", marked),
    _mechanism("pager of numbers with a gap", plain),
    _mechanism("pager of numbers with a current one", current),
    _mechanism("pager of numbers with a field", field),
    _mechanism("pager with arrows as pictures", pictures),
    _mechanism("pager with no-break spaces in its words", glued),
    _mechanism("pager of numbers below rows with keys as classes", plain, _KEYED),
)
UNMARKED = (_mechanism("pager of numbers that are all alike", alike),)
