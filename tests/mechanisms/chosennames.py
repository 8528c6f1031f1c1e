"""What is chosen by a name: a slug of it stands in the address, or its key in data; names may have any signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .doubtful import browse_numbered, numbered_site
from .mechanism import KINDS, Asked, Mechanism, Row, Visitor, as_site, data, html, of_kind, rows_of, things, told
from .paging import SHELL, plain

_SPOKEN = {"Lamps & lights": "lamp", "Ropes, old": "rope", "Kettles of tin": "kettle"}
_QUOTED = {'Lamps of 5"': "lamp", "Men's \\ ropes": "rope", "Kettles, \"so-called\" 'tin'": "kettle"}
_KEYS = {"lamp": "17", "rope": "305", "kettle": "42"}
_CODES = {"lamp": "lgt", "rope": "cdg", "kettle": "ktc"}
_SLUGS = {"lamp": "lamps-lights", "rope": "ropes-old", "kettle": "kettles-of-tin"}


def _inputs(names: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    first, second, _ = names
    return {"name": first}, {"name": second}


def _third(names: Mapping[str, str]) -> dict[str, str]:
    return {"name": list(names)[2]}


def _of(names: Mapping[str, str]) -> Callable[..., list[Row]]:
    return lambda name: rows_of(things(names[name]))


def _listed(kind: str) -> str:
    return "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in things(kind or "none"))


# Links, whose addresses are made of the name, or of a number


def linked_site(names: Mapping[str, str], keys: Mapping[str, str]) -> Callable[[], Site]:
    kinds = {key: kind for kind, key in keys.items()}

    def answer(asked: Asked) -> Answer:
        kind = kinds.get(asked.path.removeprefix("/tag/").strip("/"), "")
        links = "".join(f'<li><a href="/tag/{keys[kind]}/">{escape(name)}</a></li>' for name, kind in names.items())
        return html(f"<table>{_listed(kind)}</table>" if kind else f"<input name=q><ul>{links}</ul>")

    return lambda: as_site(answer)


def browse_links(names: Mapping[str, str], keys: Mapping[str, str]) -> Callable[..., None]:
    def browse(visitor: Visitor, name: str) -> None:
        visitor.visit("/")
        visitor.click(f"/tag/{keys[names[name]]}/", name)

    return browse


def browse_typed(visitor: Visitor, name: str) -> None:
    """A script goes where the page's link leads, once its text was typed."""
    visitor.visit("/")
    visitor.type("q", name)
    visitor.visit(f"/tag/{_SLUGS[_SPOKEN[name]]}/")


