"""Lists whose pages hold more than rows: dates between them, and numbers of further pages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, html, of_kind, options, things

SIZE = 8
_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}

# Dates between the rows, and a kind that is asked for by a name which scripts use for the time


def dated_site() -> Site:
    def answer(asked: Asked) -> Answer:
        rows = ""
        for place, each in enumerate(things(asked.one("t"))):
            if place % 5 == 0:
                rows += f'<tr class="day"><td><b>May {place + 1}</b></td><td></td><td></td></tr>'
            told = f'<td class="name"><a href="/thing/{each.number}">{each.title}</a></td><td>{each.price}</td>'
            rows += f'<tr><td class="hour">{place % 24}:15</td>{told}</tr>'
        choice = f'<form><select name="t">{options(KINDS)}</select></form>'
        return html(choice + (f'<table id="walks">{rows}</table>' if asked.one("t") else ""))

    return as_site(answer)


def browse_dated(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/", t=word)


# Numbered pages only, whose links also say how long a page is


def numbered_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path.startswith("/thing/"):
            found = [each for each in things() if asked.path == f"/thing/{each.number}"]
            told = "".join(f"<h1>{each.title}</h1><p class=price>{each.price}</p>" for each in found)
            return html(f'<a href="/">Home</a>{told}', status=200 if found else 404)
        word, start = asked.one("q"), int(asked.one("start", "0"))
        own = things(word) if word else []
        rows = "".join(f'<li><a href="/thing/{each.number}">{each.title}</a></li>' for each in own[start:][:SIZE])
        links = "".join(
            f'<a href="/found?q={word}&amp;start={place}&amp;size={SIZE}">{place // SIZE + 1}</a> '
            for place in range(0, len(own), SIZE)
        )
        form = '<form action="/found"><input name="q"></form>'
        return html(f'{form}<div class="results"><ul>{rows}</ul></div><div class="pager">{links}</div>')

    return as_site(answer)


def browse_numbered(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/found", q=word)
    second = f"/found?q={word}&start={SIZE}&size={SIZE}"
    for place in (2, 4):
        visitor.visit(second)
        visitor.visit(f"/thing/{things(word)[SIZE + place].number}")


# A term for each thing, and what it means behind it


def terms_site() -> Site:
    def answer(asked: Asked) -> Answer:
        rows = "".join(
            f'<dt><a href="/thing/{each.number}">{each.title}</a></dt><dd>{each.price}</dd>'
            for each in things(asked.one("word"))
        )
        return html(f"<h1>Things</h1><dl>{rows}</dl>")

    return as_site(answer)


def browse_terms(visitor: Visitor, word: str) -> None:
    visitor.visit("/terms", word=word)


# Files of a folder, with a row that leads back up


def _files(rows: str) -> Answer:
    return html(f"<h1>Files</h1><table><tr><th>Name</th><th>Size</th></tr>{rows}</table>")


def folders_site(up: str, shown: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word = asked.path.strip("/").rpartition("/")[2]
        if word not in KINDS:
            return _files("".join(f'<tr><td><a href="/files/{kind}/">{kind}</a></td><td>-</td></tr>' for kind in KINDS))
        rows = "".join(
            f'<tr><td><a href="/files/{word}/{each.number}.txt">{each.title}</a></td><td>{each.price}</td></tr>'
            for each in things(word)
        )
        return _files(f'<tr><td><a href="{up}">{shown}</a></td><td></td></tr>{rows}')

    return lambda: as_site(answer)


def browse_folders(visitor: Visitor, word: str) -> None:
    visitor.visit("/files/")
    visitor.visit(f"/files/{word}/")


# Cells that share a class, in columns that have their headings


def classes_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        if not word:
            return html("<h1>Things</h1><form action=/list><input name=word></form>")
        own = things(word)
        rows = "".join(
            f"<tr role=row><td class='t c'>{each.title}</td><td class='p c'>{each.price}</td>"
            f"<td class='k c'>{word}</td><td class='o c'><a class=open href=/thing/{each.number} role=button>"
            "<span class=sign>Open</span></a></td></tr>"
            for each in own[SIZE * (page - 1) :][:SIZE]
        )
        heads = "".join(
            f"<th class='of {name}'><a href='?by={name}'>{name}</a></th>" for name in ("Thing", "Price", "Kind")
        )
        onward = f"<a rel=next href='/list?word={word}&amp;page={page + 1}'>Next</a>" if own[SIZE * page :] else ""
        return html(f"<table class=g><thead>{heads}<th></th></thead><tbody>{rows}</tbody></table><p>{onward}</p>")

    return as_site(answer)


def browse_classes(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    for page in range(1, 1 - (-len(things(word)) // SIZE)):
        visitor.visit("/list", word=word, **({"page": page} if page > 1 else {}))


# A link that turns the order round, by names that say nothing of it


def turned_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word = asked.path.strip("/")
        if word not in KINDS:
            return html(
                "<h1>Stock</h1><ul>" + "".join(f"<li><a href=/{kind}/>{kind}</a></li>" for kind in KINDS) + "</ul>"
            )
        way = asked.one("rk", "asc")
        rows = "".join(
            f"<tr><td>{each.title}</td><td>{each.price}</td></tr>"
            for each in sorted(things(word), key=lambda each: each.title, reverse=way == "desc")
        )
        other = {"asc": "desc", "desc": "asc"}[way]
        head = f"<tr><th><a class=by href='/{word}/?sk=title&amp;rk={other}'>Title</a></th><th>Price</th></tr>"
        return html(f"<h1>{word}</h1><table>{head}{rows}</table>")

    return as_site(answer)


def browse_turned(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/{word}/", word)
    visitor.click(f"/{word}/?sk=title&rk=desc", "Title")


# Tables with another ID each time, one of them within each row of the other


def made_site() -> Site:
    count = iter(range(10**6))

    def table(heads: str, rows: str) -> str:
        identity = hashlib.sha1(str(next(count)).encode(), usedforsecurity=False).hexdigest()
        return f'<table class="grid" id="t{identity}"><thead>{heads}</thead><tbody>{rows}</tbody></table>'

    def answer(asked: Asked) -> Answer:
        word = asked.one("word")
        rows = "".join(
            f'<tr><td><a href="/thing/{each.number}">{each.title}</a></td><td>{each.price}</td><td><div class="told">'
            f"<b>?</b>{table('<tr><th>Shelf</th><th>State</th></tr>', f'<tr><td>{each.number}</td><td>ok</td></tr>')}"
            "</div></td><td><div class=told><b>none</b></div></td></tr>"
            for each in (things(word) if word else [])
        )
        heads = "<tr><th>Name</th><th>Price</th><th>Where</th><th>Notes</th></tr>"
        form = '<form action="/"><input name="word"></form>'
        return html(form + (f"<main>{table(heads, rows)}</main>" if word else ""))

    return as_site(answer)


def browse_made(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/", word=word)


TABLES = (
    Mechanism("tables with another ID each time", made_site, browse_made, _TWO, _THIRD, of_kind),
    Mechanism("an order that is turned round", turned_site, browse_turned, _TWO, _THIRD, of_kind),
    Mechanism("cells that share a class", classes_site, browse_classes, _TWO, _THIRD, of_kind),
    Mechanism("dates between rows", dated_site, browse_dated, _TWO, _THIRD, of_kind),
    Mechanism("details of numbered pages", numbered_site, browse_numbered, _TWO, _THIRD, of_kind),
    Mechanism(
        "terms with meanings",
        terms_site,
        browse_terms,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism("a row that leads up", folders_site("/files/", "Up one folder"), browse_folders, _TWO, _THIRD, of_kind),
    Mechanism("a row that leads up by dots", folders_site("../", ".."), browse_folders, _TWO, _THIRD, of_kind),
)
