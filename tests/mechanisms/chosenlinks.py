"""What is chosen by a link: its address has a number that a script asks for, or it counts; what says its own class."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, data, html, of_kind, rows_of, things
from .paging import SHELL, plain

_SHELVES = {"Lamps & lights": ("lamp", "17"), "Ropes, old": ("rope", "305"), "Kettles of tin": ("kettle", "42")}
_STATES = {"lent": ("lamp", "1"), "lost": ("rope", "4"), "wanted": ("kettle", "2")}
_SIZE = 8

# Links of a page lead to pages that a script fills: it asks for the number in their addresses


def opened_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kinds = {number: kind for kind, number in _SHELVES.values()}
        if asked.path == "/":
            links = (f"<li><a href='/shelf/{number}'>{name}</a></li>" for name, (_, number) in _SHELVES.items())
            return html(f"<h1>Shelves</h1><ul>{''.join(links)}<li><a href='/shelf/new'>Add one</a></li></ul>")
        if not asked.path.startswith("/api/"):
            return html(SHELL)
        own = things(kinds.get(asked.path.split("/")[3], "none"))
        first = (int(asked.one("page", "1")) - 1) * _SIZE
        return data({"things": list(map(plain, own[first : first + _SIZE])), "pages": -(-len(own) // _SIZE)})

    return as_site(answer)


def browse_opened(visitor: Visitor, name: str) -> None:
    kind, number = _SHELVES[name]
    visitor.visit("/")
    visitor.click(f"/shelf/{number}", name)
    for page in range(1, -(-len(things(kind)) // _SIZE) + 1):
        visitor.fetch(f"/api/shelf/{number}/things/?{urlencode({'page': page})}")
        visitor.press("Next", asks=True)


def of_shelf(name: str) -> list[Row]:
    return rows_of(things(_SHELVES[name][0]))


# Links are pictures, and their addresses have a number and a readable name


def sluggish_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kinds = {number: kind for kind, number in _SHELVES.values()}
        if asked.path == "/":
            links = (
                f"<p><a href='/shelf/{number}/{kind}?from=start'><img src='/{number}.png' alt=''></a></p>"
                for kind, number in _SHELVES.values()
            )
            return html(f"<h1>Shelves</h1><ul>{''.join(links)}</ul>")
        own = things(kinds.get(asked.path.split("/")[2], "none"))
        rows = "".join(f"<li><b>{each.title}</b><i>{each.price}</i></li>" for each in own)
        return html(f"<h1>A shelf</h1><ul class=own>{rows}</ul>", status=200 if own else 404)

    return as_site(answer)


def browse_sluggish(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    numbers = dict(_SHELVES.values())
    visitor.visit(f"/shelf/{numbers[word]}/{word}", **{"from": "start"})


# Links that say how many there are of each state, whose addresses have its number


def states_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kinds = {number: kind for kind, number in _STATES.values()}
        links = "".join(
            f"<a href='?state={number}'><span class='tab'>\n {name} ({len(things(kind))})\n</span></a>"
            for name, (kind, number) in _STATES.items()
        )
        own = things(kinds.get(asked.one("state"), "none"))
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in own)
        return html(f"<input name=q><div>{links}</div><table>{rows}</table>")

    return as_site(answer)


def browse_states(visitor: Visitor, word: str) -> None:
    kind, number = _STATES[word]
    visitor.visit("/")
    visitor.click(f"/?state={number}", f"{word} ({len(things(kind))})")


def of_state(word: str) -> list[Row]:
    return rows_of(things(_STATES[word][0]))


# Rows with a name, and links that say how many there are of it: another number in each row


def counts_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kinds = {number: kind for kind, number in _SHELVES.values()}
        rows = "".join(
            f"<tr><td>{kind}</td><td><a href='/open?of={number}&s=new'>{int(number) % 7 + 3}</a></td></tr>"
            for number, kind in kinds.items()
        )
        if asked.path == "/":
            return html(f"<table class=all>{rows}</table>")
        if asked.path == "/open":
            return html(f"<p>Folder</p><a href='/all?of={asked.one('of')}&whole=1'>All of it</a>")
        own = things(kinds.get(asked.one("of"), "none"))
        return html(f"<ul class=own>{''.join(f'<li><b>{each.title}</b><i>{each.price}</i></li>' for each in own)}</ul>")

    return as_site(answer)


def browse_counts(visitor: Visitor, word: str) -> None:
    number = dict(_SHELVES.values())[word]
    visitor.visit("/")
    visitor.click(f"/open?of={number}&s=new", str(int(number) % 7 + 3))
    visitor.click(f"/all?of={number}&whole=1", "All of it")


# Rows that say their state, which is another one in each recording, in an element whose class says it, too


def labelled_site() -> Site:
    def answer(asked: Asked) -> Answer:
        state = asked.one("state")
        rows = (
            "".join(
                f"<div class='thing'><b class='title'>{each.title}</b> <i class='price'>{each.price}</i>"
                f"<span class='note'><span class='badge badge-{state}'>{state.title()}</span></span></div>"
                for each in things(_STATES[state][0])
            )
            if state
            else ""
        )
        options = "".join(f"<option>{word}</option>" for word in _STATES)
        return html(f"<form><select name=state>{options}</select></form><div id=all>{rows}</div>")

    return as_site(answer)


def browse_labelled(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("state", word, word)
    visitor.visit("/", state=word)


def labelled(word: str) -> list[Row]:
    return [(*row, word.title()) for row in of_state(word)]


_FIRST, _SECOND, _THIRD = _SHELVES
CHOSENLINKS: tuple[Any, ...] = (
    Mechanism(
        "a number in the address of a link that was opened",
        opened_site,
        browse_opened,
        ({"name": _FIRST}, {"name": _SECOND}),
        {"name": _THIRD},
        of_shelf,
    ),
    Mechanism(
        "a number before a readable name in an address",
        sluggish_site,
        browse_sluggish,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism(
        "a link that counts, with a number in its address",
        states_site,
        browse_states,
        ({"word": "lent"}, {"word": "lost"}),
        {"word": "wanted"},
        of_state,
    ),
    Mechanism(
        "a link that says how many there are in its row",
        counts_site,
        browse_counts,
        ({"word": "rope"}, {"word": "kettle"}),
        {"word": "lamp"},
        of_kind,
    ),
    Mechanism(
        "a state that its class says, too",
        labelled_site,
        browse_labelled,
        ({"word": "lent"}, {"word": "lost"}),
        {"word": "wanted"},
        labelled,
    ),
)
