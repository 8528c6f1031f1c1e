"""The same facts as pages about one thing show them: by labels of all kinds, in attributes, by their place alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, html, of_kind, things

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_SIZE = 8
"""Entries of a page."""


def site_of(layout: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == number)
            shown = layout.format(t=each.title, p=each.price, k=each.kind)
            return html(f"<header><nav><a href=/>Home</a></nav></header>{shown}<footer>Imprint</footer>")
        rows = "".join(f'<li><a href="/thing/{each.number}">Entry {each.number}</a></li>' for each in things(word))
        return html(
            f"<h1>Things</h1><ul class=l>{rows}</ul>" if word else "<form action=/list><input name=word></form>"
        )

    return lambda: as_site(answer)


def browse(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.visit("/list", word=word)
    for each in things(word)[1:6:3]:
        visitor.visit(f"/thing/{each.number}")


_SETTINGS = json.dumps({"base": "..", "words": {f"key{n}": f"A message for script number {n}" for n in range(20)}})
_SHOWN = {
    "settings for scripts": "<main><h1>{t}</h1><p>Price: {p}</p></main><script type=application/json id=own>"
    + _SETTINGS.replace("{", "{{").replace("}", "}}")
    + "</script>",
    "labels before spans": "<h1>{t}</h1><ul><li><span>Price</span><span>{p}</span></li></ul>",
    "labels of fields that are shown": "<h1>View</h1><div><label>Title</label><div class=shown>{t}</div></div>"
    "<div><label>Price</label><div class=shown>{p}</div></div>",
    "labels of fields that are shown deeper": "<h2>Things</h2><form method=post action=/no>"
    "<div><label for=a>Title</label><div><div class=''>{t}</div></div><p></p></div>"
    "<div><label for=b>Price</label><div><div class=''>{p}</div></div><p></p></div>"
    "<div><label for=c>Kind</label><div><div class=''>{k}</div></div><p></p></div>"
    "<div><input type=submit name=back value=Back></div></form>",
    "a side note in a heading": "<main><h1>{t} <small><a href='#'>{p}</a></small></h1><p>Of kind {k}</p></main>",
    "a side note in a link that is a heading": "<h1><a href=/view>{t} <small>{p}</small></a></h1><p>Of kind {k}</p>",
    "a badge in a heading": "<h1>{t} <span class='label label-{k}'><i></i> {p}</span></h1><p>Of kind {k}</p>",
    "a line that a link begins": "<h2>View</h2><div class=about><a href=/file>\n {t}</a>: of kind {k}, new </div>"
    "<dl><dt>price</dt><dd>{p}</dd></dl>",
    "labels within a line": "<h1>{t}</h1><div class=facts><b>Price:</b> {p}<br><b>Kind:</b> {k}</div>",
    "labels that are texts": "<h1>{t}</h1><div class=facts>Price: <b>{p}</b><br>Kind: <b>{k}</b></div>",
    "a label and its value in one line": "<h1>{t}</h1><p>Cost: <b>{p}</b></p><p>Of use to <i>all</i></p>",
    "a label and its value in a block": "<h1 class=x1>{t}</h1><div class=fact>Kind <span>{k}</span></div>"
    "<div class=fact>Price now <span>{p}</span></div>",
    "values between words": "<article><h1>{t}</h1><div>Sold for <a href='/p/1'>{p}</a> as <em>{k}</em></div></article>",
    "values between words and signs": "<div><h1>{t}</h1><p>By <a href='/us'>us</a> | <time>{p}</time></p></div>"
    "<div class=text><p>Of use.</p></div>",
    "the foot of an article": "<article><h1>{t}</h1><footer>"
    "<p class=on>Sold for <a href='/p'>{p}</a></p></footer></article>",
    "labels of spans": "<main><h1>{t}</h1><div class=meta><span>Cost: {p}</span><span>Kind: {k}</span></div></main>",
    "labels of terms": "<main><h1>{t}</h1><dl class=row><dt class=a>Price</dt><dd class=b>{p}</dd><dt class=a>Kind</dt>"
    "<dd class=b>{k}</dd><dt class=a>Note</dt><dd class=b><p>It costs {p}</p></dd></dl></main>",
    "labels of paragraphs": "<main><h1>{t}</h1><p>Price: {p}</p><p>Kind: {k}</p></main>",
    "facts for programs": "<div itemscope><h1 itemprop=name>{t}</h1><meta itemprop=price content='{p}'></div>",
    "fields to change": "<h1>Edit</h1><form method=post><input name=title value='{t}'>"
    "<input name=price value='{p}'></form>",
    "fields to change that a script sends": "<form><input name=q></form><form id=own><input type=hidden "
    "name=csrf_token value=c0ffee012ab49d><input name=title value='{t}'></form><p class=price>{p}</p>",
    "links to what it is filed under": "<main><h1>{t}</h1><h6 class=by>Sold for <a href='/prices/{p}'>{p}</a> in "
    "<a href='/kinds/{k}'>{k}</a> since long</h6></main>",
    "a heading below another of its kind": "<div class=flyout><h3>Your account</h3></div><div class=entry><div "
    "class=subject><div><h3>{t}</h3></div></div><p>Price: {p}</p></div>",
    "a heading that is a link": "<article><header><h1><a href=''>{t}</a></h1><p>By <b>us</b></p></header><p>So: {p}</p>"
    "</article><h2>Comments</h2>",
    "what links say they are": "<article><header><h1 class=name><a href=''>{t}</a></h1><p><span itemprop=price>"
    "<a href='/p/{p}'>{p}</a></span></p></header></article><h2>Comments</h2>",
    "cells with labels and glue": "<table class=facts><tr><td class=fl>Title:&nbsp;</td><td class=fv>{t}</td></tr>"
    "<tr><td class=fl>Price:&nbsp;</td><td class=fv>{p}</td></tr><tr><td class=fl>Kind:&nbsp;</td><td class=fv>"
    "<a href='/kinds'>{k}</a></td></tr></table>",
    "names for tests": "<main><h1>{t}</h1><div data-testid=price>{p}</div><div data-testid=kind>{k}</div></main>",
    "nothing but places": "<main><h1>{t}</h1><div class=css-9ab12cd><span class=css-7hh21ab>{p}</span></div>"
    "<div class=css-9ab12cd><span class=css-8jj21ab>{k}</span></div></main>",
}

# Details whose addresses go on with the list's, of which one was opened on each of two pages


def below_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, _, number = asked.path.removeprefix("/stock/").removesuffix("/").partition("/")
        head, own = "<nav><a href=/>Start</a> <a href=/help/>Help</a></nav>", things(word)
        if number:
            each = next(each for each in own if str(each.number) == number)
            return html(f"{head}<h1>{each.title}</h1><p class=told>For {each.price}</p><p>{each.price}</p>")
        page = int(asked.one("page", "1"))
        shown = own[_SIZE * (page - 1) :]
        rows = "".join(
            f"<section><h2>Number {each.number}</h2><dl><dt>Kind</dt><dd>{word}</dd></dl>"
            f"<a href=/stock/{word}/{each.number}/>More of it</a></section>"
            for each in shown[:_SIZE]
        )
        back = f"<a href=?page={page - 1}>Earlier</a>" if page > 1 else ""
        onward = f"<a class=next href=?page={page + 1}>Later</a>" if shown[_SIZE:] else ""
        return html(f"{head}<h1>{len(own)} things</h1><div class=stock>{rows}</div><p>{back} Page {page} {onward}</p>")

    return as_site(answer)


def browse_below(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/stock/{word}/")
    visitor.visit(f"/stock/{word}/{things(word)[1].number}/")
    visitor.visit(f"/stock/{word}/")
    visitor.visit(f"/stock/{word}/?page=2")
    visitor.visit(f"/stock/{word}/{things(word)[_SIZE].number}/")


def browse_before_the_rest(visitor: Visitor, word: str) -> None:
    visitor.visit(f"/stock/{word}/")
    for each in things(word)[1:6:3]:
        visitor.visit(f"/stock/{word}/{each.number}/")
        visitor.visit(f"/stock/{word}/")
    visitor.visit(f"/stock/{word}/?page=2")
    visitor.visit(f"/stock/{word}/?page=3")


# Most of each page is the same on all of the site; links to further pages are spelled with blanks
_LAYOUT = "".join(
    f"<div class=bar{number}><ul class=menu{number}><li><a class=m{number} href=/about/{number}>Matter {number}</a>"
    f"<button class=open{number} type=button><i class=icon{number}></i></button></ul></div>"
    for number in range(9)
)


def alike_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, _, rest = asked.path.strip("/").partition("/")
        own = things(word)
        if rest.startswith("entry-"):
            each = own[int(rest.removeprefix("entry-"))]
            return html(f"{_LAYOUT}<h1>{each.title}</h1><div class=text><p>{each.price}</p></div>")
        page = int(asked.one("page", "1"))
        shown = list(enumerate(own))[_SIZE * (page - 1) :]
        rows = "".join(
            f"<tr><td><a href=/{word}/entry-{number:02}/>Entry {number}</a>"
            f" <a class=inner href=/{word}/entry-{number:02}/_all/>Below it</a></td></tr>"
            for number, _ in shown[:_SIZE]
        )
        onward = f'<li class=item><a href="?page=\n   {page + 1}"><span>»</span></a>' if shown[_SIZE:] else ""
        return html(f"{_LAYOUT}<h1>All of it</h1><table class=all>{rows}</table><ul>{onward}</ul>")

    return as_site(answer)


def browse_alike(visitor: Visitor, word: str) -> None:
    for path in ("_all/", "entry-02/", "_all/", "entry-05/", "_all/", "_all/?page=%20%20%202", f"entry-{_SIZE:02}/"):
        visitor.visit(f"/{word}/{path}")


# Entries that lead to places within their pages, too


def fragments_site(row: str) -> Callable[[], Site]:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == number)
            return html(f"<h1>{each.title}</h1><p class=cost>{each.price}</p><h2 id=said>Nobody said a word</h2>")
        rows = "".join(row.format(n=each.number) for each in things(word)) if word else ""
        return html(f"<form action=/list><input name=word></form><div class=found>{rows}</div>")

    return lambda: as_site(answer)


_FRAGMENTS = {
    "links to what is said below": "<div><h3><a href='/thing/{n}'>{n}</a></h3><a href='/thing/{n}#said'>0</a></div>",
    "links to a place and one to all": "<p><a href='/thing/{n}#said'>0 said</a> <a href='/thing/{n}'>Read on</a></p>",
}

# Around a list and its details stands what a shop shows on each page: entries that were seen last, or are like it


def _beside(found: Sequence[Thing], heading: str, row: str) -> str:
    shown = "".join(row.format(n=each.number, t=each.title, p=each.price) for each in found)
    return f"<section><h3>{heading}</h3><div class=others>{shown}</div></section>"


def surrounded_site(address: str, row: str, other: str) -> Callable[[], Site]:
    """*row*: of the list; *other*: of what stands beside the list, and on the pages of its entries."""

    def answer(asked: Asked) -> Answer:
        word, page = asked.one("word"), int(asked.one("page", "1"))
        number = asked.path.rpartition("/")[2]
        if each := next((each for each in things() if str(each.number) == number), None):
            others = [other for other in things(each.kind) if other is not each][each.number % 7 :][:4]
            told = f"<p>It is of the kind {each.kind}.</p><dl><dt>Price</dt><dd>{each.price}</dd></dl>"
            beside = _beside(others, "You may also like", other)
            return html(f"<main class=content><h1>{each.title}</h1>{told}</main>{beside}")
        if not word:
            return html("<h1>Welcome</h1><form action=/list><input name=word></form>")
        own = things(word)[_SIZE * (page - 1) :]
        rows = "".join(row.format(n=each.number, t=each.title, a=address) for each in own[:_SIZE])
        onward = f"<a rel=next href='/list?word={word}&amp;page={page + 1}'>Next</a>" if own[_SIZE:] else ""
        seen = _beside(things("rope" if word == "lamp" else "lamp")[page : page + 3], "Recently viewed", other)
        return html(f"<h1>Found</h1><div class=found>{rows}</div><p>{onward}</p>{seen}")

    return lambda: as_site(answer)


def browse_surrounded(visitor: Visitor, word: str, address: str = "") -> None:
    own = things(word)
    visitor.visit("/")
    visitor.visit("/list", word=word)
    for page in range(1, -(-len(own) // _SIZE) + 1):
        if page > 1:
            visitor.visit("/list", word=word, **({"page": page - 1} if page > 2 else {}))
            visitor.visit("/list", word=word, page=page)
        visitor.visit(f"{address}{own[_SIZE * (page - 1) + 1].number}")


_SURROUNDED = {
    "what was seen last beside a list": (
        "/p/",
        "<div class=hit><h3><a href='{a}{n}'>{t}</a></h3></div>",
        "<div class=one><a href='/p/{n}'>{t}</a> <i>{p}</i></div>",
    ),
    "what others bought beside a list": (
        "/goods/item/",
        "<article><p><a href='{a}{n}'>{t}</a></p></article>",
        "<figure><a href='/goods/item/{n}'><b>{t}</b></a><figcaption>{p}</figcaption></figure>",
    ),
}

# Entries that stand in folders, of which all that are opened are in one


def folders_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.removesuffix("/view").rpartition("-")[2]
        if each := next((each for each in things() if str(each.number) == number), None):
            return html(f"<h1>{each.title}</h1><p>Price: <b>{each.price}</b></p>")
        found = enumerate(things(word) if word else ())
        told = [(("east", "west", "north")[place // 8], each.number) for place, each in found]
        rows = "".join(f"<li class=hit><a href='{where}/part-{n}/view'>Part {n}</a></li>" for where, n in told)
        form = "<form action=/stock/find><input name=word></form><a href=/help/part-1/view>Help</a>"
        return html(f"<h1>Parts</h1>{form}<ul>{rows}</ul>")

    return as_site(answer)


def browse_folders(visitor: Visitor, word: str) -> None:
    visitor.visit("/stock/find", word=word)
    for each in things(word)[1:6:3]:
        visitor.visit(f"/stock/east/part-{each.number}/view")


# Pages about one thing, of which some have a table of something else below that


def partly_site() -> Site:
    def answer(asked: Asked) -> Answer:
        word, number = asked.one("word"), asked.path.rpartition("/")[2]
        if each := next((each for each in things() if str(each.number) == number), None):
            cells = [(f"Crate {each.number * 7 + n}", f"{each.number % 9 + n} days", f"Dock {n % 4}") for n in range(9)]
            rows = "".join(f"<tr><td>{crate}</td><td>{days}</td><td>{dock}</td></tr>" for crate, days, dock in cells)
            sent = f"<table class=sent><tr><th>Crate<th>Days<th>Dock</tr>{rows}</table>" if each.number % 2 else ""
            facts = f"<dl><dt>Price</dt><dd>{each.price}</dd><dt>Code</dt><dd>C{each.number}</dd></dl>"
            return html(f"<main><h1>{each.title}</h1>{facts}<h2>Sent</h2>{sent or '<p>Nothing yet.</p>'}</main>")
        rows = "".join(f"<li><a href='/thing/{each.number}'>Entry {each.number}</a></li>" for each in things(word))
        return html(
            f"<h1>Things</h1><form action=/list><input name=word></form><ul class=l>{rows if word else ''}</ul>"
        )

    return as_site(answer)


PARTLY = Mechanism("a table on some of the details", partly_site, browse, _TWO, _THIRD, of_kind)

REST_OF_LIST = Mechanism("details before the rest", below_site, browse_before_the_rest, _TWO, _THIRD, of_kind)
DETAILS = (
    Mechanism("entries of several folders", folders_site, browse_folders, _TWO, _THIRD, of_kind),
    *(
        Mechanism(name, surrounded_site(*given), partial(browse_surrounded, address=given[0]), _TWO, _THIRD, of_kind)
        for name, given in _SURROUNDED.items()
    ),
    *(Mechanism(name, fragments_site(row), browse, _TWO, _THIRD, of_kind) for name, row in _FRAGMENTS.items()),
    *(Mechanism(name, site_of(layout), browse, _TWO, _THIRD, of_kind) for name, layout in _SHOWN.items()),
    Mechanism("details that look like their list", alike_site, browse_alike, _TWO, _THIRD, of_kind),
    Mechanism("details below their list", below_site, browse_below, _TWO, _THIRD, of_kind),
)
