"""What a visit says to have its page loaded in a browser, by scrapy-playwright (docs: "Pages that need a browser")."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree import nodes as bt
from ..conclusion import Conclusion
from ..findings import Records


def in_browser(conclusion: Conclusion, step: int) -> Iterator[bt.Attribute]:
    """The `meta` of a visit in a browser, which waits for what is taken from its page; nothing for all others."""
    if step not in conclusion.in_browser:
        return
    calls = [bt.ListValue((bt.Literal(name), bt.Literal(what))) for name, what in _waiting(conclusion)]
    entries = [bt.Attribute("playwright", bt.Literal(value=True))]
    entries += [bt.Attribute("playwright_page_methods", bt.ListValue(tuple(calls)))]
    yield bt.Attribute("meta", bt.Attributes(tuple(entries)))


def _waiting(conclusion: Conclusion) -> Iterator[tuple[str, str]]:
    """For the first row, or for the first field of a page about one thing; else until it asks for nothing any more."""
    for records in conclusion.of(Records):
        fields = [extraction for _, extraction in records.fields]
        found = [each for each in (records.each, *fields) if each is not None and each.how in ("css", "xpath")]
        if records.step in conclusion.in_browser and found:
            text = found[0].text.partition("::")[0]
            yield "wait_for_selector", text if found[0].how == "css" else f"xpath={text}"
            return
    yield "wait_for_load_state", "networkidle"
