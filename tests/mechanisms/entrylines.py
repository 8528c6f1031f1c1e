"""Entries of a list that each tell of a thing in lines of a label and a value; some have more of them than others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .layouts import Layout, browse, site_of
from .mechanism import Mechanism, Thing, html, of_kind

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def labelled(head: str, line: str, around: str) -> Layout:
    """Each entry as lines, the pattern of which takes a label and a value; each third has one more before the price."""

    def entry(thing: Thing) -> str:
        more = [("Made of", thing.tags[0])] if thing.number % 3 else []
        told = [("Title", thing.title), *more, ("Price", thing.price)]
        shown = head.format(thing.number) + "".join(line.format(label, value) for label, value in told)
        return around.format(shown)

    return lambda found: f"<div class=found>{''.join(map(entry, found))}</div>"


_LINKED = "<tr class=head><td></td><td colspan=2><a href=/t/{0}>No {0}</a></td></tr>"
_SHOWN: dict[str, Layout] = {
    "a table of labels and values for each": labelled(
        _LINKED, "<tr><td></td><td class=label>{}</td><td>{}</td></tr>", "<table class=hit>{}</table><br>"
    ),
    "a table whose lines have headings for each": labelled(
        "<tr><th colspan=2>No {}</th></tr>", "<tr><th>{}</th><td>{}</td></tr>", "<div class=hit><table>{}</table></div>"
    ),
    "a table of labels with colons for each": labelled(
        "", "<tr><td>{}:</td><td><b>{}</b></td></tr>", "<table>{}</table><p>"
    ),
    "terms with what they say of each": labelled(
        "", "<dt>{}</dt><dd>{}</dd>", "<article class=hit><h4>One of them</h4><dl>{}</dl></article>"
    ),
    "lines of a label and a value of each": labelled(
        "<h4>No {}</h4>",
        "<div class=line><span class=label>{}</span><span class=value>{}</span></div>",
        "<section class=hit>{}</section>",
    ),
}


def behind_a_box(found: Sequence[Thing]) -> str:
    """Tables of labels that lead somewhere, and of one that does not, behind a table called the same that sums up."""
    summed = f"<td>Found: <b>{len(found)}</b></td><td><a href=/save>Save</a> <small>Fast</small></td>"

    def entry(thing: Thing) -> str:
        more = [("made", thing.tags[0])] if thing.number % 3 else []
        told = [("title", thing.title), *more, ("price", thing.price)]
        lines = "".join(
            f"<tr class=told><td>&nbsp;</td><td class=heading><a href=/of/{name}>{name}</a></td><td>{value}</td></tr>"
            for name, value in told
        )
        key = f"<tr class=told><td>&nbsp;</td><td class=heading>key</td><td class=value>no={thing.number}</td></tr>"
        return f"<table class=hit>{_LINKED.format(thing.number)}{key}{lines}</table><br>"

    return f"<table class=hit><tr>{summed}</tr></table><br>{''.join(map(entry, found))}"


_SHOWN["tables of labels behind one that is called as they are"] = behind_a_box
ENTRYLINES = tuple(
    Mechanism(name, site_of(lambda found, show=show: html(show(found))), browse, _TWO, _THIRD, of_kind)
    for name, show in _SHOWN.items()
)
