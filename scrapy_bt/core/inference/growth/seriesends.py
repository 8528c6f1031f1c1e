"""Where a series of pages ends: at rows, or at a request, that were there before."""

from __future__ import annotations

from collections.abc import Mapping

from ...tree import nodes as bt
from ..answers.pages.innerpages import inner_page
from ..answers.values import Extraction
from ..findings import Loop, Records
from .endings import rows_together
from .expressions import source_of
from .gathering import Gathering
from .loopparts import otherwise, reading_from, unless
from .vocabulary import Vocabulary

_NOTED = "!contains(seen, sha256(rows)) && join(' ', [seen, sha256(rows)])"
OTHER_ROWS = ", and has other rows than those before"
"""How long a series lasts that also ends there."""


class SeriesEnds:
    """Writes what sees such an end."""

    def __init__(self, vocabulary: Vocabulary, gathering: Gathering, records: Mapping[int, Records]) -> None:
        self._vocabulary, self._gathering, self._records = vocabulary, gathering, records

    def other_rows(
        self, loop: Loop, rows: Extraction | None, *, is_needed: bool = False
    ) -> tuple[tuple[bt.Statement, ...], tuple[bt.Statement, ...]]:
        """Before the loop, and behind the visit: leaves it at rows that were there before, on whichever page.

        Many sites give the last page again behind it, or begin anew; only what tells pages apart is kept of each.
        *is_needed*: a page without what holds rows is a failure.
        """
        rows = (loop.until if loop.kind == "counter" else None) or rows
        page, records = self._vocabulary.conclusion.answers.get(loop.step), self._records.get(loop.step)
        taking, inner = self._taking_page(loop, records)
        if inner is not None and records is not None and page is not None:
            # What is around a page within data, such as a token, is another one each time.
            rows, page = records.each, inner_page(page, records.within)
        together = rows_together(rows, page)
        if together is None:
            return (), ()
        own, seen = self._vocabulary.variable("page_rows", loop.step), self._vocabulary.variable("rows_seen", loop.step)
        lenient = None if is_needed and inner is None else otherwise("", *inner.entries if inner is not None else ())
        node = self.node(loop, "rows", together, "what tells pages apart", lenient)
        given = bt.Attributes((bt.Attribute("seen", bt.Reference(seen)), bt.Attribute("rows", bt.Reference(own))))
        attributes = otherwise(None, bt.Attribute("from", given))
        noted = bt.Data(self._vocabulary.node("rows_noted", loop.step), bt.Source("json", (_NOTED,)), attributes)
        self._gathering.nodes[loop.step].append(noted)
        self._vocabulary.say(noted, "rows that were there before end the series", above=True)
        reading = bt.Assign(own, bt.Call(node.name)), bt.Assign(seen, bt.Call(noted.name))
        leaving = unless(bt.Reference(seen))
        without = (reading[0], unless(bt.Reference(own)), reading[1]) if inner is not None else reading
        none = bt.Assign(seen, bt.Literal(""))
        # Where another request gave the first page, that is the one at hand before the loop.
        firsts = (loop.entry, None if records is None else records.first)
        is_before = any(each is not None and self._vocabulary.conclusion.step(each) is not None for each in firsts)
        begun = reading if is_before and inner is None and lenient is not None else ()
        return (none, *begun), (*taking, *without, leaving)

    def _taking_page(
        self, loop: Loop, records: Records | None
    ) -> tuple[tuple[bt.Statement, ...], bt.Attributes | None]:
        """What takes the page out of data whose rows stand in it, and where these are read then; None if in no such."""
        if records is None or records.within is None or records.within.how != "json" or records.each is None:
            return (), None
        node = self.node(loop, "inner_page", source_of(records.within), "the page within the data", otherwise(""))
        variable = self._vocabulary.variable("page_html", loop.step)
        return (bt.Assign(variable, bt.Call(node.name)),), reading_from(variable)

    def once(
        self, loop: Loop, goes_on: bt.Expression, variable: str, *others: str
    ) -> tuple[bt.Assign, bt.Expression, bt.Assign]:
        """Before the loop, its condition, and at the beginning of a round: what a page was asked for with comes once.

        A last page may lead to itself, or back to the first one.
        """
        seen = self._vocabulary.variable("seen", loop.step)
        pieces = [part for name in others for part in (" ", bt.Reference(name))]
        here = bt.Template((bt.Reference(variable), *pieces)) if others else bt.Reference(variable)
        found = bt.Source("json", (f"contains({seen}, here) || `null`",))
        given = bt.Attributes((bt.Attribute(seen, bt.Reference(seen)), bt.Attribute("here", here)))
        node = bt.Data(self._vocabulary.node("again", loop.step), found, bt.Attributes((bt.Attribute("from", given),)))
        self._gathering.nodes[loop.step].append(node)
        self._vocabulary.say(node, "a page that was there before ends the series", above=True)
        none = bt.Assign(seen, bt.ListValue(()))
        noted = bt.Assign(seen, bt.Binary("+", bt.Reference(seen), bt.ListValue((here,))))
        return none, bt.Binary("&", goes_on, bt.Unary("!", bt.Call(node.name))), noted

    def node(
        self, loop: Loop, wanted: str, source: bt.Source, evidence: str, attributes: bt.Attributes | None = None
    ) -> bt.Data:
        """A node that reads the pages of a series."""
        node = bt.Data(self._vocabulary.node(wanted, loop.step), source, attributes)
        self._gathering.nodes[loop.step].append(node)
        self._vocabulary.say(node, evidence)
        return node
