"""Folders that are opened by their names, whose files are called as these are, below other folders."""

from __future__ import annotations

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, data, html, things
from .paging import SHELL

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


# Folders and what they hold at one address, which is asked by the path that data tell


def _posted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html(SHELL)
        at = asked.data.get("folder") if isinstance(asked.data, dict) else None
        if at is None:
            return data({"error": "no folder"}, status=400)
        opened = at.split("/") if at else []
        if len(opened) > 1:
            return data(
                {"data": [{"path": f"{at}/{name}", "name": name, "size": size} for name, size in _kept(*opened)]}
            )
        names = (KINDS, _BELOW)[len(opened)]
        return data({"data": [{"path": "/".join([*opened, name]), "name": name, "count": len(name)} for name in names]})

    return as_site(answer)


def _browse_posted(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    for path in ("", word, f"{word}/south", f"{word}/west"):
        if path:
            visitor.press(path.rpartition("/")[2], asks=True)
        visitor.fetch("/folders", send={"folder": path})


def _all_kept(word: str) -> list[Row]:
    return [row for place in _BELOW for row in _kept(word, place)]


FOLDERS = (
    Mechanism(
        "folders by posted paths",
        _posted_site,
        _browse_posted,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        _all_kept,
    ),
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
