"""Folders that are opened by their names, whose files are called as these are, below other folders."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, html, things

_BELOW = ("north", "south", "west")


def _rows(word: str) -> list[Row]:
    files = [(f"{word} {each.number}.jpg", f"{each.price} kB", f"1{each.number % 9} May") for each in things(word)]
    return [*((f"{name}/", "—", f"{1 + KINDS.index(word)}{place} June") for place, name in enumerate(_BELOW)), *files]


def _site() -> Site:
    def answer(asked: Asked) -> Answer:
        word = asked.path.strip("/")
        head = '<tr><th><a href="?sort=name">Name</a></th><th><a href="?sort=size">Size</a></th><th>Changed</th></tr>'
        rows = _rows(word) if word in KINDS else [(f"{kind}/", "—", "1 May") for kind in KINDS]
        own, files = rows[: len(_BELOW)], rows[len(_BELOW) :]
        if asked.one("sort") == "size":
            files.sort(key=lambda row: float(row[1].split()[0]))
        shown = "".join(
            f'<tr class=file><td><a href="./{row[0]}">{row[0]}</a></td><td>{row[1]}</td><td>{row[2]}</td></tr>'
            for row in (*own, *files)
        )
        return html(f"<h1>/{word}</h1><table><thead>{head}</thead><tbody>{shown}</tbody></table>")

    return as_site(answer)


def _browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/{word}/", f"{word}/")
    visitor.click(f"/{word}/?sort=size", "Size")


# Folders within folders, each of which is another one in each recording


def _nested_site() -> Site:
    def answer(asked: Asked) -> Answer:
        opened = asked.path.strip("/").split("/") if asked.path.strip("/") else []
        names = (KINDS, _BELOW)[len(opened)] if len(opened) < 2 else ()
        files = _kept(*opened) if len(opened) > 1 else [(f"{name}/", "") for name in names]
        listed = "".join(f'<tr><td><a href="./{name}">{name}</a></td><td>{size}</td></tr>' for name, size in files)
        return html(f"<h1>Index of {asked.path}</h1><table>{listed}</table>")

    return as_site(answer)


def _browse_nested(visitor: Visitor, word: str, place: str) -> None:
    visitor.visit("/")
    visitor.click(f"/{word}/", f"{word}/")
    visitor.click(f"/{word}/{place}/", f"{place}/")


def _kept(word: str, place: str) -> list[Row]:
    return [(f"{place} {each.number}.jpg", f"{each.price} kB") for each in things(word)]


FOLDERS = (
    Mechanism(
        "folders within folders",
        _nested_site,
        _browse_nested,
        ({"word": "lamp", "place": "north"}, {"word": "rope", "place": "west"}),
        {"word": "kettle", "place": "south"},
        _kept,
    ),
    Mechanism("folders before files", _site, _browse, ({"word": "lamp"}, {"word": "rope"}), {"word": "kettle"}, _rows),
)
