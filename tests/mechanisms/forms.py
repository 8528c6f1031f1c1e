"""Forms: with the state of their page, over several pages, with facets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Keys, Site

from .mechanism import COLOURS, KINDS, Asked, Mechanism, Row, Visitor, as_site, html, of_kind, options, rows_of, things
from .paging import SIZE, card
from .sessions import redirected

_TWO = ({"word": "lamp", "pages": 2}, {"word": "rope", "pages": 3})
_THIRD = {"word": "kettle"}


def hidden(**fields: str) -> str:
    return "".join(f'<input type="hidden" name="{name}" id="{name}" value="{value}">' for name, value in fields.items())


def value_of(answer: Answer, name: str) -> str:
    body = (answer.body or b"").decode()
    found = re.search(rf'name="{re.escape(name)}"[^>]* value="([^"]*)"', body)
    return found[1] if found else ""


# The state of a page that is sent back with each press of a link


def state_site() -> Site:
    keys = Keys("viewstate")
    states: dict[str, tuple[str, int]] = {}

    def shown(word: str, page: int) -> Answer:
        key = keys.make() * 3
        states[key] = word, page
        count = -(-len(things(word)) // SIZE) if word else 0
        rows = "".join(
            f'<tr><td>{each.title}</td><td align="right">{each.price}</td></tr>'
            for each in things(word)[(page - 1) * SIZE : page * SIZE]
        )
        pager = "".join(
            f"<td>{number}</td>"
            if number == page
            else f"<td><a href=\"javascript:__doPostBack('ctl00$Main$Grid','Page${number}')\">{number}</a></td>"
            for number in range(1, count + 1)
        )
        table = f"<table id=Grid><tr><th>Title</th><th>Price</th></tr>{rows}</table>" if word else ""
        pager = f'<table class="pager"><tr>{pager}</tr></table>' if word else ""
        return html(
            '<form method="post" action="./Search.aspx" id="aspnetForm">'
            + hidden(__EVENTTARGET="", __EVENTARGUMENT="", __VIEWSTATE=key, __VIEWSTATEGENERATOR="CA0B0334")
            + f'<select name="ctl00$Main$Kind">{options(KINDS)}</select>'
            + '<input type="submit" name="ctl00$Main$Find" value="Find">'
            + f"{table}{pager}</form>"
        )

    def answer(asked: Asked) -> Answer:
        if asked.method == "GET":
            return shown("", 1)
        known = states.get(asked.one("__VIEWSTATE"))
        if known is None:
            return html("<h1>Validation of viewstate failed</h1>", status=500)
        if asked.one("ctl00$Main$Find"):
            return shown(asked.one("ctl00$Main$Kind"), 1)
        turned = re.fullmatch(r"Page\$(\d+)", asked.one("__EVENTARGUMENT"))
        return shown(known[0], int(turned[1])) if turned else shown(*known)

    return as_site(answer)


def browse_state(visitor: Visitor, word: str, pages: int) -> None:
    last = visitor.visit("/Search.aspx")

    def press(target: str, argument: str, **more: str) -> Answer:
        own = {
            "__EVENTTARGET": target,
            "__EVENTARGUMENT": argument,
            "__VIEWSTATE": value_of(last, "__VIEWSTATE"),
            "__VIEWSTATEGENERATOR": "CA0B0334",
            "ctl00$Main$Kind": word,
        }
        return visitor.submit("/Search.aspx", **own, **more)

    last = press("", "", **{"ctl00$Main$Find": "Find"})
    for number in range(2, pages + 1):
        last = press("ctl00$Main$Grid", f"Page${number}")


# Forms over several pages, whose fields carry what was given before


def carried_site() -> Site:
    keys = Keys("step")

    def answer(asked: Asked) -> Answer:
        if asked.path == "/wizard/2" and asked.method == "POST":
            fields = hidden(kind=asked.one("kind"), step_token=keys.make())
            choice = f'<select name="colour">{options(COLOURS)}</select>'
            return html(f'<form method="post" action="/wizard/3">{fields}{choice}</form>')
        if asked.path == "/wizard/3":
            if asked.one("step_token") not in keys.given:
                return redirected("/wizard/1")
            own = [each for each in things(asked.one("kind")) if asked.one("colour") in each.tags]
            return html(f"<h1>Found</h1><ul>{''.join(map(card, own))}</ul>")
        return html(f'<form method="post" action="/wizard/2"><select name="kind">{options(KINDS)}</select></form>')

    return as_site(answer)


def browse_carried(visitor: Visitor, word: str, colour: str) -> None:
    visitor.visit("/wizard/1")
    second = visitor.submit("/wizard/2", kind=word)
    token = value_of(second, "step_token")
    visitor.submit("/wizard/3", kind=value_of(second, "kind"), step_token=token, colour=colour)


# Forms over several pages, whose answers the session keeps


def kept_site() -> Site:
    sessions = Keys("wizard")
    kept: dict[str, dict[str, str]] = {}

    def answer(asked: Asked) -> Answer:
        own = asked.cookies.get("wizard", "")
        if own not in kept:
            if asked.path != "/wizard/1":
                return redirected("/wizard/1")
            own = sessions.make()
            kept[own] = {}
        if asked.method == "POST":
            kept[own] |= {name: values[0] for name, values in asked.form.items()}
            return redirected({"/wizard/1": "/wizard/2", "/wizard/2": "/wizard/found"}[asked.path])
        if asked.path == "/wizard/2":
            return html(
                f'<form method="post" action="/wizard/2"><select name="colour">{options(COLOURS)}</select></form>'
            )
        if asked.path == "/wizard/found":
            given = kept[own]
            fit = [each for each in things(given.get("kind", "none")) if given.get("colour") in each.tags]
            return html(f"<h1>Found</h1><ul>{''.join(map(card, fit))}</ul>")
        form = f'<form method="post" action="/wizard/1"><select name="kind">{options(KINDS)}</select></form>'
        return html(form, cookies={"wizard": own})

    return as_site(answer)


def browse_kept(visitor: Visitor, word: str, colour: str) -> None:
    visitor.visit("/wizard/1")
    visitor.submit("/wizard/1", kind=word)
    visitor.submit("/wizard/2", colour=colour)


def coloured(word: str, colour: str) -> Sequence[Row]:
    return rows_of([each for each in things(word) if colour in each.tags])


_STEPS = ({"word": "lamp", "colour": "red"}, {"word": "rope", "colour": "blue"})
_LAST_STEP = {"word": "kettle", "colour": "white"}


# A search with facets


def facets(name: str) -> Site:
    def answer(asked: Asked) -> Answer:
        chosen = asked.query.get(name, [])
        own = [each for each in things(asked.one("q")) if set(chosen) <= set(each.tags)]
        boxes = "".join(
            f'<label><input type="checkbox" name="{name}" value="{each}">{each}</label>' for each in COLOURS
        )
        form = (
            f'<form action="/search"><input name="q"><select name="sort"><option>name</option></select>{boxes}</form>'
        )
        return html(form + (f"<ul>{''.join(map(card, own))}</ul>" if asked.path == "/search" else ""))

    return as_site(answer)


def browse_facets(name: str, visitor: Visitor, word: str, first: str, second: str) -> None:
    visitor.visit("/")
    visitor.visit("/search", q=word, sort="name", **{name: [first, second]})


def of_both(word: str, first: str, second: str) -> Sequence[Row]:
    return rows_of([each for each in things(word) if {first, second} <= set(each.tags)])


_FACETS = ({"word": "lamp", "first": "red", "second": "green"}, {"word": "rope", "first": "blue", "second": "white"})
_OTHERS = {"word": "kettle", "first": "red", "second": "blue"}


FORMS = (
    Mechanism("view state", state_site, browse_state, _TWO, _THIRD, of_kind),
    Mechanism("steps with hidden fields", carried_site, browse_carried, _STEPS, _LAST_STEP, coloured),
    Mechanism("steps in a session", kept_site, browse_kept, _STEPS, _LAST_STEP, coloured),
    Mechanism(
        "facets with one key",
        lambda: facets("colour"),
        lambda visitor, **given: browse_facets("colour", visitor, **given),
        _FACETS,
        _OTHERS,
        of_both,
    ),
    Mechanism(
        "facets in brackets",
        lambda: facets("colour[]"),
        lambda visitor, **given: browse_facets("colour[]", visitor, **given),
        _FACETS,
        _OTHERS,
        of_both,
    ),
)
