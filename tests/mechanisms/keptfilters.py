"""A filter that is posted once and kept by the session: the pages of its list say nothing of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Keys, Site

from .forms import hidden, value_of
from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, html, of_kind, things
from .sessions import redirected

_SIZE = 8
_FIELD = "view[boats][records][0][columns]"


def site() -> Site:
    sessions, tokens = Keys("sid"), Keys("csrf")
    chosen: dict[str, str] = {}
    all_of_them = [each for group in zip(*map(things, KINDS), strict=True) for each in group]

    def listed(own: str, page: int) -> Answer:
        found = [each for each in all_of_them if chosen.get(own, "") in each.title]
        rows = "".join(
            f'<tr><td><a href="/boats/{each.number}">{each.title}</a></td><td>{each.price}</td></tr>'
            for each in found[(page - 1) * _SIZE : page * _SIZE]
        )
        further = f'<a href="/boats/?p={page + 1}">›</a>' if len(found) > page * _SIZE else ""
        fields = f'{hidden(_csrf=tokens.make())}<input name="title"><button name="find">Find</button>'
        form = f'<form action="/boats" method="post">{fields}</form>'
        return html(f"<h2>Boats</h2>{form}<table class=boats><tbody>{rows}</tbody></table><p>{further}</p>")

    def answer(asked: Asked) -> Answer:
        own = asked.cookies.get("sid", "")
        if asked.path == "/login":
            if asked.method == "POST" and asked.one("_csrf") in tokens.given:
                return redirected("/", sid=sessions.make())
            fields = f'{hidden(_csrf=tokens.make())}<input name="name"><input type="password" name="secret">'
            return html(f'<form action="/login" method="post">{fields}<button>Log in</button></form>')
        if own not in sessions.given:
            return redirected("/login")
        if asked.path == "/":
            return html('<ul><li><a href="/boats">Boats</a></li></ul>')
        if asked.method == "POST" and asked.path == "/boats":
            if asked.one("_csrf") not in tokens.given or "find" not in asked.form:
                return html("<h1>Nothing to do</h1>", status=500)
            chosen[own] = asked.one("title")
        if detail := re.fullmatch(r"/boats/(\d+)", asked.path):
            thing = next(each for each in all_of_them if each.number == int(detail[1]))
            tags = "".join(
                f'<p><label>Colour</label> <input name="{_FIELD}[colour]" value="{tag}"></p>' for tag in thing.tags[:1]
            )
            price = f'<p><label>Price</label> <input name="{_FIELD}[price]" value="{thing.price}"></p>'
            return html(f"<h2>{thing.title}</h2><form method=post>{price}{tags}<button>Save</button></form>")
        return listed(own, int(asked.one("p", "1")))

    return as_site(answer)


def _filter(visitor: Visitor, word: str) -> Answer:
    visitor.visit("/")
    token = value_of(visitor.visit("/login"), "_csrf")
    visitor.type("name", "keeper")
    visitor.type("secret", "quiet & please")
    visitor.submit("/login", name="keeper", secret="quiet & please", _csrf=token)
    page = visitor.click("/boats", "Boats")
    visitor.type("title", word)
    return visitor.submit("/boats", title=word, find="", _csrf=value_of(page, "_csrf"))


def turn(visitor: Visitor, word: str) -> None:
    page = _filter(visitor, word)
    while found := re.search(r'href="(/boats/\?p=\d+)"', (page.body or b"").decode()):
        page = visitor.click(found[1], "›")


def read(visitor: Visitor, word: str) -> None:
    page = _filter(visitor, word)
    for place in (1, 3):
        if place == 3:
            page = visitor.click("/boats/?p=2", "›")
        address, title = re.findall(r'href="(/boats/\d+)">([^<]+)', (page.body or b"").decode())[place]
        visitor.click(address, title)


def opened(word: str) -> Sequence[Row]:
    return [(each.title, each.price, each.tags[0]) for each in things(word)]


# The list is shown before, at the same address


def shown_site() -> Site:
    """A list whose filter is sent by a form, which leads back to it."""
    sessions = Keys("sid")
    chosen: dict[str, str] = {}

    def answer(asked: Asked) -> Answer:
        own = asked.cookies.get("sid", "")
        if own not in sessions.given:
            own = sessions.make()
        if asked.method == "POST":
            chosen[own] = asked.one("kind")
            return redirected("/boats", sid=own)
        page, found = int(asked.one("p", "1")), things(chosen.get(own, ""))
        rows = "".join(
            f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found[(page - 1) * _SIZE : page * _SIZE]
        )
        further = f'<a rel=next href="/boats?p={page + 1}">›</a>' if len(found) > page * _SIZE else ""
        form = '<form action="/filter" method="post"><input name="kind"></form>'
        return html(f"<h2>Boats</h2>{form}<table class=boats>{rows}</table><p>{further}</p>", cookies={"sid": own})

    return as_site(answer)


def turn_shown(visitor: Visitor, word: str) -> None:
    visitor.visit("/boats")
    visitor.type("kind", word)
    visitor.submit("/filter", kind=word)
    for page in (2, 3):
        visitor.click(f"/boats?p={page}", "›")


_WORDS, _OTHER = ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}
KEPT_FILTERS = (
    Mechanism("a filter that the session keeps", site, turn, _WORDS, _OTHER, of_kind),
    Mechanism(
        "a filter that the session keeps of a list shown before",
        shown_site,
        turn_shown,
        ({"word": "rope"}, {"word": "kettle"}),
        {"word": "lamp"},
        of_kind,
    ),
    Mechanism("details behind a filter that the session keeps", site, read, _WORDS, _OTHER, opened),
)
