"""Entries that look otherwise than those beside them, and pages about one entry that look like lists."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Site

from .mechanism import Asked, Mechanism, Thing, Visitor, as_site, html, of_kind, things

_SIZE = 8
"""Rows of a page."""
_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def _shown(asked: Asked, size: int = _SIZE) -> list[Thing]:
    page = int(asked.one("page", "1"))
    return things(asked.one("word"))[page * size - size : page * size]


def _pager(asked: Asked) -> str:
    word, page = asked.one("word"), int(asked.one("page", "1"))
    return f'<a class="next" href="/list?word={word}&amp;page={page + 1}">Next</a>' if page < 3 else ""


def browse_pages(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    for page in (2, 3):
        visitor.visit("/list", word=word, page=page)


# A blog, whose newest entry stands above the others, in another way


def blog_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == asked.path.rpartition("/")[2])
            return html(f'<h1 class="name">{each.title}</h1><div class="text">It costs <b>{each.price}</b></div>')
        first, *others = _shown(asked)
        is_first = asked.one("page", "1") == "1"
        newest = f'<aside id="featured"><h1 class="name">{_link(first)}</h1>{_about(first)}</aside><h2>Others</h2>'
        rows = "".join(_entry(each) for each in (others if is_first else [first, *others]))
        menu = '<nav><a href="/about">About</a><a href="/list">All</a></nav>'
        return html(f'{menu}{newest * is_first}<ol class="posts">{rows}</ol>{_pager(asked)}')

    return as_site(answer)


def _link(thing: Thing) -> str:
    return f'<a href="/thing/{thing.number}" rel="bookmark">{thing.title}</a>'


def _about(thing: Thing) -> str:
    return (
        f'<footer class="about"><span class="price">{thing.price}</span> by <i class="kind">{thing.kind}</i></footer>'
    )


def _entry(thing: Thing) -> str:
    return f'<li><article class="entry"><header><h2>{_link(thing)}</h2></header>{_about(thing)}</article></li>'


def browse_details(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    for each in things(word)[1:3]:
        visitor.visit("/list", word=word)
        visitor.visit(f"/thing/{each.number}")


def first_page(word: str) -> Any:
    return [(each.title, f"It costs {each.price}") for each in things(word)[:_SIZE]]


# Rows that take turns in their looks


def striped_site() -> Site:
    def answer(asked: Asked) -> Answer:
        cells = (f'<td class="name">{each.title}</td><td><b>{each.price}</b></td>' for each in _shown(asked))
        rows = "".join(f'<tr class="{("dark", "light")[number % 2]}">{own}</tr>' for number, own in enumerate(cells))
        return html(f"<h1>Things</h1><table>{rows}</table>{_pager(asked)}")

    return as_site(answer)


# The same with details, of which two were opened that look alike; a script opens a row where it is clicked


def opened_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path.startswith("/thing/"):
            each = next(each for each in things() if str(each.number) == asked.path.rpartition("/")[2])
            return html(f"<h1>{each.title}</h1><dl><dt>Price</dt><dd>{each.price}</dd></dl>")
        rows = "".join(
            f'<tr class="bg{number % 2}" data-url="/thing/{each.number}">'
            f'<td><a href="/thing/{each.number}" class="thing-of-the-shop"><b>{each.title}</b></a></td>'
            f'<td><a href="/kinds/{each.kind}">{each.kind}</a></td></tr>'
            for number, each in enumerate(things(asked.one("word")))
        )
        menu = "<nav><a href='/'>Home</a><a href='/list'>All</a></nav>"
        return html(f"{menu}<h1>Things</h1><table><tbody>{rows}</tbody></table>")

    return as_site(answer)


def browse_opened(visitor: Visitor, word: str) -> None:
    visitor.visit("/list", word=word)
    for place in (1, 5):
        visitor.visit(f"/thing/{things(word)[place].number}")


# Links that say the same in each row, to addresses whose fields are parted by semicolons


def semicolons_site() -> Site:
    def answer(asked: Asked) -> Answer:
        parts = dict(each.partition("=")[::2] for each in asked.sent.url.partition("?")[2].split(";"))
        if "of" not in parts:
            rows = "".join(
                f'<tr><td><a href="/?p=shop;a=about;of=kinds/{kind}">{kind}</a></td>'
                f'<td><a href="/?p=shop;a=list;of=kinds/{kind}">show</a></td></tr>'
                for kind in ("rope", "kettle", "lamp")
            )
            return html(f"<h1>Kinds</h1><table>{rows}</table>")
        of, page = parts["of"].replace("%2F", "/"), int(parts.get("page", "0"))
        found = things(of.rpartition("/")[2])[page * _SIZE : page * _SIZE + _SIZE]
        rows = "".join(f"<tr><td>{each.title}</td><td>{each.price}</td></tr>" for each in found)
        onward = f'<a href="/?p=shop;a=list;of={of};page={page + 1}">next</a>' if page < 2 else ""
        return html(f"<h1>Things</h1><table>{rows}</table>{onward}")

    return as_site(answer)


def browse_semicolons(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.click(f"/?p=shop;a=list;of=kinds/{word}", "show")
    for page in (1, 2):
        visitor.click(f"/?p=shop;a=list;of=kinds/{word};page={page}", "next")


# Letters with headers and links in lists of labels


def letters_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if not asked.path.startswith("/letter/"):
            rows = "".join(
                f'<li><a href="/letter/{each.number}">{each.title}</a></li>' for each in things(asked.one("word"))
            )
            return html(f"<h1>Letters</h1><ul>{rows}</ul>")
        number = asked.path.rpartition("/")[2]
        place, each = next(pair for pair in enumerate(things()) if str(pair[1].number) == number)
        heads = {
            "Subject": each.title,
            "From": f"<a href='mailto:{place}@x.test'>Walker {place}</a>",
            "Size": f"{place} kB",
        }
        links = {way: things()[(place + by) % 69] for way, by in (("Previous", -1), ("Next", 1))}
        lists = (
            "".join(f"<li><em>{name}</em>: {text}</li>" for name, text in heads.items()),
            "".join(
                f'<li>{way}: <b><a href="/letter/{to.number}">{to.title}</a></b></li>' for way, to in links.items()
            ),
        )
        return html(f"<h1>{each.title}</h1><ul>{lists[0]}</ul><pre>Have {each.price}?</pre><ul>{lists[1]}</ul>")

    return as_site(answer)


def browse_letters(visitor: Visitor, word: str) -> None:
    for each in things(word)[2:4]:
        visitor.visit("/list", word=word)
        visitor.visit(f"/letter/{each.number}")


def letters(word: str) -> Any:
    return [(each.title, f"Have {each.price}?") for each in things(word)]


# A choice that is usual: what is shown without it, too, and much of it for other choices


def usual_site() -> Site:
    def answer(asked: Asked) -> Answer:
        found = enumerate(things(asked.one("of", "all/lamp")[4:]))
        rows = "".join(
            f"<tr><td>2024-01-{day + 1:02}</td><td>Walker {day % 7}</td><td>Of day {day}</td><td>{each.title}</td></tr>"
            for day, each in found
        )
        links = "".join(f'<a href="/list?of=all/{kind}">{kind}</a> ' for kind in ("lamp", "rope", "kettle"))
        return html(f"<h1>Things</h1><p>{links}</p><table>{rows}</table>")

    return as_site(answer)


def browse_usual(visitor: Visitor, word: str) -> None:
    visitor.visit("/list")
    visitor.click(f"/list?of=all/{word}", word)


def by_day(word: str) -> Any:
    return [(f"Of day {day}", each.title) for day, each in enumerate(things(word))]


ENTRIES = (
    Mechanism("a choice that is usual", usual_site, browse_usual, _TWO, _THIRD, by_day),
    Mechanism("a newest entry above the others", blog_site, browse_pages, _TWO, _THIRD, of_kind),
    Mechanism("details of a newest entry, too", blog_site, browse_details, _TWO, _THIRD, first_page),
    Mechanism("rows that take turns in their looks", striped_site, browse_pages, _TWO, _THIRD, of_kind),
    Mechanism("details of rows that take turns in their looks", opened_site, browse_opened, _TWO, _THIRD, of_kind),
    Mechanism("fields parted by semicolons", semicolons_site, browse_semicolons, _TWO, _THIRD, of_kind),
    Mechanism("letters with labels in lists", letters_site, browse_letters, _TWO, _THIRD, letters),
)
