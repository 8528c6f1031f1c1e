"""Tables whose cells stand for several rows, and groups of rows below a heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tests.pure_site import Site

from .mechanism import COLOURS, Mechanism, Row, Thing, Visitor, as_site, html, things

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_HEADS = "<tr><th>Colour</th><th>Title</th><th>Price</th></tr>"


def _by_colour(word: str) -> dict[str, list[Thing]]:
    own = {colour: [each for each in things(word) if each.tags[0] == colour] for colour in COLOURS}
    own["white"] = own["white"][: len(word) - 3]  # as many as no other group has
    return own


def of_groups(word: str) -> list[Row]:
    return [(colour, each.title, each.price) for colour, own in _by_colour(word).items() for each in own]


# A cell before its rows, one before and one behind them, two within each other


def _first(word: str) -> Iterator[str]:
    yield f"<table>{_HEADS}"
    for colour, own in _by_colour(word).items():
        for place, each in enumerate(own):
            head = f'<td rowspan="{len(own)}">{colour}</td>' if not place else ""
            yield f'<tr>{head}<td><a href="/thing/{each.number}">{each.title}</a></td><td>{each.price}</td></tr>'
    yield "</table>"


def _around(word: str) -> Iterator[str]:
    yield "<table><tr><th>Colour</th><th>Title</th><th>Price</th><th>How many</th></tr>"
    for colour, own in _by_colour(word).items():
        for place, each in enumerate(own):
            head = f'<td rowspan="{len(own)}">{colour}</td>' if not place else ""
            count = f'<td rowspan="{len(own)}">{len(own)} in all</td>' if not place else ""
            yield f"<tr>{head}<td>{each.title}</td><td>{each.price}</td>{count}</tr>"
    yield "</table>"


def of_counted(word: str) -> list[Row]:
    return [
        (colour, each.title, each.price, f"{len(own)} in all")
        for colour, own in _by_colour(word).items()
        for each in own
    ]


def _nested(word: str) -> Iterator[str]:
    yield "<table><tr><th>Colour</th><th>Half</th><th>Title</th><th>Price</th></tr>"
    for colour, own in _by_colour(word).items():
        half = (len(own) + 1) // 2
        for place, each in enumerate(own):
            outer = f'<td rowspan="{len(own)}">{colour}</td>' if not place else ""
            span = half if not place else len(own) - half
            inner = f'<td rowspan="{span}">{colour} {place}</td>' if place in (0, half) else ""
            yield f"<tr>{outer}{inner}<td>{each.title}</td><td>{each.price}</td></tr>"
    yield "</table>"


def of_halves(word: str) -> list[Row]:
    return [
        (colour, f"{colour} {0 if place < (len(own) + 1) // 2 else (len(own) + 1) // 2}", each.title, each.price)
        for colour, own in _by_colour(word).items()
        for place, each in enumerate(own)
    ]


# Headings above lists, and lines within a table


def _headed(word: str) -> Iterator[str]:
    for colour, own in _by_colour(word).items():
        rows = "".join(f"<li><b>{each.title}</b> <i>{each.price}</i></li>" for each in own)
        yield f"<h2>{colour}</h2><ul class=entries>{rows}</ul>"


def _parted(word: str) -> Iterator[str]:
    for colour, own in _by_colour(word).items():
        rows = "".join(f"<p class=entry><b>{each.title}</b> <i>{each.price}</i></p>" for each in own)
        yield f"<section><h3>{colour}</h3><div>{rows}</div></section>"


def _lined(word: str) -> Iterator[str]:
    yield "<table>"
    for colour, own in _by_colour(word).items():
        yield f'<tr><td colspan="2">{colour}</td></tr>'
        yield from (f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in own)
    yield "</table>"


def _in_levels(word: str) -> Iterator[str]:
    yield "<table><tr><th>Title</th><th>Price</th></tr>"
    for colour, own in _by_colour(word).items():
        yield f'<tr class="chapter"><td colspan="2"><h3 class="title">{colour}</h3></td></tr>'
        for place, each in enumerate(own):
            if not place % 2:
                yield f'<tr class="part"><td colspan="2"><span class="tag">Part of {each.number}</span></td></tr>'
            yield f'<tr><td><b class="name">{each.title}</b></td><td><span class="tag">{each.price}</span></td></tr>'
    yield "</table>"


def untold_groups(word: str) -> list[Row]:
    return [(each.title, each.price) for own in _by_colour(word).values() for each in own]


def grouped_site(parts: Callable[[str], Iterator[str]]) -> Callable[[], Site]:
    return lambda: as_site(lambda asked: html(f"<h1>Things</h1>{''.join(parts(asked.one('word')))}"))


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)


def _mechanism(
    name: str, parts: Callable[[str], Iterator[str]], records: Callable[..., Sequence[Row]] = of_groups
) -> Mechanism:
    return Mechanism(name, grouped_site(parts), browse, _TWO, _THIRD, records)


SPANNED = (
    _mechanism("a cell for several rows", _first),
    _mechanism("cells for several rows around them", _around, of_counted),
    _mechanism("cells for several rows in each other", _nested, of_halves),
    _mechanism("headings above lists", _headed),
    _mechanism("headings of sections", _parted),
    _mechanism("lines that head rows of a table", _lined),
    _mechanism("lines that head lines that head rows", _in_levels, untold_groups),
)
