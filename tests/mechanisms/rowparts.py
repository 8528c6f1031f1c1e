"""What stands within the rows of a list beside its texts: badges, what attributes say, pieces between comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .layouts import Layout, browse, each, site_of
from .mechanism import Mechanism, Thing, html, of_kind

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def some(badge: str, row: str) -> Layout:
    """Rows of which each third has a badge."""

    def layout(found: Sequence[Thing]) -> str:
        shown = (each(row.replace("BADGE", "" if thing.number % 3 else badge))([thing]) for thing in found)
        return f"<div class=found>{''.join(shown)}</div>"

    return layout


def in_parts(part: str, row: str) -> Layout:
    """Rows in two parts of the page, which stand beside each other."""

    def layout(found: Sequence[Thing]) -> str:
        half = (len(found) + 1) // 2
        return "".join(part.format(side, each(row)(own)) for side, own in enumerate((found[:half], found[half:])))

    return lambda found: f"<div class=found>{layout(found)}</div>"


def below_headings(heading: str, group: str, row: str, most: int) -> Layout:
    """Rows in groups of one up to so many, each below a heading, which is true of its rows."""

    def layout(found: Sequence[Thing]) -> str:
        shown, rest, count = "", list(found), 1
        while rest:
            name = f"Shelf {rest[0].number}"
            shown += heading.format(name) + group.format(each(row)(rest[:count]))
            rest, count = rest[count:], count % most + 1
        return f"<div class=found>{shown}</div>"

    return layout


_SHOWN: dict[str, Layout] = {
    "badges before headings": some("<span class=flag>New</span> ", "<div><h3>BADGE{t}</h3><i>{p}</i></div>"),
    "badges behind links": some(" <sup>Sale</sup>", "<p><a href='/t/{n}'>{t}BADGE</a> <b>{p}</b></p>"),
    "paragraphs that are rows": each("<p><a href='/t/{n}'>{t}</a> <b>{p}</b></p>", "<div class=found>{}</div>"),
    "lists of few entries": below_headings("<h3>{}</h3>", "<ul>{}</ul>", "<li><b>{t}</b> <i>{p}</i></li>", 2),
    "days of few events": below_headings("<h2>{}</h2>", "{}", "<article><h4>{t}</h4><p>{p}</p></article>", 3),
    "a heading above each entry": below_headings(
        "<h3>{}</h3>", "<ul>{}</ul>", "<li class=stable><a href='/t/{n}'>{t}</a> <b>{p}</b></li>", 1
    ),
    "two lists beside each other": in_parts("<ul>{1}</ul>", "<li><i>{t}</i> <b>{p}</b></li>"),
    "columns of cards": in_parts(
        "<div style='order: {0}'>{1}</div>", "<div><h4><a href='/t/{n}'>{t}</a></h4><p>{p}</p></div>"
    ),
    "rows of two lines": each("<tr><td><a href='/t/{n}'>{t}</a></td></tr><tr><td>{p}</td></tr>", "<table>{}</table>"),
    "rows of two lines with cells": each(
        "<tr><td>{n}</td><td><b>{t}</b></td></tr><tr><td></td><td>{p}</td></tr>", "<table class=all>{}</table>"
    ),
    "things by their type": each(
        "<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>{t}</b> <i itemprop=price>{p}</i></div>"
    ),
    "things by their type in parts": each(
        "<section itemscope itemtype='http://schema.org/Book'><div><h3>{t}</h3></div><p>For <em>{p}</em></p></section>"
    ),
    "a text behind an element": each("<li><b>{t}</b> {p}</li>", "<ul class=found>{}</ul>"),
    "a text between comments": each(
        "<article><!-- {n} --><a href='/t/{n}'>{t}</a><!-- at -->{p}<!-- end --></article>", "<main>{}</main>"
    ),
    "what was searched for is marked": each(
        "<div><h3><span class=match>{t}</span></h3><i>{p}</i></div>", "<div class=found>{}</div>"
    ),
    "what rows say for scripts": each(
        "<li data-id={n} data-price={p} data-title='{t}'><a href='/t/{n}'><img src='/i/{n}.png' alt='{n}'></a></li>",
        "<ul class=tiles>{}</ul>",
    ),
    "what stars say to those who cannot see": each(
        "<article><h4>{t}</h4><div class=stars aria-label='{p}'><i></i><i></i></div></article>"
    ),
}

ROWPARTS = tuple(
    Mechanism(
        name,
        site_of(lambda found, layout=layout: html(f"<h1>Things</h1>{layout(found)}")),
        browse,
        _TWO,
        _THIRD,
        of_kind,
    )
    for name, layout in _SHOWN.items()
)
