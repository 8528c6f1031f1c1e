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
        f"{number}. <b><a\nhref={thing.number}/>{thing.title}</a></b>\n     - for {thing.price} @ {thing.number % 12}:00\n\n"
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


PLAINTEXT = (
    Mechanism(
        "entries that are counted in plain text",
        lambda: as_site(_counted),
        _browse,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        _lines,
    ),
)
