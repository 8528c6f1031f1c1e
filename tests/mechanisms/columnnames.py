"""Tables of a page without a class, of which only the one that is wanted names its columns, below lines of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .layouts import browse, each, site_of
from .mechanism import Mechanism, Thing, html, of_kind

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_NAMES = "<tr><th>#</th><th>Title</th><th>Price</th></tr>"
_ROW = "<tr><td><i>{n}</i></td><td><a href='/t/{n}'>{t}</a></td><td>{p}</td></tr>"


def _lines_above(found: Sequence[Thing]) -> str:
    """The table begins with lines over all columns that lead elsewhere, and one that says nothing."""
    above = "<tr><td></td><td></td></tr><tr><td colspan=9><a href=/best>Best</a> of all</td></tr>"
    above += "<tr><td colspan=9>Worst</td></tr>"
    return each(_ROW, f"<center><table>{above}{_NAMES}<tr><td></td></tr>{{}}</table></center>")(found)


def _tables_beside(found: Sequence[Thing]) -> str:
    """A table before it says what was asked for, in as many cells; the sum of all stands above the names."""
    told = f"<tr><td>Kind:</td><td><a href=/{found[0].kind}>{found[0].kind}</a></td><td>{len(found)}</td></tr>"
    total = f"<tr><th>Total</th><th></th><th>{sum(thing.number for thing in found)}</th></tr>"
    own = each(_ROW, f"<center><table>{total}{_NAMES}{{}}</table></center>")(found)
    return f"<center><table>{told}</table></center>{own}"


COLUMNNAMES = tuple(
    Mechanism(name, site_of(lambda found, show=show: html(show(found))), browse, _TWO, _THIRD, of_kind)
    for name, show in (
        ("lines above the names of columns", _lines_above),
        ("tables beside the one that names its columns", _tables_beside),
    )
)
