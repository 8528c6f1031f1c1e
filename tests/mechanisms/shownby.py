"""Views as applications have them: rows that are named for their links, lists beside others of their kind, calls,
files to be had, feeds with names of several vocabularies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import (
    KINDS,
    SITE,
    Asked,
    Mechanism,
    Row,
    Thing,
    Visitor,
    as_site,
    data,
    html,
    of_kind,
    options,
    things,
)

_WORDS: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_TOKEN = "rt4c55b7a90d"


# Rows that are named for their links, behind a login


def _reports(answer: Callable[[str], str]) -> Callable[[], Site]:
    """A list of what each kind has, by its number; *answer*: a row of it, by the number."""
    sessions: list[str] = []

    def serve(asked: Asked) -> Answer:
        if asked.method == "POST" and asked.one("pass") == "sesame":
            sessions.append(f"5e{len(sessions)}55104ab7c9")
            return Answer(302, "", (("Location", "/all"), ("Set-Cookie", f"sid={sessions[-1]}; Path=/")), b"")
        if asked.cookies.get("sid") not in sessions:
            return html("<form method=post action=/in><input name=user><input type=password name=pass></form>")
        kind = next((kind for n, kind in enumerate(KINDS, 41) if f"/{n}/" in f"{asked.path}/"), "")
        if not kind:
            return html(f"<table>{''.join(answer(str(n)) for n, _ in enumerate(KINDS, 41))}</table>")
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in things(kind))
        return html(f"<table>{rows}</table>")

    return lambda: as_site(serve)


def _kind(number: str) -> str:
    return KINDS[int(number) - 41]


def _report(ending: str) -> Callable[..., None]:
    def browse(visitor: Visitor, name: str) -> None:
        visitor.visit("/all")
        visitor.type("user", "ann")
        visitor.submit("/in", **{"user": "ann", "pass": "sesame"})
        visitor.click(f"/reports/{41 + KINDS.index(name.rpartition(' ')[2])}{ending}", "" if ending else name)

    return browse


def _by_words(number: str) -> str:
    return f"<tr><td><a href=/reports/{number}>All of {_kind(number)}</a></td><td>{number}</td></tr>"


def _by_signs(number: str) -> str:
    links = "".join(f"<td><a href=/reports/{number}/{each}><i class={each}></i></a></td>" for each in ("edit", "shown"))
    return f"<tr><td>All of {_kind(number)}</td>{links}</tr>"


def _all_of(name: str) -> Sequence[Row]:
    return of_kind(name.rpartition(" ")[2])


_NAMES: Any = ({"name": "All of lamp"}, {"name": "All of rope"})
_OTHER = {"name": "All of kettle"}


# A list beside others of its kind


def _entry(thing: Thing, extent: str) -> str:
    head = f"<h2><a href='/post/{thing.number}/'>{thing.title}</a></h2><p class=day>Day {thing.number % 28}</p>"
    return f"<article class='box {extent}'>{head}<p>It costs {thing.price} here.</p></article>"


def _blog(asked: Asked) -> Answer:
    _, kind, *rest = [*asked.path.split("/"), ""]
    known = things()[:4] + things()[5:9]
    beside = "".join(
        f"<article class=summary><h5><a href='/post/{t.number}/'>{t.title}</a></h5></article>" for t in known
    )
    if kind == "post":
        thing = next(each for each in things() if str(each.number) == rest[0])
        return html(f"<div class=main>{_entry(thing, 'whole')}</div><div class=side>{beside}</div>")
    found, page = things(rest[0] if kind == "kind" else ""), int(asked.one("page", "1"))
    pages = "".join(
        f"<a href='?page={n}'>{n}</a>" if n != page else f"<b>{n}</b>" for n in range(1, (len(found) + 4) // 5 + 1)
    )
    shown = "".join(_entry(each, "short") for each in found[(page - 1) * 5 : page * 5])
    kinds = "".join(f"<a href='/kind/{each}/'>{each}</a>" for each in KINDS)
    return html(f"<div class=main>{shown}<div class=pages>{pages}</div></div><div class=side>{beside}{kinds}</div>")


def _read(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/kind/{word}/", word)
    for place in (0, 2):
        visitor.click(f"/post/{things(word)[place].number}/", things(word)[place].title)
        visitor.visit(f"/kind/{word}/")
    for page in (2, 3, 4, 5):
        visitor.click(f"/kind/{word}/?page={page}", str(page))
    visitor.click(f"/post/{things(word)[21].number}/", things(word)[21].title)


def _costs(word: str) -> Sequence[Row]:
    return [(thing.title, f"It costs {thing.price} here.") for thing in things(word)]


# Calls that are numbered, with a key that never changes


def _calls(asked: Asked) -> Answer:
    if asked.path == "/":
        return html("<div id=app></div>", head=f"<meta name=request-token content={_TOKEN}>")
    if asked.header("x-request-token") != _TOKEN:
        return data({"error": "token"}, status=403)
    given = (asked.data or {}).get("params", {})
    found, start = things(given.get("folder", "none")), 7 * given.get("page", 0)
    told = [{"uid": each.number, "subject": each.title, "size": each.price} for each in found[start : start + 7]]
    return data({"id": (asked.data or {}).get("id"), "result": {"messages": told, "more": start + 7 < len(found)}})


def _call(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.press(word, asks=True)
    for page in range(4):
        asked = {"jsonrpc": "2.0", "id": 1 + page, "method": "list", "params": {"folder": word, "page": page}}
        visitor.fetch("/rpc", send=asked, X_Request_Token=_TOKEN)


# Buttons that are posted: the last one of a last page leads back to the first

_SHELVES = ("north", "east", "south", "west")


def _people(asked: Asked) -> Answer:
    kind = asked.path.rpartition("/")[2]
    if not kind:
        return html("".join(f"<p><a href=/{each}>{each}</a></p>" for each in KINDS))
    here = _SHELVES.index(asked.one("shelf", "north"))
    if asked.method == "POST" and asked.one("sent") != "c0ffee012ab49d":
        return html("not from here", status=403)
    rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in things(kind)[here * 6 :][:6])
    around = (_SHELVES[here - 1] if here else "", "north" if here else "", *_SHELVES[here + 1 :][:1])
    buttons = "".join(f"<button name=shelf value={each}><i></i></button>" for each in around if each)
    form = f"<form method=post><input type=hidden name=sent value=c0ffee012ab49d>{buttons}</form>"
    return html(f"<h1>Of {kind}</h1><table class=people>{rows}</table>{form}")


def _press(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/{word}", word)
    for shelf in _SHELVES[1:]:
        visitor.submit(f"/{word}", sent="c0ffee012ab49d", shelf=shelf)


# A number among linked ones that nothing marks


def _numbers(asked: Asked) -> Answer:
    word, page = asked.one("q"), int(asked.one("p", "1"))
    found = things(word or "none")
    last = (len(found) + 3) // 4
    shown = [number for number in range(1, last + 1) if number in (1, 2, last - 1, last) or abs(number - page) < 2]
    links = {number: f"<a href='/?q={word}&amp;p={number}'>{number}</a>" for number in shown} | {page: str(page)}
    numbers = "".join(f"<div class=part>{links[number]}</div>" for number in shown)
    rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found[(page - 1) * 4 : page * 4])
    return html(f"<form><input name=q></form><table>{rows}</table><nav>{numbers}<div>{len(found)} in all</div></nav>")


def _two_or_three(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.type("q", word)
    visitor.visit("/", q=word)
    for page in (2, 3) if word == "lamp" else (2,):
        visitor.click(f"/?q={word}&p={page}", str(page))


# Files and feeds


def _file(asked: Asked) -> Answer:
    kind = asked.one("kind")
    if asked.path != "/export":
        return html(f"<form><select name=kind>{options(KINDS)}</select></form><a href='/export?kind={kind}'>File</a>")
    lines = "".join(f'{each.number};"{each.title}";{each.price}\r\n' for each in things(kind))
    headers = (
        ("Content-Type", "application/octet-stream"),
        ("Content-Disposition", "attachment; filename=all.csv"),
    )
    return Answer(200, "", headers, f"\ufeffNumber;Title;Price\r\n{lines}".encode())


def _export(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.choose("kind", word, word)
    visitor.visit("/", kind=word)
    visitor.click(f"/export?kind={word}", "File")


def _feed(asked: Asked) -> Answer:
    if asked.path != "/feed.atom":
        return html("".join(f"<a href='/feed.atom?tag={kind}'>{kind}</a>" for kind in KINDS))
    entries = "".join(
        f"<entry><id>urn:{each.number}</id><title>{each.title}</title><link href='{SITE}/{each.number}'/>"
        f"<dc:creator>{each.tags[0]}</dc:creator><summary>{each.price}</summary></entry>"
        for each in things(asked.one("tag"))
    )
    names = "xmlns='http://www.w3.org/2005/Atom' xmlns:dc='http://purl.org/dc/elements/1.1/'"
    told = f"<?xml version='1.0'?><feed {names}><title>All</title>{entries}</feed>"
    return Answer(200, "", (("Content-Type", "application/atom+xml"),), told.encode())


def _follow(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/feed.atom?tag={word}", word)


# A row that heads each page


def _thread(asked: Asked) -> Answer:
    kind, page = asked.path.rpartition("/")[2], int(asked.one("page", "1"))
    if not kind:
        return html("".join(f"<p><a href=/{each}>{each}</a></p>" for each in KINDS))
    first, *rest = things(kind)
    shown = [first, *rest[(page - 1) * 7 : page * 7]]
    posts = "".join(f"<div class=post><b>{each.title}</b><p>For {each.price} only.</p></div>" for each in shown)
    onward = f"<a class=next href='/{kind}?page={page + 1}'>Next</a>" if page * 7 < len(rest) else ""
    return html(f"<h1>Of {kind}</h1>{posts}{onward}")


def _turn(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/{word}", word)
    for page in (2, 3, 4):
        visitor.click(f"/{word}?page={page}", "Next")


def _posts(word: str) -> Sequence[Row]:
    return [(thing.title,) for thing in things(word)]


SHOWNBY = [
    Mechanism("a link by name behind a login", _reports(_by_words), _report(""), _NAMES, _OTHER, _all_of),
    Mechanism("a sign in a row that has a name", _reports(_by_signs), _report("/shown"), _NAMES, _OTHER, _all_of),
    Mechanism("entries beside last and popular ones", lambda: as_site(_blog), _read, _WORDS, _THIRD, _costs),
    Mechanism(
        "buttons that lead from the last page to the first", lambda: as_site(_people), _press, _WORDS, _THIRD, of_kind
    ),
    Mechanism("a number that is no link", lambda: as_site(_numbers), _two_or_three, _WORDS, _THIRD, of_kind),
    Mechanism("calls that are numbered beside their pages", lambda: as_site(_calls), _call, _WORDS, _THIRD, of_kind),
    Mechanism("a table that only its name tells", lambda: as_site(_file), _export, _WORDS, _THIRD, of_kind),
    Mechanism("a feed of two vocabularies", lambda: as_site(_feed), _follow, _WORDS, _THIRD, of_kind),
]
HEADED = [Mechanism("the first post above each page", lambda: as_site(_thread), _turn, _WORDS, _THIRD, _posts)]
"""Nobody can tell whether it is a record once or not at all."""
