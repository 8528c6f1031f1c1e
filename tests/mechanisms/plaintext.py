"""Pages of plain text, as programs for letters and logs write them: entries in lines, counted, apart by blank lines."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.samples.traffic import Answer

from .mechanism import Asked, Mechanism, Row, Visitor, as_site, html, things

_SIZE = 8


def _counted(asked: Asked) -> Answer:
    """What was found, each in two lines; `o` says how many are left out before."""
    word, before = asked.one("q"), int(asked.one("o", "0"))
    search = "<form action=./><pre><a href=./><b>All things</b></a> <input name=q> <a href=help/>help</a></pre></form>"
    if not word:
        return html(search)
    found = things(word)
    lines = "".join(
        f"{number}. <b><a\nhref={thing.number}/>{thing.title}</a></b>\n"
        f"     - for {thing.price} @ {thing.number % 12}:00\n\n"
        for number, thing in list(enumerate(found, 1))[before : before + _SIZE]
    )
    back = f"<a href=?q={word} rel=prev>prev</a> | " if before else ""
    onward = f"<a href=?q={word}&amp;o={before + _SIZE} rel=next>next</a>" if found[before + _SIZE :] else ""
    return html(f"{search}<pre>{lines}</pre><hr><pre id=t>{back}{onward} | <a href=#d>above</a></pre>")


def _browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/", q=word)
    for before in range(_SIZE, len(things(word)), _SIZE):
        visitor.visit("/", q=word, o=before)


def _lines(word: str) -> Sequence[Row]:
    return [(thing.title, f"- for {thing.price} @ {thing.number % 12}:00") for thing in things(word)]


def _letters(asked: Asked) -> Answer:
    """A list, and of each entry a page of plain text that begins as a letter does."""
    word, number = asked.one("q"), asked.path.strip("/")
    if number:
        (thing,) = (each for each in things() if str(each.number) == number)
        head = f"To: all@site.test\nTopic: <a href=#a id=t>{thing.title}</a>\nOffer: {thing.price}\t<a href=#b>more</a>"
        answering = "<pre><b>How to answer:</b>\n\nWrite to <a href=#c>this</a>\n</pre>"
        return html(
            f"<form action=/><pre><input name=q></pre></form><pre>{head}\n\nOf {number}.\n</pre><hr>{answering}"
        )
    rows = "".join(f"<li><a href=/{thing.number}>No. {thing.number}</a></li>" for thing in things(word))
    return html(f"<form action=/><input name=q></form><ul class=l>{rows if word else ''}</ul>")


def _browse_letters(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    for thing in things(word)[1:6:3]:
        visitor.visit("/", q=word)
        visitor.visit(f"/{thing.number}")


def _told(word: str) -> Sequence[Row]:
    return [(thing.title, f"{thing.price} more", f"Of {thing.number}.") for thing in things(word)]


PLAINTEXT = (
    Mechanism(
        "letters in plain text",
        lambda: as_site(_letters),
        _browse_letters,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        _told,
    ),
    Mechanism(
        "entries that are counted in plain text",
        lambda: as_site(_counted),
        _browse,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        _lines,
    ),
)
