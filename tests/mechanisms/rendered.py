"""Pages as servers render them: what is chosen after a login, parts of a page that are built alike, marked words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Keys, Site

from .forms import value_of
from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, html, of_kind, options, rows_of, things
from .sessions import USERS, redirected

# A list that is chosen by its name on the page that a login leads to; its address is made of a number

_USERS = tuple(USERS)
_NUMBERS = {"lamp": 7, "rope": 12, "kettle": 31}
_FORM = (
    '<form method="post" action="/login/"><input name="user"><input type="password" name="password">'
    "<button>Log in</button></form>"
)


def walled_site(listed: str, row: str) -> Callable[[], Site]:
    """What a link of *listed* leads to stands in rows, behind a login."""

    def serve() -> Site:
        sessions = Keys("sid")

        def answer(asked: Asked) -> Answer:
            if asked.path == "/login/" and asked.method == "POST":
                if USERS.get(asked.one("user")) != asked.one("password"):
                    return html(f"<p>That is wrong.</p>{_FORM}")
                return redirected("/lists/", sid=sessions.make())
            if asked.cookies.get("sid", "") not in sessions.given:
                return html(_FORM) if asked.path == "/login/" else redirected("/login/")
            kind = next((kind for kind, number in _NUMBERS.items() if asked.path == f"/lists/{number}/{kind}/"), "")
            if not kind:
                return html("".join(listed.format(kind=kind, number=number) for kind, number in _NUMBERS.items()))
            return html("".join(row.format(title=each.title, price=each.price) for each in things(kind)))

        return as_site(answer)

    return serve


def browse_walled(visitor: Visitor, user: str, word: str) -> None:
    visitor.visit("/lists/")
    visitor.submit("/login/", user=user, password=USERS[user])
    visitor.click(f"/lists/{_NUMBERS[word]}/{word}/", word)


_WALLED = {
    "a name on the page that a login leads to": (
        '<li><a href="/lists/{number}/{kind}/">{kind}</a> <span>{number}</span></li>',
        "<tr><td>{title}</td><td>{price}</td></tr>",
    ),
    "a name in a line of a table that a login leads to": (
        '<tr><td><a href="../lists/{number}/{kind}/"><b>{kind}</b></a></td><td>{number}</td></tr>',
        "<div class=entry><h3>{title}</h3><p>{price}</p></div>",
    ),
}

# A whole list, and a form beside it that leaves those of a kind: it is sent to where the list stands, with a token


def narrowed_site(form: str, listed: str) -> Callable[[], Site]:
    """*form* has the token and the choices; it stands beside the list."""

    def serve() -> Site:
        tokens = Keys("token")

        def answer(asked: Asked) -> Answer:
            if asked.method == "POST" and asked.one("csrf") not in tokens.given:
                return html("<p>The form is too old.</p>", status=403)
            found = things(asked.one("kind"))[::2]
            rows = "".join(listed.format(title=each.title, price=each.price) for each in found)
            return html(form.format(token=tokens.make(), kinds=options(KINDS)) + f"<div id=all>{rows}</div>")

        return as_site(answer)

    return serve


def browse_narrowed(visitor: Visitor, word: str) -> None:
    token = value_of(visitor.visit("/things/"), "csrf")
    visitor.choose("kind", word, word)
    visitor.submit("/things/", csrf=token, kind=word, typ="KindFilter", most="")


def _half(word: str) -> Sequence[Row]:
    return rows_of(things(word)[::2])


_NARROWED = {
    "a form that leaves some of the list it stands beside": (
        (
            '<form method="post"><input type="hidden" name="csrf" value="{token}"><select name="kind">{kinds}</select>'
            '<input type="hidden" name="typ" value="KindFilter"><input name="most"><button>Apply</button></form>'
        ),
        "<a href=#><div>{title}</div><div>{price}</div></a>",
    ),
    "a form of another part of the page that leaves some of a table": (
        (
            '<form id=narrow method="post" action="/things/"><input type="hidden" name="csrf" value="{token}"></form>'
            '<nav><select form=narrow name="kind"><option></option>{kinds}</select><input form=narrow name="most">'
            '<input type="hidden" form=narrow name="typ" value="KindFilter"><button form=narrow>Go</button></nav>'
        ),
        "<dl><dt>{title}</dt><dd>{price}</dd></dl>",
    ),
}

# What is found, each entry in parts without a class of their own


def found_site(shape: str, around: str = "{}") -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word = asked.one("q")
        form = '<form action="/find"><input name="q"><button>Find</button></form>'
        if not word:
            return html(form)
        rows = "".join(
            shape.format(
                title=each.title,
                price=each.price,
                number=each.number,
                place=place + 1,
                day=f"<h2>Day {place}</h2>" if place % 3 != 1 else "",
                marked=each.title.replace(word, f'<strong class="hit">{word}</strong>'),
            )
            for place, each in enumerate(things(word))
        )
        return html(f"{form}<h2>23 hits for {word}</h2>{around.format(rows)}<p>Made with <b>Seeker</b> 2.1</p>")

    return lambda: as_site(answer)


def browse_found(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.visit("/find", q=word)


_FOUND = {
    "paragraphs that begin with links": (
        '<p><strong><a href="/things/{number}">{title}</a></strong><br><small>Costs: <i>{price}</i></small></p>',
        '<div class="hits">{}</div>',
    ),
    "paragraphs that begin with links and go on in lines": (
        '<p><a href="/things/{number}">{title}</a><br>{price}<br>https://site.test/things/{number}</p>',
        "<div id=found><form>{}</form></div>",
    ),
    "terms with several meanings on a page alone": (
        (
            '<dt>{place}. <a href="/things/{number}">{title}</a></dt><dd><em>unknown</em></dd><dd>{price}</dd>'
            '<dd><a href="/things/{number}">/things/{number}</a></dd>'
        ),
        "<dl>{}</dl>",
    ),
    "posts below their days": (
        (
            '{day}<div><h3><a name="p{number}">{title}</a></h3><div>{price}</div>'
            '<p>posted at: 0{place}:00 | <a href="/things/{number}">permanent link</a></p></div>'
        ),
        '{}<div align="center"><a href="https://made.test/"><img src="/made.png"></a></div>',
    ),
    "entries right in the body between lines": (
        "<section><h4>{title}</h4><em>new</em> <b>{price}</b><br>in stock</section><hr>",
        "<section>What was found:</section>{}<section><h2>Help</h2><p>Write to us.</p></section>",
    ),
    "a label in what stands behind a heading": (
        '<h3><a href="/things/{number}">{title}</a></h3><p>Costs: {price}<br>Place: {place}<br>from <b>here</b></p>',
        "{}",
    ),
    "a label in the second line of an entry": (
        '<h4>{title}</h4><div>Costs: {price} <a href="/things/{number}#more">more</a> | <i>Place: {place}</i></div>',
        "<main>{}</main>",
    ),
    "words that are marked in links": (
        '<dt>{place}. <strong><a href="/things/{number}">{marked}</a></strong></dt><dd>{price}</dd>',
        "<dl>{}</dl>",
    ),
    "words that are marked in cells": (
        '<tr><td>{place}</td><td><a href="/things/{number}">{marked}</a></td><td>{price}</td></tr>',
        "<table>{}</table>",
    ),
    "words that are marked in headings": (
        '<div class="one"><h3>{marked}</h3><p>for <b>just</b> {price}</p><span class="price">{price}</span></div>',
        "{}",
    ),
}

# What is chosen by several names, one after the other, of which the address is made

_SHELVES = {"Lamp": "lamp", "Rope": "rope", "Kettle": "kettle"}


def shelved_site(path: str) -> Callable[[], Site]:
    """Shelves with boards, at addresses as *path* says."""

    def answer(asked: Asked) -> Answer:
        for shelf, kind in _SHELVES.items():
            for board in range(1, 5):
                if asked.path == path.format(shelf=shelf, board=f"Board{board}"):
                    rows = "".join(f"<tr><td>{title}</td><td>{price}</td></tr>" for title, price in _on(kind, board))
                    return html(f"<h1>{shelf}</h1><table>{rows}</table>")
            if asked.path == f"/{shelf}":
                links = (path.format(shelf=shelf, board=f"Board{board}") for board in range(1, 5))
                return html("".join(f'<p><a href="{link}">Board{at}</a></p>' for at, link in enumerate(links, 1)))
        return html("".join(f'<li><a href="/{shelf}">{shelf}</a></li>' for shelf in _SHELVES))

    return lambda: as_site(answer)


def browse_shelves(path: str) -> Callable[..., None]:
    def browse(visitor: Visitor, shelf: str, board: str) -> None:
        visitor.visit("/")
        visitor.click(f"/{shelf}", shelf)
        visitor.click(path.format(shelf=shelf, board=board), board)

    return browse


def _on(kind: str, board: int) -> Sequence[Row]:
    return rows_of(things(kind)[board * 4 : board * 4 + 4])


_NAMED = {
    "names of two links in an address": "/docs/{shelf}/{board}",
    "names of two links with words between them": "/shelves/{shelf}/boards/{board}/view",
}

# Details whose page is a grid


def gridded_site(detail: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        parts = asked.path.strip("/").split("/")
        if len(parts) == 1:
            links = "".join(
                f'<li><a href="/{parts[0]}/{each.number}">{each.title}</a></li>' for each in things(parts[0])
            )
            return html(f"<ul>{links}</ul>")
        one = next(each for each in things(parts[0]) if str(each.number) == parts[1])
        return html(detail.format(title=one.title, price=one.price, kind=one.kind, number=one.number))

    return lambda: as_site(answer)


def browse_gridded(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/{word}")
    for each in things(word)[:2]:
        visitor.visit(f"/{word}/{each.number}")
        visitor.visit(f"/{word}")
    visitor.visit(f"/{word}/{things(word)[2].number}")


_GRIDDED = {
    "details in the rows of a grid": (
        '<main><div class="row"><div class="col-12"><h1>{title}</h1></div></div><div class="row">'
        '<div class="col-6"><p>{price}</p><img src="/{number}.jpg" alt="{title}"></div><div class="col-6">'
        '<table><tr><td><a href="/{kind}">All</a></td></tr></table></div></div></main>'
    ),
    "details in sections of a page": (
        '<section class="part"><h1>{title}</h1><em>{number}</em></section><section class="part"><dl><dt>Price</dt>'
        '<dd>{price}</dd></dl></section><section class="part"><a href="/{kind}">Back to {kind}</a></section>'
    ),
}

RENDERED = (
    *(
        Mechanism(
            name,
            walled_site(*parts),
            browse_walled,
            ({"user": _USERS[0], "word": "lamp"}, {"user": _USERS[1], "word": "rope"}),
            {"word": "kettle"},
            of_kind,
        )
        for name, parts in _WALLED.items()
    ),
    *(
        Mechanism(
            name,
            narrowed_site(*parts),
            browse_narrowed,
            ({"word": "lamp"}, {"word": "rope"}),
            {"word": "kettle"},
            _half,
        )
        for name, parts in _NARROWED.items()
    ),
    *(
        Mechanism(
            name, found_site(*parts), browse_found, ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}, of_kind
        )
        for name, parts in _FOUND.items()
    ),
    *(
        Mechanism(
            name,
            gridded_site(detail),
            browse_gridded,
            ({"word": "lamp"}, {"word": "rope"}),
            {"word": "kettle"},
            of_kind,
        )
        for name, detail in _GRIDDED.items()
    ),
    *(
        Mechanism(
            name,
            shelved_site(path),
            browse_shelves(path),
            ({"shelf": "Lamp", "board": "Board1"}, {"shelf": "Rope", "board": "Board3"}),
            {"shelf": "Kettle", "board": "Board2"},
            lambda shelf, board: _on(_SHELVES[shelf], int(board[-1])),
        )
        for name, path in _NAMED.items()
    ),
)
