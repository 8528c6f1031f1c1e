"""Entries that only lines across the page part, as old guest books and logs of changes have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .layouts import Layout, browse, each, site_of
from .mechanism import Mechanism, Thing, html, of_kind

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}


def _log(found: Sequence[Thing]) -> str:
    """Anchors, links to what can be done with each, and a text in its own lines; a form stands behind the last line."""
    own = each(
        "<a name=n{n}></a>Entry <b>{n}</b>: <a href=/get/{n}>get</a> - see: <a href=/see/{n}>plain</a>,"
        " <a href=/see/{n}?as=marked>marked</a> - <a href='#n{n}'>choose</a><br><i>{p}</i><br>"
        "In shop: <a href=/all>all</a><br><pre class=told>\n{t}\n</pre>\n<hr>"
    )(found)
    form = "<form action=/list><label>Word <input name=word></label></form>"
    return f"<h1>Of {found[0].kind}</h1><p>Shown as it is</p><hr><p>All<br></p><hr>{own}{form}"


def _book(found: Sequence[Thing]) -> str:
    """No line stands before the first or behind the last, and only some have a part in small letters."""

    def entry(thing: Thing) -> str:
        more = f"<small>For {thing.tags[0]}</small><br>" if thing.number % 3 else ""
        return f"<b>{thing.title}</b><br>{more}<em>{thing.price}</em>"

    return f"<h1>Guests</h1><div class=book>{'<hr>'.join(map(entry, found))}</div>"


_SHOWN: dict[str, Layout] = {"a log between lines across the page": _log, "a book with lines across the page": _book}

RULED = tuple(
    Mechanism(name, site_of(lambda found, show=show: html(show(found))), browse, _TWO, _THIRD, of_kind)
    for name, show in _SHOWN.items()
)