def counted_site(shape: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        kind = next((kind for kind, key in _KEYS.items() if asked.path == f"/shelf-{key}"), "")
        links = "".join(
            f"<li><a href='/shelf-{key}'>{shape.format(kind=kind, count=len(things(kind)))}</a></li>"
            for kind, key in _KEYS.items()
        )
        return html(f"<table>{_listed(kind)}</table>" if kind else f"<ul>{links}</ul>")

    return lambda: as_site(answer)


def browse_counted(shape: str) -> Callable[..., None]:
    def browse(visitor: Visitor, word: str) -> None:
        visitor.visit("/")
        visitor.click(f"/shelf-{_KEYS[word]}", shape.format(kind=word, count=len(things(word))))

    return browse


_DAYS = {"May 2019": ("lamp", "/2019/05/"), "July 2021": ("rope", "/2021/07/"), "April 2020": ("kettle", "/2020/04/")}


def monthly_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kind = next((kind for kind, path in _DAYS.values() if asked.path == path), "")
        links = "".join(f"<li><a href='{path}'>{name}</a></li>" for name, (_, path) in _DAYS.items())
        return html(f"<table>{_listed(kind)}</table>" if kind else f"<ul>{links}</ul>")

    return as_site(answer)


def browse_months(visitor: Visitor, name: str) -> None:
    visitor.visit("/")
    visitor.click(_DAYS[name][1], name)


# Tags, whose addresses have their names in small letters, and whose lists go on over pages

_TAGS = {"Bedside": "lamp", "Climbing": "rope", "Camping": "kettle"}
_SIZE = 9


def tagged_site() -> Site:
    kinds = {name.lower(): kind for name, kind in _TAGS.items()}

    def answer(asked: Asked) -> Answer:
        tag = asked.path.removeprefix("/tag/").strip("/")
        if tag not in kinds:
            return html("".join(f"<li><a href='/tag/{name.lower()}/'>{name}</a></li>" for name in _TAGS))
        page, own = int(asked.one("page", "1")), things(kinds[tag])
        rows = "".join(
            f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in own[_SIZE * (page - 1) : _SIZE * page]
        )
        onward = f"<a rel=next href='/tag/{tag}/?page={page + 1}'>Older</a>" if own[_SIZE * page :] else ""
        return html(f"<table>{rows}</table>{onward}")

    return as_site(answer)


def browse_tags(visitor: Visitor, name: str) -> None:
    visitor.visit("/")
    visitor.click(f"/tag/{name.lower()}/", name)
    for page in range(2, 4):
        visitor.click(f"/tag/{name.lower()}/?page={page}", "Older")


# Headings that sort the list of a kind, by a number in the query

_COLUMNS = ("Title", "Price")


def sorted_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kind = asked.path.removeprefix("/shelf/").strip("/")
        if not kind:
            return html("".join(f"<li><a href='/shelf/{each}/'>{each}</a></li>" for each in _KEYS))
        cells = "".join(f"<th><a href='/shelf/{kind}/?order={n}'>{name}</a></th>" for n, name in enumerate(_COLUMNS))
        rows = _sorted(kind, _COLUMNS[int(asked.one("order"))]) if asked.one("order") else rows_of(things(kind))
        listed = "".join(f"<tr><td>{title}</td><td>{price}</td></tr>" for title, price in rows)
        return html(f"<input name=q><table><tr>{cells}</tr>{listed}</table>")

    return as_site(answer)


def _sorted(kind: str, order: str) -> list[Row]:
    return sorted(rows_of(things(kind)), key=lambda row: row[_COLUMNS.index(order)], reverse=True)


def browse_sorted(visitor: Visitor, kind: str, order: str) -> None:
    visitor.visit("/")
    visitor.click(f"/shelf/{kind}/", kind)
    visitor.click(f"/shelf/{kind}/?order={_COLUMNS.index(order)}", order)


# The same, of which only the first rows are shown, with numbers beside them

_SHOWN = 8


def cut_site() -> Site:
    def answer(asked: Asked) -> Answer:
        kind = asked.path.removeprefix("/shelf/").strip("/")
        if not kind:
            return html("".join(f"<li><a href='/shelf/{each}/'>{each}</a></li>" for each in _KEYS))
        cells = "".join(f"<th><a href='/shelf/{kind}/?order={n}'>{name}</a></th>" for n, name in enumerate(_COLUMNS, 1))
        order = asked.one("order")
        rows = first_sorted(kind, _COLUMNS[int(order) - 1]) if order else rows_of(things(kind))[:_SHOWN]
        listed = "".join(f"<tr><td>{n}</td><td>{t}</td><td>{p}</td></tr>" for n, (t, p) in enumerate(rows, 1))
        return html(f"<input name=q><table><tr><th>No.</th>{cells}</tr>{listed}</table>")

    return as_site(answer)


def first_sorted(kind: str, order: str) -> list[Row]:
    return _sorted(kind, order)[:_SHOWN]


def browse_cut(visitor: Visitor, kind: str, order: str) -> None:
    visitor.visit("/")
    visitor.click(f"/shelf/{kind}/", kind)
    visitor.click(f"/shelf/{kind}/?order={_COLUMNS.index(order) + 1}", order)


_COUNTED = {
    "a link that says how many": "{kind} ({count})",
    "a link with a badge": "{kind} <i>{count}</i>",
    "a link with a badge right behind its name": "<b>{kind}</b><i>{count}</i>",
}


# Entries that a script draws from data, and asks for by their keys


def keyed_site(names: Mapping[str, str], keys: Mapping[str, str] = _KEYS) -> Callable[[], Site]:
    kinds = {key: kind for kind, key in keys.items()}

    def answer(asked: Asked) -> Answer:
        if asked.path == "/api/kinds":
            own = {name: keys[kind] for name, kind in names.items()}
            listed = [
                {"key": int(key) if key.isdigit() else key, "name": name, "place": 3} for name, key in own.items()
            ]
            return data({"kinds": listed})
        if asked.path.startswith("/api/kinds/"):
            kind = kinds.get(asked.path.split("/")[3], "none")
            return data({"things": [plain(each) for each in things(kind)]})
        return html(SHELL)

    return lambda: as_site(answer)


def browse_keys(names: Mapping[str, str], keys: Mapping[str, str] = _KEYS) -> Callable[..., None]:
    def browse(visitor: Visitor, name: str) -> None:
        visitor.visit("/")
        told(visitor.fetch("/api/kinds"))
        visitor.press(name, asks=True)
        visitor.fetch(f"/api/kinds/{keys[names[name]]}/things")

    return browse


def usual_site() -> Site:
    """Kinds, the usual one of which has an address without its name."""

    def answer(asked: Asked) -> Answer:
        if asked.path == "/":
            return html("".join(f"<p><a href='{_of_shelf(kind)}'>{kind}</a> {n}</p>" for n, kind in enumerate(KINDS)))
        rows = "".join(
            f"<tr><td>{title}</td><td>{price}</td></tr>" for title, price in of_kind(asked.one("of", KINDS[0]))
        )
        return html(f"<h1>A shelf</h1><table class=all>{rows}</table>")

    return as_site(answer)


def _of_shelf(kind: str) -> str:
    return "/shelf/" if kind == KINDS[0] else f"/shelf/?of={kind}"


def browse_usual(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(_of_shelf(word), word)


CHOSENNAMES = (
    Mechanism(
        "a link of what is usual without its name",
        usual_site,
        browse_usual,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism(
        "a key of a link that data has for its name",
        numbered_site,
        browse_numbered,
        ({"word": "lamp"}, {"word": "rope"}),
        {"word": "kettle"},
        of_kind,
    ),
    Mechanism(
        "a slug of the name of a link",
        linked_site(_SPOKEN, _SLUGS),
        browse_links(_SPOKEN, _SLUGS),
        _inputs(_SPOKEN),
        _third(_SPOKEN),
        _of(_SPOKEN),
    ),
    Mechanism(
        "a link whose address has its name in small letters",
        tagged_site,
        browse_tags,
        _inputs(_TAGS),
        _third(_TAGS),
        _of(_TAGS),
    ),
    Mechanism(
        "a slug of what was typed",
        linked_site(_SPOKEN, _SLUGS),
        browse_typed,
        _inputs(_SPOKEN),
        _third(_SPOKEN),
        _of(_SPOKEN),
    ),
    Mechanism(
        "a link whose name has quotes",
        linked_site(_QUOTED, _KEYS),
        browse_links(_QUOTED, _KEYS),
        _inputs(_QUOTED),
        _third(_QUOTED),
        _of(_QUOTED),
    ),
    *(
        Mechanism(
            name,
            counted_site(shape),
            browse_counted(re.sub("<[^>]+>", "", shape)),
            ({"word": "lamp"}, {"word": "rope"}),
            {"word": "kettle"},
            of_kind,
        )
        for name, shape in _COUNTED.items()
    ),
    Mechanism(
        "a link that stands for two parts of its address",
        monthly_site,
        browse_months,
        ({"name": "May 2019"}, {"name": "July 2021"}),
        {"name": "April 2020"},
        lambda name: of_kind(_DAYS[name][0]),
    ),
    Mechanism(
        "a heading that sorts the list that was chosen before",
        sorted_site,
        browse_sorted,
        ({"kind": "lamp", "order": "Price"}, {"kind": "rope", "order": "Title"}),
        {"kind": "kettle", "order": "Price"},
        _sorted,
    ),
    Mechanism(
        "a heading that sorts a list of which the first rows are shown",
        cut_site,
        browse_cut,
        ({"kind": "lamp", "order": "Price"}, {"kind": "rope", "order": "Title"}),
        {"kind": "kettle", "order": "Price"},
        first_sorted,
    ),
    Mechanism(
        "a key that data has for a name",
        keyed_site(_SPOKEN),
        browse_keys(_SPOKEN),
        _inputs(_SPOKEN),
        _third(_SPOKEN),
        _of(_SPOKEN),
    ),
    Mechanism(
        "a key of letters that data has for a name",
        keyed_site(_SPOKEN, _CODES),
        browse_keys(_SPOKEN, _CODES),
        _inputs(_SPOKEN),
        _third(_SPOKEN),
        _of(_SPOKEN),
    ),
    Mechanism(
        "a key that data has for a name with quotes",
        keyed_site(_QUOTED),
        browse_keys(_QUOTED),
        _inputs(_QUOTED),
        _third(_QUOTED),
        _of(_QUOTED),
    ),
)
