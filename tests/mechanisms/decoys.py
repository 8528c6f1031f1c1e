"""Pages that show something else as records, or otherwise for other words, so that a wrong tree looks right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Thing, Visitor, as_site, html, rows_of, things

FORM = '<form action="/find"><input name="q"><button>Go</button></form>'
_COUNT = {"lamp": 9, "rope": 7, "kettle": 12}
_EVERY = [each for kind in KINDS for each in things(kind, 20)]
_Body = Callable[[Sequence[Thing], str], str]


def own(word: str) -> list[Thing]:
    return things(word, _COUNT.get(word, 0))


def holding(word: str) -> list[Thing]:
    return [each for each in _EVERY if word.lower() in each.title.lower()]


def card(thing: Thing, more: str = "") -> str:
    return f'<div class="card"><h4><a href="/t/{thing.number}">{thing.title}</a></h4>{more}<b>{thing.price}</b></div>'


def cards(found: Sequence[Thing]) -> str:
    return "".join(map(card, found))


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/find", q=word)


def site(body: _Body, find: Callable[[str], list[Thing]]) -> Site:
    def answer(asked: Asked) -> Answer:
        word = asked.one("q")
        return html(FORM + (body(find(word), word) if asked.path == "/find" else "<p>Welcome</p>"))

    return as_site(answer)


# Beside what was found


def promoted(found: Sequence[Thing], word: str) -> str:
    label = f'<div class="card promoted"><h4>All about a {word}</h4><b>9.00</b><i>Ad</i></div>'
    return "".join(f"{card(each)}{label if number % 4 == 1 else ''}" for number, each in enumerate(found))


def similar(found: Sequence[Thing], word: str) -> str:
    others = [each for kind in KINDS if kind != word for each in things(kind, 3)]
    return f"<div>{cards(found)}<h3>Similar</h3>{cards(others)}</div>"


def headed_again(found: Sequence[Thing], _: str) -> str:
    head = "<tr><td>Name</td><td>Price</td></tr>"
    rows = (f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found)
    return f"<table>{''.join(head * (number % 5 == 0) + row for number, row in enumerate(rows))}</table>"


def ended(found: Sequence[Thing], _: str) -> str:
    return f"<div>{cards(found)}<div class='card'><h4><a href='#'>End of list</a></h4><b>Back to top</b></div></div>"


def of_the_day() -> Site:
    asked_before: list[str] = []

    def answer(found: Sequence[Thing], word: str) -> str:
        asked_before.append(word)
        return f"<div>{card(_EVERY[len(asked_before) * 7 % len(_EVERY)])}{cards(found)}</div>"

    return site(answer, own)


# Otherwise for other words


def popular(found: Sequence[Thing], _: str) -> str:
    return f"<div>{cards(found or _EVERY[::9])}</div>"


def shown_in_part(found: Sequence[Thing], word: str) -> str:
    more = f'<p><a href="/find?q={word}&amp;all=1">Show all {len(found)}</a></p>' if len(found) > 10 else ""
    return f"<div>{cards(found[:10])}</div>{more}"


def with_old_prices(found: Sequence[Thing], _: str) -> str:
    def told(each: Thing) -> str:
        old = "" if each.kind == "lamp" else "<span>was 99.00</span>"
        return f"<div class='it'><b>{each.title}</b>{old}<span>{each.price}</span></div>"

    return "".join(map(told, found))


def one_at_once() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/find":
            found = holding(asked.one("q"))
            if len(found) == 1:
                return Answer(302, "", (("Location", f"/t/{found[0].number}"),), b"")
            return html(f"{FORM}<div>{cards(found)}</div>")
        shown = next((each for each in _EVERY if asked.path == f"/t/{each.number}"), None)
        return html(FORM + (f"<h1>{shown.title}</h1><p>{shown.price}</p>" if shown else ""))

    return as_site(answer)


# Pages on the way


def with_details(detail: Callable[[Thing, Asked], str]) -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/find":
            links = (f'<li><a href="/t/{each.number}">{each.title}</a></li>' for each in own(asked.one("q")))
            return html(f'{FORM}<ul class="hits">{"".join(links)}</ul>')
        shown = next((each for kind in KINDS for each in own(kind) if asked.path == f"/t/{each.number}"), None)
        return html(detail(shown, asked)) if shown else html(FORM)

    return as_site(answer)


def tabs(thing: Thing, asked: Asked) -> str:
    facts = (
        f"<table><tr><th>Price</th><td>{thing.price}</td></tr><tr><th>Colour</th><td>{thing.tags[0]}</td></tr></table>"
    )
    links = "".join(f'<li><a href="/t/{thing.number}?tab={tab}">{tab.title()}</a></li>' for tab in ("text", "facts"))
    shown = facts if asked.one("tab") == "facts" else f"<p>About {thing.tags[0]} things</p>"
    return f'<h1>{thing.title}</h1><ul class="tabs">{links}</ul>{shown}'


def gone(thing: Thing, _: Asked) -> str:
    if own(thing.kind).index(thing) % 6 == 5:
        return f'{FORM}<h1>Not available</h1><p class="price">Sorry, this is gone</p>'
    return f'{FORM}<h1>{thing.title}</h1><p class="price">{thing.price}</p><p class="text">Of {thing.tags[0]}</p>'


def browse_details(visitor: Visitor, word: str, tab: str = "") -> None:
    visitor.visit("/")
    for number in (0, 2, 3):
        thing = own(word)[number]
        visitor.visit("/find", q=word)
        visitor.click(f"/t/{thing.number}", thing.title)
        if tab:
            visitor.click(f"/t/{thing.number}?tab={tab}", tab.title())


_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_WORDS: Any = ({"word": "amber"}, {"word": "noble"})


def _found(name: str, body: _Body) -> Mechanism:
    return Mechanism(name, partial(site, body, own), browse, _TWO, {"word": "kettle"}, lambda word: rows_of(own(word)))


def _held(name: str, body: _Body, inputs: Any = _WORDS) -> Mechanism:
    rows: Any = lambda word: rows_of(holding(word))  # noqa: E731 - one of several functions of a mechanism
    return Mechanism(name, partial(site, body, holding), browse, inputs, {"word": "kettle"}, rows)


TOLD = (
    _found("advertisements among the rows", promoted),
    _found("similar things below what was found", similar),
)
"""Those that say what they are."""
DECOYS = (
    _found("the head of a table every five rows", headed_again),
    _found("a last row that ends the list", ended),
    Mechanism("a thing of the day", of_the_day, browse, _TWO, {"word": "kettle"}, lambda word: rows_of(own(word))),
    _found("popular things where nothing was found", popular),
    _held("ten of more, with a link to all", shown_in_part),
    _held("old prices beside other things", with_old_prices, ({"word": "lamp from"}, {"word": "lamp of"})),
    Mechanism(
        "one hit that is shown at once",
        one_at_once,
        browse,
        _WORDS,
        {"word": "kettle"},
        lambda word: rows_of(holding(word)),
    ),
    Mechanism(
        "all tabs of details",
        partial(with_details, tabs),
        partial(browse_details, tab="facts"),
        _TWO,
        {"word": "kettle"},
        lambda word: rows_of(own(word)),
    ),
    Mechanism(
        "details that are gone",
        partial(with_details, gone),
        browse_details,
        _TWO,
        {"word": "kettle"},
        lambda word: rows_of([each for number, each in enumerate(own(word)) if number % 6 != 5]),
    ),
)
