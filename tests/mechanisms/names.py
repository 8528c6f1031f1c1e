"""What is chosen by a name, and asked for by its number: a list of choices, and links."""

from __future__ import annotations

from functools import partial

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, html, of_kind, things

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
_NUMBERS = {"kettle": "31", "lamp": "12", "rope": "57"}


def _listed(number: str) -> str:
    word = next((name for name, own in _NUMBERS.items() if own == number), None)
    cards = (f'<li class="card"><b>{thing.title}</b> <i>{thing.price}</i></li>' for thing in things(word or "none"))
    return f"<ul>{''.join(cards)}</ul>"


def choice_site() -> Site:
    def answer(asked: Asked) -> Answer:
        options = "".join(f'<option value="{number}">{name}</option>' for name, number in _NUMBERS.items())
        choices = f'<select name="kind"><option value="">------</option>{options}</select>'
        form = f'<form action="/list">{choices}<button>Show</button></form>'
        return html(form + _listed(asked.one("kind")) if asked.path == "/list" else form)

    return as_site(answer)


def browse_choice(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", _NUMBERS[word], word)
    visitor.visit("/list", kind=_NUMBERS[word])


def radio_site(label: str) -> Site:
    def answer(asked: Asked) -> Answer:
        buttons = "".join(label.format(name=name, number=number) for name, number in _NUMBERS.items())
        form = f'<form action="/list">{buttons}<button>Show</button></form>'
        return html(form + _listed(asked.one("kind")) if asked.path == "/list" else form)

    return as_site(answer)


def browse_radio(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.pick("kind", _NUMBERS[word], word)
    visitor.visit("/list", kind=_NUMBERS[word])


_AROUND = '<label><input type="radio" name="kind" value="{number}"> {name}</label>'
_BESIDE = '<input type="radio" name="kind" id="k{number}" value="{number}"><label for="k{number}">{name}</label>'


def link_site() -> Site:
    def answer(asked: Asked) -> Answer:
        links = "".join(f'<p class="kind"><a href="/kinds/{_NUMBERS[name]}">{name}</a></p>' for name in KINDS)
        return html(_listed(asked.path.rpartition("/")[2]) if asked.path.startswith("/kinds/") else links)

    return as_site(answer)


def browse_link(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/kinds/{_NUMBERS[word]}", word)


def narrowed_site() -> Site:
    """A list of all, page by page, which a choice narrows."""

    def answer(asked: Asked) -> Answer:
        options = "".join(f'<option value="{number}">{name}</option>' for name, number in _NUMBERS.items())
        form = f'<form><select name="kind"><option value="0">All</option>{options}</select></form>'
        kind, number = asked.one("kind", "0"), int(asked.one("paged", "1"))
        word = next((name for name, own in _NUMBERS.items() if own == kind), "")
        own = things(word)[(number - 1) * _SIZE :]
        cards = "".join(f'<li class="card"><b>{each.title}</b> <i>{each.price}</i></li>' for each in own[:_SIZE])
        asked_for = f"kind={kind}&amp;" if word else ""
        after = f'<a class="next" href="/list?{asked_for}paged={number + 1}">Next</a>'
        return html(f'{form}<ul class="cards">{cards}</ul>{after if own[_SIZE:] else ""}')

    return as_site(answer)


def browse_narrowed(visitor: Visitor, word: str) -> None:
    visitor.visit("/list")
    visitor.choose("kind", _NUMBERS[word], word)
    for number in (1, 2, 3):
        visitor.visit("/list", kind=_NUMBERS[word], paged=number)


NAMES = (
    Mechanism("a list narrowed by name", narrowed_site, browse_narrowed, _TWO, _THIRD, of_kind),
    Mechanism("a choice by name", choice_site, browse_choice, _TWO, _THIRD, of_kind),
    Mechanism("a button by its label", partial(radio_site, _AROUND), browse_radio, _TWO, _THIRD, of_kind),
    Mechanism("a button by the label beside", partial(radio_site, _BESIDE), browse_radio, _TWO, _THIRD, of_kind),
    Mechanism("a link by name", link_site, browse_link, _TWO, _THIRD, of_kind),
)
